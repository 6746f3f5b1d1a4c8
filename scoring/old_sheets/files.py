"""A whole file: what it cannot do without, who is named in it, and everything that it says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date

from django.utils.translation import gettext as _

from scoring.engine.rules import Rules
from scoring.models import Member, OldKind
from scoring.names import folded
from scoring.old_sheets import columns as col
from scoring.old_sheets.amounts import read_amounts
from scoring.old_sheets.columns import FORMULA, label_of
from scoring.old_sheets.money import CENTS, EUROS, looks_like_money
from scoring.old_sheets.people import everybody
from scoring.old_sheets.playing import read_hands
from scoring.old_sheets.reading import Reading, WayToRead
from scoring.old_sheets.rows_of_sums import RowsOfSums
from scoring.old_sheets.sums import NOT_SAID, RUNNING, Sums
from scoring.old_sheets.tables import RowReader, TablesByKey, day_read
from scoring.old_sheets.verbs import table_key
from scoring.old_sheets.worksheet import Worksheet, unsolved

MOST_PEOPLE = 200  # in one file; each is asked for on the page
MOST_SHOWN = 3  # rows of each way to read the amounts


class Reader:
    """Takes a file apart, remembering everything that is wrong with it."""

    def __init__(
        self,
        sheet: Worksheet,
        kind: str,
        *,
        rules: Rules | None,
        members: Sequence[Member],
        asked: Mapping[str, str],
        there: Callable[[Collection[date]], Collection[tuple[date, str]]],
        language: str,
        unnamed: str,
        running: str = NOT_SAID,
    ) -> None:
        self.sheet, self.kind, self.asked = sheet, kind, asked
        self.rules, self.there, self.language, self.unnamed = rules, there, language, unnamed
        self.running = running
        self.reading = Reading(kind, everybody(self._everybody_named(), members, asked), sheet.bad)

    def read(self) -> Reading:
        reading, sheet = self.reading, self.sheet
        if not self._columns_are_there():
            return reading
        self._people_are_clear()
        self._money_is_clear()
        tables, sums = self._tables()
        self._tables_are_new(tables)
        if self.kind == OldKind.HANDS:
            assert self.rules is not None
            read_hands(sheet, reading, tables, self.rules, self.language)
        else:
            read_amounts(sheet, reading, tables, sums)
        if self.kind == OldKind.HANDS and sums.said == NOT_SAID:
            reading.is_unsaid = bool(reading.differing) and sums.looks_running
        days = [place.date for place, _lines in tables.values()]
        reading.first, reading.last = min(days, default=None), max(days, default=None)
        reading.tables = len(tables)
        if not reading.hands and not sheet.bad:
            sheet.wrong_in_headings("", _("There is nothing below the headings."))
        sheet.bad.sort(key=lambda one: (one.row, -1 if one.column is None else one.column))
        return reading

    def _tables(self) -> tuple[TablesByKey, Sums]:
        """Return the tables, read as somebody said; else as the figures alone say that they have to be."""
        reading, clear, said = self.reading, len(self.sheet.bad), self.running
        tables, sums = self._tables_read_as(said)
        if self.kind == OldKind.AMOUNTS and said == NOT_SAID:
            said = sums.decided
            reading.is_unsaid = said == NOT_SAID and bool(sums.rows)
            if said in RUNNING:
                reading.sums.clear()
                del self.sheet.bad[clear:]
                tables, sums = self._tables_read_as(said)
        reading.said = said
        reading.ways = [WayToRead(way, tuple(self._first_by(way, sums))) for way in sums.ways]
        return tables, sums

    def _tables_read_as(self, said: str) -> tuple[TablesByKey, Sums]:
        sums = Sums(said)
        adding = RowsOfSums(self.sheet, self.kind, sums, self.asked, self.reading.sums)
        return RowReader(self.sheet, adding, self.unnamed).tables(), sums

    def _first_by(self, way: str, sums: Sums) -> Iterator[tuple[int, str]]:
        """Return what everybody got in the first rows, and in the first one of later years and worksheets."""
        begins: dict[tuple[int, str], int] = {}
        for place, row in enumerate(sums.rows):
            begins.setdefault((row.year, row.part), place)
        got = sums.got_by(way)
        for place in sorted({*range(min(MOST_SHOWN, len(got))), *[*begins.values()][:MOST_SHOWN]}):
            yield sums.rows[place].number, self.reading.listed(got[place])

    def _columns_are_there(self) -> bool:
        """Return whether there is what no file can do without."""
        sheet = self.sheet
        codes = sheet.columns.codes
        missing = []
        if col.DATE not in codes:
            self._day_is_clear()
        if self.kind == OldKind.HANDS and col.LINE not in codes:
            missing += [code for code in (col.CONTRACT, col.DECLARER) if code not in codes]
        for code in missing:
            sentence = _("No column holds the %(label)s. Please choose one below.")
            sheet.wrong_in_headings(str(col.LABELS[code]), sentence % {"label": col.LABELS[code]})
        for code, times in Counter(codes).items():
            if times > 1 and code not in (col.LEFT_OUT, col.PERSON):
                sentence = _("Several columns are marked as this. Please choose one.")
                sheet.wrong_in_headings(label_of(code, "") or code, sentence)
        if sheet.columns.people and sheet.columns.seats:
            sentence = _("The names are either in the headings or in columns of their own, not both.")
            sheet.wrong_in_headings(_("Who played"), sentence)
        elif not sheet.columns.people and not sheet.columns.seats:
            sentence = _("No column says who played. Please choose the columns of the players below.")
            sheet.wrong_in_headings(_("Who played"), sentence)
        return not sheet.bad

    def _day_is_clear(self) -> None:
        """Demand a day for all rows, where no column says it."""
        sentence = _("No column holds the date. Please choose one below, or give one date for everything.")
        if text := self.sheet.whole.get(col.DATE, ""):
            sentence = day_read(text)[1]
        if sentence:
            self.sheet.wrong_in_headings(str(col.LABELS[col.DATE]), sentence)

    def _people_are_clear(self) -> None:
        sheet = self.sheet
        for place in sheet.columns.people:
            if FORMULA.match(sheet.columns.headings[place]):
                sheet.at(sheet.top, place, unsolved(sheet.top, place))
        for one in self.reading.people.values():
            for problem in one.problems:
                sheet.wrong_in_headings(one.name[:40], problem)

    def _money_is_clear(self) -> None:
        sheet = self.sheet
        self.reading.is_money = looks_like_money(sheet.rows, sheet.heading, sheet.columns.amounts)
        if sheet.counted.said in (EUROS, CENTS) and not sheet.counted.cents:
            sentence = _("Please say what a point was worth: money is converted into points with it.")
            sheet.wrong_in_headings(_("Points or money?"), sentence)

    def _everybody_named(self) -> list[str]:
        """Nobody, where a column that is said to hold names plainly holds something else."""
        names = self._names()
        many = len({folded(name) for name in names})
        if many <= MOST_PEOPLE:
            return names
        sentence = _("These are %(count)d different names. Is this really a column of names?")
        self.sheet.wrong_in_headings(_("Who played"), sentence % {"count": many})
        return []

    def _names(self) -> list[str]:
        """Everybody who is named, in the headings or in the columns of the seats."""
        sheet = self.sheet
        if sheet.columns.people:
            return [sheet.columns.headings[place] for place in sheet.columns.people]
        places = [sheet.columns.place(f"{col.PLAYER}{number}") for number in sheet.columns.seats]
        return [
            cell
            for number in sheet.below(sheet.top)
            for place in places
            if place is not None and (cell := sheet.cell(number, place)) and not FORMULA.match(cell)
        ]

    def _tables_are_new(self, tables: TablesByKey) -> None:
        """None of them stands in the books of the club already."""
        there = self.there({place.date for place, _lines in tables.values()}) if tables else ()
        for place, lines in tables.values():
            if (place.date, table_key(place.name)) in there:
                sentence = _(
                    "The table “%(name)s” already has hands or amounts for this day. Please take these "
                    "rows out, or give the table another name."
                )
                self.sheet.wrong(lines[0].row, col.TABLE, sentence % {"name": place.name})
