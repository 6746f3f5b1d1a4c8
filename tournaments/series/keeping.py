"""How outcomes lie in the database, and come back as they were.

Everybody's is one short text, read when somebody asks for it: of a year with 128 tournaments there are ten
thousand, and as many objects would keep Python looking through them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scoring.engine.result import Amount
from tournaments.engine.ladders import EventOutcome, SharedPlace
from tournaments.standings.results import amount_from

# "m12" is a member, "g345" a guest, who is a guest of one evening or tournament only.
SeriesPerson = str
PERSON = r"[mgn]\d{1,18}"  # "n6789": a name that is known from old results only
OutcomesOfEvent = Mapping[SeriesPerson, EventOutcome]

NONE = "-"


def as_kept(outcomes: OutcomesOfEvent) -> dict[str, Any]:
    """Return outcomes as JSON; how many are ranked is said once.

    >>> as_kept({"m1": EventOutcome(SharedPlace(1, 1), 2, 15, 16, (SharedPlace(2, 2, 3), SharedPlace(1, 1)))})
    {'of': 2, 'people': {'m1': '15 16 1.1.1 2.2.3,1.1.1'}}

    Where sections are ranked apart, whoever is of a smaller one says of how many.
    """
    of = max((outcome.of for outcome in outcomes.values()), default=0)
    return {"of": of, "people": {person: _text(outcome, of) for person, outcome in outcomes.items()}}


def _text(one: EventOutcome, of: int) -> str:
    further = "" if one.of == of else f" {one.of}"
    hands = NONE if one.hands is None else one.hands
    place = NONE if one.place is None else _of_place(one.place)
    return f"{one.schrift} {hands} {place} {','.join(map(_of_place, one.at_tables)) or NONE}{further}"


def _of_place(place: SharedPlace) -> str:
    return ".".join(map(str, place))


@dataclass(frozen=True, slots=True)
class KeptResults(Mapping[SeriesPerson, EventOutcome]):
    """What was kept of an event.

    >>> from fractions import Fraction
    >>> outcomes = {"g2": EventOutcome(None, 2, Fraction(5, 3), None), "m1": EventOutcome(of=1, hands=3)}
    >>> dict(KeptResults(**as_kept(outcomes))) == outcomes
    True
    """

    of: int
    people: dict[SeriesPerson, str]

    def __getitem__(self, person: SeriesPerson) -> EventOutcome:
        schrift, hands, place, at_tables, *of = self.people[person].split(" ")
        return EventOutcome(
            None if place == NONE else _place(place),
            int(of[0]) if of else self.of,
            _amount(schrift),
            None if hands == NONE else int(hands),
            () if at_tables == NONE else _places(at_tables),
        )

    def __iter__(self) -> Iterator[SeriesPerson]:
        return iter(self.people)

    def __len__(self) -> int:
        return len(self.people)


@dataclass(frozen=True, slots=True)
class ResultsOfPerson(Mapping[int, EventOutcome]):
    """Somebody's outcomes, by event."""

    person: SeriesPerson
    events: dict[int, OutcomesOfEvent]  # those in which there is one

    def __getitem__(self, event: int) -> EventOutcome:
        return self.events[event][self.person]

    def __iter__(self) -> Iterator[int]:
        return iter(self.events)

    def __len__(self) -> int:
        return len(self.events)


def by_person(outcomes: Mapping[int, OutcomesOfEvent]) -> dict[SeriesPerson, ResultsOfPerson]:
    """Return the outcomes of events by who came to them."""
    found: dict[SeriesPerson, ResultsOfPerson] = {}
    for event, people in outcomes.items():
        for person in people:
            one = found.get(person)
            if one is None:
                one = found[person] = ResultsOfPerson(person, {})
            one.events[event] = people
    return found


# The same few come again and again.


@lru_cache(maxsize=4000)
def _place(text: str) -> SharedPlace:
    return SharedPlace._make(map(int, text.split(".")))


@lru_cache(maxsize=4000)
def _places(text: str) -> tuple[SharedPlace, ...]:
    return tuple(map(_place, text.split(",")))


@lru_cache(maxsize=4000)
def _amount(text: str) -> Amount:
    return amount_from(text)
