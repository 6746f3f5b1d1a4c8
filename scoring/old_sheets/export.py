"""Old score sheets as figures."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.engine.result import Amount, exact
from scoring.export.figures import Across, Book, Control, Down, Figures
from scoring.old_sheets.pages import OldTableTotals, OldTotal
from scoring.web.columns import Column, ColumnKind


def figures_of_old_totals(totals: Sequence[OldTotal], title: str) -> Figures:
    """Return the table of everybody on old sheets of which only amounts are known."""
    columns = (
        Column(_("Name"), key="name"),
        Column(_("Points"), ColumnKind.POINTS, "points"),
        Column(_("Evenings"), ColumnKind.NUMBER, "evenings"),
        Column(_("Guest"), key="guest"),
    )
    rows = tuple(
        (total.name, total.points, total.evenings, None if total.member else _("Guest")) for total in totals
    )
    evenings = sum(total.evenings for total in totals)
    controls = (Down("points"), Down("evenings", to=evenings))
    return Figures(title, columns, rows, name=_("Old sheets"), controls=controls)


def book_of_old_batch(totals: Sequence[OldTotal], tables: Sequence[OldTableTotals], title: str) -> Book:
    """Return what came in with one file of amounts."""
    return Book(title, (figures_of_old_totals(totals, title), figures_of_old_tables(totals, tables, title)))


def figures_of_old_tables(
    totals: Sequence[OldTotal], tables: Sequence[OldTableTotals], title: str
) -> Figures:
    """Return a row for every table, a column for everybody, whose amounts there come to their total."""
    have: dict[str, Amount] = {}
    for total in totals:
        have[total.name] = exact(Fraction(have.get(total.name, 0) + total.points))
    keys = tuple(f"player_{number}" for number in range(1, len(have) + 1))
    columns = (
        Column(_("Date"), ColumnKind.DATE, "date"),
        Column(_("Place"), key="place"),
        Column(_("Table"), key="table"),
        Column(_("Rows"), ColumnKind.NUMBER, "rows"),
        *(Column(name, ColumnKind.POINTS, key) for name, key in zip(have, keys, strict=True)),
    )
    rows = tuple(
        (table.date, table.place or None, table.name or None, table.rows, *map(_on_table(table).get, have))
        for table in tables
    )
    downs = (Down(key, to=Fraction(amount)) for key, amount in zip(keys, have.values(), strict=True))
    controls: tuple[Control, ...] = (Across(keys), *downs) if keys else ()
    return Figures.under(title, _("Tables"), columns, rows, *controls)


def _on_table(table: OldTableTotals) -> dict[str, Amount]:
    found: dict[str, Amount] = {}
    for name, points in table.totals:
        found[name] = exact(Fraction(found.get(name, 0) + points))
    return found
