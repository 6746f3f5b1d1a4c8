"""What series keep of a member."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.figures.figures import Column, ColumnKind, Down, FigureRow, Figures
from scoring.models import Member
from tournaments.models import BroughtPoints, SeriesLot


def stored_of_series(member: Member) -> Iterator[Figures]:
    """Yield results of old years, points that somebody brings along, and lots in which they were."""
    yield _old_results(member)
    yield _brought(member)
    yield _lots(member)


def _old_results(member: Member) -> Figures:
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
    return Figures(_("Old results"), columns, tuple(rows), name=_("Old results"), controls=controls)


def _brought(member: Member) -> Figures:
    found = BroughtPoints.objects.filter(member=member).select_related("series").order_by("pk")
    columns = (
        Column(_("Series"), key="series"),
        Column(_("Points"), ColumnKind.POINTS, key="points"),
        Column(_("Where from"), key="words"),
    )
    rows: list[FigureRow] = [(one.series.title, one.points, one.words or None) for one in found]
    name = _("Points brought along")
    control = Down("points", to=sum((Fraction(one.points) for one in found), start=Fraction(0)))
    return Figures(name, columns, tuple(rows), name=name, controls=(control,))


def _lots(member: Member) -> Figures:
    """Return the lots in which somebody is, also as the guest they were then."""
    found = SeriesLot.objects.filter(series__club=member.club).select_related("series")
    guest = member.participations.values_list("pk", flat=True)
    known = {f"m{member.pk}", *(f"g{pk}" for pk in guest)}
    columns = (Column(_("Series"), key="series"), Column(_("When"), ColumnKind.MOMENT, key="at"))
    rows: list[FigureRow] = [(one.series.title, one.at) for one in found if not known.isdisjoint(one.order)]
    name = _("Lots of series")
    return Figures(name, columns, tuple(rows), name=name)
