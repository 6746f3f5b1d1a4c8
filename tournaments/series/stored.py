"""What series keep of a member."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.figures.figures import Column, ColumnKind, Down, FigureRow, Figures
from scoring.models import Member


def stored_of_series(member: Member) -> Iterator[Figures]:
    """Yield the results of old years that were written down of somebody."""
    columns = (
        Column(_("Series"), key="series"),
        Column(_("Event"), key="event"),
        Column(_("Date"), ColumnKind.DATE, "date"),
        Column(_("Place"), ColumnKind.NUMBER, "place"),
        Column(_("Points"), ColumnKind.POINTS, "points"),
    )
    found = member.old_results.select_related("series").order_by("date", "event", "pk")
    rows: list[FigureRow] = [(one.series.title, one.event, one.date, one.place, one.points) for one in found]
    controls = (
        Down("place", to=sum(one.place or 0 for one in found)),
        Down("points", to=sum((Fraction(one.points or 0) for one in found), start=Fraction(0))),
    )
    yield Figures(_("Old results"), columns, tuple(rows), name=_("Old results"), controls=controls)
