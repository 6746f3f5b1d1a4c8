"""What a sheet says: dealers, numbers, totals, Radl."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from scoring.models import Row, Sheet
from tests.support.scoring.house import now


def totals(sheet: Sheet) -> dict[str, Fraction]:
    names = sheet.evening.names()
    return {names[one]: Fraction(twelfths, 12) for one, twelfths in now(sheet).standing["totals"].items()}


def column(sheet: Sheet, of: Callable[[Row], Any]) -> list[Any]:
    return [of(row) for row in sheet.rows.order_by("place")]


def dealers(sheet: Sheet) -> list[str]:
    names = sheet.evening.names()
    return column(sheet, lambda row: names[row.dealer])


def numbers(sheet: Sheet) -> list[int | None]:
    return column(sheet, lambda row: row.number)


def radl(sheet: Sheet) -> str:
    """The column as it stands on paper."""
    return "".join(column(sheet, lambda row: "R" if row.radl else "-"))


def dealing(sheet: Sheet) -> str:
    return sheet.evening.names()[now(sheet).standing["dealer"]]
