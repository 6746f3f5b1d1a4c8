"""Rows become tables: when and where each was, who is in it, and what they got."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.accounts.names import problems_with_name
from scoring.evenings.verbs import EARLIEST
from scoring.models.evenings import LONGEST_PLACE, LONGEST_TABLE_NAME
from scoring.names import folded
from scoring.old_sheets import worksheet as col
from scoring.old_sheets.sums import ReadRow, RowsOfSums
from scoring.old_sheets.values import Odd, day_of
from scoring.old_sheets.worksheet import Worksheet, is_unusable, key_of

PlaceKey = tuple[datetime.date, str, str]


@dataclass(frozen=True, slots=True)
class FilledRow:
    """A row with what is kept from above, and its people with their amounts."""

    row: int
    cells: Mapping[str, str]  # by what they mean
    people: tuple[str, ...]  # folded names, in the order of the seats
    amounts: Mapping[str, Fraction]  # by folded name, where anything stands
    off_by: Fraction = Fraction(0)  # what the running totals of the row add up to


@dataclass(frozen=True, slots=True)
class TableOnDay:
    """A table of the file: its name, where and when."""

    date: datetime.date
    place: str
    name: str

    @property
    def key(self) -> PlaceKey:
        return self.date, folded(self.place), folded(self.name)


TablesByKey = Mapping[PlaceKey, tuple[TableOnDay, list[FilledRow]]]


class KeptAbove(NamedTuple):
    """What the empty cells of a row mean, and in which rows that stands."""

    cells: Mapping[str, str]
    stands: Mapping[str, int]


class RowReader:
    """Reads rows into tables, in their order; an empty cell means what stands above it on the sheet."""

    def __init__(
        self,
        sheet: Worksheet,
        adding: RowsOfSums,
        unnamed: str,
        kept: Mapping[int, KeptAbove] | None = None,
    ) -> None:
        """Take what empty cells mean as it was found before, where rows are not read from top to bottom."""
        self.sheet, self.adding, self.unnamed = sheet, adding, unnamed
        self.kept = dict(kept or {})
        self.seats = tuple(f"{col.PLAYER}{number}" for number in sheet.columns.seats)
        self.above = {code: text for code, text in sheet.whole.items() if text}
        self.stands: dict[str, int] = {}  # in which row
        self.told: dict[tuple[int, str], int] = {}  # what is wrong with it, and for which row that was said

    def tables(self) -> TablesByKey:
        """Return the rows of every table, in the order in which they are read."""
        found: dict[PlaceKey, tuple[TableOnDay, list[FilledRow]]] = {}
        part = ""
        for number in self.sheet.below(self.sheet.top):
            if (own := self.sheet.part(number)) and own != part:
                part = own
                self._begin_part()
            if number in self.kept:
                self.above, self.stands = dict(self.kept[number].cells), dict(self.kept[number].stands)
            else:
                self.kept[number] = KeptAbove(dict(self.above), dict(self.stands))
            cells = self._counting(number)
            if cells is None:
                continue
            place, line = self._place(number, cells), self._line(number, cells)
            if place is not None and line is not None:
                found.setdefault(place.key, (place, []))[1].append(line)
                own = self.sheet.part(number)
                of_table = place.key, folded(place.name), place.date.year
                self.adding.sums.add(ReadRow(number, line.amounts, *of_table, own))
        self.adding.finish()
        return found

    def _begin_part(self) -> None:
        """Begin another worksheet: nothing is kept from the one before."""
        self.above = {code: text for code, text in self.sheet.whole.items() if text}
        self.stands.clear()
        self.adding.sums.leave_out()

    def _counting(self, number: int) -> dict[str, str] | None:
        """Return what the row says together with those above; None: it is no row of a table."""
        if self.adding.heading(number) or self.sheet.tells_no_hand(number):
            return None
        cells = self.sheet.cells(number)
        if cells is None:
            self._keep_refused(number)
            return None
        label = self.adding.label(number, self.above)
        if label is not None:
            cells = self.adding.beside(label, cells)
        own = {code: text for code, text in cells.items() if folded(text) != folded(self.above.get(code, ""))}
        self._keep_above(number, cells)
        whole = {**self.above, **cells}
        if label is None and not self._says_something(number, cells):
            return None
        if self.adding.leaves_out(number, cells, own, whole, label):
            return None
        self.adding.dated += col.DATE in cells
        return whole

    def _keep_refused(self, number: int) -> None:
        """Keep what is known of a row that was refused already: the rows below are not to blame."""
        sheet = self.sheet
        places = {code: sheet.columns.place(code) for code in (*col.KEPT_BELOW, *self.seats)}
        cells = {code: sheet.cell(number, place) for code, place in places.items() if place is not None}
        odd = {code for code, text in cells.items() if is_unusable(text)}
        self.told |= {(number, code): number for code in odd}
        kept = col.KEPT_BELOW if odd & {*self.seats} else places.keys()
        self._keep_above(number, {code: text for code in kept if (text := cells.get(code, ""))})

    def _keep_above(self, number: int, cells: Mapping[str, str]) -> None:
        """Keep what the rows below mean with an empty cell; of the seats all or none."""
        self.above |= {code: cells[code] for code in col.KEPT_BELOW if code in cells}
        self.stands |= {code: number for code in col.KEPT_BELOW if code in cells}
        if not cells.keys().isdisjoint(self.seats):
            self.above |= {code: cells.get(code, "") for code in self.seats}

    def _says_something(self, number: int, cells: Mapping[str, str]) -> bool:
        """Return whether there is more than when, where and who: a row may be a title of those below."""
        carried = {*col.KEPT_BELOW, col.NUMBER, *self.seats}
        people = self.sheet.columns.people
        return bool(cells.keys() - carried) or any(self.sheet.cell(number, place) for place in people)

    def _place(self, number: int, cells: Mapping[str, str]) -> TableOnDay | None:
        day, wrong = day_read(cells.get(col.DATE, ""))
        place, name = cells.get(col.PLACE, ""), cells.get(col.TABLE, "") or self.unnamed
        problems = [(col.DATE, wrong)] if wrong else []
        if place:
            problems += [(col.PLACE, problem) for problem in problems_with_name(place, LONGEST_PLACE)]
        problems += [(col.TABLE, problem) for problem in problems_with_name(name, LONGEST_TABLE_NAME)]
        for code, problem in problems:
            self._tell(number, code, problem)
        return TableOnDay(day, place, name) if day is not None and not problems else None

    def _tell(self, number: int, code: str, problem: str) -> None:
        """Tell what is kept from above once, in the row in which it stands."""
        stands = self.stands.get(code, number)
        if self.told.setdefault((stands, code), number) == number:
            self.sheet.wrong(stands, code, problem)

    def _line(self, number: int, cells: Mapping[str, str]) -> FilledRow | None:
        sheet = self.sheet
        problems = len(sheet.bad)
        people: list[str] = []
        seen: set[str] = set()
        amounts: dict[str, Fraction] = {}
        for name, place in sheet.whose(cells):
            key = key_of(name)
            if key in seen:
                sheet.at(number, place, _("“%(name)s” is named twice.") % {"name": name})
            people.append(key)
            seen.add(key)
            if place is None:
                continue
            try:
                amount = sheet.counted.points(sheet.cell(number, place))
            except Odd as odd:
                sheet.at(number, place, str(odd), sheet.columns.codes[place])
                continue
            if amount is not None:
                amounts[key] = amount
        for seat in col.SEATS:
            place = sheet.columns.place(f"{col.AMOUNT}{seat}")
            nobody = not cells.get(f"{col.PLAYER}{seat}")
            if place is not None and nobody and sheet.cell(number, place).strip("-–− 0,.€"):
                sheet.at(number, place, _("There is an amount here, but nobody it belongs to."))
        if seated := cells.get(col.SEATED, ""):
            people = self._seated(number, seated, people)
        return FilledRow(number, cells, tuple(people), amounts) if len(sheet.bad) == problems else None

    def _seated(self, number: int, text: str, people: list[str]) -> list[str]:
        """Return who sits there in order of play, out of those who have columns."""
        found = []
        for name in filter(None, map(str.strip, text.split(","))):
            found.append(key_of(name))
            if found[-1] not in people:
                told = _("“%(name)s” sits there, and has no column for the amounts.")
                self.sheet.wrong(number, col.SEATED, told % {"name": name[:40]})
        return found


def day_read(text: str) -> tuple[datetime.date | None, str]:
    """Return the day, or what is wrong with it."""
    if not text:
        return None, _("The date is missing.")
    try:
        day = day_of(text)
    except Odd as odd:
        return None, str(odd)
    if not EARLIEST <= day <= timezone.localdate():
        return None, _("Please check the date: it is too far away.")
    return day, ""
