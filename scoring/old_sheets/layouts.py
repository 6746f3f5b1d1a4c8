"""The worksheets of a file: tables as clubs lay them out, made one with headings on top.

Several side by side, people in rows, a line for everybody and each evening, a year in many worksheets. One is
read, the others go to and fro with the form.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.export.controls import explains_controls
from scoring.names import folded
from scoring.old_sheets import values
from scoring.old_sheets import worksheet as col
from scoring.old_sheets.blocks import (
    FEWEST_WORDS,
    Block,
    LocatedCell,
    Roles,
    blocks_in,
    days_in,
    is_amount,
    located,
    reworded,
)
from scoring.old_sheets.values import day_in, refusal, remark, words_of
from scoring.old_sheets.worksheet import MOST_COLUMNS, MOST_ROWS, cell_in, heading_row, is_headed, meaning_of
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
NO_ROLES: RolesBySheet = {}
FEWEST_TABLES = 2  # that are alike
_TABLES = tuple(words_of("titles", "tables"))


def _with_whole_days(block: Block) -> Block:
    """Return a table with the month and the year that its name or title says in days without them."""
    heading, rows = _heading_of(block), [*block.rows]
    codes = [] if heading is None else [meaning_of(text) for text in rows[heading]]
    if heading is None or col.DATE not in codes:
        return block
    place = codes.index(col.DATE)
    title, above = block.name, {values.year_within(cell) for row in rows[:heading] for cell in row} - {""}
    if len(above) == 1 and not values.year_within(title):
        title = f"{title} {above.pop()}"
    for number in range(heading + 1, len(rows)):
        row = rows[number]
        if place < len(row):
            day = reworded(row[place], values.day_completed(row[place], title))
            rows[number] = (*row[:place], day, *row[place + 1 :])
    return block._replace(rows=rows)


def _key(heading: str) -> str:
    """Return what is the same for columns that mean the same."""
    code = meaning_of(heading)
    return folded(str(col.LABELS[code])) if code in col.KEPT_BELOW else folded(heading)


# Many worksheets


def joined_tables(blocks: Sequence[Block]) -> tuple[list[CellRow], list[str]] | None:
    """Return the rows of all tables that are alike, one below the other, and the names of these tables.

    None: there is but one. Apart stays whatever could tell of the same amounts again: the same people on the
    same days, other money, a list of hands.
    """
    found = [(block, _heading_of(block)) for block in blocks]
    tables = [_TableToJoin(block, heading) for block, heading in found if heading is not None]
    tables = [table for table in tables if table.has_days and not days_in(table.head)]
    are_tables = len(tables) >= FEWEST_TABLES and all(
        folded(table.name).startswith(_TABLES) and col.TABLE not in table.codes for table in tables
    )
    parts = list[_TableToJoin]()
    there: dict[date, set[str]] = {}
    for table in tables:
        is_other = parts and (table.money, table.tells_hands) != (parts[0].money, parts[0].tells_hands)
        is_again = any(not there.get(day, set()).isdisjoint(who) for day, who in table.days.items())
        if is_other or table.names_twice or (is_again and not are_tables):
            continue
        parts.append(table)
        for day, who in table.days.items():
            there[day] = there.get(day, set()) | who
    if len(parts) < FEWEST_TABLES:
        return None
    first = [str(col.LABELS[col.DATE])] if any(part.day for part in parts) else []
    first += [str(col.LABELS[col.TABLE])] if are_tables else []
    known = {_key(text): text for part in parts for text in part.head if text}
    heads = [text for key, text in known.items() if key not in {*map(_key, first), *col.WHERES}]
    if len(first) + len(heads) >= MOST_COLUMNS or sum(len(part.rows) for part in parts) > MOST_ROWS:
        return None
    titles = dict.fromkeys(title for title in parts[0].titles if all(title in part.titles for part in parts))
    said = (values.MONEY.search(title) for part in parts for title in (part.name, *part.titles))
    titles |= dict.fromkeys(money[0] for money in said if money)
    rows: list[CellRow] = [tuple(titles)[:MOST_COLUMNS]] if titles else []
    rows.append((*first, *heads, str(col.WHERE)))
    for part in parts:
        rows += part.below(first, heads)
    return rows, [part.name for part in parts]


def _heading_of(block: Block) -> int | None:
    """Return where the columns are named; else the first row of nothing but words; None: there is none."""
    rows = block.rows
    if block.heading is not None:
        return block.heading
    if is_headed(rows):
        return heading_row(rows)
    for number, row in enumerate(rows[: col.HIGHEST_HEADING]):
        if sum(map(bool, row)) > FEWEST_WORDS and not any(is_amount(text) for text in row if text):
            return number
    return None


class _TableToJoin:
    """A table of a file, to be put below others; `names_twice`: two of its headings are the same."""

    def __init__(self, sheet: Block, heading: int) -> None:
        self.name, self.rows, self.heading = sheet.name, sheet.rows, heading
        self.head = sheet.rows[self.heading]
        self.codes = [meaning_of(text) for text in self.head]
        self.titles = [cell for row in sheet.rows[: self.heading] for cell in row if cell]
        days = filter(None, map(values.day_within, (sheet.name, *self.titles)))
        self.day = "" if col.DATE in self.codes else next(days, "")
        rows = [(sheet.name,), *sheet.rows]
        self.money = values.money_in(rows, self.heading + 1, range(len(self.head)))
        self.names_twice = max(Counter(_key(text) for text in self.head if text).values()) > 1

    @property
    def has_days(self) -> bool:
        return bool(self.day) or col.DATE in self.codes

    @property
    def tells_hands(self) -> bool:
        return col.CONTRACT in self.codes

    @cached_property
    def days(self) -> dict[date, set[str]]:
        """Return its days, each with the headings under which anything stands."""
        found: dict[date, set[str]] = {}
        place = None if self.day else self.codes.index(col.DATE)
        day = values.day_of(self.day) if self.day else None
        for row in self.rows[self.heading + 1 :]:
            day = day if place is None else day_in(cell_in(row, place)) or day
            people = (at for at, code in enumerate(self.codes) if code is None)
            if day is not None:
                found.setdefault(day, set()).update(_key(self.head[at]) for at in people if cell_in(row, at))
        return found

    def below(self, first: Sequence[str], heads: Sequence[str]) -> Iterator[CellRow]:
        places = {_key(text): place for place, text in enumerate(self.head) if text}
        where = next((place for key, place in places.items() if key in col.WHERES), None)
        own = {_key(str(col.LABELS[col.DATE])): self.day, _key(str(col.LABELS[col.TABLE])): self.name}
        for number, row in enumerate(self.rows[self.heading + 1 :], self.heading + 2):
            if not any(row):
                continue
            said = {key: cell_in(row, place) for key, place in places.items()}
            cells = [said.get(key) or own[key] for key in map(_key, first)]
            line = next((cell.at[1] + 1 for cell in row if isinstance(cell, LocatedCell)), number)
            there = remark("row", number=line) if where is None else cell_in(row, where)
            yield (*cells, *(said.get(_key(head), "") for head in heads), f"{self.name}, {there}")


MOST_BYTES = 1_800_000  # of the text that goes to and fro with the form; Django takes 2.5 MB
MOST_WORKSHEETS = 50
MOST_NAMED = 20  # hidden rows of each worksheet
LIMITS = Limits(rows=MOST_ROWS, columns=MOST_COLUMNS, cell=1000, unpacked=20_000_000)


class SheetTable(NamedTuple):
    """A block, or all blocks that are alike below one another, with its headings on top."""

    name: str
    rows: list[CellRow]
    heading: int | None  # the row of headings; None: nobody knows
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Workbook:
    """The worksheets of an uploaded file as they are, and the tables that are found in them."""

    worksheets: tuple[RawWorksheet, ...] = ()  # without rows: too big to be read here
    unseen: tuple[tuple[str, tuple[int, ...]], ...] = ()  # hidden: a worksheet, or rows of one
    done: tuple[str, ...] = ()  # the names of the tables that have come in
    letters_are_open: bool = False  # of Windows or of DOS: nobody knows yet
    roles: RolesBySheet = field(default_factory=dict, compare=False)
    wanted: str = field(default="", compare=False)  # the name of the table that somebody asks for

    @property
    def text(self) -> str:
        """Return all of it as the text of one hidden field."""
        sheets = [(one.name, text_of(one.rows), *one[2:]) for one in self.worksheets]
        return json.dumps([sheets, self.unseen, self.done, self.letters_are_open], ensure_ascii=False)

    @cached_property
    def blocks(self) -> list[Block]:
        return [
            _with_whole_days(block)
            for number, sheet in enumerate(self.worksheets)
            if sheet.rows
            for block in blocks_in(
                sheet._replace(rows=located(sheet.rows, number)), self.roles.get(number, {})
            )
        ]

    @cached_property
    def tables(self) -> list[SheetTable]:
        """Return what can be read: first all tables that are alike as one, then each by itself."""
        found = [SheetTable(block.name, block.rows, block.heading, (block,)) for block in self.blocks]
        if (joined := joined_tables(self.blocks)) is not None:
            rows, names = joined
            parts = tuple(block for block in self.blocks if block.name in names)
            found.insert(0, SheetTable(remark("all_tables"), rows, None, parts))
        return found

    @cached_property
    def table(self) -> SheetTable:
        """Return the table that is read: the one that is asked for, else the first with headings."""
        left = [table for table in self.tables if not {table.name, *self._parts(table)} & {*self.done}]
        left = left or self.tables
        wanted = (table for table in left if table.name == self.wanted)
        return next(wanted, next((table for table in left if is_headed(table.rows)), left[0]))

    @staticmethod
    def _parts(table: SheetTable) -> list[str]:
        return [block.name for block in table.blocks]

    @property
    def read(self) -> str:
        return self.table.name

    @property
    def names(self) -> list[str]:
        """Return the names of the tables that can be read, beginning with the one that is."""
        return [
            self.read,
            *(table.name for table in self.tables if table.name not in (self.read, *self.done)),
        ]

    @property
    def whole(self) -> str:
        """Return the name of all tables that are alike as one; empty: there are none."""
        return next((table.name for table in self.tables if len(table.blocks) > 1), "")

    @property
    def is_together(self) -> bool:
        """Return whether several tables are read as one."""
        return len(self.table.blocks) > 1

    @property
    def summary(self) -> str:
        """Return which was read and which were not; empty, where there is but one."""
        read = self._parts(self.table)
        others = [block.name for block in self.blocks if block.name not in read]
        others += [sheet.name for sheet in self.worksheets if not sheet.rows]
        others = [name for name in others if name not in self.done]
        if not others and len(read) < FEWEST_TABLES:
            return ""
        return remark("read_in_part" if others else "read", name=", ".join(read), others=", ".join(others))

    @property
    def hidden(self) -> str:
        """Return the remark that hidden rows and worksheets are left out; empty if there are none."""
        parts = []
        for name, rows in self.unseen:
            numbers = ", ".join(map(str, rows[:MOST_NAMED]))
            parts.append(remark("hidden_rows" if rows else "hidden_worksheet", rows=numbers, name=name))
        return remark("hidden", what="; ".join(parts)) if parts else ""

    @property
    def following(self) -> Workbook | None:
        """Return the book once what was read has come in, if something in it is left; None: nothing."""
        after = replace(self, done=(*self.done, self.read, *self._parts(self.table)), wanted="")
        left = [table for table in self.tables if not {table.name, *self._parts(table)} & {*after.done}]
        return after if any(is_headed(table.rows) for table in left) else None

    def in_letters(self, encoding: str) -> Workbook:
        """Return the workbook in the encoding that was chosen; unchanged if there is nothing to choose."""
        if not self.letters_are_open or encoding not in ONE_BYTE:
            return self
        sheets = tuple(
            sheet._replace(rows=[tuple(in_letters(cell, encoding) for cell in row) for row in sheet.rows])
            for sheet in self.worksheets
        )
        return replace(self, worksheets=sheets, letters_are_open=False)

    def mended(self, cells: Mapping[tuple[int, ...], str]) -> Workbook:
        """Return the book with other texts in cells, by worksheet, row and column."""
        sheets = [[list(row) for row in sheet.rows] for sheet in self.worksheets]
        for (sheet, row, place), text in cells.items():
            if sheet < len(sheets) and row < len(sheets[sheet]) and place < MOST_COLUMNS:
                line = sheets[sheet][row]
                line += [""] * (place + 1 - len(line))
                line[place] = text[: LIMITS.cell]
        rows = ([tidied(row, LIMITS) for row in sheet] for sheet in sheets)
        pairs = zip(self.worksheets, rows, strict=True)
        return replace(self, worksheets=tuple(sheet._replace(rows=some) for sheet, some in pairs))


def in_letters(text: str, encoding: str) -> str:
    """Decode again, in the encoding given, a text that was read in the Windows one.

    >>> in_letters("Ren‚", "cp850")
    'René'
    """
    return text.encode(ONE_BYTE[0], "ignore").decode(encoding, "ignore")


def book_of_text(text: str) -> Workbook:
    """Return the book that a hidden field holds; refuse anything that no form would send."""
    try:
        sheets, unseen, done, letters_are_open = json.loads(text)
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
        book = Workbook(worksheets, hidden, tuple(map(str, done)), bool(letters_are_open))
    except (TypeError, ValueError, RecursionError):
        book = Workbook()
    if not any(sheet.rows for sheet in book.worksheets):
        raise UnreadableFile(refusal("nothing_there"))
    return book


def _look(look: Sequence[object]) -> CellLook:
    """Return how a cell looks, as a hidden field holds it."""
    row, place, colour, is_struck, comment, down, across = look
    return CellLook(
        int(str(row)),
        int(str(place)),
        str(colour) if colour in COLOURS else "",
        bool(is_struck),
        str(comment)[:MOST_OF_A_COMMENT],
        int(str(down)),
        int(str(across)),
    )


def book_of(worksheets: Sequence[RawWorksheet]) -> Workbook:
    """Return the book of what was read from a file; what does not fit into a form is only named."""
    if len(worksheets) > MOST_WORKSHEETS:
        raise UnreadableFile(refusal("too_many_worksheets", most=MOST_WORKSHEETS))
    written = [worksheet for worksheet in worksheets if any(worksheet.rows) and not _is_ours(worksheet)]
    if not written:
        raise UnreadableFile(refusal("nothing_there"))
    unseen = tuple((sheet.name, sheet.hidden) for sheet in worksheets if sheet.hidden or sheet.is_hidden)
    kept, left = list[RawWorksheet](), MOST_BYTES
    for sheet in written:
        try:
            demand_fitting(sheet.rows)
        except UnreadableFile:
            kept.append(sheet._replace(rows=[]))
            continue
        size = len(json.dumps([text_of(sheet.rows), sheet.looks], ensure_ascii=False).encode())
        kept.append(sheet if size <= left else sheet._replace(rows=[]))
        left -= size if size <= left else 0
    if not any(sheet.rows for sheet in kept):
        demand_fitting(written[0].rows)
        raise UnreadableFile(refusal("too_much_text"))
    return Workbook(tuple(kept), unseen)


def chosen_of(
    worksheets: Sequence[RawWorksheet], roles: RolesBySheet = NO_ROLES
) -> tuple[Workbook, list[CellRow]]:
    """Return the book, and the rows of the table of it that is read."""
    book = replace(book_of(worksheets), roles=roles)
    return book, list(book.table.rows)


def _is_ours(worksheet: RawWorksheet) -> bool:
    """Return whether a worksheet is one of our own that only explains or controls another one."""
    explanations = map(folded, in_every_language(lambda: _("How to fill it in")))
    return folded(worksheet.name) in explanations or explains_controls("".join(worksheet.rows[0][:1]))


def demand_fitting(rows: Sequence[CellRow]) -> None:
    """Refuse a book of which a part would be left away silently."""
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
