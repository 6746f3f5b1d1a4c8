"""Home and the rules pages."""

from __future__ import annotations

from functools import cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from scoring.chronicle import current_language
from scoring.models import Club
from scoring.rulesets import published
from scoring.speiszettel import speiszettel
from scoring.worked_examples import worked_examples


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(
        request, "scoring/home.html", {"sheets": _sheets(), "clubs": Club.objects.open_to(request.user)}
    )


@require_safe
def rule_sheets(request: HttpRequest) -> HttpResponse:
    return render(request, "scoring/rule_sheets.html", {"sheets": _sheets()})


def _sheets() -> list[object]:
    return [speiszettel(rules, current_language()) for rules in published().values()]


@require_safe
@gzip_page
def rule_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    if slug not in published():
        raise Http404(slug)
    language = current_language()
    return render(
        request,
        "scoring/rule_sheet.html",
        {"sheet": speiszettel(published()[slug], language), "examples": _examples(slug, language)},
    )


@cache
def _examples(slug: str, language: str) -> SafeString:
    """The worked examples of a published sheet never change while the program runs."""
    return render_to_string("scoring/_examples.html", {"groups": worked_examples(slug, language)})
