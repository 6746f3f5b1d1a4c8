"""Write figures as text, and make text harmless in spreadsheets.

A name is text, even one that starts with "=": a spreadsheet would run it. In xlsx a cell says itself that it
is text, so the name stands there as it is. CSV knows nothing but text; there an apostrophe before such a name
keeps every spreadsheet from counting, and whoever reads the file with a program leaves it out.
"""

import csv
import json
import re
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from fractions import Fraction
from io import StringIO
from itertools import islice
from typing import BinaryIO, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

from django.utils import timezone

from scoring.export.figures import Figures, Workbook
from scoring.names import address_of
from scoring.web.columns import Column, ColumnKind, Value
from scoring.web.language import to_cents

DECIMALS = 10  # in a CSV for spreadsheets; thirds are found again in far fewer
RUNS = "=+-@＝＋－＠"  # what a spreadsheet takes for the beginning of a formula, wide letters included
# The same behind what separates cells in some CSV; a number alone does no harm.
RUNS_INSIDE = re.compile(
    rf"""[;,|\t\r\n][\s"']*(?=[{re.escape(RUNS)}])(?![+-]\d[\d.,]*(?:[;,|\t\r\n\s]|$))"""
)
# What cannot stand in an xlsx file.
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
# A worksheet would read it as one letter.
ESCAPE = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
NO_SHEET_NAME = re.compile(r"[\[\]:*?/\\\s]+")
LONGEST_SHEET_NAME = 31
CELL = re.compile(r"[a-z]{1,3}\d+|[rlz]?\d*[cs]?\d*", re.IGNORECASE)  # in English, and in German
TAKEN = {"history"}  # by the spreadsheet itself


def decimal_text(number: Fraction) -> str:
    """Return a number with a comma, and with as many decimals as needed.

    >>> decimal_text(Fraction(-152, 3)), decimal_text(Fraction(1, 2)), decimal_text(Fraction(4))
    ('-50,6666666667', '0,5', '4')
    >>> decimal_text(Fraction(-1, 10**11))
    '0'
    """
    whole, part = divmod(round(abs(number) * 10**DECIMALS), 10**DECIMALS)
    decimals = f"{part:0{DECIMALS}}".rstrip("0")
    sign = "-" if number < 0 and (whole or decimals) else ""
    return f"{sign}{whole}{',' if decimals else ''}{decimals}"


def money_text(cents: Fraction) -> str:
    """Return money with a comma: exact where its decimals end, else rounded to cents.

    >>> [money_text(Fraction(cents)) for cents in ("-1230", "1/2", "-3700/3", "-1/240")]
    ['-12,3', '0,005', '-12,33', '0']
    """
    ends = 10**DECIMALS % cents.denominator == 0
    return decimal_text((cents if ends else to_cents(cents)) / 100)


def harmless(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula.

    >>> harmless("=1+1"), harmless("Anna"), harmless("\\t@SUM(A1)"), harmless("\\r1")
    ("'=1+1", 'Anna', "'\\t@SUM(A1)", "'\\r1")
    """
    risky = text[:1] in ("\t", "\r", "\n") or text.lstrip()[:1] in tuple(RUNS)
    return f"'{text}" if risky else text


def harmless_in_pieces(text: str) -> str:
    """Return the text so that no part of it is a formula when a CSV is split at another separator.

    >>> harmless_in_pieces("Gast;=1+1"), harmless_in_pieces("Gast, @SUM(A1)"), harmless_in_pieces("Linz; -3")
    ("Gast;'=1+1", "Gast, '@SUM(A1)", 'Linz; -3')
    """
    return RUNS_INSIDE.sub(r"\g<0>'", harmless(text))


def in_a_worksheet(text: str) -> str:
    """Return the text in the form that a worksheet can hold.

    >>> in_a_worksheet("Anna"), in_a_worksheet("_x0041_nna")
    ('Anna', '_x005F_x0041_nna')
    """
    one_kind_of_line_end = text.replace("\r\n", "\n").replace("\r", "\n")
    return ESCAPE.sub("_x005F_", CONTROL.sub("\N{REPLACEMENT CHARACTER}", one_kind_of_line_end))


def worksheet_names(titles: Iterable[str]) -> list[str]:
    """Return distinct names of worksheets that spreadsheets accept.

    >>> worksheet_names(["Tisch 1", "TISCH 1", "'[1]:2'", "", "Ein Tisch mit einem sehr langen Namen"])
    ['Tisch 1', 'TISCH 1 (2)', '1 2', '4', 'Ein Tisch mit einem sehr langen']
    """
    taken = set(TAKEN)
    names: list[str] = []
    for nth, title in enumerate(titles, 1):
        plain = NO_SHEET_NAME.sub(" ", CONTROL.sub("", title)).strip(" '")
        plain = plain or str(nth)
        name, number = _cut(plain, LONGEST_SHEET_NAME), 1
        while name.casefold() in taken:
            number += 1
            end = f" ({number})"
            name = _cut(plain, LONGEST_SHEET_NAME - len(end)) + end
        taken.add(name.casefold())
        names.append(name)
    return names


def table_names(names: Iterable[str]) -> list[str]:
    """Return distinct names of the tables on these worksheets that spreadsheets accept.

    >>> table_names(["Who pays whom", "=1+1", "=1-1", "R1", "AB12", "2", "Stärke", "Z1S1", "c"])
    ['Who_pays_whom', '_1_1', '_1_1_2', '_R1', '_AB12', '_2', 'Stärke', '_Z1S1', '_c']
    """
    taken: set[str] = set()
    tables: list[str] = []
    for name in names:
        plain = "_".join("".join(letter if _is_plain(letter) else " " for letter in name).split())
        if not plain[:1].isalpha() or CELL.fullmatch(plain):
            plain = f"_{plain}"
        table, number = plain, 1
        while table.casefold() in taken:
            number += 1
            table = f"{plain}_{number}"
        taken.add(table.casefold())
        tables.append(table)
    return tables


def _is_plain(letter: str) -> bool:
    """Return whether a character is a letter or a digit that every spreadsheet knows."""
    return letter <= "\uffff" and (letter.isalpha() or letter.isdecimal())


def letter(column: int) -> str:
    """Return the letters by which a spreadsheet names a column.

    >>> letter(0), letter(25), letter(27)
    ('A', 'Z', 'AB')
    """
    quotient, last = divmod(column, 26)
    return (letter(quotient - 1) if quotient else "") + chr(ord("A") + last)


def _cut(name: str, longest: int) -> str:
    """Cut a text to this length; a spreadsheet counts a character beyond the common ones as two."""
    while len(name.encode("utf-16-le")) > 2 * longest:
        name = name[:-1]
    return name.strip(" '")


STEP = 500  # rows that are written in one go
FORMAT, VERSION = "tarockclub-export", 1


class Piece(NamedTuple):
    """Some of the file, and how many rows are written by then."""

    content: bytes
    rows: int


def csv_pieces(figures: Figures) -> Iterator[Piece]:
    """Yield a CSV for spreadsheets as they are set up in Austria, in UTF-8."""
    file = StringIO()
    writer = csv.writer(file, delimiter=";", lineterminator="\r\n")
    writer.writerow(harmless_in_pieces(column.title) for column in figures.columns)
    encoding, written = "utf-8-sig", 0
    rows = iter(figures.rows)
    while True:
        some = list(islice(rows, STEP))
        for row in some:
            writer.writerow(
                _csv_text(value, column) for value, column in zip(row, figures.columns, strict=True)
            )
        written += len(some)
        yield Piece(file.getvalue().encode(encoding), written)
        if len(some) < STEP:
            return
        file.seek(0)
        file.truncate()
        encoding = "utf-8"  # the mark at the beginning stands there once


def _csv_text(value: Value, column: Column) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return harmless_in_pieces(value)
    if isinstance(value, datetime):
        return f"{timezone.localtime(value):%d.%m.%Y %H:%M}"
    if isinstance(value, date):
        return f"{value:%d.%m.%Y}"
    number = Fraction(value)
    return money_text(number) if column.kind is ColumnKind.CENTS else decimal_text(number)


def write_zip(workbook: Workbook, file: BinaryIO) -> Iterator[int]:
    """Write a CSV for every table, numbered as they stand in the workbook."""
    rows_written = 0
    names = worksheet_names(table.name or table.title for table in workbook.tables)
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for number, (table, name) in enumerate(zip(workbook.tables, names, strict=True), 1):
            rows = 0
            with archive.open(f"{number:02}-{address_of(name)}.csv", "w", force_zip64=True) as entry:
                for piece in csv_pieces(table):
                    entry.write(piece.content)
                    rows = piece.rows
                    yield rows_written + rows
            rows_written += rows


def json_pieces(workbook: Workbook) -> Iterator[Piece]:
    """Yield one document, a row of a table on every line of it."""
    head = {"format": FORMAT, "version": VERSION, "title": workbook.title}
    text, rows_written = f'{_json(head)[:-1]},"tables":[', 0
    names = worksheet_names(table.name or table.title for table in workbook.tables)
    for number, (table, name) in enumerate(zip(workbook.tables, names, strict=True)):
        columns = [
            {"key": key, "title": column.title, "kind": column.kind.value}
            for key, column in zip(table.keys, table.columns, strict=True)
        ]
        opening = _json({"name": name, "title": table.title, "columns": columns})[:-1]
        text += f'{"," if number else ""}\n{opening},"rows":['
        rows, first = iter(table.rows), True
        while some := list(islice(rows, STEP)):
            lines = ",\n".join(_json([_json_value(value) for value in row]) for row in some)
            text += f"{'' if first else ','}\n{lines}"
            rows_written += len(some)
            yield Piece(text.encode(), rows_written)
            text, first = "", False
        text += "]}"
    yield Piece(f"{text}]}}\n".encode(), rows_written)


def _json_value(value: Value) -> str | int | None:
    """Return a value as JSON has it.

    >>> [_json_value(one) for one in ("=1", 4, Fraction(4), Fraction(-152, 3), date(2026, 11, 20), None)]
    ['=1', 4, 4, '-152/3', '2026-11-20', None]
    """
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else f"{value.numerator}/{value.denominator}"
    if isinstance(value, datetime):
        return timezone.localtime(value).isoformat(timespec="seconds")
    if isinstance(value, date):
        return value.isoformat()
    return value


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
