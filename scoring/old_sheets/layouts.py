"""The worksheets of a file: tables as clubs lay them out, made one with headings on top.

Several side by side, people in rows, a line for everybody and each evening, a year in many worksheets. One is
read, the others go to and fro with the form.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.names import folded
from scoring.old_sheets import values
from scoring.old_sheets import worksheet as col
from scoring.old_sheets.block import Block, reworded
from scoring.old_sheets.blocks import NAMES, Roles, blocks_in, located
from scoring.old_sheets.values import day_in, refusal, remark, words_of
from scoring.old_sheets.worksheet import MOST_COLUMNS, MOST_ROWS, cell_in, meaning_of
from scoring.uploads.spreadsheets import (
    COLOURS,
    MOST_LOOKS,
    MOST_OF_A_COMMENT,
    ONE_BYTE,
    CellLook,
    CellRow,
    Limits,
    RawWorksheet,
    UnreadableFile,
    demand_narrow,
    tidied,
    without_end,
)
from scoring.web.language import in_every_language

RolesBySheet = Mapping[int, Roles]
FEWEST_TABLES = 2  # that are alike
_TABLES = tuple(words_of("titles", "tables"))


def _with_whole_days(block: Block) -> Block:
    """Return a table with the month and the year that its name or title says in days without them."""
    if col.DATE not in block.meanings:
        return block
    date_column = block.meanings.index(col.DATE)
    title, above = block.name, {*map(values.year_within, block.titles)} - {""}
    if len(above) == 1 and not values.year_within(title):
        title = f"{title} {above.pop()}"
    rows = [*block.rows]
    for number, row in enumerate(block.below, block.heading + 1):
        if date_column < len(row):
            day = reworded(row[date_column], values.day_completed(row[date_column], title))
            rows[number] = (*row[:date_column], day, *row[date_column + 1 :])
    return replace(block, rows=rows)


# Tables that are read as one


def alike(blocks: Sequence[Block]) -> list[Block]:
    """Return the tables that are read as one; nothing: there is but one.

    Apart stays whatever could tell of the same amounts again: the same people on the same days, other money,
    a list of hands.
    """
    tables = [block for block in blocks if _can_be_joined(block)]
    joined, amounts = list[Block](), set[tuple[date, str]]()
    for block in tables:
        own_amounts = set() if are_tables_of_a_day(tables) else amounts_in(block)
        if amounts.isdisjoint(own_amounts) and _kind(block) == _kind(joined[0] if joined else block):
            joined.append(block)
            amounts |= own_amounts
    is_small = sum(len(block.rows) for block in joined) <= MOST_ROWS
    return joined if len(joined) >= FEWEST_TABLES and is_small else []


def _can_be_joined(block: Block) -> bool:
    """Return whether it has days, and headings, each once, of which none only says that names stand below."""
    heads = [folded(text) for text in block.head if text]
    names = {folded(text) for text in block.head if meaning_of(text) is None} & NAMES
    return block.has_days and not names and len({*heads}) == len(heads)


def are_tables_of_a_day(blocks: Sequence[Block]) -> bool:
    """Return whether each is called a table, such as Tisch 1, which no column says."""
    return len(blocks) >= FEWEST_TABLES and all(
        folded(block.name).startswith(_TABLES) and col.TABLE not in block.meanings for block in blocks
    )


def _kind(block: Block) -> tuple[frozenset[str], bool]:
    """Return the money of its amounts, and whether it is a list of hands."""
    rows = [(block.name,), *block.rows]
    money = values.money_in(rows, block.heading + 1, range(len(block.head)))
    return money, col.CONTRACT in block.meanings


def amounts_in(block: Block) -> set[tuple[date, str]]:
    """Return of whom anything stands there, on which day."""
    date_column = None if block.day else block.meanings.index(col.DATE)
    people = [at for at, meaning in enumerate(block.meanings) if meaning is None]
    cells, day = set[tuple[date, str]](), values.day_of(block.day) if block.day else None
    for row in block.below:
        day = day if date_column is None else day_in(cell_in(row, date_column)) or day
        if day is not None:
            cells.update((day, folded(block.head[at])) for at in people if cell_in(row, at))
    return cells


MOST_BYTES = 1_800_000  # of the text that goes to and fro with the form; Django takes 2.5 MB
MOST_WORKSHEETS = 50
MOST_NAMED = 20  # hidden rows of each worksheet
LIMITS = Limits(rows=MOST_ROWS, columns=MOST_COLUMNS, cell=1000, unpacked=20_000_000)


class SheetTable(NamedTuple):
    """A block, or all blocks that are read as one."""

    name: str
    blocks: tuple[Block, ...]

    @property
    def has_days(self) -> bool:
        return any(block.has_days for block in self.blocks)


@dataclass(frozen=True)
class UploadedWorkbook:
    """The worksheets of an uploaded file as they are, and the tables that are found in them."""

    worksheets: tuple[RawWorksheet, ...] = ()  # without rows: too big to be read here
    unseen: tuple[tuple[str, tuple[int, ...]], ...] = ()  # hidden: a worksheet, or rows of one
    imported: tuple[str, ...] = ()  # the names of the tables that have come in
    letters_are_open: bool = False  # of Windows or of DOS: nobody knows yet
    roles: RolesBySheet = field(default_factory=dict, compare=False)
    chosen: str = field(default="", compare=False)  # the name of the table that somebody asks for
    names: Collection[str] = field(default=(), compare=False)  # folded, of people of the club

    @property
    def text(self) -> str:
        """Return all of it as the text of one hidden field."""
        sheets = [(sheet.name, text_of(sheet.rows), *sheet[2:]) for sheet in self.worksheets]
        return json.dumps([sheets, self.unseen, self.imported, self.letters_are_open], ensure_ascii=False)

    @cached_property
    def blocks(self) -> list[Block]:
        return [
            _with_whole_days(block)
            for number, sheet in enumerate(self.worksheets)
            if sheet.rows
            for block in blocks_in(
                sheet._replace(rows=located(sheet.rows, number)), self.roles.get(number, {}), self.names
            )
        ]

    @cached_property
    def tables(self) -> list[SheetTable]:
        """Return what can be read: first all tables that are alike as one, then each by itself."""
        tables = [SheetTable(block.name, (block,)) for block in self.blocks]
        if together := alike(self.blocks):
            tables.insert(0, SheetTable(remark("all_tables"), tuple(together)))
        return tables

    @cached_property
    def table(self) -> SheetTable:
        """Return the table that is read: the one that is asked for, else the first with days."""
        left = [table for table in self.tables if not {table.name, *self._parts(table)} & {*self.imported}]
        left = left or self.tables
        chosen = (table for table in left if table.name == self.chosen)
        return next(chosen, next((table for table in left if table.has_days), left[0]))

    @staticmethod
    def _parts(table: SheetTable) -> list[str]:
        return [block.name for block in table.blocks]

    @property
    def read(self) -> str:
        return self.table.name

    @property
    def whole(self) -> str:
        """Return the name of all tables that are alike as one; empty: there are none."""
        return next((table.name for table in self.tables if len(table.blocks) > 1), "")

    @property
    def is_together(self) -> bool:
        """Return whether several tables are read as one."""
        return len(self.table.blocks) > 1

    @property
    def hidden(self) -> str:
        """Return the remark that hidden rows and worksheets are left out; empty if there are none."""
        parts = []
        for name, rows in self.unseen:
            numbers = ", ".join(map(str, rows[:MOST_NAMED]))
            parts.append(remark("hidden_rows" if rows else "hidden_worksheet", rows=numbers, name=name))
        return remark("hidden", what="; ".join(parts)) if parts else ""

    @property
    def following(self) -> UploadedWorkbook | None:
        """Return the workbook once what was read has come in, if something in it is left; None: nothing."""
        remaining = replace(self, imported=(*self.imported, self.read, *self._parts(self.table)), chosen="")
        left = [
            table for table in self.tables if not {table.name, *self._parts(table)} & {*remaining.imported}
        ]
        return remaining if any(table.has_days for table in left) else None

    def in_letters(self, encoding: str) -> UploadedWorkbook:
        """Return the workbook in the encoding that was chosen; unchanged if there is nothing to choose."""
        if not self.letters_are_open or encoding not in ONE_BYTE:
            return self
        sheets = tuple(
            sheet._replace(rows=[tuple(in_letters(cell, encoding) for cell in row) for row in sheet.rows])
            for sheet in self.worksheets
        )
        return replace(self, worksheets=sheets, letters_are_open=False)

    def mended(self, cells: Mapping[tuple[int, ...], str]) -> UploadedWorkbook:
        """Return the workbook with other texts in cells, by worksheet, row and column."""
        sheets = [[list(row) for row in sheet.rows] for sheet in self.worksheets]
        for (sheet, row, column), text in cells.items():
            if sheet < len(sheets) and row < len(sheets[sheet]) and column < MOST_COLUMNS:
                line = sheets[sheet][row]
                line += [""] * (column + 1 - len(line))
                line[column] = text[: LIMITS.cell]
        rows = ([tidied(row, LIMITS) for row in sheet] for sheet in sheets)
        pairs = zip(self.worksheets, rows, strict=True)
        return replace(self, worksheets=tuple(sheet._replace(rows=some) for sheet, some in pairs))


def in_letters(text: str, encoding: str) -> str:
    """Decode again, in the encoding given, a text that was read in the Windows one.

    >>> in_letters("Ren‚", "cp850")
    'René'
    """
    return text.encode(ONE_BYTE[0], "ignore").decode(encoding, "ignore")


def workbook_of_text(text: str) -> UploadedWorkbook:
    """Return the workbook that a hidden field holds; refuse anything that no form would send."""
    try:
        sheets, unseen, imported, letters_are_open = json.loads(text)
        hidden = tuple((str(name), tuple(map(int, rows))) for name, rows in unseen)[:MOST_WORKSHEETS]
        worksheets = tuple(
            RawWorksheet(
                str(name),
                without_end(rows_of_text(str(rows))),
                tuple(map(int, rows_hidden)),
                hidden_columns=tuple(map(int, columns)),
                looks=tuple(_look(look) for look in looks[:MOST_LOOKS]),
            )
            for name, rows, rows_hidden, _is_hidden, columns, looks in sheets[:MOST_WORKSHEETS]
        )
        workbook = UploadedWorkbook(worksheets, hidden, tuple(map(str, imported)), bool(letters_are_open))
    except (TypeError, ValueError, RecursionError):
        workbook = UploadedWorkbook()
    if not any(sheet.rows for sheet in workbook.worksheets):
        raise UnreadableFile(refusal("nothing_there"))
    return workbook


def _look(look: Sequence[object]) -> CellLook:
    """Return how a cell looks, as a hidden field holds it."""
    row, column, colour, is_struck, comment, down, across = look
    return CellLook(
        int(str(row)),
        int(str(column)),
        str(colour) if colour in COLOURS else "",
        bool(is_struck),
        str(comment)[:MOST_OF_A_COMMENT],
        int(str(down)),
        int(str(across)),
    )


def workbook_of(worksheets: Sequence[RawWorksheet]) -> UploadedWorkbook:
    """Return the workbook of what was read from a file; what does not fit into a form is only named."""
    if len(worksheets) > MOST_WORKSHEETS:
        raise UnreadableFile(refusal("too_many_worksheets", most=MOST_WORKSHEETS))
    written = [worksheet for worksheet in worksheets if any(worksheet.rows) and not _is_ours(worksheet)]
    if not written:
        raise UnreadableFile(refusal("nothing_there"))
    unseen = tuple((sheet.name, sheet.hidden) for sheet in worksheets if sheet.hidden or sheet.is_hidden)
    fitting, left = list[RawWorksheet](), MOST_BYTES
    for sheet in written:
        try:
            demand_fitting(sheet.rows)
        except UnreadableFile:
            fitting.append(sheet._replace(rows=[]))
            continue
        size = len(json.dumps([text_of(sheet.rows), sheet.looks], ensure_ascii=False).encode())
        fitting.append(sheet if size <= left else sheet._replace(rows=[]))
        left -= size if size <= left else 0
    if not any(sheet.rows for sheet in fitting):
        demand_fitting(written[0].rows)
        raise UnreadableFile(refusal("too_much_text"))
    return UploadedWorkbook(tuple(fitting), unseen)


# How worksheets of controls begin that workbooks exported by earlier versions still have.
CONTROLS = ("A zero means that everything adds up:", "Alles stimmt, wo Nullen stehen:")


def _is_ours(worksheet: RawWorksheet) -> bool:
    """Return whether a worksheet is one of our own that only explains or controls another one."""
    explanations = map(folded, in_every_language(lambda: _("How to fill it in")))
    return folded(worksheet.name) in explanations or "".join(worksheet.rows[0][:1]).startswith(CONTROLS)


def demand_fitting(rows: Sequence[CellRow]) -> None:
    """Refuse a workbook of which a part would be left away silently."""
    if len(rows) > MOST_ROWS:
        raise UnreadableFile(refusal("too_many_rows", most=MOST_ROWS))
    demand_narrow(rows, LIMITS)
    if len(text_of(rows).encode()) > MOST_BYTES:
        raise UnreadableFile(refusal("too_much_text"))


def text_of(rows: Sequence[CellRow]) -> str:
    """Return the rows in one hidden field; no cell has a tab or a break in it."""
    return "\n".join("\t".join(row) for row in rows)


def rows_of_text(text: str) -> list[CellRow]:
    """Return the rows that a hidden field holds, whatever was made of it on the way."""
    lines = text.replace("\r\n", "\n").replace("\0", "").split("\n")[: MOST_ROWS + 1]
    return [tidied(line.split("\t")[:MOST_COLUMNS], LIMITS) for line in lines]
