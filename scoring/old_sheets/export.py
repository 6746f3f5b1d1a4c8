"""Old score sheets as figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.engine.result import Amount, exact
from scoring.export.figures import Across, Book, Figures
from scoring.old_sheets.pages import OldTableTotals, OldTotal
from scoring.web.columns import SUM_OF_ROWS, Column, ColumnKind


def figures_of_old_totals(totals: Sequence[OldTotal], title: str) -> Figures:
    """Return the table of everybody on old sheets of which only amounts are known."""
    columns = (
        Column(_("Name"), key="name"),
        Column(_("Points"), ColumnKind.POINTS, "points", total=0),
        Column(_("Evenings"), ColumnKind.NUMBER, "evenings", total=SUM_OF_ROWS),
        Column(_("Guest"), key="guest", of=lambda total: None if total.member else _("Guest")),
    )
    return Figures.of(title, columns, totals, name=_("Old sheets"))


def book_of_old_batch(totals: Sequence[OldTotal], tables: Sequence[OldTableTotals], title: str) -> Book:
    """Return what came in with one file of amounts."""
    return Book(title, (figures_of_old_totals(totals, title), figures_of_old_tables(totals, tables, title)))


def figures_of_old_tables(
    totals: Sequence[OldTotal], tables: Sequence[OldTableTotals], title: str
) -> Figures:
    """Return a row for every table, a column for everybody, whose amounts there come to their total."""
    have = _added_up((total.name, total.points) for total in totals)
    keys = tuple(f"player_{number}" for number in range(1, len(have) + 1))
    columns = (
        Column(_("Date"), ColumnKind.DATE, "date"),
        Column(_("Place"), key="place"),
        Column(_("Table"), key="table"),
        Column(_("Rows"), ColumnKind.NUMBER, "rows"),
        *(
            Column(name, ColumnKind.POINTS, key, total=Fraction(amount))
            for key, (name, amount) in zip(keys, have.items(), strict=True)
        ),
    )
    rows = (
        (
            *(table.date, table.place or None, table.name or None, table.rows),
            *map(_added_up(table.totals).get, have),
        )
        for table in tables
    )
    return Figures.under(title, _("Tables"), columns, rows, *([Across(keys)] if keys else []))


def _added_up(totals: Iterable[tuple[str, Amount]]) -> dict[str, Amount]:
    """Return what everybody has; somebody may be there twice."""
    found: dict[str, Amount] = {}
    for name, points in totals:
        found[name] = exact(Fraction(found.get(name, 0) + points))
    return found
