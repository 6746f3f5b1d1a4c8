"""Finals: the first of a series play on; who declines is replaced by the next; points are carried over."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from scoring.engine.result import Amount, exact
from scoring.engine.texts import Text
from tournaments.engine.ladders import LADDERS, EventOutcome, LadderChoice, SharedPlace, table_of, written
from tournaments.engine.series import SeriesPlace

BY_PLACE = "qualification"  # the ladder by which places are worth points in the final


class Carry(StrEnum):
    """What of the points of a series goes along into its final."""

    NONE = "none"
    ALL = "all"
    SHARE = "share"  # so many percent
    LADDER = "ladder"  # by the place in the series


@dataclass(frozen=True, slots=True)
class FinalTerms:
    """How many play in a final, and what they bring along."""

    places: int
    carry: Carry = Carry.NONE
    percent: int = 50
    table: tuple[Amount, ...] = ()  # the organiser's own points by place
    each_section: bool = False  # so many of each section, not of all together


class Cut(NamedTuple):
    """Who plays in the final, who is level for its last places, and who comes next, by place."""

    playing: tuple[SeriesPlace, ...] = ()
    level: tuple[SeriesPlace, ...] = ()  # share a place across the cut: undecided
    reserve: tuple[SeriesPlace, ...] = ()
    declined: tuple[SeriesPlace, ...] = ()
    free: int = 0  # places that nobody has yet


def cut(
    places: Sequence[SeriesPlace],
    size: int,
    declined: Collection[str],
    sections: Mapping[str, str] | None = None,
) -> Cut:
    """Return who plays in a final of that size; those who declined are passed over.

    With sections, given by person, each section has that many places; a person without one does not play.
    """
    if sections:
        parts = [
            cut([place for place in places if sections.get(place.person) == name], size, declined)
            for name in sorted({name for name in sections.values() if name})
        ]
        return Cut(
            tuple(player for part in parts for player in part.playing),
            tuple(place for part in parts for place in part.level),
            tuple(place for part in parts for place in part.reserve),
            tuple(place for part in parts for place in part.declined),
            sum(part.free for part in parts),
        )
    candidates = [place for place in places if place.person not in declined]
    playing, reserve = candidates[:size], candidates[size:]
    level: list[SeriesPlace] = []
    if playing and reserve and playing[-1].rank == reserve[0].rank:
        rank = reserve[0].rank
        level = [place for place in candidates if place.rank == rank]
        playing = [player for player in playing if player.rank != rank]
        reserve = [place for place in reserve if place.rank != rank]
    return Cut(
        tuple(playing),
        tuple(level),
        tuple(reserve),
        tuple(place for place in places if place.person in declined),
        size - len(playing),
    )


class CarriedPoints(NamedTuple):
    """What a finalist brings along from the series before, and how it came about."""

    points: Amount
    words: Text


def carried(place: SeriesPlace, places: Sequence[SeriesPlace], terms: FinalTerms) -> CarriedPoints:
    """Return the points that a player carries into the final, and their explanation."""
    points = written(place.points)
    match terms.carry:
        case Carry.ALL:
            return CarriedPoints(place.points, Text(f"Wertung {points}", f"Series {points}"))
        case Carry.SHARE:
            share = exact(Fraction(place.points) * terms.percent / 100)
            formula = f"{points} · {terms.percent} % → {written(share)}"
            return CarriedPoints(share, Text(f"Wertung {formula}", f"Series {formula}"))
        case Carry.LADDER:
            ranks = [place.rank for place in places]
            rank = place.rank or 0
            outcome = EventOutcome(SharedPlace(rank, ranks.index(rank) + 1, ranks.count(rank)), len(ranks))
            ladder, choice = LADDERS[BY_PLACE], LadderChoice(table_of(BY_PLACE, terms.table))
            given = ladder.gives(outcome, choice) or 0
            return CarriedPoints(given, ladder.tells(outcome, choice, given))
    return CarriedPoints(0, Text("", ""))
