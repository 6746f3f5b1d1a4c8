"""The standings of a series as figures."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from django.utils.translation import gettext as _

from scoring.engine.result import Amount
from scoring.export.figures import Across, Book, Figures
from scoring.web.columns import SUM_OF_ROWS, Column, ColumnKind
from tournaments.engine.series import WhatCounts
from tournaments.series.pages import SeriesRow, ShownSeries
from tournaments.series.queries import RankedGroup
from tournaments.series.tables import place_columns, series_columns


def book_of_series(shown: ShownSeries) -> Book:
    """Return the standings, those of every group that is also ranked by itself, and the teams."""
    everybody = figures_of_series(shown)
    groups = (_of_group(shown, group) for group in shown.groups)
    return Book(everybody.title, (everybody, *groups, *([_of_teams(shown)] if shown.teams else [])))


def _of_group(shown: ShownSeries, group: RankedGroup) -> Figures:
    """Return how those of a group stand among each other, each with the rank among all."""
    columns = (
        *place_columns(),
        Column(_("Overall"), ColumnKind.NUMBER, "overall"),
        Column(_("Name"), key="name"),
        Column(_("Points"), ColumnKind.POINTS, "points", total=SUM_OF_ROWS),
    )
    return Figures.under(_title(shown), group.name, columns, shown.among(group))


def _of_teams(shown: ShownSeries) -> Figures:
    """Return how the teams stand, and how it came about."""
    counted = (each.points for row in shown.team_rows for each in row.place.results if each.counts)
    columns = (
        *place_columns(),
        Column(_("Team"), key="team", of="name"),
        Column(_("Points"), ColumnKind.POINTS, "points", "place.points", total=sum(map(Fraction, counted))),
        Column(_("How it came about"), key="told", of=lambda row: "; ".join(row.told)),
    )
    return Figures.under(_title(shown), _("Teams"), columns, shown.team_rows)


def _title(shown: ShownSeries) -> str:
    return f"{shown.series.title} {shown.series.club.name}"


def figures_of_series(shown: ShownSeries) -> Figures:
    """Return everybody, ranked or not, with what each event gave."""
    events = tuple(f"event_{place}" for place, _event in enumerate(shown.held, 1))
    off = Column(_("Taken off"), ColumnKind.POINTS, "off", lambda row: row.place.off or None, signed=False)
    columns = [*series_columns(), off]
    if shown.has_brought:
        brought = Column(_("Brought along"), ColumnKind.POINTS, "brought", lambda row: row.place.seed or None)
        columns.append(brought)
    columns += (
        Column(f"{event.date} {event.title}", ColumnKind.POINTS, key, partial(_given, event.pk))
        for event, key in zip(shown.held, events, strict=True)
    )
    controls = []
    if shown.series.terms.counting is WhatCounts.ALL and events:
        added = (*events, *(["brought"] if shown.has_brought else []))
        controls.append(Across(added, minus=("points", "off")))
    everybody = (*shown.rows, *shown.below)
    return Figures.of(_title(shown), columns, everybody, *controls, name=_("Series"))


def _given(event: int, player: SeriesRow) -> Amount | None:
    return player.place.given.get(event)
