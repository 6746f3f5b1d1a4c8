"""The figures of a page: a title, columns that know what stands in them, and rows. A book is several of them.

One such value feeds the page and every format; what is only for a spreadsheet (what must add up to nothing,
what a chart shows) is said here too, by the keys of the columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import Enum
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import NamedTuple

Value = str | int | Fraction | date | datetime | None
Row = tuple[Value, ...]

KEY = re.compile("[a-z][a-z0-9_]*")


class Kind(Enum):
    """What stands in a column, by its name in JSON. Every cell of it may be empty."""

    TEXT = "text"
    NUMBER = "number"  # counted
    POINTS = "points"  # with a sign; halves, thirds and sixths are exact
    AVERAGE = "average"
    CENTS = "cents"  # a spreadsheet shows whole units of the currency
    DATE = "date"
    MOMENT = "moment"  # day and time, with its zone


@dataclass(frozen=True, slots=True)
class Column:
    title: str
    kind: Kind = Kind.TEXT
    key: str = ""  # its name for programs and controls, in no language; empty: after its place


class Across(NamedTuple):
    """In every row, what stands in `plus` less what stands in `minus` is nothing.

    Rows in which anything stands in one of `unless` are left out.
    """

    plus: tuple[str, ...]
    minus: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()


class Down(NamedTuple):
    """A column adds up to a number, in the column's own unit; or to what stands in `last` at its end.

    The end is the last row in which anything stands in the column.
    """

    column: str
    to: int | Fraction = 0
    last: str = ""


class Course(NamedTuple):
    """A line chart of some columns along another one."""

    along: str
    lines: tuple[str, ...]
    title: str


@dataclass(frozen=True, slots=True)
class Streamed:
    """Rows that are read from the database while they are written; each time anew."""

    count: int  # about: it is shown to whoever waits
    make: Callable[[], Iterator[Row]]

    def __iter__(self) -> Iterator[Row]:
        return self.make()

    def __len__(self) -> int:
        return self.count


@dataclass(frozen=True)
class Figures:
    """One table: everything a worksheet contains, before it is written in any format."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...] | Streamed
    name: str = ""  # of the worksheet, where the title is too long
    controls: tuple[Across | Down, ...] = ()
    course: Course | None = None

    def __post_init__(self) -> None:
        if isinstance(self.rows, tuple) and any(len(row) != len(self.columns) for row in self.rows):
            raise AssertionError(f"{self.title}: a row has not as many cells as there are columns")
        if len(self.places) != len(self.columns) or not all(map(KEY.fullmatch, self.places)):
            raise AssertionError(f"{self.title}: a key is there twice, or is none")
        named = set(chain(*(_named(control) for control in self.controls)))
        if self.course is not None:
            named |= {self.course.along, *self.course.lines}
        if not named <= set(self.places):
            raise AssertionError(f"{self.title} has no {', '.join(sorted(named - set(self.places)))}")

    @cached_property
    def places(self) -> dict[str, int]:
        """Where the columns are, by their keys."""
        return {column.key or f"column_{place + 1}": place for place, column in enumerate(self.columns)}

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(self.places)

    @property
    def streams(self) -> bool:
        return isinstance(self.rows, Streamed)

    def beside(self, column: Column, value: Value, *, first: bool = False) -> Figures:
        """With one column more, in which the same stands everywhere."""

        def widened(rows: Iterable[Row]) -> Iterator[Row]:
            return ((value, *row) if first else (*row, value) for row in rows)

        rows = self.rows
        columns = tuple(
            replace(column, key=key) for column, key in zip(self.columns, self.places, strict=True)
        )
        return replace(
            self,
            columns=(column, *columns) if first else (*columns, column),
            rows=Streamed(rows.count, lambda: widened(rows))
            if isinstance(rows, Streamed)
            else tuple(widened(rows)),
        )


def _named(control: Across | Down) -> Iterator[str]:
    if isinstance(control, Across):
        return chain(control.plus, control.minus, control.unless)
    return filter(None, (control.column, control.last))


@dataclass(frozen=True, slots=True)
class Book:
    """Several tables under one title."""

    title: str
    tables: tuple[Figures, ...]

    def __post_init__(self) -> None:
        if not self.tables:
            raise AssertionError(f"{self.title}: a book has a table")

    @classmethod
    def of(cls, figures: Figures) -> Book:
        return cls(figures.title, (figures,))

    @property
    def rows(self) -> int:
        """About how many, for whoever waits."""
        return sum(len(table.rows) for table in self.tables)

    @property
    def streams(self) -> bool:
        return any(table.streams for table in self.tables)
