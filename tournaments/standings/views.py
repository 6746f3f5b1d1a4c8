"""How it stands: one round, and all of them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.views.decorators.http import require_safe

from scoring.capability import Capability
from scoring.clock import day_in_words
from scoring.web.first_places import first_asked, first_places
from tournaments.engine.played import overall_criteria
from tournaments.standings import moved_ranks
from tournaments.standings.derived import BEGUN, is_shown, may_see
from tournaments.standings.pages.standings import (
    ShownStandings,
    first_of,
    overall_of,
    periods,
    standings_of,
)
from tournaments.standings.tables import tables_of
from tournaments.web.access import page_about, round_in, tournament_of


@require_safe
def standings(request: HttpRequest, slug: str, pk: int, number: int = 0) -> HttpResponse:
    """Show the standings of one round, or of all; where rounds rank on their own, of the last."""
    tournament = tournament_of(request, slug, pk)
    rounds = list(tournament.rounds.filter(stage__in=BEGUN).order_by("number"))
    has_overall, shown = bool(overall_criteria(tournament.terms)), may_see(tournament)
    round_ = round_in(tournament, number) if number else None
    if round_ is None and rounds and not has_overall:
        round_ = rounds[-1]
    ranking: ShownStandings | None = None
    if shown and (rounds or round_):
        member = tournament.member_id
        ranking = standings_of(round_, member=member) if round_ else overall_of(tournament, member=member)

    def address(number: int) -> str:
        return reverse("tournaments:standings", args=[slug, pk, *([number] if number else [])])

    page = page_about(
        tournament,
        shown=shown,
        is_shown_to_all=is_shown(tournament),
        round=round_,
        standings=ranking,
        tables=ranking and tables_of(ranking, request),
        periods=periods(
            rounds, round_.number if round_ else 0, ranking, overall=has_overall, address=address
        ),
    )
    if round_ is None and ranking and (first := first_asked(request)):
        best = first_of(ranking, first)
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


# Standings: what it hands to the rest of the program


tournament_urls = [  # below …/<int:pk>/
    path("standings/", standings, name="standings"),
    path("standings/<int:number>/", standings, name="standings"),
]


CAPABILITY = Capability(urls=__name__, words={moved_ranks.NOTED: moved_ranks.logged})
