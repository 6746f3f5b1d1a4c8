"""The totals as a picture: from numbers to coordinates, nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.charts.axes import Axes, Frame, axes_of, hands_to_name
from scoring.engine.result import Amount

FEW_HANDS = 24  # up to here every hand has a marker
MANY_HANDS = 80  # from here on the lines are thinner
LINE = 24  # from one name to the next
KINDS = 8  # of dashes and markers; then they start again


class ChartSize(NamedTuple):
    """The size of a chart."""

    frame: Frame
    letters: int  # of a name


PHONE = ChartSize(Frame(290, 340, left=54, right=98, named=4), 6)
DESKTOP = ChartSize(Frame(760, 380, left=60, right=180, named=8), 13)


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

    axes: Axes
    curves: tuple[Curve, ...]
    many: bool  # hands

    @property
    def names_at(self) -> int:
        return self.axes.inner_right + 15


def chart_of(series: Mapping[str, Sequence[Amount | None]], size: ChartSize) -> Chart:
    """Return the picture of totals after each hand by name, the beginning included; None: not there yet."""
    known = [total for totals in series.values() for total in totals if total is not None]
    last = max((len(totals) for totals in series.values()), default=1) - 1

    def across(frame: Frame, hand: int) -> float:
        return round(frame.left + (frame.width - frame.left - frame.right) * hand / max(last, 1), 1)

    axes = axes_of(known, size.frame, hands_to_name(last, size.frame.named), across)
    frame = axes.frame
    lines = {
        name: [
            (across(frame, hand), axes.down(total)) for hand, total in enumerate(totals) if total is not None
        ]
        for name, totals in series.items()
    }
    ends = [points[-1][1] for points in lines.values()]
    apart = label_heights(ends, LINE, frame.top, axes.inner_bottom)
    every = 1 if last <= FEW_HANDS else last // 12
    curves = [
        _curve(name, place % KINDS, points, label_at, every)
        for place, ((name, points), label_at) in enumerate(zip(lines.items(), apart, strict=True))
    ]
    return Chart(axes, tuple(curves), last > MANY_HANDS)


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
    """Return a circle, square, triangle, rhombus, cross, triangle upside down, plus or bar."""
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


def label_heights(wanted: Sequence[float], apart: float, top: float, bottom: float) -> list[float]:
    """Return places as near as may be to those wanted, so far apart that names do not touch.

    >>> label_heights([50, 52, 90], 24, 0, 100)
    [39.0, 63.0, 90.0]
    >>> label_heights([98, 99], 24, 0, 100)
    [76.0, 100.0]
    """
    order = sorted(range(len(wanted)), key=lambda one: wanted[one])
    groups: list[
        list[float]
    ] = []  # of neighbours that touch: how many, and the middle of where they would be
    for index in order:
        groups.append([1, wanted[index]])
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
