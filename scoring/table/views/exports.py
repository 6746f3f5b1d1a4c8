"""A sheet as a file, for whoever may read it."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from scoring.export.answering import file_of
from scoring.export.figures import under_rules
from scoring.rules.versions.rules_played import rules_in_words
from scoring.table.at_the_table import visit
from scoring.table.export import figures_of_sheet
from scoring.table.pages.page import paper_of
from scoring.web.language import current_language


@require_safe
def export_sheet(request: HttpRequest, pk: int, form: str) -> HttpResponseBase:
    """Send the hands of a sheet as a file."""
    sheet = visit(request, pk).sheet
    paper = paper_of(sheet, sheet.evening.names(), current_language())
    figures = figures_of_sheet(paper, sheet.name, sheet.evening.date)
    rules = rules_in_words([sheet], current_language())
    return file_of(request, sheet.evening.club, under_rules(figures, rules), form)
