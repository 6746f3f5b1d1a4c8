"""The worksheet as it is, and over it what was understood of every cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scoring.export.texts import letter
from scoring.names import folded
from scoring.old_sheets import worksheet as col
from scoring.old_sheets.block import Block, LocatedCell, located_in
from scoring.old_sheets.blocks import (
    BEGINS,
    DAYS,
    JOINED,
    KITTY,
    PEOPLE,
    ROLES,
    SKIPPED,
    SUM,
)
from scoring.old_sheets.layouts import RolesBySheet, UploadedWorkbook
from scoring.old_sheets.people import Option
from scoring.old_sheets.values import choices, label, remark, words_of
from scoring.old_sheets.worksheet import DATE, LEFT_OUT, PERSON
from scoring.uploads.spreadsheets import CellLook, CellRow, RawWorksheet

ROWS_AT_ONCE = 200
HEADING, DAY, AMOUNT, FIGURE = "heading", "day", "amount", "figure"
LEFT, UNREAD, WRONG = "left", "unread", "wrong"
STATES = choices("states")
ROLES_IN_WORDS = choices("roles")
MOST_ROLES = 500
OUT = {SKIPPED: "gone", JOINED: "gone", KITTY: "kitty", SUM: "labelled"}  # and why it does not count
_POTS = words_of("people", "pots")

CellAddress = tuple[int, int, int]  # worksheet, row and column, from 0


class DrawnCell(NamedTuple):
    """A cell as it is, and what was understood."""

    text: str
    state: str  # empty: nothing stands there
    why: str = ""
    look: CellLook = CellLook(0, 0)

    @property
    def classes(self) -> str:
        """Return the classes of its look."""
        names = (f"is-{self.state}" if self.state else "", self.look.colour and f"tint-{self.look.colour}")
        return " ".join(filter(None, (*names, "is-struck" if self.look.is_struck else "")))


class DrawnRow(NamedTuple):
    """A row with its number, as spreadsheets count it."""

    number: int
    mark: str  # what a tap on its number sends
    is_hidden: bool
    cells: list[DrawnCell]


class DrawnWorksheet(NamedTuple):
    """A worksheet with as many rows as are drawn at once."""

    name: str
    number: int
    columns: list[tuple[str, str, bool]]  # letter, what a tap on it sends, and whether it is hidden
    rows: list[DrawnRow]
    first: int  # of those that are drawn, from 0
    height: int

    @property
    def other_parts(self) -> list[tuple[int, str]]:
        """Return the first row of each part that is drawn at once, and the numbers of its rows."""
        parts = range(0, self.height, ROWS_AT_ONCE) if self.height > ROWS_AT_ONCE else ()
        return [
            (first, f"{first + 1}–{min(first + ROWS_AT_ONCE, self.height)}")
            for first in parts
            if first != self.first
        ]


class Understood(NamedTuple):
    """What was made of the cells of a file."""

    states: Mapping[CellAddress, tuple[str, str]]
    unread: int


def understood(
    workbook: UploadedWorkbook,
    blocks: Sequence[Block],
    left_out: Mapping[int, str],
    wrong: Iterable[tuple[int, int | None, str]],
) -> Understood:
    """Return the state of every filled cell of the file.

    `blocks` are those that are read, with cells that know where they stood; `left_out` says by row why it
    does not count, `wrong` by row and column what is wrong.
    """
    states: dict[CellAddress, tuple[str, str]] = {}
    for block in blocks:
        states |= {cell.at: (FIGURE, "") for cell in located_in(block.lines)}
    rows = {block.above + number: row for block in blocks for number, row in enumerate(block.rows, 1)}
    for block in blocks:
        for number, row in enumerate(block.rows, block.above + 1):
            for column, cell in enumerate(row):
                if isinstance(cell, LocatedCell) and cell:
                    states[cell.at] = _state(number, column, block, left_out)
    for number, at, text in wrong:
        for column, cell in enumerate(rows.get(number, ())):
            is_meant = bool(cell) and at in (None, column)
            if isinstance(cell, LocatedCell) and is_meant and states.get(cell.at, ("",))[0] != UNREAD:
                states[cell.at] = WRONG, text
    filled = {
        (sheet, row, column)
        for sheet, raw in enumerate(workbook.worksheets)
        for row, cells in enumerate(raw.rows)
        for column, cell in enumerate(cells)
        if cell
    }
    for spot in filled:
        of_sheet = workbook.roles.get(spot[0], {})
        roles = (of_sheet.get(key, "") for key in (("row", spot[1]), ("column", spot[2])))
        out = next((role for role in roles if role in OUT), "")
        is_said = any(what == "row" and number == spot[1] for what, number in of_sheet)
        is_hidden = spot[1] + 1 in workbook.worksheets[spot[0]].hidden and not is_said
        if is_hidden and states.get(spot, ("",))[0] != HEADING:
            states[spot] = LEFT, remark("hidden_row")
        elif out and states.get(spot, ("",))[0] not in (HEADING, DAY):
            states[spot] = LEFT, remark(OUT[out])
    states |= {at: (UNREAD, str(STATES[UNREAD])) for at in filled - states.keys()}
    unread = sum(states[at][0] == UNREAD for at in filled)
    return Understood(states, unread)


def _state(number: int, column: int, block: Block, left_out: Mapping[int, str]) -> tuple[str, str]:
    if number <= block.top:
        return HEADING, ""
    if number in left_out:
        return LEFT, left_out[number]
    code = block.codes[column] if column < len(block.codes) else LEFT_OUT
    if code == LEFT_OUT:
        text = block.cell(block.top, column)
        if col.says_sums(text):
            return LEFT, remark("labelled")
        return (LEFT, remark("kitty")) if folded(text) in _POTS else (UNREAD, str(STATES[UNREAD]))
    if code == DATE:
        return DAY, ""
    return (AMOUNT, "") if code == PERSON or code.startswith(col.AMOUNT) else (FIGURE, "")


def drawn(workbook: UploadedWorkbook, cell_states: Understood, number: int, first: int) -> DrawnWorksheet:
    """Return a worksheet of the file with what was understood."""
    sheets = workbook.worksheets
    number = number if 0 <= number < len(sheets) else 0
    sheet = sheets[number]
    first = first if 0 <= first < len(sheet.rows) else 0
    width = max(map(len, sheet.rows), default=0)
    shown = range(first, min(first + ROWS_AT_ONCE, len(sheet.rows)))
    cells = _cells(sheet, number, shown, width, cell_states.states)
    rows = [
        DrawnRow(row + 1, f"{number}-row-{row}", row + 1 in sheet.hidden, some)
        for row, some in zip(shown, cells, strict=True)
    ]
    columns = [
        (letter(column), f"{number}-column-{column}", column in sheet.hidden_columns)
        for column in range(width)
    ]
    return DrawnWorksheet(sheet.name, number, columns, rows, first, len(sheet.rows))


def _cells(
    sheet: RawWorksheet,
    number: int,
    rows: range,
    width: int,
    cell_states: Mapping[CellAddress, tuple[str, str]],
) -> Iterator[list[DrawnCell]]:
    """Yield the cells of some rows; a merged one reaches over those beside and below it that are empty."""
    looks = {(look.row, look.column): _reaching(look, sheet.rows, rows, width) for look in sheet.looks}
    covered = {
        (look.row + below, look.column + right)
        for look in looks.values()
        for below in range(look.down)
        for right in range(look.across)
        if below or right
    }
    for row in rows:
        cells = []
        for column in range(width):
            if (row, column) not in covered:
                text = col.cell_in(sheet.rows[row], column)
                state = cell_states[number, row, column] if text else ("", "")
                cells.append(DrawnCell(text, *state, look=looks.get((row, column), CellLook(0, 0))))
        yield cells


def _reaching(look: CellLook, lines: Sequence[CellRow], rows: range, width: int) -> CellLook:
    """Return how a cell looks among the rows that are drawn: it reaches over empty cells only."""
    if look.row not in rows:
        return look._replace(down=1, across=1)
    down, across = min(look.down, rows.stop - look.row), min(look.across, width - look.column)
    others = [line[look.column : look.column + across] for line in lines[look.row : look.row + down]]
    is_free = sum(map(bool, (cell for line in others for cell in line))) <= 1
    return look._replace(down=down, across=max(1, across)) if is_free else look._replace(down=1, across=1)


# What somebody says of a row or a column


def mark_of(cells: Iterable[str]) -> str:
    """Return the mark of the row or column that holds these cells; empty if it is unknown."""
    addresses = [cell.at for cell in cells if isinstance(cell, LocatedCell)]
    if not addresses:
        return ""
    sheet, row, column = addresses[0]
    is_column = len({column for _sheet, _row, column in addresses}) == 1
    return f"{sheet}-column-{column}" if is_column else f"{sheet}-row-{row}"


def mark_of_column(rows: Sequence[CellRow], column: int) -> str:
    """Return the mark of the column of a table below its first row; of several ones that of the heading."""
    cells = [cell for row in rows if isinstance(cell := col.cell_in(row, column), LocatedCell)]
    is_turned = len({cell.at[1] for cell in cells}) == 1 < len(cells)
    return mark_of(cells if is_turned else cells[:1])


def cell_key_of(cell: str) -> str:
    """Return where a cell is, as the name of a field has it; empty if it is unknown."""
    return "-".join(map(str, cell.at)) if isinstance(cell, LocatedCell) else ""


def mark_and_role(change: str) -> tuple[str, str]:
    """Return the mark of a row or column, and the role given to it.

    >>> mark_and_role("0-row-4-people"), mark_and_role("0-column-2-")
    (('0-row-4', 'people'), ('0-column-2', ''))
    """
    *mark, role = (*change.split("-", 3), "", "", "", "")[:4]
    return "-".join(mark), role


def roles_in(text: str) -> dict[int, dict[tuple[str, int], str]]:
    """Return the roles that a hidden field holds, by worksheet; anything else that stands there is nothing.

    >>> roles_in("0-row-4-people 1-column-2-skip nonsense 0-row-x-days")
    {0: {('row', 4): 'people'}, 1: {('column', 2): 'skip'}}
    """
    roles: dict[int, dict[tuple[str, int], str]] = {}
    for entry in text.split()[:MOST_ROLES]:
        sheet, what, number, role = (*entry.split("-", 3), "", "", "", "")[:4]
        are_numbers = all(part.isascii() and part.isdigit() and len(part) < 6 for part in (sheet, number))
        if are_numbers and (role in ROLES if what == "row" else what == "column" and role):
            roles.setdefault(int(sheet), {})[what, int(number)] = role
    return roles


def roles_with(text: str, change: str) -> str:
    """Return the text of the roles with one changed; a change without a role removes it.

    >>> roles_with("0-row-4-people", "0-row-4-skip"), roles_with("0-row-4-people", "0-row-4-")
    ('0-row-4-skip', '')
    """
    mark, _role = mark_and_role(change)
    unchanged = [entry for entry in text.split() if roles_in(entry) and mark_and_role(entry)[0] != mark]
    return " ".join([*unchanged, change] if roles_in(change) else unchanged)


def roles_kept(text: str, earlier: Sequence[RawWorksheet], now: Sequence[RawWorksheet]) -> str:
    """Return the roles of a newer file: of equal rows of headings, of columns with the same first cell."""
    fitting = []
    for entry in filter(roles_in, text.split()):
        sheet, what, number, role = entry.split("-", 3)
        old, new = (sheets[int(sheet)].rows if int(sheet) < len(sheets) else [] for sheets in (earlier, now))
        at = int(number)
        if what == "row":
            is_same = at < len(old) and at < len(new) and old[at] == new[at]
            fitting += [entry] if is_same and role in (DAYS, PEOPLE, BEGINS) else []
        else:
            firsts = [_first_in(new, column) for column in range(max(map(len, new), default=0))]
            columns = [column for column, first in enumerate(firsts) if first and first == _first_in(old, at)]
            nearest = sorted(columns, key=lambda column: abs(column - at))[:1]
            fitting += [f"{sheet}-column-{column}-{role}" for column in nearest]
    return " ".join(fitting)


def _first_in(rows: Sequence[CellRow], column: int) -> str:
    return next(filter(None, (col.cell_in(row, column) for row in rows)), "")


def role_options(mark: str, roles: RolesBySheet) -> list[Option]:
    """Return what a row or a column can be, as buttons send it."""
    sheet, what, number = (*mark.split("-"), "", "", "")[:3]
    chosen = roles.get(int(sheet), {}).get((what, int(number)), "")
    return [Option(f"{mark}-{code}", str(words), code == chosen) for code, words in ROLES_IN_WORDS.items()]


def mark_in_words(mark: str) -> str:
    """Return the words for the row or column that was tapped; empty if none was.

    >>> mark_in_words("0-row-x"), mark_in_words("")
    ('', '')
    """
    if not roles_in(f"{mark}-{SKIPPED}"):
        return ""
    _sheet, what, number = mark.split("-")
    if what == "row":
        return remark("here", number=int(number) + 1)
    return label("column", letter=letter(int(number)))
