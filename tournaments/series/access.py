"""Who gets to see a series: 404 for strangers, 403 for whoever lacks the right."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from scoring.models import Club
from scoring.web.access import open_club
from tournaments.models import Series
from tournaments.series.asking import with_what_is_in_use


def series_in(request: HttpRequest, slug: str, pk: int) -> tuple[Series, Club]:
    """For members of its club."""
    club = open_club(request, slug)
    found = with_what_is_in_use(Series.objects.filter(pk=pk, club=club)).first()
    if found is None:
        raise Http404
    found.club = club
    return found, club


def directed_series(request: HttpRequest, slug: str, pk: int) -> tuple[Series, Club]:
    """Return the series if the reader directs its club; raise 403 otherwise."""
    found, club = series_in(request, slug, pk)
    if not club.is_directed:
        raise PermissionDenied
    return found, club
