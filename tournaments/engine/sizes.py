"""How many sit at each table: fours, as few fives as possible, a six only where nothing else works."""

from __future__ import annotations

SMALLEST = 4
WITH_A_SIX = {6: (6,), 11: (5, 6)}
HOUSE_PLAYERS_WANTED = {6: 2, 7: 1, 11: 1}  # with them there are only fours


class Unseatable(Exception):
    """No tables can be made of so many players."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.section = 0  # which of several, counted from 1
        self.missing = SMALLEST - count if count < SMALLEST else house_players_wanted(count)
        super().__init__(f"{count} players make no tables; {self.missing} more would")


def sizes(count: int) -> tuple[int, ...]:
    """Return the tables for so many players: the fours come first, then the fives, then a six.

    >>> sizes(13)
    (4, 4, 5)
    >>> sizes(11)
    (5, 6)
    """
    if count in WITH_A_SIX:
        return WITH_A_SIX[count]
    fives = count % 4
    fours = (count - 5 * fives) // 4
    if count < SMALLEST or fours < 0:
        raise Unseatable(count)
    return (4,) * fours + (5,) * fives


def house_players_wanted(count: int) -> int:
    """Return how many house players are offered to so many players."""
    return HOUSE_PLAYERS_WANTED.get(count, 0)
