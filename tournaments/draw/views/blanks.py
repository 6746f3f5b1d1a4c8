"""Score sheets to print for all tables of a round, before it begins or while it is played."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.web.language import current_language
from tournaments.draw.pages.blanks import blanks_of
from tournaments.web.access import directed_tournament, page_about, round_in


@require_safe
def round_blanks(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Show the score sheets of all tables of a round, to print."""
    tournament = directed_tournament(request, slug, pk)
    round_ = round_in(tournament, number)
    page = page_about(round_, blanks=blanks_of(round_, current_language()))
    return render(request, "tournaments/draw/round_blanks.html", page)
