"""Files of spreadsheets, read as text: one row of cells for each row, whatever program wrote the file."""

from __future__ import annotations

import csv
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from io import BytesIO, StringIO
from typing import Any

from django.utils.translation import gettext as _

from scoring.names import tidy

Row = tuple[str, ...]
MOST_PARTS = 200  # files inside an xlsx
MANY_LINES = 50  # so many show what stands between the columns
SEPARATORS = ("\t", ";", ",")


class Unreadable(Exception):
    """No file that can be read, said in words."""

    def __init__(self, told: str) -> None:
        super().__init__(told)
        self.told = told


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a file is looked at."""

    rows: int
    columns: int
    cell: int  # letters
    unpacked: int  # bytes of an xlsx


def is_xlsx(content: bytes) -> bool:
    return content.startswith(b"PK")


def decoded(content: bytes) -> str:
    """As spreadsheets write it: UTF-8 with a mark or without, UTF-16 with one, Windows-1252."""
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        raise Unreadable(_("This is a file of an old Excel. Please save it as .xlsx or .csv."))
    if content.startswith(b"%PDF"):
        raise Unreadable(_("This is a PDF. Please send .xlsx or .csv."))
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings = ["utf-16"]
    else:
        encodings = ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise Unreadable(_("This is no list that can be read. Please send .xlsx or .csv."))


def separator_of(text: str) -> str:
    """What stands between the columns in most of the first lines.

    >>> separator_of("Datum;Ort\\n1.3.2016;Lamm, Linz"), separator_of("a,b\\n1,2"), separator_of("Anna")
    (';', ',', '')
    """
    lines = [line for line in text.splitlines()[:MANY_LINES] if line.strip()]
    return next(
        (one for one in SEPARATORS if lines and sum(one in line for line in lines) * 2 >= len(lines)), ""
    )


def rows_of_csv(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """Each row with the number of the line on which it ends."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator or "\x1f")
    try:
        for cells in reader:
            yield reader.line_num, cells
    except csv.Error:
        told = _("Row %(number)d cannot be read: a quotation mark or a cell never ends.")
        raise Unreadable(told % {"number": reader.line_num}) from None


def rows_of_xlsx(content: bytes, limits: Limits, *, formulas: bool) -> list[Row]:
    """The first worksheet: what its cells show, and of a formula that shows nothing the formula.

    With `formulas` every formula is shown as one: whoever asks wants values only, and says so.
    """
    demand_small(content, limits.unpacked)
    written = _cells(content, limits, values=False)
    if formulas:
        rows = [tidied(map(text_of_cell, values), limits) for values in written]
    else:
        shown = _cells(content, limits, values=True)
        rows = [
            tidied((text_of_cell(formula if value is None else value) for value, formula in pairs), limits)
            for pairs in (zip(*both, strict=False) for both in zip(shown, written, strict=True))
        ]
    while rows and not rows[-1]:
        rows.pop()
    return rows


def tidied(cells: Iterable[str], limits: Limits) -> Row:
    """One row: whatever breaks lines or columns is a blank, and nothing empty at the end."""
    shown = [tidy(cell)[: limits.cell] for cell in cells][: limits.columns]
    while shown and not shown[-1]:
        shown.pop()
    return tuple(shown)


def demand_small(content: bytes, most_unpacked: int) -> None:
    """Before anything is unpacked: what it says of itself is also all that is ever unpacked."""
    no_sheet = Unreadable(_("This is no Excel file. Please send .xlsx or .csv."))
    try:
        with zipfile.ZipFile(BytesIO(content)) as packed:
            parts = packed.infolist()
            if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > most_unpacked:
                raise Unreadable(
                    _("There is far more packed into the file than a list of this kind. It is not opened.")
                )
            names = {part.filename for part in parts}
            if "xl/workbook.xml" not in names:
                raise no_sheet
            for part in parts:
                if part.filename.endswith((".xml", ".rels")) and b"<!DOCTYPE" in packed.read(part):
                    raise no_sheet
    except Unreadable:
        raise
    except (
        zipfile.BadZipFile,
        zipfile.LargeZipFile,
        EOFError,
        OSError,
        ValueError,
        RuntimeError,
        zlib.error,
    ):
        raise _damaged() from None
    except NotImplementedError:
        raise no_sheet from None


def _damaged() -> Unreadable:
    return Unreadable(_("The Excel file is damaged. Please save it again."))


def _cells(content: bytes, limits: Limits, *, values: bool) -> list[tuple[Any, ...]]:
    from openpyxl import load_workbook

    try:
        book = load_workbook(BytesIO(content), read_only=True, data_only=values, keep_links=False)
        try:
            if not book.worksheets:
                raise Unreadable(_("There is nothing in the file."))
            sheet = book.worksheets[0]
            rows = sheet.iter_rows(max_row=limits.rows + 1, max_col=limits.columns, values_only=True)
            return [tuple(row) for row in rows]
        finally:
            book.close()
    except Unreadable:
        raise
    except Exception:  # noqa: BLE001 - a broken file makes openpyxl stumble in any way there is
        raise _damaged() from None


def text_of_cell(value: Any) -> str:
    """
    >>> [text_of_cell(one) for one in (None, 3.0, True, "Anna", datetime(2026, 11, 20))]
    ['', '3', 'ja', 'Anna', '20.11.2026']
    >>> text_of_cell(12.333333333333334), text_of_cell(1.125)
    ('12.3333333333', '1.1250000000')
    """
    match value:
        case None:
            return ""
        case bool():
            return "ja" if value else "nein"
        case float() if value.is_integer():
            return str(int(value))
        case float():
            return f"{value:.10f}"  # never three decimals, which could be thousands
        case datetime() | date():
            return f"{value:%d.%m.%Y}"
        case time():
            return f"{value:%H:%M}"
    return str(getattr(value, "text", value))  # a formula over many cells is an object that has one
