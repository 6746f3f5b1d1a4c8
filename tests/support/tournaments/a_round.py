"""A hand of Zwanzigerrufen in one line."""

from __future__ import annotations


def hand(declarer: str, partner: str, *, won: bool = True) -> dict[str, object]:
    """A plain game of two against two: everybody gets or pays 1."""
    return {
        "games": [
            {"contract": "normalspiel", "declarer": declarer, "partner": partner, "points": 45 if won else 30}
        ]
    }
