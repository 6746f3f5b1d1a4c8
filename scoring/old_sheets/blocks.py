"""Blocks: the tables of a worksheet, each proposed with its reason, and none of them guessed together.

A worksheet is shown as it is, and what was understood lies over it. A block is one table: its days along a
row or down a column, its people the other way, amounts where they meet. The rules, in this order:

* `headings_in` finds the rows that name days or people, by what stands in them and below them, or as somebody
  has said (`Roles`). A second row of other days or other people always begins a new block: nothing is ever
  moved to the days or people of another one, and a row of headings cannot be left out.
* `blocks_in` cuts the worksheet below each of them, and each strip where another column of days or names
  begins. Every cut is one small function, rows -> places.
* each block becomes a table with people across and days down: people down and days across are turned, a line
  for everybody and each evening is gathered, "Name | Points" is the evening of its title, gains and losses
  are one amount, a first name and a surname are one name, the days of a month get their month.

A cell that is moved stays the same object (`LocatedCell`), so that the page knows of every filled cell
whether it is in a block, left out with a reason, or not read at all, and counts these.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from scoring.engine.sheet import SMALLEST_TABLE
from scoring.export.texts import letter
from scoring.names import folded
from scoring.old_papers import mixed
from scoring.old_sheets import values
from scoring.old_sheets import worksheet as col
from scoring.old_sheets.block import Block, LocatedCell, reworded
from scoring.old_sheets.values import day_in, day_without_year, remark, words_of
from scoring.old_sheets.worksheet import MOST_COLUMNS, cell_in, heading_row, meaning_of
from scoring.uploads.spreadsheets import CellRow, RawWorksheet

DAYS, PEOPLE, SKIPPED = "days", "people", "skip"
COUNTED, SUM, KITTY, BEGINS, JOINED = "amount", "sum", "kitty", "begin", "join"
ROLES = (DAYS, PEOPLE, COUNTED, SUM, KITTY, SKIPPED, BEGINS, JOINED)  # of a row or a column
SUMMED = "Summe"  # what is read in a row of which somebody says that it adds up others
FEWEST_DAYS = 2  # in a row of headings, of which each is that of an evening
FEWEST_WORDS = 3  # in a row of people
FEWEST_BESIDE = 2  # headings beside that of the day, in each of several tables
NAMES, AMOUNTS = words_of("headings", "people"), "amounts"
SURNAMES, FIRST_NAMES = words_of("headings", "surname"), words_of("headings", "first_name")
GAINS, LOSSES = words_of("headings", "gain"), words_of("headings", "loss")
MONTHS, ALONE = words_of("headings", "month"), words_of("headings", "day_of_month")
OF_HANDS = {col.CONTRACT, col.PARTNER, col.LINE, col.PREMIUMS}
_AS_FRACTIONS = {(1, 2), (1, 3), (2, 3), (2, 1), (3, 1), (3, 2)}  # days that spreadsheets make of 1/2 or 2/3

Roles = Mapping[tuple[str, int], str]  # by "row" or "column" and number, from 0
NOTHING_SAID: Roles = {}


def located(rows: Sequence[CellRow], sheet: int) -> list[CellRow]:
    """Return the rows of a worksheet with cells that know where they stood."""
    width = _width(rows)
    return [
        tuple(
            LocatedCell.of(text, (sheet, row, column))
            for column, text in enumerate((*cells, *[""] * (width - len(cells))))
        )
        if any(cells)
        else ()
        for row, cells in enumerate(rows)
    ]


class HeadingRow(NamedTuple):
    """A row of headings, and whether it names days or people."""

    row: int
    what: str


def blocks_in(sheet: RawWorksheet, roles: Roles = NOTHING_SAID, names: Collection[str] = ()) -> list[Block]:
    """Return the tables of a worksheet, each by itself and the right way round.

    `names` are folded names of people of the club.
    """
    rows = list(sheet.rows)
    hidden = {number - 1 for number in sheet.hidden} - {number for what, number in roles if what == "row"}
    hands = _heading_of_hands(rows, roles)
    if hands is not None:
        rows = _without(rows, hidden - {hands})
        return [Block(sheet.name, _with_roles(rows, hands, PEOPLE, roles), hands, remark("block_hands"))]
    rows = _with_months(rows)
    headings = headings_in(rows, roles)
    rows = _without(rows, hidden - {heading.row for heading in headings})
    if not headings:
        top = heading_row(rows, names)
        return [Block(sheet.name, _with_roles(rows, top, PEOPLE, roles) if rows else [()], top)]
    blocks = []
    tops = [0, *(_with_titles(rows, heading.row) for heading in headings[1:])]
    for top, heading, end in zip(tops, headings, [*tops[1:], len(rows)], strict=True):
        if roles.get(("row", heading.row)) == SKIPPED:
            continue  # nothing below it belongs to the headings above
        titles = rows[: headings[0].row] if top else []
        strip = [*titles, *rows[top:end]]
        at = heading.row - top + len(titles)
        for first, last, part in _side_by_side(strip, at, heading.what, roles):
            labelled = _with_roles(part, at, heading.what, roles)
            whole, first_names = _with_whole_names(labelled, at)
            table, wheres, reason = _right_way_round(whole, at, heading.what, sheet.name)
            span = remark("rows", first=top + 1, last=end) if len(headings) > 1 else ""
            columns = f"{letter(first)}–{letter(last - 1)}" if last - first < _width(strip) else ""
            lines = tuple(part[at:]) if reason in (remark("block_lines"), remark("block_evening")) else ()
            lines += (first_names,)
            blocks.append(Block(_named(sheet.name, columns, span), table, at, reason, wheres, lines))
    return blocks or [Block(sheet.name, [()], 0)]


def _without(rows: Sequence[CellRow], hidden: Collection[int]) -> list[CellRow]:
    """Return the rows without hidden ones; hidden headings are still those of what is below them."""
    return [() if number in hidden else row for number, row in enumerate(rows)]


def _heading_of_hands(rows: Sequence[CellRow], roles: Roles) -> int | None:
    """Return the row of the headings of a list of hands; None: it is none."""
    people_rows = (number for (what, number), role in roles.items() if what == "row" and role == PEOPLE)
    heading = next((number for number in people_rows if number < len(rows)), heading_row(rows) if rows else 0)
    codes = {meaning_of(text) for text in rows[heading]} if rows else set()
    codes |= {role for (what, _column), role in roles.items() if what == "column"}
    is_one = bool(OF_HANDS & codes) or {col.NUMBER, col.DECLARER, col.RESULT} <= codes
    return heading if is_one else None


# As somebody has said


def _with_roles(rows: Sequence[CellRow], heading: int, what: str, roles: Roles) -> list[CellRow]:
    """Return the table with the roles applied: what is left out is emptied, headings are reworded."""
    table = [[*row, *[""] * (_width(rows) - len(row))] if any(row) else [] for row in rows]
    head = table[heading]
    for (kind, column), role in roles.items():
        if kind != "column" or column >= len(head):
            continue
        is_out = role in (SKIPPED, KITTY) or (role == SUM and what == PEOPLE)
        for row in table[heading + (what == DAYS) :] if is_out else ():
            if row:
                row[column] = reworded(row[column], "")
        word = next(iter(sorted(NAMES))) if role == PEOPLE else ""
        word = str(col.LABELS[col.DATE if role == DAYS else role]) if role in (DAYS, *col.LABELS) else word
        word = SUMMED if role == SUM and what == DAYS else word
        if word:
            head[column] = reworded(head[column], word)
            _unname(head, column, roles)
    row_roles = {number: role for (kind, number), role in roles.items() if kind == "row"}
    for number, row in enumerate(table):
        at = next((cell.at[1] for cell in row if isinstance(cell, LocatedCell)), number)
        role = row_roles.get(at, "")
        if number <= heading or not row:
            continue
        if role in (SKIPPED, KITTY, JOINED):
            kept_columns = _kept_below(head, row) if what == PEOPLE else ()
            row[:] = [
                cell if column in kept_columns else reworded(cell, "") for column, cell in enumerate(row)
            ]
        elif role == SUM:
            column = next((column for column, cell in enumerate(row) if cell and not is_amount(cell)), 0)
            row[column] = reworded(row[column], SUMMED)
    return [tuple(row) for row in table]


def _unname(head: list[str], column: int, roles: Roles) -> None:
    """Empty the other headings with the meaning of this one, unless they have a role of their own."""
    code = meaning_of(head[column])
    for other, text in enumerate(head):
        if code and other != column and ("column", other) not in roles and meaning_of(text) == code:
            head[other] = reworded(text, "")


def _kept_below(head: Sequence[str], row: Sequence[str]) -> list[int]:
    """Return the columns of a row that is left out whose cells say what empty ones below mean.

    Without a day, which has digits, a place is only a remark.
    """
    codes = {meaning_of(text): column for column, text in enumerate(head)}
    columns = [column for code, column in codes.items() if (code or "").startswith(col.PLAYER)]
    written = {code: row[codes[code]] for code in col.KEPT_BELOW if code in codes}
    if any(map(str.isdigit, written.get(col.DATE, ""))):
        return [*columns, *(codes[code] for code in written)]
    return [*columns, codes[col.TABLE]] if any(map(str.isdigit, written.get(col.TABLE, ""))) else columns


def _named(sheet: str, columns: str, span: str) -> str:
    name = f"{sheet} {columns}".strip()
    return f"{name} ({span})" if name and span else name or span


# Rows of headings


def headings_in(rows: Sequence[CellRow], roles: Roles = NOTHING_SAID) -> list[HeadingRow]:
    """Return the rows that name days or people; one that only repeats the headings above is none."""
    headings: list[HeadingRow] = []
    for number, row in enumerate(rows):
        role = roles.get(("row", number))
        if role in (COUNTED, SUM) or (role == JOINED and headings and not _names_others(row, rows, headings)):
            continue
        is_said = role in (DAYS, PEOPLE, BEGINS)
        what = role if role in (DAYS, PEOPLE) else _what_it_names(rows, number, headings)
        what = what or (role == BEGINS and (DAYS if days_in(row) else PEOPLE)) or ""
        if what and not (not is_said and headings and _repeats(row, rows[headings[-1].row])):
            if headings and not is_said and what == PEOPLE and _is_beneath(rows, headings[-1], number):
                continue
            headings.append(HeadingRow(number, what))
    return headings


def _names_others(row: CellRow, rows: Sequence[CellRow], headings: Sequence[HeadingRow]) -> bool:
    """Return whether a row names days, or people of the headings in other columns: it cannot be joined."""
    names = {
        (folded(cell), column)
        for heading in headings
        for column, cell in enumerate(rows[heading.row])
        if cell
    }
    known = {name for name, _column in names}
    others = [cell for column, cell in enumerate(row) if cell and (folded(cell), column) not in names]
    return len(days_in(row)) >= FEWEST_DAYS or any(folded(cell) in known for cell in others)


def _what_it_names(rows: Sequence[CellRow], number: int, above: Sequence[HeadingRow]) -> str:
    if names_days(rows, number) or (above and _breaks_days(rows, number, above[-1])):
        return DAYS
    if names_people(rows, number, is_first=not above):
        return PEOPLE
    return PEOPLE if above and _breaks_people(rows[number], rows[above[-1].row], above[-1].what) else ""


def _repeats(row: CellRow, heading: CellRow) -> bool:
    return [*filter(None, map(folded, row))] == [*filter(None, map(folded, heading))]


def _is_beneath(rows: Sequence[CellRow], heading: HeadingRow, number: int) -> bool:
    """Return whether a row right below headings says only what stands in their columns."""
    between = rows[heading.row + 1 : number]
    return not any(map(any, between)) and all(map(_is_kind_of_amounts, filter(None, rows[number])))


def _is_kind_of_amounts(text: str) -> bool:
    word = folded(text).strip(" ()[].:")
    return (
        col.says_amounts(text)
        or bool(col.word_of_sums(text, col.DATE))
        or word in GAINS | LOSSES | NAMES
        or meaning_of(text) is not None
    )


def names_days(rows: Sequence[CellRow], number: int) -> bool:
    """Return whether a row names several days and holds no amounts."""
    row = rows[number]
    days = days_in(row)
    is_named = any(folded(cell) in NAMES for cell in row[: days[0]]) if days else False
    if len(days) < FEWEST_DAYS and not is_named:
        return False
    others = [cell for column, cell in enumerate(row) if cell and column not in days]
    if any(values.amount_in(cell) is not None for cell in others) or col.DATE in map(meaning_of, others[1:]):
        return False
    pairs = {_day_and_month(row[column]) for column in days}
    if _AS_FRACTIONS.issuperset(pairs) and any(row[: days[0]]) and number:
        leading = [cell for cell in row[: days[0]] if cell]
        return any(folded(cell) in NAMES for cell in leading) or _is_title(rows[number - 1])
    return True


def days_in(row: CellRow) -> list[int]:
    """Return the columns of a row in which a day stands; numbers count as days only where all are."""
    days = [column for column, text in enumerate(row) if _is_written_day(text)]
    numbers = [column for column, text in enumerate(row) if text.isdigit() and day_in(text)]
    others = [text for column, text in enumerate(row) if text and column not in (*days, *numbers)]
    grow = all(int(row[left]) < int(row[right]) for left, right in pairwise(numbers))
    is_serial = len(numbers) >= FEWEST_DAYS and grow and all(map(_is_kind_of_heading, others))
    return sorted({*days, *numbers}) if is_serial else days


def _breaks_days(rows: Sequence[CellRow], number: int, heading: HeadingRow) -> bool:
    """Return whether other words stand where days and amounts did: whatever is below belongs to them."""
    row, head = rows[number], rows[heading.row]
    days, between = days_in(head), rows[heading.row + 1 : number]
    if heading.what != DAYS or not days or any(values.amount_in(cell) is not None for cell in row if cell):
        return False
    labels = {folded(cell) for cell in head[: days[0]] if cell}
    if not labels.isdisjoint(map(folded, row[: days[0]])) and any(row[days[0] :]):
        return any(map(any, between))
    words = [cell for cell in row[days[0] :] if values.says_something(cell)]
    has_amounts = any(values.amount_in(cell) is not None for other in between for cell in other if cell)
    return has_amounts and not any(row[: days[0]]) and len(words) >= FEWEST_DAYS


def _breaks_people(row: CellRow, head: CellRow, what: str) -> bool:
    """Return whether names stand where amounts do: those of the headings elsewhere, or nothing but words.

    Of words it takes as many as people at a table; beside the word for names or days, two.
    """
    people = {column: folded(text) for column, text in enumerate(head) if text and meaning_of(text) is None}
    cells = [(column, cell) for column, cell in enumerate(row) if cell and column in people]
    if what == DAYS or _repeats(row, head):
        return False
    if sum(folded(cell) in people.values() and folded(cell) != people[at] for at, cell in cells) >= 2:
        return True
    if any(values.amount_in(cell) is not None or col.is_unusable(cell) for _at, cell in cells):
        return False
    others = [cell for column, cell in enumerate(row) if cell and column not in people]
    words = {folded(cell) for _at, cell in cells if _is_word(cell) and not _is_kind_of_amounts(cell)}
    is_headed = any(folded(cell) in NAMES or meaning_of(cell) == col.DATE for cell in others)
    is_sum = any(col.word_of_sums(cell, col.LEFT_OUT) for cell in others)
    return not is_sum and len(words) >= (FEWEST_BESIDE if is_headed else SMALLEST_TABLE)


def _is_written_day(text: str) -> bool:
    """Return whether a cell is a day, and no number."""
    if not text or text.isdigit():
        return False
    return values.names_a_day(text) or bool(_is_short_day(text) and day_without_year(text))


def _is_short_day(text: str) -> bool:
    """Return whether a day without a year is written as no number is: 4.3. or 4. März."""
    return text.endswith(".") or any(map(str.isalpha, text))


def _day_and_month(text: str) -> tuple[int, int] | None:
    day = day_in(text)
    return (day.day, day.month) if day else day_without_year(text)


def names_people(rows: Sequence[CellRow], number: int, *, is_first: bool) -> bool:
    """Return whether a row has headings that are known, or words of which amounts stand below."""
    row = rows[number]
    written = [(column, cell) for column, cell in enumerate(row) if cell]
    words = {folded(cell): column for column, cell in written if _is_word(cell)}
    if any(values.amount_in(cell) is not None or values.names_a_day(cell) for _column, cell in written):
        return False
    if is_first and col.names_columns(row):
        return True
    codes = {meaning_of(cell) for _column, cell in written}
    if col.DATE in codes and len(words) > FEWEST_BESIDE:
        return True
    if any(col.word_of_sums(cell, col.LEFT_OUT) for _column, cell in written[:1]):
        return False
    is_of_points = any(col.says_amounts(cell) or folded(cell) in GAINS for cell in row)
    if any(word in NAMES for word in words) and is_of_points:
        return True
    below = next((other for other in rows[number + 1 :] if any(other)), ())
    if all(map(_is_kind_of_amounts, filter(None, below))):
        below = next((other for other in rows[number + 2 :] if any(other) and other != below), ())
    with_amounts = [
        column for column in words.values() if is_amount(cell_in(below, column)) and cell_in(below, column)
    ]
    return (
        len(words) >= FEWEST_WORDS
        and len(with_amounts) >= FEWEST_WORDS
        and 2 * len(with_amounts) > len(words)
    )


def _is_word(text: str) -> bool:
    return any(map(str.isalpha, text)) and values.says_something(text) and values.amount_in(text) is None


def is_amount(text: str) -> bool:
    """Return whether a cell holds an amount, or nothing."""
    return values.amount_in(text) is not None or not values.says_something(text)


def _is_title(row: CellRow) -> bool:
    return sum(map(bool, row)) <= 1


def _with_titles(rows: Sequence[CellRow], row: int) -> int:
    """Return the number of the first of the rows right above this one that are empty or a title."""
    while row and _is_title(rows[row - 1]) and not any(is_amount(text) for text in rows[row - 1] if text):
        row -= 1
    return row


def _width(rows: Sequence[CellRow]) -> int:
    return max(map(len, rows), default=0)


# Months whose days stand below or beside them


def _with_months(rows: Sequence[CellRow]) -> list[CellRow]:
    """Return the rows with the month in days of which it stands merged above them, or in a column before."""
    completed = [*rows]
    for number, (row, below) in enumerate(pairwise(rows)):
        months = {column: text for column, text in enumerate(row) if values.month_in(text)}
        others = [text for column, text in enumerate(row) if text and column not in months]
        alone = [column for column, text in enumerate(below) if values.WRITTEN["day_alone"].fullmatch(text)]
        captions = [text for column, text in enumerate(below) if text and column not in alone]
        are_plain = not any(values.amount_in(text) is not None for text in others) and len(others) <= 1
        are_headings = all(map(_is_kind_of_heading, captions))
        if months and are_plain and are_headings and len(alone) >= FEWEST_DAYS:
            completed[number + 1] = _days_of_months(below, months, alone)
    head = completed[heading_row(completed)] if completed else ()
    keys = [folded(text).strip(" .:") for text in head]
    if any(key in MONTHS for key in keys) and any(key in ALONE for key in keys):
        return _days_down(completed, keys)
    return completed


def _is_kind_of_heading(text: str) -> bool:
    return folded(text) in NAMES or bool(col.word_of_sums(text, col.DATE)) or col.says_amounts(text)


def _days_of_months(row: CellRow, months: Mapping[int, str], alone: Sequence[int]) -> CellRow:
    cells, month = [*row], ""
    for column, text in enumerate(row):
        month = months.get(column, month)
        if month and column in alone:
            cells[column] = reworded(text, values.day_completed(text, month))
    return tuple(cells)


def _days_down(rows: Sequence[CellRow], keys: Sequence[str]) -> list[CellRow]:
    """Return the rows with one day where month and day stand in two columns, the month only once."""
    heading = heading_row(rows)
    at_month = next(column for column, key in enumerate(keys) if key in MONTHS)
    at_day = next(column for column, key in enumerate(keys) if key in ALONE)
    completed, month = [*rows], ""
    head = [*rows[heading]]
    head[at_day], head[at_month] = reworded(head[at_day], str(col.LABELS[col.DATE])), ""
    completed[heading] = tuple(head)
    for number in range(heading + 1, len(rows)):
        cells = [*rows[number]]
        text = cell_in(rows[number], at_month)
        if text and not values.month_in(text):
            continue
        month = text or month
        if month and values.WRITTEN["day_alone"].fullmatch(cell_in(rows[number], at_day)):
            cells[at_day] = reworded(cells[at_day], values.day_completed(cells[at_day], month))
        if text:
            cells[at_month] = ""
        completed[number] = tuple(cells)
    return completed


# Side by side


def _side_by_side(
    rows: Sequence[CellRow], heading: int, what: str, roles: Roles
) -> Iterator[tuple[int, int, list[CellRow]]]:
    """Yield the first column of each of the tables of a strip, the one after its last, and its rows."""
    column_roles = {column: role for (kind, column), role in roles.items() if kind == "column"}
    width = _width(rows)
    proposed = {0, *(column for column in _begins(rows, heading, what) if column_roles.get(column) != JOINED)}
    begins = sorted(
        proposed | {column for column in column_roles if column_roles[column] == BEGINS and column < width}
    )
    blocks = [(first, end) for first, end in pairwise([*begins, width]) if any(rows[heading][first:end])]
    if len(blocks) < 2:
        yield 0, width, [*rows]
        return
    for first, end in blocks:
        last = (
            max(column for column in range(first, end) if any(cell_in(row, column) for row in rows[heading:]))
            + 1
        )
        yield first, last, _cut(rows, heading, first, last)


def _begins(rows: Sequence[CellRow], heading: int, what: str) -> list[int]:
    head, width = rows[heading], _width(rows)
    gaps = [column for column in range(width) if not any(cell_in(row, column) for row in rows[heading:])]
    if what == DAYS:
        keys = _columns_of_names(rows, heading)
    else:
        keys = [column for column, text in enumerate(head) if meaning_of(text) == col.DATE]
        if len(keys) < 2:
            keys = [column for column, text in enumerate(head) if folded(text) in NAMES]
        if len(keys) < 2 and _are_tables_apart(head, gaps):
            keys = [0, *(gap + 1 for gap in gaps if cell_in(head, gap + 1))]
    begins = [0]
    for previous, key in pairwise(keys):
        begin = max((gap + 1 for gap in gaps if previous < gap < key), default=key)
        if len([text for text in head[begins[-1] : begin] if text]) >= FEWEST_BESIDE:
            begins.append(begin)
    return begins


def _are_tables_apart(head: CellRow, gaps: Sequence[int]) -> bool:
    """Return whether the same words, with one for names, stand over every part between empty columns."""
    parts = [[*filter(None, map(folded, head[first:end]))] for first, end in pairwise([0, *gaps, len(head)])]
    parts = [part for part in parts if part]
    return len(parts) > 1 and all(part == parts[0] and set(part) & NAMES for part in parts)


def _columns_of_names(rows: Sequence[CellRow], heading: int) -> list[int]:
    """Return the columns right before days in which most cells are names: each begins a table."""
    days = days_in(rows[heading])
    below = [row for row in rows[heading + 1 :] if any(row)]
    columns: list[int] = []
    for column in range(_width(rows)):
        is_before_days = any(day > column for day in days)
        if column not in days and is_before_days and _are_names([cell_in(row, column) for row in below]):
            is_next = columns and not any(columns[-1] < day < column for day in days)
            columns = [*columns[:-1], columns[-1]] if is_next else [*columns, column]
    return columns


def _cut(rows: Sequence[CellRow], heading: int, first: int, end: int) -> list[CellRow]:
    """Return some columns of the rows, all with their letters; a title alone in its row is that of all."""
    cut_rows: list[CellRow] = []
    for number, row in enumerate(rows):
        written = [cell for cell in row if cell]
        own = written if number < heading and len(written) == 1 else row[first:end]
        cut_rows.append((*[""] * first, *own) if any(own) else ())
    return cut_rows


def _are_names(cells: Sequence[str]) -> bool:
    written = [cell for cell in cells if cell]
    words = [cell for cell in written if not is_amount(cell)]
    return len({*words}) >= FEWEST_WORDS and len(words) * 2 > len(written)


# The right way round


def _with_whole_names(rows: list[CellRow], heading: int) -> tuple[list[CellRow], CellRow]:
    """Return the rows with the first name before the surname, and the cells in which first names stood."""
    for number in range(heading, min(heading + 2, len(rows))):
        keys = {folded(text).strip(" .:"): column for column, text in enumerate(rows[number])}
        first = next((keys[word] for word in FIRST_NAMES if word in keys), None)
        last = next((keys[word] for word in SURNAMES if word in keys), None)
        if first is None or last is None:
            continue
        whole_rows = [list(row) for row in rows]
        whole_rows[number][last] = reworded(whole_rows[number][last], next(iter(sorted(NAMES))))
        for row in whole_rows[number + 1 :]:
            if cell_in(tuple(row), last):
                whole = f"{cell_in(tuple(row), first)} {row[last]}".strip()
                row[last] = reworded(row[last], whole)
        moved = tuple(row[first] for row in rows[number:] if cell_in(row, first))
        for row in whole_rows[number:]:
            if cell_in(tuple(row), first):
                row[first] = reworded(row[first], "")
        return [tuple(row) for row in whole_rows], moved
    return rows, ()


Wheres = Mapping[int, str]  # by the number of a row, from 0
AS_IT_STANDS: Wheres = {}
GatheredRow = tuple[CellRow, str]  # a row, and where in the file it comes from


def _right_way_round(
    rows: list[CellRow], heading: int, what: str, name: str
) -> tuple[list[CellRow], Wheres, str]:
    """Return a table with people across, where its rows come from, and in words how it was."""
    for code, evenings in (
        ("block_turned", _turned(rows, heading) if what == DAYS else None),
        ("block_lines", _gathered(rows, heading)),
        ("block_evening", _of_one_evening(rows, heading, name)),
    ):
        if evenings is not None:
            table = [*rows[:heading], *(cells for cells, _where in evenings)]
            wheres = {number: where for number, (_cells, where) in enumerate(evenings, heading) if where}
            return table, wheres, remark(code)
    rows = _with_pairs_beneath(_with_day_heading(rows, heading), heading)
    return rows, AS_IT_STANDS, remark("block_across")


def _turned(rows: Sequence[CellRow], heading: int) -> list[GatheredRow] | None:
    """Return the rows with people in the headings; None: there are no people below this row of days."""
    head, days = rows[heading], days_in(rows[heading])
    below = [row for row in rows[heading + 1 :] if any(row) and row != head]
    if not days or len(below) > MOST_COLUMNS - 2:
        return None
    named = [column for column in range(days[0]) if _holds_names(head, below, column)]
    if not named:
        return None
    names = [cell_in(row, named[-1]) for row in below]
    has_words = folded(cell_in(below[0], named[-1])) in {"", *NAMES}
    beneath = below[0] if has_words else ()
    turned: list[GatheredRow] = [((str(col.LABELS[col.DATE]), *names), "")]
    head = _with_sum_columns(head, beneath, days)
    pairs = _gains_and_losses(beneath)
    for column in range(days[0], _width(rows)):
        if column in pairs.values():
            continue
        cells = [cell_in(row, column) for row in below]
        if column in pairs:
            cells = ["", *(_less(cell_in(row, column), cell_in(row, pairs[column])) for row in below[1:])]
        if any(cells) or cell_in(rows[heading], column):
            turned.append(((cell_in(head, column), *cells), remark("column", letter=letter(column))))
    return turned


def _holds_names(head: CellRow, below: Sequence[CellRow], column: int) -> bool:
    """Return whether a column is one of names: most cells are words, or a word says so and there is one."""
    cells = [cell_in(row, column) for row in below]
    return _are_names(cells) or (folded(cell_in(head, column)) in NAMES and any(map(_is_word, cells)))


def _with_sum_columns(head: CellRow, beneath: CellRow, days: Sequence[int]) -> CellRow:
    """Return the row of days with what calls a column one of sums, such as Stand below the day beside Pkt.

    Of a column between two days about which nothing is said, or beside Pkt something else, nobody knows
    what it is.
    """
    cells, day = [""] * days[0], ""
    has_amounts = any(map(col.says_amounts, beneath))
    for column in range(days[0], max(len(head), len(beneath))):
        text, word = cell_in(head, column), cell_in(beneath, column)
        day = text or day
        if word and col.word_of_sums(word, col.DATE):
            cells.append(word)
        elif word and has_amounts and not col.says_amounts(word):
            cells.append(remark("no_day"))
        else:
            cells.append(text or (day if word else remark("no_day") if column < days[-1] else ""))
    return tuple(cells)


def _gains_and_losses(beneath: CellRow) -> dict[int, int]:
    """Return by the column of gains that of the losses beside it."""
    words = [folded(text).strip(" ()[].:") for text in beneath]
    return {
        column: column + 1
        for column, (word, following) in enumerate(pairwise(words))
        if word in GAINS and following in LOSSES
    }


def _less(gain: str, loss: str) -> str:
    """Return a gain less a loss, which is written with a minus or without; what is unreadable, as it stands.

    >>> _less("5", ""), _less("", "3"), _less("", "-3"), _less("viel", "")
    ('5', '-3', '-3', 'viel')
    """
    amounts = [values.amount_in(text) for text in (gain, loss)]
    if any(
        amount is None and values.says_something(text)
        for amount, text in zip(amounts, (gain, loss), strict=True)
    ):
        return f"{gain} {loss}".strip()
    if amounts == [None, None]:
        return ""
    difference = Fraction(amounts[0] or 0) - abs(Fraction(amounts[1] or 0))
    whole = mixed(difference).replace("−", "-")
    return reworded(gain if amounts[0] else loss, whole)


def _with_day_heading(rows: list[CellRow], heading: int) -> list[CellRow]:
    """Return the rows with a heading over the column of days, where none stands there."""
    head, below = rows[heading], [row for row in rows[heading + 1 :] if any(row)]
    if col.DATE in map(meaning_of, head):
        return rows
    for column in range(_width(rows)):
        days = [cell for row in below if (cell := cell_in(row, column))]
        are_days = [cell for cell in days if _is_written_day(cell)]
        if len(are_days) * 2 > len(days) and values.amount_in(cell_in(head, column)) is None:
            cells = [*head, *[""] * (column + 1 - len(head))]
            cells[column] = reworded(cells[column], str(col.LABELS[col.DATE]))
            return [*rows[:heading], tuple(cells), *rows[heading + 1 :]]
    return rows


def _with_pairs_beneath(rows: list[CellRow], heading: int) -> list[CellRow]:
    """Return the rows with one amount for everybody where gains and losses stand in two columns."""
    number = next((number for number in range(heading + 1, len(rows)) if any(rows[number])), None)
    pairs = {} if number is None else _gains_and_losses(rows[number])
    if not pairs or number is None:
        return rows
    paired = [*rows[: heading + 1], ()]
    for row in rows[number + 1 :]:
        cells = [*row, *[""] * (max(pairs.values()) + 1 - len(row))]
        for gain, loss in pairs.items():
            cells[gain], cells[loss] = _less(cells[gain], cells[loss]), ""
        paired.append(tuple(cells))
    return paired


# A line for everybody


def _gathered(rows: Sequence[CellRow], heading: int) -> list[GatheredRow] | None:
    """Return a row for each evening, where each says what one person got; None: they do not."""
    head = rows[heading]
    codes = [meaning_of(text) for text in head]
    people = [column for column, text in enumerate(head) if folded(text) in NAMES]
    amounts = [column for column, text in enumerate(head) if col.says_amounts(text)]
    if col.DATE not in codes or len(people) != 1 or len(amounts) != 1 or OF_HANDS & {*codes}:
        return None
    kept_columns = [codes.index(code) for code in col.KEPT_BELOW if code in codes]
    above = [""] * len(kept_columns)
    times: dict[tuple[str, ...], int] = {}
    got: dict[tuple[str, ...], dict[str, tuple[int, str]]] = {}  # row and amount, by name
    for number, row in enumerate(rows[heading + 1 :], heading + 2):
        name, amount = cell_in(row, people[0]), cell_in(row, amounts[0])
        if meaning_of(cell_in(row, codes.index(col.DATE))) == col.DATE:
            if row != head:
                return None  # other headings
            continue
        if not name or col.says_sums(name):
            if amount.strip("-–− 0,.€"):
                return None  # an amount of nobody, or a sum that is none
            continue
        above = [
            cell_in(row, column) or inherited for column, inherited in zip(kept_columns, above, strict=True)
        ]
        line_key = (*above, folded(name))
        times[line_key] = times.get(line_key, 0) + 1
        got.setdefault((*above, str(times[line_key])), {})[name] = number, amount
    if len(got) * 2 > sum(map(len, got.values())):
        return None  # hardly two of an evening
    names = list(dict.fromkeys(name for lines in got.values() for name in lines))
    if len(names) + len(kept_columns) >= MOST_COLUMNS:
        return None
    gathered: list[GatheredRow] = [((*(head[column] for column in kept_columns), *names), "")]
    for key, lines in got.items():
        numbers = [number for number, _amount in lines.values()]
        span = remark("rows", first=numbers[0], last=numbers[-1])
        gathered.append(((*key[:-1], *(lines.get(name, (0, ""))[1] for name in names)), span))
    return gathered


def _of_one_evening(rows: Sequence[CellRow], heading: int, name: str) -> list[GatheredRow] | None:
    """Return the evening of which a list says everybody's points, and its title or worksheet the day."""
    head = rows[heading]
    lines = _names_and_amounts(rows, heading)
    titles = [name, *(cell for row in rows[:heading] for cell in row if cell)]
    day = next(filter(None, map(values.day_within, titles)), "")
    if not lines or not day or col.DATE in map(meaning_of, head):
        return None
    names = [person for person, _amount, _row in lines]
    if len({*map(folded, names)}) < len(names) or len(names) >= MOST_COLUMNS - 2:
        return None
    span = remark("rows", first=lines[0][2], last=lines[-1][2])
    head = (str(col.LABELS[col.DATE]), *names)
    return [(head, ""), ((day, *(amount for _person, amount, _row in lines)), span)]


def _names_and_amounts(rows: Sequence[CellRow], heading: int) -> list[tuple[str, str, int]]:
    """Return name, amount and row of a list of people with one amount each; nothing: it is none."""
    head = rows[heading]
    keys = [folded(text).strip(" .:") for text in head]
    people = [column for column, key in enumerate(keys) if key in NAMES | SURNAMES]
    amounts = [column for column, text in enumerate(head) if col.says_amounts(text)]
    gains = [(column, column + 1) for column in _gains_and_losses(head)]
    if len(people) != 1 or (len(amounts) != 1) == (len(gains) != 1):
        return []
    lines = []
    for number, row in enumerate(rows[heading + 1 :], heading + 2):
        name = cell_in(row, people[0])
        amount = _less(*(cell_in(row, at) for at in gains[0])) if gains else cell_in(row, amounts[0])
        if not name or col.says_sums(name):
            if not name and amount.strip("-–− 0,.€"):
                return []
            continue
        lines.append((name, amount, number))
    return lines


def end_table_in(block: Block) -> list[tuple[str, str, str]]:
    """Return name, place and amount of everybody in an end table, which has no days; nothing: it is none."""
    head = block.head
    columns = dict[str, int]()
    for column, text in enumerate(head):
        for what in ("rank", "people", "season"):
            if folded(text) in words_of("headings", what) or (what == "season" and col.says_amounts(text)):
                columns.setdefault(what, column)
    if col.DATE in map(meaning_of, head) or not {"people", "season"} <= columns.keys():
        return []
    cells = [[cell_in(row, columns.get(what, MOST_COLUMNS)) for what in columns] for row in block.below]
    lines = [dict(zip(columns, row, strict=True)) for row in cells]
    lines = [line for line in lines if line["people"] and not col.says_sums(line["people"])]
    if not all(is_amount(line["season"]) for line in lines):
        return []
    return [(line["people"], line.get("rank", ""), line["season"]) for line in lines]
