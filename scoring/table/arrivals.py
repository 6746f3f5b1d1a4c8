"""Who is to be seated: members, people of the evening, and names typed at the table."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.accounts.names import problems_with_person
from scoring.deeds import Refused
from scoring.engine.sheet import (
    BIGGEST_TABLE,
    SMALLEST_TABLE,
)
from scoring.models import Evening, Member, Participant
from scoring.models.people import LONGEST_NAME
from scoring.names import folded, tidy


class Person(NamedTuple):
    """A person to be seated: a member, a participant of the evening, or a name typed at the table."""

    member: int | None = None
    participant: int | None = None
    name: str = ""


def seated(evening: Evening, people: list[Person]) -> list[str]:
    """Return these people's ids at this evening, newcomers stored; else Refused(players=…)."""
    problems = []
    if not SMALLEST_TABLE <= len(people) <= BIGGEST_TABLE:
        problems.append(
            _("Four to six people sit at a table; here there are %(count)d.") % {"count": len(people)}
        )
    players: list[str] = []
    arrivals = Arrivals(evening, people)
    for person in people:
        participant = arrivals.participant_of(person, problems)
        if participant is None:
            continue
        if str(participant.pk) in players:
            name = evening.names()[str(participant.pk)]
            problems.append(_("“%(name)s” is named twice.") % {"name": name})
        players.append(str(participant.pk))
    if problems:
        raise Refused(players=problems)
    return players


class Arrivals:
    """The people to be seated at an evening, read together; newcomers become participants."""

    def __init__(self, evening: Evening, people: Iterable[Person]) -> None:
        self.evening = evening
        named, present = Q(pk__in=()), Q(pk__in=())
        for person in people:
            if person.participant is not None:
                present |= Q(pk=person.participant)
            elif person.member is not None:
                named |= Q(pk=person.member)
            elif not problems_with_person(name := tidy(person.name), LONGEST_NAME):
                named |= Q(key=folded(name))
                present |= Q(member=None, key=folded(name))
        self.members = list(Member.objects.filter(named, club=evening.club_id, active=True))
        self.present = list(evening.participants.filter(present | Q(member__in=self.members)))

    def participant_of(self, person: Person, problems: list[str]) -> Participant | None:
        """Return a person's participant, stored if new; None, with a problem, if impossible."""
        if person.participant is not None:
            participant = next(
                (participant for participant in self.present if participant.pk == person.participant), None
            )
            if participant is None:
                problems.append(_("One of these people is no longer there. Please choose again."))
            return participant
        if person.member is not None:
            member = next((member for member in self.members if member.pk == person.member), None)
            if member is None:
                problems.append(_("One of these members is no longer active. Please choose again."))
                return None
            return self._participant(member=member)
        name = tidy(person.name)
        if wrong := problems_with_person(name, LONGEST_NAME):
            problems += wrong
            return None
        key = folded(name)
        member = next((member for member in self.members if member.key == key), None)
        return self._participant(member=member) if member else self._participant(guest=name, key=key)

    def _participant(self, *, member: Member | None = None, guest: str = "", key: str = "") -> Participant:
        for participant in self.present:
            if participant.member_id == (member and member.pk) and (member or participant.key == key):
                return participant
        self.present.append(self.evening.participants.create(member=member, guest=guest, key=key))
        return self.present[-1]
