"""The formulas of a workbook, worked out in Python: as much of a spreadsheet as our controls use."""

import operator
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from io import BytesIO
from itertools import pairwise
from typing import Any

from openpyxl import load_workbook
from openpyxl.utils import range_boundaries

from scoring.export.controls import explains_controls
from scoring.export.figures import Book, Figures
from scoring.export.writing import file_in

Place = tuple[str, int, int]  # worksheet, row and column, from 1
Cells = Mapping[Place, Any]  # what stands in them; what is missing is empty

TOKEN = re.compile(
    r"((?:'(?:[^']|'')+'!)?[A-Z]+[0-9]+(?::[A-Z]+[0-9]+)?)|([A-Z]+)(?=\()|([0-9.]+)|([-+*/(),])"
)


class NotUnderstood(AssertionError):
    """A formula has something in it that is not known here."""


@dataclass(frozen=True)
class Formula:
    """Read once, worked out for whatever stands in the cells."""

    text: str
    read: Any  # a number, a place, a range, or what is to be done with others
    needs: frozenset[Place]

    def of(self, cells: Cells) -> Fraction:
        [value] = _values(self.read, cells)
        return value


@dataclass(frozen=True)
class _Range:
    places: tuple[Place, ...]


def read(text: str, here: str) -> Formula:
    """Return a formula that stands on a worksheet of this name."""
    tokens = _Tokens(text.removeprefix("="), here)
    found = _sum(tokens)
    if tokens.left:
        raise NotUnderstood(text)
    return Formula(text, found, frozenset(tokens.places))


class _Tokens:
    def __init__(self, text: str, here: str) -> None:
        self.here = here
        self.left = [found.groups() for found in TOKEN.finditer(text)]
        if "".join("".join(filter(None, part)) for part in self.left) != text:
            raise NotUnderstood(text)
        self.left.reverse()
        self.places: set[Place] = set()

    def takes(self, *signs: str) -> str:
        """The next one, if it is one of these signs."""
        return self.left.pop()[3] if self.left and self.left[-1][3] in signs else ""


def _sum(tokens: _Tokens) -> Any:
    found = _product(tokens)
    while sign := tokens.takes("+", "-"):
        found = (sign, found, _product(tokens))
    return found


def _product(tokens: _Tokens) -> Any:
    found = _one(tokens)
    while sign := tokens.takes("*", "/"):
        found = (sign, found, _one(tokens))
    return found


def _one(tokens: _Tokens) -> Any:
    if tokens.takes("-"):
        return ("-", Fraction(0), _one(tokens))
    if tokens.takes("("):
        found = _sum(tokens)
        _demand(tokens, ")")
        return found
    cell, function, number, _sign = tokens.left.pop()
    if number:
        return Fraction(number)
    if cell:
        sheet, _bang, cells = cell.rpartition("!")
        left, top, right, bottom = range_boundaries(cells)
        name = sheet[1:-1].replace("''", "'") or tokens.here
        places = tuple(
            (name, row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)
        )
        tokens.places |= set(places)
        return _Range(places)
    if function not in FUNCTIONS:
        raise NotUnderstood(function)
    _demand(tokens, "(")
    given = [_sum(tokens)]
    while tokens.takes(","):
        given.append(_sum(tokens))
    _demand(tokens, ")")
    return (function, *given)


def _demand(tokens: _Tokens, sign: str) -> None:
    if not tokens.takes(sign):
        raise NotUnderstood(sign)


def _values(read: Any, cells: Cells) -> Iterator[Fraction]:
    """The numbers that it comes to; of a range those that stand there."""
    match read:
        case Fraction():
            yield read
        case _Range(places):
            for place in places:
                value = cells.get(place)
                if isinstance(value, Formula):
                    value = value.of(cells)
                if isinstance(value, int | float | Fraction):
                    yield Fraction(value)
        case ("+" | "-" | "*" | "/" as sign, one, other):
            yield OPERATIONS[sign](*(next(_values(each, cells), Fraction(0)) for each in (one, other)))
        case ("ROUND", what, digits):
            [number], [places_] = _values(what, cells), _values(digits, cells)
            yield Fraction(round(number, int(places_)))
        case ("ABS", what):
            yield from map(abs, _values(what, cells))
        case ("SUM" | "SUMPRODUCT", *what):
            yield sum((number for part in what for number in _values(part, cells)), Fraction(0))
        case ("COUNT", *what):
            yield Fraction(sum(1 for part in what for _number in _values(part, cells)))
        case ("AVERAGE", *what):
            numbers = [number for part in what for number in _values(part, cells)]
            yield sum(numbers, Fraction(0)) / len(numbers)


OPERATIONS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
FUNCTIONS = ("ROUND", "ABS", "SUM", "SUMPRODUCT", "COUNT", "AVERAGE")


@dataclass(frozen=True)
class Worksheet:
    """What stands in its cells, and in those of the worksheet that controls it, formulas read."""

    name: str
    cells: dict[Place, Any]

    @cached_property
    def formulas(self) -> dict[Place, Formula]:
        return {place: cell for place, cell in self.cells.items() if isinstance(cell, Formula)}

    @property
    def off(self) -> set[str]:
        """Return the heads of the controls that are not 0."""
        places = [place for place, formula in self.formulas.items() if formula.of(self.cells)]
        return {self.cells[sheet, 2, column] for sheet, _row, column in places}


def worksheets_of(workbook: bytes) -> list[Worksheet]:
    """Return the worksheets of rows."""
    return [
        Worksheet(sheet.title, {**_cells(sheet), **(_cells(control) if control else {})})
        for sheet, control in with_controls(load_workbook(BytesIO(workbook)))
    ]


def with_controls(book: Any) -> list[tuple[Any, Any | None]]:
    """Return every worksheet of rows, and the one behind it that controls it; none: nothing does."""
    sheets = [*book.worksheets, None]
    return [
        (sheet, behind if is_control(behind) else None)
        for sheet, behind in pairwise(sheets)
        if not is_control(sheet)
    ]


def is_control(sheet: Any | None) -> bool:
    """Return whether a worksheet controls another one."""
    return sheet is not None and explains_controls(str(sheet["A1"].value))


def _cells(sheet: Any) -> dict[Place, Any]:
    return {
        (sheet.title, cell.row, cell.column): (
            read(cell.value, sheet.title) if cell.data_type == "f" else cell.value
        )
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None
    }


def xlsx_of(what: Book | Figures) -> bytes:
    """Figures or a book as an xlsx file."""
    return file_in("xlsx", what).content


def csv_of(what: Book | Figures, *, plain: bool = False) -> bytes:
    """Figures or a book as CSV."""
    return file_in("csv", what, plain=plain).content


def said_around(chart: Any) -> list[str]:
    """Return what a chart is called, and what stands at its axes."""
    titles = (chart.title, chart.x_axis.title, chart.y_axis.title)
    return ["".join(run.t for part in title.tx.rich.p for run in part.r) for title in titles]
