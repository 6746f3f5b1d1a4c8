"""A name is taken out of everything that is stored; every hand and every sum stays."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from secrets import choice
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.db import connection, transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from scoring.deeds import PendingDeed, Refused, verb
from scoring.guests.verbs import guests_there, old_guests_there
from scoring.models import (
    Account,
    Club,
    Deed,
    Evening,
    Member,
    OldPerson,
    Participant,
    Reason,
    Sheet,
    SignInAttempt,
)
from scoring.models.evenings import LONGEST_PLACE, LONGEST_TABLE_NAME
from scoring.names import folded, sorting, spellings
from scoring.occasions import called_otherwise
from scoring.people.rights import again, demand_owner, locked, refuse_anonymised, refuse_without_owner
from scoring.people.verbs.members import withdraw_links_made_by, withdraw_page_of
from scoring.privacy.own_rules import RulesMention, moves, reword
from scoring.privacy.traces import TracedPerson, Typed

# Files that wait on the server's disk and may name somebody: what empties their folders.
FOLDERS: list[Callable[[], None]] = []

NUMBERS = range(100, 1000)  # drawn by lot: they say nothing about who came when


class Texts(NamedTuple):
    """What others typed that names somebody."""

    reasons: Sequence[Reason]  # are blanked
    places: Sequence[Evening]  # get the new name instead
    tables: Sequence[Sheet]
    further: Sequence[Typed]


@dataclass(frozen=True)
class Traces:
    """What is known of somebody, to be read before it goes."""

    earlier: Sequence[str]  # names they went by before
    guests: Sequence[Participant]  # of the same names; perhaps the same person
    texts: Texts
    in_the_clubs_name: bool
    rules: Sequence[RulesMention]  # what the club's own sheets say of them

    @property
    def words_of_rules(self) -> list[RulesMention]:
        return [one for one in self.rules if one.words]

    @property
    def keys(self) -> list[str]:
        """Of games of the club's own, which stay."""
        return sorted({key for one in self.rules for key in one.keys})


def traces_of(person: TracedPerson, name: str) -> Traces:
    """`name` is what they are called now."""
    earlier = {folded(name): name for name in sorted(person.names)}
    earlier.pop(folded(name), None)
    return Traces(
        sorted(earlier.values(), key=sorting),
        list(person.guests()),
        Texts(person.reasons(), person.places(), person.tables(), person.further()),
        person.club.name in person.mentions(timezone.now()),
        person.rules(),
    )


def whoever_is(member: Member, guests: Collection[int] = ()) -> TracedPerson:
    """A member with everything they took part in, also as one of these guests."""
    own = member.participations.order_by().values_list("pk", flat=True)
    return TracedPerson(member.club, member, frozenset([*own, *guests]))


@verb
def anonymise_member(*, actor: Account, deed: UUID, member: Member, guests: Collection[int] = ()) -> Member:
    """For good. `guests` are those who are the same person: they lose their name, and keep their hands."""
    club, member = locked(member.club), again(member)
    act = PendingDeed(deed, actor, "anonymise_member", member.pk, sorted(guests))
    if act.done() is not None:
        return member
    demand_owner(club, actor)
    refuse_anonymised(member)
    member.club = club
    guests_there(club, guests, field="guests")
    person = whoever_is(member, guests)
    neutral = _neutral(club, guest=False)
    accounts, signed_in = person.accounts, {folded(one.name) for one in person.accounts}
    others = _forget(person, neutral)
    _change(member, **spellings(neutral), active=False, anonymised_at=timezone.now(), wants_to_go_at=None)
    # Told under the new name, also of somebody who does it to themselves.
    act.record(club, member=member.pk, name=neutral, **_others_told(others))
    withdraw_links_made_by(member)
    withdraw_page_of(member)
    member.invitations.open().update(withdrawn_at=timezone.now())
    member.appointments.all().delete()
    _change(member, account=None)
    for account in accounts:
        _close(account, neutral)
    SignInAttempt.objects.filter(key__in=[key[:160] for key in person.keys | signed_in]).delete()
    refuse_without_owner(club)
    return member


@verb
def anonymise_guest(
    *, actor: Account, deed: UUID, club: Club, guests: Collection[int], old: Collection[int] = ()
) -> str:
    """The guest of these evenings, and of these old sheets, is one with a number; gives the new name."""
    club = locked(club)
    asked = [sorted(guests), *([sorted(old)] if old else [])]
    act = PendingDeed(deed, actor, "anonymise_guest", club.pk, *asked)
    if (before := act.done()) is not None:
        return str(before.details["name"])
    demand_owner(club, actor)
    if not guests and not old:
        raise Refused(guests=[_("Please choose at least one evening.")])
    guests_there(club, guests, field="guests")
    old_guests_there(club, old)
    neutral = _neutral(club, guest=True)
    _forget(TracedPerson(club, None, frozenset(guests), frozenset(old)), neutral)
    act.record(club, name=neutral)
    return neutral


def _others_told(others: Sequence[str]) -> dict[str, Any]:
    return {"others": others} if others else {}


def _neutral(club: Club, *, guest: bool) -> str:
    """A name that nobody else has in the club, in its language."""
    taken = set(club.members.values_list("key", flat=True))
    taken |= set(Participant.objects.filter(evening__club=club, member=None).values_list("key", flat=True))
    taken |= set(OldPerson.objects.filter(batch__club=club, member=None).values_list("key", flat=True))
    with translation.override(club.language):
        said = _("Guest %(number)d") if guest else _("Member %(number)d")
    numbers = NUMBERS
    while True:
        free = [name for number in numbers if folded(name := said % {"number": number}) not in taken]
        if free:
            return choice(free)
        numbers = range(numbers.stop, 10 * numbers.stop)


def _forget(person: TracedPerson, neutral: str) -> list[str]:
    """Everything but the person's own rows: the log, guests, and what others typed.

    Gives the names of guests on old sheets who are called like a member, but like none of the guests who go
    along: they get a number of their own.
    """
    guests = Participant.objects.filter(pk__in=person.participants, member=None)
    going_along = set(guests.values_list("key", flat=True))
    texts = Texts(person.reasons(), person.places(), person.tables(), person.further())
    sheets = person.rewordings(neutral)
    deeds = person.forgotten(neutral, moves(sheets))
    Deed.objects.bulk_update(deeds, ["actor", "details"], batch_size=200)
    Reason.objects.filter(pk__in=[one.pk for one in texts.reasons]).update(text="", blanked_at=timezone.now())
    for evening in texts.places:
        said = person.mentions(evening.opened_at).replaced(evening.place, by=neutral)
        _change(evening, place=said[:LONGEST_PLACE])
    for sheet in texts.tables:
        said = person.mentions(sheet.opened_at).replaced(sheet.name, by=neutral)
        _change(sheet, name=_free_name(sheet, said))
    reword(person.club, sheets)
    others: dict[str, str] = {}
    for one in texts.further:
        by = neutral
        key = folded(one.text)
        if one.is_somebody and person.member is not None and key not in going_along:
            if key not in others:
                others[key] = _neutral(person.club, guest=True)
            by = others[key]
        one.replace(person.mentions(one.at).replaced(one.text, by=by))
    guests.update(guest=neutral, key=folded(neutral))
    OldPerson.objects.filter(pk__in=person.old, member=None).update(guest=neutral, key=folded(neutral))
    called_otherwise(Participant.objects.filter(pk__in=person.participants))
    transaction.on_commit(_sweep, robust=True)
    return list(others.values())


def _free_name(sheet: Sheet, name: str) -> str:
    """Two tables of one evening have two names."""
    taken = set(sheet.evening.sheets.exclude(pk=sheet.pk).values_list("name", flat=True))
    free, number = name[:LONGEST_TABLE_NAME], 1
    while free in taken:
        number += 1
        free = f"{name[: LONGEST_TABLE_NAME - 4]} {number}"
    return free


def _change(row: Member | Evening | Sheet | Account, **values: object) -> None:
    for field, value in values.items():
        setattr(row, field, value)
    row.save(update_fields=list(values))


def _close(account: Account, neutral: str) -> None:
    """Nobody signs in with it any more, and whoever is signed in is signed out."""
    name, number = neutral, 1
    while Account.objects.filter(key=folded(name)).exists():
        number += 1
        name = f"{neutral} ({number})"
    _change(account, name=name, key=folded(name), password=make_password(None), last_login=None)


def _sweep() -> None:
    """Nothing may remain in files that were made before, nor in the database's own.

    SQLite leaves deleted text where it stood until the place is needed again.
    """
    for throw_away in FOLDERS:
        throw_away()
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
