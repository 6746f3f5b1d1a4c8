"""Find where a person's names are stored: their own rows, the log, and texts typed by others."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from functools import cache, cached_property
from hashlib import sha256
from typing import Any, NamedTuple

from django.db.models import Prefetch, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.capability import capabilities
from scoring.clock import day_in_words
from scoring.engine.loading import resolved
from scoring.engine.loading.reading import LONGEST_ABOUT
from scoring.models import (
    CLUB_EVENING,
    Account,
    Club,
    Deed,
    Member,
    OldPerson,
    OldSheet,
    Participant,
    Reason,
    RulesetVersion,
    Sheet,
)
from scoring.models.evenings import LONGEST_TABLE_NAME, LONGEST_VENUE
from scoring.names import folded, in_an_address, tidy
from scoring.rule_editor.draft import SheetDraft
from scoring.rules import SLUGS, read
from scoring.rules.words import keys_of, words_of

# where deeds name people, but those about one member; the last two with their places before and after
NAMES = ("from", "instead", "names", "to", "of_round", "overall")
DASH = "–"  # stands in the place of what cannot be empty
IN_THE_LOG = ("place", "table", "name", "title", "said", "text", "note")  # of deeds, for people to read


class Remedy(Enum):
    """What an owner can do about a text."""

    CHANGE = "change"  # on the page it leads to
    BLANK = "blank"  # nobody can change it, but it can be blanked when the name goes
    STAYS = "stays"


class StoredText(NamedTuple):
    """A free text that is stored, and what can be done about a name in it."""

    where: str
    text: str
    url: str
    remedy: Remedy
    blank: str = ""  # how it is called where it is ticked to be blanked
    is_key: bool = False  # made from a name, as an address is
    room: int = 0  # letters of what can stand there instead; 0: nothing can
    is_name: bool = False  # nothing else stands there
    is_partly: bool = False  # it mentions a part of the name only, and may mean somebody else


def texts_of(club: Club) -> Iterator[StoredText]:
    """Return every free text of a club but those of its log."""
    yield StoredText(_("Name of the club"), club.name, _club_page("club_settings", club), Remedy.CHANGE)
    yield from _reasons(club)
    yield from _evenings(club)
    yield from _other_names(club)
    yield from _old_sheets(club)
    yield from _rule_sheets(club)
    for capability in capabilities():
        for texts_in in capability.free_texts:
            yield from texts_in(club)


def of_reason(pk: int) -> str:
    """Return the key of a reason in the form that lists texts."""
    return f"reason:{pk}"


def of_text(kind: str, pk: int, text: str) -> str:
    """Return the key of one of a row's texts in the form; it changes with the text."""
    return f"{kind}:{pk}-{sha256(text.encode()).hexdigest()[:16]}"


def keys_by_kind(chosen: Iterable[str]) -> dict[str, list[str]]:
    """Return what was ticked by kind: reasons, deeds, places, tables and so on by their keys."""
    by_kind: dict[str, list[str]] = defaultdict(list)
    for ticked in chosen:
        kind, _colon, key = ticked.partition(":")
        by_kind[kind].append(key)
    return by_kind


def _club_page(page: str, club: Club, *args: object) -> str:
    return reverse(f"scoring:{page}", args=[club.slug, *args])


def _reasons(club: Club) -> Iterator[StoredText]:
    for use in ("acts", "voids", "voices"):
        at = f"{use}__sheet"
        reasons = Reason.objects.filter(**{f"{at}__evening__club": club}).exclude(text="").order_by("pk")
        columns = ("pk", "text", at, f"{at}__name", f"{at}__evening__date")
        for pk, text, sheet, name, date in reasons.values_list(*columns).distinct():
            where = _("Reason at “%(table)s”, %(date)s") % {"table": name, "date": day_in_words(date)}
            yield StoredText(where, text, reverse("scoring:sheet", args=[sheet]), Remedy.BLANK, of_reason(pk))
    of_batch, of_evening = Q(old_batches__club=club), Q(evenings_taken_back__club=club)
    taken_back = Reason.objects.filter(of_batch | of_evening).exclude(text="").order_by("pk")
    of_reason_taken_back = ("pk", "text", "old_batches", "evenings_taken_back__date")
    for pk, text, batch, day in taken_back.values_list(*of_reason_taken_back):
        page = _club_page("old_batch", club, batch) if batch else _club_page("evenings", club)
        where = _("Why old sheets were taken back")
        if day is not None:
            where = _("Why the totals of %(date)s were taken back") % {"date": day_in_words(day)}
        yield StoredText(where, text, page, Remedy.BLANK, of_reason(pk))


def _evenings(club: Club) -> Iterator[StoredText]:
    evenings = club.evenings.filter(occasion=CLUB_EVENING).exclude(venue="").order_by("-date", "-pk")
    for evening in evenings:
        where = _("Place of the evening of %(date)s") % {"date": day_in_words(evening.date)}
        page = _club_page("change_evening", club, evening.pk)
        yield StoredText(where, evening.venue, page, Remedy.CHANGE, f"place:{evening.pk}", room=LONGEST_VENUE)
    sheets = Sheet.objects.filter(evening__club=club).select_related("evening").order_by("-pk")
    for sheet in sheets:
        where = _("Name of a table, %(date)s") % {"date": day_in_words(sheet.evening.date)}
        page, room = sheet.get_absolute_url(), LONGEST_TABLE_NAME
        yield StoredText(where, sheet.name, page, Remedy.BLANK, f"table:{sheet.pk}", room=room)


def _other_names(club: Club) -> Iterator[StoredText]:
    """Yield the other names that belong to no member; a member's own go with the member."""
    for other in club.other_names.filter(member=None):
        page, key = _club_page("members", club), f"other_name:{other.pk}"
        yield StoredText(_("What somebody is also called"), other.name, page, Remedy.BLANK, key, is_name=True)


def _old_sheets(club: Club) -> Iterator[StoredText]:
    for batch in club.old_batches.exclude(file_name="").order_by("pk"):
        page, key = _club_page("old_batch", club, batch.pk), f"old_file:{batch.pk}"
        yield StoredText(_("File of old sheets"), batch.file_name, page, Remedy.BLANK, key)
    for sheet in OldSheet.objects.filter(batch__club=club).order_by("-date", "-pk"):
        where = _("Old sheet of %(date)s") % {"date": day_in_words(sheet.date)}
        page = _club_page("old_batch", club, sheet.batch_id)
        if sheet.venue:
            key = f"old_place:{sheet.pk}"
            yield StoredText(where, sheet.venue, page, Remedy.BLANK, key, room=LONGEST_VENUE)
        key = f"old_table:{sheet.pk}"
        yield StoredText(where, sheet.name, page, Remedy.BLANK, key, room=LONGEST_TABLE_NAME)


def others_on_old_sheets(club: Club, old: Iterable[int]) -> Iterator[StoredText]:
    """Return the guests on old sheets of amounts, except these people."""
    guests = OldPerson.objects.filter(batch__club=club, member=None).exclude(pk__in=old)
    for old_person in guests.order_by("pk"):
        page = _club_page("anonymise_old_guest", club, old_person.pk)
        yield StoredText(_("Guest on old sheets"), old_person.guest, page, Remedy.CHANGE, is_name=True)


def _rule_sheets(club: Club) -> Iterator[StoredText]:
    """Yield the texts of the club's own rule sheets, except what they share with published sheets."""
    addresses = set(club.rulesets.values_list("slug", flat=True))
    versions = Prefetch("versions", RulesetVersion.objects.order_by("edition"))
    for ruleset in club.rulesets.order_by("pk").prefetch_related(versions):
        page = _club_page("own_sheet", club, ruleset.slug)
        yield StoredText(_("Address of a rule sheet"), ruleset.slug, page, Remedy.STAYS, is_key=True)
        if ruleset.origin not in SLUGS:
            is_key = ruleset.origin.rpartition(" ")[0] in addresses
            yield StoredText(
                _("What a rule sheet began as"), ruleset.origin, page, Remedy.STAYS, is_key=is_key
            )
        if ruleset.draft:
            editing = _club_page("edit_sheet", club, ruleset.slug)
            yield from _of_rules(ruleset.draft, _("draft"), editing, draft=ruleset.pk)
        for version in ruleset.versions.all():
            page = _club_page("own_version", club, ruleset.slug, version.edition)
            version_label = _("version %(number)d") % {"number": version.edition}
            yield from _of_rules(version.text, version_label, page, Remedy.STAYS)


def _of_rules(
    text: str, which: str, url: str, remedy: Remedy = Remedy.CHANGE, *, draft: int | None = None
) -> Iterator[StoredText]:
    """Yield the texts of a rule sheet; a draft can lose a name, an agreed version cannot."""
    sheet = SheetDraft.read(text)
    data = sheet.answers
    where = _("Rule sheet “%(name)s”, %(which)s") % {"name": sheet.name, "which": which}
    words, keys = _published()
    for phrase in dict.fromkeys(words_of(data).values()):
        if phrase not in words and draft is None:
            yield StoredText(where, phrase, url, remedy)
        elif phrase not in words and draft is not None:
            yield StoredText(where, phrase, url, remedy, of_text("draft", draft, phrase), room=LONGEST_ABOUT)
    for key in dict.fromkeys(keys_of(data)):
        if key not in keys:
            yield StoredText(where, key, url, Remedy.STAYS, is_key=True)


@cache
def _published() -> tuple[frozenset[str], frozenset[str]]:
    sheets = [resolved(slug, read) for slug in SLUGS]
    words = (phrase for data in sheets for phrase in words_of(data).values())
    return frozenset(words), frozenset(key for data in sheets for key in keys_of(data))


def texts_in_log(deed: Deed, details: dict[str, Any], club: Club) -> Iterator[StoredText]:
    """Return what a deed says, from details in which a name may already be replaced."""
    if "member" in details or deed.verb in ("rename_guest", "anonymise_guest"):
        return  # it says nothing but names
    where, page = (
        _("Log of the club, %(date)s") % {"date": day_in_words(deed.at)},
        _club_page("club_log", club),
    )
    for key, text in dict.fromkeys(_strings(details)):
        if key == "reason":
            yield StoredText(where, text, page, Remedy.BLANK, f"deed:{deed.pk}")
        elif text != club.name and key in IN_THE_LOG:
            yield StoredText(where, text, page, Remedy.BLANK, f"log:{deed.pk}")
        elif text != club.name and key not in NAMES:
            yield StoredText(where, text, page, Remedy.STAYS)


def _strings(details: Any, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(details, dict):
        for inner, value in details.items():
            yield from _strings(value, inner)
    elif isinstance(details, list):
        for value in details:
            yield from _strings(value, key)
    elif isinstance(details, str):
        yield key, details


FEWEST_LETTERS = 3  # of a part of a name that says who it is
_OF_MANY = {
    *("von", "van", "der", "den", "dem", "zum", "zur", "vom"),
    *("mag", "ing", "dipl", "prof", "jun", "sen"),
}
_GENITIVE = "(?:['’]?s|['’])?"


def parts_of(name: str) -> list[str]:
    """Return the parts of a name that may identify its owner.

    >>> parts_of("Dr. Anna von Huber-Maier")
    ['Anna', 'Huber', 'Maier', 'Huber-Maier']
    """
    words = name.replace(".", " ").split()
    parts = dict.fromkeys(part for word in words for part in [*word.split("-"), word])
    return [part for part in parts if len(part) >= FEWEST_LETTERS and folded(part) not in _OF_MANY]


class Mentions:
    """Search for a person's names in texts.

    >>> anna = Mentions(["Anna"], others=["Anna B.", "Bert"])
    >>> [text in anna for text in ("hat ANNA gesagt", "Annas Tisch", "Susanna", "Anna B. war es")]
    [True, True, False, False]
    """

    def __init__(self, names: Iterable[str], *, others: Iterable[str] = ()) -> None:
        spelt = {spelling(name) for name in names for spelling in (folded, tidy)} - {""}
        keys = {folded(name) for name in others} - spelt
        longer = [key for key in keys if any(name in key for name in spelt)]
        self._pattern = _pattern(_longest_first(spelt), _longest_first(longer))

    def __contains__(self, text: str) -> bool:
        """Return whether the text names them."""
        if self._pattern is None:
            return False
        return any(match["mine"] for match in self._pattern.finditer(folded(text)))


def _longest_first(names: Iterable[str]) -> list[str]:
    return sorted(names, key=lambda name: (-len(name), name))


def _pattern(names: list[str], longer: list[str]) -> re.Pattern[str] | None:
    if not names:
        return None
    mine, others = (
        "|".join(r"\s+".join(map(re.escape, name.split())) for name in group) for group in (names, longer)
    )
    either = f"(?P<other>{others})|" if others else ""
    return re.compile(rf"(?<!\w)(?:{either}(?P<mine>(?:{mine}){_GENITIVE}))(?!\w)", re.IGNORECASE)


OF_A_MEMBER = ("name", "before", "after")  # names in the deeds that are about one member
JOINING = ("admit_guest", "join_guest", "separate_guest")


class Spell(NamedTuple):
    """When another member bore a name; None: from the beginning, or to this day."""

    since: datetime | None
    until: datetime | None

    def includes(self, at: datetime) -> bool:
        return (self.since is None or self.since <= at) and (self.until is None or at < self.until)


@dataclass(frozen=True)
class TracedPerson:
    """A member or a guest of a club, with their evenings."""

    club: Club
    member: Member | None
    participants: frozenset[int]
    old: frozenset[int] = frozenset()  # as whom a guest stands on old sheets of amounts
    called: frozenset[str] = frozenset()  # as whom a guest stands in lists of results

    @cached_property
    def _deeds(self) -> list[Deed]:
        """Return the log of the club, the oldest first."""
        return list(self.club.deeds.order_by("at", "pk"))

    @cached_property
    def accounts(self) -> list[Account]:
        """Return the accounts without another club, which are removed with the name."""
        if self.member is None:
            return []
        used = {
            deed.account_id
            for deed in self._deeds
            if deed.verb in ("accept_invitation", "join") and deed.details["member"] == self.member.pk
        }
        known = Account.objects.filter(Q(pk=self.member.account_id) | Q(pk__in=used), is_superuser=False)
        elsewhere = Member.objects.exclude(pk=self.member.pk).filter(account__isnull=False)
        alone = known.exclude(pk__in=elsewhere.values("account"))
        return [
            account
            for account in alone
            if account.pk == self.member.account_id or folded(account.name) in self.keys
        ]

    @cached_property
    def names(self) -> frozenset[str]:
        """Return every name they ever went by in this club."""
        called = set(self.called)
        if self.member is not None:
            called |= {self.member.name, *self.member.other_names.values_list("name", flat=True)}
        guests = Participant.objects.filter(pk__in=self.participants, member=None)
        called |= set(guests.values_list("guest", flat=True))
        called |= set(OldPerson.objects.filter(pk__in=self.old, member=None).values_list("guest", flat=True))
        for deed in self._deeds:
            called.update(self._own(deed))
        return frozenset(called)

    @cached_property
    def keys(self) -> frozenset[str]:
        return frozenset(map(folded, self.names))

    def is_about_them(self, deed: Deed) -> bool:
        return self.member is not None and deed.details.get("member") == self.member.pk

    def _own(self, deed: Deed) -> Iterable[str]:
        details = deed.details
        if self.is_about_them(deed):
            yield from (details[key] for key in OF_A_MEMBER if key in details)
        if deed.verb in JOINING:
            yield from (
                detail["guest"] for detail in details["evenings"] if self.was_at(detail["participant"])
            )
            yield from (
                detail["guest"] for detail in details.get("old", ()) if self.stands_as(detail["person"])
            )
        elif deed.verb == "rename_guest" and self.was_at(details["participant"]):
            yield from (details["before"], details["after"])

    def was_at(self, participant: int) -> bool:
        return participant in self.participants

    def stands_as(self, person: int) -> bool:
        """Return whether a person on old sheets of amounts is this one."""
        return person in self.old or person in self._own_old

    @cached_property
    def _own_old(self) -> frozenset[int]:
        if self.member is None:
            return frozenset()
        return frozenset(self.member.old_people.order_by().values_list("pk", flat=True))

    # others of the same name

    @cached_property
    def others(self) -> dict[int, str]:
        others = self.club.members.order_by()
        if self.member is not None:
            others = others.exclude(pk=self.member.pk)
        return dict(others.values_list("pk", "name"))

    @cached_property
    def _spells(self) -> Mapping[str, list[Spell]]:
        """Return when other members bore the same names; two members never did at one time."""
        changes: dict[int, list[Deed]] = {}
        entered: dict[str, list[datetime]] = {}
        for deed in self._deeds:
            if deed.verb == "rename_member":
                changes.setdefault(deed.details["member"], []).append(deed)
            for name in _entered(deed):
                entered.setdefault(folded(name), []).append(deed.at)
        by_text: dict[str, list[Spell]] = {}
        for pk, name in self.others.items():
            renamed = changes.get(pk, [])
            bore = [folded(deed.details["before"]) for deed in renamed] + [folded(name)]
            ends = [deed.at for deed in renamed]
            before_that = [at for at in entered.get(bore[0], []) if not ends or at <= ends[0]]
            begins = [before_that[-1] if before_that else None, *ends]
            for key, since, until in zip(bore, begins, [*ends, None], strict=True):
                if key in self.keys:
                    by_text.setdefault(key, []).append(Spell(since, until))
        return by_text

    def bore(self, name: str, at: datetime) -> bool:
        """Return whether the name was this person's then, not that of a member who bears it today."""
        key = folded(name)
        return key in self.keys and not any(spell.includes(at) for spell in self._spells.get(key, ()))

    @cached_property
    def _everybody_else(self) -> set[str]:
        guests = Participant.objects.filter(evening__club=self.club, member=None)
        guests = guests.exclude(pk__in=self.participants)
        old = OldPerson.objects.filter(batch__club=self.club, member=None).exclude(pk__in=self.old)
        old_names = old.values_list("guest", flat=True)
        return {*self.others.values(), *guests.values_list("guest", flat=True), *old_names}

    # what was typed

    def texts(self) -> list[StoredText]:
        """Return the free texts that name the person; texts of the log, which stay, come last."""
        log = [
            text for deed in self._deeds for text in texts_in_log(deed, renamed_in(deed, self, ""), self.club)
        ]
        return [*self.texts_outside_the_log(), *self._mentioning(log)]

    def texts_outside_the_log(self) -> list[StoredText]:
        """Return the free texts that name the person, except those of the log."""
        texts = [*texts_of(self.club), *others_on_old_sheets(self.club, self.old | self._own_old)]
        return list(self._mentioning(texts))

    def _mentioning(self, texts: Iterable[StoredText]) -> Iterator[StoredText]:
        """Yield the texts that contain a name of the person, or a part of one."""
        for text in texts:
            if text.is_name and text.blank and text.text in self.called:
                continue  # it goes in any case
            if text.is_key:
                if text.text.replace("_", "-") in self._mentions_in_addresses:
                    yield text
            elif text.text in self._mentions:
                yield text
            elif text.text in self._partly:
                yield text._replace(is_partly=True)

    def mentions(self, text: str) -> bool:
        """Return whether a text contains a name of the person, or a part of one."""
        return text in self._mentions or text in self._partly

    @cached_property
    def _partly(self) -> Mentions:
        """Match the single parts of the person's names, except those that are another person's name."""
        parts = {part for name in self.names if len(name.split()) > 1 for part in parts_of(name)}
        others = self._everybody_else
        called = {folded(other) for other in others}
        return Mentions((part for part in parts if folded(part) not in called), others=others)

    @cached_property
    def _mentions(self) -> Mentions:
        return Mentions(self.names, others=self._everybody_else)

    @cached_property
    def _mentions_in_addresses(self) -> Mentions:
        return Mentions(map(in_an_address, self.names), others=map(in_an_address, self._everybody_else))

    def without_others(self, text: str) -> str:
        """Return a text with dots in the place of everybody else's names."""
        return self._anybody.sub(lambda match: match[0] if match[1] in self.names else "…", text)

    @cached_property
    def _anybody(self) -> re.Pattern[str]:
        """Return a pattern of all names, present and former, in the club, the longest first."""
        known_names = {*self.names, *self._everybody_else}
        known_names.update(self.club.other_names.values_list("name", flat=True))
        known_names.update(self.club.members.exclude(account=None).values_list("account__name", flat=True))
        known_names.update(
            name for capability in capabilities() for of in capability.bare_names for name in of(self.club)
        )
        for deed in self._deeds:
            if deed.verb in ("rename_member", "rename_guest"):
                known_names.update((deed.details["before"], deed.details["after"]))
        names = "|".join(map(re.escape, _longest_first(known_names - {""})))
        return re.compile(rf"(?<!\w)({names}){_GENITIVE}(?!\w)")

    def guests(self) -> QuerySet[Participant]:
        """Return the club's guests who bear one of these names; they may be other people."""
        guests = Participant.objects.filter(evening__club=self.club, member=None, key__in=self.keys)
        return (
            guests.exclude(pk__in=self.participants)
            .select_related("evening")
            .order_by("-evening__date", "-pk")
        )

    # the log

    def forgotten(self, neutral: str) -> list[Deed]:
        """Return the deeds that name the person, with the neutral name instead; none is saved here."""
        deeds = [deed for deed in self._deeds if self._forget(deed, neutral)]
        if self.accounts:
            deeds += self._elsewhere(neutral)
        return deeds

    def _forget(self, deed: Deed, neutral: str) -> bool:
        original = deed.actor, deed.details
        if deed.account_id in {account.pk for account in self.accounts} or self.bore(deed.actor, deed.at):
            deed.actor = neutral
        deed.details = renamed_in(deed, self, neutral)
        return (deed.actor, deed.details) != original

    def _elsewhere(self, neutral: str) -> list[Deed]:
        """Return what the person's account did outside the club, and who removed it there."""
        signed_in = [account.name for account in self.accounts]
        deeds = Deed.objects.exclude(club=self.club).select_related("account")
        taken_off = Q(verb="detach_account", details__account_name__in=signed_in)
        deeds_there = list(deeds.filter(Q(account__in=self.accounts) | taken_off))
        for deed in deeds_there:
            if deed.account in self.accounts:
                deed.actor = neutral
            if deed.details.get("account_name") in signed_in:
                deed.details["account_name"] = neutral
        return deeds_there


def _entered(deed: Deed) -> Iterable[str]:
    if deed.verb == "add_members":
        yield from deed.details["names"]
    elif deed.verb == "admit_guest":
        yield deed.details["name"]


def renamed_in(deed: Deed, person: TracedPerson, neutral: str) -> dict[str, Any]:
    """Return the details of a deed with another name wherever one of the person's stands alone."""
    details: dict[str, Any] = deepcopy(deed.details)

    def renamed(value: Any) -> Any:
        """Replace the person's names in a value, also those with a distinction in brackets after them."""
        if isinstance(value, list):
            return [renamed(name) for name in value]
        is_theirs = isinstance(value, str) and person.bore(value.partition(" (")[0], deed.at)
        return neutral if is_theirs else value

    if deed.verb == "rename_guest":
        if person.was_at(details["participant"]):
            details |= {"before": neutral, "after": neutral}
    elif "member" in details:
        for key in OF_A_MEMBER:
            if key in details and person.is_about_them(deed):
                details[key] = neutral
            elif key in details and details["member"] not in person.others:  # removed since
                details[key] = renamed(details[key])
        for detail in details.get("evenings", ()):
            if person.was_at(detail["participant"]):
                detail["guest"] = neutral
        for other_detail in details.get("old", ()):
            other_detail["guest"] = (
                neutral if person.stands_as(other_detail["person"]) else renamed(other_detail["guest"])
            )
        signed_in = {folded(account.name) for account in person.accounts}
        if person.is_about_them(deed):
            signed_in |= person.keys
        if folded(details.get("account_name", "")) in signed_in:
            details["account_name"] = neutral
    else:
        named = (*NAMES, "name") if "instead" in details else NAMES  # somebody left a table
        details |= {key: renamed(details[key]) for key in named if key in details}
    return details
