"""The same table read from Excel, CSV and JSON."""

import json
from fractions import Fraction
from typing import Any

from django.conf import settings
from django.test import Client
from django.urls import reverse

from scoring.export.figures import Book
from scoring.export.writing import FORMATS
from scoring.web.columns import ColumnKind, Value
from tests.support.scoring.reading import same_everywhere
from tests.support.scoring.season import JUNE, MAY

SCHEMA = json.loads((settings.BASE_DIR / "scoring" / "export" / "schema.json").read_text())
OFFERED = len(FORMATS) + 1  # files on a page: one of each format, and the CSV for programs

HOSTILE = (
    '=HYPERLINK("http://x";"Anna")',
    "+43 1 234",
    "-2+3",
    "@SUM(A1:A9)",
    "＝1+1",
    " =1",
    "\t=1",
    "'=1",
    'Anna "die; Erste", mit\nZeile',
    "#N/A",
    "1/2",
    "007",
    "TRUE",
    "_x0041_nna",
    "😀 🂡",
)


def same_at(client: Client, name: str, book: Book, asked: str = "", **where: Any) -> bytes:
    """What the addresses answer with is this book. The workbook, for LibreOffice."""
    client.cookies["language"] = "en"

    def read(form: str, *, plain: bool = False) -> bytes:
        address = reverse(f"scoring:{name}", kwargs=where | {"form": form})
        answer = client.get(f"{address}{asked or '?'}{'&plain=1' if plain else ''}")
        assert answer.status_code == 200
        return answer.getvalue()

    return same_everywhere(book, read, SCHEMA)


KINDS: tuple[tuple[ColumnKind, tuple[Value, ...]], ...] = (
    (ColumnKind.NUMBER, (0, 7, None)),
    (ColumnKind.POINTS, (0, 4, -12, Fraction(-152, 3), Fraction(1, 2), Fraction(-1, 6), Fraction(2, 3))),
    (ColumnKind.AVERAGE, (Fraction(19, 43), Fraction(0), Fraction(-2, 3))),
    (ColumnKind.CENTS, (Fraction(1234), Fraction(-1, 3), Fraction(1, 2), Fraction(0))),
    (ColumnKind.DATE, (MAY, JUNE)),
)
