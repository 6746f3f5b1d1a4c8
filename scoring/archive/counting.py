"""What a club is made of, counted in the database or in a file, and said in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.utils.translation import ngettext_lazy

from scoring.archive.tables import name_of, rows_of, tables
from scoring.capability import capabilities
from scoring.models import CLUB_EVENING, Club, Evening, Member, Row


class CountedRows(NamedTuple):
    """Rows of one table: all of them, or those in which a column says something."""

    table: str
    words: Any  # with `count`, in one and in many
    column: str = ""
    value: object = None  # None: anything at all

    def of_club(self, club: Club) -> int:
        model = next(type_ for type_ in tables() if name_of(type_) == self.table)
        rows = rows_of(model, club).order_by()
        if self.column and self.value is None:
            rows = rows.exclude(**{self.column: None})
        elif self.column:
            rows = rows.filter(**{self.column: self.value})
        return rows.count()


EVENINGS = ngettext_lazy("%(count)d evening", "%(count)d evenings", "count")
OF_A_CLUB = (
    CountedRows(name_of(Member), ngettext_lazy("%(count)d member", "%(count)d members", "count")),
    CountedRows(name_of(Evening), EVENINGS, "occasion", CLUB_EVENING),
    CountedRows(name_of(Row), ngettext_lazy("%(count)d hand", "%(count)d hands", "count"), "number"),
)


def counted_rows() -> list[CountedRows]:
    """Return what a club is made of, as far as it is counted."""
    return [*OF_A_CLUB, *(rows for capability in capabilities() for rows in capability.counted)]


def in_words(counts: Iterable[tuple[CountedRows, int]]) -> list[str]:
    """Return what there is, without what there is none of."""
    return [str(counted.words % {"count": count}) for counted, count in counts if count]


def contents_of(club: Club) -> list[str]:
    """Return in words how much of everything a club holds."""
    return in_words((counted_rows, counted_rows.of_club(club)) for counted_rows in counted_rows())
