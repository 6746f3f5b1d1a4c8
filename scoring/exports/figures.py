"""The figures of a page: a title, columns that know what stands in them, and rows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum, auto
from fractions import Fraction

Value = str | int | Fraction | date | None


class Kind(Enum):
    """What stands in a column. Every cell of it may be empty."""

    TEXT = auto()
    NUMBER = auto()  # counted
    POINTS = auto()  # with a sign; halves, thirds and sixths are exact
    AVERAGE = auto()
    CENTS = auto()  # written in whole units of the currency
    DATE = auto()


@dataclass(frozen=True, slots=True)
class Column:
    title: str
    kind: Kind = Kind.TEXT


@dataclass(frozen=True, slots=True)
class Figures:
    """Everything a file contains, before it is written in any format."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]

    def __post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise AssertionError(f"{self.title}: a row has not as many cells as there are columns")
