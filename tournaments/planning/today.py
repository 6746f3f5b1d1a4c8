"""Tournaments on the first page of a club: those that run, with the reader's own table, and the next ones."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string

from scoring.capability import ClubPart
from scoring.models import Club
from tournaments.models import State, Tournament
from tournaments.planning.desk import Desk
from tournaments.planning.pages import with_counts

ON_THE_PAGE = 2


def on_club_page(request: HttpRequest, club: Club) -> ClubPart:
    """Return what runs and what comes next; six queries for each that runs, however much was played."""
    open_to_me = with_counts(Tournament.objects.open_to(request.user).whole())
    found = open_to_me.filter(club=club).exclude(state=State.FINISHED)[:ON_THE_PAGE]
    rows = [
        (tournament, Desk(tournament).seat if tournament.state == State.RUNNING else None)
        for tournament in found
    ]
    shown = render_to_string("tournaments/planning/_club_tournaments.html", {"club": club, "rows": rows})
    return ClubPart(shown, wanted=any(seat is not None and seat.sheet for _, seat in rows))
