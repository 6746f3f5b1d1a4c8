"""How it stands: one round, and all of them."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from scoring.capability import Capability
from scoring.clock import day_in_words
from scoring.web.first_places import first_asked, first_places
from tournaments.models import Tournament
from tournaments.standings import moved
from tournaments.standings.derived import BEGUN, is_shown, may_see
from tournaments.standings.pages.standings import (
    ShownStandings,
    first_of,
    overall_of,
    standings_of,
)
from tournaments.standings.tables import tables_of
from tournaments.web.access import page_about, round_in, tournament_of


@require_safe
def round_standings(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Show the standings of one round."""
    tournament = tournament_of(request, slug, pk)
    round_ = round_in(tournament, number)
    page = {"round": round_, "runs": tournament.is_directed or tournament.is_arbitrated}
    page |= _page(request, tournament, partial(standings_of, round_))
    return render(request, "tournaments/standings/round_standings.html", page)


@require_safe
def standings(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the standings over all rounds."""
    tournament = tournament_of(request, slug, pk)
    rounds = tournament.rounds.filter(stage__in=BEGUN).order_by("number")
    page = {"rounds": rounds, **_page(request, tournament, partial(overall_of, tournament))}
    if (first := first_asked(request)) and page["standings"]:
        best = first_of(page["standings"], first)
        page |= {
            **first_places(
                first,
                ((row.rank, row.name, best.amount_of(row)) for row in best.rows),
                tournament.club,
                tournament.title,
                tournament.club.name,
                day_in_words(tournament.evening.date),
            ),
            "tables": tables_of(best, request, whole=True),
        }
    return render(request, "tournaments/standings/standings.html", page)


def _page(
    request: HttpRequest, tournament: Tournament, of: Callable[..., ShownStandings | None]
) -> dict[str, Any]:
    """Return what both pages show; the standings only to those who may see them yet."""
    shown = may_see(tournament)
    standings = of(member=tournament.member_id) if shown else None
    return page_about(
        tournament,
        shown=shown,
        is_shown_to_all=is_shown(tournament),
        standings=standings,
        tables=standings and tables_of(standings, request),
    )


# Standings: what it hands to the rest of the program


tournament_urls = [  # below …/<int:pk>/
    path("standings/", standings, name="standings"),
]
round_urls = [  # below …/<int:pk>/rounds/<int:number>/
    path("standings/", round_standings, name="round_standings"),
]


CAPABILITY = Capability(urls=__name__, words={moved.NOTED: moved.logged})
