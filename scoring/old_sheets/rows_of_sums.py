"""Which rows only add up those above: these are left out, so that nothing counts twice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from django.utils.translation import gettext as _

from scoring.models import OldKind
from scoring.names import folded
from scoring.old_sheets import columns as col
from scoring.old_sheets.sums import FEWEST_ADDED, OF_TABLE, LeftOut, Sums, SumsSoFar, field_of
from scoring.old_sheets.values import Odd
from scoring.old_sheets.worksheet import Worksheet, key_of

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
