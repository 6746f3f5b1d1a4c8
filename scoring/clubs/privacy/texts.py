"""What people typed freely and may name somebody: where it stands, and what can be done about it.

Nothing here is changed with a name. The owners see what names somebody, and mend it or leave it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.capability import capabilities
from scoring.engine.loading import resolved
from scoring.engine.loading.reading import LONGEST_ABOUT
from scoring.models import CLUB_EVENING, Club, Deed, OldPerson, OldSheet, Reason, RulesetVersion, Sheet
from scoring.models.evenings import LONGEST_PLACE, LONGEST_TABLE_NAME
from scoring.rule_editor.draft import SheetDraft
from scoring.rules import SLUGS, read
from scoring.rules.words import keys_of, words_of

NAMES = ("from", "instead", "names", "to")  # where deeds name people, but those about one member
DASH = "–"  # stands in the place of what cannot be empty
IN_THE_LOG = ("place", "table", "name", "title", "said", "text", "note")  # of deeds, for people to read


class Remedy(Enum):
    """What an owner can do about a text."""

    CHANGE = "change"  # on the page it leads to
    BLANK = "blank"  # nobody can change it, but it can be blanked when the name goes
    STAYS = "stays"


class StoredText(NamedTuple):
    """A text that somebody typed."""

    where: str
    text: str
    url: str
    remedy: Remedy
    blank: str = ""  # how it is called where it is ticked to be blanked
    is_key: bool = False  # made from a name, as an address is
    room: int = 0  # letters of what can stand there instead; 0: nothing can
    is_partly: bool = False  # it mentions a part of the name only, and may mean somebody else


def texts_of(club: Club) -> Iterator[StoredText]:
    """Return every free text of a club but those of its log."""
    yield StoredText(_("Name of the club"), club.name, _club_page("club_settings", club), Remedy.CHANGE)
    yield from _reasons(club)
    yield from _evenings(club)
    yield from _old_sheets(club)
    yield from _rule_sheets(club)
    for capability in capabilities():
        for typed in capability.typed:
            yield from typed(club)


def of_reason(pk: int) -> str:
    """Return how a reason is called where it is ticked."""
    return f"reason:{pk}"


def of_text(kind: str, pk: int, text: str) -> str:
    """Return how one of several texts of a row is called where it is ticked; another text is another one."""
    return f"{kind}:{pk}-{sha256(text.encode()).hexdigest()[:16]}"


def keys_by_kind(chosen: Iterable[str]) -> dict[str, list[str]]:
    """Return what was ticked by kind: reasons, deeds, places, tables and so on by their keys."""
    found: dict[str, list[str]] = defaultdict(list)
    for ticked in chosen:
        kind, _colon, key = ticked.partition(":")
        found[kind].append(key)
    return found


def day_of(date: Any) -> str:
    """Return a date as pages write it."""
    return date_format(date, pgettext("date format", "j M Y"))


def _club_page(page: str, club: Club, *args: object) -> str:
    return reverse(f"scoring:{page}", args=[club.slug, *args])


def _reasons(club: Club) -> Iterator[StoredText]:
    for use in ("acts", "voids", "voices"):
        at = f"{use}__sheet"
        reasons = Reason.objects.filter(**{f"{at}__evening__club": club}).exclude(text="").order_by("pk")
        columns = ("pk", "text", at, f"{at}__name", f"{at}__evening__date")
        for pk, text, sheet, name, date in reasons.values_list(*columns).distinct():
            where = _("Reason at “%(table)s”, %(date)s") % {"table": name, "date": day_of(date)}
            yield StoredText(where, text, reverse("scoring:sheet", args=[sheet]), Remedy.BLANK, of_reason(pk))
    taken_back = Reason.objects.filter(old_batches__club=club).exclude(text="").order_by("pk")
    for pk, text, batch in taken_back.values_list("pk", "text", "old_batches"):
        where = _("Why old sheets were taken back")
        yield StoredText(where, text, _club_page("old_batch", club, batch), Remedy.BLANK, of_reason(pk))


def _evenings(club: Club) -> Iterator[StoredText]:
    evenings = club.evenings.filter(occasion=CLUB_EVENING).exclude(place="").order_by("-date", "-pk")
    for evening in evenings:
        where = _("Place of the evening of %(date)s") % {"date": day_of(evening.date)}
        page = _club_page("change_evening", club, evening.pk)
        yield StoredText(where, evening.place, page, Remedy.CHANGE, f"place:{evening.pk}", room=LONGEST_PLACE)
    sheets = Sheet.objects.filter(evening__club=club).select_related("evening").order_by("-pk")
    for sheet in sheets:
        where = _("Name of a table, %(date)s") % {"date": day_of(sheet.evening.date)}
        page, room = sheet.get_absolute_url(), LONGEST_TABLE_NAME
        yield StoredText(where, sheet.name, page, Remedy.BLANK, f"table:{sheet.pk}", room=room)


def _old_sheets(club: Club) -> Iterator[StoredText]:
    for sheet in OldSheet.objects.filter(batch__club=club).order_by("-date", "-pk"):
        where = _("Old sheet of %(date)s") % {"date": day_of(sheet.date)}
        page = _club_page("old_batch", club, sheet.batch_id)
        if sheet.place:
            key = f"old_place:{sheet.pk}"
            yield StoredText(where, sheet.place, page, Remedy.BLANK, key, room=LONGEST_PLACE)
        key = f"old_table:{sheet.pk}"
        yield StoredText(where, sheet.name, page, Remedy.BLANK, key, room=LONGEST_TABLE_NAME)


def others_on_old_sheets(club: Club, old: Iterable[int]) -> Iterator[StoredText]:
    """Return the guests on old sheets of amounts, all but these."""
    for old_person in (
        OldPerson.objects.filter(batch__club=club, member=None).exclude(pk__in=old).order_by("pk")
    ):
        page = _club_page("anonymise_old_guest", club, old_person.pk)
        yield StoredText(_("Guest on old sheets"), old_person.guest, page, Remedy.CHANGE)


def _rule_sheets(club: Club) -> Iterator[StoredText]:
    """Return what own sheets say; what published sheets say, too, was typed by nobody here."""
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
            said = _("version %(number)d") % {"number": version.edition}
            yield from _of_rules(version.text, said, page, Remedy.STAYS)


def _of_rules(
    text: str, which: str, url: str, remedy: Remedy = Remedy.CHANGE, *, draft: int | None = None
) -> Iterator[StoredText]:
    """Yield the words of a sheet; those of a draft can go with a name, those of a version are agreed."""
    sheet = SheetDraft.read(text)
    data = sheet.answers
    where = _("Rule sheet “%(name)s”, %(which)s") % {"name": sheet.name, "which": which}
    words, keys = _published()
    for said in dict.fromkeys(words_of(data).values()):
        if said not in words and draft is None:
            yield StoredText(where, said, url, remedy)
        elif said not in words and draft is not None:
            yield StoredText(where, said, url, remedy, of_text("draft", draft, said), room=LONGEST_ABOUT)
    for key in dict.fromkeys(keys_of(data)):
        if key not in keys:
            yield StoredText(where, key, url, Remedy.STAYS, is_key=True)


@cache
def _published() -> tuple[frozenset[str], frozenset[str]]:
    sheets = [resolved(slug, read) for slug in SLUGS]
    words = (said for data in sheets for said in words_of(data).values())
    return frozenset(words), frozenset(key for data in sheets for key in keys_of(data))


def texts_in_log(deed: Deed, details: dict[str, Any], club: Club) -> Iterator[StoredText]:
    """Return what a deed says, in details that may have lost a name already."""
    if "member" in details or deed.verb in ("rename_guest", "anonymise_guest"):
        return  # it says nothing but names
    where, page = _("Log of the club, %(date)s") % {"date": day_of(deed.at)}, _club_page("club_log", club)
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
