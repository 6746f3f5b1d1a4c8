"""Estimates as points, with a line for how uncertain they are: from numbers to coordinates, nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.charts.axes import AxisTick, heights_between
from scoring.charts.bars import NARROW, WIDE, BarFrame
from scoring.web.names import shortened

FRAMES = (NARROW._replace(letters=16), WIDE)
AXIS = 30  # room for its numbers
EDGE = 24  # half of a number at the end of the axis
APART = 8  # between two numbers
CAP = 6  # half of the stroke at the end of a line


class Spread(NamedTuple):
    """What one row shows; `value` says it in words."""

    label: str
    value: str
    middle: int
    within: int


class Whisker(NamedTuple):
    """One row of the picture."""

    label: str
    value: str
    words_at: int
    at: int  # its line
    dot: float
    path: str


@dataclass(frozen=True)
class Whiskers:
    """Everything the picture prints."""

    name: str  # what its ids begin with
    title: str
    description: str  # what it shows, in a sentence
    frame: BarFrame
    rows: tuple[Whisker, ...]
    ticks: tuple[AxisTick, ...]

    @property
    def bottom(self) -> int:
        return self.frame.row * len(self.rows) + 4

    @property
    def height(self) -> int:
        return self.bottom + AXIS

    @property
    def numbers_at(self) -> int:
        return self.height - 8

    @property
    def values_at(self) -> int:
        return self.frame.width - 2


WhiskerPictures = tuple[Whiskers, ...]  # for a phone and for everything bigger; empty: nothing to see


def whiskers_of(name: str, title: str, description: str, spreads: Sequence[Spread]) -> WhiskerPictures:
    """Return the pictures of these estimates, one for each width; none without estimates."""
    if not spreads:
        return ()
    return tuple(_whiskers(f"{name}-{frame.width}", title, description, spreads, frame) for frame in FRAMES)


def _whiskers(
    name: str, title: str, description: str, spreads: Sequence[Spread], frame: BarFrame
) -> Whiskers:
    """Return the whiskers for one width of the page.

    >>> picture = _whiskers("x", "", "", [Spread("a", "", 1000, 200), Spread("b", "", 900, 100)], NARROW)
    >>> [(row.dot, row.path) for row in picture.rows]
    [(145.0, 'M24 33H266M24 27v12M266 27v12'), (84.5, 'M24 83H145M24 77v12M145 77v12')]
    >>> [tick.label for tick in picture.ticks]
    ['800', '900', '1000', '1100', '1200']
    >>> far = [Spread("a", "", 1100, 500)]  # numbers that would touch one another
    >>> [[tick.label for tick in _whiskers("x", "", "", far, frame).ticks] for frame in FRAMES]
    [['600', '1000', '1400'], ['600', '800', '1000', '1200', '1400', '1600']]
    """
    steps = heights_between(
        min(spread.middle - spread.within for spread in spreads),
        max(spread.middle + spread.within for spread in spreads),
    )
    left = frame.names + EDGE
    room = frame.width - left - frame.values - EDGE

    def across(number: int) -> float:
        return round(left + room * (number - steps[0]) / (steps[-1] - steps[0]), 1)

    rows = []
    labels = shortened([spread.label for spread in spreads], frame.letters)
    for place, (spread, label) in enumerate(zip(spreads, labels, strict=True)):
        top = place * frame.row
        at = top + (frame.row // 2 + 2 if frame.names else frame.row - 17)
        words_at = at + 5 if frame.names else top + 20
        low, high = across(spread.middle - spread.within), across(spread.middle + spread.within)
        caps = "".join(f"M{end:g} {at - CAP}v{2 * CAP}" for end in (low, high))
        path = f"M{low:g} {at}H{high:g}{caps}"
        rows.append(Whisker(label, spread.value, words_at, at, across(spread.middle), path))
    crowded = room / (len(steps) - 1) < 2 * EDGE + APART
    ticks = tuple(AxisTick(across(number), str(number)) for number in (steps[::2] if crowded else steps))
    return Whiskers(name, title, description, frame, tuple(rows), ticks)
