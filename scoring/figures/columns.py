"""Many signed figures as columns beside each other: from numbers to coordinates, nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.engine.result import Amount
from scoring.figures.amounts import noted
from scoring.figures.chart import AxisTick, hands_to_name, heights_between, room_for

FILLED = 0.8  # of the room that a column has


class ColumnFrame(NamedTuple):
    """The size of the picture, and what is kept free around the columns."""

    width: int
    height: int
    left: int
    named: int  # numbers under the columns, at most
    right: int = 4
    top: int = 14
    bottom: int = 34
    widest: int = 48  # a column


NARROW = ColumnFrame(290, 240, left=54, named=4)
WIDE = ColumnFrame(760, 280, left=60, named=8)


@dataclass(frozen=True)
class Columns:
    """Everything the picture prints. All columns of a kind are one path: there may be hundreds."""

    name: str  # what its ids begin with
    title: str
    said: str  # what it shows, in a sentence
    frame: ColumnFrame
    above: str
    below: str
    zero: float
    heights: tuple[AxisTick, ...]
    numbers: tuple[AxisTick, ...]

    @property
    def inner_right(self) -> int:
        return self.frame.width - self.frame.right

    @property
    def ticks_at(self) -> int:
        return self.frame.left - 8

    @property
    def numbers_at(self) -> int:
        return self.frame.height - 8


def columns_of(name: str, title: str, said: str, amounts: Sequence[Amount]) -> tuple[Columns, ...]:
    """The same picture for a phone and for everything bigger; none of nothing."""
    if not any(amounts):
        return ()
    return tuple(_columns(f"{name}-{frame.width}", title, said, amounts, frame) for frame in (NARROW, WIDE))


def _columns(name: str, title: str, said: str, amounts: Sequence[Amount], frame: ColumnFrame) -> Columns:
    """
    >>> picture = _columns("x", "", "", [3, -1, 0, 2], NARROW)
    >>> picture.above
    'M59.8 158V14h46.4V158zM233.8 158V62h46.4V158z'
    >>> picture.below
    'M117.8 158V206h46.4V158z'
    >>> [tick.label for tick in picture.numbers]
    ['1', '2', '3', '4']
    """
    steps = heights_between(min(0, *amounts), max(0, *amounts))
    low, high = steps[0], steps[-1]
    frame = frame._replace(left=max(frame.left, room_for(map(noted, steps))))
    height = frame.height - frame.top - frame.bottom
    room = (frame.width - frame.left - frame.right) / len(amounts)
    wide = round(min(room * FILLED, frame.widest), 2)

    def middle(place: int) -> float:
        return round(frame.left + room * (place + 0.5), 1)

    def down(amount: Amount) -> float:
        return round(frame.top + height * float((high - amount) / (high - low)), 1)

    zero = down(0)
    above: list[str] = []
    below: list[str] = []
    for place, amount in enumerate(amounts):
        if amount:
            start = round(middle(place) - wide / 2, 2)
            column = f"M{start:g} {zero:g}V{down(amount):g}h{wide:g}V{zero:g}z"
            (above if amount > 0 else below).append(column)
    named = [number for number in hands_to_name(len(amounts), frame.named) if number]
    return Columns(
        name,
        title,
        said,
        frame,
        "".join(above),
        "".join(below),
        zero,
        tuple(AxisTick(down(total), noted(total)) for total in steps),
        tuple(AxisTick(middle(number - 1), str(number)) for number in named),
    )
