"""A whole file: what it cannot do without, who is named in it, and everything that it says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from datetime import date
from functools import cached_property

from django.utils.translation import gettext as _

from scoring.engine.rules import Rules
from scoring.models import Member, OldKind
from scoring.names import folded
from scoring.old_sheets import worksheet as col
from scoring.old_sheets.playing import are_carried_on, read_amounts, read_hands
from scoring.old_sheets.reading import Reading, WayToRead, everybody
from scoring.old_sheets.rows import RowReader, TablesByKey, day_read
from scoring.old_sheets.sums import (
    AS_DAYS,
    NOT_SAID,
    ON_TOP,
    RUNNING,
    WAYS,
    AmountsOf,
    PlacedRow,
    ReadingOrder,
    Sums,
    by_numbers,
    code_of,
    decided,
    orders_of,
    ways_of,
)
from scoring.old_sheets.values import POINTS, UNSAID, money_in
from scoring.old_sheets.verbs import table_key
from scoring.old_sheets.worksheet import FORMULA, Worksheet, label_of, unsolved

MOST_PEOPLE = 200  # in one file; each is asked for on the page
MOST_SHOWN = 3  # rows of each way to read the amounts
HAND_NUMBER = re.compile(r"\D*(\d{1,9})\D*")


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

    @cached_property
    def reading(self) -> Reading:
        """Return what came of it so far."""
        people = everybody(self._everybody_named(), self.members, self.asked)
        return Reading(self.kind, people, self.sheet.bad)

    def read(self) -> Reading:
        reading, sheet = self.reading, self.sheet
        if not self._columns_are_there():
            return reading
        self._people_and_money_are_clear()
        tables, sums = self._tables()
        self._tables_are_new(tables)
        if self.kind == OldKind.HANDS:
            assert self.rules is not None
            read_hands(sheet, reading, tables, self.rules, self.language)
        else:
            read_amounts(sheet, reading, tables, sums)
        if self.kind == OldKind.HANDS and sums.said == NOT_SAID:
            reading.is_unsaid = bool(reading.differing) and are_carried_on(reading.on_paper)
        days = [place.date for place, _lines in tables.values()]
        reading.first, reading.last = min(days, default=None), max(days, default=None)
        reading.tables = len(tables)
        if not reading.hands and not sheet.bad:
            sheet.wrong_in_headings("", _("There is nothing below the headings."))
        sheet.bad.sort(key=lambda one: (one.row, -1 if one.column is None else one.column))
        return reading

    def _tables(self) -> tuple[TablesByKey, Sums]:
        """Return the tables, read as somebody said; else as the figures alone say that they have to be."""
        way, _dash, asked = self.running.partition("-")
        first = self._read_as(way)
        placed = self._placed(first)
        orders = orders_of(placed) or {AS_DAYS: ReadingOrder(AS_DAYS, ())}
        order = orders.get(asked, orders[AS_DAYS])
        read = {order.code: self._read_as(way, order, first) for order in orders.values()}
        in_order = {code: read.sums for code, read in read.items()}
        said, chosen = code_of(way, order.code) if way in RUNNING else way, first
        if way in RUNNING:
            chosen = read[order.code]
        elif self.kind == OldKind.HANDS:
            chosen = self._read_as(way, ReadingOrder("", by_numbers(placed)), first)
        elif way == NOT_SAID:
            said = decided(first.sums, in_order)
            self.reading.is_unsaid = said == NOT_SAID and bool(first.sums.rows)
            way, _dash, code = said.partition("-")
            if way in RUNNING:
                chosen = self._read_as(way, orders[code], first)
            elif self.reading.is_unsaid:
                chosen = min(first, read[AS_DAYS], key=lambda reader: len(reader.sheet.bad))
        self.sheet.bad.extend(chosen.sheet.bad)
        self.reading.sums = sorted(chosen.left_out)
        self.reading.said = said
        self.reading.days_of_rows = {row.number: row.day for row in placed if row.day}
        self.reading.ways = [
            WayToRead(code, _label_of(code, orders), tuple(self._first_by(got, first.sums)))
            for code, got in ways_of(first.sums, in_order, said).items()
        ]
        return chosen.tables, chosen.sums

    def _read_as(
        self, way: str, order: ReadingOrder | None = None, first: RowReader | None = None
    ) -> RowReader:
        """Read all rows in this order, the empty cells as they were understood from top to bottom."""
        as_they_stand = (), tuple(self.sheet.below(self.sheet.top))
        if first and order and way == first.sums.said and order.numbers in as_they_stand:
            return first
        sheet = replace(self.sheet, bad=[], order=order.numbers if order else ())
        sums, kept = Sums(way), first.kept if first else None
        reader = RowReader(sheet, self.kind, sums, self.asked, self.unnamed, kept)
        tables = reader.tables
        if sums.are_running:
            got = {number: (amounts, off_by) for number, amounts, off_by in sums.read_by(way)}
            for _place, lines in tables.values():
                lines[:] = [row._replace(amounts=got[row.row][0], off_by=got[row.row][1]) for row in lines]
        return reader

    def _placed(self, first: RowReader) -> list[PlacedRow]:
        """Return all rows with what says when they were written."""
        sheet = self.sheet
        lines = {line.row: (place, line) for place, lines in first.tables.values() for line in lines}
        placed, day = [], sheet.place(col.DATE)
        for number in sheet.below(sheet.top):
            if number in lines:
                table, line = lines[number]
                hand = HAND_NUMBER.fullmatch(line.cells.get(col.NUMBER, ""))
                said = table.date, folded(table.name), int(hand[1]) if hand else None
                placed.append(PlacedRow(number, sheet.part(number), *said))
            else:  # it did not become one of a table, and may have amounts all the same
                has_amounts = any(sheet.cell(number, amount) for amount in sheet.amounts)
                own = day_read(sheet.cell(number, day))[0] if day is not None and has_amounts else None
                placed.append(PlacedRow(number, sheet.part(number), own))
        return placed

    def _first_by(self, got: Mapping[int, AmountsOf], sums: Sums) -> Iterator[tuple[int, str]]:
        """Return what everybody got in the first rows, the last, and the first of later years and parts."""
        begins: dict[tuple[int, str], int] = {}
        rows = sorted(row.number for row in sums.rows)
        for row in sums.rows:
            begins.setdefault((row.year, row.part), row.number)
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
        return not sheet.bad

    def _people_and_money_are_clear(self) -> None:
        sheet = self.sheet
        for place in sheet.people:
            if FORMULA.match(sheet.headings[place]):
                sheet.at(sheet.top, place, unsolved(sheet.top, place))
        for named in self.reading.people.values():
            for problem in named.problems:
                sheet.wrong_in_headings(named.name[:40], problem)
        self.reading.money = money_in(sheet.rows, sheet.heading, sheet.amounts)
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
            rows = sheet.below(sheet.top)
            cells = [sheet.cell(number, at) for number in rows for at in places if at is not None]
            names = [cell for cell in cells if cell and not FORMULA.match(cell)]
        many = len({folded(name) for name in names})
        if many <= MOST_PEOPLE:
            return names
        sentence = _("These are %(count)d different names. Is this really a column of names?")
        sheet.wrong_in_headings(_("Who played"), sentence % {"count": many})
        return []

    def _tables_are_new(self, tables: TablesByKey) -> None:
        """Refuse tables that stand in the books of the club already."""
        there = self.there({place.date for place, _lines in tables.values()}) if tables else ()
        for place, lines in tables.values():
            if (place.date, table_key(place.name)) in there:
                sentence = _(
                    "The table “%(name)s” already has hands or amounts for this day. Please take these "
                    "rows out, or give the table another name."
                )
                self.sheet.wrong(lines[0].row, col.TABLE, sentence % {"name": place.name})


def _label_of(code: str, orders: Mapping[str, ReadingOrder]) -> str:
    """Return what the amounts are if they are read so, and what stands on top where that can matter."""
    way, _dash, order = code.partition("-")
    if way not in RUNNING or len({order.code for order in orders.values()}) == 1:
        return str(WAYS[way])
    return _("%(amounts)s; %(on_top)s") % {"amounts": WAYS[way], "on_top": ON_TOP[orders[order].on_top]}
