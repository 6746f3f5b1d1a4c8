"""How it stands: one round, and all of them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.standings.derived import is_shown
from tournaments.standings.pages.standings import overall_of, rounds_of, standings_of
from tournaments.web.access import round_in, tournament_of


def may_see(tournament: Tournament) -> bool:
    """Whoever runs the tournament always; other members once it may be seen how it stands."""
    return tournament.is_directed or tournament.is_arbitrated or is_shown(tournament)


@never_cache
@require_safe
def round_standings(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    tournament = tournament_of(request, slug, pk)
    round_ = round_in(tournament, number)
    shown = may_see(tournament)
    page = {
        "club": tournament.club,
        "tournament": tournament,
        "round": round_,
        "runs": tournament.is_directed or tournament.is_arbitrated,
        "shown": shown,
        "is_shown_to_all": is_shown(tournament),
        "standings": standings_of(round_, member=tournament.member_id) if shown else None,
    }
    return render(request, "tournaments/standings/round_standings.html", page)


@never_cache
@require_safe
def standings(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    tournament = tournament_of(request, slug, pk)
    shown = may_see(tournament)
    page = {
        "club": tournament.club,
        "tournament": tournament,
        "rounds": rounds_of(tournament),
        "shown": shown,
        "is_shown_to_all": is_shown(tournament),
        "standings": overall_of(tournament, member=tournament.member_id) if shown else None,
    }
    return render(request, "tournaments/standings/standings.html", page)
