"""An evening and its settling as files, for the whole club."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from scoring.evenings.export.books import book_of_evening, title_of_evening
from scoring.evenings.export.settling import figures_of_settling
from scoring.evenings.pages.settling import settling_of, sheets_of
from scoring.export.answering import file_of
from scoring.export.figures import under_rules
from scoring.models import Club, Evening
from scoring.rules.versions.rules_played import rules_in_words
from scoring.web.access import open_club
from scoring.web.language import current_language


def _evening(club: Club, pk: int) -> Evening:
    return get_object_or_404(Evening.objects.played_in(club), pk=pk)


@require_safe
def export_settling(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponseBase:
    """Of an evening, or of a table that plays by itself."""
    club = open_club(request, slug)
    evening = _evening(club, pk)
    sheets = sheets_of(evening)
    figures = figures_of_settling(settling_of(evening, sheets, current_language()), evening.date)
    return file_of(request, club, under_rules(figures, rules_in_words(sheets, current_language())), form)


@require_safe
def export_evening(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponseBase:
    """Send the whole evening: its sheets, the money, the rules."""
    club = open_club(request, slug)
    evening = _evening(club, pk)
    book = book_of_evening(evening, title_of_evening(evening, club), current_language())
    return file_of(request, club, book, form)
