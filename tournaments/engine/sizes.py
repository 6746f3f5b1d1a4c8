"""The sizes of tables: fours, as few fives as possible, a six only where nothing else works."""

SMALLEST = 4
WITH_A_SIX = {6: (6,), 11: (5, 6)}
HOUSE_PLAYERS_WANTED = {6: 2, 7: 1, 11: 1}  # with them there are only fours


class Unseatable(Exception):
    """Raised for a number of players that cannot be split into tables."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.section = 0  # which of several, counted from 1
        super().__init__(f"{count} players make no tables")


def sizes(count: int) -> tuple[int, ...]:
    """Return the table sizes for `count` players: the fours come first, then the fives, then a six.

    >>> sizes(13)
    (4, 4, 5)
    >>> sizes(11)
    (5, 6)
    """
    if not is_seatable(count):
        raise Unseatable(count)
    fives = count % 4
    return WITH_A_SIX.get(count) or (4,) * ((count - 5 * fives) // 4) + (5,) * fives


def is_seatable(count: int) -> bool:
    """Return whether `count` players can be split into tables."""
    return count in WITH_A_SIX or (count >= SMALLEST and count >= 5 * (count % 4))


def house_players_wanted(count: int) -> int:
    """Return how many house players are suggested for `count` players."""
    return HOUSE_PLAYERS_WANTED.get(count, 0)
