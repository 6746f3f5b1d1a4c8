"""What a table answers at the bell, from its recording page."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_POST

from scoring.deeds import Refused
from scoring.models import Sheet
from scoring.table.at_the_table import visit
from scoring.table.pages.recording_page import table_facts
from scoring.table_policy import Actor
from scoring.web.language import current_language
from tournaments.models import Table
from tournaments.rounds.verbs import bell_verbs

BIGGEST_BODY = 2_000


@require_POST
def say_dealt(request: HttpRequest, code: str, table: int) -> HttpResponse:
    """Whether the cards are dealt already."""
    document = _document(request)
    dealt = document.get("dealt")
    if not isinstance(dealt, bool):
        raise BadRequest("Neither yes nor no")
    return _done(request, code, table, document, bell_verbs.say_dealt, dealt=dealt)


@require_POST
def hand_in(request: HttpRequest, code: str, table: int) -> HttpResponse:
    """Close the table's own sheet from its recording page."""
    return _done(request, code, table, _document(request), bell_verbs.hand_in)


def _document(request: HttpRequest) -> dict[str, Any]:
    try:
        document = json.loads(request.body) if len(request.body) <= BIGGEST_BODY else None
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        raise BadRequest("Not a JSON object")
    return document


def _done(
    request: HttpRequest,
    code: str,
    pk: int,
    document: dict[str, Any],
    verb: Callable[..., Table],
    **further: Any,
) -> HttpResponse:
    """Done, and how the table stands; or why not."""
    try:
        deed = UUID(str(document.get("id")))
    except ValueError:
        raise BadRequest("No id") from None
    table = Table.objects.select_related("sheet", "round__tournament").filter(pk=pk).first()
    if table is None or table.sheet is None or table.round.tournament.code != code:
        raise Http404
    actor: Actor = visit(request, table.sheet.pk).acts
    try:
        verb(actor=actor, deed=deed, table=table, **further)
    except Refused as refused:
        sentences = refused.sentences
        problems = [{"where": "", "text": sentence} for sentence in sentences]
        return JsonResponse({"problems": problems, "table": _table(table.sheet)}, status=400)
    return JsonResponse({"id": str(deed), "table": _table(table.sheet)})


def _table(sheet: Sheet) -> dict[str, Any]:
    sheet = Sheet.objects.whole().get(pk=sheet.pk)
    return table_facts(sheet, sheet.evening.names(), current_language())
