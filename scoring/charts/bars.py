"""Figures as bars: from numbers to coordinates, nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from scoring.charts.axes import AxisTick
from scoring.engine.result import Amount
from scoring.web.names import shortened

SOLID, STRIPED, HOLLOW = "solid", "striped", "hollow"
WAYS = (SOLID, STRIPED, HOLLOW)  # of filling the parts of a bar, one after the other
THICK = 18


class BarFrame(NamedTuple):
    """The size of the picture. Names stand beside their bars, or above them where there is no room."""

    width: int
    row: int  # from one bar to the next
    names: int  # room for them on the left; 0: above
    values: int  # room on the right; 0: above
    letters: int  # of a name


NARROW = BarFrame(290, 50, 0, 0, 22)
WIDE = BarFrame(760, 32, 240, 110, 24)


class BarPart(NamedTuple):
    """A rectangle: one part of a bar."""

    way: str
    x: float
    width: float


@dataclass(frozen=True)
class Bar:
    """One row of the picture. The number stands there in words, too."""

    label: str
    value: str
    y: float  # of the bar
    words_at: float  # of the words
    parts: tuple[BarPart, ...]


@dataclass(frozen=True)
class Bars:
    """Everything the picture prints."""

    name: str  # what its ids begin with
    title: str
    description: str  # what it shows, in a sentence
    frame: BarFrame
    bars: tuple[Bar, ...]
    zero: AxisTick

    @property
    def height(self) -> int:
        return self.frame.row * len(self.bars) + 8

    @property
    def thick(self) -> int:
        return THICK

    @property
    def values_at(self) -> int:
        return self.frame.width - 2


class BarFigure(NamedTuple):
    """What one bar shows: parts that lie end to end, or one number that may be below zero."""

    label: str
    value: str
    parts: tuple[Amount, ...]


def bars_of(name: str, title: str, description: str, figures: Sequence[BarFigure]) -> tuple[Bars, ...]:
    """Return the same picture for a phone and for everything bigger; none of nothing."""
    if not any(any(figure.parts) for figure in figures):
        return ()
    return tuple(
        _bars(f"{name}-{frame.width}", title, description, figures, frame) for frame in (NARROW, WIDE)
    )


def _bars(name: str, title: str, description: str, figures: Sequence[BarFigure], frame: BarFrame) -> Bars:
    """Return the bars for one width of the page.

    >>> picture = _bars("x", "", "", [BarFigure("a", "+3", (3,)), BarFigure("b", "−1", (-1,))], NARROW)
    >>> [bar.parts for bar in picture.bars]
    [(BarPart(way='solid', x=74.0, width=214.0),), (BarPart(way='striped', x=2.0, width=72.0),)]
    """
    low = min(0, *(part for figure in figures for part in figure.parts))
    high = max(0, *(sum(part for part in figure.parts if part > 0) for figure in figures))
    left = frame.names + 2
    room = frame.width - left - frame.values - 2

    def across(amount: Amount) -> float:
        return round(left + room * float(Fraction(amount - low, 1) / (high - low)), 0)

    labels = shortened([figure.label for figure in figures], frame.letters)
    found = []
    for place, (figure, label) in enumerate(zip(figures, labels, strict=True)):
        top = place * frame.row + 4
        bar_at = top if frame.names else top + frame.row - THICK - 8
        words_at = top + THICK - 4 if frame.names else top + 16
        found.append(Bar(label, figure.value, bar_at, words_at, tuple(_parts(figure, across))))
    return Bars(name, title, description, frame, tuple(found), AxisTick(across(0), "0"))


def _parts(figure: BarFigure, across: Callable[[Amount], float]) -> list[BarPart]:
    if len(figure.parts) == 1:
        (amount,) = figure.parts
        start, end = sorted((across(0), across(amount)))
        return [BarPart(SOLID if amount >= 0 else STRIPED, start, end - start)] if amount else []
    found: list[BarPart] = []
    so_far: Amount = 0
    for way, amount in zip(WAYS, figure.parts, strict=False):
        if amount:
            start, end = across(so_far), across(so_far + amount)
            found.append(BarPart(way, start, end - start))
        so_far = so_far + amount
    return found
