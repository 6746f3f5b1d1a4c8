"""Series: what they hand to the rest of the program, such as what they keep about people."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.capability import Capability
from scoring.clubs.privacy.name_locations import DASH, Remedy, StoredText
from scoring.deeds import log_of
from scoring.export.figures import Down, FigureRow, Figures
from scoring.models import Club, Member
from scoring.sealing import LinkKind
from scoring.sharing.feeds import Source
from scoring.web.columns import Column, ColumnKind
from tournaments.models import BroughtPoints, Series, SeriesLot
from tournaments.models.tournaments import LONGEST_TITLE
from tournaments.privacy import free_of
from tournaments.series import verbs
from tournaments.series.sharing import no_days, series_results
from tournaments.series.verifying import of_series
from tournaments.series.words import JOINT


def texts_of_series(club: Club) -> Iterator[StoredText]:
    """Yield titles, where points come from, and seeds of lots that somebody chose."""
    for series in Series.objects.filter(club=club).order_by("pk"):
        page = reverse("tournaments:series_settings", args=[club.slug, series.pk])
        key = f"series:{series.pk}"
        yield StoredText(_("Series"), series.title, page, Remedy.CHANGE, key, room=LONGEST_TITLE)
        where = _("Series “%(title)s”") % {"title": series.title}
        page = reverse("tournaments:brought_points", args=[club.slug, series.pk])
        for brought in series.brought.exclude(words="").order_by("pk"):
            yield StoredText(where, brought.words, page, Remedy.CHANGE)
        page = reverse("tournaments:old_results", args=[club.slug, series.pk])
        old = series.old_results.order_by("pk")
        texts = {*old.values_list("event", flat=True), *old.exclude(guest="").values_list("guest", flat=True)}
        for text in sorted(texts):
            yield StoredText(where, text, page, Remedy.CHANGE)
        page = reverse("tournaments:series_lots", args=[club.slug, series.pk])
        for lot in series.lots.exclude(seed="").order_by("pk"):
            yield StoredText(_("Seed of a draw: %(where)s") % {"where": where}, lot.seed, page, Remedy.STAYS)


def retitle(club: Club, key: str, text: str) -> None:
    """Write something else in the place of a title."""
    others = set(Series.objects.filter(club=club).exclude(pk=key).values_list("title", flat=True))
    Series.objects.filter(club=club, pk=key).update(title=free_of(text or DASH, others))


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
    rows: list[FigureRow] = [
        (result.series.title, result.event, result.date, result.place, result.points) for result in found
    ]
    controls = (
        Down("place", to=sum(result.place or 0 for result in found)),
        Down("points", to=sum((Fraction(result.points or 0) for result in found), start=Fraction(0))),
    )
    return Figures(_("Old results"), columns, tuple(rows), name=_("Old results"), controls=controls)


def _brought(member: Member) -> Figures:
    found = BroughtPoints.objects.filter(member=member).select_related("series").order_by("pk")
    columns = (
        Column(_("Series"), key="series"),
        Column(_("Points"), ColumnKind.POINTS, key="points"),
        Column(_("Where from"), key="words"),
    )
    rows: list[FigureRow] = [(row.series.title, row.points, row.words or None) for row in found]
    name = _("Points brought along")
    control = Down("points", to=sum((Fraction(row.points) for row in found), start=Fraction(0)))
    return Figures(name, columns, tuple(rows), name=name, controls=(control,))


def _lots(member: Member) -> Figures:
    """Return the lots in which somebody is, also as the guest they were then."""
    found = SeriesLot.objects.filter(series__club=member.club).select_related("series")
    guest = member.participations.values_list("pk", flat=True)
    known = {f"m{member.pk}", *(f"g{pk}" for pk in guest)}
    columns = (Column(_("Series"), key="series"), Column(_("When"), ColumnKind.MOMENT, key="at"))
    rows: list[FigureRow] = [(lot.series.title, lot.at) for lot in found if not known.isdisjoint(lot.order)]
    name = _("Lots of series")
    return Figures(name, columns, tuple(rows), name=name)


CAPABILITY = Capability(
    urls="tournaments.series.urls",
    words=log_of(verbs) | JOINT,
    links=(
        LinkKind(
            model=Series,
            columns=("code",),
            open=~Q(code=""),
            end=lambda rows: rows.update(code=""),
            club="club",
            one="series open to everybody",
            many="series open to everybody",
        ),
    ),
    typed=(texts_of_series,),
    reworded={"series": retitle},
    stored=(stored_of_series,),
    verified=(of_series,),
    feeds=(Source(no_days, series_results),),
)
