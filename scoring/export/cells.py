"""A few cells of a worksheet that are filled, written and filled again.

A worksheet that is only written takes the same cell again with another value, so each style is looked up
once. This module is imported late, because openpyxl takes its time and nobody needs it at the table.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django.utils import timezone
from openpyxl.cell import Cell, WriteOnlyCell
from openpyxl.styles import Alignment, Font
from openpyxl.utils.datetime import to_excel

from scoring.export.texts import harmless, in_a_worksheet
from scoring.web.columns import Column, ColumnKind, Value

LONGEST = 32_767  # letters in a cell
GENERAL, WHOLE = "General", "0"
DATE, MOMENT = "dd.mm.yyyy", "dd.mm.yyyy hh:mm"
FORMATS: dict[tuple[ColumnKind, bool], str] = {  # is it a whole number?
    (ColumnKind.NUMBER, True): WHOLE,
    (ColumnKind.NUMBER, False): "0.00",
    (ColumnKind.POINTS, True): "+0;-0;0",
    (ColumnKind.POINTS, False): "+# ?/?;-# ?/?;0",
    (ColumnKind.AVERAGE, True): "+0.00;-0.00;0.00",
    (ColumnKind.AVERAGE, False): "+0.00;-0.00;0.00",
    (ColumnKind.CENTS, True): "+#,##0.00;-#,##0.00;0.00",
    (ColumnKind.CENTS, False): "+#,##0.00;-#,##0.00;0.00",
}
UNSIGNED_POINTS = {True: WHOLE, False: "# ?/?;-# ?/?;0"}  # is it a whole number?
LARGEST_DENOMINATOR = 9  # that ?/? has room for: another one it would round away
OTHER_POINTS = {True: "+0.00##;-0.00##;0", False: "0.00##"}  # with a sign?
BOLD = Font(name="Calibri", size=11, bold=True)
RIGHT = (ColumnKind.NUMBER, ColumnKind.POINTS, ColumnKind.AVERAGE, ColumnKind.CENTS)

Fill = Callable[[Value], Cell]


def styled(
    sheet: Any, shown: str = GENERAL, *, where: str = "", wrap: bool = False, quoted: bool = False
) -> Cell:
    """Return an empty cell with this number format and alignment."""
    cell = WriteOnlyCell(sheet)
    cell.number_format = shown
    indent = 1 if where == "left" else 0  # else a number before it would touch it
    cell.alignment = Alignment(vertical="top", wrap_text=wrap, horizontal=where or None, indent=indent)
    cell.quotePrefix = quoted
    return cell


def shown_as(column: Column, *, whole: bool) -> str:
    """Return the number format of a column, for whole or for fractional values."""
    if column.kind is ColumnKind.POINTS and not column.signed:
        return UNSIGNED_POINTS[whole]
    return FORMATS.get((column.kind, whole), GENERAL)


def head(sheet: Any, column: Column) -> Cell:
    """Return the cell with the title of a column."""
    where = "right" if column.kind in RIGHT else "left"
    cell = styled(sheet, where=where, wrap=True, quoted=harmless(column.title) != column.title)
    cell.font = BOLD
    return as_text(cell, column.title)


def as_text(cell: Cell, text: str) -> Cell:
    """Return the cell filled with a text that no spreadsheet takes for a formula."""
    return _holding(cell, in_a_worksheet(text), "s")


def as_formula(cell: Cell, text: str) -> Cell:
    """Return the cell filled with a formula, in bold; its number format stays."""
    cell.font = BOLD
    return _holding(cell, text, "f")


def _holding(cell: Cell, value: str | float, data_type: str) -> Cell:
    """Return the cell filled, whatever openpyxl takes the value for."""
    cell.value = value
    cell.data_type = data_type
    return cell


def number_of(value: int | Fraction, kind: ColumnKind) -> int | Fraction:
    """Return a number as it is written: money in whole units of the currency."""
    return Fraction(value) / 100 if kind is ColumnKind.CENTS else value


def filling(sheet: Any, column: Column) -> Fill:
    """Return a function that fills the one cell of a column, to be written before it fills it again."""
    kind = column.kind
    plain, quoted = (styled(sheet, where="left", wrap=True, quoted=risky) for risky in (False, True))
    whole, broken = (styled(sheet, shown_as(column, whole=is_whole)) for is_whole in (True, False))
    odd = styled(sheet, OTHER_POINTS[column.signed]) if kind is ColumnKind.POINTS else broken
    day, moment = (styled(sheet, shown, where="left") for shown in (DATE, MOMENT))

    def filled(value: Value) -> Cell:
        if isinstance(value, str):
            text, risky = _text(value)
            return _holding(quoted if risky else plain, text, "s")
        if isinstance(value, datetime):
            return _holding(moment, to_excel(timezone.make_naive(value)), "n")
        if isinstance(value, date):
            return _holding(day, _day(value), "n")
        assert value is not None
        number = number_of(value, kind)
        if number.denominator == 1:
            return _holding(whole, number.numerator, "n")
        return _holding(odd if number.denominator > LARGEST_DENOMINATOR else broken, float(number), "n")

    return filled


@lru_cache(maxsize=10_000)
def _text(text: str) -> tuple[str, bool]:
    """Return a text as it is written, and whether a spreadsheet would run or convert it once edited.

    >>> _text("Anna"), _text("=1"), _text("a\\x00")
    (('Anna', False), ('=1', True), ('a�', False))
    """
    if text.isprintable() and text[:1].isalpha() and "_x" not in text:
        return text[:LONGEST], False  # as almost all are
    return in_a_worksheet(text)[:LONGEST], harmless(text) != text


@lru_cache(maxsize=1000)
def _day(day: date) -> float:
    serial_day: float = to_excel(day)
    return serial_day
