"""Rows that only add up those above, and amounts that are running totals."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from scoring.engine.sheet import SMALLEST_TABLE

NOT_SAID, EACH, OF_TABLE, OF_FILE = "", "each", "table", "file"
RUNNING = (OF_TABLE, OF_FILE)
FEWEST_ADDED = 2  # rows; of a single one anything may be a copy
FEWEST_RUNNING = 5  # rows that show how far amounts jump
FEWEST_SHAPED = 2  # amounts as hands have them, so that it is no accident
_MUCH_LESS = Fraction(2, 3)

Amounts = Mapping[str, Fraction]  # by folded name


class LeftOut(NamedTuple):
    """A row of sums, and the first and last of those that it adds up; 0: none of them."""

    row: int
    first: int
    last: int
    is_called_so: bool  # otherwise only its numbers say so
    counts: bool  # somebody says that it is none

    @property
    def is_doubtful(self) -> bool:
        """It is left out, and nothing in it says why."""
        return not (self.is_called_so or self.counts)

    @property
    def field(self) -> str:
        """In which somebody says that it counts."""
        return field_of(self.row)


def field_of(row: int) -> str:
    return f"sums-{row}"


@dataclass
class SumsSoFar:
    """What everybody has after some rows."""

    rows: int = 0
    first: int = 0
    last: int = 0
    totals: dict[str, Fraction] = field(default_factory=dict)
    opening: Amounts = field(default_factory=dict)  # what was brought along, and is not in the totals

    def open(self, amounts: Amounts, *, running: bool) -> None:
        """They do not begin with nothing."""
        if running:
            self.totals = dict(amounts)
        else:
            self.opening = amounts

    def add(self, row: int, amounts: Amounts, *, running: bool) -> None:
        self.first = self.first or row
        self.rows, self.last = self.rows + 1, row
        for name, amount in amounts.items():
            self.totals[name] = amount if running else self.totals.get(name, Fraction(0)) + amount

    def is_said_by(self, amounts: Amounts) -> bool:
        names = {**self.totals, **self.opening, **amounts}
        off = [amounts.get(name, 0) - self.totals.get(name, 0) for name in names]
        brought = [self.opening.get(name, 0) for name in names]
        return not any(off) or off == brought


@dataclass
class Sums:
    """The rows of a file, as far as they have been read."""

    said: str = NOT_SAID  # what the amounts of the file are
    file: SumsSoFar = field(default_factory=SumsSoFar)
    since: SumsSoFar = field(default_factory=SumsSoFar)  # the last row of sums
    tables: dict[Hashable, SumsSoFar] = field(default_factory=dict)
    table: SumsSoFar = field(default_factory=SumsSoFar)  # of the row above
    rows: list[tuple[Hashable, Amounts]] = field(default_factory=list)
    opening: Amounts = field(default_factory=dict)  # of the whole file
    carried: Amounts = field(default_factory=dict)  # to the next table that begins

    @property
    def are_running(self) -> bool:
        return self.said in RUNNING

    def added_up(self, amounts: Amounts, fewest: int = FEWEST_ADDED) -> SumsSoFar | None:
        """The rows above, at least so many, of which these are the sums."""
        tallies = [one for one in (self.table, self.since, self.file) if one.rows >= fewest]
        return next((one for one in tallies if one.is_said_by(amounts)), None) if amounts else None

    def leave_out(self) -> None:
        self.since = SumsSoFar()

    def carry(self, amounts: Amounts) -> None:
        """What stands above the first row of the file, or of a table with running totals of its own."""
        if not self.file.rows:
            self.opening = amounts
            self.file.open(amounts, running=self.are_running)
        self.carried = amounts

    def add(self, table: Hashable, row: int, amounts: Amounts) -> Amounts:
        """One row more; gives what everybody got in it."""
        if table not in self.tables:
            self.tables[table] = SumsSoFar()
            self.tables[table].open(self.carried, running=self.are_running)
            self.carried = {}
        self.table = self.tables[table]
        before = dict(self._running.totals) if self.are_running else {}
        for tally in (self.file, self.since, self.table):
            tally.add(row, amounts, running=self.are_running)
        self.rows.append((table, amounts))
        return _got(amounts, before) if self.are_running else amounts

    @property
    def off_by(self) -> Fraction:
        """What the running totals add up to, whoever has none in this row standing where they stood."""
        return sum(self._running.totals.values(), Fraction(0))

    @property
    def _running(self) -> SumsSoFar:
        return self.file if self.said == OF_FILE else self.table

    @property
    def looks_running(self) -> bool:
        """Is what everybody got between the rows rather that of hands, or does every row stand close to the
        one above? Amounts of their own jump to and fro."""
        together = [(None, amounts) for _table, amounts in self.rows]
        before: dict[Hashable, Amounts] = {None: self.opening}
        ways = [_between(rows, before) for rows in (self.rows, together)]
        own, gone = [one.shaped for one in ways], [one.shaped_between for one in ways]
        if max(gone) >= FEWEST_SHAPED and max(gone) > own[gone.index(max(gone))]:
            return True
        if len(self.rows) < FEWEST_RUNNING or max(own) >= FEWEST_SHAPED:
            return False
        return min(one.jumps for one in ways) < _MUCH_LESS * _size(amounts for _table, amounts in self.rows)


def _got(totals: Amounts, before: Amounts) -> Amounts:
    """Whoever sits out at a table of five or six only has their total written down once more."""
    got = {name: total - before.get(name, 0) for name, total in totals.items()}
    played = {name: amount for name, amount in got.items() if amount}
    return played if len(got) > SMALLEST_TABLE == len(played) else got


def _size(rows: Iterable[Amounts]) -> Fraction:
    return sum(map(abs, chain.from_iterable(one.values() for one in rows)), Fraction(0))


class _Ways(NamedTuple):
    """How far all amounts are from those above, and how often amounts are those of a hand."""

    jumps: Fraction
    shaped: int  # as they stand there
    shaped_between: int  # as what is between them and those above


def _between(rows: Iterable[tuple[Hashable, Amounts]], before: Mapping[Hashable, Amounts]) -> _Ways:
    """The first row of a table, from nothing, shows no shape: it is the same in both ways."""
    above: dict[Hashable, dict[str, Fraction]] = {}
    jumps, shaped, between = Fraction(0), 0, 0
    for table, amounts in rows:
        is_first = table not in above and not before.get(table)
        last = above.setdefault(table, dict(before.get(table, {})))
        got = {name: amount - last.get(name, 0) for name, amount in amounts.items()}
        jumps += _size([got])
        if not is_first:
            shaped += is_of_a_hand(amounts.values())
            between += is_of_a_hand(got.values())
        last.update(amounts)
    return _Ways(jumps, shaped, between)


def is_of_a_hand(amounts: Iterable[Fraction]) -> bool:
    """Two against two, or one against three who all get or pay the same.

    >>> [is_of_a_hand(map(Fraction, one)) for one in ((1, -1, 0, 1, -1), (9, -3, -3, -3), (4, -4, 0, 0))]
    [True, True, False]
    """
    played = sorted((amount for amount in amounts if amount), key=lambda one: (abs(one), one))
    if len(played) != SMALLEST_TABLE or sum(played, Fraction(0)):
        return False
    return len(set(map(abs, played))) == 1 or len(set(played[:-1])) == 1
