"""Tables of the page that lists personal data."""

from datetime import date, datetime
from fractions import Fraction

import django_tables2 as tables

from scoring.clock import day_in_words, moment_in_words
from scoring.engine.amounts import noted
from scoring.engine.money import number_in_words
from scoring.export.figures import Figures
from scoring.web.columns import Column, ColumnKind, Value
from scoring.web.tables import PageTable


class KeptColumn(tables.Column):
    """A column of figures, in words; numbers are aligned to the right."""

    def __init__(self, column: Column, index: int) -> None:
        counted = column.kind not in (ColumnKind.TEXT, ColumnKind.DATE, ColumnKind.MOMENT)
        cell = {"class": "number"} if counted else {}
        super().__init__(column.title, accessor=str(index), default="", attrs={"th": cell, "td": cell})
        self.kind, self.signed = column.kind, column.signed

    def render(self, value: Value) -> str:
        if isinstance(value, datetime):
            return moment_in_words(value)
        if isinstance(value, date):
            return day_in_words(value)
        if self.kind is ColumnKind.POINTS and isinstance(value, int | Fraction):
            return noted(value) if self.signed else number_in_words(value)
        return str(value)


class KeptTable(PageTable):
    """The first rows of some figures; the files have all of them."""

    class Meta:
        attrs = {"class": "stored figures"}
        orderable = False

    def __init__(self, figures: Figures, most: int) -> None:
        rows = tuple(figures.rows)
        columns = ((f"at_{index}", KeptColumn(of, index)) for index, of in enumerate(figures.columns))
        super().__init__(rows[:most], extra_columns=columns, label=figures.name)
        self.name, self.more = figures.name, max(len(rows) - most, 0)
