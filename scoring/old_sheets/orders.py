"""The order in which the rows of a sheet were written: on many the newest stands on top."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import groupby, pairwise
from typing import NamedTuple

from django.utils.translation import gettext_lazy

from scoring.old_sheets.rows import WrittenRow
from scoring.old_sheets.sums import EACH, RUNNING, code_of

AS_DAYS, OLDEST, NEWEST, AS_ROWS = "", "oldest", "newest", "rows"
ORDERS = (AS_DAYS, OLDEST, NEWEST, AS_ROWS)
LIKE_DAYS = "days"  # the rows of a day follow one another as the days do, now up and now down
ON_TOP = {
    OLDEST: gettext_lazy("of each day, the oldest row is on top"),
    NEWEST: gettext_lazy("of each day, the newest row is on top"),
    LIKE_DAYS: gettext_lazy("the rows of each day are in the same direction as the days"),
    AS_ROWS: gettext_lazy("in the order of the rows, even where the dates say otherwise"),
}
CODES_OF_WAYS = {EACH, *(code_of(way, order) for way in RUNNING for order in ORDERS)}


class ReadingOrder(NamedTuple):
    """An order in which rows are read, and what of each day stands on top."""

    code: str
    rows: tuple[WrittenRow, ...]
    on_top: str = LIKE_DAYS


OneDaysRows = tuple[date, list[WrittenRow]]  # those that stand together, and whatever stands between them
WorksheetsRows = list[OneDaysRows]  # the rows of one worksheet


def orders_of(rows: Sequence[WrittenRow]) -> dict[str, ReadingOrder]:
    """Return the orders in which the rows can have been written, that of the days first.

    Days hold against rows, and numbers of hands within a day; what neither says may be this or that way
    round. A row without a day goes with the one above it. The same order under several names is one.
    """
    if not any(row.day for row in rows):
        return {AS_DAYS: ReadingOrder(AS_DAYS, tuple(rows))}
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
        order = ReadingOrder(codes[0], tuple(read[codes[0]]), named[0] if len(named) == 1 else LIKE_DAYS)
        orders.update(dict.fromkeys(codes, order))
    return orders


def by_numbers(rows: Sequence[WrittenRow]) -> list[WrittenRow]:
    """Return the rows as they stand, but the hands of a day from the bottom where their numbers run down."""
    blocks = [block for part in _parts_of(rows) for _day, block in part]
    return [row for block in blocks for row in _ordered(block, newest_on_top=False)] or [*rows]


def _parts_of(rows: Sequence[WrittenRow]) -> list[WorksheetsRows]:
    """Return the worksheets; whatever stands above their first day belongs to it."""
    parts: list[WorksheetsRows] = []
    above: list[WrittenRow] = []
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


def _by_days(part: WorksheetsRows, *, newest_on_top: bool) -> Iterator[WrittenRow]:
    for _day, rows in sorted(part[::-1] if newest_on_top else part, key=lambda block: block[0]):
        yield from _ordered(rows, newest_on_top=newest_on_top)


def _by_rows(part: WorksheetsRows) -> list[WrittenRow]:
    rows = [row for _day, block in part for row in block]
    return rows[::-1] if _goes_back(part) else rows


def _goes_back(part: WorksheetsRows) -> bool:
    """Return whether most days come after those below them."""
    return sum((after > before) - (after < before) for (before, _), (after, _) in pairwise(part)) < 0


def _goes_to_and_fro(part: WorksheetsRows) -> bool:
    """Return whether the days of a table run neither down nor up the sheet."""
    of_tables = _by_table(row for _day, rows in part for row in rows)
    days = [[row.day for row in rows if row.day] for rows in of_tables]
    return any(sorted(some) != some != sorted(some, reverse=True) for some in days)


def _by_table(rows: Iterable[WrittenRow]) -> list[list[WrittenRow]]:
    """Return the rows with a day, each table by itself."""
    tables: dict[str, list[WrittenRow]] = {}
    for row in rows:
        if row.day is not None:
            tables.setdefault(row.table_key, []).append(row)
    return [*tables.values()]


def _ordered(rows: list[WrittenRow], *, newest_on_top: bool) -> list[WrittenRow]:
    """Return the rows of a day from the first to the last, as the numbers of their hands say if they do."""
    hands = [(before.hand, after.hand) for table in _by_table(rows) for before, after in pairwise(table)]
    run_down = {
        None if before is None or after is None or before == after else after < before
        for before, after in hands
    }
    numbered = run_down.pop() if len(run_down) == 1 else None
    return rows[::-1] if (newest_on_top if numbered is None else numbered) else rows
