"""The buttons of the sheet page that take back the last entry, and bring it back."""

from __future__ import annotations

from typing import Protocol
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scoring.deeds import Refused
from scoring.editions.books import book_of
from scoring.models import Sheet
from scoring.occasions import Actor
from scoring.table.pages.history import since
from scoring.table.views.at_the_table import Visit
from scoring.table.writing import Closed, Illegal, OtherContents, Stale, Written
from scoring.web.language import current_language
from scoring.web.refusals import tell


class TakingBack(Protocol):
    """`undo` or `redo` of `scoring.table.verbs`."""

    def __call__(self, *, actor: Actor, entry: UUID, sheet: Sheet, after: int) -> Written: ...


def by_form(request: HttpRequest, here: Visit, take_back: TakingBack) -> HttpResponse:
    """Done and said; or why not, and what was entered meanwhile. Then the sheet as it stands now."""
    actor = here.acts
    try:
        entry, after = UUID(request.POST.get("id", "")), int(request.POST.get("after", ""))
    except ValueError:
        raise BadRequest("Not a form of these pages") from None
    try:
        written = take_back(actor=actor, entry=entry, sheet=here.sheet, after=after)
    except Stale as stale:
        words = _told(stale.sheet, seq__gt=after)
        messages.error(
            request,
            _("Nothing was taken back. Entered in the meantime: %(what)s") % {"what": words}
            if words
            else _("There is nothing to take back."),
        )
    except Refused as refused:
        tell(request, refused)
    except Closed:
        messages.error(request, _("This table is closed. Nothing more is written on it."))
    except (Illegal, OtherContents):
        messages.error(request, _("This cannot be brought back any more."))
    else:
        messages.success(request, _told(written.sheet, pk=written.entry.pk))
    return redirect(here.sheet)


def _told(sheet: Sheet, **which: object) -> str:
    entries = sheet.entries.filter(**which).select_related("grounds", "supersedes__grounds").order_by("seq")
    told = since(entries, sheet.evening.names(), book_of(sheet), current_language())
    return " ".join(capfirst(sentence) for sentence in told)
