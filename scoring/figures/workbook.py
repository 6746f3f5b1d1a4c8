"""Figures as a workbook: numbers are numbers, names are text, and formulas add everything up again.

Points and money have the full precision of a number there, and a format that shows points as people write
them: 50 2/3. Every amount and total stands there as a number, so that a preview shows it; only what is in the
row and the column “Control” is a formula, and comes to 0.

Rows go to the file one after the other, and every column fills the same few cells again and again: openpyxl
keeps none of them, and its styles are worked out once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from fractions import Fraction
from itertools import chain, islice
from math import ceil
from pathlib import Path
from textwrap import wrap
from typing import Any, BinaryIO

from django.utils.translation import gettext as _

from scoring.figures.figures import (
    Across,
    Along,
    Book,
    Column,
    ColumnKind,
    CountOrAverage,
    Down,
    FigureRow,
    Figures,
    InRow,
    Per,
    Value,
)
from scoring.figures.texts import CONTROL, in_a_worksheet, worksheet_names

WIDEST = 45  # letters; longer texts go on in the next line
HIGHEST_HEAD = 3  # lines of a heading
LINE = 15  # points that one of them is high
ON_A_PAGE = 160  # letters across; with more of them nobody could read what is printed
ROOM = 4  # letters beside the text, where a filter has its button
MEASURED = 1000  # rows, for the width of the columns
STEP = 1000  # rows from one sign of progress to the next
EXACTLY = 6  # decimals; what a sum of thirds is off by is far less
LONGEST_HEAD = 100  # letters of the title over every printed page

Places = tuple[int, ...]  # of columns


def write_xlsx(book: Book, file: BinaryIO) -> Iterator[int]:
    """Write a worksheet for every table; say now and then how many rows are written."""
    from openpyxl import Workbook  # takes its time, and nobody needs it at the table

    workbook = Workbook(write_only=True)
    workbook.properties.creator = "Tarockclub"
    workbook.properties.title = CONTROL.sub("", book.title)
    done = 0
    try:
        names = worksheet_names(table.name or table.title for table in book.tables)
        for table, name in zip(book.tables, names, strict=True):
            worksheet = _Worksheet(workbook.create_sheet(name), table)
            for written in worksheet.write():
                yield done + written
            done += worksheet.rows
        workbook.save(file)
        yield done
    finally:
        for sheet in workbook.worksheets:
            _tidy(sheet)


def _tidy(sheet: Any) -> None:
    """If nobody waited for the end, openpyxl's own rows would stay behind."""
    writer = sheet._writer
    if writer is not None and Path(writer.out).exists():
        if not sheet.closed:
            sheet.close()
        writer.cleanup()


class _Worksheet:
    """The head stays in sight and is printed on every page; then come the rows, and what controls them."""

    def __init__(self, sheet: Any, figures: Figures) -> None:
        from scoring.figures import cells

        self.sheet, self.figures, self.cells = sheet, figures, cells
        self.rows = 0
        in_row = [control for control in figures.controls if isinstance(control, InRow)]
        self.down = [control for control in figures.controls if isinstance(control, Down)]
        self.control = _ControlColumn(in_row, figures) if in_row else None
        self.width = len(figures.columns) + bool(in_row)
        self.ends: dict[str, int] = {}  # the last row in which anything stands in a column that is controlled

    def write(self) -> Iterator[int]:
        rows = iter(self.figures.rows)
        first = list(islice(rows, MEASURED))
        self._lay_out(first)
        self.sheet.append(self._head())
        ends = [(self.figures.places[one.column], one.column) for one in self.down if one.last]
        fill = [
            self.cells.filling(self.sheet, place, column) for place, column in enumerate(self.figures.columns)
        ]
        controlling = self.cells.formulas(self.sheet, self.width - 1)
        for number, row in enumerate(chain(first, rows), 2):
            cells = [None if value is None else cell(value) for cell, value in zip(fill, row, strict=True)]
            if self.control is not None and (formula := self.control.of(number, row)):
                cells.append(controlling.holding(formula))
            self.sheet.append(cells)
            for place, key in ends:
                if row[place] is not None:
                    self.ends[key] = number
            self.rows += 1
            if self.rows % STEP == 0:
                yield self.rows
        if self.rows and self.figures.controls:
            self.sheet.append(self._control_row())
        self._frame()

    def _lay_out(self, first: list[FigureRow]) -> None:
        """Say what openpyxl has to know before the first row."""
        columns = self.figures.columns
        values = zip(*first, strict=True) if first else [()] * len(columns)
        for place, (column, some) in enumerate(zip(columns, values, strict=True)):
            widest = max([head_width(column.title), *map(_width, some)])
            self._column(place).width = min(widest, WIDEST) + ROOM
        heads = [column.title for column in columns]
        if self.control is not None:
            heads.append(self._control_title())
            self._column(self.width - 1).width = head_width(heads[-1]) + ROOM
        widths = [self._column(place).width for place in range(self.width)]
        lines = max(len(wrap(title, int(width) - ROOM)) for title, width in zip(heads, widths, strict=True))
        sheet = self.sheet
        sheet.row_dimensions[1].height = LINE * max(lines, 1)
        sheet.freeze_panes = "A2"
        sheet.page_setup.paperSize = 9  # A4
        sheet.page_setup.orientation = "landscape"
        pages = ceil((sum(widths) + (CHART_LETTERS if self._has_chart else 0)) / ON_A_PAGE)
        sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = pages, 0
        if pages > 1:
            sheet.print_title_cols = "A:A"
        sheet.sheet_properties.pageSetUpPr.fitToPage = True
        title = " ".join(CONTROL.sub("", self.figures.title).split())[:LONGEST_HEAD]
        sheet.oddHeader.center.text = title.replace("&", "&&") or None
        sheet.oddFooter.right.text = "&P / &N"

    @property
    def _has_chart(self) -> bool:
        return self.figures.course is not None and bool(self.figures.rows)

    def _column(self, place: int) -> Any:
        return self.sheet.column_dimensions[letter(place)]

    def _head(self) -> list[Any]:
        columns = [
            *self.figures.columns,
            *([Column(self._control_title(), ColumnKind.NUMBER)] if self.control else []),
        ]
        return [self.cells.head(self.sheet, column) for column in columns]

    def _control_title(self) -> str:
        """Say that a running total goes on from the row before: sorted otherwise, it is not 0 any more."""
        running = any(isinstance(one, Along) for one in self.figures.controls)
        return _("Control (in this order)") if running else _("Control")

    def _control_row(self) -> list[Any]:
        """Under every column that is controlled what it is off by; under the formulas, their sum."""
        cells: list[Any] = [None] * self.width
        for control in self.down:
            place = self.figures.places[control.column]
            column, kind = letter(place), self.figures.columns[place].kind
            less = ""
            if control.last and control.column in self.ends:
                less = f"-{letter(self.figures.places[control.last])}{self.ends[control.column]}"
            elif control.to:
                less = _less(self.cells.number_of(control.to, kind))
            cells[place] = self.cells.formula(
                self.sheet, f"=ROUND(SUM({column}2:{column}{self.rows + 1}){less},{EXACTLY})"
            )
        if self.control is not None:
            column = letter(self.width - 1)
            cells[-1] = self.cells.formula(self.sheet, f"=SUMPRODUCT(ABS({column}2:{column}{self.rows + 1}))")
        free = next((place for place, cell in enumerate(cells) if cell is None), None)
        if free is not None:
            cells[free] = self.cells.as_text(self.cells.styled(self.sheet, where="left"), _("Control"))
        return cells

    def _frame(self) -> None:
        """Say what comes after the rows: where filters end, what is printed, and the chart."""
        sheet, last = self.sheet, self.rows + 1
        sheet.auto_filter.ref = f"A1:{letter(self.width - 1)}{last}"
        sheet.print_title_rows = "1:1"
        controlled = last + bool(self.rows and self.figures.controls)
        right = self.width
        if self._has_chart:
            sheet.add_chart(self._chart(last), f"{letter(self.width + 1)}2")
            right, controlled = self.width + CHART_COLUMNS, max(controlled, CHART_ROWS)
        sheet.print_area = f"A1:{letter(right - 1)}{controlled}"

    def _chart(self, last: int) -> Any:
        """Lines as they stand in the table; what they are called stands in its head."""
        from openpyxl.chart import LineChart, Reference

        course, places = self.figures.course, self.figures.places
        assert course is not None
        chart = LineChart()
        chart.title = in_a_worksheet(course.title)
        chart.width, chart.height = CHART_WIDTH, CHART_HEIGHT
        chart.display_blanks = "span"
        for key in course.lines:
            data = Reference(self.sheet, min_col=places[key] + 1, min_row=1, max_row=last)
            chart.add_data(data, titles_from_data=True)
        for line in chart.series:
            line.smooth = False
            line.marker.symbol = "none"
        along = self.figures.columns[places[course.along]]
        chart.set_categories(Reference(self.sheet, min_col=places[course.along] + 1, min_row=2, max_row=last))
        chart.x_axis.title, chart.y_axis.title = in_a_worksheet(along.title), in_a_worksheet(course.unit)
        if along.kind is ColumnKind.DATE:
            chart.x_axis.number_format = self.cells.DATE
        chart.x_axis.delete = chart.y_axis.delete = False
        chart.x_axis.tickLblPos = "low"
        drawn = self.figures.columns[places[course.lines[0]]]
        chart.y_axis.number_format = self.cells.shown_as(drawn, whole=True)
        return chart


CHART_WIDTH, CHART_HEIGHT = 24, 12  # centimetres
CHART_COLUMNS, CHART_ROWS = 15, 28  # about as much room as that takes
CHART_LETTERS = 9 * CHART_COLUMNS


class _Applies:
    """In which rows something is controlled."""

    def __init__(self, counted: Places, unless: Places = (), only: Places = ()) -> None:
        self.counted, self.unless, self.only = counted, unless, only

    def to(self, row: FigureRow) -> bool:
        return (
            any(row[place] is not None for place in self.counted)
            and all(row[place] is None for place in self.unless)
            and (not self.only or any(row[place] is not None for place in self.only))
        )


class _Term:
    """One of the sums of a control column."""

    def __init__(self, formula: str, applies: _Applies) -> None:
        self.formula, self.applies = formula, applies  # with {0} for the number of the row

    def of(self, number: int, row: FigureRow) -> str:
        return self.formula.format(number) if self.applies.to(row) else ""


class _Running:
    """A term that goes on from an earlier row: of every group only the last one is remembered."""

    def __init__(self, formula: str, total: str, start: str, group: Places, applies: _Applies) -> None:
        self.formula, self.total, self.start = formula, total, start
        self.group, self.applies = group, applies
        self.here: FigureRow | None = None
        self.before = 0

    def of(self, number: int, row: FigureRow) -> str:
        if not self.applies.to(row):
            return ""
        group = tuple([row[place] for place in self.group])
        less = f"-{self.total}{self.before}" if group == self.here else self.start
        self.here, self.before = group, number
        return self.formula.format(number) + less


class _ControlColumn:
    """A formula for every row in which there is something to control."""

    def __init__(self, controls: Iterable[InRow], figures: Figures) -> None:
        self.figures = figures
        self.terms = [self._term(one) for one in controls]

    def of(self, number: int, row: FigureRow) -> str:
        terms = [term for one in self.terms if (term := one.of(number, row))]
        if not terms:
            return ""
        whole = terms[0] if len(terms) == 1 else "+".join([f"ABS({term})" for term in terms])
        return f"=ROUND({whole},{EXACTLY})"

    def _places(self, *keys: str) -> Places:
        return tuple(self.figures.places[key] for key in keys)

    def _known(self, number: int | Fraction, key: str) -> str:
        """Return a number in the unit of a column, taken off."""
        from scoring.figures.cells import number_of

        return _less(number_of(number, self.figures.columns[self.figures.places[key]].kind))

    def _term(self, control: InRow) -> _Term | _Running:
        match control:
            case Across(plus, minus, unless, only, to, each):
                formula = _sum_of(self._places(*plus)) + _less_sum_of(self._places(*minus))
                if to:
                    formula += self._known(to, plus[0])
                if each:
                    formula += f"{self._known(each, plus[0])}*COUNT({_cells_of(self._places(*plus))})"
                return _Term(
                    formula,
                    _Applies(self._places(*plus, *minus), self._places(*unless), self._places(*only)),
                )
            case Along(total, plus, group, start, unless, only):
                [place] = self._places(total)
                return _Running(
                    f"{letter(place)}{{0}}{_less_sum_of(self._places(*plus))}",
                    letter(place),
                    self._known(start, total) if start else "",
                    self._places(*group),
                    _Applies((place,), self._places(*unless), self._places(*only)),
                )
            case CountOrAverage(column, how, of):
                [place] = self._places(column)
                told = f"{how.value}({_cells_of(self._places(*of))})"
                return _Term(f"{told}-{letter(place)}{{0}}", _Applies((place,)))
            case Per(column, of, by):
                column_, of_, by_ = (f"{letter(place)}{{0}}" for place in self._places(column, of, by))
                return _Term(f"{column_}*{by_}-{of_}", _Applies(self._places(column)))


def _less(number: int | Fraction) -> str:
    """
    >>> _less(50), _less(-23), _less(Fraction(-1, 3))
    ('-50', '+23', '+1/3')
    """
    return f"{'-' if number >= 0 else '+'}{abs(Fraction(number))}"


def _less_sum_of(places: Places) -> str:
    return f"-{_sum_of(places)}" if places else ""


def _sum_of(places: Places) -> str:
    return f"SUM({_cells_of(places)})"


def _cells_of(places: Places) -> str:
    """Neighbours are a range: a formula has room for so many cells only.

    >>> _cells_of((0, 1, 2, 4))
    'A{0}:C{0},E{0}'
    """
    ranges: list[list[int]] = []
    for place in sorted(places):
        if ranges and ranges[-1][-1] == place - 1:
            ranges[-1].append(place)
        else:
            ranges.append([place])
    return ",".join(
        f"{letter(one[0])}{{0}}" + (f":{letter(one[-1])}{{0}}" if one[1:] else "") for one in ranges
    )


def letter(place: int) -> str:
    """
    >>> letter(0), letter(27)
    ('A', 'AB')
    """
    from openpyxl.utils import get_column_letter

    found: str = get_column_letter(place + 1)
    return found


def head_width(title: str) -> int:
    """In so many letters it has room, in lines one below the other.

    >>> head_width("Name"), head_width("16.01.2026 Gasthaus zum Goldenen Lamm"), head_width("")
    (4, 13, 1)
    """
    words = max(map(len, title.split()), default=1)
    return next(
        (width for width in range(words, len(title)) if len(wrap(title, width)) <= HIGHEST_HEAD),
        max(words, len(title)),
    )


def _width(value: Value) -> int:
    """Letters, about."""
    match value:
        case None:
            return 0
        case Fraction():
            return len(f"{float(value):+.0f}") + 4
        case datetime():
            return len("dd.mm.yyyy hh:mm")
        case date():
            return len("dd.mm.yyyy")
    return len(str(value))


def drain(progress: Iterator[int]) -> None:
    """To the end, where nobody asks how far it is."""
    deque(progress, maxlen=0)
