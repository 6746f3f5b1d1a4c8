"""Who chooses from the prizes, in order of rank; between equals a recorded lot decides."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from tournaments.engine.lots import LotOrders, drawn
from tournaments.engine.ranking import Place


def needs_lot(places: Sequence[Place], choosers: int, lots: LotOrders = ()) -> tuple[tuple[str, ...], ...]:
    """Return the equals whose order says who chooses, or who chooses first, and who have not drawn yet."""
    found, before = [], 0
    for players in _equals(places):
        if before < choosers and len(players) > 1 and drawn(players, lots) is None:
            found.append(players)
        before += len(players)
    return tuple(found)


def choice_order(places: Sequence[Place], choosers: int, lots: LotOrders = ()) -> tuple[str, ...]:
    """Return who chooses, first to last, as far as it is certain: up to equals who still have to draw."""
    order: list[str] = []
    for players in _equals(places):
        settled = drawn(players, lots) if len(players) > 1 else players
        if settled is None:
            break
        order += settled
    return tuple(order[:choosers])


def _equals(places: Sequence[Place]) -> list[tuple[str, ...]]:
    return [
        tuple([place.player for place in group])
        for _, group in groupby(places, lambda place: (place.last, place.rank))
    ]
