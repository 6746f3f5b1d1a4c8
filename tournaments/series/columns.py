"""The columns of a series' standings, on pages and in files."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.web.columns import SUM_OF_ROWS, Column, ColumnKind


def place_columns() -> Iterator[Column]:
    """Yield the rank, and whether others share it."""
    yield Column(_("Rank"), ColumnKind.NUMBER, "rank", "place.rank")
    yield Column(_("tied"), key="tied", of=lambda row: _("tied") if row.place.tied else None)


def series_columns() -> Iterator[Column]:
    """Yield what every series says of somebody."""
    yield from place_columns()
    yield Column(_("Name"), key="name")
    yield Column(_("Guest"), key="guest", of=lambda row: _("Guest") if row.guest else None)
    yield Column(_("Points"), ColumnKind.POINTS, "points", total=SUM_OF_ROWS)
    yield Column(_("Counted"), ColumnKind.NUMBER, "counted", total=SUM_OF_ROWS)
    yield Column(_("Starts"), ColumnKind.NUMBER, "starts", total=SUM_OF_ROWS)
