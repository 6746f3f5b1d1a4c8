"""Hands of Zwanzigerrufen as a table dictates them."""

from typing import Any


def hand(declarer: str, partner: str, *, won: bool = True) -> dict[str, Any]:
    """A plain game of two against two: everybody gets or pays 1."""
    game = {"contract": "normalspiel", "declarer": declarer, "partner": partner, "points": 45 if won else 30}
    return {"games": [game]}


REDEAL: dict[str, Any] = {"void": "redeal", "reason": "kein Tarock"}
STRUCK: dict[str, Any] = {"void": "struck", "reason": "Karten vermischt"}
