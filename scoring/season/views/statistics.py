"""What a club has played, and the records of it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.season.forms.periods import asking, days_of, kept, period_in_words, season_form, told_on_paper
from scoring.season.forms.statistics import ChoiceForm, asked_for
from scoring.season.pages.pictures import UnderRules, clubs_pictures
from scoring.season.pages.statistics.club import ClubStatistics, statistics_of
from scoring.season.tables import GamesTable, PremiumsTable
from scoring.web.access import open_club
from scoring.web.language import current_language


@require_safe
def statistics(request: HttpRequest, slug: str) -> HttpResponse:
    """For everybody in the club."""
    club = open_club(request, slug)
    form = season_form(request, club)
    page: dict[str, Any] = {**asking(form), "back": kept(request)}
    if form.is_valid():
        found = statistics_of(form.season, current_language(), asked_for(request.GET))
        choice = ChoiceForm(request.GET, rules=found.rules, language=current_language(), people=found.people)
        page |= {"period": period_in_words(form), "on_paper": told_on_paper(form, days_of(form))}
        page |= {"choice": choice, "problem": choice.errors}
        if choice.is_valid():
            page |= {"statistics": found, **club_page(request, found)}
    return render(request, "scoring/season/statistics.html", page)


def club_page(request: HttpRequest, found: ClubStatistics) -> dict[str, Any]:
    """Tables and pictures of it."""
    pictures = clubs_pictures(found, current_language())
    return {
        "pictures": pictures,
        "sheets": [
            (under_rules, _table(request, number, under_rules))
            for number, under_rules in enumerate(pictures.rules, 1)
        ],
        "premiums": PremiumsTable(found.premiums).ask(request.GET) if found.premiums else None,
    }


def _table(request: HttpRequest, number: int, one: UnderRules) -> Any:
    return GamesTable(one.played, prefix=f"r{number}-").ask(request.GET)
