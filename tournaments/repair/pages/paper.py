"""Lines typed from paper, with what each of them pays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scoring.engine.result import Amount


class PaperHand(NamedTuple):
    """A hand typed from paper in words, with what everybody at the table gets; None: not in this hand."""

    number: int  # of the line
    told: str
    amounts: Sequence[Amount | None]


def paid(number: int, told: str, amounts: Mapping[str, Amount] | None, seats: Sequence[str]) -> PaperHand:
    """Return a hand from paper with what each seat gets: None if it was not in it, or nobody knows yet."""
    return PaperHand(number, told, [None if amounts is None else amounts.get(one) for one in seats])
