"""Recorded lots: the order in which some players were drawn."""

from collections.abc import Sequence

from tournaments.engine.seeded_random import Dice

LotOrder = Sequence[str]  # the first drawn stands in front
LotOrders = Sequence[LotOrder]  # in the order in which they were recorded


def drawn(players: Sequence[str], lots: LotOrders) -> tuple[str, ...] | None:
    """Return the order of these players in the newest lot that includes all of them; None without one.

    >>> drawn(["Anna", "Bert"], [["Anna", "Bert"], ["Bert", "Cilli", "Anna"]])
    ('Bert', 'Anna')
    >>> drawn(["Anna", "Bert", "Cilli"], [["Anna", "Bert"]]) is None
    True
    """
    for lot in reversed(lots):
        if set(players) <= set(lot):
            return tuple(sorted(players, key=list(lot).index))
    return None


def drawn_from(seed: str, players: Sequence[str]) -> list[str]:
    """Return an order drawn from a seed, the same for the same people in order of registration.

    >>> drawn_from("Sküs", ["7", "9", "12"]) == drawn_from("Sküs", ["7", "9", "12"])
    True
    """
    return Dice(seed).shuffled(players)
