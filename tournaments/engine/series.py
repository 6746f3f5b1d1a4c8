"""Series: what events give, how many count, and the standings."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from scoring.engine.result import Amount, exact
from tournaments.engine.ladders import (
    LADDERS,
    Beyond,
    Equals,
    EventOutcome,
    LadderChoice,
    table_of,
)
from tournaments.engine.lots import LotOrders, drawn
from tournaments.engine.terms import json_value


class WhatCounts(StrEnum):
    """How many of a player's results count."""

    ALL = "all"
    BEST = "best"  # so many
    HALF = "half"  # as many as half of the events, rounded up
    PARTS = "parts"  # so many within each part of the year


class WhoCounts(StrEnum):
    """Which people count; places in an event stay those among all who played there."""

    EVERYBODY = "everybody"
    MEMBERS = "members"  # of the club, no guests


class TeamsBy(StrEnum):
    """What is added up for a team."""

    SERIES = "series"  # what its best members have in the series
    EVENT = "event"  # in each event what its best members have there


class TieBreak(StrEnum):
    """What parts those who have as many points."""

    BEST = "best"  # the better best result, then the next best and so on
    MORE_STARTS = "more_starts"
    FEWER_STARTS = "fewer_starts"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class SeriesTerms:
    """Everything about a series that is a choice."""

    ladder: str = "schrift"
    table: tuple[Amount, ...] = ()  # the organiser's own points by place
    beyond: Beyond = Beyond.NOTHING
    equals: Equals = Equals.MEAN
    counting: WhatCounts = WhatCounts.ALL
    best: int = 6
    parts: int = 2  # of a year
    least: int = 1  # starts needed to be ranked
    off: Amount = 0  # for each event missed
    who: WhoCounts = WhoCounts.EVERYBODY
    ties: tuple[TieBreak, ...] = (TieBreak.BEST,)
    team_best: int = 3  # members of a team count
    teams_by: TeamsBy = TeamsBy.SERIES
    in_sections: bool = False  # places within the section, also where all are ranked together

    @property
    def choice(self) -> LadderChoice:
        return LadderChoice(table_of(self.ladder, self.table), self.beyond, self.equals)

    def counted(self, held: int) -> int | None:
        """Return how many results count after `held` events; None: all of them."""
        match self.counting:
            case WhatCounts.BEST | WhatCounts.PARTS:
                return self.best
            case WhatCounts.HALF:
                return -(-held // 2)
        return None

    def as_json(self) -> dict[str, Any]:
        return {field.name: json_value(getattr(self, field.name)) for field in fields(self)}


def series_terms_from(stored: Mapping[str, Any]) -> SeriesTerms:
    """Return the stored terms of a series; an unknown ladder becomes the Schrift.

    Members of certain clubs counted where several held a series together: of these its own are left.
    """
    read: dict[str, Any] = {
        "table": lambda points: tuple(exact(Fraction(point)) for point in points),
        "off": lambda points: exact(Fraction(points)),
        "beyond": Beyond,
        "equals": Equals,
        "counting": WhatCounts,
        "who": {
            "clubs": WhoCounts.MEMBERS,
            "group": WhoCounts.EVERYBODY,  # whoever is on a list that alone counts
            **{str(who): who for who in WhoCounts},
        }.__getitem__,
        "teams_by": TeamsBy,
        "ties": lambda names: tuple(map(TieBreak, names)),
        "ladder": lambda name: name if name in LADDERS else "schrift",
    }
    known = {field.name for field in fields(SeriesTerms)}
    return SeriesTerms(
        **{key: read.get(key, lambda it: it)(value) for key, value in stored.items() if key in known}
    )


class HeldEvent(NamedTuple):
    """An event that counts, and in which part of the year it was."""

    key: int
    part: int = 0


def part_of_year(day: date, parts: int) -> int:
    """Return the number of the part of a year for a day, with `parts` parts a year."""
    return day.year * parts + (day.month - 1) * parts // 12


class SeriesPlace(NamedTuple):
    """One row of the standings of a series."""

    rank: int | None  # None: too few starts
    tied: bool
    person: str
    points: Amount
    seed: Amount
    given: Mapping[int, Amount]  # by event, in the order of the events
    counting: Collection[int]  # the events whose results count
    missed: int
    off: Amount  # for what was missed
    best: Amount | None  # of the results
    decided: TieBreak | None = None  # what put this person behind the one before, who has as many points


class SeriesStandings(NamedTuple):
    """Who is ranked, and below the line who has too few starts."""

    places: tuple[SeriesPlace, ...] = ()
    below: tuple[SeriesPlace, ...] = ()
    held: int = 0
    counted: int | None = None  # so many results count; None: all


Outcomes = Mapping[str, Mapping[int, EventOutcome]]  # by person and event
Held = Mapping[
    int, tuple[int, int]
]  # where an event comes in the order of all, and in which part of the year


def series_standings(
    outcomes: Outcomes,
    events: Sequence[HeldEvent],
    terms: SeriesTerms,
    *,
    seeds: Mapping[str, Amount] | None = None,
    lots: LotOrders = (),
) -> SeriesStandings:
    """Return the standings after these events."""
    brought = seeds or {}
    held = {event.key: (index, event.part) for index, event in enumerate(events)}
    rows = [
        _row(person, outcomes.get(person, {}), held, terms, brought.get(person, 0))
        for person in sorted({*outcomes, *brought})
    ]
    ranked = [index for index in rows if len(index.given) >= terms.least]
    below = [index for index in rows if len(index.given) < terms.least]
    return SeriesStandings(
        tuple(_places(ranked, terms.ties, lots)),
        tuple(sorted(below, key=lambda place: (-place.points, -len(place.given), place.person))),
        len(events),
        terms.counted(len(events)),
    )


def open_ties(standings: SeriesStandings, terms: SeriesTerms) -> list[tuple[str, ...]]:
    """Return the ties that still need a lot, best places first."""
    if TieBreak.LOT not in terms.ties:
        return []
    tied = [place for place in standings.places if place.tied]
    return [tuple(place.person for place in group) for _, group in groupby(tied, lambda place: place.rank)]


def ranked_among(
    standings: SeriesStandings, people: Collection[str], terms: SeriesTerms, *, lots: LotOrders = ()
) -> tuple[SeriesPlace, ...]:
    """Return how some of those who are ranked stand among each other."""
    return tuple(_places([place for place in standings.places if place.person in people], terms.ties, lots))


def _row(
    person: str,
    outcomes: Mapping[int, EventOutcome],
    held: Held,
    terms: SeriesTerms,
    seed: Amount,
) -> SeriesPlace:
    choice = terms.choice
    gives = LADDERS[terms.ladder].gives
    given: dict[int, Amount] = {}
    for event in sorted([event for event in outcomes if event in held], key=held.__getitem__):
        points = gives(outcomes[event], choice)
        if points is not None:
            given[event] = points
    best_first = sorted(given, key=given.__getitem__, reverse=True)  # of equal results the earlier one
    counting = _counting(best_first, held, terms)
    missed = len(held) - len(given)
    off = exact(terms.off * missed)
    return SeriesPlace(
        None,
        tied=False,
        person=person,
        points=exact(sum([given[key] for key in counting]) + seed - off),
        seed=seed,
        given=given,
        counting=counting,
        missed=missed,
        off=off,
        best=given[best_first[0]] if best_first else None,
    )


def _counting(best_first: Sequence[int], held: Held, terms: SeriesTerms) -> set[int]:
    """Return the events whose results count."""
    limit = terms.counted(len(held))
    if limit is None:
        return set(best_first)
    if terms.counting is not WhatCounts.PARTS:
        return set(best_first[:limit])
    parts: dict[int, list[int]] = {}
    for event in best_first:
        parts.setdefault(held[event][1], []).append(event)
    return {event for events in parts.values() for event in events[:limit]}


def _best_first(rows: Sequence[SeriesPlace]) -> list[tuple[Amount, ...]]:
    """Return everybody's results, the best in front."""
    return [tuple(sorted(row.given.values(), reverse=True)) for row in rows]


_KEYS: dict[TieBreak, Callable[[Sequence[SeriesPlace]], Sequence[Any]]] = {
    TieBreak.BEST: _best_first,
    TieBreak.MORE_STARTS: lambda rows: [len(row.given) for row in rows],
    TieBreak.FEWER_STARTS: lambda rows: [-len(row.given) for row in rows],
}


def _places(rows: Iterable[SeriesPlace], ties: Sequence[TieBreak], lots: LotOrders) -> list[SeriesPlace]:
    """Return the rows with their ranks; equals share one and the next ranks are skipped."""
    places: list[SeriesPlace] = []
    by_points = sorted(rows, key=attrgetter("points"), reverse=True)
    for _points, group in groupby(by_points, attrgetter("points")):
        for decided, equals in _parted(list(group), list(ties), lots, None):
            rank = len(places) + 1
            places += [
                place._replace(
                    rank=rank, tied=len(equals) > 1, decided=decided if place is equals[0] else None
                )
                for place in equals
            ]
    return places


def _parted(
    equals: list[SeriesPlace], ties: list[TieBreak], lots: LotOrders, decided: TieBreak | None
) -> list[tuple[TieBreak | None, list[SeriesPlace]]]:
    """Return groups of equal people in order, each with what put it behind the one before."""
    if len(equals) < 2 or not ties:
        return [(decided, equals)]
    tie, *others = ties
    if tie is TieBreak.LOT:
        order = drawn([place.person for place in equals], lots)
        groups = (
            [equals]
            if order is None
            else [[place] for place in sorted(equals, key=lambda place: order.index(place.person))]
        )
    else:
        pairs = sorted(zip(_KEYS[tie](equals), equals, strict=True), key=itemgetter(0), reverse=True)
        groups = [[row for _key, row in group] for _key, group in groupby(pairs, itemgetter(0))]
    ordered: list[tuple[TieBreak | None, list[SeriesPlace]]] = []
    for group in groups:
        ordered += _parted(group, others, lots, tie if ordered else decided)
    return ordered
