"""Old score sheets as files: the imported figures, and templates to fill in."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.engine.result import Amount, exact
from scoring.export.figures import Figures, Workbook
from scoring.old_sheets.pages import OldTableTotals, OldTotal
from scoring.web.columns import Column, ColumnKind


def figures_of_old_totals(totals: Sequence[OldTotal], title: str) -> Figures:
    """Return the table of everybody on old sheets of amounts."""
    columns = (
        Column(_("Name"), key="name"),
        Column(_("Points"), ColumnKind.POINTS, "points", summed=True),
        Column(_("Evenings"), ColumnKind.NUMBER, "evenings", summed=True),
        Column(_("Guest"), key="guest", of=lambda total: None if total.member else _("Guest")),
    )
    return Figures.of(title, columns, totals, name=_("Old sheets"))


def workbook_of_old_batch(
    totals: Sequence[OldTotal], tables: Sequence[OldTableTotals], title: str
) -> Workbook:
    """Return the amounts of one imported file as a workbook."""
    return Workbook(
        title, (figures_of_old_totals(totals, title), figures_of_old_tables(totals, tables, title))
    )


def figures_of_old_tables(
    totals: Sequence[OldTotal], tables: Sequence[OldTableTotals], title: str
) -> Figures:
    """Return a row for every table and a column for everybody with their total there."""
    have = _added_up((total.name, total.points) for total in totals)
    keys = tuple(f"player_{number}" for number in range(1, len(have) + 1))
    columns = (
        Column(_("Date"), ColumnKind.DATE, "date"),
        Column(_("Place"), key="place"),
        Column(_("Table"), key="table"),
        Column(_("Rows"), ColumnKind.NUMBER, "rows"),
        *(Column(name, ColumnKind.POINTS, key, summed=True) for key, name in zip(keys, have, strict=True)),
    )
    rows = (
        (
            *(table.date, table.venue or None, table.name or None, table.rows),
            *map(_added_up(table.totals).get, have),
        )
        for table in tables
    )
    return Figures.under(title, _("Tables"), columns, rows)


def _added_up(totals: Iterable[tuple[str, Amount]]) -> dict[str, Amount]:
    """Return the total of each name; a name may occur more than once."""
    totals_by_name: dict[str, Amount] = {}
    for name, points in totals:
        totals_by_name[name] = exact(Fraction(totals_by_name.get(name, 0) + points))
    return totals_by_name
