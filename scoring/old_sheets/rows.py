"""Rows below the headings: what each says, which are rows of tables, and which only add up others.

Rows are read once, from top to bottom, whatever the amounts mean. A row that calls itself one of sums is
left out, and compared; one that only looks like it is left out as soon as somebody confirms that it does not
count. What the amounts are is never guessed: where two readings fit and differ, `decided` leaves it to a
person. All amounts are in twelfths.
"""

from __future__ import annotations

import datetime
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby, pairwise
from types import MappingProxyType
from typing import NamedTuple

from scoring import clock
from scoring.accounts.names import problems_with_name
from scoring.engine.sheet import SMALLEST_TABLE
from scoring.evenings.verbs import EARLIEST
from scoring.models.evenings import LONGEST_TABLE_NAME, LONGEST_VENUE
from scoring.names import folded
from scoring.old_sheets import worksheet as col
from scoring.old_sheets.block import Block
from scoring.old_sheets.values import Odd, choices, day_of, refusal
from scoring.old_sheets.worksheet import is_unusable, key_of

NOT_SAID, EACH, OF_TABLE, OF_NAME, OF_YEAR, OF_FILE = "", "each", "table", "name", "year", "file"
OF_PART = "part"
WAYS = choices("ways")  # to read amounts
RUNNING = tuple(WAYS)[1:]  # where totals that are carried on begin anew
FEWEST_ADDED = 2  # rows; of a single one anything may be a copy
FEWEST_DATED = 2  # rows that say when they were; of a single one nothing is a habit

AmountsOf = Mapping[str, int]  # by folded name
NOTHING_BROUGHT: AmountsOf = MappingProxyType({})
Span = tuple[int, int]  # the first and the last of some rows
NO_ROWS: Span = (0, 0)


class TableOnDay(NamedTuple):
    """A table of the file: its name, where and when."""

    date: datetime.date
    venue: str
    name: str

    @property
    def key(self) -> tuple[datetime.date, str, str]:
        return self.date, key_of(self.venue), key_of(self.name)


class TableLine(NamedTuple):
    """A row that counts, with what is kept from above, and its people with their amounts."""

    row: int
    table: TableOnDay
    cells: Mapping[str, str]  # by what they mean
    people: tuple[str, ...]  # folded names, in the order of the seats
    amounts: AmountsOf  # where anything stands
    part: str = ""  # the place of its block
    brought: AmountsOf = NOTHING_BROUGHT  # what stands above it as carried over
    off_by: int = 0  # what the running totals of the row add up to

    def carries_on(self, way: str) -> Hashable:
        """Return what it has in common with all rows through which totals are carried on."""
        return {
            OF_TABLE: self.table.key,
            OF_NAME: key_of(self.table.name),
            OF_YEAR: self.table.date.year,
            OF_PART: self.part,
        }.get(way)

    @property
    def hand(self) -> int | None:
        """Return the number of the hand."""
        number = col.HAND_NUMBER.fullmatch(self.cells.get(col.NUMBER, ""))
        return int(number[1]) if number else None


@dataclass
class SumsSoFar:
    """What everybody has after some rows, as separate amounts and as totals that are carried on."""

    rows: int = 0
    first: int = 0
    last: int = 0
    sums: dict[str, int] = field(default_factory=dict)
    down: dict[str, int] = field(default_factory=dict)  # the last that stands of everybody
    up: dict[str, int] = field(default_factory=dict)  # the first: the last one where the newest is on top
    opening: AmountsOf = field(default_factory=dict)  # what was brought along, and is not in the sums

    def add(self, line: TableLine) -> None:
        self.first = self.first or line.row
        self.rows, self.last = self.rows + 1, line.row
        for name, amount in line.amounts.items():
            self.sums[name] = self.sums.get(name, 0) + amount
            self.down[name] = amount
            self.up.setdefault(name, amount)

    def fits(self, amounts: AmountsOf) -> bool:
        """Return whether these are the sums, with or without what was brought along."""
        brought = self.opening.get
        return _same(amounts, self.sums) or (
            bool(self.opening)
            and _same(amounts, {name: got + brought(name, 0) for name, got in self._all.items()})
        )

    def stands_at(self, amounts: AmountsOf) -> bool:
        """Return whether these are the last totals, if all amounts are carried on."""
        return _same(amounts, self.down) or _same(amounts, self.up)

    @property
    def _all(self) -> dict[str, int]:
        return {**dict.fromkeys(self.opening, 0), **self.sums}

    @property
    def span(self) -> Span:
        return self.first, self.last


def _same(amounts: AmountsOf, other: AmountsOf) -> bool:
    """Return whether everybody has the same, be it nothing."""
    return all(amounts.get(name, 0) == other.get(name, 0) for name in amounts.keys() | other.keys())


# What the amounts are


def read_by(way: str, lines: Iterable[TableLine], own: Mapping[str, str]) -> Iterator[TableLine]:
    """Yield the rows with what everybody got in each, and by how much it is not zero all together.

    Of running totals it is all of them: who has none in this row stands where they stood. `own`: how a part
    is read, where it is otherwise.
    """
    stands: dict[Hashable, dict[str, int]] = {}
    for line in lines:
        its_way = own.get(line.part, way)
        if its_way not in RUNNING:
            yield line._replace(off_by=sum(line.amounts.values()))
            continue
        totals = stands.setdefault((its_way, line.carries_on(its_way)), {**line.brought})
        got = _got(line.amounts, totals)
        totals.update(line.amounts)
        yield line._replace(amounts=got, off_by=sum(totals.values()))


def _got(totals: AmountsOf, previous: AmountsOf) -> AmountsOf:
    """Return what everybody got; who sits out at a table of five or six only has their total repeated."""
    got = {name: total - previous.get(name, 0) for name, total in totals.items()}
    played = {name: amount for name, amount in got.items() if amount}
    return played if len(got) > SMALLEST_TABLE == len(played) else got


def code_of(way: str, order: str) -> str:
    """Return the name of a way to read the amounts in some order of the rows."""
    return f"{way}-{order}" if order else way


class AmountsReadBy:
    """The amounts of a file read in one way: what everybody got in which row."""

    def __init__(self, way: str, order: str, orders: Orders, own: Mapping[str, str]) -> None:
        lines = [*read_by(way, orders[order], own)]
        self.label = way_in_words(way, order, orders)
        self.by_row: dict[int, AmountsOf] = {line.row: line.amounts for line in lines}
        self.is_right = not any(line.off_by for line in lines)  # all rows come to zero


def ways_of(orders: Orders, own: Mapping[str, str], chosen: str = NOT_SAID) -> dict[str, AmountsReadBy]:
    """Return how the amounts can be meant, each of which gives others in some row."""
    ways = {EACH: AmountsReadBy(EACH, next(iter(orders)), orders, own)}
    for way in (OF_TABLE, OF_FILE, OF_PART, OF_YEAR, OF_NAME):
        for order in orders:
            code, read = code_of(way, order), AmountsReadBy(way, order, orders, own)
            if code == chosen or read.by_row not in [other.by_row for other in ways.values()]:
                ways[code] = read
    return ways


def decided(ways: Mapping[str, AmountsReadBy], orders: Orders, *, is_proved: bool) -> str:
    """Return what the amounts have to be; empty: they can be meant in several ways.

    A row of sums proves that they are separate, as does that totals would begin anew in most rows.
    """
    if is_proved or [*ways] == [EACH]:
        return EACH
    right = [code for code, read in ways.items() if read.is_right]
    if right == [EACH] and any(_can_run(way, lines) for way in RUNNING for lines in orders.values()):
        return NOT_SAID
    return right[0] if len(right) == 1 else NOT_SAID


def _can_run(way: str, lines: Sequence[TableLine]) -> bool:
    """Return whether these can be totals that begin anew now and then: most rows carry on those above."""
    stands: dict[Hashable, dict[str, int]] = {}
    carried = anew = 0
    for line in lines:
        totals = stands.setdefault(line.carries_on(way), {**line.brought})
        carried += bool(totals)
        totals.update(line.amounts)
        if sum(totals.values()):
            anew += 1
            stands[line.carries_on(way)] = {**line.amounts}
    return 0 < carried >= 2 * anew


# The order in which the rows of a sheet were written: on many the newest stands on top

AS_DAYS, OLDEST, NEWEST = ORDERS = ("", "oldest", "newest")
ON_TOP = choices("on_top")
CODES_OF_WAYS = {EACH, *(code_of(way, order) for way in RUNNING for order in ORDERS)}
Orders = Mapping[str, Sequence[TableLine]]


def orders_of(lines: Sequence[TableLine]) -> dict[str, list[TableLine]]:
    """Return the orders in which the rows of a day can have been written, as the days run first."""
    parts = [[*some] for _part, some in groupby(lines, key=lambda line: line.part)]
    orders = dict[str, list[TableLine]]()
    for code in ORDERS:
        ways = [_goes_back(part) if code == AS_DAYS else code == NEWEST for part in parts]
        turned = [part[::-1] if way else part for part, way in zip(parts, ways, strict=True)]
        rows = (line for part in turned for line in part)
        order = by_numbers(sorted(rows, key=lambda line: line.table.date))
        if order not in orders.values():
            orders[code] = order
    return orders


def by_numbers(lines: Sequence[TableLine]) -> list[TableLine]:
    """Return the rows, those of a day turned round where the numbers of their hands run down."""
    ordered: list[TableLine] = []
    for _day, some in groupby(lines, key=lambda line: line.table.date):
        day = [*some]
        tables: dict[Hashable, list[int | None]] = {}
        for line in day:
            tables.setdefault(line.table.key, []).append(line.hand)
        pairs = [pair for hands in tables.values() for pair in pairwise(hands)]
        runs_down = bool(pairs) and all(
            upper is not None is not lower and upper > lower for upper, lower in pairs
        )
        ordered += day[::-1] if runs_down else day
    return ordered


def _goes_back(part: Sequence[TableLine]) -> bool:
    """Return whether most days come after those below them."""
    days = [line.table.date for line in part]
    return sum((later > earlier) - (later < earlier) for earlier, later in pairwise(days)) < 0


def go_to_and_fro(lines: Sequence[TableLine]) -> bool:
    """Return whether the days of a worksheet run neither down nor up."""
    parts = ([line.table.date for line in some] for _part, some in groupby(lines, key=lambda line: line.part))
    return any(sorted(days) != days != sorted(days, reverse=True) for days in parts)


def way_in_words(way: str, order: str, orders: Orders) -> str:
    """Return what the amounts are if they are read so, and what stands on top where that can matter."""
    if way not in RUNNING or len(orders) == 1:
        return str(WAYS[way])
    other = OLDEST if OLDEST not in orders else NEWEST  # is the one that is as the days run
    return f"{WAYS[way]}; {ON_TOP[order or (other if len(orders) < len(ORDERS) else 'days')]}"


# What a row says, and whether it only adds up others

FIELD, COUNTS, LEFT = "sums-{}", "counts", "left"  # said of a row that looks like one of sums
HEADING, LABELLED, UNDATED, REPEATS = "heading", "labelled", "undated", "repeats"  # why a row is left out


class LeftOut(NamedTuple):
    """A row of sums, figures or headings, and the first and last of those that it adds up; 0: none.

    It calls itself so, it is the last and says no day as all others do, or it repeats what is above: then a
    person confirms that it does not count, or says that it does.
    """

    row: int
    why: str
    first: int = 0
    last: int = 0
    answer: str = ""

    @property
    def counts(self) -> bool:
        """Return whether the answer is that the row counts."""
        return self.answer == COUNTS

    @property
    def is_open(self) -> bool:
        """Return whether the row still needs an answer."""
        return self.why in (REPEATS, UNDATED) and not self.answer


class Added(NamedTuple):
    """A row that adds up others, and which: of separate amounts, and of totals that are carried on."""

    left_out: LeftOut
    block: Block
    separate: Span | None = NO_ROWS  # None: it does not add them up
    running: Span | None = NO_ROWS
    label: int | None = None  # the column in which it calls itself so

    def read(self, way: str) -> LeftOut | None:
        """Return it with the rows that it adds up if they are read so; None: it does not add them up."""
        spans = [self.running] if way in RUNNING else [self.separate]
        spans = spans if way else [self.separate, self.running]
        span = next((span for span in spans if span is not None), None)
        return None if span is None else self.left_out._replace(first=span[0], last=span[1])


class WrittenRow:
    """A row as it stands there."""

    def __init__(self, block: Block, number: int) -> None:
        self.block, self.number = block, number
        filled = [(column, code) for column, code in enumerate(block.codes) if block.cell(number, column)]
        self.codes = {column: code for column, code in filled if code}
        self.cells = {code: self.cell(column) for column, code in self.codes.items() if code != col.PERSON}

    def cell(self, column: int) -> str:
        return self.block.cell(self.number, column)

    @cached_property
    def words(self) -> dict[int, str]:
        """Return the columns in which it calls itself one of sums or figures, and how surely.

        A row that says when it was is none of figures.
        """
        day, words_by_column = self.block.column_of(col.DATE), {}
        for column, code in enumerate(self.block.codes):
            word = col.word_of_sums(self.cell(column), code) if code in col.ADDING else ""
            if word == col.PERHAPS and column in self.block.kinds_of_rows:
                word = col.SURELY
            if word and not (word == col.FIGURES and day not in (None, column) and col.DATE in self.cells):
                words_by_column[column] = word
        return words_by_column

    def stands_beside_sums(self, label: int) -> bool:
        """Return whether there is only when, where, who and how much: anything else belongs to a hand."""
        codes = {code for column, code in self.codes.items() if column != label}
        return all(
            code in (col.PERSON, *col.OF_BOTH) or code.startswith((col.PLAYER, col.AMOUNT)) for code in codes
        )

    @cached_property
    def is_unusable(self) -> bool:
        """Return whether something stands there that no cell may hold."""
        return any(is_unusable(self.cell(column)) for column in self.codes)

    @cached_property
    def is_unsolved(self) -> bool:
        """Return whether it calls itself one of sums, and no spreadsheet has worked them out yet."""
        labels = [column for column, word in self.words.items() if word != col.FIGURES]
        formulas = any(col.FORMULA.match(self.cell(column)) for column in self.block.amounts)
        return formulas and any(map(self.stands_beside_sums, labels))


class _JudgedRow(NamedTuple):
    """A row as it is judged: one of a table, or one that only adds up others."""

    row: WrittenRow
    label: int | None  # the column in which it calls itself a sum
    cells: Mapping[str, str]  # without what it calls itself
    own: frozenset[str]  # what does not only repeat what is kept from above
    carried_down: Mapping[str, str]  # what the rows below mean with an empty cell
    whole: Mapping[str, str]  # with what is kept from above
    amounts: AmountsOf  # none, where one of them cannot be read
    odd: Mapping[int, str]  # what is wrong with them, by column


class RowReader:
    """Judges rows from top to bottom: which count, which are left out, what is wrong with them."""

    def __init__(self, blocks: Sequence[Block], answers: Mapping[str, str], unnamed: str) -> None:
        """Read blocks, with the answers about their rows and the name for tables without one."""
        self.answers, self.unnamed = answers, unnamed
        # What is wrong where, and the row for which that was reported.
        self.rows_of_problems: dict[tuple[int, str], int] = {}
        self.lines: list[TableLine] = []
        self.left_out: list[Added] = []
        self.on_top: list[tuple[int, AmountsOf]] = []  # sums above the rows that they perhaps add up
        self.is_proved = False  # a row of sums adds up what stands there
        self.file, self.of_part, self.since = SumsSoFar(), SumsSoFar(), SumsSoFar()
        self.tables: dict[Hashable, SumsSoFar] = {}
        self.rows_by_totals: dict[Hashable, int] = {}  # after how many rows it was so first
        self.carried: AmountsOf = NOTHING_BROUGHT
        self.undated: set[int] = set()  # lines that do not say when they were
        for block in blocks:
            self._read(block)

    def _read(self, block: Block) -> None:
        above = {code: text for code, text in block.whole.items() if text}
        stands = dict[str, int]()  # of another block nothing is kept
        self.block, self.seats = block, tuple(f"{col.PLAYER}{number}" for number in block.seats)
        self.of_part, self.since, first = SumsSoFar(), SumsSoFar(), len(self.lines)
        for row in (WrittenRow(block, number) for number in block.numbers):
            if (judged := self._judged(row, above)) is None:
                continue
            if not row.is_unusable and not self._is_title(judged) and not self._leaves_out(judged):
                self._take(judged, stands)
            above = {**above, **judged.carried_down}
            stands = {**stands, **dict.fromkeys(judged.carried_down, row.number)}
        self._compare_sums_on_top()
        self._leave_out_undated_end(first)

    def read(self, way: str) -> list[LeftOut]:
        """Return the rows that are left out if the amounts are read so, and say which add up nothing."""
        left_out_rows = []
        for added in self.left_out:
            left_out = added.read(added.block.way or way)
            if left_out is None and not added.left_out.counts and added.label is not None:
                is_on_top = any(row == added.left_out.row for row, _amounts in self.on_top)
                wrong = refusal("wrong_sums_on_top" if is_on_top else "wrong_sums")
                added.block.at(added.left_out.row, added.label, wrong, added.block.codes[added.label])
            left_out_rows.append(left_out or added.left_out)
        return sorted(left_out_rows)

    def _judged(self, row: WrittenRow, above: Mapping[str, str]) -> _JudgedRow | None:
        """Return what the row says; None: it says nothing of a table."""
        if self._is_heading(row) or self.block.tells_no_hand(row.number):
            return None
        if row.is_unusable:
            self._refuse_cells(row)
        label = None if row.is_unusable else self._label(row, above)
        label_codes = () if label is None else (self.block.codes[label], col.NUMBER)
        cells = {code: text for code, text in row.cells.items() if code not in label_codes}
        own = frozenset(code for code, text in cells.items() if folded(text) != folded(above.get(code, "")))
        kept_cells = self._kept_cells(cells)
        whole = {**above, **kept_cells, **cells}
        return _JudgedRow(row, label, cells, own, kept_cells, whole, *self._amounts(row, whole))

    def _refuse_cells(self, row: WrittenRow) -> None:
        """Say which cells cannot be used: the rows below, for which they are kept, are not to blame."""
        for column, code in row.codes.items():
            if is_unusable(row.cell(column)):
                is_formula = col.FORMULA.match(row.cell(column))
                wrong = col.unsolved(row.number, column) if is_formula else refusal("mistake")
                self.block.at(row.number, column, wrong, code)
                self.rows_of_problems[row.number, code] = row.number

    def _kept_cells(self, cells: Mapping[str, str]) -> dict[str, str]:
        """Return what the rows below mean with an empty cell; of the seats all or none."""
        kept_cells = {code: cells[code] for code in col.KEPT_BELOW if code in cells}
        seats = {code: cells.get(code, "") for code in self.seats}
        if any(seats.values()) and not any(map(is_unusable, seats.values())):
            kept_cells |= seats
        return kept_cells

    def _is_title(self, judged: _JudgedRow) -> bool:
        """Return whether it says only when, where and who, as titles do of the rows below."""
        others = judged.cells.keys() - {*col.KEPT_BELOW, col.NUMBER, *self.seats}
        return judged.label is None and not others and col.PERSON not in judged.row.codes.values()

    # A row of a table

    def _take(self, judged: _JudgedRow, stands: Mapping[str, int]) -> None:
        """Take a row as a line of a table, or say what is wrong with it."""
        sheet, row, cells = self.block, judged.row, judged.whole
        table, problems = self._table(judged, stands), len(sheet.bad)
        people: list[str] = []
        for name, column in sheet.whose(cells):
            if key_of(name) in people and column not in sheet.people:
                sheet.at(row.number, column, refusal("named_twice", name=name))
            people.append(key_of(name))
        for column, odd in judged.odd.items():
            sheet.at(row.number, column, odd, sheet.codes[column])
        for seat in col.SEATS:
            column = sheet.column_of(f"{col.AMOUNT}{seat}")
            nobody = not cells.get(f"{col.PLAYER}{seat}")
            if column is not None and nobody and row.cell(column).strip("-–− 0,.€"):
                sheet.at(row.number, column, refusal("amount_of_nobody"))
        if seated := cells.get(col.SEATED, ""):  # in order of play, out of those who have columns
            names = list(filter(None, map(str.strip, seated.split(","))))
            for name in names:
                if key_of(name) not in people:
                    sheet.wrong(row.number, col.SEATED, refusal("seated_without_column", name=name[:40]))
            people = list(map(key_of, names))
        if table is None or len(sheet.bad) > problems:
            return
        fields = (row.number, table, cells, tuple(people), judged.amounts, self.block.cell_key, self.carried)
        self._add(TableLine(*fields), is_dated=col.DATE in judged.cells)

    def _add(self, line: TableLine, *, is_dated: bool) -> None:
        """Add one more row to what everybody has."""
        self.undated |= set() if is_dated else {line.row}
        self.carried = NOTHING_BROUGHT
        self.rows_by_totals.setdefault(_hashable_totals(self.file.sums), len(self.lines))
        for tally in (
            self.file,
            self.of_part,
            self.since,
            self.tables.setdefault(line.table.key, SumsSoFar()),
        ):
            tally.add(line)
        self.lines.append(line)

    def _table(self, judged: _JudgedRow, stands: Mapping[str, int]) -> TableOnDay | None:
        number, cells = judged.row.number, judged.whole
        day, wrong = day_read(cells.get(col.DATE, ""))
        venue, name = cells.get(col.VENUE, ""), cells.get(col.TABLE, "") or self.unnamed
        problems = [(col.DATE, wrong)] if wrong else []
        if venue:
            problems += [(col.VENUE, problem) for problem in problems_with_name(venue, LONGEST_VENUE)]
        problems += [(col.TABLE, problem) for problem in problems_with_name(name, LONGEST_TABLE_NAME)]
        stands = {**stands, **dict.fromkeys(judged.cells, number)}
        for code, problem in problems:
            where = stands.get(code, number)
            if self.rows_of_problems.setdefault((where, code), number) == number:
                self.block.wrong(where, code, problem)
        return TableOnDay(day, venue, name) if day is not None and not problems else None

    def _amounts(self, row: WrittenRow, cells: Mapping[str, str]) -> tuple[AmountsOf, dict[int, str]]:
        """Return the amounts of a row by folded name, or what is wrong with them by column."""
        amounts: dict[str, int] = {}
        odd: dict[int, str] = {}
        for name, column in self.block.whose(cells):
            try:
                amount = None if column is None else self.block.counted.twelfths(row.cell(column))
            except Odd as wrong:
                assert column is not None
                odd[column] = str(wrong)
                continue
            if amount is not None:
                amounts[key_of(name)] = amount
        return {} if odd else amounts, odd

    # A row that says what the columns are

    def _is_heading(self, row: WrittenRow) -> bool:
        """Return whether the row only says once more what the columns are."""
        if self.block.repeats_headings(row.number):
            self.left_out.append(Added(LeftOut(row.number, HEADING), row.block))
            return True
        if row.is_unsolved:
            left_out = LeftOut(row.number, LABELLED, answer=self._answer(row.number))
            self.left_out.append(Added(left_out, row.block))
            return not left_out.counts
        return False

    # A row of sums

    def _label(self, row: WrittenRow, above: Mapping[str, str]) -> int | None:
        """Return the column in which a row calls itself a sum, which would count twice; None for a hand."""
        first = next(iter(row.words), None)
        if first is None or not row.stands_beside_sums(first):
            return None
        if surely := [column for column, word in row.words.items() if word != col.PERHAPS]:
            return surely[0]
        amounts, _odd = self._amounts(row, {**above, **row.cells})
        is_sum = amounts and (not any(amounts.values()) or self._added_up(amounts, FEWEST_ADDED))
        return first if is_sum else None

    @property
    def _tallies(self) -> list[SumsSoFar]:
        """Return what can be added up here: the table above, all since the last sums, a part, everything."""
        table = [self.tables[self.lines[-1].table.key]] if self.lines else []
        return [*table, self.since, self.of_part, self.file]

    def _added_up(self, amounts: AmountsOf, fewest: int) -> Span | None:
        """Return the rows above, at least `fewest`, that add up to these amounts; None if none do."""
        return next(
            (tally.span for tally in self._tallies if tally.rows >= fewest and tally.fits(amounts)), None
        )

    def _leaves_out(self, judged: _JudgedRow) -> bool:
        """Return whether the row only adds up those above."""
        added = self._repeats(judged) if judged.label is None else self._labelled(judged, judged.label)
        if added is None:
            return False
        self.left_out.append(added)
        is_sure = added.label is not None or added.left_out.answer == LEFT
        if added.left_out.counts:
            return False
        first, last = added.separate or NO_ROWS
        self.is_proved |= is_sure and first < last and (added.label is None or added.running is None)
        if added.label is None or judged.row.words[added.label] != col.FIGURES:
            self.since = SumsSoFar()
        return True

    def _labelled(self, judged: _JudgedRow, label: int) -> Added:
        """Return what a row adds up that calls itself one of sums."""
        number, amounts = judged.row.number, judged.amounts
        left_out = LeftOut(number, LABELLED, answer=self._answer(number))
        added = Added(left_out, judged.row.block, label=label)
        carries_on = bool(col.CARRIED_ON.fullmatch(folded(judged.row.cell(label))))
        if judged.row.words[label] == col.FIGURES or (not any(amounts.values()) and not judged.odd):
            return added
        is_on_top = not self.of_part.rows
        if carries_on and (is_on_top or not judged.own.isdisjoint(col.KEPT_BELOW)) and not left_out.counts:
            self.carried = self.of_part.opening = amounts
            self.file.opening = self.file.opening or amounts
            return added
        if judged.odd:
            return added._replace(separate=None, running=None)
        if is_on_top:
            self.on_top.append((number, amounts))
        stands = next(
            (tally.span for tally in self._tallies if tally.rows and tally.stands_at(amounts)), None
        )
        if carries_on and stands is None and _goes_back(self.lines):  # below the oldest row
            self.lines[-1] = self.lines[-1]._replace(brought=amounts)
            stands = NO_ROWS
        return added._replace(separate=self._added_up(amounts, 1), running=stands)

    def _repeats(self, judged: _JudgedRow) -> Added | None:
        """Return which rows one adds up that does not say so: an evening like them, or their sums."""
        number, amounts, codes = judged.row.number, judged.amounts, judged.cells.keys()
        others = codes - {*col.KEPT_BELOW, col.NUMBER, *self.seats}
        if not any(amounts.values()) or not all(code.startswith(col.AMOUNT) for code in others):
            return None
        is_own = col.DATE in judged.own
        span = self._added_up(amounts, 1 if is_own else FEWEST_ADDED)
        if span is None and is_own:
            span = self._block_of(amounts)
        left_out = LeftOut(number, REPEATS, answer=self._answer(number))
        return None if span is None else Added(left_out, judged.row.block, span, span)

    def _block_of(self, amounts: AmountsOf) -> Span | None:
        """Return the rows right above, two at least, of which these are the sums, wherever they begin."""
        sums = self.file.sums
        above = {**sums, **{name: sums.get(name, 0) - amount for name, amount in amounts.items()}}
        begins = self.rows_by_totals.get(_hashable_totals(above), len(self.lines))
        is_one = len(self.lines) - begins >= FEWEST_ADDED
        return (self.lines[begins].row, self.lines[-1].row) if is_one else None

    def _answer(self, row: int) -> str:
        """Return the answer about a row that looks like one of sums; empty if there is none."""
        answer = self.answers.get(FIELD.format(row), "")
        return answer if answer in (COUNTS, LEFT) else ""

    def _compare_sums_on_top(self) -> None:
        """Compare the sums above all rows of a part with these."""
        on_top = dict(self.on_top)
        for column, added in enumerate(self.left_out):
            amounts = on_top.get(added.left_out.row)
            if amounts is None or added.separate or not self.of_part.rows:
                continue
            tallies = (self.of_part, self.file)
            spans = next((tally.span for tally in tallies if tally.fits(amounts)), None)
            stands = next((tally.span for tally in tallies if tally.stands_at(amounts)), None)
            self.left_out[column] = added._replace(separate=spans, running=stands)
            is_proof = spans is not None and spans[0] < spans[1] and stands is None
            self.is_proved |= is_proof and not added.left_out.counts

    def _leave_out_undated_end(self, first: int) -> None:
        """Leave out the last row of a part if it says no day, as all others do."""
        lines = self.lines[first:]
        is_odd = len(lines) > FEWEST_DATED and self.undated & {line.row for line in lines} == {lines[-1].row}
        if not is_odd or col.tell_hands(self.block.codes):
            return
        number = lines[-1].row
        if any(added.left_out.row == number for added in self.left_out):
            return  # it is one of sums, and said to count
        left_out = LeftOut(number, UNDATED, answer=self._answer(number))
        self.left_out.append(Added(left_out, self.block))
        if not left_out.counts:
            self.lines.pop()


def _hashable_totals(totals: AmountsOf) -> Hashable:
    """Return a hashable form of the totals, without players who have nothing."""
    return frozenset((name, total) for name, total in totals.items() if total)


def day_read(text: str) -> tuple[datetime.date | None, str]:
    """Return the day, or what is wrong with it."""
    if not text:
        return None, refusal("date_missing")
    try:
        day = day_of(text)
    except Odd as odd:
        return None, str(odd)
    if not EARLIEST <= day <= clock.today():
        return None, refusal("date_too_far")
    return day, ""
