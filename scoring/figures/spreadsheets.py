"""Files of spreadsheets, read as text: one row of cells for each row, whatever program wrote the file."""

from __future__ import annotations

import csv
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from io import BytesIO, StringIO
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.names import tidy

Row = tuple[str, ...]
MOST_PARTS = 200  # files inside an xlsx
MANY_LINES = 50  # so many show what stands between the columns
SEPARATORS = ("\t", ";", ",")
BEFORE_XML = b"\xef\xbb\xbf\xff\xfe\0 \t\r\n"
WIDE = (b"\xff\xfe", b"\xfe\xff")  # the marks of UTF-16, and of UTF-32
DECLARED = re.compile(rb"<\?xml[^>]*?\sencoding\s*=\s*(['\"])(.*?)\1", re.DOTALL)
PLAIN = {b"utf-8", b"utf8", b"us-ascii", b"ascii"}


class UnreadableFile(Exception):
    """Raised where a file cannot be read; says why, in words."""

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
        raise UnreadableFile(_("This is a file of an old Excel. Please save it as .xlsx or .csv."))
    if content.startswith(b"%PDF"):
        raise UnreadableFile(_("This is a PDF. Please send .xlsx or .csv."))
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
    raise UnreadableFile(_("This is no list that can be read. Please send .xlsx or .csv."))


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
        raise UnreadableFile(told % {"number": reader.line_num}) from None


class RawWorksheet(NamedTuple):
    """A worksheet as it was read: one row and one column more than there may be, at most."""

    name: str
    rows: list[Row]


def rows_of_xlsx(content: bytes, limits: Limits) -> list[Row]:
    """The first worksheet; nobody is told of columns beyond the limit."""
    (first,) = worksheets_of_xlsx(content, limits, most=1)
    return [row[: limits.columns] for row in first.rows]


def worksheets_of_xlsx(content: bytes, limits: Limits, most: int) -> list[RawWorksheet]:
    """What their cells show, and of a formula that was never worked out the formula."""
    demand_small(content, limits.unpacked)
    written, shown = (_cells(content, limits, most, values=values) for values in (False, True))
    return [
        RawWorksheet(name, without_end(_merged(cells, formulas, limits)))
        for (name, cells), (_name, formulas) in zip(shown, written, strict=True)
    ]


def _merged(shown: list[tuple[Any, ...]], written: list[tuple[Any, ...]], limits: Limits) -> Iterator[Row]:
    for values, formulas in zip(shown, written, strict=True):
        pairs = zip(values, formulas, strict=False)
        yield tidied((text_of_cell(formula if value is None else value) for value, formula in pairs), limits)


def without_end(rows: Iterable[Row]) -> list[Row]:
    """Nothing empty below."""
    kept = list(rows)
    while kept and not kept[-1]:
        kept.pop()
    return kept


def tidied(cells: Iterable[str], limits: Limits) -> Row:
    """One row: whatever breaks lines or columns is a blank, and nothing empty at the end."""
    shown = [tidy(cell)[: limits.cell] for cell in cells]
    while shown and not shown[-1]:
        shown.pop()
    return tuple(shown)


def demand_narrow(rows: Iterable[Row], limits: Limits) -> None:
    """Nothing is left away unsaid."""
    if any(len(row) > limits.columns for row in rows):
        told = _("The file has more than %(most)d columns. Please take out columns that nobody needs.")
        raise UnreadableFile(told % {"most": limits.columns})


def demand_small(content: bytes, most_unpacked: int) -> None:
    """Before anything is unpacked: what it says of itself is also all that is ever unpacked."""
    no_sheet = UnreadableFile(_("This is no Excel file. Please send .xlsx or .csv."))
    try:
        with zipfile.ZipFile(BytesIO(content)) as packed:
            parts = packed.infolist()
            if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > most_unpacked:
                raise UnreadableFile(
                    _("There is far more packed into the file than a list of this kind. It is not opened.")
                )
            names = {part.filename for part in parts}
            if "xl/workbook.xml" not in names:
                raise no_sheet
            for part in parts:
                _demand_plain(packed.read(part), no_sheet)
    except UnreadableFile:
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


def _demand_plain(part: bytes, no_sheet: UnreadableFile) -> None:
    """XML is UTF-8, whatever the part is called: in other letters a definition would not be seen."""
    start = part.lstrip(BEFORE_XML)
    if not start.startswith(b"<"):
        return
    declared = DECLARED.match(start[: start.find(b">") + 1])
    is_wide = part.startswith(WIDE) or b"\0" in part[: len(part) - len(start) + 2]
    if is_wide or (declared is not None and declared[2].lower() not in PLAIN):
        raise UnreadableFile(
            _(
                "The Excel file is written in letters that are not read here. Please open it in Excel or "
                "LibreOffice, and save it as .xlsx or .csv."
            )
        )
    if b"<!DOCTYPE" in part:
        raise no_sheet


def _damaged() -> UnreadableFile:
    return UnreadableFile(_("The Excel file is damaged. Please save it again."))


def _cells(
    content: bytes, limits: Limits, most: int, *, values: bool
) -> list[tuple[str, list[tuple[Any, ...]]]]:
    """Of each worksheet the cells, one row and one column more than there may be."""
    from openpyxl import load_workbook

    try:
        book = load_workbook(BytesIO(content), read_only=True, data_only=values, keep_links=False)
        try:
            if not book.worksheets:
                raise UnreadableFile(_("There is nothing in the file."))
            return [
                (
                    sheet.title,
                    [
                        tuple(map(_shown if values else _written, row))
                        for row in sheet.iter_rows(max_row=limits.rows + 1, max_col=limits.columns + 1)
                    ],
                )
                for sheet in book.worksheets[:most]
            ]
        finally:
            book.close()
    except UnreadableFile:
        raise
    except Exception:  # noqa: BLE001 - a broken file makes openpyxl stumble in any way there is
        raise _damaged() from None


def _written(cell: Any) -> Any:
    return cell.value


def _shown(cell: Any) -> Any:
    """Where a formula gave an empty text, that is what it gave."""
    return "" if cell.value is None and cell.data_type == "str" else cell.value


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
        case int():
            return str(value)
        case float():
            return f"{value:.10f}"  # never three decimals, which could be thousands
        case datetime() | date():
            return f"{value:%d.%m.%Y}"
        case time():
            return f"{value:%H:%M}"
        case str():
            return value
    return str(getattr(value, "text", None) or "=")  # a formula over many cells is an object
