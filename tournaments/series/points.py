"""Everybody's outcomes in counting events, and whose they are, computed at each reading."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from typing import NamedTuple

from scoring.accounts.names import members_by_name
from scoring.engine.result import from_twelfths
from scoring.models import Club, Participant, TableScore
from scoring.names import folded
from tournaments.engine.event_outcomes import (
    AtTable,
    OutcomesOfEvent,
    outcome_from_text,
    outcomes_in,
    outcomes_of_evening,
)
from tournaments.engine.ladders import LADDERS, EventOutcome, LooksAt, SharedPlace, shared_places
from tournaments.engine.played import RankedTournament
from tournaments.engine.series import SeriesTerms
from tournaments.models import Counted, Line, Tournament
from tournaments.standings.derived import ranked_each

# "m12": a member, "n56": a name that is no member's, "g34": a guest of one event
SeriesPerson = str
MOST_NUMBERS = 500  # a query takes no more


@dataclass
class People:
    """Who is who in a club today: a name on a list belongs to the member with that name."""

    names: dict[SeriesPerson, str]
    known: Mapping[str, int | None]  # members by names; None: that name is nobody's

    def of_line(self, line: Line) -> SeriesPerson:
        """Return whose line it is, and remember how a stranger is called."""
        member = line.member_id or (None if line.stranger else self.known.get(folded(line.name)))
        return self.called(line.name) if member is None else f"m{member}"

    def called(self, name: str) -> SeriesPerson:
        """Return the key of a name without a member, the same in all events and lists."""
        person = f"n{int(sha256(folded(name).encode()).hexdigest()[:12], 16)}"
        self.names.setdefault(person, name)
        return person

    def by_person(self, lines: Iterable[Line]) -> dict[SeriesPerson, Line]:
        """Return one line for each person: the better, earlier one of two."""
        of_person: dict[SeriesPerson, Line] = {}
        for line in lines:
            of_person.setdefault(self.of_line(line), line)
        return of_person

    def with_guests(
        self, outcomes: Mapping[int, OutcomesOfEvent], *, per_event: bool = False
    ) -> dict[int, OutcomesOfEvent]:
        """Return the outcomes with guests of one name as one person over all events and lists.

        Two of one name in an event stay two; and all of them each event, where that is wanted, `per_event`.
        """
        self.name_guests(outcomes.values())
        if per_event:
            return dict(outcomes)
        return {event: self._as_called(people) for event, people in outcomes.items()}

    def name_guests(self, outcomes: Iterable[OutcomesOfEvent]) -> None:
        """Look up the names of guests of these events, as far as still unknown."""
        there = {who for people in outcomes for who in people if who[0] == "g"}
        some = sorted(int(who[1:]) for who in there - self.names.keys())
        for first in range(0, len(some), MOST_NUMBERS):
            rows = Participant.objects.filter(pk__in=some[first : first + MOST_NUMBERS])
            self.names |= {f"g{pk}": name for pk, name in rows.values_list("pk", "guest")}

    def as_guests(
        self,
        lines: Sequence[Line],
        outcomes: Mapping[int, OutcomesOfEvent],
        *,
        several: bool = False,
    ) -> dict[SeriesPerson, Line]:
        """Return lines by the guests of one event with these names, if no list has them.

        Of `several` guests of one name each has a line, the last is that of all others; otherwise none has.
        """
        there = {who for people in outcomes.values() for who in people}
        guests: dict[SeriesPerson, list[SeriesPerson]] = {}
        for who in in_order_of_numbers(who for who in there if who[0] == "g"):
            guests.setdefault(self.called(self.names[who]), []).append(who)
        people = [self.of_line(line) for line in lines]
        to_come = Counter(people)
        of_person: dict[SeriesPerson, Line] = {}
        for person, line in zip(people, lines, strict=True):
            to_come[person] -= 1
            same = [] if person in there else guests.get(person, [])
            if several and to_come[person]:
                same, guests[person] = same[:1], same[1:]
            for who in (same if several or len(same) == 1 else ()) or (person,):
                of_person.setdefault(who, line)
        return of_person

    def _as_called(self, outcomes: OutcomesOfEvent) -> OutcomesOfEvent:
        called = {who: self.called(self.names[who]) for who in outcomes if who[0] == "g"}
        times = Counter(called.values())
        return {
            called[who] if times[called.get(who, "")] == 1 else who: outcome
            for who, outcome in outcomes.items()
        }


def people_of(club: Club) -> People:
    """Return the people of a series; three queries."""
    names = club.members.order_by().values_list("pk", "name")
    return People({f"m{pk}": name for pk, name in names}, members_by_name(club))


class Played(NamedTuple):
    """What was played at tournaments and evenings, whatever series they count in."""

    tournaments: Mapping[int, RankedTournament]
    evenings: Mapping[int, OutcomesOfEvent]


def _tournament_of(counted: Counted) -> int | None:
    return counted.round.tournament_id if counted.round else counted.tournament_id


def played_at(counted: Collection[Counted]) -> Played:
    """Return what was played at these events, by a fixed number of queries."""
    numbers = {number for number in map(_tournament_of, counted) if number is not None}
    tournaments = ranked_each(list(Tournament.objects.filter(pk__in=numbers))) if numbers else {}
    return Played(tournaments, _of_evenings({each.evening_id for each in counted if each.evening_id}))


def outcomes_of(
    counted: Collection[Counted],
    played: Played,
    lines: Mapping[int, Sequence[Line]],
    terms: SeriesTerms,
    people: People,
    *,
    whole: bool = False,
) -> dict[int, OutcomesOfEvent]:
    """Return everybody's outcome by event: the parts that the ladder uses, or all."""
    looks_at = LADDERS[terms.ladder].looks_at
    outcomes: dict[int, OutcomesOfEvent] = {}
    for each in counted:
        number = each.round.number if each.round else None
        tournament = played.tournaments.get(_tournament_of(each) or 0)
        if tournament is not None:
            keys = {who: person_key(person.member, who) for who, person in tournament.people.items()}
            outcomes[each.pk] = outcomes_in(
                *(tournament, keys, None if whole else looks_at),
                number=number,
                in_section=terms.in_sections,
            )
        elif each.evening_id is not None:
            outcomes[each.pk] = played.evenings.get(each.evening_id, {})
        elif each.list_id is not None:
            outcomes[each.pk] = _of_list(people.by_person(lines.get(each.list_id, ())), terms, looks_at)
    return outcomes


def person_key(member: int | None, participant: int | str) -> SeriesPerson:
    """Return the key of a person at an evening or a tournament."""
    return f"m{member}" if member is not None else f"g{participant}"


def in_order_of_numbers(people: Iterable[SeriesPerson]) -> list[SeriesPerson]:
    """Return people by id, members first."""
    return sorted(people, key=lambda person: ("mgn".index(person[0]), int(person[1:])))


def _of_list(rows: Mapping[SeriesPerson, Line], terms: SeriesTerms, looks_at: LooksAt) -> OutcomesOfEvent:
    """Return outcomes by a list's places, else by its points; without points there is no Schrift."""
    ranks = {person: line.place for person, line in rows.items() if line.place is not None}
    shared = Counter(ranks.values())
    places = {person: SharedPlace(rank, rank, shared[rank]) for person, rank in ranks.items()}
    places = places or shared_places({person: line.points or 0 for person, line in rows.items()})
    return {
        person: outcome_from_text(line.outcome, in_section=terms.in_sections)
        if line.outcome
        else EventOutcome(places.get(person), len(places), line.points or 0)
        for person, line in rows.items()
        if line.kept_points or looks_at in (LooksAt.PLACE, LooksAt.TABLES)
    }


def _of_evenings(evenings: Collection[int]) -> dict[int, OutcomesOfEvent]:
    """Return everybody's outcome over all tables of an evening, ranked by the Kassa; one query."""
    rows = (
        TableScore.objects.played()
        .filter(sheet__evening__in=evenings)
        .order_by("sheet__evening_id", "sheet_id")
        .values_list(
            *("sheet__evening_id", "sheet_id", "participant__member_id", "participant_id"),
            *("twelfths", "schrift_twelfths", "hands"),
        )
    )
    by_evening: dict[int, OutcomesOfEvent] = {}
    for evening, of_evening in groupby(rows if evenings else (), lambda row: row[0]):
        tables: dict[int, dict[SeriesPerson, AtTable]] = {}
        for _evening, sheet, member, participant, kassa, schrift, hands in of_evening:
            line = AtTable(from_twelfths(kassa), from_twelfths(schrift), hands)
            tables.setdefault(sheet, {})[person_key(member, participant)] = line
        by_evening[evening] = outcomes_of_evening(tables.values())
    return by_evening
