"""A column, declared once for tables on pages, sorting, worksheets, sums, CSV and JSON.

Files do not take `as_values()` of a page's table: it makes text of a fraction, and there a third is a number.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum
from fractions import Fraction
from typing import Any

Value = str | int | Fraction | date | datetime | None


class ColumnKind(Enum):
    """The kind of a column's values, by its name in JSON; any cell may be empty."""

    TEXT = "text"
    NUMBER = "number"  # counted
    POINTS = "points"  # with a sign; halves, thirds and twelfths are exact
    AVERAGE = "average"
    CENTS = "cents"  # a spreadsheet shows whole units of the currency
    DATE = "date"
    MOMENT = "moment"  # day and time, with its zone


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its title, the kind of its values, the path to them, and their sum."""

    title: str
    kind: ColumnKind = ColumnKind.TEXT
    key: str = ""  # its name for programs, in no language; empty: after its place
    of: str | Callable[[Any], Value] = ""  # where a record has it, as "score.points"; empty: at the key
    signed: bool = True  # points that are won and lost; what somebody has stands without a plus
    summed: bool = False  # a worksheet adds it up below its rows
    currency: str = ""  # of money
    short: str = ""  # the title on a page
    empty: str = "—"  # what a page shows where there is nothing

    @property
    def on_page(self) -> str:
        """Return the title on a page."""
        return self.short or self.title

    @property
    def name_on_page(self) -> str:
        """Return the column's name in addresses, by which pages are sorted."""
        return f"money_{self.currency}" if self.currency else self.key

    @property
    def path(self) -> str:
        """Return the path to the value in a record; only for columns with a path."""
        assert isinstance(self.of, str)
        return self.of or self.key

    def value(self, record: Any) -> Value:
        """Return a record's value in this column; an empty text is None.

        >>> Column("Points", ColumnKind.POINTS, "points", "0.money.EUR").value([{"money": {"EUR": 5}}])
        5
        >>> Column("Name", of=str.strip).value("Anna "), Column("Name", of=str.strip).value(" ")
        ('Anna', None)
        """
        value = self.of(record) if callable(self.of) else value_at(self.path, record)
        return None if value == "" else value


def value_at(path: str, record: Any) -> Any:
    """Return the value at the end of a path of attributes, keys and numbers; None where it breaks off."""
    for step in path.split("."):
        if record is None:
            return None
        if isinstance(record, dict):
            record = record.get(step)
        else:
            record = record[int(step)] if step.isdigit() else getattr(record, step)
    return record
