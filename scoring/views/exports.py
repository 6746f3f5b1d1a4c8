"""Sheets, evenings and seasons as files; whoever may read the page may have them."""

from __future__ import annotations

from collections.abc import Iterable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.chronicle import current_language
from scoring.exports.figures import Figures
from scoring.exports.pages import (
    as_demonstration,
    figures_of_season,
    figures_of_settling,
    figures_of_sheet,
    under_rules,
)
from scoring.exports.writing import FORMATS, csv_of
from scoring.models import Club, Evening, Sheet
from scoring.names import address_of
from scoring.paper.page import paper_of
from scoring.paper.rules_played import named_rules
from scoring.paper.season import Standings, standings_of
from scoring.paper.settling import settling_of, sheets_of
from scoring.views.access import open_club
from scoring.views.at_the_table import visit
from scoring.views.season import period_in_words, season_form


def file_of(request: HttpRequest, club: Club, figures: Figures, form: str) -> HttpResponse:
    """`?plain=1` asks for a CSV that programs read."""
    if club.demonstration:
        figures = as_demonstration(figures)
    write, kind = FORMATS[form]
    plain = form == "csv" and request.GET.get("plain") == "1"
    content = csv_of(figures, plain=True) if plain else write(figures)
    answer = HttpResponse(content, content_type=kind)
    name = f"{address_of(figures.title)}.{form}"
    answer.headers["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return answer


def _under_rules(figures: Figures, sheets: Iterable[Sheet]) -> Figures:
    return under_rules(figures, ", ".join(one.text for one in named_rules(sheets, current_language())))


@never_cache
@require_safe
def export_sheet(request: HttpRequest, pk: int, form: str) -> HttpResponse:
    sheet = visit(request, pk).sheet
    paper = paper_of(sheet, sheet.evening.names(), current_language())
    figures = figures_of_sheet(paper, sheet.name, sheet.evening.date)
    return file_of(request, sheet.evening.club, _under_rules(figures, [sheet]), form)


@never_cache
@require_safe
def export_settling(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponse:
    """Of an evening, or of a table that plays by itself."""
    club = open_club(request, slug)
    evening = get_object_or_404(Evening.objects.played_in(club), pk=pk)
    sheets = sheets_of(evening)
    figures = figures_of_settling(settling_of(evening, sheets, current_language()), evening.date)
    return file_of(request, club, _under_rules(figures, sheets), form)


@never_cache
@require_safe
def export_season(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """All pages of the standings, with the names that were looked for."""
    club = open_club(request, slug)
    asked = season_form(request, club)
    if not asked.is_valid():
        raise BadRequest("No such period")
    standings = standings_of(asked.season)
    found = Standings(
        tuple(one for one in standings.members if asked.finds(one)),
        tuple(one for one in standings.guests if asked.finds(one)),
    )
    title = " ".join(filter(None, (_("Season"), period_in_words(asked), club.name)))
    return file_of(request, club, figures_of_season(found, title, guests=asked.shows_guests), form)
