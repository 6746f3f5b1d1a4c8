"""JSON between a table's phone and the server: requests, and the table's state or a refusal."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpRequest, JsonResponse

from scoring.deeds import Refused
from scoring.models import Sheet
from scoring.table.pages.recording_page import table_facts
from scoring.web.access import read_as
from scoring.web.language import current_language
from scoring.web.submitting import json_posted

BIGGEST_BODY = 10_000


def posted_with_id(request: HttpRequest) -> dict[str, Any]:
    """Return the object that a phone sent, with its `id`; raise BadRequest if it is none of ours."""
    posted = json_posted(request, BIGGEST_BODY)
    return {**posted, "id": read_as(UUID, str(posted.get("id")))}


def answer_phone(posted: dict[str, Any], sheet: Sheet, act: Callable[[], object]) -> JsonResponse:
    """Do what a phone asks, and answer with the state of its table; or with 400 why it was refused."""
    try:
        act()
    except Refused as refused:
        problems = [{"where": "", "text": sentence} for sentence in refused.sentences]
        return JsonResponse({"problems": problems, "table": _facts(sheet)}, status=400)
    return JsonResponse({"id": str(posted["id"]), "table": _facts(sheet)})


def _facts(sheet: Sheet) -> dict[str, Any]:
    sheet = Sheet.objects.whole().get(pk=sheet.pk)
    return table_facts(sheet, sheet.evening.names(), current_language())
