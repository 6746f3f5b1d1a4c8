"""Figures as CSV and JSON, row by row.

The CSV for spreadsheets writes decimals with a comma, as they are typed in Austria; the plain one is exact
and in the form of every programming language: 0.5, -152/3, 2026-11-20. A book is one CSV for every table, in
a zip.

What the JSON looks like is said in schema.json: whole numbers are numbers, and whatever is none is a fraction
in lowest terms, "-152/3"; money is in cents; days and moments as ISO 8601 has them.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from datetime import date, datetime
from fractions import Fraction
from io import StringIO
from itertools import islice
from typing import BinaryIO, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

from django.utils import timezone

from scoring.export.figures import Book, FigureRow, Figures
from scoring.export.texts import decimal_text, exact_text, harmless_in_pieces, worksheet_names
from scoring.names import address_of
from scoring.web.columns import Column, ColumnKind, Value

STEP = 500  # rows that are written in one go
FORMAT, VERSION = "tarockclub-export", 1


class Piece(NamedTuple):
    """Some of the file, and how many rows are written by then."""

    content: bytes
    rows: int


def csv_pieces(figures: Figures, *, plain: bool = False) -> Iterator[Piece]:
    """Yield a CSV for spreadsheets as they are set up in Austria, or a plain one for programs; in UTF-8."""
    file = StringIO()
    writer = csv.writer(file, delimiter="," if plain else ";", lineterminator="\r\n")
    writer.writerow(harmless_in_pieces(column.title) for column in figures.columns)
    encoding, written = "utf-8" if plain else "utf-8-sig", 0
    rows = iter(figures.rows)
    while True:
        some = list(islice(rows, STEP))
        for row in some:
            writer.writerow(
                _csv_text(value, column, plain=plain)
                for value, column in zip(row, figures.columns, strict=True)
            )
        written += len(some)
        yield Piece(file.getvalue().encode(encoding), written)
        if len(some) < STEP:
            return
        file.seek(0)
        file.truncate()
        encoding = "utf-8"  # the mark at the beginning stands there once


def _csv_text(value: Value, column: Column, *, plain: bool) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return harmless_in_pieces(value)
    if isinstance(value, datetime):
        local = timezone.localtime(value)
        return local.isoformat(timespec="seconds") if plain else f"{local:%d.%m.%Y %H:%M}"
    if isinstance(value, date):
        return value.isoformat() if plain else f"{value:%d.%m.%Y}"
    number = Fraction(value) / (100 if column.kind is ColumnKind.CENTS else 1)
    return exact_text(number) if plain else decimal_text(number)


def write_zip(book: Book, file: BinaryIO, *, plain: bool = False) -> Iterator[int]:
    """Write a CSV for every table, numbered as they stand in the book."""
    done = 0
    names = worksheet_names(table.name or table.title for table in book.tables)
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for number, (table, name) in enumerate(zip(book.tables, names, strict=True), 1):
            rows = 0
            with archive.open(f"{number:02}-{address_of(name)}.csv", "w", force_zip64=True) as entry:
                for piece in csv_pieces(table, plain=plain):
                    entry.write(piece.content)
                    rows = piece.rows
                    yield done + rows
            done += rows


def json_pieces(book: Book) -> Iterator[Piece]:
    """Yield one document, a row of a table on every line of it."""
    head = {"format": FORMAT, "version": VERSION, "title": book.title}
    text, done = f'{_json(head)[:-1]},"tables":[', 0
    names = worksheet_names(table.name or table.title for table in book.tables)
    for place, (table, name) in enumerate(zip(book.tables, names, strict=True)):
        columns = [
            {"key": key, "title": column.title, "kind": column.kind.value}
            for key, column in zip(table.keys, table.columns, strict=True)
        ]
        opening = _json({"name": name, "title": table.title, "columns": columns})[:-1]
        text += f'{"," if place else ""}\n{opening},"rows":['
        rows, first = iter(table.rows), True
        while some := list(islice(rows, STEP)):
            lines = ",\n".join(map(_json_row, some))
            text += f"{'' if first else ','}\n{lines}"
            done += len(some)
            yield Piece(text.encode(), done)
            text, first = "", False
        text += "]}"
    yield Piece(f"{text}]}}\n".encode(), done)


def _json_row(row: FigureRow) -> str:
    return _json([_json_value(value) for value in row])


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
