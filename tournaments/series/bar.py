"""The bar of a series: its few pages, each one tap away from the others."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpRequest
from django.template import Context
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.models import Club
from scoring.web.bars import SubjectBar, bar, part_of
from scoring.web.links import is_there
from tournaments.models import Series


def series_bar(request: HttpRequest, context: Context, club: Club) -> SubjectBar | None:
    """Return the bar of the series that a page is about; none where there is only one page."""
    series = context.get("series")
    if not isinstance(series, Series):
        return None
    standings = reverse("tournaments:series", args=[club.slug, series.pk])
    if not request.path.startswith(standings):
        return None
    ways = list(_ways(series, club))
    part = part_of(request, standings)
    current = part if part in {key for key, _words, _address in ways} else ""
    return bar(series.title, current, ways) if len(ways) > 1 else None


def _ways(series: Series, club: Club) -> Iterator[tuple[str, str, str]]:
    where = {"slug": club.slug, "series": series.pk}
    yield "", pgettext("bar", "Standings"), reverse("tournaments:series", kwargs=where)
    if club.is_directed:
        yield "events", _("What counts"), reverse("tournaments:series_events", kwargs=where)
        yield "settings", pgettext("series", "Terms"), reverse("tournaments:series_settings", kwargs=where)
    if is_there("tournaments:series_final", **where):
        yield "final", _("Final"), reverse("tournaments:series_final", kwargs=where)
    if club.is_directed:
        yield "certificates", _("Certificates"), reverse("tournaments:series_certificates", kwargs=where)
