"""What a file is here, and how it is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from io import BytesIO
from typing import Any, NamedTuple

from openpyxl import Workbook

from tests.support.open_document import ods

Rows = Sequence[Sequence[Any]]
FOUR = ("Anna", "Bert", "Cilli", "Dora")
HEAD = ("Datum", *FOUR)
SPRING = (("4.3.2016", 5, -5, 8, -8), ("11.3.2016", 4, 3, -4, -3), ("18.3.2016", -2, 1, 7, -6))
SUMS = (7, -1, 11, -17)
TOTALS: dict[str, Any] = dict(zip(FOUR, SUMS, strict=True))
EACH = {"amounts": "each"}


class KeptFile(NamedTuple):
    """A file, what the page asks of it first, what is answered, look for look, and what comes of it."""

    content: Callable[[], bytes]
    asks: str = ""  # in words of the test, the most important first
    answers: Sequence[Mapping[str, str]] = ()
    totals: Mapping[str, Any] | None = TOTALS
    refused: str = ""  # with this remedy; then there are no totals
    kind: str = "amounts"
    about: Mapping[str, str] = {}  # what is said with the file


def xlsx(*rows: Sequence[Any], formats: str = "", **worksheets: Rows) -> Callable[[], bytes]:
    """Return a file of these rows, or of several worksheets; all amounts can have a format."""

    def written() -> bytes:
        book = Workbook()
        book.remove(book.active)
        for name, cells in (worksheets or {"Tabelle1": rows}).items():
            sheet = book.create_sheet(name.replace("_", " "))
            for row in cells:
                sheet.append([_value(cell) for cell in row])
            for line in sheet.iter_rows():
                for cell in line:
                    if formats and isinstance(cell.value, int | float):
                        cell.number_format = formats
        file = BytesIO()
        book.save(file)
        return file.getvalue()

    return written


def _value(cell: Any) -> Any:
    if isinstance(cell, Fraction):
        return float(cell)
    return None if cell == "" else cell


def open_document(**worksheets: Rows) -> Callable[[], bytes]:
    return lambda: ods({name.replace("_", " "): rows for name, rows in worksheets.items()})


def text(
    *rows: Sequence[Any], between: str = ";", letters: str = "utf-8", first: str = ""
) -> Callable[[], bytes]:
    """Return a list of text, in these letters, with a line on top or without."""
    lines = [first, *(between.join(map(str, row)) for row in rows)]
    return lambda: ("\r\n".join(lines[not first :]) + "\r\n").encode(letters)


def carried_on(rows: Rows) -> list[tuple[Any, ...]]:
    """Return the same rows with everybody's total after each."""
    found: list[tuple[Any, ...]] = []
    so_far = [0] * (len(rows[0]) - 1)
    for day, *amounts in rows:
        so_far = [total + amount for total, amount in zip(so_far, amounts, strict=True)]
        found.append((day, *so_far))
    return found
