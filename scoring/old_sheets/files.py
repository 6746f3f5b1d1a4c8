"""A whole file: what it cannot do without, who is named in it, and everything that it says."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from datetime import date
from functools import cached_property
from itertools import groupby, pairwise
from operator import itemgetter
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine.rules import Rules
from scoring.models import Member, OldKind
from scoring.names import folded
from scoring.old_sheets import worksheet as col
from scoring.old_sheets.playing import are_carried_on, read_amounts, read_hands
from scoring.old_sheets.reading import Reading, WayToRead, everybody
from scoring.old_sheets.rows import RowReader, WrittenRow, day_read, rows_of
from scoring.old_sheets.sums import (
    EACH,
    NOT_SAID,
    RUNNING,
    WAYS,
    AmountsOf,
    Sums,
    TableLine,
    code_of,
    decided,
    ways_of,
)
from scoring.old_sheets.values import POINTS, UNSAID
from scoring.old_sheets.verbs import table_key
from scoring.old_sheets.worksheet import FORMULA, Worksheet, label_of, unsolved

# The order in which the rows of a sheet were written: on many the newest stands on top

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


WorksheetsRows = list[tuple[date, WrittenRow]]  # the rows of one worksheet, each with its day


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
    found: dict[tuple[WrittenRow, ...], list[str]] = {}
    for code, way in ways.items():
        ordered = (
            row
            for part, newest_on_top in zip(parts, way, strict=True)
            for row in _in_order(part, newest_on_top=newest_on_top, by_days=code != AS_ROWS)
        )
        found.setdefault(tuple(ordered), []).append(code)
    orders = {}
    for ordered_rows, codes in found.items():
        named = [code for code in codes if code != AS_DAYS]
        order = ReadingOrder(codes[0], ordered_rows, named[0] if len(named) == 1 else LIKE_DAYS)
        orders.update(dict.fromkeys(codes, order))
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


MOST_PEOPLE = 200  # in one file; each is asked for on the page
MOST_SHOWN = 3  # rows of each way to read the amounts


@dataclass
class Reader:
    """Takes a file apart, remembering everything that is wrong with it."""

    sheet: Worksheet
    kind: str
    _: KW_ONLY
    rules: Rules | None
    members: Sequence[Member]
    asked: Mapping[str, str]
    there: Callable[[Collection[date]], Collection[tuple[date, str]]]
    language: str
    unnamed: str
    running: str = NOT_SAID
    others: Mapping[str, int | None] = field(default_factory=dict)  # who is known to be called how

    @cached_property
    def reading(self) -> Reading:
        """Return what came of it so far."""
        people = everybody(self._everybody_named(), self.members, self.asked, self.others)
        return Reading(self.kind, people, self.sheet.bad)

    def read(self) -> Reading:
        reading, sheet = self.reading, self.sheet
        if not self._columns_are_there():
            return reading
        self._people_and_money_are_clear()
        judged = self._judged()
        tables = [*judged.tables.values()]
        self._tables_are_new(tables)
        if self.kind == OldKind.HANDS:
            assert self.rules is not None
            read_hands(sheet, reading, tables, self.rules, self.language)
        else:
            read_amounts(sheet, reading, tables, is_running=judged.sums.are_running)
        if self.kind == OldKind.HANDS and judged.sums.said == NOT_SAID:
            reading.is_unsaid = bool(reading.differing) and are_carried_on(reading.on_paper)
        days = [lines[0].table.date for lines in tables]
        reading.first, reading.last = min(days, default=None), max(days, default=None)
        reading.tables = len(tables)
        if not reading.hands and not sheet.bad:
            sheet.wrong_in_headings("", _("There is nothing below the headings."))
        sheet.bad.sort(key=lambda one: (one.row, -1 if one.column is None else one.column))
        return reading

    def _judged(self) -> RowReader:
        """Return the rows judged as somebody said; else as the figures alone say that they have to be."""
        way, _dash, asked = self.running.partition("-")
        rows = rows_of(self.sheet)
        first = self._judge(rows, way)
        orders = orders_of(rows)
        order = orders.get(asked, orders[AS_DAYS])
        read = {order.code: self._judge(order.rows, way, first) for order in orders.values()}
        in_order = {code: reader.sums for code, reader in read.items()}
        said, chosen = code_of(way, order.code) if way in RUNNING else way, first
        if way in RUNNING:
            chosen = read[order.code]
        elif self.kind == OldKind.HANDS:
            chosen = self._judge(by_numbers(rows), way, first)
        elif way == NOT_SAID:
            said = decided(first.sums, in_order)
            self.reading.is_unsaid = said == NOT_SAID and bool(first.sums.rows)
            way, _dash, code = said.partition("-")
            if way in RUNNING:
                chosen = self._judge(orders[code].rows, way)
            elif self.reading.is_unsaid:
                chosen = min(first, read[AS_DAYS], key=lambda reader: len(reader.sheet.bad))
        self.sheet.bad.extend(chosen.sheet.bad)
        self.reading.sums = sorted(chosen.left_out)
        self.reading.said = said
        self.reading.days_of_rows = {row.number: row.day for row in rows if row.day}
        self.reading.ways = [
            WayToRead(code, _label_of(code, orders), tuple(self._first_by(got, first.sums)))
            for code, got in ways_of(first.sums, in_order, said).items()
        ]
        return chosen

    def _judge(self, rows: Sequence[WrittenRow], way: str, first: RowReader | None = None) -> RowReader:
        """Judge all rows in this order, if they were not already."""
        if first is not None and [*rows] == [*first.rows]:
            return first
        return RowReader(self.sheet, self.kind, way, self.asked, self.unnamed).read(rows)

    def _first_by(self, got: Mapping[int, AmountsOf], sums: Sums) -> Iterator[tuple[int, str]]:
        """Return what everybody got in the first rows, the last, and the first of later years and parts."""
        begins: dict[tuple[int, str], int] = {}
        rows = sorted(line.row for line in sums.rows)
        for line in sums.rows:
            begins.setdefault((line.table.date.year, line.part), line.row)
        shown = {*rows[:MOST_SHOWN], *[*begins.values()][:MOST_SHOWN], *rows[-1:]}
        for number in sorted(shown & got.keys()):
            yield number, self.reading.listed(got[number])

    def _columns_are_there(self) -> bool:
        """Return whether there is what no file can do without."""
        sheet = self.sheet
        codes = sheet.codes
        missing = []
        if col.DATE not in codes:  # then one day for all rows
            sentence = _(
                "No column holds the date. Please choose one below, or give one date for everything."
            )
            day = sheet.whole.get(col.DATE, "")
            if wrong := day_read(day)[1] if day else sentence:
                sheet.wrong_in_headings(str(col.LABELS[col.DATE]), wrong)
        if self.kind == OldKind.HANDS and col.LINE not in codes:
            missing += [code for code in (col.CONTRACT, col.DECLARER) if code not in codes]
        for code in missing:
            sentence = _("No column holds the %(label)s. Please choose one below.")
            sheet.wrong_in_headings(str(col.LABELS[code]), sentence % {"label": col.LABELS[code]})
        for code, times in Counter(codes).items():
            if times > 1 and code not in (col.LEFT_OUT, col.PERSON):
                sentence = _("Several columns are marked as this. Please choose one.")
                sheet.wrong_in_headings(label_of(code, "") or code, sentence)
        if sheet.people and sheet.seats:
            sentence = _("The names are either in the headings or in columns of their own, not both.")
            sheet.wrong_in_headings(_("Who played"), sentence)
        elif not sheet.people and not sheet.seats:
            sentence = _("No column says who played. Please choose the columns of the players below.")
            sheet.wrong_in_headings(_("Who played"), sentence)
        names = Counter(folded(sheet.headings[place]) for place in sheet.people)
        for place in sheet.people:
            if FORMULA.match(name := sheet.headings[place]):
                sheet.at(sheet.top, place, unsolved(sheet.top, place))
            elif names[folded(name)] > 1:
                sentence = _(
                    "Several columns are called “%(name)s”. Please write whose each is, such as "
                    "“%(name)s sen.”, or leave one of them out below."
                )
                sheet.at(sheet.top, place, sentence % {"name": name})
        return not sheet.bad

    def _people_and_money_are_clear(self) -> None:
        sheet = self.sheet
        for named in self.reading.people.values():
            for problem in named.problems:
                sheet.wrong_in_headings(named.name[:40], problem)
        if sheet.counted.said not in (POINTS, UNSAID) and not sheet.counted.cents:
            sentence = _("Please say what a point was worth: money is converted into points with it.")
            sheet.wrong_in_headings(_("Points or money?"), sentence)

    def _everybody_named(self) -> list[str]:
        """Return everybody who is named, in the headings or in the columns of the seats.

        A column of names that plainly holds something else is refused.
        """
        sheet = self.sheet
        names = [sheet.headings[place] for place in sheet.people]
        if not sheet.people:
            places = [sheet.place(f"{col.PLAYER}{number}") for number in sheet.seats]
            rows = range(sheet.top + 1, len(sheet.rows) + 1)
            cells = [sheet.cell(number, at) for number in rows for at in places if at is not None]
            names = [cell for cell in cells if cell and not FORMULA.match(cell)]
        many = len({folded(name) for name in names})
        if many <= MOST_PEOPLE:
            return names
        sentence = _("These are %(count)d different names. Is this really a column of names?")
        sheet.wrong_in_headings(_("Who played"), sentence % {"count": many})
        return []

    def _tables_are_new(self, tables: Sequence[Sequence[TableLine]]) -> None:
        """Refuse tables that stand in the books of the club already."""
        there = self.there({lines[0].table.date for lines in tables}) if tables else ()
        for (row, table, *_rest), *_lines in tables:
            if (table.date, table_key(table.name)) in there:
                sentence = _(
                    "The table “%(name)s” already has hands or amounts for this day. Please take these "
                    "rows out, or give the table another name."
                )
                self.sheet.wrong(row, col.TABLE, sentence % {"name": table.name})


def _label_of(code: str, orders: Mapping[str, ReadingOrder]) -> str:
    """Return what the amounts are if they are read so, and what stands on top where that can matter."""
    way, _dash, order = code.partition("-")
    if way not in RUNNING or len({order.code for order in orders.values()}) == 1:
        return str(WAYS[way])
    return _("%(amounts)s; %(on_top)s") % {"amounts": WAYS[way], "on_top": ON_TOP[orders[order].on_top]}
