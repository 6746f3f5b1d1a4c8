"""Which rows only add up those above: these are left out, so that nothing counts twice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.models import OldKind
from scoring.names import folded
from scoring.old_sheets import columns as col
from scoring.old_sheets.sums import OF_TABLE, LeftOut, Sums, SumsSoFar, field_of
from scoring.old_sheets.values import Odd, amount_of
from scoring.old_sheets.worksheet import Worksheet

COUNTS = "counts"  # said of a row that looks like one of sums
FEWEST_DATED = 2  # rows that say when they were; of a single one nothing is a habit


@dataclass
class RowsOfSums:
    """Those of a worksheet, judged from the top down by what has been read so far."""

    sheet: Worksheet
    kind: str
    sums: Sums
    asked: Mapping[str, str]  # which rows are said to count all the same
    left_out: list[LeftOut] = field(default_factory=list)
    dated: int = 0  # rows that are none, and say when they were

    def label(self, number: int, above: Mapping[str, str]) -> int | None:
        """Where a row calls itself a sum: its amounts would count once more. A hand is never one."""
        codes = self.sheet.columns.codes
        said = [
            place
            for place, code in enumerate(codes)
            if code in col.ADDING and col.says_sums(self.sheet.cell(number, place))
        ]
        if not said or not all(map(_stands_beside_sums, self._codes_of(number, said[0]))):
            return None
        plain = [one for one in said if not col.only_perhaps(self.sheet.cell(number, one), codes[one])]
        if plain:
            return plain[0]
        amounts = self._readable(number, {**above, **self._seats_of(number)})
        is_sum = amounts and (not any(amounts.values()) or self.sums.added_up(amounts))
        return said[0] if is_sum else None

    def beside(self, label: int, cells: Mapping[str, str]) -> dict[str, str]:
        """What a row of sums says of when, where and who, and its amounts."""
        code = self.sheet.columns.codes[label]
        return {one: text for one, text in cells.items() if one != code and one != col.NUMBER}

    def leaves_out(
        self,
        number: int,
        cells: Mapping[str, str],
        own: Mapping[str, str],
        whole: Mapping[str, str],
        label: int | None,
    ) -> bool:
        """Does the row only add up those above? It says so, or nothing but such numbers stands there."""
        added: SumsSoFar | None
        if label is not None:
            added = self._added_up_by(number, own, whole, label)
        elif not _are_amounts_only(own):
            return False
        else:
            added = self._seems_added_up(number, cells, own, whole)
            if added is None:
                return False
        counts = self.asked.get(field_of(number)) == COUNTS
        found = added or SumsSoFar()
        self.left_out.append(LeftOut(number, found.first, found.last, label is not None, counts))
        if counts:
            return False
        if added is None and label is not None:
            told = _(
                "This looks like a row of sums, and is not what the rows above add up to. Please check it."
            )
            self.sheet.at(number, label, told, self.sheet.columns.codes[label])
        self.sums.leave_out()
        return True

    def _added_up_by(
        self, number: int, own: Mapping[str, str], whole: Mapping[str, str], label: int
    ) -> SumsSoFar | None:
        """The rows that are added up by one that says so; None: it says something else."""
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
        """The rows that are added up by one that does not say so; None: it seems to be none."""
        added = self.sums.added_up(self._readable(number, whole) or {})
        if added is not None and self._ends_here(number, whole, again=len(own) < len(cells)):
            return added
        rows = len(self.sums.rows)
        is_odd = rows >= FEWEST_DATED and self.dated == rows and cells.keys().isdisjoint(col.KEPT_BELOW)
        if self.kind == OldKind.AMOUNTS and is_odd and not self._rows_below(number):
            return SumsSoFar()
        return None

    def _ends_here(self, number: int, whole: Mapping[str, str], *, again: bool) -> bool:
        """Is this the last row? Or does the next one say when or where it was, or what it adds up?

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
        """What the cells of a row mean that say anything, beside one of them."""
        codes = enumerate(self.sheet.columns.codes)
        return {code for place, code in codes if code and place != label and self.sheet.cell(number, place)}

    def _seats_of(self, number: int) -> dict[str, str]:
        """Who is named in the row itself."""
        sheet = self.sheet
        places = {f"{col.PLAYER}{seat}": sheet.columns.place(f"{col.PLAYER}{seat}") for seat in col.SEATS}
        named = {code: sheet.cell(number, place) for code, place in places.items() if place is not None}
        return {code: name for code, name in named.items() if name}

    def _readable(self, number: int, whole: Mapping[str, str]) -> dict[str, Fraction] | None:
        """The amounts of a row; None, where one of them cannot be read."""
        found: dict[str, Fraction] = {}
        for name, place in self.sheet.whose(whole):
            try:
                amount = None if place is None else amount_of(self.sheet.cell(number, place))
            except Odd:
                return None
            if amount is not None:
                found[folded(name)] = amount
        return found


def _stands_beside_sums(code: str) -> bool:
    """When, where, who and how much: whatever else stands in a row is of a hand."""
    return code in (col.PERSON, *col.OF_BOTH) or code.startswith((col.PLAYER, col.AMOUNT))


def _are_amounts_only(codes: Iterable[str]) -> bool:
    return all(code.startswith(col.AMOUNT) for code in codes)
