"""The standings of a series: its columns on pages and in files, and its table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.web.columns import SUM_OF_ROWS, Column, ColumnKind
from scoring.web.tables import NameColumn, PointsColumn, Sorted
from tournaments.series.pages import SeriesRow


def place_columns() -> Iterator[Column]:
    """Yield the rank, and whether others share it."""
    yield Column(gettext("Rank"), ColumnKind.NUMBER, "rank", "place.rank")
    yield Column(gettext("tied"), key="tied", of=lambda row: gettext("tied") if row.place.tied else None)


def series_columns() -> Iterator[Column]:
    """Yield what every series says of somebody."""
    yield from place_columns()
    yield Column(gettext("Name"), key="name")
    yield Column(gettext("Guest"), key="guest", of=lambda row: gettext("Guest") if row.guest else None)
    yield Column(gettext("Points"), ColumnKind.POINTS, "points", total=SUM_OF_ROWS)
    yield Column(gettext("Counted"), ColumnKind.NUMBER, "counted", total=SUM_OF_ROWS)
    yield Column(gettext("Starts"), ColumnKind.NUMBER, "starts", total=SUM_OF_ROWS)


class SeriesTable(Sorted):
    """Who stands where; or, without ranks, who has too few starts."""

    rank = tables.Column(attrs={"td": {"class": "number"}, "th": {"class": "number"}})
    overall = tables.Column(
        verbose_name=_("Overall"), attrs={"td": {"class": "number"}, "th": {"class": "number"}}
    )
    name = NameColumn(order_by="sorting")
    best = PointsColumn(verbose_name=_("Best result"), default="–")

    class Meta:
        order_by = "rank"
        per_page = 50
        sequence = ("rank", "overall", "name", "points", "counted", "starts", "best")

    def __init__(self, rows: Iterable[SeriesRow], prefix: str = "", *, in_group: bool = False) -> None:
        without = [*(["rank"] if prefix else []), *([] if in_group else ["overall"])]
        super().__init__(rows, series_columns(), prefix=prefix, exclude=without)

    def render_rank(self, record: SeriesRow) -> SafeString | str:
        if not record.place.tied:
            return str(record.rank)
        return format_html('{} <span class="tied">{}</span>', record.rank, gettext("tied"))

    def render_name(self, value: str, record: SeriesRow) -> SafeString:
        found = format_html('<a href="{}">{}</a>', record.address, value)
        return _with_word(found, gettext("you") if record.mine else gettext("Guest") if record.guest else "")

    def row_class(self, record: SeriesRow) -> str:
        return "mine" if record.mine else ""


class PublicSeriesTable(SeriesTable):
    """The same for everybody: nobody's own page is for strangers."""

    def render_name(self, value: str, record: SeriesRow) -> SafeString:
        return _with_word(format_html("{}", value), gettext("Guest") if record.guest else "")


def _with_word(name: SafeString, word: str) -> SafeString:
    """Return a name with what is said of it."""
    return format_html("{} <small>({})</small>", name, word) if word else name
