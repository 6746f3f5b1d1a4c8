"""What if: an evening or a season under another sheet, for everybody of the club; nothing is kept."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, URLResolver, path
from django.views.decorators.http import require_safe

from scoring.capability import Capability
from scoring.evenings.pages.settling import sheets_of
from scoring.models import Evening
from scoring.rule_editor.what_if.forms import EveningWhatIfForm, WhatIfForm
from scoring.rule_editor.what_if.pages import evening_what_if, season_what_if
from scoring.rules.versions.rules_played import named_rules
from scoring.season.forms import period_in_words, periods_of, season_form
from scoring.web.access import open_club
from scoring.web.language import current_language


@require_safe
def what_if_evening(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show an evening, or a table that plays by itself, under another sheet."""
    club = open_club(request, slug)
    evening = get_object_or_404(Evening.objects.played_in(club).select_related("ruleset"), pk=pk)
    evening.club = club
    played = evening.ruleset
    language = current_language()
    sheets = sheets_of(evening)
    form = EveningWhatIfForm(
        request.GET,
        cents=evening.cents_per_point,
        agreed=dict.fromkeys([played.slug, f"{played.slug}.{played.edition}"], evening.options),
        club=club,
    )
    page: dict[str, Any] = {
        "club": club,
        "evening": evening,
        "sheet": sheets[0] if evening.spontaneous and sheets else None,
        "form": form,
        "rules": named_rules(sheets, language),
    }
    if form.is_valid():
        cents = form.cleaned_data["cents"]
        page |= {
            "label": form.under.label.in_language(language),
            "cents": cents,
            "thought": evening_what_if(evening, sheets, form.under, cents, language),
        }
    return render(request, "scoring/rule_editor/what_if/what_if_evening.html", page)


@require_safe
def what_if_season(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings under another sheet: of the current year, unless another time is asked for."""
    club = open_club(request, slug)
    season = season_form(request, club)
    form = WhatIfForm(request.GET, club=club)
    page: dict[str, Any] = {
        "club": club,
        "form": form,
        "season": season,
        "periods": periods_of(season) if season.is_valid() else [],
    }
    if season.is_valid():
        page["period"] = period_in_words(season)
        if form.is_valid():
            language = current_language()
            page |= {
                "label": form.under.label.in_language(language),
                "thought": season_what_if(season.season, form.under, language),
            }
    return render(request, "scoring/rule_editor/what_if/what_if_season.html", page)


# An evening or a season under another sheet: where its pages are


club_urls: list[URLPattern | URLResolver] = [
    path("season/what-if/", what_if_season, name="what_if_season"),
]

evening_urls: list[URLPattern | URLResolver] = [
    path("what-if/", what_if_evening, name="what_if_evening"),
]

CAPABILITY = Capability(urls=__name__)
