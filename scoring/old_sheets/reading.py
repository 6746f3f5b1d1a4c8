"""What a whole file says: evenings, tables, hands or amounts, and everything that is wrong, row by row."""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.engine import facts
from scoring.engine.problems import IllegalHand, Problem
from scoring.engine.result import Amount, Settlement, exact
from scoring.engine.rules import Rules
from scoring.engine.sheet import BIGGEST_TABLE, SMALLEST_TABLE, problems_with_entry
from scoring.models import Member, OldKind
from scoring.models.evenings import LONGEST_PLACE, LONGEST_TABLE_NAME
from scoring.names import folded
from scoring.old_sheets import columns as col
from scoring.old_sheets.columns import Columns, label_of, letter_of
from scoring.old_sheets.hands import Wrong, record_from, somebody
from scoring.old_sheets.people import Named, everybody
from scoring.old_sheets.sums import NOT_SAID, OF_TABLE, LeftOut, Sums, Tally, field_of
from scoring.old_sheets.values import Odd, amount_of, day_of
from scoring.paper.wording import explained, problems_told
from scoring.people.names import problems_with_name
from scoring.recording.evenings import EARLIEST
from scoring.recording.old_papers import mixed
from scoring.recording.old_sheets import (
    OldAmounts,
    OldEntry,
    OldEvening,
    OldRow,
    OldTable,
    Someone,
    table_key,
)
from scoring.recording.replay import Fact, Position, first_position, in_sixths, read, step
from scoring.spreadsheets import Row

COUNTS = "counts"  # said of a row that looks like one of sums
MOST_TAKEN = 3
FEWEST_DATED = 2  # rows that say when they were; of a single one nothing is a habit
FORMULA = re.compile(r"[=＝]")
MISTAKE = re.compile(r"#(?:REF|NAME|VALUE|DIV/0|N/A|NULL|NUM|BEZUG|WERT|NV|ZAHL)[!?]?.*", re.IGNORECASE)
SCHLUSS, CALLED = ("schluss", "schlussradl"), ("angesagt", "called", "doppelrunde")
_YES = {"x", "ja", "j", "yes", "y", "1", "r", "radl", "✓", "✗", "wahr", "true", *SCHLUSS, *CALLED}
_NO = {"", "nein", "n", "no", "0", "-", "–", "−", "falsch", "false"}
# Where in a record something is, and which column says it.
_COLUMNS = {
    "contract": col.CONTRACT,
    "declarer": col.DECLARER,
    "partner": col.PARTNER,
    "king": col.PARTNER,
    "points": col.RESULT,
    "won": col.RESULT,
    "drawn": col.RESULT,
    "order": col.RESULT,
    "conceded": col.RESULT,
    "unplayed": col.RESULT,
    "kontra": col.KONTRA,
    "kontras": col.KONTRA,
    "premiums": col.PREMIUMS,
    "revoke": col.RENONCE,
    "dealer": col.DEALER,
}


class Bad(NamedTuple):
    """Something to be mended: the row as the spreadsheet counts it, the column, what, and the cell."""

    row: int
    column: int | None
    label: str
    text: str
    cell: str


class Differing(NamedTuple):
    """A hand that the rules settle otherwise than the paper does."""

    row: int
    told: tuple[str, ...]
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    """A row with what is kept from above, and its people with their amounts."""

    row: int
    cells: Mapping[str, str]  # by what they mean
    people: tuple[str, ...]  # folded names, in the order of the seats
    amounts: Mapping[str, Fraction]  # by folded name, where anything stands
    off_by: Fraction = Fraction(0)  # what the running totals of the row add up to


@dataclass(frozen=True, slots=True)
class _Place:
    """Where and when: a table on a day."""

    date: datetime.date
    place: str
    name: str

    @property
    def key(self) -> tuple[datetime.date, str, str]:
        return self.date, folded(self.place), folded(self.name)


class Total(NamedTuple):
    name: str
    rows: int
    points: Amount


@dataclass
class Reading:
    """What came of a file. Nothing is written as long as anything is wrong."""

    kind: str
    columns: Columns
    people: dict[str, Named]
    bad: list[Bad] = field(default_factory=list)
    differing: list[Differing] = field(default_factory=list)
    evenings: list[OldEvening] = field(default_factory=list)
    amounts: list[OldAmounts] = field(default_factory=list)
    totals: list[Total] = field(default_factory=list)
    first: datetime.date | None = None
    last: datetime.date | None = None
    tables: int = 0
    hands: int = 0
    checked: int = 0  # hands whose amounts stood on the paper
    sums: list[LeftOut] = field(default_factory=list)
    looks_running: bool = False  # the amounts, and nobody has said what they are
    taken: list[tuple[int, str]] = field(default_factory=list)  # what the first running totals were taken for

    @property
    def asked(self) -> list[Named]:
        """Those of whom nobody has said who they are, or nothing is clear."""
        return [one for one in self.people.values() if not one.is_clear]

    @property
    def someones(self) -> list[Someone]:
        return [one.someone for one in self.people.values() if one.someone is not None]

    @property
    def days(self) -> int:
        if self.kind == OldKind.HANDS:
            return len(self.evenings)
        return len({(one.date, folded(one.place)) for one in self.amounts})

    @property
    def is_right(self) -> bool:
        return bool(self.hands) and not self.bad and all(one.someone for one in self.people.values())


MOST_PEOPLE = 200  # in one file; each is asked for on the page


class Reader:
    """Takes a file apart, remembering everything that is wrong with it."""

    def __init__(
        self,
        rows: Sequence[Row],
        heading: int,
        columns: Columns,
        kind: str,
        *,
        rules: Rules | None,
        members: Sequence[Member],
        asked: Mapping[str, str],
        there: Any,
        language: str,
        unnamed: str,
        running: str = NOT_SAID,
    ) -> None:
        self.rows, self.heading, self.columns, self.kind = rows, heading, columns, kind
        self.rules, self.there, self.language = rules, there, language
        self.asked, self.sums, self.unnamed = asked, Sums(running), unnamed
        self.bad: list[Bad] = []
        self.reading = Reading(kind, columns, everybody(self._everybody_named(), members, asked), self.bad)
        self.ids = {key: one.someone.id for key, one in self.reading.people.items() if one.someone}
        self.names = {one.id: one.name for one in self.reading.someones}
        self.played: Counter[str] = Counter()
        self.sixths: Counter[str] = Counter()
        self.dated = 0  # rows that say when they were
        seats = (code for code in columns.codes if code.startswith((col.PLAYER, col.AMOUNT)))
        self.beside_sums = {col.PERSON, *col.OF_BOTH, *seats}

    def read(self) -> Reading:
        reading = self.reading
        if not self._columns_are_there():
            return reading
        self._people_are_clear()
        tables = self._tables()
        there = self.there({place.date for place, _lines in tables.values()}) if tables else set()
        for place, lines in tables.values():
            if (place.date, table_key(place.name)) in there:
                told = _(
                    "At the table “%(name)s” of this day hands or amounts stand already. Please take these "
                    "rows out, or give the table another name."
                )
                self.wrong(lines[0].row, col.TABLE, told % {"name": place.name})
        if self.kind == OldKind.HANDS:
            self._hands(tables)
        else:
            self._amounts(tables)
        is_doubtful = self.kind == OldKind.AMOUNTS or bool(reading.differing)
        reading.looks_running = is_doubtful and self.sums.said == NOT_SAID and self.sums.looks_running
        days = [place.date for place, _lines in tables.values()]
        reading.first, reading.last = min(days, default=None), max(days, default=None)
        reading.tables = len(tables)
        reading.totals = [
            Total(self.names[one], self.played[one], exact(Fraction(self.sixths[one], 6)))
            for one in sorted(self.played, key=lambda one: (-self.sixths[one], self.names[one]))
        ]
        if not reading.hands and not self.bad:
            self.bad.append(Bad(self.heading + 1, None, "", _("Below the headings nothing stands."), ""))
        self.bad.sort(key=lambda one: (one.row, -1 if one.column is None else one.column))
        return reading

    # what is named

    def wrong(self, row: int, code: str, text: str) -> None:
        place = self.columns.place(code) if code else None
        self.at(row, place, text, code)

    def at(self, row: int, place: int | None, text: str, code: str = "") -> None:
        heading = self.columns.headings[place] if place is not None else ""
        label = label_of(code, heading)
        self.bad.append(Bad(row, place, label, text, "" if place is None else self._cell(row, place)))

    def _cell(self, row: int, place: int) -> str:
        cells = self.rows[row - 1] if row <= len(self.rows) else ()
        return cells[place] if place < len(cells) else ""

    def _columns_are_there(self) -> bool:
        """What no file can do without."""
        codes = self.columns.codes
        missing = [code for code in (col.DATE,) if code not in codes]
        if self.kind == OldKind.HANDS and col.LINE not in codes:
            missing += [code for code in (col.CONTRACT, col.DECLARER) if code not in codes]
        row = self.heading + 1
        for code in missing:
            told = _("No column is the %(label)s. Please choose it below.")
            self.bad.append(Bad(row, None, str(col.LABELS[code]), told % {"label": col.LABELS[code]}, ""))
        for code, times in Counter(codes).items():
            if times > 1 and code not in (col.LEFT_OUT, col.PERSON):
                told = _("Several columns are said to be this. Please choose one.")
                self.bad.append(Bad(row, None, label_of(code, "") or code, told, ""))
        if self.columns.people and self.columns.seats:
            told = _("The names stand in the headings or in columns of their own, not both.")
            self.bad.append(Bad(row, None, _("Who played"), told, ""))
        elif not self.columns.people and not self.columns.seats:
            told = _("No column says who played. Please choose the columns of the players below.")
            self.bad.append(Bad(row, None, _("Who played"), told, ""))
        return not self.bad

    def _people_are_clear(self) -> None:
        row = self.heading + 1
        for place in self.columns.people:
            if FORMULA.match(self.columns.headings[place]):
                self.at(row, place, unsolved(row, place))
        for one in self.reading.people.values():
            for problem in one.problems:
                self.bad.append(Bad(row, None, one.name[:40], problem, ""))

    def _everybody_named(self) -> list[str]:
        """Nobody, where a column that is said to hold names plainly holds something else."""
        names = self._names()
        many = len({folded(name) for name in names})
        if many <= MOST_PEOPLE:
            return names
        told = _("These are %(count)d different names. Is this really a column of names?")
        self.bad.append(Bad(self.heading + 1, None, _("Who played"), told % {"count": many}, ""))
        return []

    def _names(self) -> list[str]:
        """Everybody who is named, in the headings or in the columns of the seats."""
        if self.columns.people:
            return [self.columns.headings[place] for place in self.columns.people]
        places = [self.columns.place(f"{col.PLAYER}{number}") for number in self.columns.seats]
        return [
            cell
            for number in range(self.heading + 2, len(self.rows) + 1)
            for place in places
            if place is not None and (cell := self._cell(number, place)) and not FORMULA.match(cell)
        ]

    # the rows

    def _tables(self) -> dict[Any, tuple[_Place, list[_Line]]]:
        """The rows of every table, in the order of the file."""
        found: dict[Any, tuple[_Place, list[_Line]]] = {}
        above: dict[str, str] = {}
        for number in range(self.heading + 2, len(self.rows) + 1):
            cells = self._cells(number)
            if cells is None:
                continue
            label = self._adds_up(number, above)
            if label is not None:
                cells = self._beside(label, cells)
            own = {code: text for code, text in cells.items() if folded(text) != folded(above.get(code, ""))}
            self._keep_above(above, cells)
            whole = {**above, **{code: text for code, text in cells.items() if text}}
            if label is None and not self._says_something(number, cells):
                continue
            if self._is_of_sums(number, cells, own, whole, label):
                continue
            self.dated += bool(cells.get(col.DATE))
            place = self._place(number, whole)
            line = self._line(number, whole)
            if place is not None and line is not None:
                got = self.sums.add(place.key, number, line.amounts)
                if self.sums.are_running:
                    line = replace(line, amounts=got, off_by=self.sums.off_by)
                    self.reading.taken += [(number, self._list(line))][: MOST_TAKEN - len(self.reading.taken)]
                found.setdefault(place.key, (place, []))[1].append(line)
        return found

    def _keep_above(self, above: dict[str, str], cells: Mapping[str, str]) -> None:
        """What the rows below mean with an empty cell."""
        for code in (*col.KEPT_BELOW, *(f"{col.PLAYER}{one}" for one in self.columns.seats)):
            if cells.get(code):
                above[code] = cells[code]
        if self._new_seats(cells):
            for code in above:
                if code.startswith(col.PLAYER):
                    above[code] = cells.get(code, "")

    def _adds_up(self, number: int, above: Mapping[str, str]) -> int | None:
        """Where a row calls itself a sum: its amounts would count once more. A hand is never one."""
        said = [
            place
            for place, code in enumerate(self.columns.codes)
            if code in col.ADDING and col.says_sums(self._cell(number, place))
        ]
        if not said or self._codes_of(number, said[0]) - self.beside_sums:
            return None
        plain = [
            one for one in said if not col.only_perhaps(self._cell(number, one), self.columns.codes[one])
        ]
        if plain:
            return plain[0]
        amounts = self._readable(number, {**above, **self._seats_of(number)})
        is_sum = amounts and (not any(amounts.values()) or self.sums.added_up(amounts))
        return said[0] if is_sum else None

    def _codes_of(self, number: int, label: int | None = None) -> set[str]:
        """What the cells of a row mean that say anything, beside one of them."""
        codes = enumerate(self.columns.codes)
        return {code for place, code in codes if code and place != label and self._cell(number, place)}

    def _seats_of(self, number: int) -> dict[str, str]:
        """Who is named in the row itself."""
        places = {f"{col.PLAYER}{seat}": self.columns.place(f"{col.PLAYER}{seat}") for seat in col.SEATS}
        named = {code: self._cell(number, place) for code, place in places.items() if place is not None}
        return {code: name for code, name in named.items() if name}

    def _beside(self, label: int, cells: Mapping[str, str]) -> dict[str, str]:
        """What a row of sums says of when, where and who, and its amounts."""
        code = self.columns.codes[label]
        return {one: text for one, text in cells.items() if one != code and one != col.NUMBER}

    def _is_of_sums(
        self,
        number: int,
        cells: Mapping[str, str],
        own: Mapping[str, str],
        whole: Mapping[str, str],
        label: int | None,
    ) -> bool:
        """Does the row only add up those above? It says so, or nothing but such numbers stands there."""
        added: Tally | None
        if label is not None:
            added = self._added_up_by(number, own, whole, label)
        elif not _are_amounts_only(own):
            return False
        else:
            added = self._seems_added_up(number, cells, own, whole)
            if added is None:
                return False
        counts = self.asked.get(field_of(number)) == COUNTS
        found = added or Tally()
        self.reading.sums.append(LeftOut(number, found.first, found.last, label is not None, counts))
        if counts:
            return False
        if added is None and label is not None:
            told = _(
                "This looks like a row of sums, and is not what the rows above add up to. Please check it."
            )
            self.at(number, label, told, self.columns.codes[label])
        self.sums.leave_out()
        return True

    def _added_up_by(
        self, number: int, own: Mapping[str, str], whole: Mapping[str, str], label: int
    ) -> Tally | None:
        """The rows that are added up by one that says so; None: it says something else."""
        sums, amounts = self.sums, self._readable(number, whole)
        if amounts is None:
            return None
        if not any(amounts.values()):
            return sums.file if amounts else Tally()
        added = sums.added_up(amounts, fewest=1)
        if col.carries_on(self._cell(number, label)) and self.asked.get(field_of(number)) != COUNTS:
            moves = not own.keys().isdisjoint(col.KEPT_BELOW)
            begins = sums.said == OF_TABLE and (
                moves or (added is None and self._ends_here(number, whole, again=False))
            )
            if begins or not sums.file.rows:
                sums.carry(amounts)
                return added or Tally()
        return added

    def _seems_added_up(
        self, number: int, cells: Mapping[str, str], own: Mapping[str, str], whole: Mapping[str, str]
    ) -> Tally | None:
        """The rows that are added up by one that does not say so; None: it seems to be none."""
        added = self.sums.added_up(self._readable(number, whole) or {})
        if added is not None and self._ends_here(number, whole, again=len(own) < len(cells)):
            return added
        rows = len(self.sums.rows)
        is_odd = rows >= FEWEST_DATED and self.dated == rows and cells.keys().isdisjoint(col.KEPT_BELOW)
        if self.kind == OldKind.AMOUNTS and is_odd and not self._rows_below(number):
            return Tally()
        return None

    def _readable(self, number: int, whole: Mapping[str, str]) -> dict[str, Fraction] | None:
        """The amounts of a row; None, where one of them cannot be read."""
        found: dict[str, Fraction] = {}
        for name, place in self._whose(whole):
            try:
                amount = None if place is None else amount_of(self._cell(number, place))
            except Odd:
                return None
            if amount is not None:
                found[folded(name)] = amount
        return found

    def _rows_below(self, number: int) -> bool:
        return any(self._codes_of(below) for below in range(number + 1, len(self.rows) + 1))

    def _ends_here(self, number: int, whole: Mapping[str, str], *, again: bool) -> bool:
        """Is this the last row? Or does the next one say when or where it was, or what it adds up?

        Where these say it `again`, it has to be another day or place."""
        for below in range(number + 1, len(self.rows) + 1):
            found = self._codes_of(below)
            label = self._adds_up(below, whole)
            if not found and label is None:
                continue
            if label is not None or (
                _are_amounts_only(found - {col.PERSON})
                and self.sums.added_up(self._readable(below, whole) or {}) is not None
            ):
                return True
            said = {
                code: self._cell(below, self.columns.codes.index(code)) for code in found & {*col.KEPT_BELOW}
            }
            if again:
                return any(folded(text) != folded(whole.get(code, "")) for code, text in said.items())
            return bool(said)
        return True

    def _new_seats(self, cells: Mapping[str, str]) -> bool:
        return any(cells.get(f"{col.PLAYER}{number}") for number in self.columns.seats)

    def _cells(self, number: int) -> dict[str, str] | None:
        """What stands in the row, by meaning; None: nothing, or something that no cell may hold."""
        found: dict[str, str] = {}
        good = True
        for place, code in enumerate(self.columns.codes):
            text = self._cell(number, place)
            if code == col.LEFT_OUT or not text:
                continue
            if FORMULA.match(text):
                self.at(number, place, unsolved(number, place), code)
                good = False
            elif MISTAKE.fullmatch(text):
                self.at(number, place, _("The spreadsheet shows a mistake here. Please mend it there."), code)
                good = False
            elif code != col.PERSON:
                found[code] = text
        return found if good else None

    def _says_something(self, number: int, cells: Mapping[str, str]) -> bool:
        """More than when, where and who: a row may be nothing but a title of those below."""
        carried = {*col.KEPT_BELOW, col.NUMBER, *(f"{col.PLAYER}{one}" for one in self.columns.seats)}
        return bool(cells.keys() - carried) or any(self._cell(number, place) for place in self.columns.people)

    def _place(self, number: int, cells: Mapping[str, str]) -> _Place | None:
        problems = len(self.bad)
        day = None
        if not cells.get(col.DATE):
            self.wrong(number, col.DATE, _("The date is missing."))
        else:
            try:
                day = day_of(cells[col.DATE])
            except Odd as odd:
                self.wrong(number, col.DATE, str(odd))
        if day is not None and not EARLIEST <= day <= timezone.localdate():
            self.wrong(number, col.DATE, _("Please check the date: it is too far away."))
        place, name = cells.get(col.PLACE, ""), cells.get(col.TABLE, "") or self.unnamed
        if place:
            for problem in problems_with_name(place, LONGEST_PLACE):
                self.wrong(number, col.PLACE, problem)
        for problem in problems_with_name(name, LONGEST_TABLE_NAME):
            self.wrong(number, col.TABLE, problem)
        return _Place(day, place, name) if day is not None and len(self.bad) == problems else None

    def _line(self, number: int, cells: Mapping[str, str]) -> _Line | None:
        problems = len(self.bad)
        people: list[str] = []
        amounts: dict[str, Fraction] = {}
        for name, place in self._whose(cells):
            key = folded(name)
            if key in people:
                told = _("“%(name)s” is named twice.") % {"name": name}
                self.at(number, place, told)
            people.append(key)
            if place is None:
                continue
            try:
                amount = amount_of(self._cell(number, place))
            except Odd as odd:
                self.at(number, place, str(odd), self.columns.codes[place])
                continue
            if amount is not None:
                amounts[key] = amount
        for seat in col.SEATS:
            place = self.columns.place(f"{col.AMOUNT}{seat}")
            nobody = not cells.get(f"{col.PLAYER}{seat}")
            if place is not None and nobody and self._cell(number, place).strip("-–− 0"):
                self.at(number, place, _("An amount stands here, and nobody whose it is."))
        return _Line(number, cells, tuple(people), amounts) if len(self.bad) == problems else None

    def _whose(self, cells: Mapping[str, str]) -> Iterator[tuple[str, int | None]]:
        """Everybody of the row, with the column of their amount."""
        for place in self.columns.people:
            yield self.columns.headings[place], place
        for number in self.columns.seats:
            if name := cells.get(f"{col.PLAYER}{number}"):
                yield name, self.columns.place(f"{col.AMOUNT}{number}")

    # amounts only

    def _amounts(self, tables: Mapping[Any, tuple[_Place, list[_Line]]]) -> None:
        for place, lines in tables.values():
            rows = []
            for line in lines:
                total = sum(line.amounts.values())
                if line.off_by:
                    told = _("The running totals add up to %(total)s in this row, not to 0.")
                    self.wrong(line.row, "", told % {"total": _signed(line.off_by)})
                elif not line.amounts:
                    self.wrong(line.row, "", _("No amount stands in this row."))
                elif total != 0 and not self.sums.are_running:
                    told = _("The amounts add up to %(total)s, not to 0: %(amounts)s.")
                    self.wrong(line.row, "", told % {"total": _signed(total), "amounts": self._list(line)})
                elif all(one in self.ids for one in line.amounts):
                    rows.append(self._old_row(line))
                self.reading.hands += 1
            if rows:
                self.reading.amounts.append(OldAmounts(place.date, place.place, place.name, tuple(rows)))

    def _old_row(self, line: _Line) -> OldRow:
        found: dict[str, int] = {}
        for key, amount in line.amounts.items():
            one = self.ids[key]
            if one in found:
                told = _("“%(name)s” is named twice.") % {"name": self.names[one]}
                self.wrong(line.row, "", told)
            found[one] = int(amount * 6)
            self.played[one] += 1
            self.sixths[one] += found[one]
        return OldRow(line.row, found)

    def _list(self, line: _Line) -> str:
        named = self.reading.people
        return ", ".join(f"{named[one].name} {_signed(amount)}" for one, amount in line.amounts.items())

    # hands

    def _hands(self, tables: Mapping[Any, tuple[_Place, list[_Line]]]) -> None:
        evenings: dict[Any, tuple[_Place, list[OldTable]]] = {}
        for place, lines in tables.values():
            self.reading.hands += len(lines)
            table = _Table(self, place, lines).read()
            key = place.date, folded(place.place)
            evenings.setdefault(key, (place, []))
            if table is not None:
                evenings[key][1].append(table)
        self.reading.evenings = [
            OldEvening(place.date, place.place, tuple(written))
            for place, written in sorted(evenings.values(), key=lambda one: one[0].date)
            if written
        ]


class _Table:
    """The rows of one table, played one after the other."""

    def __init__(self, reader: Reader, place: _Place, lines: Sequence[_Line]) -> None:
        assert reader.rules is not None
        self.reader, self.place, self.lines, self.rules = reader, place, lines, reader.rules
        self.entries: list[OldEntry] = []
        self.marks_radl = any(folded(line.cells.get(col.RADL, "")) not in _NO for line in lines)

    def read(self) -> OldTable | None:
        seats = self._seats(self.lines[0])
        if seats is None:
            return None
        dealer = self._dealer(self.lines[0], seats) or seats[-1]
        position = first_position(seats, dealer)
        for line in self.lines:
            position = self._played(line, position)
        return OldTable(self.place.name, seats, dealer, tuple(self.entries))

    def wrong(self, line: _Line, code: str, text: str) -> None:
        self.reader.wrong(line.row, code, text)

    # who sits there

    def _seats(self, line: _Line) -> tuple[str, ...] | None:
        """Everybody at the table with this row, by id; None: that cannot be."""
        keys = line.people
        if self.reader.columns.people:
            there = {one for each in self.lines for one in each.amounts}
            keys = tuple(one for one in keys if one in there)
        if any(one not in self.reader.ids for one in keys):
            return None  # asked for already
        seats = tuple(self.reader.ids[one] for one in keys)
        if not SMALLEST_TABLE <= len(seats) <= BIGGEST_TABLE:
            told = _("Four to six people sit at a table; these are %(count)d.") % {"count": len(seats)}
            self.wrong(line, "", told)
            return None
        if len(set(seats)) < len(seats):
            twice = next(one for one, times in Counter(seats).items() if times > 1)
            self.wrong(line, "", _("“%(name)s” is named twice.") % {"name": self.reader.names[twice]})
            return None
        return seats

    def _dealer(self, line: _Line, seats: tuple[str, ...]) -> str | None:
        """Who deals, as the row says, or as it follows from who has no amount; None: it says nothing."""
        if text := line.cells.get(col.DEALER, ""):
            try:
                return somebody(text, col.DEALER, *self._called(line, seats))
            except Wrong as wrong:
                self.wrong(line, wrong.code, wrong.text)
                return None
        playing = {self.reader.ids[one] for one in line.amounts}
        if len(playing) != SMALLEST_TABLE or len(seats) == SMALLEST_TABLE:
            return None
        fitting = [one for one in seats if set(first_position(seats, one).standing.playing) == playing]
        return fitting[0] if len(fitting) == 1 else None

    def _called(self, line: _Line, players: tuple[str, ...]) -> tuple[dict[str, str], dict[str, str]]:
        """What these people are called in the file, and in the club."""
        reader = self.reader
        written = {
            reader.ids[key]: reader.reading.people[key].name for key in line.people if key in reader.ids
        }
        own = {one: reader.names[one] for one in players}
        return {one: written.get(one, name) for one, name in own.items()}, own

    # one row

    def _played(self, line: _Line, position: Position) -> Position:
        seats = self._seats(line)
        if seats is None:
            return position
        position = self._before(line, seats, position)
        playing = position.standing.playing
        try:
            names = self._called(line, position.standing.players)
            entry = read(record_from(line.cells, self.rules, *names), self.rules)
        except Wrong as wrong:
            self.wrong(line, wrong.code, wrong.text)
            return _moved_on(position)
        except IllegalHand as illegal:
            self._illegal(line, illegal.problems)
            return _moved_on(position)
        if problems := problems_with_entry(position.standing, entry, self.rules):
            self._illegal(line, problems)
            return _moved_on(position)
        doubled = position.standing.doubled
        after, row = step(position, _fact(entry, self.rules))
        found = OldEntry(line.row, entry)
        if row is not None and row.row.settlement is not None and isinstance(entry, facts.Hand):
            hand = replace(entry, players=playing, radl=doubled)
            found = self._compared(line, hand, row.row.settlement)
        self.entries.append(found)
        return after

    def _before(self, line: _Line, seats: tuple[str, ...], position: Position) -> Position:
        """What happened since the row above: other people, another dealer, a Radl that somebody called."""
        standing = position.standing
        dealer = self._dealer(line, seats)
        if not _same_round(seats, standing.players):
            deals = dealer or (standing.dealer if standing.dealer in seats else seats[-1])
            position = self._event(line, facts.Seating(seats, deals), position)
        elif dealer is not None and dealer != standing.dealer:
            position = self._event(line, facts.Dealer(dealer), position)
        said = folded(line.cells.get(col.RADL, ""))
        if said not in _YES | _NO:
            told = _("“%(text)s” says nothing of a Radl. Here stands x, or nothing.") % {"text": said[:40]}
            self.wrong(line, col.RADL, told)
        elif said in SCHLUSS and not position.standing.schlussradl:
            position = self._event(line, facts.Schlussradl(), position)
        elif said in CALLED and not position.standing.doubled:
            position = self._event(line, facts.CalledRadl(), position)
        return position

    def _event(self, line: _Line, entry: facts.Entry, position: Position) -> Position:
        if problems := problems_with_entry(position.standing, entry, self.rules):
            for one in problems_told(problems, self.reader.names, self.reader.language):
                self.wrong(line, col.RADL, one.text)
            return position
        self.entries.append(OldEntry(line.row, entry))
        return step(position, _fact(entry, self.rules))[0]

    def _illegal(self, line: _Line, problems: Sequence[Problem]) -> None:
        for one in problems_told(problems, self.reader.names, self.reader.language):
            parts = [_COLUMNS[part] for part in one.where.split(".") if part in _COLUMNS]
            code = col.LINE if line.cells.get(col.LINE) else next(iter(parts), "")
            self.wrong(line, code, one.text)

    # what the paper said

    def _compared(self, line: _Line, hand: facts.Hand, settlement: Settlement) -> OldEntry:
        reader = self.reader
        paid = dict(zip(settlement.players, settlement.amounts, strict=True))
        given = {reader.ids[one]: amount for one, amount in line.amounts.items()}
        told = [
            _("%(name)s stands at %(given)s on paper, the rules give %(settled)s")
            % {"name": reader.names[one], "given": _signed(amount), "settled": _signed(paid.get(one, 0))}
            for one, amount in given.items()
            if amount != paid.get(one, 0)
        ]
        if given:
            told += [
                _("%(name)s has no amount on paper, the rules give %(settled)s")
                % {"name": reader.names[one], "settled": _signed(amount)}
                for one, amount in paid.items()
                if one not in given and amount
            ]
            reader.reading.checked += 1
        radl = folded(line.cells.get(col.RADL, "")) in _YES
        otherwise = self.marks_radl and radl != hand.radl
        if otherwise:
            told.append(
                _("no Radl is marked on paper, and the hand is doubled")
                if hand.radl
                else _("a Radl is marked on paper, and the hand is not doubled")
            )
        for one, amount in paid.items():
            reader.played[one] += 1
            reader.sixths[one] += in_sixths(amount)
        if not told:
            return OldEntry(line.row, _plain(hand))
        reasons = explained(hand, reader.names, self.rules, reader.language)
        reader.reading.differing.append(
            Differing(line.row, tuple(told), tuple(one.text for one in reasons.lines))
        )
        amounts = {one: int(amount * 6) for one, amount in given.items()}
        return OldEntry(line.row, _plain(hand), amounts, radl if otherwise else None)


def _are_amounts_only(codes: Iterable[str]) -> bool:
    return all(code.startswith(col.AMOUNT) for code in codes)


def unsolved(row: int, place: int) -> str:
    """Of a formula that no spreadsheet has worked out yet."""
    told = _(
        "In %(cell)s there is a formula without its result: please open the file once in Excel or "
        "LibreOffice, and save it there."
    )
    return told % {"cell": f"{letter_of(place)}{row}"}


def _same_round(seats: tuple[str, ...], players: tuple[str, ...]) -> bool:
    """Do the same people sit in the same order, whoever is named first?

    >>> _same_round(("c", "a", "b"), ("a", "b", "c")), _same_round(("b", "a", "c"), ("a", "b", "c"))
    (True, False)
    """
    if len(seats) != len(players) or players[0] not in seats:
        return False
    first = seats.index(players[0])
    return seats[first:] + seats[:first] == players


def _plain(hand: facts.Hand) -> facts.Hand:
    """As it is written on a sheet, which derives who plays and whether it is doubled."""
    return replace(hand, players=(), radl=False)


_NO_ID: Any = None


def _fact(entry: facts.Entry, rules: Rules) -> Fact:
    return Fact(_NO_ID, 0, entry, rules)


def _moved_on(position: Position) -> Position:
    """Whatever the row was meant to say, the deal went on."""
    return replace(position, standing=replace(position.standing, dealer=position.standing.next_dealer))


def _signed(amount: Amount) -> str:
    words = mixed(Fraction(amount))
    return f"+{words}" if amount > 0 else words


def told_of(reading: Reading) -> str:
    """How much there is, in a sentence."""
    counts = {
        "days": ngettext("%(count)d evening", "%(count)d evenings", reading.days) % {"count": reading.days},
        "tables": ngettext("%(count)d table", "%(count)d tables", reading.tables) % {"count": reading.tables},
    }
    rows = ngettext("%(count)d row", "%(count)d rows", reading.hands)
    if reading.kind == OldKind.HANDS:
        rows = ngettext("%(count)d hand", "%(count)d hands", reading.hands)
    return ", ".join([*counts.values(), rows % {"count": reading.hands}])
