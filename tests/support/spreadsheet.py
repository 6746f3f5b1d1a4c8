"""The formulas of a workbook, worked out in Python: as much of a spreadsheet as our controls use."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from io import BytesIO
from itertools import pairwise
from statistics import mean
from typing import Any

from openpyxl import load_workbook
from openpyxl.utils import range_boundaries

from scoring.export.controls import explains_controls
from scoring.export.figures import Figures, Workbook
from scoring.export.writing import file_in

Place = tuple[str, int, int]  # worksheet, row and column, from 1
Cells = Mapping[Place, Any]  # what stands in them; what is missing is empty

# A cell or several, perhaps of another worksheet; or a number.
OPERAND = re.compile(r"(?:'((?:[^']|'')+)'!)?([A-Z]+[0-9]+(?::[A-Z]+[0-9]+)?)|([0-9.]+)")


@dataclass(frozen=True)
class Formula:
    """Read once, worked out for whatever stands in the cells."""

    text: str
    work_out: Callable[[list[Any]], Fraction]  # of what its operands come to
    operands: tuple[tuple[Place, ...], ...]

    @property
    def needs(self) -> frozenset[Place]:
        return frozenset().union(*self.operands)

    def of(self, cells: Cells) -> Fraction:
        numbers = [[*_numbers(places, cells)] for places in self.operands]
        return self.work_out(numbers)


def read(text: str, here: str) -> Formula:
    """Return a formula that stands on a worksheet of this name: between its operands it is Python, too."""
    operands: list[tuple[Place, ...]] = []

    def in_python(found: re.Match[str]) -> str:
        sheet, cells, number = found.groups()
        if number:
            return f"Fraction('{number}')"
        left, top, right, bottom = range_boundaries(cells)
        rows, columns = range(top, bottom + 1), range(left, right + 1)
        name = sheet.replace("''", "'") if sheet else here
        operands.append(tuple((name, row, column) for row in rows for column in columns))
        several = f"numbers[{len(operands) - 1}]"
        return several if ":" in cells else f"next(iter({several}), NOTHING)"

    python = OPERAND.sub(in_python, text.removeprefix("="))
    return Formula(text, eval(f"lambda numbers: {python}", FUNCTIONS), tuple(operands))


def _numbers(places: Iterable[Place], cells: Cells) -> Iterator[Fraction]:
    """Yield the numbers that stand there."""
    for place in places:
        value = cells.get(place)
        if isinstance(value, Formula):
            value = value.of(cells)
        if isinstance(value, int | float | Fraction):
            yield Fraction(value)


def _all(given: Iterable[Any]) -> list[Fraction]:
    parts = (part if isinstance(part, list) else [part] for part in given)
    return [number for part in parts for number in part if number is not NOTHING]


NOTHING = Fraction(0)  # what an empty cell adds up to, and nobody counts
FUNCTIONS: dict[str, Any] = {
    "__builtins__": {"Fraction": Fraction, "NOTHING": NOTHING, "iter": iter, "next": next},
    "ABS": lambda given: [*map(abs, given)] if isinstance(given, list) else abs(given),
    "ROUND": lambda number, digits: round(number, int(digits)),
    "SUM": lambda *given: sum(_all(given)),
    "SUMPRODUCT": lambda *given: sum(_all(given)),
    "COUNT": lambda *given: len(_all(given)),
    "AVERAGE": lambda *given: mean(_all(given)),
}


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


def xlsx_of(what: Workbook | Figures) -> bytes:
    """Figures or a book as an xlsx file."""
    return file_in("xlsx", what).content
