"""Series: what they hand to the rest of the program, such as what they keep about people."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.capability import Capability
from scoring.clubs.privacy.name_locations import DASH, Remedy, StoredText
from scoring.deeds import log_of
from scoring.export.figures import Figures
from scoring.models import Club, Member
from scoring.sealing import LinkKind
from scoring.sharing.feeds import Source
from scoring.web.columns import SUM_OF_ROWS, Column, ColumnKind
from tournaments.models import BroughtPoints, Series, SeriesLot
from tournaments.models.tournaments import LONGEST_TITLE
from tournaments.privacy import free_of
from tournaments.series import verbs
from tournaments.series.bar import series_bar
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
    series = Column(_("Series"), key="series", of="series.title")
    points = Column(_("Points"), ColumnKind.POINTS, "points", total=SUM_OF_ROWS)
    at_place = (
        series,
        Column(_("Event"), key="event"),
        Column(_("Date"), ColumnKind.DATE, "date"),
        Column(_("Place"), ColumnKind.NUMBER, "place", total=SUM_OF_ROWS),
        points,
    )
    old = member.old_results.select_related("series").order_by("date", "event", "pk")
    yield Figures.of(_("Old results"), at_place, old)
    brought = BroughtPoints.objects.filter(member=member).select_related("series").order_by("pk")
    where_from = Column(_("Where from"), key="words")
    yield Figures.of(_("Points brought along"), (series, points, where_from), brought)
    # the lots in which somebody is, also as the guest they were then
    drawn = SeriesLot.objects.filter(series__club=member.club).select_related("series")
    known = {f"m{member.pk}", *(f"g{pk}" for pk in member.participations.values_list("pk", flat=True))}
    lots = [lot for lot in drawn if not known.isdisjoint(lot.order)]
    yield Figures.of(_("Lots of series"), (series, Column(_("When"), ColumnKind.MOMENT, "at")), lots)


CAPABILITY = Capability(
    urls="tournaments.series.urls",
    words=log_of(verbs) | JOINT,
    bars=(series_bar,),
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
