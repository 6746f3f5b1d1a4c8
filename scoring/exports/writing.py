"""Figures as files.

A name is text, even one that starts with "=": a spreadsheet would run it. In xlsx a cell says itself that it
is text, so the name stands there as it is. CSV knows nothing but text; there an apostrophe before such a name
keeps every spreadsheet from counting, and whoever reads the file with a program leaves it out.

Points and money are numbers. In xlsx they have the full precision of a number there, and a format that shows
points as people write them: 50 2/3. The CSV for spreadsheets writes decimals with a comma, as they are typed
in Austria; the plain one is exact and in the form of every programming language: 0.5, -152/3, 2026-11-20.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from io import BytesIO, StringIO
from typing import Any

from scoring.exports.figures import Column, Figures, Kind, Value

DECIMALS = 10  # in a CSV for spreadsheets; thirds are found again in far fewer
RUNS = "=+-@＝＋－＠"  # what a spreadsheet takes for the beginning of a formula, wide letters included
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")  # cannot stand in an xlsx file
NO_SHEET_NAME = re.compile(r"[\[\]:*?/\\]")
LONGEST_SHEET_NAME = 31
WIDEST = 60  # letters


def exact_text(number: Fraction) -> str:
    """A decimal where it ends, else a fraction in lowest terms.

    >>> exact_text(Fraction(-152, 3)), exact_text(Fraction(1, 2)), exact_text(Fraction(-1234, 100))
    ('-152/3', '0.5', '-12.34')
    """
    places, rest = 0, number.denominator
    while rest % 2 == 0 or rest % 5 == 0:
        rest = rest // 10 if rest % 10 == 0 else rest // 2 if rest % 2 == 0 else rest // 5
        places += 1
    if rest != 1 or not places:
        return str(number)
    digits = f"{abs(number.numerator) * 10**places // number.denominator:0{places + 1}}"
    return f"{'-' if number < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def decimal_text(number: Fraction) -> str:
    """With a comma, and as many decimals as it takes.

    >>> decimal_text(Fraction(-152, 3)), decimal_text(Fraction(1, 2)), decimal_text(Fraction(4))
    ('-50,6666666667', '0,5', '4')
    """
    whole, part = divmod(round(abs(number) * 10**DECIMALS), 10**DECIMALS)
    decimals = f"{part:0{DECIMALS}}".rstrip("0")
    return f"{'-' if number < 0 else ''}{whole}{',' if decimals else ''}{decimals}"


def harmless(text: str) -> str:
    """
    >>> harmless("=1+1"), harmless("Anna"), harmless("\\t@SUM(A1)"), harmless("\\r1")
    ("'=1+1", 'Anna', "'\\t@SUM(A1)", "'\\r1")
    """
    risky = text[:1] in ("\t", "\r", "\n") or text.lstrip()[:1] in tuple(RUNS)
    return f"'{text}" if risky else text


def csv_of(figures: Figures, *, plain: bool = False) -> bytes:
    """For spreadsheets as they are set up in Austria, or plain for programs; both in UTF-8."""
    file = StringIO()
    writer = csv.writer(file, delimiter="," if plain else ";", lineterminator="\r\n")
    writer.writerow(harmless(column.title) for column in figures.columns)
    for row in figures.rows:
        writer.writerow(
            _text(value, column, plain=plain) for value, column in zip(row, figures.columns, strict=True)
        )
    return file.getvalue().encode("utf-8" if plain else "utf-8-sig")


def _text(value: Value, column: Column, *, plain: bool) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return harmless(value)
    if isinstance(value, date):
        return value.isoformat() if plain else f"{value:%d.%m.%Y}"
    number = _number(value, column)
    return exact_text(number) if plain else decimal_text(number)


def _number(value: int | Fraction, column: Column) -> Fraction:
    return Fraction(value) / (100 if column.kind is Kind.CENTS else 1)


def xlsx_of(figures: Figures) -> bytes:
    """One worksheet; its head stays in sight and is printed on every page."""
    from openpyxl import Workbook  # takes its time, and nobody needs it at the table

    book = Workbook()
    book.properties.creator = "Tarockclub"
    book.properties.title = CONTROL.sub("", figures.title)
    sheet = book.active
    name = NO_SHEET_NAME.sub(" ", CONTROL.sub("", figures.title))[:LONGEST_SHEET_NAME]
    sheet.title = name.strip().strip("'") or "1"
    for place, column in enumerate(figures.columns, 1):
        _fill_head(sheet.cell(1, place), column)
        values = [row[place - 1] for row in figures.rows]
        for number, value in enumerate(values, 2):
            if value is not None:
                _fill(sheet.cell(number, place), value, column)
        widest = max([len(column.title), *(_width(value) for value in values)])
        sheet.column_dimensions[sheet.cell(1, place).column_letter].width = min(widest, WIDEST) + 3
    sheet.freeze_panes = "A2"
    sheet.print_title_rows = "1:1"
    sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
    sheet.page_setup.orientation = sheet.ORIENTATION_LANDSCAPE
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def _width(value: Value) -> int:
    """Letters, about."""
    if isinstance(value, Fraction):
        return len(f"{float(value):+.0f}") + 4
    return len(str(value)) if value is not None else 0


def _fill_head(cell: Any, column: Column) -> None:
    from openpyxl.styles import Alignment, Font

    _fill_text(cell, column.title)
    right = column.kind not in (Kind.TEXT, Kind.DATE)
    cell.font = Font(bold=True)
    cell.alignment = Alignment(horizontal="right" if right else "left", vertical="top", wrap_text=True)


def _fill(cell: Any, value: str | int | Fraction | date, column: Column) -> None:
    from openpyxl.styles import Alignment

    cell.alignment = Alignment(vertical="top", wrap_text=isinstance(value, str))
    if isinstance(value, str):
        _fill_text(cell, value)
    elif isinstance(value, date):
        cell.value = value
        cell.number_format = "dd.mm.yyyy"
    else:
        number = _number(value, column)
        cell.value = number.numerator if number.denominator == 1 else float(number)
        cell.number_format = _FORMATS[column.kind](number)


def _fill_text(cell: Any, text: str) -> None:
    """Text whatever it looks like, also after somebody has edited the cell."""
    cell.value = CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)
    cell.data_type = "s"
    cell.quotePrefix = harmless(text) != text


_FORMATS: dict[Kind, Callable[[Fraction], str]] = {
    Kind.NUMBER: lambda number: "0",
    Kind.POINTS: lambda number: "+0;-0;0" if number.denominator == 1 else "+# ?/?;-# ?/?;0",
    Kind.AVERAGE: lambda number: "+0.00;-0.00;0.00",
    Kind.CENTS: lambda number: "+#,##0.00;-#,##0.00;0.00",
}

# An export format: its name in the address, how it is written, and how it is called in a browser's answer.
FORMATS: dict[str, tuple[Callable[[Figures], bytes], str]] = {
    "xlsx": (xlsx_of, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    "csv": (csv_of, "text/csv; charset=utf-8"),
}
