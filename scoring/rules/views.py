"""Home and the rules pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from scoring.editions.rules_played import played_under
from scoring.editions.versions import current_edition, newer_edition, rules_of
from scoring.engine.rules import CODE, Rules
from scoring.evenings.balances import terms_of
from scoring.models import Club, RulesetVersion
from scoring.rules.worked_examples import worked_examples
from scoring.rulesets import published
from scoring.speiszettel import Imprint, speiszettel
from scoring.speiszettel.book import rule_book
from scoring.speiszettel.printing import setting_of
from scoring.table.views.at_the_table import visit
from scoring.web.language import current_language
from scoring.web.links import link_to


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(
        request, "scoring/rules/home.html", {"sheets": _sheets(), "clubs": Club.objects.open_to(request.user)}
    )


@require_safe
def rule_sheets(request: HttpRequest) -> HttpResponse:
    return render(request, "scoring/rules/rule_sheets.html", {"sheets": _sheets()})


def _sheets() -> list[object]:
    return [speiszettel(rules, current_language()) for rules in published().values()]


@require_safe
@gzip_page
def rule_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """A published sheet as it is now, with the code that it has wherever it is played."""
    if slug not in published():
        raise Http404(slug)
    page = speiszettel_page(request, request.path, published()[slug], published_version(slug))
    return render(
        request, "scoring/rules/rule_sheet.html", {**page, "examples": _examples(slug, current_language())}
    )


@never_cache
@require_safe
def sheet_rules(request: HttpRequest, pk: int) -> HttpResponse:
    """What a table plays, or under `?code=` what it played before; for whoever may see its sheet."""
    here = visit(request, pk)
    asked = request.GET.get("code")
    played = [one for one in played_under(here.sheet) if asked in (None, one.ruleset.code)]
    if not played:
        raise Http404(asked)
    ruleset, options = played[-1].ruleset, played[-1].options
    evening, rules = here.sheet.evening, rules_of(ruleset)
    if here.sharing is None:  # the link to an evening shows no money
        cents = evening.cents_per_point or None
        rules = replace(rules, cents_per_point=cents, pagatkassa=terms_of(evening))
    version = version_of(ruleset)
    page = speiszettel_page(request, f"{request.path}?code={version.code}", rules, version, options)
    return render(
        request,
        "scoring/rules/rule_sheet.html",
        {
            **page,
            "here": here,
            "table": here.sheet,
            "is_published": ruleset.ruleset_id is None,
            "newer": newer_edition(ruleset),
        },
    )


def speiszettel_page(
    request: HttpRequest,
    path: str,
    rules: Rules,
    version: Imprint,
    agreed: Mapping[str, str | int] = MappingProxyType({}),
) -> dict[str, Any]:
    """What `_speiszettel.html` and `_rule_book.html` print, how it is set, where it can be found again."""
    sheet = speiszettel(rules, current_language(), version, agreed)
    return {
        "sheet": sheet,
        "setting": setting_of(sheet),
        "chapters": rule_book(rules, current_language(), agreed),
        "address": link_to(request, path).url,
    }


def version_of(ruleset: RulesetVersion) -> Imprint:
    return Imprint(ruleset.code, ruleset.edition, timezone.localdate(ruleset.stored_at))


def published_version(slug: str) -> Imprint:
    """Edition and date it has only once somebody has played it."""
    digest = current_edition(slug).digest
    stored = RulesetVersion.objects.filter(ruleset=None, slug=slug, digest=digest).first()
    return Imprint(digest[:CODE]) if stored is None else version_of(stored)


@cache
def _examples(slug: str, language: str) -> SafeString:
    """The worked examples of a published sheet never change while the program runs."""
    return render_to_string(
        "scoring/rules/_examples.html", {"slug": slug, "groups": worked_examples(slug, language)}
    )
