"""A column, declared once: tables on pages, their sorting, worksheets, their sums, CSV and JSON come of it.

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
    """What stands in a column, by its name in JSON. Every cell of it may be empty."""

    TEXT = "text"
    NUMBER = "number"  # counted
    POINTS = "points"  # with a sign; halves, thirds and twelfths are exact
    AVERAGE = "average"
    CENTS = "cents"  # a spreadsheet shows whole units of the currency
    DATE = "date"
    MOMENT = "moment"  # day and time, with its zone


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its title, what kind of value stands in it, where that is found, and what it adds up to."""

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
        """Return the name in the address of a page that stands in the order of this column."""
        return f"money_{self.currency}" if self.currency else self.key

    @property
    def path(self) -> str:
        """Return where a record has the value; for columns whose value is not worked out."""
        assert isinstance(self.of, str)
        return self.of or self.key

    def value(self, record: Any) -> Value:
        """Return what stands in this column for a record; an empty text is nothing.

        >>> Column("Points", ColumnKind.POINTS, "points", "0.money.EUR").value([{"money": {"EUR": 5}}])
        5
        >>> Column("Name", of=str.strip).value("Anna "), Column("Name", of=str.strip).value(" ")
        ('Anna', None)
        """
        value = self.of(record) if callable(self.of) else value_at(self.path, record)
        return None if value == "" else value


def value_at(path: str, record: Any) -> Any:
    """Return what lies at the end of a path of attributes, keys and numbers; nothing lies beyond nothing."""
    for step in path.split("."):
        if record is None:
            return None
        if isinstance(record, dict):
            record = record.get(step)
        else:
            record = record[int(step)] if step.isdigit() else getattr(record, step)
    return record
