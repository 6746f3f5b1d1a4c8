"""Who sat with whom: a seating, and the meetings in all earlier ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.engine.sizes import SMALLEST

Pair = tuple[str, str]  # in the order of the ids


@dataclass(frozen=True, slots=True)
class RoundSeating:
    """The tables of a round with their players in order of seats; the first drew the high card."""

    tables: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        twice = sorted(player for player, seats in Counter(self.players).items() if seats > 1)
        if twice:
            raise AssertionError(f"{', '.join(twice)} cannot sit on two seats")

    @property
    def players(self) -> tuple[str, ...]:
        return tuple([player for table in self.tables for player in table])

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple([len(table) for table in self.tables])

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """Return all pairs of players who sit at the same table."""
        return tuple([pair for table in self.tables for pair in pairs_at(table)])

    @property
    def at_large_tables(self) -> tuple[str, ...]:
        """Return the players at tables of five or six, where players take turns at sitting out."""
        return tuple([player for table in self.tables if len(table) > SMALLEST for player in table])


def pairs_at(table: Sequence[str]) -> Iterator[Pair]:
    """Yield everybody at a table with everybody else there."""
    return combinations(sorted(table), 2)


def swapped(seating: RoundSeating, first: str, other: str) -> RoundSeating:
    """Return the seating in which two players change seats, at one table or between two."""
    instead = {first: other, other: first}
    return RoundSeating(tuple([tuple([instead.get(player, player) for player in t]) for t in seating.tables]))


@dataclass(frozen=True, slots=True)
class Meetings:
    """The meetings of earlier rounds: how often for every pair, and large tables for every player."""

    times: Counter[Pair]
    large: Counter[str]  # seats at a five or six
    large_last: frozenset[str]  # who sat at one the last time he played

    @classmethod
    def of(cls, past: Sequence[RoundSeating]) -> Meetings:
        """Count everything over all rounds, the oldest one first."""
        times: Counter[Pair] = Counter()
        large: Counter[str] = Counter()
        latest: dict[str, int] = {}
        for seating in past:
            times.update(seating.pairs)
            large.update(seating.at_large_tables)
            for table in seating.tables:
                latest.update(dict.fromkeys(table, len(table)))
        return cls(times, large, frozenset({player for player, size in latest.items() if size > SMALLEST}))

    def burden(self, player: str) -> int:
        """Return the weight of a player's large tables: 2 each, and 1 more if it was in the last round."""
        return 2 * self.large[player] + (player in self.large_last)
