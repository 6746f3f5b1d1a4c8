"""Remove a name from every place where the program stores names; every hand and every sum stays.

What people typed freely stays as it is: the owners see what of it names somebody before the name goes.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import reduce
from itertools import count
from operator import getitem
from secrets import choice, token_hex
from types import MappingProxyType
from typing import Any
from uuid import uuid5

from django.contrib.auth.hashers import make_password
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import chain, clock
from scoring.accounts.club_rights import (
    demand_owner,
    locked,
    refuse_anonymised,
    refuse_without_owner,
    reloaded,
)
from scoring.accounts.guests import guest_is_gone, guests_there, old_guests_there
from scoring.accounts.open_sessions import end_all_of
from scoring.accounts.verbs import withdraw_links_made_by, withdraw_page_of
from scoring.capability import capabilities, sentence_by
from scoring.clubs.guests.pages import names_in_lists
from scoring.clubs.privacy.name_locations import (
    DASH,
    IN_THE_LOG,
    Remedy,
    StoredText,
    TracedPerson,
    keys_by_kind,
    of_text,
)
from scoring.deeds import ChangedMeanwhile, PendingDeed, Refused, logged, store, verb
from scoring.export import pending_downloads
from scoring.models import (
    Account,
    Club,
    Deed,
    Evening,
    Guess,
    Member,
    OldPerson,
    OldSheet,
    Participant,
    Reason,
    SecondFactor,
    Sheet,
    SignInAttempt,
)
from scoring.names import folded, spellings
from scoring.rules import data_of
from scoring.rules.exporting import exported
from scoring.rules.words import words_of
from scoring.table_policy import called_otherwise

NOTHING: Mapping[str, str] = MappingProxyType({})
NUMBERS = range(100, 1000)  # drawn by lot: they say nothing about who came when


def by_remedy(texts: Iterable[StoredText], blanked: Collection[str]) -> dict[str, list[StoredText]]:
    """Return texts by what can be done about them, without those that are blanked."""
    left = [text for text in texts if text.blank not in blanked or not text.blank]
    grouped = {remedy.value: [text for text in left if text.remedy == remedy] for remedy in Remedy}
    return {remedy: texts for remedy, texts in grouped.items() if texts}


def traced_member(member: Member, guests: Collection[int] = ()) -> TracedPerson:
    """Return a member with everything they took part in, including as one of these guests."""
    own = member.participations.order_by().values_list("pk", flat=True)
    return TracedPerson(member.club, member, frozenset([*own, *guests]), _on_old_sheets(member.club, guests))


def traced_guest(
    club: Club, guests: Collection[int], old: Collection[int] = (), names: Collection[str] = ()
) -> TracedPerson:
    """Return the guest of these evenings, these old sheets, and this name in lists of results."""
    on_old_sheets = _on_old_sheets(club, guests) | frozenset(old)
    return TracedPerson(club, None, frozenset(guests), on_old_sheets, frozenset(names))


def _on_old_sheets(club: Club, guests: Collection[int]) -> frozenset[int]:
    """Return the people on old sheets of amounts with one of these guests' names."""
    if not guests:
        return frozenset()
    keys = Participant.objects.filter(pk__in=guests, member=None).values("key")
    old = OldPerson.objects.filter(batch__club=club, member=None, key__in=keys)
    return frozenset(old.values_list("pk", flat=True))


@verb(
    log=sentence_by(
        "wants",
        {
            True: gettext_lazy("asked to be anonymised: %(name)s"),
            False: gettext_lazy("no longer asks to be anonymised: %(name)s"),
        },
    )
)
def ask_to_go(act: PendingDeed[Account], *, member: Member, wants: bool) -> Member:
    """Ask the owners to remove one's own name; `wants=False` takes that back."""
    club, member = locked(member.club), reloaded(member)
    if member.account != act.actor or not member.active:
        raise PermissionDenied
    refuse_anonymised(member)
    if wants is not (member.wants_to_go_at is not None):
        store(member, wants_to_go_at=clock.now() if wants else None)
        act.record(club, member=member.pk, name=member.name, wants=wants)
    return member


@verb(log=gettext_lazy("anonymised a member: now %(name)s"))
def anonymise_member(
    act: PendingDeed[Account],
    *,
    member: Member,
    guests: Collection[int] = (),
    blank: Collection[str] = (),
    instead: Mapping[str, str] = NOTHING,
) -> Member:
    """Take the name of a member away for good.

    `guests` are those who are the same person: they lose their name, and keep their hands. `blank` are the
    texts that name them and are blanked, `instead` what stands in the place of some of them.
    """
    club, member = locked(member.club), reloaded(member)
    demand_owner(club, act.actor)
    refuse_anonymised(member)
    member.club = club
    guests_there(club, guests, field="guests")
    person = traced_member(member, guests)
    neutral = _neutral(club, guest=False)
    accounts, signed_in = person.accounts, {folded(account.name) for account in person.accounts}
    _demand_named(person, blank, instead)
    covers = _forget(act, person, neutral, blank, instead)
    store(club, erased=[*club.erased, neutral])
    store(member, **spellings(neutral), active=False, anonymised_at=clock.now(), wants_to_go_at=None)
    called_otherwise(Participant.objects.filter(pk__in=person.participants))
    # Told under the new name, also of somebody who does it to themselves.
    act.record(club, covers=covers, member=member.pk, name=neutral)
    withdraw_links_made_by(member)
    withdraw_page_of(member)
    member.invitations.open().update(withdrawn_at=clock.now())
    member.appointments.all().delete()
    store(member, account=None)
    for account in accounts:
        _close(account, neutral)
    keys = [key[:160] for key in person.keys | signed_in]
    SignInAttempt.objects.filter(kind=Guess.PASSWORD, key__in=keys).delete()
    refuse_without_owner(club)
    return member


@verb(
    log=gettext_lazy("anonymised a guest: now %(name)s"),
    repeat_result=lambda deed, fields: str(deed.details["name"]),
)
def anonymise_guest(
    act: PendingDeed[Account],
    *,
    club: Club,
    guests: Collection[int],
    old: Collection[int] = (),
    names: Collection[str] = (),
    blank: Collection[str] = (),
    instead: Mapping[str, str] = NOTHING,
) -> str:
    """Give a number to the guest of these evenings, old sheets and lists of results; return the new name."""
    club = locked(club)
    demand_owner(club, act.actor)
    if not guests and not old and not names:
        raise Refused(guests=[_("Please choose at least one evening.")])
    guests_there(club, guests, field="guests")
    old_guests_there(club, old)
    if not names_in_lists(club).keys() >= set(map(folded, names)):
        raise guest_is_gone()
    neutral = _neutral(club, guest=True)
    person = traced_guest(club, guests, old, names)
    _demand_named(person, blank, instead)
    covers = _forget(act, person, neutral, blank, instead)
    store(club, erased=[*club.erased, neutral])
    called_otherwise(Participant.objects.filter(pk__in=person.participants))
    act.record(club, covers=covers, name=neutral)
    return neutral


def _neutral(club: Club, *, guest: bool) -> str:
    """Return a neutral name that is free in the club, in its language."""
    taken = set(club.members.values_list("key", flat=True))
    taken |= set(Participant.objects.filter(evening__club=club, member=None).values_list("key", flat=True))
    taken |= set(OldPerson.objects.filter(batch__club=club, member=None).values_list("key", flat=True))
    taken |= names_in_lists(club).keys()
    with translation.override(club.language):
        template = _("Guest %(number)d") if guest else _("Member %(number)d")
    numbers = NUMBERS
    while True:
        free = [name for number in numbers if folded(name := template % {"number": number}) not in taken]
        if free:
            return choice(free)
        numbers = range(numbers.stop, 10 * numbers.stop)


def _demand_named(person: TracedPerson, chosen: Collection[str], instead: Mapping[str, str]) -> None:
    """Refuse to blank texts that do not name the person, and replacements that do."""
    if not chosen:
        return
    rooms = {text.blank: text.room for text in person.texts() if text.blank}
    if set(chosen) - rooms.keys():
        raise ChangedMeanwhile(field="blank")
    for key, text in instead.items():
        if len(text) > rooms.get(key, 0):
            raise Refused(blank=[_("“%(text)s” is too long there.") % {"text": text}])
        if person.mentions(text):
            raise Refused(blank=[_("“%(text)s” still mentions the name.") % {"text": text}])


def _forget(
    act: PendingDeed[Account],
    person: TracedPerson,
    neutral: str,
    blank: Collection[str],
    instead: Mapping[str, str],
) -> list[str]:
    """Rename guests, old sheets and the log, and blank texts; the person's own row is the caller's.

    Returns what the log covers of it: rows that say something else from now on.
    """
    ticked = keys_by_kind(blank)
    guests = Participant.objects.filter(pk__in=person.participants, member=None)
    deeds = {deed.pk: deed for deed in person.forgotten(neutral)}
    guests.update(guest=neutral, key=folded(neutral))
    OldPerson.objects.filter(pk__in=person.old, member=None).update(guest=neutral, key=folded(neutral))
    if person.member is not None:
        person.member.other_names.all().delete()
        for rows in (person.member.participations, person.member.old_people):
            rows.update(former_guest="", joined_by=None)
    person.club.other_names.filter(key__in=map(folded, person.called), member=None).delete()
    for capability in capabilities():
        for forget in capability.anonymisers:
            forget(person, neutral)
    reasons = Reason.objects.filter(pk__in=ticked["reason"])
    reasons.update(text="", salt="", blanked_at=clock.now())
    own = {str(deed.pk): deed for deed in person.club.deeds.filter(pk__in={*ticked["deed"], *ticked["log"]})}
    own |= {str(pk): deed for pk, deed in deeds.items() if str(pk) in own}
    for pk in ticked["deed"]:
        own[pk].details["reason"] = ""
    for pk in set(ticked["log"]):
        own[pk].details = _without_mention(own[pk].details, person)
    deeds |= {deed.pk: deed for deed in own.values()}
    for deed in deeds.values():
        deed.salt = token_hex()
    Deed.objects.bulk_update(deeds.values(), ["actor", "details", "salt"], batch_size=200)
    _reword(person.club, ticked, instead)
    transaction.on_commit(_sweep, robust=True)
    affected = Q(participants__in=person.participants) | Q(pk__in=ticked["place"])
    evenings = Evening.objects.filter(affected | Q(sheets__in=ticked["table"])).distinct().order_by("pk")
    by_club: dict[int | None, list[Deed]] = defaultdict(list)
    for deed in deeds.values():
        by_club[deed.club_id].append(deed)
    changed = [*reasons, *by_club.pop(person.club.pk, ())]
    for club in Club.objects.filter(pk__in=[pk for pk in by_club if pk is not None]):
        _forget_elsewhere(act, club, by_club[club.pk], neutral)
    return [*chain.salted_anew(evenings), *map(chain.key_of, changed)]


@logged("forget_account", gettext_lazy("was anonymised in another club"))
def _forget_elsewhere(act: PendingDeed[Account], club: Club, deeds: Iterable[Deed], neutral: str) -> None:
    """Note in another club's log that some of its rows have another name from now on."""
    elsewhere = PendingDeed(uuid5(act.id, str(club.pk)), None, "forget_account")
    elsewhere.record(club, actor=neutral, covers=[chain.key_of(deed) for deed in deeds])


def _without_mention(details: Any, person: TracedPerson, key: str = "") -> Any:
    """Return what a deed says, with a dash for each text that mentions the person."""
    if isinstance(details, dict):
        return {inner: _without_mention(value, person, inner) for inner, value in details.items()}
    if isinstance(details, list):
        return [_without_mention(value, person, key) for value in details]
    is_said = isinstance(details, str) and key in IN_THE_LOG and person.mentions(details)
    return "–" if is_said else details


def _reword(club: Club, ticked: Mapping[str, Sequence[str]], instead: Mapping[str, str]) -> None:
    """Replace ticked venues and names of tables by the given words, or by nothing or a number."""
    old = OldSheet.objects.filter(batch__club=club)
    venues: dict[str, QuerySet[Evening] | QuerySet[OldSheet]] = {
        "place": club.evenings.all(),
        "old_place": old,
    }
    for kind, rows in venues.items():
        for row in rows.filter(pk__in=ticked[kind]):
            store(row, venue=instead.get(f"{kind}:{row.pk}", ""))
    for sheet in Sheet.objects.filter(evening__club=club, pk__in=ticked["table"]).select_related("evening"):
        others = sheet.evening.sheets.exclude(pk=sheet.pk)
        taken = {folded(name) for name in others.values_list("name", flat=True)}
        store(sheet, name=_free_name(instead.get(f"table:{sheet.pk}", ""), club, taken))
    for old_sheet in old.filter(pk__in=ticked["old_table"]):
        store(old_sheet, name=_free_name(instead.get(f"old_table:{old_sheet.pk}", ""), club, set()))
    for batch in club.old_batches.filter(pk__in=ticked["old_file"]):
        store(batch, file_name="")
    club.other_names.filter(pk__in=ticked["other_name"]).delete()
    _reword_drafts(club, ticked["draft"], instead)
    with translation.override(club.language):
        for capability in capabilities():
            for kind, reword in capability.text_editors.items():
                for key in ticked[kind]:
                    reword(club, key, instead.get(f"{kind}:{key}", ""))


def _reword_drafts(club: Club, keys: Collection[str], instead: Mapping[str, str]) -> None:
    """Replace ticked words in drafts of rule sheets; agreed versions stay as they are."""
    for key in keys:
        rulesets = club.rulesets.select_for_update().filter(pk=key.partition("-")[0]).exclude(draft="")
        for ruleset in rulesets:
            data = data_of(ruleset.draft)
            for word_path, words in words_of(data).items():
                if of_text("draft", ruleset.pk, words) == f"draft:{key}":
                    *to, last = word_path
                    reduce(getitem, to, data)[last] = instead.get(f"draft:{key}") or DASH
            store(ruleset, draft=exported(data), draft_seq=ruleset.draft_seq + 1)


def _free_name(preferred: str, club: Club, taken: Collection[str]) -> str:
    """Return a name that no other table of the evening has; a number if the given one is empty."""
    with translation.override(club.language):
        numbered = _("Table %(number)d")
    if preferred and folded(preferred) not in taken:
        return preferred
    names = (numbered % {"number": number} for number in count(1))
    return next(name for name in names if folded(name) not in taken)


def _close(account: Account, neutral: str) -> None:
    """Close an account for good: sign it out everywhere and take its name and password away."""
    name, number = neutral, 1
    while Account.objects.filter(key=folded(name)).exists():
        number += 1
        name = f"{neutral} ({number})"
    end_all_of(account)
    SecondFactor.objects.filter(account=account).delete()
    store(account, name=name, key=folded(name), password=make_password(None), last_login=None)


def _sweep() -> None:
    """Delete files made earlier, and deleted text that SQLite leaves in its file."""
    pending_downloads.throw_away()
    for capability in capabilities():
        for empty in capability.cache_clearers:
            empty()
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
