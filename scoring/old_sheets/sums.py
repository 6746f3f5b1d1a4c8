"""Rows that only add up those above, which are left out, and amounts that are running totals."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.engine.sheet import SMALLEST_TABLE
from scoring.models import OldKind
from scoring.names import folded
from scoring.old_sheets import worksheet as col
from scoring.old_sheets.values import Odd
from scoring.old_sheets.worksheet import Worksheet, key_of

NOT_SAID, EACH, OF_TABLE, OF_NAME, OF_YEAR, OF_FILE = "", "each", "table", "name", "year", "file"
OF_PART = "part"
RUNNING = (OF_TABLE, OF_NAME, OF_PART, OF_YEAR, OF_FILE)  # where totals that are carried on begin anew
FEWEST_ADDED = 2  # rows; of a single one anything may be a copy
FEWEST_RUNNING = 5  # rows that show how far amounts jump
FEWEST_SHAPED = 2  # amounts as hands have them, so that it is no accident
_MUCH_LESS = Fraction(2, 3)

AmountsOf = Mapping[str, Fraction]  # by folded name


class LeftOut(NamedTuple):
    """A row of sums, figures or headings, and the first and last of those that it adds up; 0: none."""

    row: int
    first: int
    last: int
    is_called_so: bool  # otherwise only its numbers say so
    counts: bool  # somebody says that it is none
    says_when: bool = False  # as rows that count do: nobody but a person can tell
    is_open: bool = False  # and nobody has
    is_heading: bool = False

    @property
    def is_doubtful(self) -> bool:
        """Return whether it is left out, and nothing in it says why."""
        return not (self.is_called_so or self.counts or self.says_when or self.is_heading)

    @property
    def field(self) -> str:
        """Return the name of the field in which somebody says that it counts."""
        return field_of(self.row)


def field_of(row: int) -> str:
    """Return the name of the field for a row of sums."""
    return f"sums-{row}"


@dataclass
class SumsSoFar:
    """What everybody has after some rows."""

    rows: int = 0
    first: int = 0
    last: int = 0
    totals: dict[str, Fraction] = field(default_factory=dict)
    opening: AmountsOf = field(default_factory=dict)  # what was brought along, and is not in the totals

    @property
    def span(self) -> tuple[int, int]:
        """Return the upper and the lower end of these rows on the sheet."""
        return min(self.first, self.last), max(self.first, self.last)

    def open(self, amounts: AmountsOf, *, running: bool) -> None:
        """Return whether they do not begin with nothing."""
        if running:
            self.totals = dict(amounts)
        else:
            self.opening = amounts

    def add(self, row: int, amounts: AmountsOf, *, running: bool) -> None:
        self.first = self.first or row
        self.rows, self.last = self.rows + 1, row
        for name, amount in amounts.items():
            self.totals[name] = amount if running else self.totals.get(name, Fraction(0)) + amount

    def fits(self, amounts: AmountsOf) -> bool:
        """Return whether these are the totals, with or without what was brought along."""
        names = self.totals.keys() | self.opening.keys() | amounts.keys()
        have, brought, said = self.totals.get, self.opening.get, amounts.get
        return all(said(name, 0) == have(name, 0) for name in names) or (
            bool(self.opening) and all(said(name, 0) - have(name, 0) == brought(name, 0) for name in names)
        )


class ReadRow(NamedTuple):
    """A row that counts, as it stands there."""

    number: int
    amounts: AmountsOf
    table: Hashable
    name: Hashable  # of the table, whenever it was
    year: int
    part: str = ""  # the worksheet, where several are one below the other
    brought: AmountsOf = MappingProxyType({})  # to a table that begins with it

    def carries_on(self, way: str) -> Hashable:
        """Return what it has in common with all rows through which totals are carried on."""
        return {
            OF_TABLE: self.table,
            OF_NAME: self.name,
            OF_YEAR: self.year,
            OF_PART: self.part,
        }.get(way)


@dataclass
class Sums:
    """The rows of a file, as far as they have been read."""

    said: str = NOT_SAID  # what the amounts of the file are
    file: SumsSoFar = field(default_factory=SumsSoFar)
    since: SumsSoFar = field(default_factory=SumsSoFar)  # the last row of sums
    tables: dict[Hashable, SumsSoFar] = field(default_factory=dict)
    table: SumsSoFar = field(default_factory=SumsSoFar)  # of the row above
    rows: list[ReadRow] = field(default_factory=list)
    together: dict[str, Fraction] = field(default_factory=dict)  # all rows, as they stand there
    mark: int = 0  # of them
    marks: dict[int, int] = field(default_factory=dict)  # after how many rows it was so first
    opening: AmountsOf = field(default_factory=dict)  # of the whole file
    carried: AmountsOf = field(default_factory=dict)  # to the next table that begins
    are_proved: bool = False  # a row of sums adds up what stands there

    @property
    def are_running(self) -> bool:
        return self.said in RUNNING

    def added_up(self, amounts: AmountsOf, fewest: int = FEWEST_ADDED) -> SumsSoFar | None:
        """Return the rows above, at least so many, of which these are the sums."""
        tallies = [
            sums_so_far for sums_so_far in (self.table, self.since, self.file) if sums_so_far.rows >= fewest
        ]
        return (
            next((sums_so_far for sums_so_far in tallies if sums_so_far.fits(amounts)), None)
            if amounts
            else None
        )

    def leave_out(self) -> None:
        self.since = SumsSoFar()

    def carry(self, amounts: AmountsOf) -> None:
        """Carry what stands above the first row of the file, or of a table with running totals of its own."""
        if not self.file.rows:
            self.opening = amounts
            self.file.open(amounts, running=self.are_running)
        self.carried = amounts

    def add(self, read: ReadRow) -> None:
        """Add one more row."""
        row, amounts = read.number, read.amounts
        if read.table not in self.tables:
            self.tables[read.table] = SumsSoFar()
            self.tables[read.table].open(self.carried, running=self.are_running)
            read, self.carried = read._replace(brought=self.carried), {}
        self.table = self.tables[read.table]
        for tally in (self.file, self.since, self.table):
            tally.add(row, amounts, running=self.are_running)
        self.marks.setdefault(self.mark, len(self.rows))
        for other_amount, amount in amounts.items():
            total = self.together.get(other_amount, Fraction(0))
            self.together[other_amount] = total + amount
            self.mark += _mark(other_amount, total + amount) - _mark(other_amount, total)
        self.rows.append(read)

    def block_of(self, amounts: AmountsOf) -> SumsSoFar | None:
        """Return the rows right above, two at least, of which these are the sums, wherever they begin."""
        above = self.mark
        for name, amount in amounts.items():
            total = self.together.get(name, Fraction(0))
            above += _mark(name, total - amount) - _mark(name, total)
        begins = self.marks.get(above, len(self.rows))
        if not any(amounts.values()) or len(self.rows) - begins < FEWEST_ADDED:
            return None
        return SumsSoFar(len(self.rows) - begins, self.rows[begins].number, self.rows[-1].number)

    # What each row brought, or totals that are carried on

    def adds_up_by(self, way: str) -> bool:
        """Return whether all rows come to zero, where the amounts are meant in this way."""
        return not any(off for _row, _got, off in self.read_by(way))

    def read_by(self, way: str) -> Iterator[tuple[int, AmountsOf, Fraction]]:
        """Yield what everybody got in each row, and by how much it is not zero all together.

        Of running totals it is all of them: who has none in this row stands where they stood.
        """
        begun: dict[Hashable, _CarriedOn] = {}
        for row in self.rows:
            if way == EACH:
                yield row.number, row.amounts, sum(row.amounts.values(), Fraction(0))
                continue
            opening = row.brought if way == OF_TABLE else {} if begun else self.opening
            above = begun.setdefault(row.carries_on(way), _CarriedOn(opening))
            got = _got(row.amounts, above.totals)
            above.carry_on(row.amounts)
            yield row.number, got, above.off_by

    def could_be(self, way: str) -> bool:
        """Return whether they can be totals that begin anew now and then: most rows carry on those above."""
        begun: dict[Hashable, tuple[int, _CarriedOn]] = {}
        carried = broken = 0
        for row in self.rows:
            key = row.carries_on(way)
            year, above = begun.get(key, (row.year, _CarriedOn({} if begun else self.opening)))
            carried += bool(above.totals)
            above.carry_on(row.amounts)
            if above.off_by:
                broken += row.year == year
                above = _CarriedOn(row.amounts)
            begun[key] = row.year, above
        return 0 < carried >= 2 * broken

    @property
    def looks_running(self) -> bool:
        """Return whether these look like running totals: differences between rows look like hands, or every
        row stands close to the one above. Amounts of their own jump to and fro."""
        apart = [(row.table, row.amounts) for row in self.rows]
        together = [(None, row.amounts) for row in self.rows]
        before: dict[Hashable, AmountsOf] = {None: self.opening}
        ways = [_between(rows, before) for rows in (apart, together)]
        own, gone = [ways.shaped for ways in ways], [ways.shaped_between for ways in ways]
        if max(gone) >= FEWEST_SHAPED and max(gone) > own[gone.index(max(gone))]:
            return True
        if len(self.rows) < FEWEST_RUNNING or max(own) >= FEWEST_SHAPED:
            return False
        return min(ways.jumps for ways in ways) < _MUCH_LESS * _size(row.amounts for row in self.rows)


def code_of(way: str, order: str) -> str:
    """Return the name of a way to read the amounts in some order of the rows."""
    return f"{way}-{order}" if order else way


def ways_of(
    as_they_stand: Sums, in_order: Mapping[str, Sums], said: str = NOT_SAID
) -> dict[str, dict[int, AmountsOf]]:
    """Return how the amounts can be meant, each with what everybody got in which row, and each gives others.

    Only of totals that are carried on it matters in which order the rows were written.
    """
    found = {EACH: _by_row(as_they_stand, EACH)}
    for way in (OF_TABLE, OF_FILE, OF_PART, OF_YEAR, OF_NAME):
        for order, sums in in_order.items():
            code, got = code_of(way, order), _by_row(sums, way)
            if code == said or got not in found.values():
                found[code] = got
    return found


def decided(as_they_stand: Sums, in_order: Mapping[str, Sums]) -> str:
    """Return what the figures alone say that they are; empty: they can be meant in several ways."""
    if as_they_stand.are_proved:
        return EACH
    ways = ways_of(as_they_stand, in_order)
    right = [
        code
        for code in ways
        if (as_they_stand if code == EACH else in_order[code.partition("-")[2]]).adds_up_by(
            code.partition("-")[0]
        )
    ]
    ever = (OF_TABLE, OF_FILE, OF_PART, OF_NAME)
    if right == [EACH] and any(sums.could_be(way) for sums in in_order.values() for way in ever):
        return NOT_SAID
    return EACH if [*ways] == [EACH] else right[0] if len(right) == 1 else NOT_SAID


def _by_row(sums: Sums, way: str) -> dict[int, AmountsOf]:
    return {number: got for number, got, _off in sums.read_by(way)}


class _CarriedOn:
    """Everybody's totals, and what they come to."""

    def __init__(self, amounts: AmountsOf) -> None:
        self.totals = dict(amounts)
        self.off_by = sum(amounts.values(), Fraction(0))

    def carry_on(self, amounts: AmountsOf) -> None:
        for name, amount in amounts.items():
            self.off_by += amount - self.totals.get(name, 0)
            self.totals[name] = amount


def _mark(name: str, total: Fraction) -> int:
    """Return a number of which the sum says who has how much, as good as surely.

    It is that of a text: those of tuples cancel out where amounts do.
    """
    return hash(f"{name} {total}") if total else 0


def _got(totals: AmountsOf, before: AmountsOf) -> AmountsOf:
    """Return what everybody got; who sits out at a table of five or six only has their total repeated."""
    got = {name: total - before.get(name, 0) for name, total in totals.items()}
    played = {name: amount for name, amount in got.items() if amount}
    return played if len(got) > SMALLEST_TABLE == len(played) else got


def _size(rows: Iterable[AmountsOf]) -> Fraction:
    return sum(map(abs, chain.from_iterable(mapping.values() for mapping in rows)), Fraction(0))


class _Ways(NamedTuple):
    """How far all amounts are from those above, and how often amounts are those of a hand."""

    jumps: Fraction
    shaped: int  # as they stand there
    shaped_between: int  # as what is between them and those above


def _between(rows: Iterable[tuple[Hashable, AmountsOf]], before: Mapping[Hashable, AmountsOf]) -> _Ways:
    """Return both ways to read rows: the first one of a table, from nothing, shows no shape."""
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
    """Return whether two got the same against two, or one against three.

    >>> [is_of_a_hand(map(Fraction, one)) for one in ((1, -1, 0, 1, -1), (9, -3, -3, -3), (4, -4, 0, 0))]
    [True, True, False]
    """
    played = sorted((amount for amount in amounts if amount), key=lambda one: (abs(one), one))
    if len(played) != SMALLEST_TABLE or sum(played, Fraction(0)):
        return False
    return len(set(map(abs, played))) == 1 or len(set(played[:-1])) == 1


COUNTS, LEFT = "counts", "left"  # said of a row that looks like one of sums
FEWEST_DATED = 2  # rows that say when they were; of a single one nothing is a habit


@dataclass
class RowsOfSums:
    """Those of a worksheet, judged from the top down by what has been read so far."""

    sheet: Worksheet
    kind: str
    sums: Sums
    asked: Mapping[str, str]  # which rows are said to count all the same
    left_out: list[LeftOut] = field(default_factory=list)
    on_top: list[tuple[int, int, Mapping[str, Fraction]]] = field(default_factory=list)
    dated: int = 0  # rows that are none, and say when they were

    def label(self, number: int, above: Mapping[str, str]) -> int | None:
        """Return the column in which a row calls itself a sum, which would count twice; None for a hand."""
        codes = self.sheet.columns.codes
        said = [
            place
            for place, code in enumerate(codes)
            if code in col.ADDING
            and (col.says_sums(self.sheet.cell(number, place)) or self._says_figures(number, place))
        ]
        if not said or not all(map(_stands_beside_sums, self._codes_of(number, said[0]))):
            return None
        plain = [
            other
            for other in said
            if self._says_figures(number, other)
            or not col.only_perhaps(self.sheet.cell(number, other), codes[other])
        ]
        if plain:
            return plain[0]
        amounts = self._readable(number, {**above, **self._seats_of(number)})
        is_sum = amounts and (not any(amounts.values()) or self.sums.added_up(amounts))
        return said[0] if is_sum else None

    def _says_figures(self, number: int, place: int) -> bool:
        """Return whether the row is one of ranks or averages: a row that says when it was is none."""
        day = self.sheet.columns.place(col.DATE)
        has_day = day not in (None, place) and bool(self.sheet.cell(number, day))
        return not has_day and col.says_figures(self.sheet.cell(number, place))

    def heading(self, number: int) -> bool:
        """Return whether the row only says once more what the columns are; or says that they are others."""
        sheet = self.sheet
        columns = sheet.columns
        row = ["" if place == columns.where else cell for place, cell in enumerate(sheet.rows[number - 1])]
        if col.heads_again(row, sheet.rows[sheet.heading], columns.amounts):
            self.left_out.append(LeftOut(number, 0, 0, is_called_so=False, counts=False, is_heading=True))
            return True
        if self._is_unsolved(number):
            counts = self.asked.get(field_of(number)) == COUNTS
            self.left_out.append(LeftOut(number, 0, 0, is_called_so=True, counts=counts))
            return not counts
        named = [place for place in columns.people if key_of(sheet.cell(number, place)) in self.names]
        if len(named) < FEWEST_ADDED:
            return False
        told = _(
            "The people here are not those in the headings above. Please put these rows on a worksheet of "
            "their own."
        )
        sheet.at(number, named[0], told)
        return True

    @cached_property
    def names(self) -> set[str]:
        """Return the names in the headings, folded."""
        return {folded(self.sheet.columns.headings[place]) for place in self.sheet.columns.people}

    def _is_unsolved(self, number: int) -> bool:
        """Return whether it calls itself one of sums, and no spreadsheet has worked them out yet."""
        sheet = self.sheet
        if not any(col.FORMULA.match(sheet.cell(number, place)) for place in sheet.columns.amounts):
            return False
        return any(
            code in col.ADDING
            and col.says_sums(sheet.cell(number, place))
            and all(map(_stands_beside_sums, self._codes_of(number, place)))
            for place, code in enumerate(sheet.columns.codes)
        )

    def beside(self, label: int, cells: Mapping[str, str]) -> dict[str, str]:
        """Return what a row of sums says of when, where and who, and its amounts."""
        code = self.sheet.columns.codes[label]
        return {cell: text for cell, text in cells.items() if cell != code and cell != col.NUMBER}

    def leaves_out(
        self,
        number: int,
        cells: Mapping[str, str],
        own: Mapping[str, str],
        whole: Mapping[str, str],
        label: int | None,
    ) -> bool:
        """Return whether the row only adds up those above.

        It says so, or nothing but such numbers stands there.
        """
        added: SumsSoFar | None
        says_when = False
        has_figures = label is not None and self._says_figures(number, label)
        if has_figures:
            added = SumsSoFar()
        elif label is not None and self._stands_on_top(number, whole, label):
            added = SumsSoFar()
            self.on_top.append((len(self.left_out), label, self._readable(number, whole) or {}))
        elif label is not None:
            added = self._added_up_by(number, own, whole, label)
        else:
            added = self._seems_added_up(number, cells, own, whole) if _are_amounts_only(own) else None
            if added is None:
                added = self._repeats(number, cells, own, whole)
                says_when = added is not None
            if added is None:
                return False
        said = self.asked.get(field_of(number))
        if added and added.rows >= FEWEST_ADDED and not (says_when or self.sums.are_running):
            self.sums.are_proved |= any((self._readable(number, whole) or {}).values())
        counts, is_open = said == COUNTS, says_when and said not in (COUNTS, LEFT)
        first, last = (added or SumsSoFar()).span
        is_called_so = label is not None
        self.left_out.append(LeftOut(number, first, last, is_called_so, counts, says_when, is_open))
        if counts:
            return False
        if added is None and label is not None:
            told = _(
                "This looks like a row of totals, but the rows above do not add up to it. Please check it."
            )
            self.sheet.at(number, label, told, self.sheet.columns.codes[label])
        if not has_figures:
            self.sums.leave_out()
        return True

    def _stands_on_top(self, number: int, whole: Mapping[str, str], label: int) -> bool:
        """Return whether the sums of all that follows can stand there."""
        carries_on = col.carries_on(self.sheet.cell(number, label))
        return (
            not self.sums.file.rows and not carries_on and any((self._readable(number, whole) or {}).values())
        )

    def finish(self) -> None:
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
                self.sheet.at(one.row, label, told, self.sheet.columns.codes[label])

    def _added_up_by(
        self, number: int, own: Mapping[str, str], whole: Mapping[str, str], label: int
    ) -> SumsSoFar | None:
        """Return the rows that are added up by one that says so; None: it says something else."""
        sums, amounts = self.sums, self._readable(number, whole)
        if amounts is None:
            return None
        if not any(amounts.values()):
            return sums.file if amounts else SumsSoFar()
        added = sums.added_up(amounts, fewest=1)
        carries_on = col.carries_on(self.sheet.cell(number, label))
        if carries_on and self.asked.get(field_of(number)) != COUNTS:
            moves = not own.keys().isdisjoint(col.KEPT_BELOW)
            begins = sums.said == OF_TABLE and (
                moves or (added is None and self._ends_here(number, whole, again=False))
            )
            if begins or not sums.file.rows:
                sums.carry(amounts)
                return added or SumsSoFar()
        return added

    def _seems_added_up(
        self, number: int, cells: Mapping[str, str], own: Mapping[str, str], whole: Mapping[str, str]
    ) -> SumsSoFar | None:
        """Return the rows that are added up by one that does not say so; None: it seems to be none."""
        added = self.sums.added_up(self._readable(number, whole) or {})
        if added is not None and self._ends_here(number, whole, again=len(own) < len(cells)):
            return added
        rows = len(self.sums.rows)
        is_odd = rows >= FEWEST_DATED and self.dated == rows and cells.keys().isdisjoint(col.KEPT_BELOW)
        if self.kind == OldKind.AMOUNTS and is_odd and not self._rows_below(number):
            return SumsSoFar()
        return None

    def _repeats(
        self, number: int, cells: Mapping[str, str], own: Mapping[str, str], whole: Mapping[str, str]
    ) -> SumsSoFar | None:
        """Return the rows to which one comes that says when it was: an evening like them, or their sums."""
        amounts = self._readable(number, whole) or {}
        when = {*col.KEPT_BELOW, col.NUMBER, *self._seats_of(number)}
        if col.DATE not in cells or not any(amounts.values()) or not _are_amounts_only(cells.keys() - when):
            return None
        if col.DATE not in own:
            return self.sums.added_up(amounts)
        return self.sums.added_up(amounts, fewest=1) or self.sums.block_of(amounts)

    def _ends_here(self, number: int, whole: Mapping[str, str], *, again: bool) -> bool:
        """Return whether a part ends here: in the next row a day or place is written, or it adds up.

        Where these say it `again`, it has to be another day or place."""
        for below in self.sheet.below(number):
            found = self._codes_of(below)
            label = self.label(below, whole)
            if not found and label is None:
                continue
            if label is not None or (
                _are_amounts_only(found - {col.PERSON})
                and self.sums.added_up(self._readable(below, whole) or {}) is not None
            ):
                return True
            codes = self.sheet.columns.codes
            said = {code: self.sheet.cell(below, codes.index(code)) for code in found & {*col.KEPT_BELOW}}
            if again:
                return any(folded(text) != folded(whole.get(code, "")) for code, text in said.items())
            return bool(said)
        return True

    def _rows_below(self, number: int) -> bool:
        return any(map(self._codes_of, self.sheet.below(number)))

    def _codes_of(self, number: int, label: int | None = None) -> set[str]:
        """Return what the cells of a row mean that say anything, beside one of them."""
        codes = enumerate(self.sheet.columns.codes)
        return {code for place, code in codes if code and place != label and self.sheet.cell(number, place)}

    def _seats_of(self, number: int) -> dict[str, str]:
        """Return who is named in the row itself."""
        sheet = self.sheet
        places = {f"{col.PLAYER}{seat}": sheet.columns.place(f"{col.PLAYER}{seat}") for seat in col.SEATS}
        named = {code: sheet.cell(number, place) for code, place in places.items() if place is not None}
        return {code: name for code, name in named.items() if name}

    def _readable(self, number: int, whole: Mapping[str, str]) -> dict[str, Fraction] | None:
        """Return the amounts of a row; None, where one of them cannot be read."""
        found: dict[str, Fraction] = {}
        for name, place in self.sheet.whose(whole):
            try:
                text = "" if place is None else self.sheet.cell(number, place)
                amount = self.sheet.counted.points(text) if text else None
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
