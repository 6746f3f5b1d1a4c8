"""The end of an evening: everybody of the club reads who pays whom."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from scoring.editions.rules_played import named_rules
from scoring.evenings.pages.sealing import sealing_of
from scoring.evenings.pages.settling import settling_of, sheets_of
from scoring.models import Club, Evening, Sheet
from scoring.table.pages.voices import waiting_in
from scoring.web.access import open_club
from scoring.web.language import current_language


@require_safe
def settling(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Of an evening, or of a table that plays by itself."""
    club = open_club(request, slug)
    evening = get_object_or_404(Evening.objects.played_in(club), pk=pk)
    evening.club = club
    language = current_language()
    sheets = sheets_of(evening)
    settled = settling_of(evening, sheets, language)
    page = {
        "club": club,
        "evening": evening,
        "sheet": sheets[0] if evening.spontaneous and sheets else None,
        "settling": settled,
        "rules": named_rules(sheets, language),
        "sealing": sealing_of(evening, sheets, settled, language),
        "waiting": waiting_in(evening),
        "still_open": _only_to_close(club, evening, sheets),
    }
    return render(request, "scoring/evenings/settling.html", page)


def _only_to_close(club: Club, evening: Evening, sheets: Sequence[Sheet]) -> bool:
    """Whether its tables are closed, and nothing but the evening itself is left for its director to close."""
    left = evening.is_open and not evening.spontaneous and bool(sheets)
    return left and club.is_directed and all(sheet.closed_at is not None for sheet in sheets)
