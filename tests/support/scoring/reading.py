"""Files for spreadsheets and programs, read back and compared with what they were made of, cell by cell."""

import csv
import json
import math
import re
from collections.abc import Callable, Iterator
from datetime import date, datetime
from fractions import Fraction
from io import BytesIO, StringIO
from typing import Any
from zipfile import ZipFile

from django.utils import timezone
from openpyxl import load_workbook

from scoring.export.figures import Figures, Workbook
from scoring.export.texts import harmless_in_pieces, in_a_worksheet, letter, worksheet_names
from scoring.web.columns import Column, ColumnKind
from tests.support.spreadsheet import sums_of, xlsx_of

Read = Callable[[str], bytes]  # the file in a format


def of_xlsx(content: bytes) -> Any:
    """The first worksheet."""
    return load_workbook(BytesIO(content)).worksheets[0]


def of_csv(content: bytes) -> list[list[str]]:
    return list(csv.reader(StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";"))


def number_in(value: int | Fraction, column: Column) -> Fraction:
    return Fraction(value) / (100 if column.kind is ColumnKind.CENTS else 1)


# xlsx


def same_in_xlsx(sheet: Any, figures: Figures) -> None:
    """Check that every cell has its value, as exactly as a worksheet can, and no other exists.

    Whoever reads a head and the rows below it, as a pivot or a program does, reads the figures.
    """
    rows = list(figures.rows)
    assert [cell.value for cell in sheet[1]] == [in_a_worksheet(column.title) for column in figures.columns]
    assert {cell.data_type for cell in sheet[1]} == {"s"}
    sums_below(sheet, figures)
    for cells, row in zip(
        sheet.iter_rows(min_row=2, max_row=1 + len(rows)) if rows else (), rows, strict=True
    ):
        for cell, value, column in zip(cells, row, figures.columns, strict=True):
            same_cell(cell, value, column)
    for column in sheet.iter_cols(min_row=2, max_row=1 + len(rows)) if rows else ():
        kinds = {cell.data_type for cell in column if cell.value is not None}
        assert len(kinds) <= 1, f"a program takes a column for one kind of value, and these are {kinds}"
    everything = f"A1:{letter(len(figures.columns) - 1)}{1 + len(rows)}"
    titles = [column.title for column in figures.columns]
    if rows and len({*map(str.casefold, titles)}) == len(titles) and "".join(titles).isprintable():
        [table] = sheet.tables.values()
        assert (table.ref, table.autoFilter.ref) == (everything, everything)
        assert table.column_names == [cell.value for cell in sheet[1]]
        assert sheet.auto_filter.ref is None
    else:
        assert (len(sheet.tables), sheet.auto_filter.ref) == (0, everything)


def sums_below(sheet: Any, figures: Figures) -> None:
    """Below the rows, and apart from the table, stand the sums of the columns that have one."""
    summed = [index for index, column in enumerate(figures.columns) if column.summed]
    if not summed or not list(figures.rows):
        assert sheet.max_row == 1 + len(list(figures.rows))
        return
    assert sheet.max_row == 2 + len(list(figures.rows))
    kinds = {
        index: cell.data_type for index, cell in enumerate(sheet[sheet.max_row]) if cell.value is not None
    }
    assert [index for index, kind in kinds.items() if kind == "f"] == summed
    assert [kind for kind in kinds.values() if kind != "f"] in (["s"], [])
    found = sums_of(sheet)
    for index in summed:
        title = in_a_worksheet(figures.columns[index].title)
        assert math.isclose(found[title], sum_in(figures, index), abs_tol=1e-6), title


def sum_in(figures: Figures, index: int) -> Fraction:
    """The exact sum of a column, as a worksheet counts it."""
    cells = (row[index] for row in figures.rows)
    column = figures.columns[index]
    return sum((number_in(cell, column) for cell in cells if isinstance(cell, int | Fraction)), Fraction(0))


def same_cell(cell: Any, value: object, column: Column) -> None:
    if value is None:
        assert cell.value is None
    elif isinstance(value, str):
        assert (cell.value, cell.data_type) == (in_a_worksheet(value), "s")
    elif isinstance(value, datetime):
        assert (cell.value.replace(microsecond=0), cell.is_date) == (local(value), True)
    elif isinstance(value, date):
        assert isinstance(cell.value, datetime)
        assert (cell.value.date(), cell.is_date) == (value, True)
    else:
        assert isinstance(value, int | Fraction)
        assert cell.data_type == "n"
        number = number_in(value, column)
        assert Fraction(cell.value).limit_denominator(number.denominator) == number


def local(moment: datetime) -> datetime:
    return timezone.make_naive(moment).replace(microsecond=0)


# CSV


def most_rounded(number: Fraction, column: Column) -> Fraction:
    """How far from a number it may be written: money whose decimals do not end is rounded to cents."""
    ends = 10**10 % number.denominator == 0
    return Fraction(1, 200) if column.kind is ColumnKind.CENTS and not ends else Fraction(1, 10**10)


def same_in_csv(rows: list[list[str]], figures: Figures) -> None:
    assert rows[0] == [harmless_in_pieces(column.title) for column in figures.columns]
    for cells, row in zip(rows[1:], figures.rows, strict=True):
        for text, value, column in zip(cells, row, figures.columns, strict=True):
            if value is None:
                assert text == ""
            elif isinstance(value, str):
                assert text == harmless_in_pieces(value)
            elif isinstance(value, datetime):
                assert text == timezone.localtime(value).strftime("%d.%m.%Y %H:%M")
            elif isinstance(value, date):
                assert text == value.strftime("%d.%m.%Y")
            else:
                number = number_in(value, column)
                assert abs(Fraction(text.replace(",", ".")) - number) <= most_rounded(number, column)


# JSON


def same_in_json(table: Any, figures: Figures, name: str) -> None:
    assert (table["name"], table["title"]) == (name, figures.title)
    assert [column["key"] for column in table["columns"]] == list(figures.keys)
    assert [column["title"] for column in table["columns"]] == [column.title for column in figures.columns]
    assert [column["kind"] for column in table["columns"]] == [
        column.kind.value for column in figures.columns
    ]
    for cells, row in zip(table["rows"], figures.rows, strict=True):
        for read, value in zip(cells, row, strict=True):
            if value is None or isinstance(value, str):
                assert read == value
            elif isinstance(value, datetime):
                assert datetime.fromisoformat(read) == value.replace(microsecond=0)
            elif isinstance(value, date):
                assert date.fromisoformat(read) == value
            else:
                assert Fraction(read) == value
                assert isinstance(read, int) is (value.denominator == 1)


def conform(document: Any, schema: dict[str, Any]) -> None:
    """Check a document against its schema, and every text against its column."""
    complaints = [*_complaints(document, schema, schema["$defs"], "$")]
    texts = {kind: schema["$defs"].get(kind) for kind in ("date", "moment")}
    texts |= dict.fromkeys(("number", "points", "average", "cents"), schema["$defs"]["fraction"])
    for table in document["tables"]:
        for row in table["rows"]:
            for value, column in zip(row, table["columns"], strict=True):
                assert column["kind"] != "text" or not isinstance(value, int), f"{value} is no text"
                if isinstance(value, str) and (promised := texts.get(column["kind"])):
                    complaints += _complaints(value, promised, schema["$defs"], column["key"])
    assert not complaints, complaints


TYPES = {"null": type(None), "integer": int, "string": str, "array": list, "object": dict}
OBEYS: dict[str, Callable[[Any, Any], object]] = {
    "type": lambda value, kind: type(value) is TYPES[kind],
    "const": lambda value, wanted: value == wanted,
    "enum": lambda value, wanted: value in wanted,
    "pattern": lambda value, pattern: re.search(pattern, value),
    "minItems": lambda value, least: len(value) >= least,
    "minLength": lambda value, least: len(value) >= least,
    "required": lambda value, keys: value.keys() >= {*keys},
    **dict.fromkeys(("$schema", "$defs", "title", "description"), lambda _value, _said: True),
}


def _complaints(value: Any, schema: dict[str, Any], defs: dict[str, Any], where: str) -> Iterator[str]:
    """As much of JSON Schema as ours uses; what is not known here is an error, not a pass."""
    for keyword, wanted in schema.items():
        match keyword:
            case "$ref":
                yield from _complaints(value, defs[wanted.removeprefix("#/$defs/")], defs, where)
            case "anyOf":
                if all([*_complaints(value, option, defs, where)] for option in wanted):
                    yield f"{where}: {value!r}"
            case "items":
                for number, item in enumerate(value):
                    yield from _complaints(item, wanted, defs, f"{where}[{number}]")
            case "properties":
                for key in value.keys() & wanted.keys():
                    yield from _complaints(value[key], wanted[key], defs, f"{where}.{key}")
            case "additionalProperties":
                if further := set() if wanted else value.keys() - schema["properties"].keys():
                    yield f"{where}: {further}"
            case _:
                if not OBEYS[keyword](value, wanted):
                    yield f"{where}: {value!r} and {keyword} {wanted}"


# A whole book


def same_everywhere(book: Workbook, read: Read, schema: dict[str, Any]) -> bytes:
    """Check that every format has the cells of the book; return the workbook, for LibreOffice."""
    names = worksheet_names(table.name or table.title for table in book.tables)
    workbook = read("xlsx")
    sheets = load_workbook(BytesIO(workbook)).worksheets
    assert [sheet.title for sheet in sheets] == names
    for sheet, figures in zip(sheets, book.tables, strict=True):
        same_in_xlsx(sheet, figures)
    content = read("csv")
    if len(book.tables) == 1:
        same_in_csv(of_csv(content), book.tables[0])
    else:
        with ZipFile(BytesIO(content)) as archive:
            files = archive.namelist()
            assert [name[:3] for name in files] == [f"{n:02}-" for n in range(1, len(names) + 1)]
            for name, figures in zip(files, book.tables, strict=True):
                same_in_csv(of_csv(archive.read(name)), figures)
    document = json.loads(read("json"))
    conform(document, schema)
    assert document["title"] == book.title
    for table, figures, name in zip(document["tables"], book.tables, names, strict=True):
        same_in_json(table, figures, name)
    return workbook


# What LibreOffice makes of it


def agree(book: Workbook, opened: Any) -> None:
    """Check LibreOffice's sums against the stored rows, and that all else is unchanged."""
    written, sums = load_workbook(BytesIO(xlsx_of(book))), 0
    assert [sheet.title for sheet in opened.worksheets] == [sheet.title for sheet in written.worksheets]
    for figures, before, after in zip(book.tables, written.worksheets, opened.worksheets, strict=True):
        for cell in (cell for row in before.iter_rows() for cell in row):
            now = after[cell.coordinate].value
            where = f"{before.title}!{cell.coordinate}: {now!r} instead of {cell.value!r}"
            if cell.data_type == "f":
                assert math.isclose(now, sum_in(figures, cell.column - 1), rel_tol=1e-12, abs_tol=1e-9), where
                sums += 1
            elif cell.data_type == "n" and cell.value is not None:
                assert math.isclose(now, cell.value, rel_tol=1e-12, abs_tol=1e-12), where
            elif cell.data_type == "d":
                assert abs((now - cell.value).total_seconds()) < 1, where
            elif cell.value is not None:
                assert now == cell.value.replace("_x005F_", "_"), where
            else:
                assert now is None, where
    assert sums == sum(column.summed for figures in book.tables if figures.rows for column in figures.columns)
