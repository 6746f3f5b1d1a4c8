"""How it stands: one round, and all of them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.standings.derived import is_shown, may_see
from tournaments.standings.pages.standings import overall_of, rounds_of, standings_of
from tournaments.standings.tables import tables_of
from tournaments.web.access import round_in, tournament_of


@require_safe
def round_standings(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Show the standings of one round."""
    tournament = tournament_of(request, slug, pk)
    round_ = round_in(tournament, number)
    shown = may_see(tournament)
    found = standings_of(round_, member=tournament.member_id) if shown else None
    page = {
        "club": tournament.club,
        "tournament": tournament,
        "round": round_,
        "runs": tournament.is_directed or tournament.is_arbitrated,
        "shown": shown,
        "is_shown_to_all": is_shown(tournament),
        "standings": found,
        "tables": found and tables_of(found, request.GET),
    }
    return render(request, "tournaments/standings/round_standings.html", page)


@require_safe
def standings(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the standings over all rounds."""
    tournament = tournament_of(request, slug, pk)
    shown = may_see(tournament)
    found = overall_of(tournament, member=tournament.member_id) if shown else None
    page = {
        "club": tournament.club,
        "tournament": tournament,
        "rounds": rounds_of(tournament),
        "shown": shown,
        "is_shown_to_all": is_shown(tournament),
        "standings": found,
        "tables": found and tables_of(found, request.GET),
    }
    return render(request, "tournaments/standings/standings.html", page)
