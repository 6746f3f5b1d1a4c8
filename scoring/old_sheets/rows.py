"""Rows become tables: when and where each was, who got what; rows that only add up others are left out."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.accounts.names import problems_with_name
from scoring.evenings.verbs import EARLIEST
from scoring.models import OldKind
from scoring.models.evenings import LONGEST_PLACE, LONGEST_TABLE_NAME
from scoring.names import folded
from scoring.old_sheets import worksheet as col
from scoring.old_sheets.sums import FEWEST_ADDED, OF_TABLE, AmountsOf, ReadRow, Sums, SumsSoFar
from scoring.old_sheets.values import Odd, day_of
from scoring.old_sheets.worksheet import Worksheet, is_unusable, key_of

COUNTS, LEFT = "counts", "left"  # said of a row that looks like one of sums
FEWEST_DATED = 2  # rows that say when they were; of a single one nothing is a habit
PlaceKey = tuple[datetime.date, str, str]


class LeftOut(NamedTuple):
    """A row of sums, figures or headings, and the first and last of those that it adds up; 0: none."""

    row: int
    first: int = 0
    last: int = 0
    is_called_so: bool = False  # otherwise only its numbers say so
    counts: bool = False  # somebody says that it is none
    says_when: bool = False  # as rows that count do: nobody but a person can tell
    is_open: bool = False  # and nobody has
    is_heading: bool = False

    @property
    def field(self) -> str:
        """Return the name of the field in which somebody says that it counts."""
        return field_of(self.row)


def field_of(row: int) -> str:
    """Return the name of the field for a row of sums."""
    return f"sums-{row}"


class FilledRow(NamedTuple):
    """A row with what is kept from above, and its people with their amounts."""

    row: int
    cells: Mapping[str, str]  # by what they mean
    people: tuple[str, ...]  # folded names, in the order of the seats
    amounts: AmountsOf  # where anything stands
    off_by: Fraction = Fraction(0)  # what the running totals of the row add up to


class TableOnDay(NamedTuple):
    """A table of the file: its name, where and when."""

    date: datetime.date
    place: str
    name: str

    @property
    def key(self) -> PlaceKey:
        return self.date, folded(self.place), folded(self.name)


TablesByKey = Mapping[PlaceKey, tuple[TableOnDay, list[FilledRow]]]
KeptAbove = tuple[Mapping[str, str], Mapping[str, int]]  # what empty cells mean, and in which rows


class _JudgedRow(NamedTuple):
    """A row as it is judged: one of a table, or one that only adds up others."""

    number: int
    cells: Mapping[str, str]  # by what they mean
    own: Collection[str]  # those that do not say what stands above anyhow
    whole: Mapping[str, str]  # with what is kept from above
    label: int | None  # the column in which it calls itself a sum
    amounts: AmountsOf | None  # None: one of them cannot be read


class RowReader:
    """Reads rows into tables, in their order; an empty cell means what stands above it on the sheet."""

    def __init__(
        self,
        sheet: Worksheet,
        kind: str,
        sums: Sums,
        asked: Mapping[str, str],
        unnamed: str,
        kept: Mapping[int, KeptAbove] | None = None,
    ) -> None:
        """Take what empty cells mean as it was found before, where rows are not read from top to bottom.

        `asked`: which rows are said to count all the same.
        """
        self.sheet, self.kind, self.sums, self.asked, self.unnamed = sheet, kind, sums, asked, unnamed
        self.kept = dict(kept or {})
        self.seats = tuple(f"{col.PLAYER}{number}" for number in sheet.seats)
        self.above = {code: text for code, text in sheet.whole.items() if text}
        self.stands: dict[str, int] = {}  # in which row
        self.told: dict[tuple[int, str], int] = {}  # what is wrong with it, and for which row that was said
        self.left_out: list[LeftOut] = []
        self.on_top: list[tuple[int, int, AmountsOf]] = []
        self.dated = 0  # rows of tables that say when they were

    @cached_property
    def tables(self) -> TablesByKey:
        """Return the rows of every table, in the order in which they are read."""
        found: dict[PlaceKey, tuple[TableOnDay, list[FilledRow]]] = {}
        part = ""
        for number in self.sheet.below(self.sheet.top):
            own = self.sheet.part(number)
            if own and own != part:  # another worksheet: nothing is kept from the one before
                part, self.above = own, {code: text for code, text in self.sheet.whole.items() if text}
                self.stands.clear()
                self.sums.since = SumsSoFar()
            above, stands = self.kept.setdefault(number, (dict(self.above), dict(self.stands)))
            self.above, self.stands = dict(above), dict(stands)
            row = self._row(number)
            if row is None or self._leaves_out(row):
                continue
            self.dated += col.DATE in row.cells
            place, line = self._place(number, row.whole), self._line(number, row.whole)
            if place is not None and line is not None:
                found.setdefault(place.key, (place, []))[1].append(line)
                of_table = place.key, folded(place.name), place.date.year
                self.sums.add(ReadRow(number, line.amounts, *of_table, own))
        self._compare_sums_on_top()
        return found

    def _row(self, number: int) -> _JudgedRow | None:
        """Return what the row says by itself and together with those above; None: it says nothing."""
        if self._is_heading(number) or self.sheet.tells_no_hand(number):
            return None
        cells = self.sheet.cells(number)
        if cells is None:
            self._keep_refused(number)
            return None
        label = self._label(number, self.above)
        if label is not None:
            said = self.sheet.codes[label], col.NUMBER
            cells = {code: text for code, text in cells.items() if code not in said}
        own = {code for code, text in cells.items() if folded(text) != folded(self.above.get(code, ""))}
        self._keep_above(number, cells)
        whole = {**self.above, **cells}
        # A row that says only when, where and who may be a title of those below.
        is_title = not cells.keys() - {*col.KEPT_BELOW, col.NUMBER, *self.seats}
        if label is None and is_title and not any(self.sheet.cell(number, at) for at in self.sheet.people):
            return None
        return _JudgedRow(number, cells, own, whole, label, self._readable(number, whole))

    def _keep_refused(self, number: int) -> None:
        """Keep what is known of a row that was refused already: the rows below are not to blame."""
        cells = self._cells_in(number, (*col.KEPT_BELOW, *self.seats))
        odd = {code for code, text in cells.items() if is_unusable(text)}
        self.told |= {(number, code): number for code in odd}
        kept = col.KEPT_BELOW if odd & {*self.seats} else cells.keys()
        self._keep_above(number, {code: text for code, text in cells.items() if code in kept})

    def _keep_above(self, number: int, cells: Mapping[str, str]) -> None:
        """Keep what the rows below mean with an empty cell; of the seats all or none."""
        self.above |= {code: cells[code] for code in col.KEPT_BELOW if code in cells}
        self.stands |= {code: number for code in col.KEPT_BELOW if code in cells}
        if not cells.keys().isdisjoint(self.seats):
            self.above |= {code: cells.get(code, "") for code in self.seats}

    # A row of a table

    def _place(self, number: int, cells: Mapping[str, str]) -> TableOnDay | None:
        day, wrong = day_read(cells.get(col.DATE, ""))
        place, name = cells.get(col.PLACE, ""), cells.get(col.TABLE, "") or self.unnamed
        problems = [(col.DATE, wrong)] if wrong else []
        if place:
            problems += [(col.PLACE, problem) for problem in problems_with_name(place, LONGEST_PLACE)]
        problems += [(col.TABLE, problem) for problem in problems_with_name(name, LONGEST_TABLE_NAME)]
        for code, problem in problems:
            stands = self.stands.get(code, number)  # what is kept from above is told once, where it stands
            if self.told.setdefault((stands, code), number) == number:
                self.sheet.wrong(stands, code, problem)
        return TableOnDay(day, place, name) if day is not None and not problems else None

    def _line(self, number: int, cells: Mapping[str, str]) -> FilledRow | None:
        sheet = self.sheet
        problems = len(sheet.bad)
        people: list[str] = []
        amounts: dict[str, Fraction] = {}
        for name, place in sheet.whose(cells):
            key = key_of(name)
            if key in people:
                sheet.at(number, place, _("“%(name)s” is named twice.") % {"name": name})
            people.append(key)
            if place is None:
                continue
            try:
                amount = sheet.counted.points(sheet.cell(number, place))
            except Odd as odd:
                sheet.at(number, place, str(odd), sheet.codes[place])
                continue
            if amount is not None:
                amounts[key] = amount
        for seat in col.SEATS:
            place = sheet.place(f"{col.AMOUNT}{seat}")
            nobody = not cells.get(f"{col.PLAYER}{seat}")
            if place is not None and nobody and sheet.cell(number, place).strip("-–− 0,.€"):
                sheet.at(number, place, _("There is an amount here, but nobody it belongs to."))
        if seated := cells.get(col.SEATED, ""):  # in order of play, out of those who have columns
            names = list(filter(None, map(str.strip, seated.split(","))))
            for name in names:
                if key_of(name) not in people:
                    told = _("“%(name)s” sits there, and has no column for the amounts.")
                    sheet.wrong(number, col.SEATED, told % {"name": name[:40]})
            people = list(map(key_of, names))
        return FilledRow(number, cells, tuple(people), amounts) if len(sheet.bad) == problems else None

    # A row that says what the columns are

    def _is_heading(self, number: int) -> bool:
        """Return whether the row only says once more what the columns are; or says that they are others."""
        sheet = self.sheet
        row = [
            "" if place == sheet.where_column else cell for place, cell in enumerate(sheet.rows[number - 1])
        ]
        if col.heads_again(row, sheet.rows[sheet.heading], sheet.amounts):
            self.left_out.append(LeftOut(number, is_heading=True))
            return True
        if self._is_unsolved(number):
            counts = self.asked.get(field_of(number)) == COUNTS
            self.left_out.append(LeftOut(number, is_called_so=True, counts=counts))
            return not counts
        names = {key_of(sheet.headings[place]) for place in sheet.people}
        named = [place for place in sheet.people if key_of(sheet.cell(number, place)) in names]
        if len(named) < FEWEST_ADDED:
            return False
        told = _(
            "The people here are not those in the headings above. Please put these rows on a worksheet of "
            "their own."
        )
        sheet.at(number, named[0], told)
        return True

    # A row of sums

    def _is_unsolved(self, number: int) -> bool:
        """Return whether it calls itself one of sums, and no spreadsheet has worked them out yet."""
        sheet = self.sheet
        if not any(col.FORMULA.match(sheet.cell(number, place)) for place in sheet.amounts):
            return False
        places = self._where_it_adds(number, has_figures=False)
        return any(all(map(_stands_beside_sums, self._codes_of(number, place))) for place in places)

    def _where_it_adds(self, number: int, *, has_figures: bool = True) -> list[int]:
        """Return the columns in which a row calls itself one of sums, or of figures."""
        return [
            place
            for place, code in enumerate(self.sheet.codes)
            if code in col.ADDING
            and (
                col.says_sums(self.sheet.cell(number, place))
                or (has_figures and self._says_figures(number, place))
            )
        ]

    def _label(self, number: int, above: Mapping[str, str]) -> int | None:
        """Return the column in which a row calls itself a sum, which would count twice; None for a hand."""
        said = self._where_it_adds(number)
        if not said or not all(map(_stands_beside_sums, self._codes_of(number, said[0]))):
            return None
        for place in said:
            cell, code = self.sheet.cell(number, place), self.sheet.codes[place]
            if self._says_figures(number, place) or col.is_surely_sums(cell, code):
                return place
        amounts = self._readable(number, {**above, **self._cells_in(number, self.seats)})
        is_sum = amounts and (not any(amounts.values()) or self.sums.added_up(amounts))
        return said[0] if is_sum else None

    def _says_figures(self, number: int, place: int) -> bool:
        """Return whether the row is one of ranks or averages: a row that says when it was is none."""
        day = self.sheet.place(col.DATE)
        has_day = day not in (None, place) and bool(self.sheet.cell(number, day))
        return not has_day and col.says_figures(self.sheet.cell(number, place))

    def _leaves_out(self, row: _JudgedRow) -> bool:
        """Return whether the row only adds up those above.

        It says so, or nothing but such numbers stands there.
        """
        number, label, says_when = row.number, row.label, False
        has_figures = label is not None and self._says_figures(number, label)
        if has_figures:
            added: SumsSoFar | None = SumsSoFar()
        elif (  # the sums of all that follows, perhaps
            label is not None
            and not self.sums.file.rows
            and not self._carries_on(number, label)
            and any((row.amounts or {}).values())
        ):
            added = SumsSoFar()
            self.on_top.append((len(self.left_out), label, row.amounts or {}))
        elif label is not None:
            added = self._added_up_by(row, label)
        else:
            added = self._seems_added_up(row) if _are_amounts_only(row.own) else None
            if added is None:
                added = self._repeats(row)
                says_when = added is not None
            if added is None:
                return False
        said = self.asked.get(field_of(number))
        if added and added.rows >= FEWEST_ADDED and not (says_when or self.sums.are_running):
            self.sums.are_proved |= any((row.amounts or {}).values())
        counts, is_open = said == COUNTS, says_when and said not in (COUNTS, LEFT)
        span = (added or SumsSoFar()).span
        self.left_out.append(LeftOut(number, *span, label is not None, counts, says_when, is_open))
        if counts:
            return False
        if added is None and label is not None:
            told = _(
                "This looks like a row of totals, but the rows above do not add up to it. Please check it."
            )
            self.sheet.at(number, label, told, self.sheet.codes[label])
        if not has_figures:
            self.sums.since = SumsSoFar()
        return True

    def _carries_on(self, number: int, label: int) -> bool:
        """Return whether the row says that it stood at the end of another page."""
        return bool(col.CARRIED_ON.fullmatch(folded(self.sheet.cell(number, label))))

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
                told = _("These are not the totals of the rows below. Please check them.")
                self.sheet.at(one.row, label, told, self.sheet.codes[label])

    def _added_up_by(self, row: _JudgedRow, label: int) -> SumsSoFar | None:
        """Return the rows that are added up by one that says so; None: it says something else."""
        sums, amounts = self.sums, row.amounts
        if amounts is None:
            return None
        if not any(amounts.values()):
            return sums.file if amounts else SumsSoFar()
        added = sums.added_up(amounts, fewest=1)
        if self._carries_on(row.number, label) and self.asked.get(field_of(row.number)) != COUNTS:
            moves = any(code in row.own for code in col.KEPT_BELOW)
            begins = sums.said == OF_TABLE and (
                moves or (added is None and self._ends_here(row, again=False))
            )
            if begins or not sums.file.rows:
                sums.carry(amounts)
                return added or SumsSoFar()
        return added

    def _seems_added_up(self, row: _JudgedRow) -> SumsSoFar | None:
        """Return the rows that are added up by one that does not say so; None: it seems to be none."""
        added = self.sums.added_up(row.amounts or {})
        if added is not None and self._ends_here(row, again=len(row.own) < len(row.cells)):
            return added
        rows = len(self.sums.rows)
        is_odd = rows >= FEWEST_DATED and self.dated == rows and row.cells.keys().isdisjoint(col.KEPT_BELOW)
        is_last = not any(map(self._codes_of, self.sheet.below(row.number)))
        return SumsSoFar() if self.kind == OldKind.AMOUNTS and is_odd and is_last else None

    def _repeats(self, row: _JudgedRow) -> SumsSoFar | None:
        """Return the rows to which one comes that says when it was: an evening like them, or their sums."""
        amounts = row.amounts or {}
        named = self._cells_in(row.number, self.seats)
        rest = row.cells.keys() - {*col.KEPT_BELOW, col.NUMBER, *named}
        if col.DATE not in row.cells or not any(amounts.values()) or not _are_amounts_only(rest):
            return None
        if col.DATE not in row.own:
            return self.sums.added_up(amounts)
        return self.sums.added_up(amounts, fewest=1) or self.sums.block_of(amounts)

    def _ends_here(self, row: _JudgedRow, *, again: bool) -> bool:
        """Return whether a part ends here: in the next row a day or place is written, or it adds up.

        Where these say it `again`, it has to be another day or place."""
        for below in self.sheet.below(row.number):
            found = self._codes_of(below)
            label = self._label(below, row.whole)
            if not found and label is None:
                continue
            if label is not None or (
                _are_amounts_only(found - {col.PERSON})
                and self.sums.added_up(self._readable(below, row.whole) or {}) is not None
            ):
                return True
            said = self._cells_in(below, col.KEPT_BELOW)
            if again:
                return any(folded(text) != folded(row.whole.get(code, "")) for code, text in said.items())
            return bool(said)
        return True

    def _codes_of(self, number: int, label: int | None = None) -> set[str]:
        """Return what the cells of a row mean that say anything, beside one of them."""
        codes = enumerate(self.sheet.codes)
        return {code for place, code in codes if code and place != label and self.sheet.cell(number, place)}

    def _cells_in(self, number: int, codes: Iterable[str]) -> dict[str, str]:
        """Return what the row itself says of these, as far as it says anything."""
        places = {code: self.sheet.place(code) for code in codes}
        cells = {code: self.sheet.cell(number, at) for code, at in places.items() if at is not None}
        return {code: text for code, text in cells.items() if text}

    def _readable(self, number: int, whole: Mapping[str, str]) -> dict[str, Fraction] | None:
        """Return the amounts of a row; None, where one of them cannot be read."""
        found: dict[str, Fraction] = {}
        for name, place in self.sheet.whose(whole):
            try:
                amount = None if place is None else self.sheet.counted.points(self.sheet.cell(number, place))
            except Odd:
                return None
            if amount is not None:
                found[key_of(name)] = amount
        return found


def _stands_beside_sums(code: str) -> bool:
    """Return whether a row holds only when, where, who and how much: anything else belongs to a hand."""
    return code in (col.PERSON, *col.OF_BOTH) or code.startswith((col.PLAYER, col.AMOUNT))


def _are_amounts_only(codes: Iterable[str]) -> bool:
    return all(code.startswith(col.AMOUNT) for code in codes)


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
