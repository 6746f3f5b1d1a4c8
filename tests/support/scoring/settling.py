"""Hands whose amounts are in thirds or go into the pot."""

from collections.abc import Sequence

from tests.support.scoring.tables import Record, hand


def pagat(by: str, *, made: bool, declarer: str = "Anna") -> Record:
    """A Dreier with an announced Pagat: whoever plays it plays alone."""
    premium = {"premium": "pagat", "by": by, "announced": True, "made": made}
    return {**hand("dreier", declarer, won=True), "premiums": [premium]}


def in_thirds(loser: str, names: Sequence[str]) -> Record:
    """A Trischaken that costs 2 points; the others had equally few and share them."""
    return hand("trischaken", names[0], order=[[loser], [name for name in names if name != loser]])
