"""Who sits at a table: members and guests, between two hands."""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.accounts.names import problems_with_person
from scoring.deeds import Refused, atomic_with_retry
from scoring.engine.sheet import BIGGEST_TABLE, MOST_PEOPLE, SMALLEST_TABLE
from scoring.models import Act, Entry, Evening, Member, Participant, Sheet
from scoring.models.people import LONGEST_NAME
from scoring.names import folded, tidy
from scoring.rules.versions.books import rules_for
from scoring.table.replay import Fact, position_of
from scoring.table.verbs.hands import read
from scoring.table.writing import (
    OtherContents,
    Written,
    append_row,
    demand_open,
    ready,
    write,
    written_before,
)
from scoring.table_policy import Actor, NewEntry


class Person(NamedTuple):
    """Somebody to sit down: a member, somebody who is there already, or a name typed at the table."""

    member: int | None = None
    participant: int | None = None
    name: str = ""


def seated(evening: Evening, people: list[Person]) -> list[str]:
    """Return the ids of these people in this evening, newcomers written down; else Refused(players=…)."""
    problems = []
    if not SMALLEST_TABLE <= len(people) <= BIGGEST_TABLE:
        problems.append(_("Four to six people sit at a table; these are %(count)d.") % {"count": len(people)})
    known = _KnownPeople(evening, people)
    found: list[str] = []
    for person in people:
        participant = known.participant(person, problems)
        if participant is None:
            continue
        if str(participant.pk) in found:
            name = evening.names()[str(participant.pk)]
            problems.append(_("“%(name)s” is named twice.") % {"name": name})
        found.append(str(participant.pk))
    if problems:
        raise Refused(players=problems)
    return found


class _KnownPeople:
    """Who of some people is a member, and who is in the evening already: asked once for all of them."""

    def __init__(self, evening: Evening, people: list[Person]) -> None:
        self.evening = evening
        keys = {
            folded(person.name)
            for person in people
            if not problems_with_person(tidy(person.name), LONGEST_NAME)
        }
        members = Member.objects.filter(
            Q(pk__in={person.member for person in people}) | Q(key__in=keys),
            club=evening.club_id,
            active=True,
        )
        self.members = {member.pk: member for member in members}
        self.called = {member.key: member for member in self.members.values()}
        self.there = list(
            evening.participants.filter(
                Q(pk__in={person.participant for person in people})
                | Q(member__in=self.members)
                | Q(member=None, key__in=keys)
            )
        )

    def participant(self, person: Person, problems: list[str]) -> Participant | None:
        if person.participant is not None:
            there = next(
                (participant for participant in self.there if participant.pk == person.participant), None
            )
            if there is None:
                problems.append(_("One of these people is no longer there. Please choose again."))
            return there
        if person.member is not None:
            member = self.members.get(person.member)
            if member is None:
                problems.append(_("One of these members is no longer active. Please choose again."))
                return None
            return self._member(member)
        return self._named(tidy(person.name), problems)

    def _named(self, name: str, problems: list[str]) -> Participant | None:
        """Return the member of a typed name, or else the guest; None, and why, if it cannot be a name."""
        if wrong := problems_with_person(name, LONGEST_NAME):
            problems += wrong
            return None
        key = folded(name)
        if key in self.called:
            return self._member(self.called[key])
        there = next(
            (
                participant
                for participant in self.there
                if participant.member_id is None and participant.key == key
            ),
            None,
        )
        return there or self._written_down(guest=name, key=key)

    def _member(self, member: Member) -> Participant:
        there = next((participant for participant in self.there if participant.member_id == member.pk), None)
        return there or self._written_down(member=member)

    def _written_down(self, **who: Any) -> Participant:
        """Add somebody to the evening; if another was quicker, the verb begins anew."""
        newcomer: Participant = self.evening.participants.create(**who)
        self.there.append(newcomer)
        return newcomer


@atomic_with_retry
def seat(
    *, actor: Actor, entry: UUID, sheet: Sheet, after: int, people: list[Person], dealer: int
) -> Written:
    """Write who sits from the next hand on, in order of play; `dealer` counts from 0 among them."""
    sheet, before = ready(sheet, actor, entry)
    if before is not None:
        players = seated(sheet.evening, people)
        _demand_the_same(before, players, players[dealer] if 0 <= dealer < len(players) else None)
        return written_before(sheet, before)
    demand_open(sheet, after)
    players = seated(sheet.evening, people)
    if not 0 <= dealer < len(players):
        raise Refused(dealer=[_("Please say who deals the next hand.")])
    if len({*sheet.totals, *players}) > MOST_PEOPLE:
        raise Refused(players=[_("At most %(most)d people sit at one table.") % {"most": MOST_PEOPLE}])
    if tuple(players) == tuple(sheet.standing["players"]):
        record: dict[str, Any] = {"event": "dealer", "dealer": players[dealer]}
    else:
        record = {"event": "seating", "players": players, "dealer": players[dealer]}
    rules = rules_for(sheet)
    fact = read(record, rules)
    position = position_of(sheet)
    written: Entry = write(sheet, actor, NewEntry(entry, Act.ADD, record))
    return Written(written, sheet, append_row(sheet, position, Fact(written.id, written.place, fact, rules)))


def _demand_the_same(before: Entry, players: list[str], dealer: str | None) -> None:
    """Raise OtherContents unless the entry of this id seated the same people with the same dealer."""
    record = before.record
    if (
        before.act != Act.ADD
        or not isinstance(record, dict)
        or record.get("event") not in ("dealer", "seating")
    ):
        raise OtherContents
    if (record["dealer"], record.get("players", players)) != (dealer, players):
        raise OtherContents
