"""The few cells of a worksheet that are filled, written, and filled again.

openpyxl finds out anew for every cell what kind of value it holds and what number its style has; here both
are known. This module is imported late, because openpyxl takes its time and nobody needs it at the table.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django.utils import timezone
from openpyxl.cell import Cell
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter
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
RIGHT = (ColumnKind.NUMBER, ColumnKind.POINTS, ColumnKind.AVERAGE, ColumnKind.CENTS)

Fill = Callable[[Value], Any]


class Refilled(Cell):
    """A cell of one column in one style, for values of one kind."""

    __slots__ = ("_value", "data_type", "letter", "style_id")

    hyperlink = None
    has_style = True

    def __init__(self, styled: Cell, place: int, data_type: str) -> None:
        super().__init__(styled.parent, column=place + 1)
        self.letter: str = get_column_letter(place + 1)
        self.style_id: int = styled.style_id
        self.data_type = data_type

    @property
    def coordinate(self) -> str:
        return f"{self.letter}{self.row}"

    def __repr__(self) -> str:
        return self.letter  # openpyxl makes an unused message of it, cell by cell

    def holding(self, value: str | float) -> Refilled:
        self._value = value
        return self


def styled(
    sheet: Any, shown: str = GENERAL, *, where: str = "", wrap: bool = False, quoted: bool = False
) -> Cell:
    """Return an empty cell with this number format and alignment."""
    cell = Cell(sheet, row=1, column=1)
    cell.number_format = shown
    indent = 1 if where == "left" else 0  # else a number before it would touch it
    cell.alignment = Alignment(vertical="top", wrap_text=wrap, horizontal=where or None, indent=indent)
    cell.quotePrefix = quoted
    return cell


def shown_as(column: Column, *, whole: bool) -> str:
    """Return the number format of a column, for whole or for broken values."""
    if column.kind is ColumnKind.POINTS and not column.signed:
        return UNSIGNED_POINTS[whole]
    return FORMATS.get((column.kind, whole), GENERAL)


def head(sheet: Any, column: Column) -> Cell:
    """Return the cell with the title of a column."""
    where = "right" if column.kind in RIGHT else "left"
    cell = styled(sheet, where=where, wrap=True, quoted=harmless(column.title) != column.title)
    cell.font = Font(name="Calibri", size=11, bold=True)
    return as_text(cell, column.title)


def as_text(cell: Cell, text: str) -> Cell:
    """Return the cell filled with a text that no spreadsheet takes for a formula."""
    cell.value = in_a_worksheet(text)
    cell.data_type = "s"
    return cell


def formula(sheet: Any, text: str) -> Cell:
    """Return a cell with this formula."""
    cell = styled(sheet, where="right")
    cell.value = text
    return cell


def formulas(sheet: Any, place: int) -> Refilled:
    """Return a cell at this place in the row that is filled with one formula after the other."""
    return Refilled(styled(sheet, where="right"), place, "f")


def number_of(value: int | Fraction, kind: ColumnKind) -> int | Fraction:
    """Return a number as it is written: money in whole units of the currency."""
    return Fraction(value) / 100 if kind is ColumnKind.CENTS else value


def filling(sheet: Any, place: int, column: Column) -> Fill:
    """Return what fills a cell of this column. The cell has to be written before it is filled again."""
    kind = column.kind
    plain, quoted = (
        Refilled(styled(sheet, where="left", wrap=True, quoted=risky), place, "s") for risky in (False, True)
    )
    whole, broken = (
        Refilled(styled(sheet, shown_as(column, whole=whole_number)), place, "n")
        for whole_number in (True, False)
    )
    odd = (
        Refilled(styled(sheet, OTHER_POINTS[column.signed]), place, "n")
        if kind is ColumnKind.POINTS
        else broken
    )
    day, moment = (Refilled(styled(sheet, shown, where="left"), place, "n") for shown in (DATE, MOMENT))

    def filled(value: Value) -> Refilled:
        if isinstance(value, str):
            text, risky = _text(value)
            return (quoted if risky else plain).holding(text)
        if isinstance(value, datetime):
            return moment.holding(to_excel(timezone.make_naive(value)))
        if isinstance(value, date):
            return day.holding(_day(value))
        assert value is not None
        number = number_of(value, kind)
        if number.denominator == 1:
            return whole.holding(number.numerator)
        return (odd if number.denominator > LARGEST_DENOMINATOR else broken).holding(float(number))

    return filled


@lru_cache(maxsize=10_000)
def _text(text: str) -> tuple[str, bool]:
    """Return a text as it is written, and whether a spreadsheet would take it for something else once edited.

    >>> _text("Anna"), _text("=1"), _text("a\\x00")
    (('Anna', False), ('=1', True), ('a�', False))
    """
    if text.isprintable() and text[:1].isalpha() and "_x" not in text:
        return text[:LONGEST], False  # as almost all are
    return in_a_worksheet(text)[:LONGEST], harmless(text) != text


@lru_cache(maxsize=1000)
def _day(day: date) -> float:
    found: float = to_excel(day)
    return found
