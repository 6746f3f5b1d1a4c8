"""A sheet was written anew: phones that still ask the old one are told where the table has it now."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple
from uuid import UUID

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.engine.naming import renamed
from scoring.engine.record import entry_record
from scoring.engine.rules import Rules
from scoring.models import Entry, Sheet
from scoring.occasions import MovedSheet, occasion_of
from scoring.table.verbs.hands import read
from scoring.table.views.at_the_table import AtTheDoor, Visit, moved_for

Document = dict[str, Any]
GONE = 410


class Elsewhere(Exception):
    """The table has another sheet by now."""

    def __init__(self, moved: MovedSheet, source: int) -> None:
        super().__init__(f"sheet {source} is sheet {moved.sheet.pk} now")
        self.moved, self.source = moved, source


PAGES = ("record", "sheet")  # that are read by people, under their names


def at_its_table(request: HttpRequest, pk: int, *, to_read: bool = False) -> Visit:
    """The visit; or where to go, for whoever may record on the sheet that the table has now. What may be
    read is read, though it was written anew."""
    door = AtTheDoor(request, pk)
    here = door.visit()
    if here is None:
        if door.sheet is not None and (moved := moved_for(request, door.sheet)):
            raise Elsewhere(moved, pk)
        raise Http404
    if not to_read and not here.sheet.is_open and (moved := moved_for(request, here.sheet)):
        raise Elsewhere(moved, pk)
    return here


def following(view: Callable[[HttpRequest, int], HttpResponse]) -> Callable[[HttpRequest, int], HttpResponse]:
    """Whoever comes to a sheet that was written anew is told where it is; nothing is written there."""

    @wraps(view)
    def found(request: HttpRequest, pk: int) -> HttpResponse:
        try:
            return view(request, pk)
        except Elsewhere as elsewhere:
            if view.__name__ in PAGES and request.method != "POST":
                return redirect(f"scoring:{view.__name__}", elsewhere.moved.sheet.pk)
            if request.POST:  # a button on a page
                return redirect("scoring:record", elsewhere.moved.sheet.pk)
            return JsonResponse({"moved": _moved(elsewhere)}, status=GONE)

    return found


def _moved(elsewhere: Elsewhere) -> Document:
    moved = elsewhere.moved
    names = moved.sheet.evening.names()
    words = _("%(one)s was really %(other)s.")
    people = {one: other for one, other in moved.people.items() if one in names and other in names}
    return {
        "from": elsewhere.source,
        "record": reverse("scoring:record", args=[moved.sheet.pk]),
        "undo": reverse("scoring:undo", args=[moved.sheet.pk]),
        "before": moved.before,
        "after": moved.after,
        "people": people,
        "said": " ".join(words % {"one": names[one], "other": names[other]} for one, other in people.items()),
    }


class SentBeforeRewriting(NamedTuple):
    """What a phone sends for a sheet that was written anew in the meantime, with the sheet it became."""

    source: Sheet
    moved: MovedSheet

    def written(self, entry: UUID) -> Entry | None:
        """It had come there in time, and was carried over with everything else."""
        if not self.source.entries.filter(pk=entry).exists():
            return None
        return self.moved.sheet.entries.filter(pk=self.moved.copied(entry)).first()

    def put_right(self, record: object, rules: Rules) -> Document:
        """With the people who really sat there."""
        return entry_record(renamed(read(record, rules), self.moved.people), rules)


def carried_here(here: Visit, document: Document) -> SentBeforeRewriting | None:
    if "from" not in document:
        return None
    source = Sheet.objects.whole().filter(pk=_number(document["from"])).first()
    moved = None if source is None else occasion_of(source).moved_to(source, {})
    if source is None or moved is None or moved.sheet.pk != here.sheet.pk:
        raise BadRequest("No sheet that this one was made of")
    return SentBeforeRewriting(source, moved)


def _number(value: object) -> int:
    if type(value) is not int or not 0 < value < 2**63:
        raise BadRequest("Not the number of a sheet")
    return value
