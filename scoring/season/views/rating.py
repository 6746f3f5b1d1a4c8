"""The playing strengths of a season, for everybody in the club."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scoring.season.forms.periods import asking, kept, period_in_words, season_form
from scoring.season.pages.rating import (
    BEGIN,
    FEWEST_HANDS,
    FEWEST_TABLES,
    PlayingStrength,
    picture_of,
    strengths_of,
)
from scoring.season.tables import StrengthsTable
from scoring.web.access import open_club


@require_safe
def rating(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the playing strengths of a season."""
    club = open_club(request, slug)
    form = season_form(request, club)
    same_period = kept(request)
    page: dict[str, Any] = {
        **asking(form),
        "back": same_period,
        "begin": BEGIN,
        "fewest_hands": FEWEST_HANDS,
        "fewest_tables": FEWEST_TABLES,
    }
    if form.is_valid():
        strengths = strengths_of(form.season)
        found = strengths.of(form.finds)

        def address(member: int) -> str:
            return reverse("scoring:season_member", args=[slug, member]) + same_period

        def table(people: tuple[PlayingStrength, ...], prefix: str) -> StrengthsTable | None:
            return StrengthsTable(people, address=address, prefix=prefix).ask(request.GET) if people else None

        page |= {
            "period": period_in_words(form),
            "strengths": strengths,
            "found": found,
            "count": len(found.everybody) - (0 if form.shows_guests else len(found.guests)),
            "pictures": picture_of(found.ranked),
            "ranked": table(found.ranked, ""),
            "unsure": table(found.unsure, "u-"),
            "guests": table(found.guests, "g-") if form.shows_guests else None,
        }
    return render(request, "scoring/season/rating.html", page)
