"""What a table answers at the bell, from its recording page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from scoring.table.at_the_table import visit
from tournaments.models import Table
from tournaments.rounds.verbs import bell_verbs
from tournaments.web.phones import answer_phone, json_posted


@require_POST
def say_dealt(request: HttpRequest, code: str, table: int) -> HttpResponse:
    """Record whether the cards are dealt already."""
    posted = json_posted(request)
    if not isinstance(posted.get("dealt"), bool):
        raise BadRequest("Neither yes nor no")
    return _done(request, code, table, posted, bell_verbs.say_dealt, dealt=posted["dealt"])


@require_POST
def hand_in(request: HttpRequest, code: str, table: int) -> HttpResponse:
    """Close the table's own sheet from its recording page."""
    return _done(request, code, table, json_posted(request), bell_verbs.hand_in)


def _done(
    request: HttpRequest, code: str, pk: int, posted: dict[str, Any], verb: Callable[..., Table], **about: Any
) -> HttpResponse:
    table = Table.objects.select_related("sheet", "round__tournament").filter(pk=pk).first()
    if table is None or table.sheet is None or table.round.tournament.code != code:
        raise Http404
    actor = visit(request, table.sheet.pk).acts
    return answer_phone(
        posted, table.sheet, lambda: verb(actor=actor, deed=posted["id"], table=table, **about)
    )
