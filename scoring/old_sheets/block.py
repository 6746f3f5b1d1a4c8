"""A block: one table of a worksheet, with what its columns mean and everything that is wrong in it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from scoring.engine.sheet import BIGGEST_TABLE
from scoring.names import folded
from scoring.old_sheets import values
from scoring.old_sheets.values import CountedIn, without_money, words_of
from scoring.old_sheets.worksheet import (
    AMOUNT,
    CONTRACT,
    DATE,
    LEFT_OUT,
    PERSON,
    PLAYER,
    SEATS,
    cell_in,
    heads_again,
    label_of,
    meaning_of,
    says_amounts,
)
from scoring.uploads.spreadsheets import CellRow


class LocatedCell(str):
    """What stands in a cell, which knows where it stood: worksheet, row and column, from 0."""

    __slots__ = ("at",)
    at: tuple[int, int, int]

    @classmethod
    def of(cls, text: str, at: tuple[int, int, int]) -> LocatedCell:
        cell = cls(text)
        cell.at = at
        return cell


def reworded(cell: str, text: str) -> str:
    """Return what is read instead of a cell, which still stands where it stood."""
    return LocatedCell.of(text, cell.at) if isinstance(cell, LocatedCell) else text


def located_in(rows: Sequence[CellRow]) -> Iterator[LocatedCell]:
    """Yield the cells of these rows that know where they stood."""
    return (cell for row in rows for cell in row if isinstance(cell, LocatedCell))


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


@dataclass(frozen=True)
class Block:
    """A table of a worksheet, people across and days down: its rows, what its columns mean, why it is one.

    Of several that are read together the rows are counted on; those of the first as spreadsheets count them.
    """

    name: str
    rows: Sequence[CellRow]
    heading: int  # the row that names the columns, from 0
    reason: str = ""
    wheres: Mapping[int, str] = field(default_factory=dict)  # by row, where in the file it was gathered
    lines: tuple[CellRow, ...] = ()  # of a list that was gathered: what stands in them is read
    codes: tuple[str, ...] = ()  # what its columns mean
    counted: CountedIn = CountedIn()  # noqa: RUF009 - nothing in it can be changed
    whole: Mapping[str, str] = field(default_factory=dict)  # what holds for all rows
    way: str = ""  # what its amounts are; empty: as in the others
    above: int = 0  # rows of the blocks above it
    bad: list[Bad] = field(default_factory=list)

    @cached_property
    def cell_key(self) -> str:
        """Return where it begins, for the names of fields: worksheet, row and column."""
        first = next(located_in(self.rows[self.heading :]), None)
        return self.name if first is None else "-".join(map(str, first.at))

    @property
    def head(self) -> CellRow:
        return self.rows[self.heading]

    @property
    def below(self) -> Sequence[CellRow]:
        """Return the rows below the headings."""
        return self.rows[self.heading + 1 :]

    @property
    def titles(self) -> list[str]:
        """Return what stands above the headings."""
        return [cell for row in self.rows[: self.heading] for cell in row if cell]

    @cached_property
    def meanings(self) -> list[str | None]:
        """Return what its headings name, as far as they say so themselves."""
        return [*map(meaning_of, self.head)]

    @property
    def day(self) -> str:
        """Return the day in its name or a title, that of all its rows; empty: they have their own."""
        days = map(values.day_within, (self.name, *self.titles))
        return "" if DATE in self.meanings else next(filter(None, days), "")

    @property
    def has_days(self) -> bool:
        """Return whether its rows say days, or its name or a title one for all of them."""
        return DATE in self.meanings or bool(self.day)

    @cached_property
    def headings(self) -> tuple[str, ...]:
        """Return what stands above each column, whatever its amounts are counted in."""
        return tuple(map(without_money, (*self.head, *[""] * len(self.codes))[: len(self.codes)]))

    def column_of(self, code: str) -> int | None:
        return self.codes.index(code) if code in self.codes else None

    def _headed(self, words: Collection[str]) -> int | None:
        return next((column for column, text in enumerate(self.headings) if folded(text) in words), None)

    @property
    def people(self) -> list[int]:
        """Return the columns that belong to people."""
        return [column for column, code in enumerate(self.codes) if code == PERSON]

    @property
    def amounts(self) -> list[int]:
        """Return the columns in which amounts stand."""
        return [column for column, code in enumerate(self.codes) if code == PERSON or code.startswith(AMOUNT)]

    @property
    def seats(self) -> list[int]:
        """Return the numbers of the seats that have a column for the name."""
        return [number for number in SEATS if f"{PLAYER}{number}" in self.codes]

    @property
    def top(self) -> int:
        """Return the number of the row with the headings."""
        return self.above + self.heading + 1

    @property
    def numbers(self) -> range:
        """Return the numbers of the rows below the headings."""
        return range(self.top + 1, self.above + len(self.rows) + 1)

    def row(self, number: int) -> CellRow:
        return self.rows[number - self.above - 1] if number - self.above <= len(self.rows) else ()

    def tells_no_hand(self, row: int) -> bool:
        """Return whether a row of a sheet of this program tells something else than a hand."""
        happening, contract = self._headed(words_of("headings", "happening")), self.column_of(CONTRACT)
        if happening is None or contract is None:
            return False
        return bool(self.cell(row, happening)) and not self.cell(row, contract)

    @cached_property
    def kinds_of_rows(self) -> set[int]:
        """Return the columns without a meaning that say Pkt in some row: Stand in another one adds up."""
        unread = [column for column, code in enumerate(self.codes) if code == LEFT_OUT]
        return {column for column in unread if any(says_amounts(cell_in(row, column)) for row in self.below)}

    def repeats_headings(self, row: int) -> bool:
        """Return whether a row says once more what the columns are."""
        return heads_again(self.row(row), self.head, self.amounts)

    def cell(self, row: int, column: int) -> str:
        return cell_in(self.row(row), column)

    def whose(self, cells: Mapping[str, str]) -> Iterator[tuple[str, int | None]]:
        """Return everybody of a row, with the column of their amount."""
        for column in self.people:
            yield self.headings[column], column
        for number in self.seats:
            if name := cells.get(f"{PLAYER}{number}"):
                yield name, self.column_of(f"{AMOUNT}{number}")

    def wrong(self, row: int, code: str, text: str) -> None:
        """Note a problem in the column that means this; in the whole row, where none does."""
        self.at(row, self.column_of(code) if code else None, text, code)

    def at(self, row: int, column: int | None, text: str, code: str = "") -> None:
        """Note a problem in one cell."""
        heading = self.headings[column] if column is not None else ""
        cell = "" if column is None else self.cell(row, column)
        self.bad.append(Bad(row, column, label_of(code, heading), text, cell))

    def wrong_amounts(self, row: int, cells: Mapping[str, str], text: str) -> None:
        """Note a problem in the amounts of the row: of many columns those with something in them."""
        columns = [column for _name, column in self.whose(cells) if column is not None]
        filled = [column for column in columns if self.cell(row, column)]
        among = filled if filled and len(columns) > BIGGEST_TABLE else columns
        self.bad.append(Bad(row, None, "", text, "", tuple(among)))

    def wrong_in_headings(self, label: str, text: str) -> None:
        """Note a problem with the meanings of the columns."""
        self.bad.append(Bad(self.top, None, label, text, ""))
