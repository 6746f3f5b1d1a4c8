"""Which hands of a season are counted: under which rules, and who played at them on which side."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from scoring.models import Sheet
from scoring.season.pages.season import Season
from scoring.season.pages.statistics.reading import SeasonPerson
from scoring.table.counting import ALONE, APART, OPPONENT, HandCounted


class HandFilter(NamedTuple):
    """Which hands of the season count."""

    rules: str = ""  # only those under this sheet; empty: all
    people: frozenset[str] = frozenset()  # only those at which all of these played too, by `Person.key`
    against: bool = False  # of a member's hands only those with all these people on the other side


EVERYTHING = HandFilter()


class Seated(NamedTuple):
    """A sheet of the season, and who has hands on it."""

    sheet: int
    evening: int
    first: int  # the version it began with
    hands: int
    played: Mapping[str, int]  # hands by participant
    later: Sequence[int]  # further versions

    @property
    def versions(self) -> set[int]:
        return {self.first, *self.later}

    @property
    def participants(self) -> set[int]:
        return {int(one) for one in self.played}

    def all_hands_of(self, participants: Collection[int]) -> bool:
        """Did none of them ever sit out?"""
        return all(self.played[str(one)] == self.hands for one in participants)


def seated_in(season: Season, evenings: Collection[int] | None = None) -> list[Seated]:
    """One query; the hands themselves are not read. None: all evenings of the season."""
    sheets = Sheet.objects.filter(season.counts("evening__")).order_by()
    if evenings is not None:
        sheets = sheets.filter(evening__in=evenings)
    rows = sheets.values_list(
        "pk", "evening", "ruleset", "standing__hands", "standing__played", "standing__versions"
    )
    return list(map(Seated._make, rows))


def chosen_at(
    seated: Sequence[Seated], people: Mapping[int, SeasonPerson], chosen: frozenset[str]
) -> dict[int, frozenset[int]]:
    """By sheet, whom the chosen people are there; without those on which not all of them have played."""
    found = {}
    for one in seated:
        there = frozenset(player for player in one.participants if people[player].key in chosen)
        if len(there) == len(chosen):  # nobody is at an evening twice
            found[one.sheet] = there
    return found


@lru_cache(maxsize=256)  # four letters, four seats
def across(sides: str, seat: int) -> frozenset[int]:
    """The seats on the other side in this game; in a Trischaken that is everybody else.

    >>> sorted(across("dopo", 0)), sorted(across("dopo", 3)), sorted(across("aada", 0))
    ([1, 3], [0, 2], [1, 2, 3])
    >>> sorted(across("do-o", 0)), sorted(across("do-o", 2))
    ([1, 3], [])
    """
    mine = sides[seat]
    if mine == APART:
        return frozenset()
    return frozenset(
        other
        for other, side in enumerate(sides)
        if other != seat
        and side != APART
        and (ALONE in sides or (side == OPPONENT) is not (mine == OPPONENT))
    )


def opponents_in(hand: HandCounted, seat: int) -> set[int]:
    """Participants who were on the other side in one of its games."""
    return {hand.players[other] for raw in hand.games for other in across(raw[1], seat)}
