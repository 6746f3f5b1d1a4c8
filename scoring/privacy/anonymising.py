"""A name goes from every place where the program keeps names; every hand and every sum stays.

What people typed freely stays as it is: the owners see what of it names somebody before the name goes.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from secrets import choice
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.db import connection, transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from scoring.capability import capabilities
from scoring.deeds import PendingDeed, Refused, verb
from scoring.figures import ready
from scoring.guests.verbs import guests_there, old_guests_there
from scoring.models import (
    Account,
    Club,
    Deed,
    Member,
    OldPerson,
    Participant,
    Reason,
    SecondFactor,
    SignInAttempt,
)
from scoring.names import folded, sorting, spellings
from scoring.occasions import called_otherwise
from scoring.people.open_sessions import end_all_of
from scoring.people.rights import again, demand_owner, locked, refuse_anonymised, refuse_without_owner
from scoring.people.verbs.members import withdraw_links_made_by, withdraw_page_of
from scoring.privacy.texts import Remedy, StoredText, keys_by_kind
from scoring.privacy.traces import TracedPerson

NUMBERS = range(100, 1000)  # drawn by lot: they say nothing about who came when


@dataclass(frozen=True)
class Traces:
    """What is known of somebody, to be read before it goes."""

    earlier: Sequence[str]  # names they went by before
    guests: Sequence[Participant]  # of the same names; perhaps the same person
    texts: Sequence[StoredText]  # what else names them

    def by_remedy(self, blanked: Collection[str] = ()) -> dict[str, list[StoredText]]:
        """Return the texts by what can be done about them, without those that are blanked."""
        left = [one for one in self.texts if one.blank not in blanked or not one.blank]
        found = {remedy.value: [one for one in left if one.remedy == remedy] for remedy in Remedy}
        return {remedy: texts for remedy, texts in found.items() if texts}


def traces_of(person: TracedPerson, name: str) -> Traces:
    """Return what is known of somebody who is called `name` now."""
    earlier = {folded(name): name for name in sorted(person.names)}
    earlier.pop(folded(name), None)
    return Traces(sorted(earlier.values(), key=sorting), list(person.guests()), person.texts())


def whoever_is(member: Member, guests: Collection[int] = ()) -> TracedPerson:
    """Return a member with everything they took part in, also as one of these guests."""
    own = member.participations.order_by().values_list("pk", flat=True)
    return TracedPerson(member.club, member, frozenset([*own, *guests]), _on_old_sheets(member.club, guests))


def whichever_guest(club: Club, guests: Collection[int], old: Collection[int] = ()) -> TracedPerson:
    """Return the guest of these evenings, and of these old sheets."""
    return TracedPerson(club, None, frozenset(guests), _on_old_sheets(club, guests) | frozenset(old))


def _on_old_sheets(club: Club, guests: Collection[int]) -> frozenset[int]:
    """Whoever is called like one of these guests on old sheets of amounts is the same person."""
    if not guests:
        return frozenset()
    keys = Participant.objects.filter(pk__in=guests, member=None).values("key")
    old = OldPerson.objects.filter(batch__club=club, member=None, key__in=keys)
    return frozenset(old.values_list("pk", flat=True))


@verb("anonymise_member", asked=lambda member, guests, blank: (member, sorted(guests), sorted(blank)))
def anonymise_member(
    act: PendingDeed,
    *,
    actor: Account,
    deed: UUID,
    member: Member,
    guests: Collection[int] = (),
    blank: Collection[str] = (),
) -> Member:
    """Take the name of a member away for good.

    `guests` are those who are the same person: they lose their name, and keep their hands. `blank` are the
    reasons that name them and are blanked.
    """
    club, member = locked(member.club), again(member)
    demand_owner(club, actor)
    refuse_anonymised(member)
    member.club = club
    guests_there(club, guests, field="guests")
    person = whoever_is(member, guests)
    neutral = _neutral(club, guest=False)
    accounts, signed_in = person.accounts, {folded(one.name) for one in person.accounts}
    _demand_named(person, blank)
    _forget(person, neutral, blank)
    _change(member, **spellings(neutral), active=False, anonymised_at=timezone.now(), wants_to_go_at=None)
    called_otherwise(Participant.objects.filter(pk__in=person.participants))
    # Told under the new name, also of somebody who does it to themselves.
    act.record(club, member=member.pk, name=neutral)
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


@verb(
    "anonymise_guest",
    asked=lambda club, guests, old, blank: (club, sorted(guests), sorted(old), sorted(blank)),
    again=lambda before, about: str(before.details["name"]),
)
def anonymise_guest(
    act: PendingDeed,
    *,
    actor: Account,
    deed: UUID,
    club: Club,
    guests: Collection[int],
    old: Collection[int] = (),
    blank: Collection[str] = (),
) -> str:
    """Give a number to the guest of these evenings, and of these old sheets; return the new name."""
    club = locked(club)
    demand_owner(club, actor)
    if not guests and not old:
        raise Refused(guests=[_("Please choose at least one evening.")])
    guests_there(club, guests, field="guests")
    old_guests_there(club, old)
    neutral = _neutral(club, guest=True)
    person = whichever_guest(club, guests, old)
    _demand_named(person, blank)
    _forget(person, neutral, blank)
    called_otherwise(Participant.objects.filter(pk__in=person.participants))
    act.record(club, name=neutral)
    return neutral


def _neutral(club: Club, *, guest: bool) -> str:
    """Return a name that nobody else has in the club, in its language."""
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


def _demand_named(person: TracedPerson, chosen: Collection[str]) -> None:
    """Only reasons that name this person are blanked."""
    if chosen and set(chosen) - {one.blank for one in person.texts() if one.blank}:
        raise Refused(blank=[_("One of these reasons has been changed in the meantime. Please look again.")])


def _forget(person: TracedPerson, neutral: str, blank: Collection[str]) -> None:
    """Rename guests, old sheets and the log, and blank reasons; the person's own row is the caller's."""
    guests = Participant.objects.filter(pk__in=person.participants, member=None)
    Deed.objects.bulk_update(person.forgotten(neutral), ["actor", "details"], batch_size=200)
    guests.update(guest=neutral, key=folded(neutral))
    OldPerson.objects.filter(pk__in=person.old, member=None).update(guest=neutral, key=folded(neutral))
    for capability in capabilities():
        for forget in capability.forgotten:
            forget(person, neutral)
    ticked = keys_by_kind(blank)
    Reason.objects.filter(pk__in=ticked["reason"]).update(text="", blanked_at=timezone.now())
    for deed in person.club.deeds.filter(pk__in=ticked["deed"]):
        deed.details["reason"] = ""
        deed.save(update_fields=["details"])
    transaction.on_commit(_sweep, robust=True)


def _change(row: Member | Account, **values: object) -> None:
    for field, value in values.items():
        setattr(row, field, value)
    row.save(update_fields=list(values))


def _close(account: Account, neutral: str) -> None:
    """Nobody signs in with it any more, and whoever is signed in is signed out."""
    name, number = neutral, 1
    while Account.objects.filter(key=folded(name)).exists():
        number += 1
        name = f"{neutral} ({number})"
    end_all_of(account)
    SecondFactor.objects.filter(account=account).delete()
    _change(account, name=name, key=folded(name), password=make_password(None), last_login=None)


def _sweep() -> None:
    """Nothing may remain in files that were made before, nor in the database's own.

    SQLite leaves deleted text where it stood until the place is needed again.
    """
    ready.throw_away_all()
    for capability in capabilities():
        for empty in capability.emptied:
            empty()
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
