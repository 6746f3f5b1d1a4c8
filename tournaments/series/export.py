"""The standings of a series as figures."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.engine.result import Amount
from scoring.export.figures import Across, Book, Control, Down, Figures
from scoring.web.columns import Column, ColumnKind
from tournaments.engine.series import WhatCounts
from tournaments.series.pages import RankedGroup, ShownEvent, ShownSeries


def book_of_series(shown: ShownSeries) -> Book:
    """Return the standings, those of every group that is also ranked by itself, and the teams."""
    everybody = figures_of_series(shown)
    groups = (_of_group(shown, group) for group in shown.groups)
    return Book(everybody.title, (everybody, *groups, *([_of_teams(shown)] if shown.teams else [])))


def _of_group(shown: ShownSeries, group: RankedGroup) -> Figures:
    """Return how those of a group stand among each other, each with the rank among all."""
    rows = shown.among(group)
    columns = (
        Column(_("Rank"), ColumnKind.NUMBER, "rank"),
        Column(_("tied"), key="tied"),
        Column(_("Overall"), ColumnKind.NUMBER, "overall"),
        Column(_("Name"), key="name"),
        Column(_("Points"), ColumnKind.POINTS, "points"),
    )
    return Figures.under(
        _title(shown),
        group.name,
        columns,
        [
            (row.rank, _("tied") if row.place.tied else None, row.overall, row.name, row.points)
            for row in rows
        ],
        Down("points", to=_sum(row.points for row in rows)),
    )


def _of_teams(shown: ShownSeries) -> Figures:
    """Return how the teams stand, and how it came about."""
    columns = (
        Column(_("Rank"), ColumnKind.NUMBER, "rank"),
        Column(_("tied"), key="tied"),
        Column(_("Team"), key="team"),
        Column(_("Points"), ColumnKind.POINTS, "points"),
        Column(_("How it came about"), key="told"),
    )
    rows = [
        (
            row.place.rank,
            _("tied") if row.place.tied else None,
            row.name,
            row.place.points,
            "; ".join(row.told) or None,
        )
        for row in shown.team_rows
    ]
    counted = (each.points for row in shown.team_rows for each in row.place.results if each.counts)
    return Figures.under(_title(shown), _("Teams"), columns, rows, Down("points", to=_sum(counted)))


def _title(shown: ShownSeries) -> str:
    return f"{shown.series.title} {shown.series.club.name}"


def _sum(points: Iterable[Amount]) -> Fraction:
    return sum(map(Fraction, points), start=Fraction(0))


def figures_of_series(shown: ShownSeries) -> Figures:
    """Return everybody, ranked or not, with what each event gave."""
    events = {event.pk: f"event_{place}" for place, event in enumerate(shown.held, 1)}
    everybody = (*shown.rows, *shown.below)
    columns = (
        Column(_("Rank"), ColumnKind.NUMBER, "rank"),
        Column(_("tied"), key="tied"),
        Column(_("Name"), key="name"),
        Column(_("Guest"), key="guest"),
        Column(_("Points"), ColumnKind.POINTS, "points"),
        Column(_("Counted"), ColumnKind.NUMBER, "counted"),
        Column(_("Starts"), ColumnKind.NUMBER, "starts"),
        Column(_("Taken off"), ColumnKind.POINTS, "off", signed=False),
        *(
            [Column(_("Brought along"), ColumnKind.POINTS, "brought")]
            if shown.brought or shown.carried
            else []
        ),
        *(Column(_headed(event), ColumnKind.POINTS, events[event.pk]) for event in shown.held),
    )
    rows = [
        (
            player.rank,
            _("tied") if player.place.tied else None,
            player.name,
            _("Guest") if player.guest else None,
            player.points,
            player.counted,
            player.starts,
            player.place.off or None,
            *([player.place.seed or None] if shown.has_brought else []),
            *(player.place.given.get(event.pk) for event in shown.held),
        )
        for player in everybody
    ]
    controls: list[Control] = [
        Down("points", to=_sum(player.points for player in everybody)),
        Down("counted", to=sum(player.counted for player in everybody)),
        Down("starts", to=sum(player.starts for player in everybody)),
    ]
    if shown.series.terms.counting is WhatCounts.ALL and events:
        added = [*events.values(), *(["brought"] if shown.has_brought else [])]
        controls.append(Across(tuple(added), minus=("points", "off")))
    return Figures(_title(shown), columns, tuple(rows), name=_("Series"), controls=tuple(controls))


def _headed(event: ShownEvent) -> str:
    return f"{event.date} {event.title}"
