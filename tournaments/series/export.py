"""The standings of a series: their columns, in tables of pages and as figures of files."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine.result import Amount
from scoring.export.figures import Figures, Workbook
from scoring.web.columns import Column, ColumnKind
from scoring.web.tables import Count, NameColumn, PageTable, PointsColumn
from tournaments.series.lines import POINTS
from tournaments.series.pages import SeriesRow, ShownSeries
from tournaments.series.queries import RankedGroup
from tournaments.series.tables import with_tie


def place_columns() -> Iterator[Column]:
    """Yield the rank, and whether others share it."""
    yield Column(_("Rank"), ColumnKind.NUMBER, "rank", "place.rank")
    yield Column(_("tied"), key="tied", of=lambda row: _("tied") if row.place.tied else None)


def series_columns() -> Iterator[Column]:
    """Yield the columns that every series has."""
    yield from place_columns()
    yield Column(_("Name"), key="name")
    yield Column(_("Guest"), key="guest", of=lambda row: _("Guest") if row.guest else None)
    yield Column(_("Points"), ColumnKind.POINTS, "points", summed=True)
    yield Column(_("Counted"), ColumnKind.NUMBER, "counted", summed=True)
    yield Column(_("Starts"), ColumnKind.NUMBER, "starts", summed=True)


class SeriesTable(PageTable):
    """Who stands where; or, without ranks, who has too few starts."""

    rank = Count(initial_sort_descending=False)
    overall = Count(initial_sort_descending=False, verbose_name=gettext_lazy("Overall"))
    name = NameColumn(order_by="sorting")
    best = PointsColumn(verbose_name=gettext_lazy("Best result"), accessor="place__best", default="–")

    linked = True

    class Meta:
        attrs = {"class": "standings"}
        order_by = "rank"
        per_page = 50
        sequence = ("rank", "overall", "name", "points", "counted", "starts", "best")

    def __init__(
        self, rows: Iterable[SeriesRow], label: str, *, prefix: str = "", in_group: bool = False
    ) -> None:
        without = [*(["rank"] if prefix else []), *([] if in_group else ["overall"])]
        super().__init__(rows, series_columns(), prefix=prefix, exclude=without, label=label)

    def render_rank(self, record: SeriesRow) -> SafeString | str:
        return with_tie(record.rank, is_tied=record.place.tied)

    def render_name(self, value: str, record: SeriesRow) -> SafeString:
        name = format_html('<a href="{}">{}</a>' if self.linked else "{1}", record.address, value)
        word = _("you") if record.mine else _("Guest") if record.guest else ""
        return format_html("{} <small>({})</small>", name, word) if word else name

    def row_class(self, record: SeriesRow) -> str:
        return "mine" if record.mine else ""


class PublicSeriesTable(SeriesTable):
    """The public table of a series, without links to people's own pages."""

    linked = False

    class Meta(SeriesTable.Meta):  # without it the table would have nothing of it
        pass


def series_as(form: str, shown: ShownSeries) -> Workbook | Figures:
    """Return what a file of this format has: a CSV is one table, with what stands in the others of a book."""
    return figures_of_series(shown, _groups(shown)) if form == "csv" else workbook_of_series(shown)


def workbook_of_series(shown: ShownSeries) -> Workbook:
    """Return the standings, those of every group that is also ranked by itself, and the teams."""
    everybody = figures_of_series(shown)
    groups = (_of_group(shown, group) for group in shown.groups)
    return Workbook(everybody.title, (everybody, *groups, *([_of_teams(shown)] if shown.teams else [])))


def _of_group(shown: ShownSeries, group: RankedGroup) -> Figures:
    """Return how those of a group stand among each other, each with the rank among all."""
    columns = (
        *place_columns(),
        Column(_("Overall"), ColumnKind.NUMBER, "overall"),
        Column(_("Name"), key="name"),
        Column(_("Points"), ColumnKind.POINTS, "points", summed=True),
    )
    return Figures.under(_title(shown), group.name, columns, shown.among(group))


def _of_teams(shown: ShownSeries) -> Figures:
    """Return how the teams stand, and how it came about."""
    columns = (
        *place_columns(),
        Column(_("Team"), key="team", of="name"),
        Column(_("Points"), ColumnKind.POINTS, "points", "place.points", summed=True),
        Column(_("How it came about"), key="told", of=lambda row: "; ".join(row.lines)),
    )
    return Figures.under(_title(shown), _("Teams"), columns, shown.team_rows)


def _title(shown: ShownSeries) -> str:
    return f"{shown.series.title} {shown.series.club.name}"


def figures_of_series(shown: ShownSeries, more_columns: Iterable[Column] = ()) -> Figures:
    """Return everybody, ranked or not, with what each event gave."""
    events = tuple(f"event_{index}" for index, _event in enumerate(shown.held, 1))
    off = Column(_("Taken off"), ColumnKind.POINTS, "off", lambda row: row.place.off or None, signed=False)
    columns = [*series_columns(), off, *more_columns]
    columns += (
        Column(str(POINTS[kind].column), ColumnKind.POINTS, kind, partial(_of_person, points))
        for kind, points in shown.points_beside.items()
    )
    columns += (
        Column(f"{event.date} {event.title}", ColumnKind.POINTS, key, partial(_given, event.pk))
        for event, key in zip(shown.held, events, strict=True)
    )
    if shown.provisional:
        columns.append(Column(_("Provisional"), key="provisional", of=lambda row: shown.provisional))
    everybody = (*shown.rows, *shown.below)
    return Figures.of(_title(shown), columns, everybody, name=_("Series"))


def _groups(shown: ShownSeries) -> Iterator[Column]:
    """Yield the rank within each group that is also ranked by itself, and the team."""
    for group in shown.groups:
        ranks = {row.place.person: row.rank for row in shown.among(group)}
        title = _("Rank: %(group)s") % {"group": group.name}
        yield Column(title, ColumnKind.NUMBER, f"group_{group.pk}", partial(_of_person, ranks))
    if shown.teams:
        teams = {person: team.name for team in shown.teams for person in team.people}
        yield Column(_("Team"), key="team", of=partial(_of_person, teams))


def _of_person(values: Mapping[str, Any], player: SeriesRow) -> Any:
    return values.get(player.place.person)


def _given(event: int, player: SeriesRow) -> Amount | None:
    return player.place.given.get(event)
