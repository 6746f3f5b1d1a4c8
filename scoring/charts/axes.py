"""The axes of a picture: heights on the left, zero among them, and numbers below."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from scoring.engine.amounts import noted
from scoring.engine.result import Amount

MOST_HEIGHTS = 6
LETTER, BESIDE = 12, 12  # room for one of a number at its widest, and between number and picture


class Frame(NamedTuple):
    """The size of a picture, and what is kept free around what it shows."""

    width: int
    height: int
    left: int
    right: int
    named: int  # numbers under the picture, at most
    top: int = 14
    bottom: int = 34


class AxisTick(NamedTuple):
    """A number beside an axis."""

    at: float
    label: str


@dataclass(frozen=True)
class Axes:
    """Both axes of a picture, with everything that is printed beside them."""

    frame: Frame
    heights: tuple[AxisTick, ...]
    numbers: tuple[AxisTick, ...]
    down: Callable[[Amount], float]  # where an amount is

    @property
    def zero(self) -> float:
        return self.down(0)

    @property
    def inner_right(self) -> int:
        return self.frame.width - self.frame.right

    @property
    def inner_bottom(self) -> int:
        return self.frame.height - self.frame.bottom

    @property
    def ticks_at(self) -> int:
        return self.frame.left - 8

    @property
    def numbers_at(self) -> int:
        return self.frame.height - 8


def axes_of(
    amounts: Iterable[Amount], frame: Frame, numbers: Iterable[int], across: Callable[[Frame, int], float]
) -> Axes:
    """Return axes on which all these amounts have a place; `across` says where a number stands."""
    known = [0, *amounts]
    steps = heights_between(min(known), max(known))
    low, high = steps[0], steps[-1]
    frame = frame._replace(left=max(frame.left, room_for(map(noted, steps))))
    height = frame.height - frame.top - frame.bottom

    def down(amount: Amount) -> float:
        return round(frame.top + height * float((high - amount) / (high - low)), 1)

    return Axes(
        frame,
        tuple(AxisTick(down(step), noted(step)) for step in steps),
        tuple(AxisTick(across(frame, number), str(number)) for number in numbers),
        down,
    )


def room_for(labels: Iterable[str]) -> int:
    """Return the room on the left, where numbers stand beside the picture.

    >>> room_for(["+5", "0", "−12345"])
    84
    """
    return BESIDE + LETTER * max(map(len, labels))


def heights_between(low: Amount, high: Amount) -> list[int]:
    """Return round numbers from below the lowest to above the highest, zero among them.

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
    """Return the next step: 1, 2, 5, 10, 20, 50, …"""
    return step * 5 // 2 if str(step).startswith("2") else step * 2


def hands_to_name(last: int, most: int) -> list[int]:
    """Return which hands are named under a picture that has room for so many numbers.

    >>> hands_to_name(4, 6), hands_to_name(60, 6)
    ([0, 1, 2, 3, 4], [0, 10, 20, 30, 40, 50, 60])
    """
    step = 1
    while last // step > most:
        step = _rounder(step)
    return list(range(0, last + 1, step))
