"""A worksheet of old amounts read without a page or a database; everybody in it is a guest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import translation

from scoring.models import OldKind
from scoring.old_sheets.columns import ColumnMeanings, guessed, heading_row
from scoring.old_sheets.files import Reader
from scoring.old_sheets.money import CountedIn, without_euro
from scoring.old_sheets.reading import Reading
from scoring.old_sheets.worksheet import Worksheet


def read_amounts(
    *rows: Sequence[Any],
    amounts: str = "",
    said: Mapping[str, str] | None = None,
    counted: CountedIn | None = None,
    whole: Mapping[str, str] | None = None,
) -> Reading:
    """Return what comes of these rows, the headings among them, where this was said of them."""
    texts = [tuple(str(cell) for cell in row) for row in rows]
    heading = heading_row(texts)
    codes = tuple(guessed(texts, heading, OldKind.AMOUNTS, None))
    headings = (*map(without_euro, texts[heading]), *[""] * (len(codes) - len(texts[heading])))
    with translation.override("en"):
        return Reader(
            Worksheet(texts, heading, ColumnMeanings(codes, headings), counted or CountedIn(), whole or {}),
            OldKind.AMOUNTS,
            rules=None,
            members=(),
            asked=said or {},
            running=amounts,
            there=lambda _days: (),
            language="en",
            unnamed="Table",
        ).read()
