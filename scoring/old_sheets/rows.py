"""Rows below the headings: what each says, which are rows of tables, and which only add up others.

A row is taken in once, as it stands there; then all are judged, in any order in which they can have been
written: with the sums of those before, a row may be one that adds them up. All amounts are in twelfths.
"""

from __future__ import annotations

import datetime
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby, pairwise
from operator import itemgetter
from types import MappingProxyType
from typing import NamedTuple

from django.utils import timezone

from scoring.accounts.names import problems_with_name
from scoring.engine.sheet import SMALLEST_TABLE
from scoring.evenings.verbs import EARLIEST
from scoring.models.evenings import LONGEST_PLACE, LONGEST_TABLE_NAME
from scoring.names import folded
from scoring.old_sheets import worksheet as col
from scoring.old_sheets.values import Odd, choices, day_of, refusal
from scoring.old_sheets.worksheet import Worksheet, is_unusable, key_of

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
    own: Mapping[str, str] = field(default_factory=dict)  # and those of a part, where these are others
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

    def is_running(self, part: str) -> bool:
        """Return whether the amounts of a part are totals that are carried on."""
        return self.own.get(part, self.said) in RUNNING

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
            self.tables[key] = SumsSoFar.begun(self.carried, running=self.is_running(line.part))
            line, self.carried = line._replace(brought=self.carried), NOTHING_BROUGHT
        self.table = self.tables[key]
        self.standings.setdefault(_standing(self.together.totals), len(self.rows))
        self.together.add(line.row, line.amounts, running=False)
        for tally in (self.file, self.since, self.table):
            tally.add(line.row, line.amounts, running=self.is_running(line.part))
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
            its_way = self.own.get(line.part, way)
            if its_way == EACH:
                yield line._replace(off_by=sum(line.amounts.values()))
                continue
            key = its_way, line.carries_on(its_way)
            if key not in begun:
                opening = line.brought if its_way == OF_TABLE else {} if begun else self.opening
                begun[key] = SumsSoFar.begun(opening, running=True)
            got = _got(line.amounts, begun[key].totals)
            begun[key].add(line.row, line.amounts, running=True)
            yield line._replace(amounts=got, off_by=begun[key].off_by)

    def looks_like(self, way: str) -> str:
        """Return what the amounts plainly are: totals grow slowly, what rows brought jumps; else either."""
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
    """Return how the amounts can be meant, each of which gives others in some row."""
    found = {EACH: AmountsReadBy(EACH, as_they_stand)}
    for way in (OF_TABLE, OF_FILE, OF_PART, OF_YEAR, OF_NAME):
        for order, sums in in_order.items():
            code, read = code_of(way, order), AmountsReadBy(way, sums)
            if code == said or read.by_row not in [other.by_row for other in found.values()]:
                found[code] = read
    return found


def decided(as_they_stand: Sums, in_order: Mapping[str, Sums]) -> str:
    """Return what the figures alone say that they are; empty: they can be meant in several ways."""
    ways = ways_of(as_they_stand, in_order)
    if as_they_stand.are_proved or [*ways] == [EACH]:
        return EACH
    right = {code: read for code, read in ways.items() if read.are_right}
    ever = (OF_TABLE, OF_FILE, OF_PART, OF_NAME)
    if [*right] == [EACH] and any(sums.could_be(way) for sums in in_order.values() for way in ever):
        return NOT_SAID
    if len(right) == 1:
        return next(iter(right))
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


# What a row says, and whether it only adds up others

FIELD, COUNTS, LEFT = "sums-{}", "counts", "left"  # said of a row that looks like one of sums
FEWEST_DATED = 2  # rows that say when they were; of a single one nothing is a habit
HEADING, LABELLED, SEEMS, REPEATS = "heading", "labelled", "seems", "repeats"  # why a row is left out


class LeftOut(NamedTuple):
    """A row of sums, figures or headings, and the first and last of those that it adds up; 0: none.

    It calls itself so, its numbers say so, or it repeats what is above and says when it was, as rows that
    count do: nobody but a person can tell.
    """

    row: int
    why: str
    first: int = 0
    last: int = 0
    answer: str = ""

    @property
    def counts(self) -> bool:
        """Return whether somebody says that it is none."""
        return self.answer == COUNTS

    @property
    def is_open(self) -> bool:
        """Return whether somebody has to say it."""
        return self.why == REPEATS and not self.answer

    @property
    def field(self) -> str:
        """Return the name of the field in which somebody says that it counts."""
        return FIELD.format(self.row)


class WrittenRow:
    """A row as it stands there; once it was judged from top to bottom, also what its empty cells mean."""

    def __init__(self, sheet: Worksheet, number: int) -> None:
        self.sheet, self.number, self.part = sheet, number, sheet.part(number)
        filled = [(place, code) for place, code in enumerate(sheet.codes) if sheet.cell(number, place)]
        self.codes = {place: code for place, code in filled if code}
        self.cells = {code: self.cell(place) for place, code in self.codes.items() if code != col.PERSON}
        self.above: Mapping[str, str] | None = None  # what empty cells mean
        self.stands: Mapping[str, int] = {}  # in which row that stands
        self.line: TableLine | None = None  # None: it does not count
        self.ends_oddly: bool | None = None  # as the last row says no day where all others do

    def cell(self, place: int) -> str:
        return self.sheet.cell(self.number, place)

    @cached_property
    def words(self) -> dict[int, str]:
        """Return the columns in which it calls itself one of sums or figures, and how surely.

        A row that says when it was is none of figures.
        """
        day, found = self.sheet.place(col.DATE), {}
        for place, code in enumerate(self.sheet.codes):
            word = col.word_of_sums(self.cell(place), code) if code in col.ADDING else ""
            if word == col.PERHAPS and place in self.sheet.kinds_of_rows:
                word = col.SURELY
            if word and not (word == col.FIGURES and day not in (None, place) and col.DATE in self.cells):
                found[place] = word
        return found

    def stands_beside_sums(self, label: int) -> bool:
        """Return whether there is only when, where, who and how much: anything else belongs to a hand."""
        codes = {code for place, code in self.codes.items() if place != label}
        return all(
            code in (col.PERSON, *col.OF_BOTH) or code.startswith((col.PLAYER, col.AMOUNT)) for code in codes
        )

    @cached_property
    def is_unusable(self) -> bool:
        """Return whether something stands there that no cell may hold."""
        return any(is_unusable(self.cell(place)) for place in self.codes)

    @cached_property
    def is_unsolved(self) -> bool:
        """Return whether it calls itself one of sums, and no spreadsheet has worked them out yet."""
        labels = [place for place, word in self.words.items() if word != col.FIGURES]
        formulas = any(col.FORMULA.match(self.cell(place)) for place in self.sheet.amounts)
        return formulas and any(map(self.stands_beside_sums, labels))

    # When it was, for the order in which rows were written

    @cached_property
    def day(self) -> datetime.date | None:
        """Return the day; of a row that does not count its own, if there are amounts all the same."""
        if self.line is not None:
            return self.line.table.date
        has_amounts = any(code.startswith((col.PERSON, col.AMOUNT)) for code in self.codes.values())
        return day_read(self.cells.get(col.DATE, ""))[0] if has_amounts else None

    @property
    def table_key(self) -> str:
        return key_of(self.line.table.name) if self.line else ""

    @property
    def hand(self) -> int | None:
        """Return the number of the hand."""
        number = col.HAND_NUMBER.fullmatch(self.line.cells.get(col.NUMBER, "")) if self.line else None
        return int(number[1]) if number else None


class _JudgedRow(NamedTuple):
    """A row as it is judged: one of a table, or one that only adds up others."""

    row: WrittenRow
    label: int | None  # the column in which it calls itself a sum
    cells: Mapping[str, str]  # without what it calls itself
    kept: Mapping[str, str]  # what the rows below mean with an empty cell
    whole: Mapping[str, str]  # with what is kept from above
    amounts: AmountsOf  # none, where one of them cannot be read
    odd: Mapping[int, str]  # what is wrong with them, by column

    @property
    def own(self) -> set[str]:
        """Return what does not only repeat what is kept from above."""
        above = self.row.above or {}
        return {code for code, text in self.cells.items() if folded(text) != folded(above.get(code, ""))}

    @property
    def carries_on(self) -> bool:
        """Return whether it says that it stood at the end of another page."""
        return self.label is not None and bool(col.CARRIED_ON.fullmatch(folded(self.row.cell(self.label))))


def rows_of(sheet: Worksheet) -> list[WrittenRow]:
    """Return the rows below the headings, from top to bottom."""
    return [WrittenRow(sheet, row) for row in range(sheet.top + 1, len(sheet.rows) + 1)]


class RowReader:
    """Judges rows in some order: which are lines of tables, which are left out, what is wrong with them."""

    def __init__(self, sheet: Worksheet, way: str, asked: Mapping[str, str], unnamed: str) -> None:
        """Take what the amounts are said to be, and which rows are said to count all the same."""
        self.sheet = replace(sheet, bad=[])
        self.sums, self.asked, self.unnamed = Sums(way, sheet.own_ways), asked, unnamed
        self.seats = tuple(f"{col.PLAYER}{number}" for number in sheet.seats)
        self.told: dict[tuple[int, str], int] = {}  # what is wrong where, and for which row that was said
        self.left_out: list[LeftOut] = []
        self.on_top: list[tuple[int, int, AmountsOf]] = []
        self.dated = 0  # rows of tables that say when they were

    def read(self, rows: Sequence[WrittenRow]) -> RowReader:
        """Judge these rows; the first time from top to bottom: that says what is kept from above."""
        self.rows = rows
        start = {code: text for code, text in self.sheet.whole.items() if text}
        part, above, stands = "", start, dict[str, int]()
        for row in rows:
            if row.part and row.part != part:  # another worksheet: nothing is kept from the one before
                part, above, stands = row.part, start, {}
                self.sums.since = SumsSoFar()
            is_first = row.above is None
            if row.above is None:
                row.above, row.stands = above, stands
            if (judged := self._judged(row)) is None:
                continue
            if not row.is_unusable and not self._is_title(judged) and not self._leaves_out(judged):
                line = self._line(judged)
                if is_first:
                    row.line = line
            above = {**row.above, **judged.kept}
            stands = {**row.stands, **dict.fromkeys(judged.kept, row.number)}
        self._compare_sums_on_top()
        return self

    @property
    def tables(self) -> dict[object, list[TableLine]]:
        """Return the lines of every table, of running totals with what everybody got."""
        found: dict[object, list[TableLine]] = {}
        sums = self.sums
        for line in sums.read_by(sums.said or EACH) if sums.are_running or sums.own else sums.rows:
            found.setdefault(line.table.key, []).append(line)
        return found

    def _judged(self, row: WrittenRow) -> _JudgedRow | None:
        """Return what the row says; None: it says nothing of a table."""
        if self._is_heading(row) or self.sheet.tells_no_hand(row.number):
            return None
        if row.is_unusable:
            self._refuse_cells(row)
        label = None if row.is_unusable else self._label(row, row.above or {})
        said = () if label is None else (self.sheet.codes[label], col.NUMBER)
        cells = {code: text for code, text in row.cells.items() if code not in said}
        kept = self._kept(cells)
        whole = {**(row.above or {}), **kept, **cells}
        return _JudgedRow(row, label, cells, kept, whole, *self._amounts(row, whole))

    def _refuse_cells(self, row: WrittenRow) -> None:
        """Say which cells cannot be used: the rows below, for which they are kept, are not to blame."""
        for place, code in row.codes.items():
            if is_unusable(row.cell(place)):
                is_formula = col.FORMULA.match(row.cell(place))
                wrong = col.unsolved(row.number, place) if is_formula else refusal("mistake")
                self.sheet.at(row.number, place, wrong, code)
                self.told[row.number, code] = row.number

    def _kept(self, cells: Mapping[str, str]) -> dict[str, str]:
        """Return what the rows below mean with an empty cell; of the seats all or none."""
        kept = {code: cells[code] for code in col.KEPT_BELOW if code in cells}
        seats = {code: cells.get(code, "") for code in self.seats}
        if any(seats.values()) and not any(map(is_unusable, seats.values())):
            kept |= seats
        return kept

    def _is_title(self, judged: _JudgedRow) -> bool:
        """Return whether it says only when, where and who, as titles do of the rows below."""
        rest = judged.cells.keys() - {*col.KEPT_BELOW, col.NUMBER, *self.seats}
        return judged.label is None and not rest and col.PERSON not in judged.row.codes.values()

    # A row of a table

    def _line(self, judged: _JudgedRow) -> TableLine | None:
        """Return the line of a table that the row is; None: something is wrong with it."""
        sheet, row, cells = self.sheet, judged.row, judged.whole
        self.dated += col.DATE in judged.cells
        table, problems = self._table(judged), len(sheet.bad)
        people: list[str] = []
        for name, place in sheet.whose(cells):
            if key_of(name) in people and place not in sheet.people:
                sheet.at(row.number, place, refusal("named_twice", name=name))
            people.append(key_of(name))
        for place, odd in judged.odd.items():
            sheet.at(row.number, place, odd, sheet.codes[place])
        for seat in col.SEATS:
            place = sheet.place(f"{col.AMOUNT}{seat}")
            nobody = not cells.get(f"{col.PLAYER}{seat}")
            if place is not None and nobody and row.cell(place).strip("-–− 0,.€"):
                sheet.at(row.number, place, refusal("amount_of_nobody"))
        if seated := cells.get(col.SEATED, ""):  # in order of play, out of those who have columns
            names = list(filter(None, map(str.strip, seated.split(","))))
            for name in names:
                if key_of(name) not in people:
                    sheet.wrong(row.number, col.SEATED, refusal("seated_without_column", name=name[:40]))
            people = list(map(key_of, names))
        if table is None or len(sheet.bad) > problems:
            return None
        line = TableLine(row.number, table, cells, tuple(people), judged.amounts, row.part)
        self.sums.add(line)
        return line

    def _table(self, judged: _JudgedRow) -> TableOnDay | None:
        number, cells = judged.row.number, judged.whole
        day, wrong = day_read(cells.get(col.DATE, ""))
        place, name = cells.get(col.PLACE, ""), cells.get(col.TABLE, "") or self.unnamed
        problems = [(col.DATE, wrong)] if wrong else []
        if place:
            problems += [(col.PLACE, problem) for problem in problems_with_name(place, LONGEST_PLACE)]
        problems += [(col.TABLE, problem) for problem in problems_with_name(name, LONGEST_TABLE_NAME)]
        stands = {**judged.row.stands, **dict.fromkeys(judged.cells, number)}
        for code, problem in problems:
            where = stands.get(code, number)
            if self.told.setdefault((where, code), number) == number:
                self.sheet.wrong(where, code, problem)
        return TableOnDay(day, place, name) if day is not None and not problems else None

    def _amounts(self, row: WrittenRow, cells: Mapping[str, str]) -> tuple[AmountsOf, dict[int, str]]:
        """Return the amounts of a row by folded name, or what is wrong with them by column."""
        found: dict[str, int] = {}
        odd: dict[int, str] = {}
        for name, place in self.sheet.whose(cells):
            try:
                counted = self.sheet.counted_in(row.part)
                amount = None if place is None else counted.twelfths(row.cell(place))
            except Odd as wrong:
                assert place is not None
                odd[place] = str(wrong)
                continue
            if amount is not None:
                found[key_of(name)] = amount
        return {} if odd else found, odd

    # A row that says what the columns are

    def _is_heading(self, row: WrittenRow) -> bool:
        """Return whether the row only says once more what the columns are."""
        if self.sheet.repeats_headings(row.number):
            self.left_out.append(LeftOut(row.number, HEADING))
            return True
        if row.is_unsolved:
            self.left_out.append(LeftOut(row.number, LABELLED, answer=self._answer(row)))
            return not self.left_out[-1].counts
        return False

    # A row of sums

    def _label(self, row: WrittenRow, above: Mapping[str, str]) -> int | None:
        """Return the column in which a row calls itself a sum, which would count twice; None for a hand."""
        first = next(iter(row.words), None)
        if first is None or not row.stands_beside_sums(first):
            return None
        if surely := [place for place, word in row.words.items() if word != col.PERHAPS]:
            return surely[0]
        amounts, _odd = self._amounts(row, {**above, **row.cells})
        is_sum = amounts and (not any(amounts.values()) or self.sums.added_up(amounts))
        return first if is_sum else None

    def _leaves_out(self, judged: _JudgedRow) -> bool:
        """Return whether the row only adds up those above."""
        label, why = judged.label, SEEMS if judged.label is None else LABELLED
        has_figures = label is not None and judged.row.words[label] == col.FIGURES
        has_amounts = any(judged.amounts.values())
        added: SumsSoFar | None = SumsSoFar()
        if label is None:
            added = self._seems_added_up(judged) if _are_amounts_only(judged.own) else None
            if added is None:
                added, why = self._repeats(judged), REPEATS
            if added is None:
                return False
        elif not has_figures and not self.sums.file.rows and not judged.carries_on and has_amounts:
            self.on_top.append((len(self.left_out), label, judged.amounts))  # perhaps of all that follows
        elif not has_figures:
            added = self._added_up_by(judged)
        if added and added.rows >= FEWEST_ADDED and why != REPEATS and not self.sums.are_running:
            self.sums.are_proved |= has_amounts
        span = (added or SumsSoFar()).span
        self.left_out.append(LeftOut(judged.row.number, why, *span, self._answer(judged.row)))
        if self.left_out[-1].counts:
            return False
        if added is None and label is not None:
            self.sheet.at(judged.row.number, label, refusal("wrong_sums"), self.sheet.codes[label])
        if not has_figures:
            self.sums.since = SumsSoFar()
        return True

    def _answer(self, row: WrittenRow) -> str:
        """Return what somebody says of a row that seems to be one of sums."""
        answer = self.asked.get(FIELD.format(row.number), "")
        return answer if answer in (COUNTS, LEFT) else ""

    def _compare_sums_on_top(self) -> None:
        """Compare the sums above all rows with what came."""
        everything = self.sums.file
        for place, label, amounts in self.on_top:
            one = self.left_out[place]
            if one.counts:
                continue
            if everything.fits(amounts):
                first, last = everything.span
                self.left_out[place] = one._replace(first=first, last=last)
                self.sums.are_proved |= everything.rows >= FEWEST_ADDED and not self.sums.are_running
            else:
                self.sheet.at(one.row, label, refusal("wrong_sums_on_top"), self.sheet.codes[label])

    def _added_up_by(self, judged: _JudgedRow) -> SumsSoFar | None:
        """Return the rows that are added up by one that says so; None: it says something else."""
        sums, amounts = self.sums, judged.amounts
        if judged.odd:
            return None
        if not any(amounts.values()):
            return sums.file if amounts else SumsSoFar()
        added = sums.added_up(amounts, fewest=1)
        if judged.carries_on and self._answer(judged.row) != COUNTS:
            moves = not judged.own.isdisjoint(col.KEPT_BELOW)
            ends = moves or (added is None and self._ends_here(judged, again=False))
            if not sums.file.rows or (sums.said == OF_TABLE and ends):
                sums.carry(amounts)
                return added or SumsSoFar()
        return added

    def _seems_added_up(self, judged: _JudgedRow) -> SumsSoFar | None:
        """Return the rows that are added up by one that does not say so; None: it seems to be none."""
        added = self.sums.added_up(judged.amounts)
        if added is not None and self._ends_here(judged, again=len(judged.own) < len(judged.cells)):
            return added
        if judged.row.ends_oddly is None and not col.tell_hands(self.sheet.codes):
            rows, cells = len(self.sums.rows), judged.cells
            is_odd = rows >= FEWEST_DATED and self.dated == rows and cells.keys().isdisjoint(col.KEPT_BELOW)
            judged.row.ends_oddly = is_odd and not any(row.codes for row in self._below(judged.row))
        return SumsSoFar() if judged.row.ends_oddly else None

    def _repeats(self, judged: _JudgedRow) -> SumsSoFar | None:
        """Return the rows to which one comes that says when it was: an evening like them, or their sums."""
        amounts = judged.amounts
        rest = judged.cells.keys() - {*col.KEPT_BELOW, col.NUMBER, *self.seats}
        if col.DATE not in judged.cells or not any(amounts.values()) or not _are_amounts_only(rest):
            return None
        if col.DATE not in judged.own:
            return self.sums.added_up(amounts)
        return self.sums.added_up(amounts, fewest=1) or self.sums.block_of(amounts)

    def _below(self, row: WrittenRow) -> Sequence[WrittenRow]:
        """Return the rows that follow, in the order in which they are read."""
        return self.rows[self.rows.index(row) + 1 :]

    def _ends_here(self, judged: _JudgedRow, *, again: bool) -> bool:
        """Return whether a part ends here: in the next row a day or place is written, or it adds up.

        Where these say it `again`, it has to be another day or place."""
        whole = judged.whole
        for row in self._below(judged.row):
            label = self._label(row, whole)
            if not row.codes and label is None:
                continue
            if label is not None or (
                _are_amounts_only({*row.codes.values()} - {col.PERSON})
                and self.sums.added_up(self._amounts(row, whole)[0]) is not None
            ):
                return True
            said = {code: row.cells[code] for code in col.KEPT_BELOW if code in row.cells}
            if again:
                return any(folded(text) != folded(whole.get(code, "")) for code, text in said.items())
            return bool(said)
        return True


def _are_amounts_only(codes: Iterable[str]) -> bool:
    return all(code.startswith(col.AMOUNT) for code in codes)


def day_read(text: str) -> tuple[datetime.date | None, str]:
    """Return the day, or what is wrong with it."""
    if not text:
        return None, refusal("date_missing")
    try:
        day = day_of(text)
    except Odd as odd:
        return None, str(odd)
    if not EARLIEST <= day <= timezone.localdate():
        return None, refusal("date_too_far")
    return day, ""


# The order in which the rows of a sheet were written: on many the newest stands on top

AS_DAYS, OLDEST, NEWEST, AS_ROWS = "", "oldest", "newest", "rows"
ORDERS = (AS_DAYS, OLDEST, NEWEST, AS_ROWS)
LIKE_DAYS = "days"  # the rows of a day follow one another as the days do, now up and now down
ON_TOP = choices("on_top")
CODES_OF_WAYS = {EACH, *(code_of(way, order) for way in RUNNING for order in ORDERS)}


class ReadingOrder(NamedTuple):
    """An order in which rows are read, and what of each day stands on top."""

    code: str
    rows: tuple[WrittenRow, ...]
    on_top: str = LIKE_DAYS


WorksheetsRows = list[tuple[datetime.date, WrittenRow]]  # the rows of one worksheet, each with its day


def orders_of(rows: Sequence[WrittenRow]) -> dict[str, ReadingOrder]:
    """Return the orders in which the rows can have been written, that of the days first.

    Days hold against rows, and numbers of hands within a day; what neither says may be this or that way
    round. A row without a day goes with the one above it. The same order under several names is one.
    """
    if not any(row.day for row in rows):
        return {AS_DAYS: ReadingOrder(AS_DAYS, tuple(rows))}
    parts = sorted(_parts_of(rows), key=lambda part: min(day for day, _row in part))
    backwards = [_goes_back(part) for part in parts]
    ways = {AS_DAYS: backwards, OLDEST: [False] * len(parts), NEWEST: [True] * len(parts)}
    if any(map(_goes_to_and_fro, parts)):
        ways[AS_ROWS] = backwards
    ordered = {
        code: tuple(
            row
            for part, newest_on_top in zip(parts, way, strict=True)
            for row in _in_order(part, newest_on_top=newest_on_top, by_days=code != AS_ROWS)
        )
        for code, way in ways.items()
    }
    orders = {}
    for code, rows_so in ordered.items():
        same = [other for other in ordered if ordered[other] == rows_so]
        named = [other for other in same if other != AS_DAYS]
        orders[code] = ReadingOrder(same[0], rows_so, named[0] if len(named) == 1 else LIKE_DAYS)
    return orders


def by_numbers(rows: Sequence[WrittenRow]) -> list[WrittenRow]:
    """Return the rows as they stand, but the hands of a day from the bottom where their numbers run down."""
    parts = _parts_of(rows)
    return [row for part in parts for row in _in_order(part, newest_on_top=False, by_days=False)] or [*rows]


def _parts_of(rows: Sequence[WrittenRow]) -> list[WorksheetsRows]:
    """Return the worksheets; whatever stands above their first day belongs to it."""
    parts: list[WorksheetsRows] = []
    day = next((row.day for row in rows if row.day), None)
    for _name, some in groupby(rows, key=lambda row: row.part):
        part = [*some]
        day = next((row.day for row in part if row.day), day)
        parts.append([])
        for row in part:
            if (day := row.day or day) is not None:
                parts[-1].append((day, row))
    return [part for part in parts if part]


def _in_order(part: WorksheetsRows, *, newest_on_top: bool, by_days: bool) -> Iterator[WrittenRow]:
    """Yield the rows from the first to the last, each day as the numbers of its hands say if they do."""
    blocks = [(day, [row for _day, row in some]) for day, some in groupby(part, key=itemgetter(0))]
    blocks = blocks[::-1] if newest_on_top else blocks
    for _day, rows in sorted(blocks, key=itemgetter(0)) if by_days else blocks:
        hands = [(one.hand, next_.hand) for table in _by_table(rows) for one, next_ in pairwise(table)]
        run_down = {
            None if before is None or after is None or before == after else after < before
            for before, after in hands
        }
        numbered = run_down.pop() if len(run_down) == 1 else None
        yield from rows[::-1] if (newest_on_top if numbered is None else numbered) else rows


def _goes_back(part: WorksheetsRows) -> bool:
    """Return whether most days come after those below them."""
    return sum((after > before) - (after < before) for (before, _), (after, _) in pairwise(part)) < 0


def _goes_to_and_fro(part: WorksheetsRows) -> bool:
    """Return whether the days of a table run neither down nor up the sheet."""
    tables = _by_table(row for _day, row in part)
    days = [[row.day for row in table if row.day] for table in tables]
    return any(sorted(some) != some != sorted(some, reverse=True) for some in days)


def _by_table(rows: Iterable[WrittenRow]) -> list[list[WrittenRow]]:
    """Return the rows with a day, each table by itself."""
    tables: dict[str, list[WrittenRow]] = {}
    for row in rows:
        if row.day is not None:
            tables.setdefault(row.table_key, []).append(row)
    return [*tables.values()]


def way_in_words(code: str, orders: Mapping[str, ReadingOrder]) -> str:
    """Return what the amounts are if they are read so, and what stands on top where that can matter."""
    way, _dash, order = code.partition("-")
    if way not in RUNNING or len({order.code for order in orders.values()}) == 1:
        return str(WAYS[way])
    return f"{WAYS[way]}; {ON_TOP[orders[order].on_top]}"
