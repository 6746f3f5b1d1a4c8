"""Rows of amounts as people type them from old sheets, with what everybody has in the end."""

from __future__ import annotations

from typing import Any

from tests.support.scoring.old_hand_rows import FOUR

AMOUNTS = ("Datum", "Ort", "Tisch")
OLD = (("4.3.2016", "Lamm", "1", "12", "-4", "−6 1/3", "–1 2/3"), ("11.3.17", "", "", "-3", "", "3", ""))

# Six hands of one evening, and what everybody has after each.
HANDS = (
    (1, -1, 1, -1),
    (10, -30, 10, 10),
    (8, -4, -2, -2),
    (-5, -5, 15, -5),
    (2, 2, -2, -2),
    (-4, 12, -4, -4),
)
RUNNING = tuple(tuple(sum(hand[seat] for hand in HANDS[: n + 1]) for seat in range(4)) for n in range(6))
SUMS = RUNNING[-1]


def rows_of(*amounts: tuple[Any, ...], day: str = "4.3.2016", table: str = "1") -> list[tuple[Any, ...]]:
    """When and where only in the first of them."""
    return [
        ((day, "Lamm", table) if not number else ("", "", "")) + amount
        for number, amount in enumerate(amounts)
    ]


def total_of(amounts: tuple[Any, ...]) -> dict[str, Any]:
    return dict(zip(FOUR, amounts, strict=True))
