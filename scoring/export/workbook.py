"""Figures as a workbook: numbers are numbers, names are text, and the last row adds them up.

Points and money have the full precision of a number there, and a format that shows points as people write
them: 50 2/3. A worksheet is a table as Excel knows it: a head and rows, every amount and total a number, so
that a preview shows it and a pivot counts nothing else. Below the table stand the sums of its columns: they
are formulas, follow the filter, and count what somebody changes in the file.

Rows go to the file one after the other, and every column fills the same few cells again and again: openpyxl
keeps none of them, and its styles are worked out once.
"""

import tempfile
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date, datetime
from fractions import Fraction
from itertools import chain, islice
from math import ceil
from pathlib import Path
from textwrap import wrap
from threading import Lock
from typing import Any, BinaryIO, Self

from django.utils.translation import gettext as _

from scoring.export.figures import FigureRow, Figures, Workbook
from scoring.export.texts import CONTROL, in_a_worksheet, letter, table_names, worksheet_names
from scoring.web.columns import Column, ColumnKind, Value

WIDEST = 45  # letters; longer texts go on in the next line
HIGHEST_HEAD = 3  # lines of a heading
LINE = 15  # points that one of them is high
ON_A_PAGE = 160  # letters across; with more of them nobody could read what is printed
ROOM = 4  # letters beside the text, where a filter has its button
MEASURED = 1000  # rows, for the width of the columns
STEP = 1000  # rows from one sign of progress to the next
LONGEST_HEAD = 100  # letters of the title over every printed page
LONGEST_TITLE = 255  # letters of a column's, where it is one of a table
STRIPES = "TableStyleLight1"  # in shades of grey, also on paper


def write_xlsx(workbook: Workbook, file: BinaryIO) -> Iterator[int]:
    """Write a worksheet for every table; yield now and then how many rows are written."""
    import openpyxl  # takes its time, and nobody needs it at the table

    xlsx = openpyxl.Workbook(write_only=True)
    xlsx.properties.creator = "Tarockclub"
    xlsx.properties.title = CONTROL.sub("", workbook.title)
    rows_written = 0
    with _RowFiles(xlsx) as files:
        names, charts = _names(workbook)
        for figures, name, drawn, table in zip(
            workbook.tables, names, charts, table_names(names), strict=True
        ):
            worksheet = _Worksheet(xlsx.create_sheet(name), figures, files)
            for written in worksheet.write(table):
                yield rows_written + written
            if worksheet.chart_goes_apart:
                _show(xlsx.create_chartsheet(drawn), worksheet.chart())
            rows_written += worksheet.rows
        xlsx.save(file)
        yield rows_written


def _names(workbook: Workbook) -> tuple[list[str], list[str]]:
    """Return the names of the worksheets, then those of charts on sheets of their own."""
    titles = [table.name or table.title for table in workbook.tables]
    charts = [_("Chart of %(name)s") % {"name": title} for title in titles]
    names = worksheet_names([*titles, *charts])
    return names[: len(titles)], names[len(titles) :]


def _show(sheet: Any, chart: Any) -> None:
    """Put the chart on a sheet of its own, which is one page on paper."""
    from openpyxl.drawing.xdr import XDRPositiveSize2D
    from openpyxl.utils.units import cm_to_EMU
    from openpyxl.worksheet.page import PrintPageSetup

    sheet.pageSetup = PrintPageSetup(paperSize=9, orientation="landscape")
    sheet.add_chart(chart)
    chart.anchor.ext = XDRPositiveSize2D(*map(cm_to_EMU, A_PAGE))


def _for_paper(sheet: Any, title: str, letters: int) -> None:
    """Set how a worksheet is printed, which openpyxl has to know before the first row."""
    sheet.page_setup.paperSize = 9  # A4
    sheet.page_setup.orientation = "landscape"
    pages = ceil(letters / ON_A_PAGE)
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = pages, 0
    if pages > 1:
        sheet.print_title_cols = "A:A"
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    words = " ".join(CONTROL.sub("", title).split())[:LONGEST_HEAD]
    sheet.oddHeader.center.text = words.replace("&", "&&") or None
    sheet.oddFooter.right.text = "&P / &N"


class _RowFiles:
    """A folder for openpyxl's rows of a workbook, deleted once it is saved or has failed.

    It asks `tempfile` for a file when a worksheet gets its first row, and `tempfile` names one place for all
    threads. What another thread puts there at that moment has another name, and stays.
    """

    asking = Lock()

    def __init__(self, workbook: Any) -> None:
        self.workbook = workbook
        self.folder = tempfile.mkdtemp(prefix="tarock-")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for sheet in self.workbook.worksheets:
            if not sheet.closed:  # an open file cannot be deleted everywhere
                with suppress(Exception), self._in_folder():  # of a full disk, or of what broke off before it
                    sheet.close()
        with suppress(OSError):  # somebody else's file is there, or one is still open
            for rows in Path(self.folder).glob("openpyxl.*"):
                rows.unlink()
            Path(self.folder).rmdir()

    def begin(self, sheet: Any, first_row: list[Any]) -> None:
        """Write the first row of a worksheet."""
        with self._in_folder():
            sheet.append(first_row)

    @contextmanager
    def _in_folder(self) -> Iterator[None]:
        with self.asking:
            elsewhere, tempfile.tempdir = tempfile.tempdir, self.folder
            try:
                yield
            finally:
                tempfile.tempdir = elsewhere


class _Worksheet:
    """A worksheet: a head that stays in sight and on every page, then the rows and their sums."""

    def __init__(self, sheet: Any, figures: Figures, files: _RowFiles) -> None:
        from scoring.export import cells

        self.sheet, self.figures, self.cells, self.files = sheet, figures, cells, files
        self.rows = 0
        self.chart_goes_apart = False  # beside so many columns a page would part it
        self.has_sums = False
        self.width = len(figures.columns)

    def write(self, table: str) -> Iterator[int]:
        """Write head and rows; `table`: what they are called together."""
        rows = iter(self.figures.rows)
        first = list(islice(rows, MEASURED))
        self._lay_out(first)
        heads = [self.cells.head(self.sheet, column) for column in self.figures.columns]
        self.files.begin(self.sheet, heads)
        sums = dict.fromkeys(
            (index for index, column in enumerate(self.figures.columns) if column.summed), Fraction(0)
        )
        fill = [self.cells.filling(self.sheet, column) for column in self.figures.columns]
        for number, row in enumerate(chain(first, rows), 2):
            lines = self._lines(row)
            if lines > 1:
                self.sheet.row_dimensions[number].height = LINE * lines
            self.sheet.append(
                [None if value is None else cell(value) for cell, value in zip(fill, row, strict=True)]
            )
            if lines > 1:
                del self.sheet.row_dimensions[number]  # it is written, and takes no room
            for index in sums:
                if isinstance(value := row[index], int | Fraction):
                    sums[index] += value
            self.rows += 1
            if self.rows % STEP == 0:
                yield self.rows
        self.has_sums = bool(self.rows and sums)
        if self.has_sums:
            self.sheet.append(self._sums(fill, sums))
        self._frame(table)

    def _sums(self, fill: list[Any], sums: dict[int, Fraction]) -> list[Any]:
        """Return the row of sums below the table, each in its column's format."""
        row: list[Any] = [None] * self.width
        for index, amount in sums.items():
            cells = f"{letter(index)}2:{letter(index)}{self.rows + 1}"
            row[index] = self.cells.as_formula(fill[index](amount), f"=SUBTOTAL(9,{cells})")
        free = next((index for index in range(self.width) if index not in sums), None)
        if free is not None:
            row[free] = self.cells.head(self.sheet, Column(_("Sum")))
        return row

    def _lines(self, row: FigureRow) -> int:
        """Return how many lines the longest text needs, as not every program makes room by itself."""
        long = (value for value in row if isinstance(value, str) and len(value) > WIDEST)
        return max((len(wrap(value, WIDEST)) for value in long), default=1)

    def _lay_out(self, first: list[FigureRow]) -> None:
        """Say what openpyxl has to know before the first row."""
        columns = self.figures.columns
        values = zip(*first, strict=True) if first else [()] * len(columns)
        widths = [
            min(max([head_width(column.title), *map(_width, some)]), WIDEST) + ROOM
            for column, some in zip(columns, values, strict=True)
        ]
        for number, width in enumerate(widths):
            self.sheet.column_dimensions[letter(number)].width = width
        lines = max(
            len(wrap(column.title, width - ROOM)) for column, width in zip(columns, widths, strict=True)
        )
        self.sheet.row_dimensions[1].height = LINE * max(lines, 1)
        self.sheet.freeze_panes = "A2"
        letters = sum(widths)
        self.chart_goes_apart = self._has_chart and letters + CHART_LETTERS > WITH_A_CHART
        is_whole = self._has_chart and not self.chart_goes_apart
        _for_paper(self.sheet, self.figures.title, ON_A_PAGE if is_whole else letters)

    @property
    def _has_chart(self) -> bool:
        return self.figures.course is not None and bool(self.figures.rows)

    def _frame(self, table: str) -> None:
        """Write what follows the rows: the end of the table, the printed area, and the chart."""
        sheet, last = self.sheet, self.rows + 1
        everything = f"A1:{letter(self.width - 1)}{last}"
        if self.rows and self._is_a_table:
            sheet.tables.add(self._table(table, everything))
        else:
            sheet.auto_filter.ref = everything
        sheet.print_title_rows = "1:1"
        last += self.has_sums
        right = self.width
        if self._has_chart and not self.chart_goes_apart:
            sheet.add_chart(self.chart(), f"{letter(self.width + 1)}2")
            right, last = self.width + CHART_COLUMNS, max(last, CHART_ROWS)
        sheet.print_area = f"A1:{letter(right - 1)}{last}"

    @property
    def _is_a_table(self) -> bool:
        """Return whether every column has a title of its own, on one line; else it has no stripes."""
        titles = [column.title for column in self.figures.columns]
        plain = all(title.isprintable() and 0 < len(title) <= LONGEST_TITLE for title in titles)
        return plain and len({title.casefold() for title in titles}) == len(titles)

    def _table(self, name: str, everything: str) -> Any:
        """Return an Excel table: with a name, a filter and stripes, growing with its rows."""
        from openpyxl.worksheet.filters import AutoFilter
        from openpyxl.worksheet.table import Table, TableColumn, TableStyleInfo

        return Table(
            displayName=name,
            ref=everything,
            autoFilter=AutoFilter(ref=everything),
            tableColumns=[
                TableColumn(id=number, name=in_a_worksheet(column.title))
                for number, column in enumerate(self.figures.columns, 1)
            ],
            tableStyleInfo=TableStyleInfo(name=STRIPES, showRowStripes=True),
        )

    def chart(self) -> Any:
        """Return a line chart of the table's columns, with their heads as names."""
        from openpyxl.chart import LineChart, Reference

        course, columns, last = self.figures.course, self.figures.column_numbers, self.rows + 1
        assert course is not None
        chart = LineChart()
        chart.title = in_a_worksheet(course.title)
        chart.width, chart.height = CHART_WIDTH, CHART_HEIGHT
        chart.display_blanks = "span"
        for key in course.lines:
            data = Reference(self.sheet, min_col=columns[key] + 1, min_row=1, max_row=last)
            chart.add_data(data, titles_from_data=True)
        for line in chart.series:
            line.smooth = False
            line.marker.symbol = "none"
        along = self.figures.columns[columns[course.along]]
        chart.set_categories(
            Reference(self.sheet, min_col=columns[course.along] + 1, min_row=2, max_row=last)
        )
        chart.x_axis.title, chart.y_axis.title = in_a_worksheet(along.title), in_a_worksheet(course.unit)
        if along.kind is ColumnKind.DATE:
            chart.x_axis.number_format = self.cells.DATE
        chart.x_axis.delete = chart.y_axis.delete = False
        chart.x_axis.tickLblPos = "low"
        drawn = self.figures.columns[columns[course.lines[0]]]
        chart.y_axis.number_format = self.cells.shown_as(drawn, whole=True)
        return chart


CHART_WIDTH, CHART_HEIGHT = 24, 12  # centimetres
A_PAGE = 24, 16  # the same of a chart that is a page
CHART_COLUMNS, CHART_ROWS = 15, 28  # about as much room as that takes
CHART_LETTERS = 9 * CHART_COLUMNS
WITH_A_CHART = 2 * ON_A_PAGE  # letters across that go on one page, smaller, so that no page parts the chart


def head_width(title: str) -> int:
    """Return the width in letters of a title that may be broken into lines.

    >>> head_width("Name"), head_width("16.01.2026 Gasthaus zum Goldenen Lamm"), head_width("")
    (4, 13, 1)
    """
    words = max(map(len, title.split()), default=1)
    return next(
        (width for width in range(words, len(title)) if len(wrap(title, width)) <= HIGHEST_HEAD),
        max(words, len(title)),
    )


def _width(value: Value) -> int:
    """Return about how many letters a value takes."""
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
    """Write to the end without reporting progress."""
    deque(progress, maxlen=0)
