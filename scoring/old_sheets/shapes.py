"""What the rows and columns of a worksheet are: days, people, sums, or open questions.

Read as if days run down and people across; of a table with days across, rows and columns change places first.
One table is read: nothing below or beside a second heading counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from django.utils.translation import gettext as _

from scoring.export.texts import letter
from scoring.names import folded
from scoring.old_sheets.days import (
    WRITTEN,
    WrittenDay,
    day_of_month,
    day_within,
    is_day,
    written_day,
    year_within,
)
from scoring.old_sheets.grid import (
    ACROSS,
    DOWN,
    OPENING,
    READ,
    SKIP,
    Answers,
    GridLine,
    GridProblem,
    LineRole,
    SheetGrid,
)
from scoring.old_sheets.numbers import ABSENT, UnreadableNumber, is_number, number_of
from scoring.old_sheets.words import mentions, money_in, name_in, says, says_sum
from scoring.uploads.spreadsheets import RawWorksheet

CROSSINGS, LIST, EVENING = "crossings", "list", "evening"
LOWEST_HEADING = 20  # rows down the headings of a list may stand
MOST_REFUSALS = 50  # of a worksheet
MOST_NAMED = 5  # cells in a sentence
ROW, COLUMN = "row", "column"
OTHER_WAY = {ROW: COLUMN, COLUMN: ROW}


Numbers = Mapping[str, Fraction]  # of a row, by name


def is_word(text: str) -> bool:
    """Return whether a cell has words: no number, no day, no formula without a result."""
    is_other = text.lower() in ABSENT or is_day(text) or is_number(text) or text[:1] in "=＝#"
    return any(map(str.isalpha, text)) and not is_other


def is_figure(text: str) -> bool:
    """Return whether a cell holds a number, or what should be one."""
    return text.lower() not in ABSENT and not is_word(text) and not is_day(text)


def is_filled(text: str) -> bool:
    """Return whether a cell has a figure, perhaps followed by words.

    >>> is_filled("5"), is_filled("5 DM"), is_filled("1,5k"), is_filled("2. Runde"), is_filled("Runde 2")
    (True, True, True, False, False)
    """
    return is_figure(text) or bool(WRITTEN["spoilt"].match(text) and is_word(text))


def is_heading(text: str) -> bool:
    """Return whether a cell can be a heading, even a letter that elsewhere means an absence."""
    return is_word(text) or text.isalpha()


def _are_paired(lines: Iterable[Sequence[str]]) -> bool:
    """Return whether points and running totals of the same people are side by side."""
    return any(any(says(word, "amount") for word in line) and any(map(says_sum, line)) for line in lines)


class Shape:
    """One worksheet: what its rows and columns are, and the numbers of each row that counts."""

    def __init__(
        self, raw: RawWorksheet, index: int, answers: Answers, pattern: Shape | None, prefix: str
    ) -> None:
        self.raw, self.index, self.answers, self.prefix = raw, index, answers, prefix
        self.pattern = pattern  # the first worksheet of those alike: its columns are tapped for all
        self.kind = ""
        self.is_turned = self.has_begun = False
        self.cells: list[list[str]] = []
        self.roles: dict[str, list[LineRole]] = {ROW: [], COLUMN: []}
        self.head = 0
        self.day_column: int | None = None
        self.who: int | None = None  # the column of names in a list
        self.figures: list[int] = []  # columns of numbers
        self.names: dict[int, str] = {}  # by column
        self.days: dict[int, WrittenDay] = {}  # by row
        self.words: dict[int, str] = {}  # the whole days of rows that are evenings
        self.undated: list[int] = []
        self.numbers: dict[LineRole, dict[int, dict[str, Fraction]]] = {
            role: {} for role in (LineRole.COUNTS, LineRole.OPENING, LineRole.SUM)
        }
        self.refusals: list[GridProblem] = []
        self.refused_rows: set[int | None] = set()
        if not self.is_skipped:
            width = max(map(len, raw.rows))
            self.cells = [[*row, *[""] * (width - len(row))] for row in raw.rows]
            self._read()

    @property
    def is_tapped(self) -> bool:
        """Return whether the whole worksheet is left out by its button."""
        return self.answers.get("sheet", self.index) == SKIP

    @property
    def is_skipped(self) -> bool:
        """Return whether the worksheet is not read, by a mark or because it has no figures."""
        return self.is_tapped or not any(is_filled(cell) for row in self.raw.rows for cell in row)

    # Where something stands, and how it is marked

    def _kind(self, kind: str) -> str:
        return OTHER_WAY[kind] if self.is_turned else kind

    def lines(self, kind: str, *indexes: int) -> str:
        """Return the words for rows or columns of the worksheet."""
        names = [str(index + 1) if self._kind(kind) == ROW else letter(index) for index in indexes]
        if self._kind(kind) == ROW:
            words = _("Row %(names)s") if len(names) == 1 else _("Rows %(names)s")
        else:
            words = _("Column %(names)s") if len(names) == 1 else _("Columns %(names)s")
        return self.prefix + words % {"names": ", ".join(names)}

    def _cell(self, row: int, column: int) -> str:
        row, column = (column, row) if self.is_turned else (row, column)
        return f"{letter(column)}{row + 1}"

    def named(self, sentence: str) -> str:
        """Return a sentence that begins with the worksheet's name, if there are several."""
        return f"{self.raw.name.replace('%', '%%')}: {sentence}" if self.prefix else sentence

    def problem(
        self, sentence: str, row: int | None = None, column: int | None = None, **fields: str
    ) -> GridProblem:
        """Return a sentence about a row or a cell that begins with its location."""
        where = "" if row is None else self.lines(ROW, row)
        if row is not None and column is not None:
            where = self.prefix + _("Cell %(cell)s") % {"cell": self._cell(row, column)}
        return GridProblem(sentence % {"where": where, **fields})

    def refuse(self, sentence: str, row: int | None = None, column: int | None = None, **fields: str) -> None:
        """Report why a row or a cell is not read, with its location; of very many only the first."""
        self.refused_rows.add(row)
        if len(self.refusals) < MOST_REFUSALS:
            self.refusals.append(self.problem(sentence, row, column, **fields))

    @cached_property
    def hidden(self) -> set[tuple[str, int]]:
        """Return the filled rows and columns that are hidden, and rows with a comment or struck through."""
        rows = {number - 1 for number in self.raw.hidden}
        rows |= {look.row for look in self.raw.looks if look.is_struck or look.comment}
        hidden = {(ROW, row) for row in rows if row < len(self.raw.rows) and any(self.raw.rows[row])}
        filled = {column for row in self.raw.rows for column, cell in enumerate(row) if cell}
        return hidden | {(COLUMN, column) for column in self.raw.hidden_columns if column in filled}

    def mark(self, kind: str, index: int) -> str:
        """Return the mark of a row or column; worksheets of the same columns share those of the first."""
        mark = self.answers.get(self._kind(kind), self.index, index)
        first = self.pattern
        if not mark and first is not None and kind == COLUMN and first.is_turned == self.is_turned:
            head = slice(first.head, first.head + 1)
            mark = first.mark(kind, index) if self.cells[head] == first.cells[head] else ""
        return mark

    def is_out(self, kind: str, index: int) -> bool:
        """Return whether a row or column is left out, by its own mark or as a hidden one."""
        mark = self.mark(kind, index)
        is_hidden = (self._kind(kind), index) in self.hidden and self.answers.get("hidden") == SKIP
        return mark == SKIP or (not mark and is_hidden)

    # Titles

    @property
    def titles(self) -> list[str]:
        """Return the name of the worksheet and the cells above the headings."""
        return [self.raw.name, *(cell for row in self.cells[: self.head] for cell in row if cell)]

    @cached_property
    def texts(self) -> set[str]:
        """Return the name of the worksheet and all its cells, without columns that are left out."""
        roles = enumerate(self.roles[COLUMN])
        columns = [column for column, role in roles if role != LineRole.SKIPPED]
        return {self.raw.name, *(cells[column] for cells in self.cells for column in columns)}

    @property
    def arrangement(self) -> tuple[str, bool, bool, str]:
        """Return the properties that let worksheets share their answers."""
        is_of_debts = any(mentions(title, "debts") for title in self.titles)
        return self.kind, self.is_turned, is_of_debts, money_in(self.texts)

    @property
    def own_day(self) -> str:
        """Return the day that a title proposes for all rows; empty without one."""
        return next(filter(None, map(day_within, self.titles)), "")

    @property
    def own_year(self) -> int | None:
        """Return the year that the name of the worksheet or its titles propose; None: none, or several."""
        years = {year for title in self.titles[1:] if (year := year_within(title))}
        return year_within(self.raw.name) or (years.pop() if len(years) == 1 else None)

    # Days

    def day_at(self, row: int, column: int) -> WrittenDay | None:
        """Return the day in a cell; below or beside a heading of days it may be abbreviated."""
        text = self.cells[row][column]
        if not text or (day := written_day(text)):
            return day if text else None
        if not {(ROW, row), (COLUMN, column)} & self._of_days:
            return None
        return written_day(text, is_loose=True) or day_of_month(text, self.raw.name)

    def day_text(self, row: int) -> str:
        """Return the day of a row as it is written."""
        return self.cells[row][self.day_column or 0]

    def day_of(self, row: int) -> WrittenDay | None:
        """Return the day that stands in a row."""
        return None if self.day_column is None else self.day_at(row, self.day_column)

    @cached_property
    def _of_days(self) -> set[tuple[str, int]]:
        """Return the rows and columns that begin with a word for days, or for people beside days."""
        lines = [(ROW, row, tuple(cells)) for row, cells in enumerate(self.cells)]
        lines += [(COLUMN, column, cells) for column, cells in enumerate(zip(*self.cells, strict=True))]
        return {
            (kind, index)
            for kind, index, cells in lines
            if says(next(filter(None, cells), ""), "name")
            or any(says(cell, "day") for cell in cells[:LOWEST_HEADING])
        }

    @cached_property
    def _lacks_years(self) -> bool:
        days = map(self.day_of, range(len(self.cells)))
        return any(day is not None and day.year is None for day in days)

    def _has_days_across(self) -> bool:
        """Return whether more numbers stand below days than beside them."""
        days = [
            (row, column)
            for row, cells in enumerate(self.cells)
            for column in range(len(cells))
            if self.day_at(row, column)
        ]
        if not days:
            return False
        row, column = (Counter(line).most_common(1)[0][0] for line in zip(*days, strict=True))
        across = sum(sum(map(is_number, self.cells[at])) for at, where in days if where == column)
        below = sum(is_number(cells[at]) for where, at in days if where == row for cells in self.cells[row:])
        return below > across

    # Which kind of table it is

    def _read(self) -> None:
        if any(map(self._holds_hands, range(len(self.cells[0])))):
            sentence = _("These are single hands, which are written at the table. Only totals come in here.")
            self.refuse(self.named(sentence))
        elif not self._read_list():
            proposed = ACROSS if self._has_days_across() else DOWN
            self.is_turned = (self.answers.get("turn", self.index) or proposed) == ACROSS
            if self.is_turned:
                self.cells = [list(column) for column in zip(*self.cells, strict=True)]
                del self._of_days
            self._read_crossings()

    def _holds_hands(self, column: int) -> bool:
        """Return whether a column contains games, by its heading or by their names."""
        cells = [cells[column] for cells in self.cells]
        heads = [row for row, cell in enumerate(cells[:LOWEST_HEADING]) if says(cell, "hands")]
        games = sum(says(cell, "games") for cell in cells)
        return games > 1 or any(any(map(is_word, cells[row + 1 :])) for row in heads)

    def _begin(self, kind: str) -> None:
        self.kind = kind
        for line, number in ((ROW, len(self.cells)), (COLUMN, len(self.cells[0]))):
            self.roles[line] = [LineRole.WORDS] * number

    def _refuse_without_days(self) -> None:
        sentence = _(
            "There are no days with people here. Is it an end table? Those have a page of their own. Else "
            "please copy the block that has both, its days such as 4.3.2016."
        )
        self.refusals.append(GridProblem(self.named(sentence) % (), is_end_table=True))

    def refuse_two_numbers(self, kind: str, *indexes: int) -> None:
        """Refuse rows or columns of which only one can come in."""
        sentence = _(
            "%(where)s: two numbers for one person and day, or numbers of nobody. Only one of them can come "
            "in: please tap the others."
        )
        self.refuse(sentence, indexes[0] if kind == ROW else None, where=self.lines(kind, *indexes))

    def _end_table(self, kind: str, index: int) -> None:
        """Leave out a second table, which begins with a row or column, if that was chosen; else refuse it."""
        is_tapped = self.mark(kind, index) == SKIP
        roles = self.roles[kind]
        roles[index:] = [LineRole.SKIPPED if is_tapped else LineRole.OPEN] * (len(roles) - index)
        if is_tapped:
            return
        sentence = _("%(where)s: here a second table begins. Please copy each by itself, or tap this one.")
        if kind == COLUMN and any(is_day(cells[index]) for cells in self.cells[self.head + 1 :]):
            sentence = _(
                "%(where)s: days stand here. If a second table begins, please copy each by itself; of a "
                "fraction please write 0.5 instead of 1/2."
            )
        self.refuse(sentence, where=self.lines(kind, index))

    # A line for everybody and each evening, or for everybody on one evening

    def _read_list(self) -> bool:
        """Read a list of Datum, Name, Punkte in any order, or of Name, Punkte; return whether it was one."""
        for row, cells in enumerate(self.cells[:LOWEST_HEADING]):
            if sum(map(is_day, cells)) > 1:
                return False
            if self.is_out(ROW, row) or any(map(is_day, cells)):
                continue
            heads = {column: cell for column, cell in enumerate(cells) if not self.is_out(COLUMN, column)}
            who, when, amounts, sides, debts, sums = (
                [column for column, head in heads.items() if says(head, kind)]
                for kind in ("name", "day", "amount", "sides", "debts", "sums")
            )
            amounts = amounts or sides or debts or sums[:1]
            if len(who) == 1 and amounts and len(when) < 2:
                self.head, self.who, self.day_column = row, who[0], when[0] if when else None
                self._begin(LIST if when else EVENING)
                self._read_columns_of_list(amounts)
                return True
        return False

    def _read_columns_of_list(self, amounts: list[int]) -> None:
        roles = self.roles[COLUMN]
        self.roles[ROW][self.head] = LineRole.NAMES
        for column, label in enumerate(self.cells[self.head]):
            if column in (self.who, self.day_column):
                roles[column] = LineRole.NAMES if column == self.who else LineRole.DAYS
            elif self.is_out(COLUMN, column) or (says(label, "figures") and column not in amounts):
                roles[column] = LineRole.SKIPPED
            elif self._has_figures(column, self.head + 1):
                roles[column] = LineRole.OPEN
                if column in amounts or says_sum(label):
                    roles[column] = LineRole.COUNTS if column in amounts else LineRole.SUM
        taken = [column for column, role in enumerate(roles) if role in (LineRole.COUNTS, LineRole.OPEN)]
        if self.day_column is None and not self.own_day and not self.answers.get("day", self.index):
            self._refuse_without_days()
        elif len(taken) > 1:
            self.refuse_two_numbers(COLUMN, *taken)
        else:
            self.figures = taken
            self._read_rows()

    # Days down, people across

    def _read_crossings(self) -> None:
        self._begin(CROSSINGS)
        rows, columns = range(len(self.cells)), range(len(self.cells[0]))
        days = {
            column: [row for row in rows if self.day_at(row, column)]
            for column in columns
            if not self.is_out(COLUMN, column)
        }
        self.day_column = max(days, key=lambda column: len(days[column]), default=None)
        first = 0
        if self.day_column is not None and days[self.day_column]:
            first = days[self.day_column][0]
            self.roles[COLUMN][self.day_column] = LineRole.DAYS
        else:
            self.day_column = None
        self.figures = [
            column for column in columns if column != self.day_column and self._has_figures(column, first)
        ]
        if not self._find_names(first):
            return
        if self.day_column is None:
            first = self.head + 1
        of_days = {
            column
            for column in self.figures
            if not any(is_filled(cells[column]) for cells in self.cells[first:])
        }
        for column in of_days if not self._lacks_years else ():
            if all(cells[column] in ("", cells[self.day_column or 0]) for cells in self.cells):
                self.roles[COLUMN][column] = LineRole.SKIPPED  # says the days once more
                self.figures.remove(column)
        end = self._second_table(of_days & {*self.figures}, first)
        self._read_columns(first, end)
        self._read_rows()

    def _has_figures(self, column: int, first: int) -> bool:
        cells = [cells[column] for cells in self.cells[first:]]
        return any(is_filled(cell) or is_day(cell) for cell in cells)

    def _find_names(self, first: int) -> bool:
        """Find the row with the names, above the first day; of several, one has to be tapped."""
        columns = [column for column in self.figures if not self.is_out(COLUMN, column)]
        rows, has_days = list[int](), self.day_column is not None
        for row, cells in enumerate(self.cells[: first if has_days else LOWEST_HEADING]):
            heads = [cells[column] for column in columns if is_heading(cells[column])]
            names = [head for head in heads if name_in(head)]
            is_enough = len(heads) >= min(2, len(columns)) and 2 * len(names) >= len(columns) > 0
            if (
                is_enough
                and not self.is_out(ROW, row)
                and (has_days or not any(says(cell, "day") for cell in cells))
            ):
                rows.append(row)
        rows = rows if has_days else rows[:1]
        if len(rows) == 1:
            self.head = rows[0]
            self.roles[ROW][self.head] = LineRole.NAMES
        elif rows:
            sentence = _("%(where)s: both could be the names. Please tap what they are not.")
            self.refuse(sentence, rows[0], where=self.lines(ROW, *rows))
        elif has_days:
            sentence = _(
                "There are no names above the numbers. Please copy the block that has days and people."
            )
            self.refuse(self.named(sentence))
        else:
            self._refuse_without_days()
        return len(rows) == 1

    def _second_table(self, days: set[int], first: int) -> int:
        """Return the column in which a second table begins: days, or words between people's numbers."""
        begun = {column for column in days if self.mark(COLUMN, column) != READ}
        between = range(min(self.figures, default=0), max(self.figures, default=0))
        for column in sorted({*between} - {*self.figures, self.day_column}):
            has_words = any(is_word(cells[column]) for cells in self.cells[first:])
            if has_words and is_heading(self.cells[self.head][column]):
                self.figures.append(column)  # of somebody: each word is refused
            elif has_words and self.mark(COLUMN, column) != READ:
                begun.add(column)
        return min(begun, default=len(self.cells[0]))

    def _read_columns(self, first: int, end: int) -> None:
        roles, unnamed = self.roles[COLUMN], list[int]()
        heads = enumerate(self.cells[self.head][:end])
        times = Counter(folded(name_in(head)) for column, head in heads if not self.is_out(COLUMN, column))
        is_proposed = not _are_paired(self.cells[self.head + 1 : first])
        for column in (column for column in self.figures if column < end):
            head = self.cells[self.head][column]
            labels = [cells[column] for cells in self.cells[self.head : first]]
            name, mark = name_in(head) if is_heading(head) else "", self.mark(COLUMN, column)
            if self.is_out(COLUMN, column):
                roles[column] = LineRole.SKIPPED
            elif mark == READ and name:
                roles[column] = LineRole.COUNTS
            elif says_sum(head) or (
                not name and (mentions(head, "added") or (is_proposed and any(map(says_sum, labels))))
            ):
                roles[column] = LineRole.SUM
                times[folded(name)] -= 1
            elif any(says(label, "figures") for label in labels):
                roles[column] = LineRole.SKIPPED
                times[folded(name)] -= 1
            elif not name or any(mentions(label, "sides") or says_sum(label) for label in labels):
                unnamed.append(column)
            else:
                roles[column] = LineRole.COUNTS
            if roles[column] == LineRole.COUNTS:
                self.names[column] = name
        unnamed += [column for column, name in self.names.items() if times[folded(name)] > 1]
        for column in unnamed:
            roles[column] = LineRole.OPEN
            self.names.pop(column, None)
        if unnamed:
            self.refuse_two_numbers(COLUMN, *sorted(unnamed))
        if end < len(roles):
            self._end_table(COLUMN, end)

    # Rows

    def _read_rows(self) -> None:
        roles, end = self.roles[ROW], len(self.cells)
        for row, cells in enumerate(self.cells):
            figures = [column for column in self.figures if is_figure(cells[column])]
            if row <= self.head and all(year_within(cells[column]) for column in figures):
                roles[row] = LineRole.SKIPPED if self.is_out(ROW, row) else roles[row]
                continue
            day = self.day_of(row)
            if not figures and row > self.head and day is None:
                is_heading_again = self._heads_again(row)
                if is_heading_again and self.mark(ROW, row) == READ and not self._names_people(row):
                    continue  # words of those who were not there
                if self._names_a_year(row) or (
                    is_heading_again and (not self._repeats_head(row) or self._lacks_years)
                ):
                    self._end_table(ROW, row)
                    end = row
                    break
                if is_heading_again:
                    roles[row] = LineRole.SKIPPED
                    continue
            self.has_begun = self.has_begun or day is not None or (self.day_column is None and bool(figures))
            roles[row] = self._role_of_row(row, day, is_filled=bool(figures))
            if roles[row] in self.numbers:
                self._gather(row)
        if seconds := [row for row in range(end) if row in self.seconds and roles[row] == LineRole.OPEN]:
            self.refuse_two_numbers(ROW, *seconds)
        self._refuse_sums_of_years(range(self.head + 1, end))
        self._refuse_unread()

    def _heads_again(self, row: int) -> bool:
        """Return whether a row without numbers names other people or days, as headings do."""
        cells = self.cells[row]
        words = sum(is_word(cells[column]) for column in self.figures)
        days = any(is_day(cells[column]) for column in self.figures)
        return self.has_begun and (days or words > 1 or (words > 0 and self._begins_as_heading(row)))

    @cached_property
    def seconds(self) -> set[int]:
        """Return the rows with a second number, of gains and losses or of points and running totals."""
        is_paired = _are_paired(zip(*self.cells[self.head + 1 :], strict=True))
        labels = enumerate(map(self._labels, range(len(self.cells))))
        return {
            row
            for row, words in labels
            if (self.is_turned and not words)
            or any(says(word, "sides") or (is_paired and says_sum(word)) for word in words)
        }

    def _names_a_year(self, row: int) -> bool:
        """Return whether a row without numbers begins another year, for days without a year."""
        return self.has_begun and self._lacks_years and any(map(year_within, self._labels(row)))

    def _labels(self, row: int) -> list[str]:
        """Return the words of a row, and what stands beside its numbers."""
        cells = enumerate(self.cells[row])
        return [cell for column, cell in cells if is_word(cell) or (cell and column not in self.figures)]

    def _refuse_sums_of_years(self, rows: range) -> None:
        """Refuse sums of several years among days without a year, as their years are unknown."""
        of_years = {
            year: row
            for row in rows
            for label in self._labels(row)
            if says_sum(label) and not mentions(label, "carried") and (year := year_within(label))
        }
        if len(of_years) > 1 and self._lacks_years:
            sentence = _(
                "%(where)s: the sum of another year, and the days have no year. Please copy each year by "
                "itself."
            )
            self.refuse(sentence, max(of_years.values()))

    def _names_people(self, row: int) -> bool:
        """Return whether a row without numbers begins as headings do, or says names of people."""
        names = {folded(name) for name in self.names.values()}
        return self._begins_as_heading(row) or any(folded(cell) in names for cell in self.cells[row] if cell)

    def _begins_as_heading(self, row: int) -> bool:
        begins = [self.cells[row][column] for column in (self.day_column, self.who) if column is not None]
        return any(says(cell, "day") or says(cell, "name") for cell in begins)

    def _repeats_head(self, row: int) -> bool:
        pairs = zip(self.cells[row], self.cells[self.head], strict=True)
        return all(folded(cell) == folded(head) for cell, head in pairs if cell)

    def _role_of_row(self, row: int, day: WrittenDay | None, *, is_filled: bool) -> LineRole:
        """Return the role of a row by its marks, its day and the words beside its numbers."""
        mark, is_out = self.mark(ROW, row), self.is_out(ROW, row)
        labels = self._labels(row)
        if is_out or not is_filled:
            return LineRole.SKIPPED if is_out else LineRole.WORDS
        if mark == OPENING:
            return LineRole.OPENING
        if not (mark and day) and any(map(says_sum, labels)):
            is_carried = any(mentions(label, "carried") for label in labels)
            if is_carried and self._is_outermost(row):
                return LineRole.OPENING
            if day is not None:
                self.days[row] = day  # rows below it can be of that day
            return LineRole.OPEN if row in self.seconds else LineRole.SUM
        if day is not None:
            self.days[row] = day
            return LineRole.COUNTS
        if any(says(label, "ranks") for label in labels):
            return LineRole.SKIPPED
        return self._role_of_undated(row, labels)

    def _role_of_undated(self, row: int, labels: list[str]) -> LineRole:
        begins = self.day_column is not None and self.cells[row][self.day_column]
        if row in self.seconds or (self.is_turned and not labels):
            return LineRole.OPEN
        if self.day_column is not None and (begins or not self.has_begun):
            self.refuse(_("%(where)s has no day. Please tap it, or write its day in the spreadsheet."), row)
        else:
            self.undated.append(row)
            return LineRole.COUNTS
        return LineRole.OPEN

    def _is_outermost(self, row: int) -> bool:
        """Return whether no row with a day stands above, or none below."""
        dated = [other for other in (*self._dated[:2], *self._dated[-2:]) if other != row]
        return not dated or row < dated[0] or row > dated[-1]

    @cached_property
    def _dated(self) -> list[int]:
        return [row for row in range(len(self.cells)) if self.day_of(row)]

    def _gather(self, row: int) -> None:
        """Collect the numbers of a row; refuse cells that hold none."""
        cells, role = self.cells[row], self.roles[ROW][row]
        numbers = self.numbers[role][row] = {}
        names = self.names if self.who is None else dict.fromkeys(self.figures, cells[self.who])
        has_names = self.who is None or is_heading(cells[self.who])
        for column, name in names.items():
            try:
                number = number_of(cells[column])
                if number is not None and not has_names:
                    self.refuse(_("%(where)s: there is a number here, but nobody whose it is."), row, column)
                elif number is not None:
                    numbers[name] = number
            except UnreadableNumber as problem:
                if role != LineRole.SUM:
                    self.refuse(_("%(where)s: %(problem)s"), row, column, problem=str(problem))

    def _refuse_unread(self) -> None:
        """Refuse filled cells that are neither read nor left out by a mark."""
        unread = [
            (row, column)
            for row, role in enumerate(self.roles[ROW])
            if role in (LineRole.COUNTS, LineRole.WORDS)
            for column, other in enumerate(self.roles[COLUMN])
            if self._is_unread(row, column, role, other)
        ]
        for row, _column in unread:
            if self.roles[ROW][row] == LineRole.WORDS:
                self.roles[ROW][row] = LineRole.OPEN
        if unread:
            sentence = _(
                "%(cells)s: these cells are neither read nor tapped. Please tap their row or column, or "
                "correct them."
            )
            self.refuse(self.named(sentence), cells=", ".join(self._cell(*at) for at in unread[:MOST_NAMED]))

    def _is_unread(self, row: int, column: int, role: LineRole, other: LineRole) -> bool:
        """Return whether a cell has a number or a day that is not read; a year above the names is fine."""
        text = self.cells[row][column]
        if other == LineRole.DAYS:
            return (
                role == LineRole.WORDS and is_figure(text) and not self.day_of(row) and not year_within(text)
            )
        if other != LineRole.WORDS and role != LineRole.WORDS:
            return False
        if row < self.head:
            return is_figure(text) and not year_within(text)
        return other in (LineRole.WORDS, LineRole.COUNTS) and (is_filled(text) or is_day(text))

    # What the page shows

    def grid(self) -> SheetGrid:
        """Return the worksheet as it stands."""
        width = max(map(len, self.raw.rows), default=0)
        columns = tuple(self._line(COLUMN, index) for index in range(width))
        roles = [line.role for line in columns]
        lines = (
            (self._line(ROW, index), tuple(zip(roles, (*row, *[""] * (width - len(row))), strict=True)))
            for index, row in enumerate(self.raw.rows)
        )
        return SheetGrid(
            self.index,
            self.raw.name,
            tuple(lines),
            columns,
            self.is_turned,
            self.kind,
            self.is_skipped,
            self.is_tapped,
        )

    def _line(self, kind: str, index: int) -> GridLine:
        own = self._kind(kind)
        role = (self.roles[own] or [LineRole.WORDS])[min(index, len(self.roles[own]) - 1)]
        mark = self.mark(own, index)
        can_tap = bool(mark) or role not in (LineRole.DAYS, LineRole.NAMES, LineRole.WORDS)
        is_left_out = mark == SKIP or (
            not mark and role in (LineRole.SKIPPED, LineRole.SUM, LineRole.OPENING)
        )
        comments = [look.comment for look in self.raw.looks if kind == ROW and look.row == index]
        return GridLine(
            str(index + 1) if kind == ROW else letter(index),
            role,
            f"{kind}-{self.index}-{index}" if can_tap else "",
            "" if not can_tap else READ if is_left_out else SKIP,
            self.words.get(index, "") if own == ROW else "",
            (kind, index) in self.hidden,
            "; ".join(filter(None, comments)),
        )
