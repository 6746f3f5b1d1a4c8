"""The tournaments of a club on its own page."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from scoring.models import Club
from tournaments.models import Tournament
from tournaments.planning.pages.planning import row_of, with_counts

ON_THE_PAGE = 3


def on_club_page(_request: HttpRequest, club: Club) -> SafeString:
    """Return those that run and the newest ones; one query."""
    found = with_counts(Tournament.objects.filter(club=club))
    shown = {"club": club, "rows": [row_of(tournament) for tournament in found[:ON_THE_PAGE]]}
    return render_to_string("tournaments/planning/_club_tournaments.html", shown)
