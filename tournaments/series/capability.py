"""Series: what they hand to the rest of the program, such as what they keep about people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import Q
from django.http import HttpRequest
from django.template import Context
from django.urls import URLPattern, URLResolver, include, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from scoring.capability import Capability, DeedWords, sentence, sentence_by
from scoring.clubs.privacy.name_locations import DASH, Remedy, StoredText
from scoring.deeds import log_of
from scoring.export.answering import exported
from scoring.export.figures import Figures
from scoring.models import Club, Member
from scoring.sealing import LinkKind
from scoring.sharing.feeds import Source
from scoring.web.bars import SubjectBar, bar, part_of
from scoring.web.columns import SUM_OF_ROWS, Column, ColumnKind
from scoring.web.links import is_there
from tournaments.models import BroughtPoints, Series, SeriesLot
from tournaments.models.tournaments import LONGEST_TITLE
from tournaments.privacy import free_of
from tournaments.series import verbs, views
from tournaments.series.sharing import series_results
from tournaments.series.verifying import of_series


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


def series_bar(request: HttpRequest, context: Context, club: Club) -> SubjectBar | None:
    """Return the bar of the series that a page is about; none where there is only one page."""
    series = context.get("series")
    if not isinstance(series, Series):
        return None
    standings = reverse("tournaments:series", args=[club.slug, series.pk])
    if not request.path.startswith(standings):
        return None
    ways = list(_pages(series, club))
    part = part_of(request, standings)
    current = part if part in {key for key, _words, _address in ways} else ""
    return bar(series.title, current, ways) if len(ways) > 1 else None


def _pages(series: Series, club: Club) -> Iterator[tuple[str, str, str]]:
    where = {"slug": club.slug, "series": series.pk}
    yield "", pgettext("bar", "Standings"), reverse("tournaments:series", kwargs=where)
    if club.is_directed:
        yield "events", _("What counts"), reverse("tournaments:series_events", kwargs=where)
        yield "settings", pgettext("series", "Terms"), reverse("tournaments:series_settings", kwargs=where)
    if is_there("tournaments:series_final", **where):
        yield "final", _("Final"), reverse("tournaments:series_final", kwargs=where)
    if club.is_directed:
        yield "certificates", _("Certificates"), reverse("tournaments:series_certificates", kwargs=where)


def _joint_series_ended(details: dict[str, Any]) -> str:
    words = ngettext(
        "turned what %(clubs)s brought to the series “%(title)s” into old results of it: %(number)d result",
        "turned what %(clubs)s brought to the series “%(title)s” into old results of it: %(number)d results",
        details["number"],
    )
    if details["missing"]:
        words += _("; nothing is known of: %(missing)s")
    return words % {**details, "missing": ", ".join(details["missing"])}


def _part_ended(details: dict[str, Any]) -> str:
    if details["stays"]:
        words = _("went on with the club's part of the series “%(title)s” of “%(club_name)s” by itself")
    else:
        words = _(
            "removed the club's part of the series “%(title)s” of “%(club_name)s”, which keeps its results: "
            "%(events)s"
        )
    return words % {**details, "events": ", ".join(details["events"]) or "–"}


# Clubs once held series together. Nothing does so any more; the log still says what was done then.
JOINT: dict[str, DeedWords] = {
    "end_joint_series": _joint_series_ended,  # by a migration
    "end_part_of_series": _part_ended,
    "invite_club": sentence_by(
        "club_name",
        {
            True: gettext_lazy("invited the club “%(club_name)s” to the series “%(title)s”"),
            False: gettext_lazy("made a link that invites a club to the series “%(title)s”"),
        },
    ),
    "withdraw_club": sentence_by(
        "was_there",
        {
            True: gettext_lazy("ended the part of “%(club_name)s” in the joint series “%(title)s”"),
            False: gettext_lazy("withdrew an invitation to the series “%(title)s”"),
        },
    ),
    "accept_joint_series": sentence(
        gettext_lazy("accepted for “%(club_name)s” the invitation to the joint series “%(title)s”")
    ),
    "decline_joint_series": sentence(
        gettext_lazy("declined for “%(club_name)s” the invitation to the series “%(title)s”")
    ),
    "leave_joint_series": sentence(gettext_lazy("left the series “%(title)s” with the club “%(club_name)s”")),
    "propose_same_person": sentence(
        gettext_lazy(
            "proposed that %(name)s and somebody of “%(club_name)s” are one person in the series “%(title)s”"
        )
    ),
    "agree_same_person": sentence(
        gettext_lazy(
            "agreed that %(name)s and somebody of “%(club_name)s” are one person in the series “%(title)s”"
        )
    ),
    "part_same_person": sentence(
        gettext_lazy(
            "noted that %(name)s and somebody of “%(club_name)s” are two people in the series “%(title)s”"
        )
    ),
}


club_urls: list[URLPattern | URLResolver] = [  # below clubs/<slug>/tournaments/
    path("series/", views.all_series, name="all_series"),
    path("series/new/", views.new_series, name="new_series"),
    path("series/year/", views.series_year, name="series_year"),
    path("series/<int:series>/", views.series, name="series"),
    path("series/<int:series>/show/", views.show_series, name="show_series"),
    path("series/<int:series>/certificates/", views.series_certificates, name="series_certificates"),
    path("series/<int:series>/", include(exported(views.export_series))),
    path("series/<int:series>/people/<str:person>/", views.series_person, name="series_person"),
    path("series/<int:series>/settings/", views.series_settings, name="series_settings"),
    path("series/<int:series>/events/", views.series_events, name="series_events"),
    path("series/<int:series>/teams/", views.series_teams, name="series_teams"),
    path("series/<int:series>/brought/", views.brought_points, name="brought_points"),
    path("series/<int:series>/old/", views.old_results, name="old_results"),
    path("series/<int:series>/lots/", views.series_lots, name="series_lots"),
    path("series/<int:series>/lots/withdraw/", views.withdraw_series_lot, name="withdraw_series_lot"),
    path("series/<int:series>/remove/", views.remove_series, name="remove_series"),
]

site_urls: list[URLPattern | URLResolver] = [  # for everybody
    path("series/<str:series_code>/", views.public_series, name="public_series"),
    path("series/<str:series_code>/embed/", views.embedded_series, name="embedded_series"),
    path("series/<str:series_code>/", include(exported(views.export_public_series))),
]


CAPABILITY = Capability(
    urls=__name__,
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
    feeds=(Source(lambda club: (), series_results),),
)
