"""What a club is made of, counted in the database or in a file, and said in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from django.utils.translation import ngettext

from scoring.archive.tables import name_of, rows_of, tables
from scoring.models import CLUB_EVENING, Club, Evening, Member, Row


class CountedRows(NamedTuple):
    """Rows of one table: all of them, or those in which a column says something."""

    table: str
    words: Callable[[int], str]
    column: str = ""
    value: object = None  # None: anything at all

    def of_club(self, club: Club) -> int:
        model = next(one for one in tables() if name_of(one) == self.table)
        rows = rows_of(model, club).order_by()
        if self.column and self.value is None:
            rows = rows.exclude(**{self.column: None})
        elif self.column:
            rows = rows.filter(**{self.column: self.value})
        return rows.count()

    def of_rows(self, rows: Iterable[Mapping[str, Any]]) -> int:
        if not self.column:
            return sum(1 for _row in rows)
        said = (row[self.column] for row in rows)
        return sum(one is not None if self.value is None else one == self.value for one in said)


def _members(count: int) -> str:
    return ngettext("%(count)d member", "%(count)d members", count) % {"count": count}


def _evenings(count: int) -> str:
    return ngettext("%(count)d evening", "%(count)d evenings", count) % {"count": count}


def _hands(count: int) -> str:
    return ngettext("%(count)d hand", "%(count)d hands", count) % {"count": count}


# Another application adds its own in its `ready`.
COUNTED = [
    CountedRows(name_of(Member), _members),
    CountedRows(name_of(Evening), _evenings, "occasion", CLUB_EVENING),
    CountedRows(name_of(Row), _hands, "number"),
]


def told(counts: Iterable[tuple[CountedRows, int]]) -> list[str]:
    """What there is, without what there is none of."""
    return [counted.words(count) for counted, count in counts if count]


def contents_of(club: Club) -> list[str]:
    return told((one, one.of_club(club)) for one in COUNTED)
