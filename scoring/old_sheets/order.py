"""The orders in which the rows of a file can have been written: on many sheets the newest stands on top."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby, pairwise
from typing import NamedTuple

from django.utils.translation import gettext_lazy

AS_DAYS, OLDEST, NEWEST, AS_ROWS = "", "oldest", "newest", "rows"
ORDERS = (AS_DAYS, OLDEST, NEWEST, AS_ROWS)
LIKE_DAYS = "days"  # the rows of a day follow one another as the days do, now up and now down
ON_TOP = {
    OLDEST: gettext_lazy("of each day, the oldest row is on top"),
    NEWEST: gettext_lazy("of each day, the newest row is on top"),
    LIKE_DAYS: gettext_lazy("the rows of each day are in the same direction as the days"),
    AS_ROWS: gettext_lazy("in the order of the rows, even where the dates say otherwise"),
}


class PlacedRow(NamedTuple):
    """A row with what says when it was written; without a day it goes with the row above it."""

    number: int
    part: str  # the worksheet, where several are one below the other
    day: date | None
    table: str = ""
    hand: int | None = None  # its number on the sheet


class ReadingOrder(NamedTuple):
    """An order in which rows are read, and what of each day stands on top."""

    code: str
    numbers: tuple[int, ...]
    on_top: str = LIKE_DAYS


OneDaysRows = tuple[date, list[PlacedRow]]  # those that stand together, and whatever stands between them
WorksheetsRows = list[OneDaysRows]  # the rows of one worksheet


def orders_of(rows: Sequence[PlacedRow]) -> dict[str, ReadingOrder]:
    """Return the orders in which the rows can have been written, that of the days first.

    Days hold against rows, and numbers of hands within a day; what neither says may be this or that way
    round. The same order under several names is one.
    """
    parts = sorted(_parts_of(rows), key=lambda part: min(day for day, _rows in part))
    read = {
        AS_DAYS: [row for part in parts for row in _by_days(part, newest_on_top=_goes_back(part))],
        OLDEST: [row for part in parts for row in _by_days(part, newest_on_top=False)],
        NEWEST: [row for part in parts for row in _by_days(part, newest_on_top=True)],
    }
    if any(map(_goes_to_and_fro, parts)):
        read[AS_ROWS] = [row for part in parts for row in _by_rows(part)]
    found: dict[tuple[int, ...], list[str]] = {}
    for code, ordered in read.items():
        found.setdefault(tuple(row.number for row in ordered if row.day is not None), []).append(code)
    orders = {}
    for codes in found.values():
        named = [code for code in codes if code != AS_DAYS]
        numbers = tuple(row.number for row in read[codes[0]])
        order = ReadingOrder(codes[0], numbers, named[0] if len(named) == 1 else LIKE_DAYS)
        orders.update(dict.fromkeys(codes, order))
    return orders


def by_numbers(rows: Sequence[PlacedRow]) -> tuple[int, ...]:
    """Return the rows as they stand, but the hands of a day from the bottom where their numbers run down."""
    blocks = [block for part in _parts_of(rows) for _day, block in part]
    return tuple(row.number for block in blocks for row in _ordered(block, newest_on_top=False))


def _parts_of(rows: Sequence[PlacedRow]) -> list[WorksheetsRows]:
    """Return the worksheets; whatever stands above their first day belongs to it."""
    parts: list[WorksheetsRows] = []
    above: list[PlacedRow] = []
    for _name, some in groupby(rows, key=lambda row: row.part):
        blocks: WorksheetsRows = []
        for row in some:
            if row.day is not None and (not blocks or blocks[-1][0] != row.day):
                blocks.append((row.day, above))
                above = []
            (blocks[-1][1] if blocks else above).append(row)
        if blocks:
            parts.append(blocks)
    if above and parts:
        parts[-1][-1][1].extend(above)
    return parts


def _by_days(part: WorksheetsRows, *, newest_on_top: bool) -> Iterator[PlacedRow]:
    for _day, rows in sorted(part[::-1] if newest_on_top else part, key=lambda block: block[0]):
        yield from _ordered(rows, newest_on_top=newest_on_top)


def _by_rows(part: WorksheetsRows) -> list[PlacedRow]:
    rows = [row for _day, block in part for row in block]
    return rows[::-1] if _goes_back(part) else rows


def _goes_back(part: WorksheetsRows) -> bool:
    """Return whether most days come after those below them."""
    return sum((after > before) - (after < before) for (before, _), (after, _) in pairwise(part)) < 0


def _goes_to_and_fro(part: WorksheetsRows) -> bool:
    """Return whether the days of a table run neither down nor up the sheet."""
    days: dict[str, list[date]] = {}
    for _day, rows in part:
        for row in rows:
            if row.day is not None:
                days.setdefault(row.table, []).append(row.day)
    return any(sorted(some) != some != sorted(some, reverse=True) for some in days.values())


def _ordered(rows: list[PlacedRow], *, newest_on_top: bool) -> list[PlacedRow]:
    """Return the rows of a day from the first to the last, as the numbers of their hands say if they do."""
    hands: dict[str, list[int | None]] = {}
    for row in rows:
        if row.day is not None:
            hands.setdefault(row.table, []).append(row.hand)
    run_down = {
        None if before is None or after is None or before == after else after < before
        for numbers in hands.values()
        for before, after in pairwise(numbers)
    }
    numbered = run_down.pop() if len(run_down) == 1 else None
    return rows[::-1] if (newest_on_top if numbered is None else numbered) else rows
