"""The orders in which the rows of a file can have been written: on many sheets the newest stands on top."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
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


def orders_of(rows: Sequence[PlacedRow]) -> dict[str, ReadingOrder]:
    """Return the orders in which the rows can have been written, that of the days first.

    Days hold against rows, and numbers of hands within a day; what neither says may be this or that way
    round. The same order under several names is one.
    """
    parts = sorted(_parts_of(rows), key=lambda part: part.first)
    read = {
        AS_DAYS: [row for part in parts for row in part.by_days(newest_on_top=part.goes_back)],
        OLDEST: [row for part in parts for row in part.by_days(newest_on_top=False)],
        NEWEST: [row for part in parts for row in part.by_days(newest_on_top=True)],
    }
    if any(part.goes_to_and_fro for part in parts):
        read[AS_ROWS] = [row for part in parts for row in part.by_rows()]
    found: dict[tuple[int, ...], list[str]] = {}
    for code, ordered in read.items():
        found.setdefault(_of_tables(ordered), []).append(code)
    return {
        code: ReadingOrder(codes[0], tuple(row.number for row in read[codes[0]]), _on_top(codes))
        for codes in found.values()
        for code in codes
    }


def by_numbers(rows: Sequence[PlacedRow]) -> tuple[int, ...]:
    """Return the rows as they stand, but the hands of a day from the bottom where their numbers run down."""
    blocks = [block for part in _parts_of(rows) for block in part.blocks]
    return tuple(row.number for block in blocks for row in block.ordered(newest_on_top=False))


def _of_tables(rows: Sequence[PlacedRow]) -> tuple[int, ...]:
    return tuple(row.number for row in rows if row.day is not None)


def _on_top(codes: Sequence[str]) -> str:
    named = [code for code in codes if code != AS_DAYS]
    return named[0] if len(named) == 1 else LIKE_DAYS


@dataclass
class _RowsOfDay:
    """Rows of a day that stand together, and whatever stands between them."""

    day: date
    rows: list[PlacedRow] = field(default_factory=list)

    def ordered(self, *, newest_on_top: bool) -> list[PlacedRow]:
        numbered = self._numbers_run_down()
        return self.rows[::-1] if (newest_on_top if numbered is None else numbered) else self.rows

    def _numbers_run_down(self) -> bool | None:
        """Return whether hands are numbered from the bottom; None: their numbers do not say."""
        hands: dict[str, list[int | None]] = {}
        for row in self.rows:
            if row.day is not None:
                hands.setdefault(row.table, []).append(row.hand)
        run_down: set[bool | None] = set()
        for numbers in hands.values():
            for before, after in pairwise(numbers):
                run_down.add(None if before is None or after is None or before == after else after < before)
        return run_down.pop() if len(run_down) == 1 else None


@dataclass
class _RowsOfPart:
    """The rows of one worksheet."""

    blocks: list[_RowsOfDay]

    @property
    def first(self) -> date:
        return min(block.day for block in self.blocks)

    @property
    def goes_back(self) -> bool:
        """Return whether most days come after those below them."""
        days = [block.day for block in self.blocks]
        return sum((after > before) - (after < before) for before, after in pairwise(days)) < 0

    @property
    def goes_to_and_fro(self) -> bool:
        """Return whether the days of a table run neither down nor up the sheet."""
        days: dict[str, list[date]] = {}
        for block in self.blocks:
            for row in block.rows:
                if row.day is not None:
                    days.setdefault(row.table, []).append(row.day)
        return any(sorted(some) != some != sorted(some, reverse=True) for some in days.values())

    def by_days(self, *, newest_on_top: bool) -> Iterator[PlacedRow]:
        blocks = self.blocks[::-1] if newest_on_top else self.blocks
        for block in sorted(blocks, key=lambda block: block.day):
            yield from block.ordered(newest_on_top=newest_on_top)

    def by_rows(self) -> list[PlacedRow]:
        rows = [row for block in self.blocks for row in block.rows]
        return rows[::-1] if self.goes_back else rows


def _parts_of(rows: Sequence[PlacedRow]) -> list[_RowsOfPart]:
    """Return the worksheets; whatever stands above their first day belongs to it."""
    parts: list[_RowsOfPart] = []
    above: list[PlacedRow] = []
    for _name, some in groupby(rows, key=lambda row: row.part):
        blocks: list[_RowsOfDay] = []
        for row in some:
            if row.day is not None and (not blocks or blocks[-1].day != row.day):
                blocks.append(_RowsOfDay(row.day, above))
                above = []
            (blocks[-1].rows if blocks else above).append(row)
        if blocks:
            parts.append(_RowsOfPart(blocks))
    if above and parts:
        parts[-1].blocks[-1].rows += above
    return parts
