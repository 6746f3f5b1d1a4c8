"""The figures of a page: a title, columns that know what stands in them, and rows; a workbook is several.

One such value feeds the page and every format; what is only for a spreadsheet (what must add up to nothing,
what a chart shows) is said here too, by the keys of the columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.web.columns import SUM_OF_ROWS, Column, Value

FigureRow = tuple[Value, ...]

KEY = re.compile("[a-z][a-z0-9_]*")


class Across(NamedTuple):
    """In every row, what stands in `plus` less what stands in `minus` is `to`, in the columns' own unit.

    For every cell of `plus` in which anything stands it is `each` more. Rows in which anything stands in one
    of `unless` are left out, and where `only` is named also those in which nothing stands there.
    """

    plus: tuple[str, ...]
    minus: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    to: int | Fraction = 0
    each: int | Fraction = 0


class Along(NamedTuple):
    """A running total: it is that of the row before, and what stands in `plus` of its own row.

    Rows one after the other with the same in the columns of `group` belong together, and the first of them
    goes on from `start`. Rows without a total are left out, and those that `unless` and `only` leave out.
    """

    total: str
    plus: tuple[str, ...]
    group: tuple[str, ...] = ()
    start: int | Fraction = 0
    unless: tuple[str, ...] = ()
    only: tuple[str, ...] = ()


class How(Enum):
    """What a column can say of several cells, as a spreadsheet calls it."""

    COUNT = "COUNT"
    AVERAGE = "AVERAGE"


class CountOrAverage(NamedTuple):
    """In every row a column says how many others are filled, or what they are on average."""

    column: str
    how: How
    of: tuple[str, ...]


class Per(NamedTuple):
    """In every row a column is one that is divided by another: points for each hand; `less` some of them."""

    column: str
    of: str
    by: str
    less: str = ""


class Down(NamedTuple):
    """A column adds up to a number, in the column's own unit; or to what stands in `last` at its end.

    The end is the last row in which anything stands in the column. Where the number is known from nowhere but
    the rows themselves, it tells no mistake of ours, only what was changed in the file afterwards.
    """

    column: str
    to: int | Fraction = 0
    last: str = ""


InRow = Across | Along | CountOrAverage | Per
Control = InRow | Down


class Course(NamedTuple):
    """A line chart of some columns along another one; its title says whom it leaves out."""

    along: str
    lines: tuple[str, ...]
    title: str
    unit: str  # what is counted upwards


@dataclass(frozen=True, slots=True)
class Streamed:
    """Rows that are read from the database while they are written; each time anew."""

    count: int  # about: it is shown to whoever waits
    make: Callable[[], Iterator[FigureRow]]

    def __iter__(self) -> Iterator[FigureRow]:
        return self.make()

    def __len__(self) -> int:
        return self.count


@dataclass(frozen=True)
class Figures:
    """One table: everything a worksheet contains, before it is written in any format."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[FigureRow, ...] | Streamed
    name: str = ""  # of the worksheet, where the title is too long
    controls: tuple[Control, ...] = ()
    course: Course | None = None

    def __post_init__(self) -> None:
        if isinstance(self.rows, tuple) and any(len(row) != len(self.columns) for row in self.rows):
            raise AssertionError(f"{self.title}: a row has not as many cells as there are columns")
        if len(self.column_numbers) != len(self.columns) or not all(map(KEY.fullmatch, self.column_numbers)):
            raise AssertionError(f"{self.title}: a key is there twice, or is none")
        named = set(chain(*(_named(control) for control in self.controls)))
        if self.course is not None:
            named |= {self.course.along, *self.course.lines}
        if not named <= set(self.column_numbers):
            raise AssertionError(f"{self.title} has no {', '.join(sorted(named - set(self.column_numbers)))}")

    @classmethod
    def of(
        cls,
        title: str,
        columns: Iterable[Column],
        records: Iterable[Any],
        *controls: Control,
        name: str = "",
        course: Course | None = None,
    ) -> Figures:
        """Return a table with a row for every record; a tuple without names is a row as it is.

        >>> anna, bert = {"name": "Anna", "points": 4}, {"name": "Bert", "points": -3}
        >>> points = Column("Points", key="points", total=SUM_OF_ROWS)
        >>> table = Figures.of("All", [Column("Name", key="name"), points], [anna, bert])
        >>> table.rows, table.controls[0].to
        ((('Anna', 4), ('Bert', -3)), Fraction(1, 1))
        """
        columns = tuple(columns)
        rows = tuple(
            record if type(record) is tuple else tuple(column.value(record) for column in columns)
            for record in records
        )
        downs = []
        for index, column in enumerate(columns):
            if column.total is not None:
                total = _sum(row[index] for row in rows) if column.total == SUM_OF_ROWS else column.total
                downs.append(Down(column.key, total))
        return cls(title, columns, rows, name or title, (*controls, *downs), course)

    @classmethod
    def under(
        cls,
        title: str,
        name: str,
        columns: Iterable[Column],
        records: Iterable[Any],
        *controls: Control,
        course: Course | None = None,
    ) -> Figures:
        """Return one table of several that have a title together."""
        return cls.of(f"{title}: {name}", columns, records, *controls, name=name, course=course)

    @cached_property
    def column_numbers(self) -> dict[str, int]:
        """Return where the columns are, by their keys."""
        return {column.key or f"column_{index + 1}": index for index, column in enumerate(self.columns)}

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(self.column_numbers)

    @property
    def streams(self) -> bool:
        return isinstance(self.rows, Streamed)

    def with_column(self, column: Column, value: Value, *, first: bool = False) -> Figures:
        """Return the table with one column more, in which the same stands everywhere."""

        def widened(rows: Iterable[FigureRow]) -> Iterator[FigureRow]:
            return ((value, *row) if first else (*row, value) for row in rows)

        rows = self.rows
        columns = tuple(
            replace(column, key=key) for column, key in zip(self.columns, self.column_numbers, strict=True)
        )
        return replace(
            self,
            columns=(column, *columns) if first else (*columns, column),
            rows=Streamed(rows.count, lambda: widened(rows))
            if isinstance(rows, Streamed)
            else tuple(widened(rows)),
        )


def _sum(cells: Iterable[Value]) -> Fraction:
    return sum((Fraction(cell) for cell in cells if isinstance(cell, int | Fraction)), start=Fraction(0))


def _named(control: Control) -> Iterator[str]:
    """Return the keys of all columns that a control names: whatever it says in words."""
    for part in control:
        yield from filter(None, part if isinstance(part, tuple) else [part] if isinstance(part, str) else [])


@dataclass(frozen=True, slots=True)
class Workbook:
    """Several tables under one title."""

    title: str
    tables: tuple[Figures, ...]

    def __post_init__(self) -> None:
        if not self.tables:
            raise AssertionError(f"{self.title}: a workbook has a table")

    @classmethod
    def of(cls, figures: Figures) -> Workbook:
        return cls(figures.title, (figures,))

    @property
    def rows(self) -> int:
        """Return the number of rows, roughly, to show progress."""
        return sum(len(table.rows) for table in self.tables)

    @property
    def streams(self) -> bool:
        return any(table.streams for table in self.tables)


def as_demonstration(workbook: Workbook) -> Workbook:
    """Let the file and every line of it say that it is invented, also where lines are sorted or copied."""
    word = _("Demonstration")
    tables = (
        table.with_column(Column(word, key="invented"), _("invented"), first=True)
        for table in workbook.tables
    )
    return Workbook(
        f"{word} {workbook.title}", tuple(replace(table, title=f"{word} {table.title}") for table in tables)
    )


def under_rules(figures: Figures, rules: str) -> Figures:
    """Return the table with the rules in every line, which may be copied elsewhere."""
    return figures.with_column(Column(_("Rules"), key="rules"), rules)


AT_A_HAND = 4  # players, however many sit at the table
