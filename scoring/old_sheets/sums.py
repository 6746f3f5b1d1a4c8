"""Rows that count, what they add up to, and amounts that are running totals; all amounts are in twelfths."""

from __future__ import annotations

import datetime
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from scoring.engine.sheet import SMALLEST_TABLE
from scoring.old_sheets.words import choices
from scoring.old_sheets.worksheet import key_of

NOT_SAID, EACH, OF_TABLE, OF_NAME, OF_YEAR, OF_FILE = "", "each", "table", "name", "year", "file"
OF_PART = "part"
WAYS = choices("ways")  # to read amounts
RUNNING = tuple(WAYS)[1:]  # where totals that are carried on begin anew
FEWEST_ADDED = 2  # rows; of a single one anything may be a copy
FEWEST_CARRIED_ON = 2  # rows, so that it is no accident
FEWEST_COMPARED = 19  # rows that carry on, so that their size tells what they are

AmountsOf = Mapping[str, int]  # by folded name
NOTHING_BROUGHT: AmountsOf = MappingProxyType({})


class TableOnDay(NamedTuple):
    """A table of the file: its name, where and when."""

    date: datetime.date
    place: str
    name: str

    @property
    def key(self) -> tuple[datetime.date, str, str]:
        return self.date, key_of(self.place), key_of(self.name)


class TableLine(NamedTuple):
    """A row that counts, with what is kept from above, and its people with their amounts."""

    row: int
    table: TableOnDay
    cells: Mapping[str, str]  # by what they mean
    people: tuple[str, ...]  # folded names, in the order of the seats
    amounts: AmountsOf  # where anything stands
    part: str = ""  # the worksheet, where several are one below the other
    brought: AmountsOf = NOTHING_BROUGHT  # to a table that begins with it
    off_by: int = 0  # what the running totals of the row add up to

    def carries_on(self, way: str) -> Hashable:
        """Return what it has in common with all rows through which totals are carried on."""
        return {
            OF_TABLE: self.table.key,
            OF_NAME: key_of(self.table.name),
            OF_YEAR: self.table.date.year,
            OF_PART: self.part,
        }.get(way)


@dataclass
class SumsSoFar:
    """What everybody has after some rows."""

    rows: int = 0
    first: int = 0
    last: int = 0
    totals: dict[str, int] = field(default_factory=dict)
    opening: AmountsOf = field(default_factory=dict)  # what was brought along, and is not in the totals
    off_by: int = 0  # what the totals add up to

    @classmethod
    def begun(cls, brought: AmountsOf, *, running: bool) -> SumsSoFar:
        """Return what there is before the first row, where they do not begin with nothing."""
        if running:
            return cls(totals=dict(brought), off_by=sum(brought.values()))
        return cls(opening=brought)

    @property
    def span(self) -> tuple[int, int]:
        """Return the upper and the lower end of these rows on the sheet."""
        return min(self.first, self.last), max(self.first, self.last)

    def add(self, row: int, amounts: AmountsOf, *, running: bool) -> None:
        self.first = self.first or row
        self.rows, self.last = self.rows + 1, row
        for name, amount in amounts.items():
            before = self.totals.get(name, 0)
            self.totals[name] = amount if running else before + amount
            self.off_by += self.totals[name] - before

    def fits(self, amounts: AmountsOf) -> bool:
        """Return whether these are the totals, with or without what was brought along."""
        names = self.totals.keys() | self.opening.keys() | amounts.keys()
        have, brought, said = self.totals.get, self.opening.get, amounts.get
        return all(said(name, 0) == have(name, 0) for name in names) or (
            bool(self.opening) and all(said(name, 0) - have(name, 0) == brought(name, 0) for name in names)
        )


@dataclass
class Sums:
    """The rows of a file, as far as they have been read."""

    said: str = NOT_SAID  # what the amounts of the file are
    file: SumsSoFar = field(default_factory=SumsSoFar)
    since: SumsSoFar = field(default_factory=SumsSoFar)  # the last row of sums
    tables: dict[Hashable, SumsSoFar] = field(default_factory=dict)
    table: SumsSoFar = field(default_factory=SumsSoFar)  # of the row above
    rows: list[TableLine] = field(default_factory=list)
    together: SumsSoFar = field(default_factory=SumsSoFar)  # all rows, as they stand there
    standings: dict[Hashable, int] = field(default_factory=dict)  # after how many rows it was so first
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
            self.file = SumsSoFar.begun(amounts, running=self.are_running)
        self.carried = amounts

    def add(self, line: TableLine) -> None:
        """Add one more row."""
        key = line.table.key
        if key not in self.tables:
            self.tables[key] = SumsSoFar.begun(self.carried, running=self.are_running)
            line, self.carried = line._replace(brought=self.carried), NOTHING_BROUGHT
        self.table = self.tables[key]
        self.standings.setdefault(_standing(self.together.totals), len(self.rows))
        self.together.add(line.row, line.amounts, running=False)
        for tally in (self.file, self.since, self.table):
            tally.add(line.row, line.amounts, running=self.are_running)
        self.rows.append(line)

    def block_of(self, amounts: AmountsOf) -> SumsSoFar | None:
        """Return the rows right above, two at least, of which these are the sums, wherever they begin."""
        totals = self.together.totals
        above = {**totals, **{name: totals.get(name, 0) - amount for name, amount in amounts.items()}}
        begins = self.standings.get(_standing(above), len(self.rows))
        if not any(amounts.values()) or len(self.rows) - begins < FEWEST_ADDED:
            return None
        return SumsSoFar(len(self.rows) - begins, self.rows[begins].row, self.rows[-1].row)

    # What each row brought, or totals that are carried on

    def read_by(self, way: str) -> Iterator[TableLine]:
        """Yield the rows with what everybody got in each, and by how much it is not zero all together.

        Of running totals it is all of them: who has none in this row stands where they stood.
        """
        begun: dict[Hashable, SumsSoFar] = {}
        for line in self.rows:
            if way == EACH:
                yield line._replace(off_by=sum(line.amounts.values()))
                continue
            key = line.carries_on(way)
            if key not in begun:
                opening = line.brought if way == OF_TABLE else {} if begun else self.opening
                begun[key] = SumsSoFar.begun(opening, running=True)
            got = _got(line.amounts, begun[key].totals)
            begun[key].add(line.row, line.amounts, running=True)
            yield line._replace(amounts=got, off_by=begun[key].off_by)

    def looks_like(self, way: str) -> str:
        """Return what the amounts plainly are, EACH or OF_FILE: totals grow slowly, what rows brought jumps.

        Where they neither grow nor jump, they can be either.
        """
        lines, begun = {line.row: line.amounts for line in self.rows}, set[Hashable]()
        stood, moved = [], []
        for line in self.read_by(way):
            amounts, key = lines[line.row], line.carries_on(way)
            if key in begun:
                moved.append(sum(got * got for got in line.amounts.values()))
                stood.append(sum(amount * amount for amount in amounts.values()))
            begun.add(key)
        if len(stood) < FEWEST_COMPARED:
            return NOT_SAID
        third = len(stood) // 3
        grow = 3 * sum(stood[:third]) < sum(stood[-third:])
        jumps, creeps = 5 * sum(moved) > 7 * sum(stood), 5 * sum(moved) < sum(stood)
        return EACH if jumps and not grow else OF_FILE if creeps and grow else NOT_SAID

    def could_be(self, way: str) -> bool:
        """Return whether they can be totals that begin anew now and then: most rows carry on those above."""
        begun: dict[Hashable, tuple[int, SumsSoFar]] = {}
        carried = broken = 0
        for line in self.rows:
            key, now = line.carries_on(way), line.table.date.year
            opening = NOTHING_BROUGHT if begun else self.opening
            year, above = begun.get(key, (now, SumsSoFar.begun(opening, running=True)))
            carried += bool(above.totals)
            above.add(line.row, line.amounts, running=True)
            if above.off_by:
                broken += now == year
                above = SumsSoFar.begun(line.amounts, running=True)
            begun[key] = now, above
        return 0 < carried >= 2 * broken


def _standing(totals: AmountsOf) -> Hashable:
    """Return who has how much, the same for whoever has nothing and whoever never played."""
    return frozenset((name, total) for name, total in totals.items() if total)


def code_of(way: str, order: str) -> str:
    """Return the name of a way to read the amounts in some order of the rows."""
    return f"{way}-{order}" if order else way


class AmountsReadBy:
    """The amounts of a file read in one way: what everybody got in which row."""

    def __init__(self, way: str, sums: Sums) -> None:
        self.way, self.sums = way, sums
        lines = [*sums.read_by(way)]
        self.by_row: dict[int, AmountsOf] = {line.row: line.amounts for line in lines}
        self.are_right = not any(line.off_by for line in lines)  # all rows come to zero


def ways_of(
    as_they_stand: Sums, in_order: Mapping[str, Sums], said: str = NOT_SAID
) -> dict[str, AmountsReadBy]:
    """Return how the amounts can be meant, each of which gives others in some row.

    Only of totals that are carried on it matters in which order the rows were written.
    """
    found = {EACH: AmountsReadBy(EACH, as_they_stand)}
    for way in (OF_TABLE, OF_FILE, OF_PART, OF_YEAR, OF_NAME):
        for order, sums in in_order.items():
            code, read = code_of(way, order), AmountsReadBy(way, sums)
            if code == said or read.by_row not in [other.by_row for other in found.values()]:
                found[code] = read
    return found


def decided(as_they_stand: Sums, in_order: Mapping[str, Sums]) -> str:
    """Return what the figures alone say that they are; empty: they can be meant in several ways."""
    if as_they_stand.are_proved:
        return EACH
    ways = ways_of(as_they_stand, in_order)
    right = {code: read for code, read in ways.items() if read.are_right}
    ever = (OF_TABLE, OF_FILE, OF_PART, OF_NAME)
    if [*right] == [EACH] and any(sums.could_be(way) for sums in in_order.values() for way in ever):
        return NOT_SAID
    if [*ways] == [EACH] or len(right) == 1:
        return next(iter(right), EACH)
    if EACH not in right:
        return NOT_SAID
    looks = {code: read.sums.looks_like(read.way) for code, read in right.items() if code != EACH}
    if {*looks.values()} == {EACH}:
        return EACH
    running = [code for code, looks_like in looks.items() if looks_like == OF_FILE]
    return running[0] if len(looks) == len(running) == 1 else NOT_SAID


def are_carried_on(hands: Iterable[tuple[AmountsOf, AmountsOf]]) -> bool:
    """Return whether the paper has running totals: from row to row they grow by what the rules give.

    Two rows more fit in this way than as they stand there.
    """
    above: dict[str, int] = {}
    own = between = 0
    for given, settled in hands:
        own += all(amount == settled.get(one, 0) for one, amount in given.items())
        between += all(amount - above.get(one, 0) == settled.get(one, 0) for one, amount in given.items())
        above |= given
    return between - own >= FEWEST_CARRIED_ON


def _got(totals: AmountsOf, before: AmountsOf) -> AmountsOf:
    """Return what everybody got; who sits out at a table of five or six only has their total repeated."""
    got = {name: total - before.get(name, 0) for name, total in totals.items()}
    played = {name: amount for name, amount in got.items() if amount}
    return played if len(got) > SMALLEST_TABLE == len(played) else got
