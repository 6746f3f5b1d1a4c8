"""The pages of a table to try: a recording page for strangers, and what it asks for. Nothing is written."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from scoring.calculator.trying import NAMES, Log, NoLog, table_to_try, told_when_saved
from scoring.engine.problems import IllegalHand, Problem
from scoring.engine.rules import Rules
from scoring.rulesets import published
from scoring.table.drafts import draft
from scoring.table.pages.wording import problems_told, worked_out
from scoring.web.language import current_language

USUAL = "standard"
BIGGEST_BODY = 60_000

Document = dict[str, Any]


@require_safe
def try_table(request: HttpRequest, slug: str = USUAL) -> HttpResponse:
    """Show the recording page of a table at which nobody sits."""
    rules, language = _rules(slug), current_language()
    page = {
        "table": json.dumps(table_to_try(Log(rules), language)),
        "label": rules.label.in_language(language),
        "slug": slug,
        "sheets": [(one.slug, one.label.in_language(language)) for one in published().values()],
    }
    return render(request, "scoring/calculator/try_table.html", page)


def _rules(slug: str) -> Rules:
    if slug not in published():
        raise Http404(slug)
    return published()[slug]


@require_POST
def try_save(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer how the table stands with one more entry."""
    return _answer(request, slug, lambda log, sent: log if log.is_full else log.further(sent.get("record")))


@require_POST
def try_undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer how the table stands without its last entry."""
    return _answer(request, slug, lambda log, sent: log.back())


@require_POST
def try_redo(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer how the table stands with what was taken back last."""
    return _answer(request, slug, lambda log, sent: log.again())


def _answer(request: HttpRequest, slug: str, change: Callable[[Log, Document], Log]) -> HttpResponse:
    language = current_language()
    sent = _sent(request)
    before = _log(slug, sent)
    try:
        identity = str(UUID(sent["id"]))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadRequest("No id") from None
    try:
        log = change(before, sent)
        log.demand_legal()
    except IllegalHand as illegal:
        return JsonResponse({"problems": _problems(illegal.problems, language)}, status=400)
    grown = len(log.entries) > len(before.entries)
    told = told_when_saved(log, language) if grown else {"number": None, "said": "", "settlement": ""}
    return JsonResponse(
        {"id": identity, "seq": len(log.entries), **told, "table": table_to_try(log, language)}
    )


@require_POST
def try_preview(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer what this record would mean."""
    language = current_language()
    sent = _sent(request)
    log = _log(slug, sent)
    standing = log.position.standing
    answer: Document = {"settlement": "", "save": "", "own": "", "why": "", "after": len(log.entries)}
    found = draft(sent.get("record"), standing, log.rules)
    answer["problems"] = _problems(found.problems, language)
    starts = not standing.undoubled
    if found.hand is not None:
        answer |= worked_out(found.hand, NAMES, log.rules, language, starts=starts)
    if (record := sent.get("instead")) is not None:
        instead = draft(record, standing, log.rules).hand
        if instead is not None:
            told = worked_out(instead, NAMES, log.rules, language, starts=starts)
            answer |= {"instead": told, "problems": []}
    return JsonResponse(answer)


def _problems(problems: tuple[Problem, ...], language: str) -> list[Document]:
    return [one._asdict() for one in problems_told(problems, NAMES, language)]


def _sent(request: HttpRequest) -> Document:
    try:
        body = request.body
        document = json.loads(body) if len(body) <= BIGGEST_BODY else None
    except (ValueError, RecursionError):
        raise BadRequest("Not JSON") from None
    if not isinstance(document, dict):
        raise BadRequest("Not a JSON object")
    return document


def _log(slug: str, sent: Document) -> Log:
    """Return what was entered before; only what this program has allowed."""
    try:
        log = Log.sent(_rules(slug), sent.get("log"))
        log.demand_legal()
    except (NoLog, IllegalHand):
        raise BadRequest("Nothing that was entered at such a table") from None
    return log
