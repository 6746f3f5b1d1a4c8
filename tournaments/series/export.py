"""The standings of a series as figures."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.figures.figures import Across, Column, ColumnKind, Control, Down, Figures
from tournaments.engine.series import WhatCounts
from tournaments.series.pages import ShownEvent, ShownSeries


def figures_of_series(shown: ShownSeries) -> Figures:
    """Return everybody, ranked or not, with what each event gave."""
    events = {one.pk: f"event_{place}" for place, one in enumerate(shown.held, 1)}
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
        *(Column(_headed(one), ColumnKind.POINTS, events[one.pk]) for one in shown.held),
    )
    rows = []
    for one in everybody:
        given = {start.event: start.points for start in one.place.starts}
        rows.append(
            (
                one.rank,
                _("tied") if one.place.tied else None,
                one.name,
                _("Guest") if one.guest else None,
                one.points,
                one.counted,
                one.starts,
                one.place.off or None,
                *([one.place.seed or None] if shown.has_brought else []),
                *(given.get(event.pk) for event in shown.held),
            )
        )
    controls: list[Control] = [
        Down("points", to=sum((Fraction(one.points) for one in everybody), start=Fraction(0))),
        Down("counted", to=sum(one.counted for one in everybody)),
        Down("starts", to=sum(one.starts for one in everybody)),
    ]
    if shown.series.terms.counting is WhatCounts.ALL and events:
        added = [*events.values(), *(["brought"] if shown.has_brought else [])]
        controls.append(Across(tuple(added), minus=("points", "off")))
    title = f"{shown.series.title} {shown.series.club.name}"
    return Figures(title, columns, tuple(rows), name=_("Series"), controls=tuple(controls))


def _headed(event: ShownEvent) -> str:
    return f"{event.date} {event.title}"
