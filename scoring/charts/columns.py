"""Many signed figures as columns beside each other: from numbers to coordinates, nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.charts.axes import Axes, Frame, axes_of, hands_to_name
from scoring.engine.result import Amount

FILLED = 0.8  # of the room that a column has
WIDEST = 48


NARROW = Frame(290, 240, left=54, right=4, named=4)
WIDE = Frame(760, 280, left=60, right=4, named=8)


@dataclass(frozen=True)
class Columns:
    """Everything the picture prints. All columns of a kind are one path: there may be hundreds."""

    name: str  # what its ids begin with
    title: str
    description: str  # what it shows, in a sentence
    axes: Axes
    above: str
    below: str


def columns_of(name: str, title: str, description: str, amounts: Sequence[Amount]) -> tuple[Columns, ...]:
    """Return the same picture for a phone and for everything bigger; none of nothing.

    >>> columns_of("x", "", "", [0, 0])
    ()
    """
    if not any(amounts):
        return ()
    return tuple(
        _columns(f"{name}-{frame.width}", title, description, amounts, frame) for frame in (NARROW, WIDE)
    )


def _columns(name: str, title: str, description: str, amounts: Sequence[Amount], frame: Frame) -> Columns:
    """Return the columns for one width of the page.

    >>> picture = _columns("x", "", "", [3, -1, 0, 2], NARROW)
    >>> picture.above
    'M59.8 158V14h46.4V158zM233.8 158V62h46.4V158z'
    >>> picture.below
    'M117.8 158V206h46.4V158z'
    >>> [tick.label for tick in picture.axes.numbers]
    ['1', '2', '3', '4']
    """

    def room(frame: Frame) -> float:
        return (frame.width - frame.left - frame.right) / len(amounts)

    def middle(frame: Frame, number: int) -> float:
        return round(frame.left + room(frame) * (number - 0.5), 1)

    named = [number for number in hands_to_name(len(amounts), frame.named) if number]
    axes = axes_of(amounts, frame, named, middle)
    wide = round(min(room(axes.frame) * FILLED, WIDEST), 2)
    above: list[str] = []
    below: list[str] = []
    for number, amount in enumerate(amounts, 1):
        if amount:
            start = round(middle(axes.frame, number) - wide / 2, 2)
            column = f"M{start:g} {axes.zero:g}V{axes.down(amount):g}h{wide:g}V{axes.zero:g}z"
            (above if amount > 0 else below).append(column)
    return Columns(name, title, description, axes, "".join(above), "".join(below))
