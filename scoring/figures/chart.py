"""The totals as a picture: from numbers to coordinates, nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.engine.result import Amount

FEW_HANDS = 24  # up to here every hand has a marker
MANY_HANDS = 80  # from here on the lines are thinner
MOST_HEIGHTS = 6
LETTER, BESIDE = 12, 12  # room for one of a number at its widest, and between number and picture
KINDS = 8  # of dashes and markers; then they start again


class Frame(NamedTuple):
    """The size of the picture, and what is kept free around the lines."""

    width: int
    height: int
    left: int
    right: int
    letters: int  # of a name
    hands: int  # that are named under the lines
    top: int = 14
    bottom: int = 34
    line: int = 24  # from one label to the next


PHONE = Frame(290, 340, left=54, right=98, letters=6, hands=4)
DESKTOP = Frame(760, 380, left=60, right=180, letters=13, hands=8)


class AxisTick(NamedTuple):
    """A number beside an axis."""

    at: float
    label: str


@dataclass(frozen=True)
class Curve:
    """One player's line. `kind` chooses dashes, marker and colour together."""

    name: str
    kind: int
    path: str
    markers: tuple[str, ...]
    end: tuple[float, float]
    label_at: float  # pushed apart, so that no name stands on another
    leader: str  # from the end of the line to its name


@dataclass(frozen=True)
class Chart:
    """Everything the picture prints."""

    frame: Frame
    curves: tuple[Curve, ...]
    heights: tuple[AxisTick, ...]
    hands: tuple[AxisTick, ...]
    zero: float
    many: bool  # hands

    @property
    def inner_right(self) -> int:
        return self.frame.width - self.frame.right

    @property
    def inner_bottom(self) -> int:
        return self.frame.height - self.frame.bottom

    @property
    def names_at(self) -> int:
        return self.inner_right + 15

    @property
    def ticks_at(self) -> int:
        return self.frame.left - 8

    @property
    def numbers_at(self) -> int:
        return self.frame.height - 8


def room_for(labels: Iterable[str]) -> int:
    """On the left, where numbers stand beside the picture.

    >>> room_for(["+5", "0", "−12345"])
    84
    """
    return BESIDE + LETTER * max(map(len, labels))


def chart_of(series: Mapping[str, Sequence[Amount | None]], frame: Frame) -> Chart:
    """Totals after each hand by name, the beginning included; None before somebody sat down."""
    known = [total for totals in series.values() for total in totals if total is not None]
    steps = heights_between(min([0, *known]), max([0, *known]))
    low, high = steps[0], steps[-1]
    frame = frame._replace(left=max(frame.left, room_for(map(_signed, steps))))
    last = max((len(totals) for totals in series.values()), default=1) - 1
    width = frame.width - frame.left - frame.right
    height = frame.height - frame.top - frame.bottom

    def across(hand: float) -> float:
        return round(frame.left + width * hand / max(last, 1), 1)

    def down(total: Amount) -> float:
        return round(frame.top + height * float((high - total) / (high - low)), 1)

    lines = {
        name: [(across(hand), down(total)) for hand, total in enumerate(totals) if total is not None]
        for name, totals in series.items()
    }
    apart = pushed_apart(
        [points[-1][1] for points in lines.values()], frame.line, frame.top, frame.height - frame.bottom
    )
    every = 1 if last <= FEW_HANDS else last // 12
    curves = [
        _curve(name, place % KINDS, points, label_at, every)
        for place, ((name, points), label_at) in enumerate(zip(lines.items(), apart, strict=True))
    ]
    return Chart(
        frame,
        tuple(curves),
        tuple(AxisTick(down(total), _signed(total)) for total in steps),
        tuple(AxisTick(across(hand), str(hand)) for hand in hands_to_name(last, frame.hands)),
        down(0),
        last > MANY_HANDS,
    )


def _curve(name: str, kind: int, points: list[tuple[float, float]], label_at: float, every: int) -> Curve:
    x, y = points[-1]
    marked = [*points[::-every][::-1]] if len(points) > 1 else points
    return Curve(
        name=name,
        kind=kind,
        path="M" + " ".join(f"{x:g} {y:g}" for x, y in points),
        markers=tuple(_marker(kind, x, y) for x, y in marked),
        end=(x, y),
        label_at=label_at,
        leader=f"M{x + 4:g} {y:g} {x + 13:g} {label_at:g}",
    )


def _marker(kind: int, x: float, y: float) -> str:
    """Circle, square, triangle, rhombus, cross, triangle upside down, plus, bar."""
    shape = (
        "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
        "m-3.5-3.5h7v7h-7z",
        "m0-5l4.6 8h-9.2z",
        "m0-5l5 5-5 5-5-5z",
        "m-4-4l8 8m0-8l-8 8",
        "m0 5l4.6-8h-9.2z",
        "m-5 0h10m-5-5v10",
        "m-2-5h4v10h-4z",
    )[kind]
    return f"M{x:g} {y:g}{shape}"


def heights_between(low: Amount, high: Amount) -> list[int]:
    """Round numbers from below the lowest to above the highest, zero among them.

    >>> heights_between(-7, 12)
    [-10, -5, 0, 5, 10, 15]
    >>> heights_between(0, 0)
    [-1, 0, 1]
    """
    if low == high:
        return [-1, 0, 1]
    step = 1
    while len(found := _multiples(low, high, step)) > MOST_HEIGHTS:
        step = _rounder(step)
    return found


def _multiples(low: Amount, high: Amount, step: int) -> list[int]:
    first, last = int(low // step), -int(-high // step)
    return [number * step for number in range(first, last + 1)]


def _rounder(step: int) -> int:
    """1, 2, 5, 10, 20, 50, …"""
    return step * 5 // 2 if str(step).startswith("2") else step * 2


def hands_to_name(last: int, most: int) -> list[int]:
    """
    >>> hands_to_name(4, 6), hands_to_name(60, 6)
    ([0, 1, 2, 3, 4], [0, 10, 20, 30, 40, 50, 60])
    """
    step = 1
    while last // step > most:
        step = _rounder(step)
    return list(range(0, last + 1, step))


def pushed_apart(wanted: Sequence[float], apart: float, top: float, bottom: float) -> list[float]:
    """Places as near as may be to those wanted, so far apart that names do not touch.

    >>> pushed_apart([50, 52, 90], 24, 0, 100)
    [39.0, 63.0, 90.0]
    >>> pushed_apart([98, 99], 24, 0, 100)
    [76.0, 100.0]
    """
    order = sorted(range(len(wanted)), key=lambda one: wanted[one])
    groups: list[
        list[float]
    ] = []  # of neighbours that touch: how many, and the middle of where they would be
    for one in order:
        groups.append([1, wanted[one]])
        _keep_inside(groups[-1], apart, top, bottom)
        while len(groups) > 1 and _touch(groups[-2], groups[-1], apart):
            count, middle = groups.pop()
            before = groups[-1]
            before[1] = (before[0] * before[1] + count * middle) / (before[0] + count)
            before[0] += count
            _keep_inside(before, apart, top, bottom)
    places = [
        middle + (place - (count - 1) / 2) * apart for count, middle in groups for place in range(int(count))
    ]
    found = [0.0] * len(wanted)
    for one, place in zip(order, places, strict=True):
        found[one] = round(float(place), 1)
    return found


def _touch(upper: list[float], lower: list[float], apart: float) -> bool:
    return upper[1] + upper[0] / 2 * apart > lower[1] - lower[0] / 2 * apart


def _keep_inside(group: list[float], apart: float, top: float, bottom: float) -> None:
    half = (group[0] - 1) / 2 * apart
    group[1] = max(top + half, min(bottom - half, group[1]))


def _signed(total: int) -> str:
    return f"−{-total}" if total < 0 else f"+{total}" if total else "0"
