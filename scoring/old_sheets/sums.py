"""Rows that only add up those above, which are left out, and amounts that are running totals.

These depend on the order in which rows were written: on many sheets the newest stands on top.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from itertools import groupby, pairwise
from types import MappingProxyType
from typing import NamedTuple

from django.utils.translation import gettext_lazy

from scoring.engine.sheet import SMALLEST_TABLE

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


NOT_SAID, EACH, OF_TABLE, OF_NAME, OF_YEAR, OF_FILE = "", "each", "table", "name", "year", "file"
OF_PART = "part"
WAYS = {  # to read amounts
    EACH: gettext_lazy("Separate: what everybody got in this row"),
    OF_TABLE: gettext_lazy(
        "Running total: where everybody stands after the row, from 0 at each table of an evening"
    ),
    OF_NAME: gettext_lazy("Running total: where everybody stands after the row, for each table separately"),
    OF_PART: gettext_lazy("Carried on: how everybody stands after the row, from 0 on each worksheet"),
    OF_YEAR: gettext_lazy("Running total: where everybody stands after the row, from 0 in each year"),
    OF_FILE: gettext_lazy("Running total: where everybody stands after the row, through the whole file"),
}
RUNNING = tuple(WAYS)[1:]  # where totals that are carried on begin anew
FEWEST_ADDED = 2  # rows; of a single one anything may be a copy

AmountsOf = Mapping[str, Fraction]  # by folded name


@dataclass
class SumsSoFar:
    """What everybody has after some rows."""

    rows: int = 0
    first: int = 0
    last: int = 0
    totals: dict[str, Fraction] = field(default_factory=dict)
    opening: AmountsOf = field(default_factory=dict)  # what was brought along, and is not in the totals

    @property
    def span(self) -> tuple[int, int]:
        """Return the upper and the lower end of these rows on the sheet."""
        return min(self.first, self.last), max(self.first, self.last)

    def open(self, amounts: AmountsOf, *, running: bool) -> None:
        """Return whether they do not begin with nothing."""
        if running:
            self.totals = dict(amounts)
        else:
            self.opening = amounts

    def add(self, row: int, amounts: AmountsOf, *, running: bool) -> None:
        self.first = self.first or row
        self.rows, self.last = self.rows + 1, row
        for name, amount in amounts.items():
            self.totals[name] = amount if running else self.totals.get(name, Fraction(0)) + amount

    def fits(self, amounts: AmountsOf) -> bool:
        """Return whether these are the totals, with or without what was brought along."""
        names = self.totals.keys() | self.opening.keys() | amounts.keys()
        have, brought, said = self.totals.get, self.opening.get, amounts.get
        return all(said(name, 0) == have(name, 0) for name in names) or (
            bool(self.opening) and all(said(name, 0) - have(name, 0) == brought(name, 0) for name in names)
        )


class ReadRow(NamedTuple):
    """A row that counts, as it stands there."""

    number: int
    amounts: AmountsOf
    table: Hashable
    name: Hashable  # of the table, whenever it was
    year: int
    part: str = ""  # the worksheet, where several are one below the other
    brought: AmountsOf = MappingProxyType({})  # to a table that begins with it

    def carries_on(self, way: str) -> Hashable:
        """Return what it has in common with all rows through which totals are carried on."""
        return {
            OF_TABLE: self.table,
            OF_NAME: self.name,
            OF_YEAR: self.year,
            OF_PART: self.part,
        }.get(way)


@dataclass
class Sums:
    """The rows of a file, as far as they have been read."""

    said: str = NOT_SAID  # what the amounts of the file are
    file: SumsSoFar = field(default_factory=SumsSoFar)
    since: SumsSoFar = field(default_factory=SumsSoFar)  # the last row of sums
    tables: dict[Hashable, SumsSoFar] = field(default_factory=dict)
    table: SumsSoFar = field(default_factory=SumsSoFar)  # of the row above
    rows: list[ReadRow] = field(default_factory=list)
    together: dict[str, Fraction] = field(default_factory=dict)  # all rows, as they stand there
    mark: int = 0  # of them
    marks: dict[int, int] = field(default_factory=dict)  # after how many rows it was so first
    opening: AmountsOf = field(default_factory=dict)  # of the whole file
    carried: AmountsOf = field(default_factory=dict)  # to the next table that begins
    are_proved: bool = False  # a row of sums adds up what stands there

    @property
    def are_running(self) -> bool:
        return self.said in RUNNING

    def added_up(self, amounts: AmountsOf, fewest: int = FEWEST_ADDED) -> SumsSoFar | None:
        """Return the rows above, at least so many, of which these are the sums."""
        tallies = [sums for sums in (self.table, self.since, self.file) if sums.rows >= fewest]
        return next((sums for sums in tallies if sums.fits(amounts)), None) if amounts else None

    def carry(self, amounts: AmountsOf) -> None:
        """Carry what stands above the first row of the file, or of a table with running totals of its own."""
        if not self.file.rows:
            self.opening = amounts
            self.file.open(amounts, running=self.are_running)
        self.carried = amounts

    def add(self, read: ReadRow) -> None:
        """Add one more row."""
        row, amounts = read.number, read.amounts
        if read.table not in self.tables:
            self.tables[read.table] = SumsSoFar()
            self.tables[read.table].open(self.carried, running=self.are_running)
            read, self.carried = read._replace(brought=self.carried), {}
        self.table = self.tables[read.table]
        for tally in (self.file, self.since, self.table):
            tally.add(row, amounts, running=self.are_running)
        self.marks.setdefault(self.mark, len(self.rows))
        for other_amount, amount in amounts.items():
            total = self.together.get(other_amount, Fraction(0))
            self.together[other_amount] = total + amount
            self.mark += _mark(other_amount, total + amount) - _mark(other_amount, total)
        self.rows.append(read)

    def block_of(self, amounts: AmountsOf) -> SumsSoFar | None:
        """Return the rows right above, two at least, of which these are the sums, wherever they begin."""
        above = self.mark
        for name, amount in amounts.items():
            total = self.together.get(name, Fraction(0))
            above += _mark(name, total - amount) - _mark(name, total)
        begins = self.marks.get(above, len(self.rows))
        if not any(amounts.values()) or len(self.rows) - begins < FEWEST_ADDED:
            return None
        return SumsSoFar(len(self.rows) - begins, self.rows[begins].number, self.rows[-1].number)

    # What each row brought, or totals that are carried on

    def read_by(self, way: str) -> Iterator[tuple[int, AmountsOf, Fraction]]:
        """Yield what everybody got in each row, and by how much it is not zero all together.

        Of running totals it is all of them: who has none in this row stands where they stood.
        """
        begun: dict[Hashable, _CarriedOn] = {}
        for row in self.rows:
            if way == EACH:
                yield row.number, row.amounts, sum(row.amounts.values(), Fraction(0))
                continue
            opening = row.brought if way == OF_TABLE else {} if begun else self.opening
            above = begun.setdefault(row.carries_on(way), _CarriedOn(opening))
            got = _got(row.amounts, above.totals)
            above.carry_on(row.amounts)
            yield row.number, got, above.off_by

    def could_be(self, way: str) -> bool:
        """Return whether they can be totals that begin anew now and then: most rows carry on those above."""
        begun: dict[Hashable, tuple[int, _CarriedOn]] = {}
        carried = broken = 0
        for row in self.rows:
            key = row.carries_on(way)
            year, above = begun.get(key, (row.year, _CarriedOn({} if begun else self.opening)))
            carried += bool(above.totals)
            above.carry_on(row.amounts)
            if above.off_by:
                broken += row.year == year
                above = _CarriedOn(row.amounts)
            begun[key] = row.year, above
        return 0 < carried >= 2 * broken


def code_of(way: str, order: str) -> str:
    """Return the name of a way to read the amounts in some order of the rows."""
    return f"{way}-{order}" if order else way


CODES_OF_WAYS = {EACH, *(code_of(way, order) for way in RUNNING for order in ORDERS)}


def ways_of(
    as_they_stand: Sums, in_order: Mapping[str, Sums], said: str = NOT_SAID
) -> dict[str, dict[int, AmountsOf]]:
    """Return how the amounts can be meant, each with what everybody got in which row, and each gives others.

    Only of totals that are carried on it matters in which order the rows were written.
    """
    found = {EACH: _by_row(as_they_stand, EACH)}
    for way in (OF_TABLE, OF_FILE, OF_PART, OF_YEAR, OF_NAME):
        for order, sums in in_order.items():
            code, got = code_of(way, order), _by_row(sums, way)
            if code == said or got not in found.values():
                found[code] = got
    return found


def decided(as_they_stand: Sums, in_order: Mapping[str, Sums]) -> str:
    """Return what the figures alone say that they are; empty: they can be meant in several ways."""
    if as_they_stand.are_proved:
        return EACH
    ways = ways_of(as_they_stand, in_order)
    right = []  # where all rows come to zero
    for code in ways:
        way, _dash, order = code.partition("-")
        sums = as_they_stand if code == EACH else in_order[order]
        if not any(off for _row, _got, off in sums.read_by(way)):
            right.append(code)
    ever = (OF_TABLE, OF_FILE, OF_PART, OF_NAME)
    if right == [EACH] and any(sums.could_be(way) for sums in in_order.values() for way in ever):
        return NOT_SAID
    return EACH if [*ways] == [EACH] else right[0] if len(right) == 1 else NOT_SAID


def _by_row(sums: Sums, way: str) -> dict[int, AmountsOf]:
    return {number: got for number, got, _off in sums.read_by(way)}


class _CarriedOn:
    """Everybody's totals, and what they come to."""

    def __init__(self, amounts: AmountsOf) -> None:
        self.totals = dict(amounts)
        self.off_by = sum(amounts.values(), Fraction(0))

    def carry_on(self, amounts: AmountsOf) -> None:
        for name, amount in amounts.items():
            self.off_by += amount - self.totals.get(name, 0)
            self.totals[name] = amount


def _mark(name: str, total: Fraction) -> int:
    """Return a number of which the sum says who has how much, as good as surely.

    It is that of a text: those of tuples cancel out where amounts do.
    """
    return hash(f"{name} {total}") if total else 0


def _got(totals: AmountsOf, before: AmountsOf) -> AmountsOf:
    """Return what everybody got; who sits out at a table of five or six only has their total repeated."""
    got = {name: total - before.get(name, 0) for name, total in totals.items()}
    played = {name: amount for name, amount in got.items() if amount}
    return played if len(got) > SMALLEST_TABLE == len(played) else got
