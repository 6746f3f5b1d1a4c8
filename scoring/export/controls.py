"""What adds a worksheet up again: formulas that look at the cells of its rows, and come to 0.

They stand on a worksheet of their own behind it, so that pivots, filters and programs see nothing but rows.
"""

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.export.figures import Across, Along, CountOrAverage, Down, FigureRow, Figures, InRow
from scoring.web.language import in_every_language

EXACTLY = 6  # decimals; what a sum of thirds is off by is far less
ColumnNumbers = tuple[int, ...]  # of columns


def explanation() -> str:
    """Return what stands on top of every worksheet of controls."""
    return _("A zero means that everything adds up: each row and each column is summed here once more.")


def explains_controls(cell: str) -> bool:
    """Return whether a worksheet that begins with this cell is one of controls, in whichever language."""
    return cell in in_every_language(explanation)


def title_of_rows(figures: Figures) -> str:
    """Say that a running total goes on from the row before: sorted otherwise, it is not 0 any more."""
    running = any(isinstance(control, Along) for control in figures.controls)
    return _("Control (in this order)") if running else _("Control")


def column_sums(figures: Figures, sheet: str, rows: int, ends: dict[str, int]) -> list[tuple[str, str]]:
    """Return the titles of all columns that are controlled, and the formulas of what they are off by.

    `ends`: in which row each of them ends.
    """
    from scoring.export.cells import number_of

    formulas, prefix = [], on_worksheet(sheet)
    for control in figures.controls:
        if isinstance(control, Down):
            at, less = figures.column_numbers[control.column], ""
            column = figures.columns[at]
            if control.last and control.column in ends:
                less = f"-{prefix}{letter(figures.column_numbers[control.last])}{ends[control.column]}"
            elif control.to:
                less = _less(number_of(control.to, column.kind))
            added = f"SUM({prefix}{letter(at)}2:{letter(at)}{rows + 1})"
            formulas.append((column.title, f"=ROUND({added}{less},{EXACTLY})"))
    return formulas


def on_worksheet(sheet: str) -> str:
    """Return how a formula calls a cell on another worksheet, but for the cell.

    >>> on_worksheet("Anna's"), on_worksheet("")
    ("'Anna''s'!", '')
    """
    quoted = sheet.replace("'", "''")
    return f"'{quoted}'!" if sheet else ""


@dataclass
class _Term:
    """One of the sums that control a row: a formula with {0} for its number, and where it applies.

    That of a running total goes on from the last row of its group, which alone is remembered.
    """

    formula: str
    counted: ColumnNumbers
    unless: ColumnNumbers = ()
    only: ColumnNumbers = ()
    total: str = ""  # the column of a running total
    start: str = ""
    group: ColumnNumbers = ()
    above: tuple[FigureRow, int] = (), 0

    def of(self, number: int, row: FigureRow) -> str:
        """Return the formula for a row; empty: nothing is controlled there."""
        if (
            all(row[column] is None for column in self.counted)
            or any(row[column] is not None for column in self.unless)
            or (self.only and all(row[column] is None for column in self.only))
        ):
            return ""
        formula = self.formula.format(number)
        if self.total:
            group, (group_above, row_above) = tuple([row[column] for column in self.group]), self.above
            formula += f"-{self.total}{row_above}" if row_above and group == group_above else self.start
            self.above = group, number
        return formula


class RowFormulas:
    """A formula for every row of a worksheet in which there is something to control."""

    def __init__(self, figures: Figures, sheet: str) -> None:
        self.figures, self.there = figures, on_worksheet(sheet)
        self.terms = [self._term(control) for control in figures.controls if not isinstance(control, Down)]

    def of(self, number: int, row: FigureRow) -> str:
        terms = [term for part in self.terms if (term := part.of(number, row))]
        if not terms:
            return ""
        whole = terms[0] if len(terms) == 1 else "+".join([f"ABS({term})" for term in terms])
        return f"=ROUND({whole},{EXACTLY})"

    def _columns(self, keys: tuple[str, ...]) -> ColumnNumbers:
        return tuple(self.figures.column_numbers[key] for key in keys)

    def _known(self, number: int | Fraction, key: str) -> str:
        """Return a number in the unit of a column, taken off."""
        from scoring.export.cells import number_of

        return _less(number_of(number, self.figures.columns[self.figures.column_numbers[key]].kind))

    def _cells(self, *keys: str) -> str:
        return _cells_of(self._columns(keys), self.there)

    def _sum(self, *keys: str) -> str:
        return f"SUM({self._cells(*keys)})"

    def _less_sum(self, *keys: str) -> str:
        return f"-{self._sum(*keys)}" if keys else ""

    def _term(self, control: InRow) -> _Term:
        match control:
            case Across(plus, minus, unless, only, to, each):
                formula = self._sum(*plus) + self._less_sum(*minus)
                if to:
                    formula += self._known(to, plus[0])
                if each:
                    formula += f"{self._known(each, plus[0])}*COUNT({self._cells(*plus)})"
                return _Term(formula, self._columns(plus + minus), self._columns(unless), self._columns(only))
            case Along(total, plus, group, start, unless, only):
                counted = self._columns((total,))
                return _Term(
                    f"{self._cells(total)}{self._less_sum(*plus)}",
                    counted,
                    self._columns(unless),
                    self._columns(only),
                    f"{self.there}{letter(*counted)}",
                    self._known(start, total) if start else "",
                    self._columns(group),
                )
            case CountOrAverage(column, how, of):
                formula = f"{how.value}({self._cells(*of)})-{self._cells(column)}"
            case product:
                column = product.column
                formula = f"{self._cells(column)}*{self._cells(product.by)}-{self._cells(product.of)}"
                formula += f"+{self._cells(product.less)}" if product.less else ""
        return _Term(formula, self._columns((column,)))


def _less(number: int | Fraction) -> str:
    """Return the part of a formula that takes a number off.

    >>> _less(50), _less(-23), _less(Fraction(-1, 3))
    ('-50', '+23', '+1/3')
    """
    return f"{'-' if number >= 0 else '+'}{abs(Fraction(number))}"


def _cells_of(columns: ColumnNumbers, prefix: str = "") -> str:
    """Return the cells of a row for a formula; neighbours become a range, as arguments are limited.

    >>> _cells_of((0, 1, 2, 4)), _cells_of((0, 1), "'{'!").format(7)
    ('A{0}:C{0},E{0}', "'{'!A7:B7")
    """
    ranges: list[list[int]] = []
    for column in sorted(columns):
        if ranges and ranges[-1][-1] == column - 1:
            ranges[-1].append(column)
        else:
            ranges.append([column])
    prefix = prefix.replace("{", "{{").replace("}", "}}")
    return ",".join(
        f"{prefix}{letter(range_[0])}{{0}}" + (f":{letter(range_[-1])}{{0}}" if range_[1:] else "")
        for range_ in ranges
    )


def letter(column: int) -> str:
    """Return the letters by which a spreadsheet names a column.

    >>> letter(0), letter(25), letter(27)
    ('A', 'Z', 'AB')
    """
    quotient, last = divmod(column, 26)
    return (letter(quotient - 1) if quotient else "") + chr(ord("A") + last)
