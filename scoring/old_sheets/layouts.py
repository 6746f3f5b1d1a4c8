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
from scoring.uploads.spreadsheets import CellRow, Limits, RawWorksheet, UnreadableFile, demand_narrow, tidied
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
            there = remark("row", number=number) if where is None else cell_in(row, where)
            yield (*cells, *(said.get(_key(head), "") for head in heads), f"{self.name}, {there}")


MOST_BYTES = 1_800_000  # of the text that goes to and fro with the form; Django takes 2.5 MB
MOST_WORKSHEETS = 50
MOST_NAMED = 20  # hidden rows of each worksheet
LIMITS = Limits(rows=MOST_ROWS, columns=MOST_COLUMNS, cell=1000, unpacked=20_000_000)


class WrittenWorksheet(NamedTuple):
    """A worksheet as it is, as text, with the numbers of its hidden rows and of those struck through."""

    name: str
    text: str
    hidden: tuple[int, ...] = ()
    struck: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Workbook:
    """The worksheets of an uploaded file: the name of the one that is read, and the others as text."""

    read: str = ""  # its name; empty: there is only this one
    others: tuple[tuple[str, str], ...] = ()  # without text: cannot be read here
    unseen: tuple[tuple[str, tuple[int, ...]], ...] = ()  # hidden: a worksheet, or rows of one
    together: tuple[str, ...] = ()  # the name of all tables that are alike as one, and theirs
    raw: tuple[WrittenWorksheet, ...] = ()  # all worksheets as they are
    blocks: tuple[Block, ...] = field(default=(), compare=False)  # follow from these

    @property
    def text(self) -> str:
        """Return all of it as the text of one hidden field."""
        content = [self.read, self.others, self.unseen, self.together, self.raw]
        return json.dumps(content) if self.read or self.raw else ""

    @property
    def names(self) -> list[str]:
        """Return the names of those that can be read, beginning with the one that is."""
        return [self.read, *(name for name, text in self.others if text)]

    @property
    def summary(self) -> str:
        """Return which was read and which were not; empty, where there is but one."""
        if not self.others:
            return ""
        read = [*self.together[1:]] if self.is_together else [self.read]
        others = [name for name, _text in self.others if name not in (*read, *self.together[:1])]
        return remark("read_in_part" if others else "read", name=", ".join(read), others=", ".join(others))

    @property
    def is_together(self) -> bool:
        """Return whether several tables are read as one."""
        return self.read in self.together[:1]

    @property
    def hidden(self) -> str:
        """Return what is left out because nobody sees it in the spreadsheet; empty: nothing."""
        parts = []
        for name, rows in self.unseen:
            numbers = ", ".join(map(str, rows[:MOST_NAMED]))
            parts.append(remark("hidden_rows" if rows else "hidden_worksheet", rows=numbers, name=name))
        return remark("hidden", what="; ".join(parts)) if parts else ""

    @property
    def following(self) -> str:
        """Return the name of the next worksheet with headings that are understood; empty: none."""
        left = self.without(self.read).others
        return next((name for name, text in left if text and is_headed(rows_of_text(text))), "")

    def without(self, name: str) -> Workbook:
        """Return the book once this worksheet of it has come in: nothing that it was a part of is offered."""
        gone = {name, *(self.together if name in self.together[:1] else self.together[:1])}
        others = tuple(other for other in self.others if other[0] not in gone)
        return replace(self, others=others, together=())

    def instead(self, name: str, rows: Sequence[CellRow]) -> tuple[Workbook, list[CellRow]] | None:
        """Return the book with another one read; what was mended in this one is kept."""
        text_there = next((text for other, text in self.others if other == name and text), None)
        if text_there is None:
            return None
        this = self.read, text_of(rows)
        others = tuple(this if other[0] == name else other for other in self.others)
        return replace(self, read=name, others=others), rows_of_text(text_there)


def book_of_text(text: str) -> Workbook:
    """Return the book that a hidden field holds; refuse anything that no form would send."""
    try:
        read, others, unseen, together, *further = json.loads(text)
        pairs = tuple((str(name), str(found)) for name, found in others)[:MOST_WORKSHEETS]
        hidden = tuple((str(name), tuple(map(int, rows))) for name, rows in unseen)[:MOST_WORKSHEETS]
        parts = tuple(map(str, together))[: MOST_WORKSHEETS + 1]
        raw = tuple(
            WrittenWorksheet(str(name), str(rows), tuple(map(int, hidden)), tuple(map(int, struck)))
            for some in further[:1]
            for name, rows, hidden, struck in some[:MOST_WORKSHEETS]
        )
    except (TypeError, ValueError, RecursionError):
        return Workbook()
    return Workbook(read, pairs, hidden, parts, raw) if isinstance(read, str) else Workbook()


def worksheets_of(book: Workbook) -> list[RawWorksheet]:
    """Return all worksheets as they are, with cells that know where they stand."""
    return [
        RawWorksheet(sheet.name, located(rows_of_text(sheet.text), number), sheet.hidden, struck=sheet.struck)
        for number, sheet in enumerate(book.raw)
    ]


def located_rows(book: Workbook, roles: RolesBySheet) -> tuple[Workbook, list[CellRow]]:
    """Return the book with its blocks, and the rows that are read, whose cells know where they stand."""
    if not book.raw:
        return book, []
    found, rows = chosen_of(worksheets_of(book), roles)
    if found.read != book.read:
        rows = next((block.rows for block in found.blocks if block.name == book.read), [])
    return replace(found, read=book.read, together=book.together), rows


def with_mended(
    book: Workbook, before: Sequence[CellRow], mended: Sequence[CellRow], roles: RolesBySheet
) -> Workbook:
    """Return the book with cells that were mended in the rows that are read."""
    if not book.raw or [*before] == [*mended]:
        return book
    _book, rows = located_rows(book, roles)
    if [*rows] != [*before]:
        return book
    sheets = [[list(row) for row in sheet.rows] for sheet in worksheets_of(book)]
    for old, new, row in zip(before, mended, rows, strict=True):
        for place, cell in enumerate(row):
            text = cell_in(new, place)
            if isinstance(cell, LocatedCell) and text != cell_in(old, place):
                sheet, number, column = cell.at
                sheets[sheet][number][column] = text
    texts = [text_of([tuple(row) for row in sheet]) for sheet in sheets]
    raw = tuple(sheet._replace(text=text) for sheet, text in zip(book.raw, texts, strict=True))
    return replace(book, raw=raw)


def chosen_of(
    worksheets: Sequence[RawWorksheet], roles: RolesBySheet = NO_ROLES
) -> tuple[Workbook, list[CellRow]]:
    """Read are all that are alike, else the first with headings that are understood."""
    if len(worksheets) > MOST_WORKSHEETS:
        raise UnreadableFile(refusal("too_many_worksheets", most=MOST_WORKSHEETS))
    written = [worksheet for worksheet in worksheets if any(worksheet.rows) and not _is_ours(worksheet)]
    if not written:
        raise UnreadableFile(refusal("nothing_there"))
    raw = tuple(
        WrittenWorksheet(sheet.name, text_of(sheet.rows), sheet.hidden, sheet.struck) for sheet in written
    )
    blocks = [
        _with_whole_days(block)
        for number, sheet in enumerate(written)
        for block in blocks_in(sheet._replace(rows=located(sheet.rows, number)), roles.get(number, {}))
    ]
    written = [RawWorksheet(block.name, block.rows) for block in blocks]
    together: tuple[str, ...] = ()
    if (joined := joined_tables(blocks)) is not None:
        rows, names = joined
        whole = RawWorksheet(remark("all_tables"), rows)
        if _fitting(whole, MOST_BYTES // 2):
            written, together = [whole, *written], (whole.name, *names)
    chosen = next((table for table in written if is_headed(table.rows)), written[0])
    demand_fitting(chosen.rows)
    left = MOST_BYTES - len(text_of(chosen.rows).encode())
    others = []
    for table in written:
        if table is not chosen:
            text = _fitting(table, left)
            left -= len(json.dumps(text))
            others.append((table.name, text))
    unseen = tuple((sheet.name, sheet.hidden) for sheet in worksheets if sheet.hidden or sheet.is_hidden)
    if len(json.dumps(raw)) > max(left, MOST_BYTES // 2):
        raw = ()  # too much to go to and fro: it is read, and not drawn
    return Workbook(chosen.name, tuple(others), unseen, together, raw, tuple(blocks)), list(chosen.rows)


def _fitting(worksheet: RawWorksheet, left: int) -> str:
    try:
        demand_fitting(worksheet.rows)
    except UnreadableFile:
        return ""
    text = text_of(worksheet.rows)
    return text if len(json.dumps(text)) <= left else ""


def _is_ours(worksheet: RawWorksheet) -> bool:
    """Return whether it explains or controls another one, and nobody ever wrote anything there."""
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
