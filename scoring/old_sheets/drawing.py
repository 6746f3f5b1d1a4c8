"""The worksheet as it is, and over it what was understood of every cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scoring.export.controls import letter
from scoring.names import folded
from scoring.old_sheets import worksheet as col
from scoring.old_sheets.blocks import DAYS, PEOPLE, SKIPPED, LocatedCell
from scoring.old_sheets.layouts import RolesBySheet, Workbook, worksheets_of
from scoring.old_sheets.people import Option
from scoring.old_sheets.values import choices, label, remark, words_of
from scoring.old_sheets.worksheet import DATE, LEFT_OUT, PERSON
from scoring.uploads.spreadsheets import CellRow

ROWS_AT_ONCE = 200
HEADING, DAY, AMOUNT, FIGURE = "heading", "day", "amount", "figure"
LEFT, UNREAD, WRONG = "left", "unread", "wrong"
STATES = choices("states")
ROLES_IN_WORDS = choices("roles")
_POTS = words_of("people", "pots")

Place = tuple[int, int, int]  # worksheet, row and column, from 0


class DrawnCell(NamedTuple):
    """A cell as it is, and what was understood."""

    text: str
    state: str  # empty: nothing stands there
    why: str = ""


class DrawnRow(NamedTuple):
    """A row with its number, as spreadsheets count it."""

    number: int
    mark: str  # what a tap on its number sends
    is_hidden: bool
    is_struck: bool
    cells: list[DrawnCell]


class DrawnBlock(NamedTuple):
    """A block in words, and whether it is read."""

    name: str
    reason: str
    is_read: bool


class DrawnWorksheet(NamedTuple):
    """A worksheet with as many rows as are drawn at once."""

    name: str
    number: int
    columns: list[tuple[str, str]]  # letter, and what a tap on it sends
    rows: list[DrawnRow]
    first: int  # of those that are drawn, from 0
    height: int

    @property
    def further(self) -> list[tuple[int, str]]:
        """Return the first row of each part that is drawn at once, and which rows these are."""
        parts = range(0, self.height, ROWS_AT_ONCE) if self.height > ROWS_AT_ONCE else ()
        return [
            (first, remark("rows", first=first + 1, last=min(first + ROWS_AT_ONCE, self.height)))
            for first in parts
            if first != self.first
        ]


class Understood(NamedTuple):
    """What was made of the cells of a file."""

    states: Mapping[Place, tuple[str, str]]
    unread: int
    blocks: tuple[DrawnBlock, ...]


def understood(
    book: Workbook,
    rows: Sequence[CellRow],
    heading: int,
    codes: Sequence[str],
    left_out: Mapping[int, str],
    wrong: Iterable[tuple[int, int | None, str]],
) -> Understood:
    """Return the state of every filled cell of the file.

    `rows` are those that are read, with cells that know where they stood; `left_out` says by row why it does
    not count, `wrong` by row and column what is wrong.
    """
    is_read = {book.read, *(book.together if book.is_together else ())}
    states: dict[Place, tuple[str, str]] = {}
    for block in book.blocks:
        if block.name in is_read or len(book.blocks) == 1:
            top = len(block.rows) if block.heading is None else block.heading + 1
            headings = (cell for row in block.rows[:top] for cell in row if isinstance(cell, LocatedCell))
            states |= {cell.at: (HEADING, "") for cell in headings}
            figures = (cell for row in block.lines for cell in row if isinstance(cell, LocatedCell))
            states |= {cell.at: (FIGURE, "") for cell in figures}
    for number, row in enumerate(rows):
        for place, cell in enumerate(row):
            if isinstance(cell, LocatedCell) and cell:
                states[cell.at] = _state(number, place, heading, codes, rows, left_out)
    for number, at, text in wrong:
        row = rows[number - 1] if number <= len(rows) else ()
        for place, cell in enumerate(row):
            is_meant = bool(cell) and at in (None, place)
            if isinstance(cell, LocatedCell) and is_meant and states[cell.at][0] != UNREAD:
                states[cell.at] = WRONG, text
    filled = {
        cell.at
        for sheet in worksheets_of(book)
        for row in sheet.rows
        for cell in row
        if cell and isinstance(cell, LocatedCell)
    }
    states |= {at: (UNREAD, str(STATES[UNREAD])) for at in filled - states.keys()}
    unread = sum(states[at][0] == UNREAD for at in filled)
    blocks = tuple(
        DrawnBlock(block.name, block.reason, block.name in is_read or len(book.blocks) == 1)
        for block in book.blocks
    )
    return Understood(states, unread, blocks)


def _state(
    number: int,
    place: int,
    heading: int,
    codes: Sequence[str],
    rows: Sequence[CellRow],
    left_out: Mapping[int, str],
) -> tuple[str, str]:
    if number <= heading:
        return HEADING, ""
    if number + 1 in left_out:
        return LEFT, left_out[number + 1]
    code = codes[place] if place < len(codes) else LEFT_OUT
    if code == LEFT_OUT:
        text = col.cell_in(rows[heading], place)
        if col.says_sums(text):
            return LEFT, remark("labelled")
        return (LEFT, remark("kitty")) if folded(text) in _POTS else (UNREAD, str(STATES[UNREAD]))
    if code == DATE:
        return DAY, ""
    return (AMOUNT, "") if code == PERSON or code.startswith(col.AMOUNT) else (FIGURE, "")


def drawn(book: Workbook, found: Understood, number: int, first: int) -> DrawnWorksheet | None:
    """Return a worksheet of the file with what was understood; None: it is too big to go with the form."""
    sheets = worksheets_of(book)
    if not sheets:
        return None
    number = number if 0 <= number < len(sheets) else 0
    sheet = sheets[number]
    first = first if 0 <= first < len(sheet.rows) else 0
    width = max(map(len, sheet.rows), default=0)
    rows = [
        DrawnRow(
            row + 1,
            f"{number}-row-{row}",
            row + 1 in sheet.hidden,
            row + 1 in sheet.struck,
            [*_cells(sheet.rows[row], width, found.states)],
        )
        for row in range(first, min(first + ROWS_AT_ONCE, len(sheet.rows)))
    ]
    columns = [(letter(place), f"{number}-column-{place}") for place in range(width)]
    return DrawnWorksheet(sheet.name, number, columns, rows, first, len(sheet.rows))


def _cells(row: CellRow, width: int, states: Mapping[Place, tuple[str, str]]) -> Iterator[DrawnCell]:
    for place in range(width):
        cell = col.cell_in(row, place)
        state, why = states[cell.at] if cell and isinstance(cell, LocatedCell) else ("", "")
        yield DrawnCell(cell, state, why)


# What somebody says of a row or a column


def roles_in(text: str) -> dict[int, dict[tuple[str, int], str]]:
    """Return the roles that a hidden field holds, by worksheet; anything else that stands there is nothing.

    >>> roles_in("0-row-4-people 1-column-2-skip nonsense 0-row-x-days")
    {0: {('row', 4): 'people'}, 1: {('column', 2): 'skip'}}
    """
    found: dict[int, dict[tuple[str, int], str]] = {}
    for said in text.split()[:500]:
        sheet, what, number, role = (*said.split("-"), "", "", "", "")[:4]
        are_numbers = all(part.isascii() and part.isdigit() and len(part) < 6 for part in (sheet, number))
        if are_numbers and what in ("row", "column") and role in (DAYS, PEOPLE, SKIPPED):
            found.setdefault(int(sheet), {})[what, int(number)] = role
    return found


def roles_with(text: str, change: str) -> str:
    """Return the text of the roles with one more; without a role what was said is taken back.

    >>> roles_with("0-row-4-people", "0-row-4-skip"), roles_with("0-row-4-people", "0-row-4-")
    ('0-row-4-skip', '')
    """
    mark = change.rpartition("-")[0]
    kept = [said for said in text.split() if roles_in(said) and said.rpartition("-")[0] != mark]
    return " ".join([*kept, change] if roles_in(change) else kept)


def role_options(mark: str, roles: RolesBySheet) -> list[Option]:
    """Return what a row or a column can be, as buttons send it."""
    sheet, what, number = (*mark.split("-"), "", "", "")[:3]
    chosen = roles.get(int(sheet), {}).get((what, int(number)), "")
    return [Option(f"{mark}-{code}", str(words), code == chosen) for code, words in ROLES_IN_WORDS.items()]


def mark_in_words(mark: str) -> str:
    """Return the row or the column that somebody has tapped; empty: none.

    >>> mark_in_words("0-row-x"), mark_in_words("")
    ('', '')
    """
    if not roles_in(f"{mark}-{SKIPPED}"):
        return ""
    _sheet, what, number = mark.split("-")
    if what == "row":
        return remark("here", number=int(number) + 1)
    return label("column", letter=letter(int(number)))
