"""The figures of a page: a title, declared columns, and rows; a workbook has several.

One such value feeds the page and every format; what a chart in a spreadsheet shows is said here too, by the
keys of the columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.web.columns import Column, Value

FigureRow = tuple[Value, ...]

KEY = re.compile("[a-z][a-z0-9_]*")


class Course(NamedTuple):
    """A line chart of some columns along another one; its title says whom it leaves out."""

    along: str
    lines: tuple[str, ...]
    title: str
    unit: str  # what is counted upwards


@dataclass(frozen=True, slots=True)
class Streamed:
    """Rows that are read from the database, anew for each format, while they are written."""

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
    course: Course | None = None

    def __post_init__(self) -> None:
        if isinstance(self.rows, tuple) and any(len(row) != len(self.columns) for row in self.rows):
            raise AssertionError(f"{self.title}: a row has not as many cells as there are columns")
        if len(self.column_numbers) != len(self.columns) or not all(map(KEY.fullmatch, self.column_numbers)):
            raise AssertionError(f"{self.title}: a key is there twice, or is none")
        named = {self.course.along, *self.course.lines} if self.course is not None else set()
        if not named <= set(self.column_numbers):
            raise AssertionError(f"{self.title} has no {', '.join(sorted(named - set(self.column_numbers)))}")

    @classmethod
    def of(
        cls,
        title: str,
        columns: Iterable[Column],
        records: Iterable[Any],
        *,
        name: str = "",
        course: Course | None = None,
    ) -> Figures:
        """Return a table with a row for every record; a tuple without names is a row as it is.

        >>> anna, bert = {"name": "Anna", "points": 4}, {"name": "Bert", "points": -3}
        >>> columns = [Column("Name", key="name"), Column("Points", key="points")]
        >>> Figures.of("All", columns, [anna, bert]).rows
        (('Anna', 4), ('Bert', -3))
        """
        columns = tuple(columns)
        rows = tuple(
            record if type(record) is tuple else tuple(column.value(record) for column in columns)
            for record in records
        )
        return cls(title, columns, rows, name or title, course)

    @classmethod
    def under(
        cls,
        title: str,
        name: str,
        columns: Iterable[Column],
        records: Iterable[Any],
        *,
        course: Course | None = None,
    ) -> Figures:
        """Return one table of several that have a title together."""
        return cls.of(f"{title}: {name}", columns, records, name=name, course=course)

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
        """Return the table with one more column, which has the same value in all rows."""

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
    """Mark the file and every line as invented, as lines may be sorted or copied elsewhere."""
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
