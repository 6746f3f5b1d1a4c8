"""The end of an evening: everybody of the club reads who pays whom, on the page or in a file."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.evenings import verbs as evening_verbs
from scoring.evenings.export import figures_of_settling
from scoring.evenings.pages.payments import payments_of
from scoring.evenings.pages.sealing import sealing_of
from scoring.evenings.pages.settling import money_otherwise, result_of, rules_by_table, settling_of, sheets_of
from scoring.export.answering import file_of
from scoring.export.figures import under_rules
from scoring.models import Club, Evening
from scoring.rules.versions.rules_played import named_rules, rules_in_words
from scoring.table.pages.voices import waiting_in
from scoring.web.access import PAGE, account_of, directed_club, open_club
from scoring.web.language import current_language
from scoring.web.submitting import submit


@require_safe
def settling(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the settling of an evening, or of a table that plays by itself."""
    club = open_club(request, slug)
    evening = _evening(club, pk)
    evening.club = club
    language = current_language()
    sheets = sheets_of(evening)
    settled = settling_of(evening, sheets, language)
    sealing = sealing_of(evening, sheets, settled, language)
    payments = payments_of(evening, settled, account_of(request), ended=bool(sealing["ended_at"]))
    page = {
        "club": club,
        "evening": evening,
        "sheet": sheets[0] if evening.spontaneous and sheets else None,
        "settling": settled,
        "payments": payments,
        "result": result_of(evening, settled),
        "rules": named_rules(sheets, language),
        "by_table": rules_by_table(sheets, language),
        "sheets": sheets,
        "otherwise": money_otherwise(evening, sheets, language),
        "sealing": sealing,
        "waiting": waiting_in(evening),
        # All tables are closed, and only the evening is left for its director to close.
        "still_open": club.is_directed
        and evening.is_open
        and not evening.spontaneous
        and bool(sheets)
        and not any(sheet.is_open for sheet in sheets),
        "choosable": club.is_directed
        and not evening_verbs.counting_stays(evening, sheets, settled=bool(sealing["seals"])),
    }
    return render(request, "scoring/evenings/settling.html", page)


@require_http_methods(PAGE)
def count_evening(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let a table that plays by itself count in the season, or not."""
    club = directed_club(request, slug)
    evening = _evening(club, pk)
    if request.method == "POST":
        counts = request.POST.get("counts") == "yes"
        said = (
            _("This table counts in the season.") if counts else _("This table does not count in the season.")
        )
        submit(request, None, evening_verbs.count_evening, said, evening=evening, counts=counts)
    return redirect("scoring:settling", slug, pk)


def _evening(club: Club, pk: int) -> Evening:
    return get_object_or_404(Evening.objects.played_in(club), pk=pk)


@require_safe
def export_settling(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponseBase:
    """Send the settling of an evening, or of a table that plays by itself."""
    club = open_club(request, slug)
    evening = _evening(club, pk)
    sheets = sheets_of(evening)
    figures = figures_of_settling(settling_of(evening, sheets, current_language()), evening.date)
    return file_of(request, club, under_rules(figures, rules_in_words(sheets, current_language())), form)
