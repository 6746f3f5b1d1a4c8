"""How amounts and other figures look on a page."""

from collections.abc import Iterator
from datetime import date, datetime
from fractions import Fraction

from django import template
from django.utils.safestring import SafeString

from scoring.clock import day_in_words, moment_in_words
from scoring.engine.amounts import direction, in_cells, in_heads, noted, signed
from scoring.engine.explaining import Explained, settlement_table
from scoring.export.figures import FigureRow, Figures
from scoring.web.columns import Column, ColumnKind, Value
from scoring.web.language import current_language

register = template.Library()
register.filter("signed", signed)
register.filter("direction", direction)
register.filter("in_cells", lambda amounts: SafeString(in_cells(amounts)))
register.filter("in_heads", lambda names: SafeString(in_heads(names)))


@register.filter
def in_a_table(settlement: Explained) -> SafeString:
    """Return who gets what in one hand, as a table."""
    return SafeString(settlement_table(settlement, current_language()))


@register.filter
def is_counted(column: Column) -> bool:
    """Return whether its cells stand at the right."""
    return column.kind not in (ColumnKind.TEXT, ColumnKind.DATE, ColumnKind.MOMENT)


@register.filter
def in_words(row: FigureRow, table: Figures) -> Iterator[tuple[Column, str]]:
    """Yield each cell of a row with its column, in words.

    >>> table = Figures("", (Column("Amount", ColumnKind.POINTS, "amount"), Column("Name")), ())
    >>> [words for _column, words in in_words((Fraction(-1, 2), "Anna"), table)]
    ['−½', 'Anna']
    """
    return ((column, _words(value, column)) for column, value in zip(table.columns, row, strict=True))


def _words(value: Value, column: Column) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime):
        return moment_in_words(value)
    if isinstance(value, date):
        return day_in_words(value)
    if column.kind is ColumnKind.POINTS and isinstance(value, int | Fraction):
        return noted(value)
    return str(value)
