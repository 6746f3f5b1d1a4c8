"""The worksheets of a file: tables as clubs lay them out, made one with headings on top.

Several side by side, people in rows, a line for everybody and each evening, a year in many worksheets. One is
read, the others go to and fro with the form.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise

from django.utils.translation import gettext as _

from scoring.export.controls import explains_controls, letter
from scoring.names import folded
from scoring.old_sheets import values
from scoring.old_sheets import worksheet as col
from scoring.old_sheets.values import day_in, refusal, remark, words_of
from scoring.old_sheets.worksheet import MOST_COLUMNS, MOST_ROWS, cell_in, heading_row, is_headed, meaning_of
from scoring.uploads.spreadsheets import CellRow, Limits, RawWorksheet, UnreadableFile, demand_narrow, tidied
from scoring.web.language import in_every_language

FEWEST_DAYS = 2  # in a row of headings, of which each is that of an evening
_HAS_DIGIT = re.compile(r"\d")
_AS_FRACTIONS = {(1, 2), (1, 3), (2, 3), (2, 1), (3, 1), (3, 2)}  # days that spreadsheets make of 1/2 or 2/3
FEWEST_BESIDE = 3  # headings beside that of the day, in each of several tables
_NAMES = words_of("headings", "people")
_OF_HANDS = {col.CONTRACT, col.PARTNER, col.LINE, col.PREMIUMS}
_TABLES = tuple(words_of("titles", "tables"))


def tables_of(sheet: RawWorksheet) -> list[RawWorksheet]:
    """Return the tables of a worksheet, each by itself and the right way round."""
    blocks = list(_side_by_side(sheet.rows))
    names = [f"{sheet.name} {letter(first)}–{letter(end - 1)}".strip() for first, end in blocks]
    top = heading_row(sheet.rows)
    found = [_cut(sheet.rows, top, *block) for block in blocks] or [sheet.rows]
    return [
        sheet._replace(name=name, rows=list(table))
        for block, rows in zip(names or [sheet.name], found, strict=True)
        for name, table in _one_below_another(block, rows)
    ]


def _with_whole_days(sheet: RawWorksheet) -> RawWorksheet:
    """Return a table with the month and the year that its name or title says in days without them."""
    heading = _heading_of(sheet.rows)
    codes = [] if heading is None else [meaning_of(text) for text in sheet.rows[heading]]
    if heading is None or col.DATE not in codes:
        return sheet
    place, rows = codes.index(col.DATE), [*sheet.rows]
    title, above = sheet.name, {values.year_within(cell) for row in rows[:heading] for cell in row} - {""}
    if len(above) == 1 and not values.year_within(title):
        title = f"{title} {above.pop()}"
    for number in range(heading + 1, len(rows)):
        row = rows[number]
        if place < len(row):
            rows[number] = (*row[:place], values.day_completed(row[place], title), *row[place + 1 :])
    return sheet._replace(rows=rows)


def _key(heading: str) -> str:
    """Return what is the same for columns that mean the same."""
    code = meaning_of(heading)
    return folded(str(col.LABELS[code])) if code in col.KEPT_BELOW else folded(heading)


def _width(rows: Sequence[CellRow]) -> int:
    return max(map(len, rows), default=0)


# Side by side


def _side_by_side(rows: Sequence[CellRow]) -> Iterator[tuple[int, int]]:
    """Yield the first column of each of several tables and the one after its last; nothing: it is but one."""
    heading = heading_row(rows)
    head, width = rows[heading], _width(rows)
    gaps = [place for place in range(width) if not any(cell_in(row, place) for row in rows[heading:])]
    days = [place for place, text in enumerate(head) if meaning_of(text) == col.DATE]
    if len(days) >= FEWEST_DAYS:
        begins = [0]
        for before, day in pairwise(days):
            begins.append(max((gap + 1 for gap in gaps if before < gap < day), default=day))
    else:
        begins = [0, *(gap + 1 for gap in gaps)]
    blocks = [(first, end) for first, end in pairwise([*begins, width]) if any(head[first:end])]
    beside = [{folded(text) for text in head[first:end] if text} for first, end in blocks]
    if len(days) < FEWEST_DAYS and (days or any(block != beside[0] for block in beside)):
        return
    if len(blocks) > 1 and all(len(block) > FEWEST_BESIDE for block in beside):
        for first, end in blocks:
            yield first, max(place for place in range(first, end) if place not in gaps) + 1


def _cut(rows: Sequence[CellRow], heading: int, first: int, end: int) -> list[CellRow]:
    """Return some columns of the rows, all with their letters; a title alone in its row is that of all."""
    found: list[CellRow] = []
    for number, row in enumerate(rows):
        written = [cell for cell in row if cell]
        own = written if number < heading and len(written) == 1 else row[first:end]
        found.append((*[""] * first, *own) if any(own) else ())
    return found


# People in rows


def _one_below_another(name: str, rows: Sequence[CellRow]) -> Iterator[tuple[str, Sequence[CellRow]]]:
    """Yield each table with a row of days of its own: nobody is put among the days of another one."""
    top = range(min(len(rows), col.HIGHEST_HEADING))
    heading = next((row for row in top if len(_days_in(rows[row])) >= FEWEST_DAYS), None)
    if heading is None or any(col.DATE in map(meaning_of, head) for head in rows[:heading]):
        yield name, _gathered(rows) or rows
        return
    further = _further_days(rows, heading)
    begins = [0, *(_with_titles(rows, row) for row in further)]
    found = []
    for first, row, end in zip(begins, [heading, *further], [*begins[1:], len(rows)], strict=True):
        titles = rows[:heading] if first else []
        turned = _turned([*titles, *rows[first:end]], len(titles) + row - first)
        found.append((first, end, turned))
    if not further or not any(turned for _first, _end, turned in found):
        yield name, found[0][2] or _gathered(rows) or rows
        return
    for first, end, turned in found:
        span = remark("rows", first=first + 1, last=end)
        yield f"{name} ({span})" if name else span, turned or rows[first:end]


def _days_in(row: CellRow) -> list[int]:
    return [place for place, text in enumerate(row) if not text.isdigit() and day_in(text)]


def _further_days(rows: Sequence[CellRow], heading: int) -> list[int]:
    """Return the rows further down that name other days, or have other words where amounts stand."""
    first = _days_in(rows[heading])[0]
    labels = {folded(text) for text in rows[heading][:first]} - {""}
    found, is_beneath = list[int](), True  # what stands right below days can be Pkt and Stand
    for number in range(heading + 1, len(rows)):
        before, beside = rows[number][:first], rows[number][first:]
        is_labelled = not is_beneath and not labels.isdisjoint(map(folded, before))
        if rows[number] == rows[heading]:
            is_beneath = True
        elif is_labelled or _names_days(before, beside, rows[number - 1], is_beneath=is_beneath):
            found.append(number)
            is_beneath = True
        elif any(values.amount_in(cell) is not None for cell in beside if cell):
            is_beneath = False
    return found


def _names_days(before: CellRow, beside: CellRow, above: CellRow, *, is_beneath: bool) -> bool:
    """Return whether days or other words stand in a row, and no amounts."""
    if any(values.amount_in(cell) is not None for cell in beside if cell):
        return False
    written = list(filter(values.says_something, beside))
    days = [day for cell in written if (day := values.day_without_year(cell) or _day_and_month(cell))]
    if days:
        is_titled = not any(before) or any(map(_HAS_DIGIT.search, before)) or _is_title(above)
        return is_titled or not _AS_FRACTIONS.issuperset(days)
    return not is_beneath and not any(before) and len(written) >= FEWEST_DAYS


def _day_and_month(text: str) -> tuple[int, int] | None:
    day = day_in(text)
    return None if day is None else (day.day, day.month)


def _is_title(row: CellRow) -> bool:
    return sum(map(bool, row)) <= 1


def _with_titles(rows: Sequence[CellRow], row: int) -> int:
    """Return the number of the first of the rows right above this one that are empty or a title."""
    while _is_title(rows[row - 1]):
        row -= 1
    return row


def _turned(rows: Sequence[CellRow], heading: int) -> list[CellRow] | None:
    """Return the rows with people in the headings; None: there are no people below this row of days."""
    head = rows[heading]
    days = _days_in(head) or [place for place, text in enumerate(head) if values.day_without_year(text)]
    below = [row for row in rows[heading + 1 :] if any(row) and row != head]
    if not days or len(below) > MOST_COLUMNS - 2:
        return None
    named = [number for number in range(days[0]) if _are_names([cell_in(row, number) for row in below])]
    if not named:
        return None
    people = named[-1]
    found = [(str(col.LABELS[col.DATE]), *(cell_in(row, people) for row in below), str(col.WHERE))]
    has_words = folded(cell_in(below[0], people)) in {"", *_NAMES}
    head = _with_standings(head, below[0] if has_words else (), days)
    for place in range(days[0], _width(rows)):
        cells = [cell_in(row, place) for row in below]
        if any(cells) or cell_in(rows[heading], place):
            found.append((cell_in(head, place), *cells, remark("column", letter=letter(place))))
    return [*rows[:heading], *found]


def _with_standings(head: CellRow, beneath: CellRow, days: Sequence[int]) -> CellRow:
    """Return the row of days with what calls a column one of sums, such as Stand below the day beside Pkt.

    Of a column between two days about which nothing is said, or beside Pkt something else, nobody knows
    what it is.
    """
    found, day = [""] * days[0], ""
    has_amounts = any(map(col.says_amounts, beneath))
    for place in range(days[0], max(len(head), len(beneath))):
        text, word = cell_in(head, place), cell_in(beneath, place)
        day = text or day
        if word and col.word_of_sums(word, col.DATE):
            found.append(word)
        elif word and has_amounts and not col.says_amounts(word):
            found.append(remark("no_day"))
        else:
            found.append(text or (day if word else remark("no_day") if place < days[-1] else ""))
    return tuple(found)


def _are_names(cells: Sequence[str]) -> bool:
    written = [cell for cell in cells if cell]
    words = [cell for cell in written if not _is_amount(cell)]
    return len({*words}) > FEWEST_BESIDE and len(words) * 2 > len(written)


def _is_amount(text: str) -> bool:
    return values.amount_in(text) is not None or not values.says_something(text)


# A line for everybody


def _gathered(rows: Sequence[CellRow]) -> list[CellRow] | None:
    """Return a row for each evening, where each says what one person got; None: they do not."""
    heading = heading_row(rows)
    head = rows[heading]
    codes = [meaning_of(text) for text in head]
    people = [place for place, text in enumerate(head) if folded(text) in _NAMES]
    amounts = [place for place, text in enumerate(head) if col.says_amounts(text)]
    if col.DATE not in codes or len(people) != 1 or len(amounts) != 1 or _OF_HANDS & {*codes}:
        return None
    kept = [codes.index(code) for code in col.KEPT_BELOW if code in codes]
    above = [""] * len(kept)
    times: Counter[tuple[str, ...]] = Counter()
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
        above = [cell_in(row, place) or one for place, one in zip(kept, above, strict=True)]
        said = (*above, folded(name))
        times[said] += 1
        got.setdefault((*above, str(times[said])), {})[name] = number, amount
    if len(got) * 2 > sum(map(len, got.values())):
        return None  # hardly two of an evening
    names = list(dict.fromkeys(name for lines in got.values() for name in lines))
    if len(names) + len(kept) >= MOST_COLUMNS:
        return None
    found: list[CellRow] = [(*(head[place] for place in kept), *names, str(col.WHERE))]
    for key, lines in got.items():
        numbers = [number for number, _amount in lines.values()]
        there = remark("rows", first=numbers[0], last=numbers[-1])
        found.append((*key[:-1], *(lines.get(name, (0, ""))[1] for name in names), there))
    return [*rows[:heading], *found]


def end_table_in(rows: Sequence[CellRow], heading: int) -> list[tuple[str, str, str]]:
    """Return name, place and amount of everybody in an end table, which has no days; nothing: it is none."""
    head = rows[heading] if heading < len(rows) else ()
    places = dict[str, int]()
    for place, text in enumerate(head):
        for what in ("rank", "people", "season"):
            if folded(text) in words_of("headings", what) or (what == "season" and col.says_amounts(text)):
                places.setdefault(what, place)
    if col.DATE in map(meaning_of, head) or not {"people", "season"} <= places.keys():
        return []
    cells = [[cell_in(row, places.get(what, MOST_COLUMNS)) for what in places] for row in rows[heading + 1 :]]
    lines = [dict(zip(places, row, strict=True)) for row in cells]
    lines = [line for line in lines if line["people"] and not col.says_sums(line["people"])]
    if not all(_is_amount(line["season"]) for line in lines):
        return []
    return [(line["people"], line.get("rank", ""), line["season"]) for line in lines]


# Many worksheets


def joined_tables(sheets: Sequence[RawWorksheet]) -> tuple[list[CellRow], list[str]] | None:
    """Return the rows of all tables that are alike, one below the other, and the names of these tables.

    None: there is but one, or it cannot be said how they belong together: they tell of the same days.
    """
    found = [(table, _heading_of(table.rows)) for table in sheets]
    parts = [_TableToJoin(table, heading) for table, heading in found if heading is not None]
    parts = [part for part in parts if (part.day or col.DATE in part.codes) and not _days_in(part.head)]
    if len(parts) < FEWEST_DAYS or len({part.money for part in parts}) > 1:
        return None
    if len({col.CONTRACT in part.codes for part in parts}) > 1 or any(part.names_twice for part in parts):
        return None
    days = Counter(day for part in parts for day in part.days)
    are_tables = all(folded(part.name).startswith(_TABLES) and col.TABLE not in part.codes for part in parts)
    if max(days.values(), default=0) > 1 and not are_tables:
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


def _heading_of(rows: Sequence[CellRow]) -> int | None:
    """Return where the columns are named; else the first row of nothing but words; None: there is none."""
    if is_headed(rows):
        return heading_row(rows)
    for number, row in enumerate(rows[: col.HIGHEST_HEADING]):
        if sum(map(bool, row)) > FEWEST_BESIDE and not any(_is_amount(text) for text in row if text):
            return number
    return None


class _TableToJoin:
    """A table of a file, to be put below others; `names_twice`: two of its headings are the same."""

    def __init__(self, sheet: RawWorksheet, heading: int) -> None:
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
    def days(self) -> set[date]:
        if self.day:
            return {values.day_of(self.day)}
        place = self.codes.index(col.DATE)
        return {day for row in self.rows[self.heading + 1 :] if (day := day_in(cell_in(row, place)))}

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


@dataclass(frozen=True, slots=True)
class Workbook:
    """The worksheets of an uploaded file: the name of the one that is read, and the others as text."""

    read: str = ""  # its name; empty: there is only this one
    others: tuple[tuple[str, str], ...] = ()  # without text: cannot be read here
    unseen: tuple[tuple[str, tuple[int, ...]], ...] = ()  # hidden: a worksheet, or rows of one
    together: tuple[str, ...] = ()  # the name of all tables that are alike as one, and theirs

    @property
    def text(self) -> str:
        """Return all of it as the text of one hidden field."""
        return json.dumps([self.read, self.others, self.unseen, self.together]) if self.read else ""

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
        read, others, unseen, together = json.loads(text)
        pairs = tuple((str(name), str(found)) for name, found in others)[:MOST_WORKSHEETS]
        hidden = tuple((str(name), tuple(map(int, rows))) for name, rows in unseen)[:MOST_WORKSHEETS]
        parts = tuple(map(str, together))[: MOST_WORKSHEETS + 1]
    except (TypeError, ValueError, RecursionError):
        return Workbook()
    return Workbook(read, pairs, hidden, parts) if isinstance(read, str) else Workbook()


def chosen_of(worksheets: Sequence[RawWorksheet]) -> tuple[Workbook, list[CellRow]]:
    """Read are all that are alike, else the first with headings that are understood."""
    if len(worksheets) > MOST_WORKSHEETS:
        raise UnreadableFile(refusal("too_many_worksheets", most=MOST_WORKSHEETS))
    written = [worksheet for worksheet in worksheets if any(worksheet.rows) and not _is_ours(worksheet)]
    if not written:
        raise UnreadableFile(refusal("nothing_there"))
    written = [_with_whole_days(table) for sheet in written for table in tables_of(sheet)]
    together: tuple[str, ...] = ()
    if (joined := joined_tables(written)) is not None:
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
    return Workbook(chosen.name, tuple(others), unseen, together), list(chosen.rows)


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
