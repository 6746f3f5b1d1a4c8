"""The cells of a worksheet: what stands in them, whose they are, and where something is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.engine.sheet import BIGGEST_TABLE
from scoring.names import folded
from scoring.old_sheets import columns as col
from scoring.old_sheets.columns import FORMULA, ColumnMeanings, label_of, letter_of
from scoring.old_sheets.money import CountedIn
from scoring.uploads.spreadsheets import CellRow

MISTAKE = re.compile(
    r"(?:#(?:REF|NAME|VALUE|DIV/0|N/A|NULL|NUM|BEZUG|WERT|NV|ZAHL)[!?]?|(?:Err|Fehler):\d).*", re.IGNORECASE
)


key_of = lru_cache(maxsize=10_000)(folded)  # the same names stand in all rows


class Bad(NamedTuple):
    """Something to be mended: the row as the spreadsheet counts it, the column, what, and the cell.

    `among`: the columns of cells of which one has to be wrong, where nobody knows which.
    """

    row: int
    column: int | None
    label: str
    text: str
    cell: str
    among: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Worksheet:
    """Its rows, counted as the spreadsheet counts them, and everything that is wrong with them."""

    rows: Sequence[CellRow]
    heading: int  # counted from 0
    columns: ColumnMeanings
    counted: CountedIn = CountedIn()  # noqa: RUF009 - nothing in it can be changed
    whole: Mapping[str, str] = field(default_factory=dict)  # what holds for all rows
    bad: list[Bad] = field(default_factory=list)
    order: Sequence[int] = ()  # in which the rows below the headings are read; none: from top to bottom

    @property
    def top(self) -> int:
        """Return the number of the row with the headings."""
        return self.heading + 1

    def where(self, row: int) -> str:
        """Return where the row stood in the file; empty: where it stands here."""
        return self.cell(row, self.columns.where) if self.columns.where is not None else ""

    def tells_no_hand(self, row: int) -> bool:
        """Return whether a row of a sheet of this program tells something else than a hand."""
        place = self.columns.happening
        if place is None or not self.cell(row, place):
            return False
        place = self.columns.place(col.CONTRACT)
        return place is not None and not self.cell(row, place)

    def part(self, row: int) -> str:
        """Return the name of the worksheet from which a row was put below those of another one."""
        return self.where(row).rpartition(", ")[0]

    def below(self, row: int) -> Sequence[int]:
        """Return the numbers of the rows that follow."""
        if not self.order:
            return range(row + 1, len(self.rows) + 1)
        return self.order if row == self.top else self.order[self.order.index(row) + 1 :]

    def cell(self, row: int, place: int) -> str:
        cells = self.rows[row - 1] if row <= len(self.rows) else ()
        return cells[place] if place < len(cells) else ""

    def cells(self, row: int) -> dict[str, str] | None:
        """Return what stands in the row, by meaning; None: nothing, or something that no cell may hold."""
        found: dict[str, str] = {}
        good = True
        for place, code in enumerate(self.columns.codes):
            text = self.cell(row, place)
            if code == col.LEFT_OUT or not text:
                continue
            if FORMULA.match(text):
                self.at(row, place, unsolved(row, place), code)
                good = False
            elif MISTAKE.fullmatch(text):
                self.at(row, place, _("The spreadsheet shows an error here. Please correct it there."), code)
                good = False
            elif code != col.PERSON:
                found[code] = text
        return found if good else None

    def whose(self, cells: Mapping[str, str]) -> Iterator[tuple[str, int | None]]:
        """Return everybody of a row, with the column of their amount."""
        for place in self.columns.people:
            yield self.columns.headings[place], place
        for number in self.columns.seats:
            if name := cells.get(f"{col.PLAYER}{number}"):
                yield name, self.columns.place(f"{col.AMOUNT}{number}")

    def wrong(self, row: int, code: str, text: str) -> None:
        """Return a problem in the column that means this; in the whole row, where none does."""
        self.at(row, self.columns.place(code) if code else None, text, code)

    def at(self, row: int, place: int | None, text: str, code: str = "") -> None:
        """Return a problem in one cell."""
        heading = self.columns.headings[place] if place is not None else ""
        cell = "" if place is None else self.cell(row, place)
        self.bad.append(Bad(row, place, label_of(code, heading), text, cell))

    def wrong_amounts(self, row: int, cells: Mapping[str, str], text: str) -> None:
        """Return a problem in the amounts of the row: of many columns those with something in them."""
        places = [place for _name, place in self.whose(cells) if place is not None]
        filled = [place for place in places if self.cell(row, place)]
        among = filled if filled and len(places) > BIGGEST_TABLE else places
        self.bad.append(Bad(row, None, "", text, "", tuple(among)))

    def wrong_in_headings(self, label: str, text: str) -> None:
        """Return a problem with what the columns are said to be."""
        self.bad.append(Bad(self.top, None, label, text, ""))


def is_unusable(text: str) -> bool:
    """Return whether a text is what no cell may hold."""
    return bool(FORMULA.match(text) or MISTAKE.fullmatch(text))


def unsolved(row: int, place: int) -> str:
    """Return the sentence about a formula that no spreadsheet has worked out yet."""
    told = _(
        "In %(cell)s there is a formula without its result: please open the file once in Excel or "
        "LibreOffice, and save it there."
    )
    return told % {"cell": f"{letter_of(place)}{row}"}
