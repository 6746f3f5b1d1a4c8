"""Read files of spreadsheets as text, one row of cells for each row, whatever program wrote them."""

import csv
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, time
from html import unescape
from io import BytesIO, StringIO
from pathlib import PurePosixPath
from posixpath import normpath
from typing import Any, NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from scoring.names import tidy


def _(sentence: str) -> str:
    """Mark a sentence for translation, which `UnreadableFile` does later; sandboxes have no settings."""
    return sentence


CellRow = tuple[str, ...]
MOST_PARTS = 200  # files inside an xlsx
MOST_CELLS = 150_000  # in all worksheets, and in a list of text
MOST_TAGS = {True: 1_200_000, False: 200_000}  # in worksheets, and in all else that is packed
ONE_BYTE = ("cp1252", "cp850")  # of Windows, and of programs before it; the first where nothing tells
MANY_LINES = 50  # so many show what stands between the columns
SEPARATORS = ("\t", ";", ",")
BEFORE_XML = b"\xef\xbb\xbf\xff\xfe\0 \t\r\n"
WIDE = (b"\xff\xfe", b"\xfe\xff")  # the marks of UTF-16, and of UTF-32
DECLARED = re.compile(rb"<\?xml[^>]*?\sencoding\s*=\s*(['\"])(.*?)\1", re.DOTALL)
CELL = re.compile(
    rb"<(?:\w+:)?(?:c|row|(?:covered-)?table-cell|table-row)[ />]"
)  # an empty row is as much work as a cell
SEPARATED = re.compile(r'"?sep=(.)"?(?=[\r\n])', re.IGNORECASE)
HIDDEN = re.compile(rb"<(?:\w+:)?row\s[^<>]*?\bhidden\s*=\s*[\"'](?:1|true)[\"'][^<>]*>")
HIDDEN_COLUMN = re.compile(rb"<(?:\w+:)?col\s[^<>]*?\bhidden\s*=\s*[\"'](?:1|true)[\"'][^<>]*>")
COMMENTS = re.compile(rb"\bTarget\s*=\s*[\"']((?:[^\"']*/)?comments?\d*\.xml)[\"']")
NUMBERED = re.compile(rb"\sr\s*=\s*[\"'](\d{1,7})[\"']")
NO_SPREADSHEET = _("This is not an Excel file. Please send .xlsx or .csv.")
PROTECTED = _(
    "This file is protected by a password. Please open it in Excel or LibreOffice, remove the password, save "
    "it again, and send it then."
)
COMPOUND = b"\xd0\xcf\x11\xe0"  # how files of an old Excel begin, and those that Excel has encrypted
ENCRYPTED_STREAMS = tuple(name.encode("utf-16-le") for name in ("EncryptionInfo", "EncryptedPackage"))
ENCRYPTED_PART, MANIFEST = "encrypted-package", "META-INF/manifest.xml"  # of an .ods file
MOST_OF_A_MANIFEST = 100_000  # bytes
OPEN_DOCUMENT = "content.xml"  # the part in which an .ods file has all its worksheets
FAR_TOO_MUCH = _("Far more is packed into this file than a list of this kind would need. It was not opened.")
TOO_MANY_CELLS = _("The file has more than %(most)d cells. Please send it in parts.")
# A number format with the euro; "$" is what Excel writes for the currency of whoever sits there.
MONEY = re.compile(r'€|EUR|"\$"')
WEB_PAGE = re.compile(r"\s*<(?:!doctype html|html|meta|table)\b", re.IGNORECASE)
TAG = re.compile(r"<(/?\w+)([^<>]*)>([^<]*)")
SPANS = tuple(re.compile(rf"\b{way}span\s*=\s*[\"']?(\d{{1,3}})", re.IGNORECASE) for way in ("col", "row"))
KEPT_IN_CELLS = {
    f"{end}{name}" for name in ("b", "i", "u", "a", "p", "br", "div", "font", "span") for end in ("", "/")
}
PLAIN = {b"utf-8", b"utf8", b"us-ascii", b"ascii"}


# What the standard library says of a packed file that is none, or not whole.
BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    OverflowError,
    OSError,
    ValueError,
)


class UnreadableFile(Exception):
    """Raised where a file cannot be read; the sentence that says why is translated where it is shown."""

    def __init__(self, sentence: str, **fields: int) -> None:
        super().__init__(sentence, fields)
        self.sentence, self.about = sentence, fields

    @property
    def message(self) -> str:
        from django.utils.translation import gettext

        sentence = gettext(self.sentence)
        return sentence % self.about if self.about else sentence


class Limits(NamedTuple):
    """How much of a file is looked at."""

    rows: int
    columns: int
    cell: int  # letters
    unpacked: int  # bytes of an xlsx


def is_packed(content: bytes) -> bool:
    """Return whether a file begins like a spreadsheet's, xlsx or ods."""
    return content.startswith(b"PK")


def is_ods(content: bytes) -> bool:
    """Return whether a packed file is one of LibreOffice or OpenOffice."""
    with _understood(content) as packed:
        return OPEN_DOCUMENT in packed.namelist()


def decoded(content: bytes) -> str:
    """Return a text as spreadsheets write it: UTF-8 with a mark or without, UTF-16, one byte a letter."""
    if content.startswith(COMPOUND):
        if all(name in content for name in ENCRYPTED_STREAMS):
            raise UnreadableFile(PROTECTED)
        raise UnreadableFile(
            _("This file comes from an old version of Excel. Please save it as .xlsx or .csv.")
        )
    if content.startswith(b"%PDF"):
        raise UnreadableFile(_("This is a PDF. Please send .xlsx or .csv."))
    one_byte = max(ONE_BYTE, key=lambda encoding: _german_letters(content, encoding))
    for encoding in ["utf-16"] if content.startswith(WIDE) else ["utf-8-sig", one_byte]:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise UnreadableFile(_("This list cannot be read. Please send .xlsx or .csv."))


def _german_letters(content: bytes, encoding: str) -> int:
    """Return how many letters with dots, and ß, a text has in this encoding.

    >>> [_german_letters("Fünf für Jörg".encode("cp850"), encoding) for encoding in ONE_BYTE]
    [0, 3]
    """
    text = content.decode(encoding, "ignore")
    return sum(map(text.count, "äöüÄÖÜß"))


def separator_of(text: str) -> str:
    """Return the separator of columns in most of the first lines.

    >>> separator_of("Datum;Ort\\n1.3.2016;Lamm, Linz"), separator_of("a,b\\n1,2"), separator_of("Anna")
    (';', ',', '')
    """
    lines = [line for line in text.splitlines()[:MANY_LINES] if line.strip()]
    usual = (separator for separator in SEPARATORS if sum(separator in x for x in lines) * 2 >= len(lines))
    return next(usual, "") if lines else ""


def parted(text: str) -> tuple[str, str]:
    """Return a list and its separator, perhaps from Excel's first line, which is no row.

    >>> parted("sep=,\\na;b,c\\n1,2"), parted("a;b\\n1;2")
    (('\\na;b,c\\n1,2', ','), ('a;b\\n1;2', ';'))
    """
    if match := SEPARATED.match(text):
        return text[match.end() :], match[1]
    return text, separator_of(text)


class NumberedRow(NamedTuple):
    """A row of a list of text, with the number of the line on which it ends."""

    number: int
    cells: CellRow


def rows_here(text: str, separator: str, limits: Limits) -> list[NumberedRow]:
    """Return the rows of a list of text, at most one column wider than allowed.

    In this process: `scoring.uploads.sandbox` reads what is not small in one of its own.
    """
    if text.count(separator or "\n") + text.count("\n") > MOST_CELLS:
        raise UnreadableFile(TOO_MANY_CELLS, most=MOST_CELLS)
    if WEB_PAGE.match(text):
        rows = enumerate(_rows_of_web_page(text, limits), 1)
        return [NumberedRow(number, tidied(cells, limits)) for number, cells in rows]
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator or "\x1f")
    try:
        return [NumberedRow(reader.line_num, tidied(cells, limits)[: limits.columns + 1]) for cells in reader]
    except csv.Error:
        sentence = _("Row %(number)d cannot be read: a quotation mark is never closed.")
        raise UnreadableFile(sentence, number=reader.line_num) from None


def _rows_of_web_page(text: str, limits: Limits) -> list[list[str]]:
    """Return the rows of the tables in a web page, which some programs save and call .xls."""
    rows: list[list[str]] = []
    covered: dict[int, int] = {}  # by column, in how many rows still
    for tag, attributes, content in TAG.findall(text):
        name, row = tag.lower(), rows[-1] if rows else []
        if name == "tr":
            for column in range(len(row), limits.columns + 1):
                covered[column] = max(0, covered.get(column, 0) - 1)
            rows.append([])
            if len(rows) > limits.rows + 1:
                break
        elif name in ("td", "th") and rows and len(row) <= limits.columns:
            while covered.get(len(row), 0):
                covered[len(row)] -= 1
                row.append("")
            across, down = (int(span[1]) if (span := over.search(attributes)) else 1 for over in SPANS)
            for column in range(len(row), len(row) + min(across, limits.columns)):
                covered[column] = max(0, down - 1)
            row += [unescape(content), *[""] * (min(across, limits.columns) - 1)]
        elif name in KEPT_IN_CELLS and row:
            row[-1] += f" {unescape(content)}"
    return [row[: limits.columns + 1] for row in rows]


class CellLook(NamedTuple):
    """The look of a marked cell; rows and columns count from 0."""

    row: int
    column: int
    is_struck: bool = False
    comment: str = ""


class RawWorksheet(NamedTuple):
    """A worksheet as read, at most one row and one column bigger than allowed."""

    name: str
    rows: list[CellRow]
    hidden: tuple[int, ...] = ()  # the numbers of hidden rows
    is_hidden: bool = False  # as a whole: then nothing of it is read
    hidden_columns: tuple[int, ...] = ()  # from 0
    looks: tuple[CellLook, ...] = ()


MOST_LOOKS = 2000  # of a worksheet
MOST_OF_A_COMMENT = 200  # letters


def worksheets_here(content: bytes, limits: Limits, most: int) -> list[RawWorksheet]:
    """Return the worksheets with cells as shown, and formulas that were never computed.

    In this process: `scoring.uploads.sandbox` reads what is not small in one of its own.
    """
    demand_small(content, limits.unpacked)
    written, shown = (_cells(content, limits, most, values=values) for values in (False, True))
    sheets = []
    for sheet, other in zip(shown, written, strict=True):
        sheets.append(sheet._replace(rows=without_end(_merged(sheet.rows, other.rows, limits))))
    return sheets


def _merged(
    shown: list[tuple[Any, ...]], written: list[tuple[Any, ...]], limits: Limits
) -> Iterator[CellRow]:
    for values, formulas in zip(shown, written, strict=True):
        pairs = zip(values, formulas, strict=False)
        yield tidied((text_of_cell(formula if value is None else value) for value, formula in pairs), limits)


def without_end(rows: Iterable[CellRow]) -> list[CellRow]:
    """Return the rows without empty ones below."""
    filled = list(rows)
    while filled and not filled[-1]:
        filled.pop()
    return filled


def tidied(cells: Iterable[str], limits: Limits) -> CellRow:
    """Return one row with blanks for line breaks and tabs, and without empty cells at the end."""
    shown = [tidy(cell)[: limits.cell] for cell in cells]
    while shown and not shown[-1]:
        shown.pop()
    return tuple(shown)


def demand_narrow(rows: Iterable[CellRow], limits: Limits) -> None:
    """Refuse rows with columns that would be left away."""
    if any(len(row) > limits.columns for row in rows):
        sentence = _("The file has more than %(most)d columns. Please take out columns that nobody needs.")
        raise UnreadableFile(sentence, most=limits.columns)


def demand_possible(content: bytes, most_unpacked: int) -> int:
    """Return the unpacked size that a file claims, which is also the most that is unpacked."""
    with _understood(content) as packed:
        parts = packed.infolist()
        size = sum(part.file_size for part in parts)
        if len(parts) > MOST_PARTS or size > most_unpacked:
            raise UnreadableFile(FAR_TOO_MUCH)
        names = packed.namelist()
        if ENCRYPTED_PART in names or b"encryption-data" in _manifest_in(packed):
            raise UnreadableFile(PROTECTED)
        if not {"xl/workbook.xml", OPEN_DOCUMENT} & {*names}:
            raise UnreadableFile(NO_SPREADSHEET)
        return size


def _manifest_in(packed: zipfile.ZipFile) -> bytes:
    """Return the beginning of an .ods file's manifest, which names encrypted parts; else empty."""
    if MANIFEST not in packed.namelist():
        return b""
    with packed.open(MANIFEST) as part:
        return part.read(MOST_OF_A_MANIFEST)


def demand_small(content: bytes, most_unpacked: int) -> None:
    """Refuse a file with too many cells, before any cell is created."""
    demand_possible(content, most_unpacked)
    cells, tags = 0, {True: 0, False: 0}
    with _understood(content) as packed:
        for part in packed.infolist():
            text = packed.read(part)
            _demand_plain(text)
            is_worksheet = part.filename.startswith(("xl/worksheets/", OPEN_DOCUMENT))
            tags[is_worksheet] += text.count(b"<")
            cells += sum(1 for _cell in CELL.finditer(text)) if is_worksheet else 0
            if cells > MOST_CELLS:
                raise UnreadableFile(TOO_MANY_CELLS, most=MOST_CELLS)
            if tags[is_worksheet] > MOST_TAGS[is_worksheet]:
                raise UnreadableFile(FAR_TOO_MUCH)


@contextmanager
def _understood(content: bytes) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(BytesIO(content)) as packed:
            yield packed
    except NotImplementedError:
        raise UnreadableFile(NO_SPREADSHEET) from None
    except BROKEN:
        raise _damaged() from None


def _demand_plain(part: bytes) -> None:
    """Refuse parts in other encodings than UTF-8, which could hide a definition."""
    start = part.lstrip(BEFORE_XML)
    if not start.startswith(b"<"):
        return
    declared = DECLARED.match(start[: start.find(b">") + 1])
    is_wide = part.startswith(WIDE) or b"\0" in part[: len(part) - len(start) + 2]
    if is_wide or (declared is not None and declared[2].lower() not in PLAIN):
        raise UnreadableFile(
            _(
                "The Excel file uses a character encoding that cannot be read here. Please open it in "
                "Excel or LibreOffice, and save it as .xlsx or .csv."
            )
        )
    if b"<!DOCTYPE" in part:
        raise UnreadableFile(NO_SPREADSHEET)


def _damaged() -> UnreadableFile:
    return UnreadableFile(_("The Excel file is damaged. Please save it again."))


def _cells(content: bytes, limits: Limits, most: int, *, values: bool) -> list[RawWorksheet]:
    """Return the cells of each worksheet, hidden ones last, at most one row and column beyond the limit."""
    from openpyxl.reader.excel import ExcelReader

    try:
        reader = ExcelReader(BytesIO(content), read_only=True, data_only=values, keep_links=False)
        with reader.archive as packed:
            reader.read()
            paths = {sheet.name: relation.target for sheet, relation in reader.parser.find_sheets()}
            if not reader.wb.worksheets:
                raise UnreadableFile(_("There is nothing in the file."))
            sheets = sorted(reader.wb.worksheets, key=lambda sheet: sheet.sheet_state != "visible")
            return [
                _read(sheet, packed, paths[sheet.title], limits, values=values) for sheet in sheets[:most]
            ]
    except (UnreadableFile, MemoryError):
        raise
    except Exception:  # noqa: BLE001 - a broken file makes openpyxl stumble in any way there is
        raise _damaged() from None


def _read(sheet: Any, packed: zipfile.ZipFile, path: str, limits: Limits, *, values: bool) -> RawWorksheet:
    if sheet.sheet_state != "visible":
        return RawWorksheet(sheet.title, [], is_hidden=True)
    rows = sheet.iter_rows(max_row=limits.rows + 1, max_col=limits.columns + 1)
    lines = list(rows)
    cells = [tuple(_shown(cell) if values else cell.value for cell in row) for row in lines]
    source = packed.read(path)  # openpyxl tells of hidden rows only slowly
    if not values:
        return RawWorksheet(sheet.title, cells)
    hidden = tuple(int(match[1]) for row in HIDDEN.findall(source) if (match := NUMBERED.search(row)))
    looks = _looks_in(lines, _comments_beside(packed, PurePosixPath(path)))
    return RawWorksheet(
        sheet.title, cells, hidden, hidden_columns=tuple(_hidden_columns(source, limits)), looks=looks
    )


Spot = tuple[int, int]  # row and column, from 0


def _looks_in(rows: Iterable[Iterable[Any]], comments: dict[Spot, str]) -> tuple[CellLook, ...]:
    """Return the cells that are struck through or have a comment."""
    looks = []
    for number, row in enumerate(rows):
        for column, cell in enumerate(row):
            has_style = getattr(cell, "has_style", False)
            is_struck = bool(has_style and cell.value is not None and cell.font.strike)
            comment = comments.get((number, column), "")
            if is_struck or comment:
                looks.append(CellLook(number, column, is_struck, comment))
    return tuple(looks[:MOST_LOOKS])


def _hidden_columns(source: bytes, limits: Limits) -> Iterator[int]:
    """Yield the numbers of hidden columns, from 0."""
    for column in HIDDEN_COLUMN.findall(source):
        ends = [re.search(rb"\b%s\s*=\s*[\"'](\d{1,6})" % end, column) for end in (b"min", b"max")]
        if ends[0] and ends[1]:
            yield from range(int(ends[0][1]) - 1, min(int(ends[1][1]), limits.columns))


def _comments_beside(packed: zipfile.ZipFile, path: PurePosixPath) -> dict[Spot, str]:
    """Return the comments of a worksheet, which are in another part of the file."""
    from openpyxl.utils.cell import coordinate_to_tuple

    relations = f"{path.parent}/_rels/{path.name}.rels"
    comments: dict[Spot, str] = {}
    if relations not in packed.namelist():
        return comments
    for target in COMMENTS.findall(packed.read(relations)):
        name = normpath(f"/{path.parent}/{target.decode()}" if target[:1] != b"/" else target.decode())
        for comment in ElementTree.fromstring(packed.read(name.lstrip("/"))).iter():
            if comment.tag.endswith("}comment"):
                row, column = coordinate_to_tuple(comment.get("ref", "A1"))
                comments[row - 1, column - 1] = tidy(" ".join(comment.itertext()))[:MOST_OF_A_COMMENT]
    return comments


def _shown(cell: Any) -> Any:
    """Return a cell's text as shown: empty for a formula's empty text; money with its sign."""
    value = cell.value
    if isinstance(value, int | float) and MONEY.search(cell.number_format):
        return text_of_money(value)
    return "" if value is None and cell.data_type == "str" else value


def text_of_money(value: float) -> str:
    """Return an amount of money as its cell shows it.

    >>> text_of_money(-4.5), text_of_money(0.125)
    ('-4.50 €', '0.1250000000 €')
    """
    is_to_the_cent = round(value, 2) == round(value, 8)
    return f"{value:.2f} €" if is_to_the_cent else f"{text_of_cell(value)} €"


def text_of_cell(value: Any) -> str:
    """Return a value as its cell shows it.

    >>> [text_of_cell(one) for one in (None, 3.0, True, "Anna", datetime(2026, 11, 20))]
    ['', '3', 'ja', 'Anna', '20.11.2026']
    >>> text_of_cell(12.333333333333334), text_of_cell(1.125), text_of_cell(time(19, 30))
    ('12.3333333333', '1.1250000000', '19:30')
    >>> from openpyxl.worksheet.formula import ArrayFormula
    >>> text_of_cell(ArrayFormula("A1:A2", "=B1:B2"))
    '=B1:B2'
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


_URN = "urn:oasis:names:tc:opendocument:xmlns:"
_TABLE, _OFFICE, _STYLE, _TEXT = (f"{{{_URN}{part}:1.0}}" for part in ("table", "office", "style", "text"))
_CELLS = {f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"}
_HIDDEN_ROWS = {"collapse", "filter"}
_EURO = {"EUR", "€"}


def worksheets_of_ods(content: bytes, limits: Limits, most: int) -> list[RawWorksheet]:
    """Return the worksheets with cells as shown, hidden ones last, at most slightly beyond the limits.

    In this process: `scoring.uploads.sandbox` reads what is not small in one of its own.
    """
    demand_small(content, limits.unpacked)
    try:
        with zipfile.ZipFile(BytesIO(content)) as packed, packed.open(OPEN_DOCUMENT) as source:
            sheets = list(
                _OpenDocument(limits).worksheets(ElementTree.iterparse(source, events=("start", "end")))
            )
    except (ElementTree.ParseError, ValueError, OverflowError):
        raise UnreadableFile(_("The spreadsheet is damaged. Please save it again.")) from None
    if not sheets:
        raise UnreadableFile(_("There is nothing in the file."))
    return sorted(sheets, key=lambda sheet: sheet.is_hidden)[:most]


@dataclass
class _WorksheetSoFar:
    """A worksheet, as far as it was read."""

    name: str
    is_hidden: bool
    rows: list[CellRow] = field(default_factory=list)
    hidden: list[int] = field(default_factory=list)
    empty: int = 0  # rows since the last one with anything
    columns: int = 0  # that are described so far
    hidden_columns: list[int] = field(default_factory=list)
    looks: list[CellLook] = field(default_factory=list)

    def worksheet(self) -> RawWorksheet:
        rows = [] if self.is_hidden else without_end(self.rows)
        looks = tuple(look for look in self.looks if look.row < len(rows))[:MOST_LOOKS]
        return RawWorksheet(
            self.name, rows, tuple(self.hidden), self.is_hidden, tuple(self.hidden_columns), looks
        )


@dataclass
class _OpenDocument:
    """The one document in which all worksheets stand."""

    limits: Limits
    cells: int = 0  # that were made: a few letters of the file can stand for millions of them
    unseen: set[str] = field(default_factory=set)  # styles of hidden worksheets
    struck: set[str] = field(default_factory=set)  # styles of cells that are struck through

    def worksheets(self, events: Iterator[tuple[str, Element]]) -> Iterator[RawWorksheet]:
        inside: list[Element] = []
        table = _WorksheetSoFar("", is_hidden=True)
        for event, element in events:
            if event == "start":
                inside.append(element)
                if element.tag == f"{_TABLE}table":
                    style = element.get(f"{_TABLE}style-name", "")
                    table = _WorksheetSoFar(element.get(f"{_TABLE}name", ""), style in self.unseen)
                continue
            inside.pop()
            if element.tag == f"{_STYLE}style":
                properties = element.find(f"{_STYLE}table-properties")
                if properties is not None and properties.get(f"{_TABLE}display") == "false":
                    self.unseen.add(element.get(f"{_STYLE}name", ""))
                if _is_struck(element):
                    self.struck.add(element.get(f"{_STYLE}name", ""))
            elif element.tag == f"{_TABLE}table-column":
                times = min(_times(element, "columns"), self.limits.columns)
                if element.get(f"{_TABLE}visibility") in _HIDDEN_ROWS:
                    table.hidden_columns += range(table.columns, table.columns + times)
                table.columns += times
            elif element.tag == f"{_TABLE}table-row":
                self._add(table, element)
                inside[-1].clear()  # what was read takes no room
            elif element.tag == f"{_TABLE}table":
                yield table.worksheet()

    def _add(self, table: _WorksheetSoFar, row: Element) -> None:
        """Add the row as often as it says that it stands there."""
        if table.is_hidden:
            return
        cells, times = self._cells_of(row), _times(row, "rows")
        if not cells:
            table.empty = min(table.empty + times, self.limits.rows + 1)
            return
        # What stands below the last row that is read shall be seen to stand there.
        table.empty = max(0, min(table.empty, self.limits.rows - len(table.rows)))
        table.rows += [()] * table.empty
        times = max(0, min(times, self.limits.rows + 1 - len(table.rows)))
        table.empty, first = 0, len(table.rows) + 1
        self.cells += len(cells) * times
        if self.cells > MOST_CELLS:
            raise UnreadableFile(TOO_MANY_CELLS, most=MOST_CELLS)
        if row.get(f"{_TABLE}visibility") in _HIDDEN_ROWS:
            table.hidden += range(first, first + times)
        if times == 1 and len(table.looks) <= 2 * MOST_LOOKS:
            table.looks += self._looks_of(row, first - 1)
        table.rows += [cells] * times

    def _looks_of(self, row: Element, number: int) -> Iterator[CellLook]:
        """Yield the cells of a row that are struck through or have a comment."""
        column = 0
        for element in row:
            if element.tag not in _CELLS or column > self.limits.columns:
                continue
            times = _times(element, "columns")
            is_struck = element.get(f"{_TABLE}style-name") in self.struck
            note = element.find(f"{_OFFICE}annotation")
            words = (
                ()
                if note is None
                else ("".join(paragraph.itertext()) for paragraph in note.findall(f"{_TEXT}p"))
            )
            comment = tidy(" ".join(words))[:MOST_OF_A_COMMENT]
            if is_struck or comment:
                yield from (
                    CellLook(number, column + at, is_struck, comment)
                    for at in range(min(times, self.limits.columns))
                )
            column += times

    def _cells_of(self, row: Element) -> CellRow:
        cells: list[str] = []
        empty = 0
        for element in row:
            if element.tag not in _CELLS:
                continue
            text, times = _text_of(element), _times(element, "columns")
            if not text:
                empty = min(empty + times, self.limits.columns + 1)
                continue
            cells += [""] * max(0, min(empty, self.limits.columns - len(cells)))
            cells += [text] * max(0, min(times, self.limits.columns + 1 - len(cells)))
            empty = 0
        return tidied(cells, self.limits)


def _is_struck(style: Element) -> bool:
    """Return whether cells of a style are struck through."""
    text = style.find(f"{_STYLE}text-properties")
    through = (f"{_STYLE}text-line-through-{what}" for what in ("style", "type"))
    return text is not None and any(text.get(name, "none") != "none" for name in through)


def _times(element: Element, what: str) -> int:
    return max(1, int(element.get(f"{_TABLE}number-{what}-repeated", "1")))


def _text_of(cell: Element) -> str:
    """Return a cell's text as shown; for a formula that was never computed the formula."""
    kind, value = cell.get(f"{_OFFICE}value-type"), cell.get(f"{_OFFICE}value", "")
    if kind == "currency" and cell.get(f"{_OFFICE}currency") in _EURO:
        return text_of_money(float(value))
    if kind in ("float", "currency"):
        return text_of_cell(float(value))
    if kind == "date":
        return text_of_cell(date.fromisoformat(cell.get(f"{_OFFICE}date-value", "")[:10]))
    if kind == "boolean":
        return text_of_cell(cell.get(f"{_OFFICE}boolean-value") == "true")
    if kind is None and cell.get(f"{_TABLE}formula"):
        return "="
    return " ".join("".join(element.itertext()) for element in cell.findall(f"{_TEXT}p"))
