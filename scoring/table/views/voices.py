"""Buttons about a hand: confirm, object, withdraw, settle; each then shows the page again."""

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.models import Entry, Saying, Voice
from scoring.table import confirmations
from scoring.table.at_the_table import Visit, visit
from scoring.table.forms import Objecting, SettlingObjection
from scoring.table.hand_page import HandPage, entry_on
from scoring.web.access import read_as
from scoring.web.submitting import submit


@require_POST
def confirm(request: HttpRequest, pk: int, entry: UUID) -> HttpResponse:
    """Confirm a hand for a player at the table."""
    visitor = visit(request, pk)
    actor, written = visitor.acts, entry_on(visitor.sheet, entry)
    arguments = {"sheet": visitor.sheet, "entry": written, "player": request.POST.get("player", "")}
    submit(request, None, confirmations.confirm, _("The hand is confirmed."), actor=actor, **arguments)
    return _back(request, visitor, written)


@require_POST
def object_to(request: HttpRequest, pk: int, entry: UUID) -> HttpResponse:
    """Note an objection to a hand; a refused one is shown again as typed."""
    visitor = visit(request, pk)
    actor, written = visitor.acts, entry_on(visitor.sheet, entry)
    page = HandPage(request, visitor, written)
    form = Objecting(request.POST, speakers=page.speakers)
    if form.is_valid() or not page.speakers:
        arguments = {"actor": actor, "sheet": visitor.sheet, "entry": written, "player": form.speaker}
        arguments["reason"] = form.cleaned_data.get("reason", "")
        message = _("The objection is noted; the director sees it.")
        noted = submit(
            request, form if page.speakers else None, confirmations.object_to, message, **arguments
        )
        words = "" if noted or page.speakers else request.POST.get("reason", "").strip()
        if words:  # nothing is left to object to: they can be used elsewhere
            messages.error(request, _("Your words were: “%(words)s”") % {"words": words})
        if noted or not page.speakers:
            return redirect("scoring:hand", pk, entry)
    return page.answer(objecting=form)


@require_POST
def withdraw_voice(request: HttpRequest, pk: int, entry: UUID) -> HttpResponse:
    """Withdraw a confirmation or an objection."""
    visitor = visit(request, pk)
    actor, written = visitor.acts, entry_on(visitor.sheet, entry)
    voice = _voice(request, written)
    confirmed = voice.saying == Saying.CONFIRM
    message = (
        _("The confirmation has been withdrawn.") if confirmed else _("The objection has been withdrawn.")
    )
    submit(request, None, confirmations.withdraw_voice, message, actor=actor, sheet=visitor.sheet, of=voice)
    return _back(request, visitor, written)


@require_POST
def settle_objection(request: HttpRequest, pk: int, entry: UUID) -> HttpResponse:
    """Settle an objection, as the director decides."""
    visitor = visit(request, pk)
    if not visitor.directs:
        raise PermissionDenied
    written = entry_on(visitor.sheet, entry)
    voice = _voice(request, written)
    form = SettlingObjection(request.POST, of=voice.pk)
    page = HandPage(request, visitor, written)
    if form.is_valid():
        stands = voice.pk in [objection.pk for objection in page.objections]
        arguments = {"sheet": visitor.sheet, "of": voice, **form.cleaned_data}
        verb, message = confirmations.settle_objection, _("The objection is settled.")
        if submit(request, form if stands else None, verb, message, **arguments) or not stands:
            return redirect("scoring:hand", pk, entry)
    return page.answer(settling=form)


def _voice(request: HttpRequest, written: Entry) -> Voice:
    """Return the voice about this hand that the form names; raise BadRequest if there is none."""
    voice_id = read_as(UUID, request.POST.get("voice"))
    voice = written.voices.select_related("entry").filter(pk=voice_id).first()
    if voice is None:
        raise BadRequest("Nothing that was said of this hand")
    return voice


def _back(request: HttpRequest, visitor: Visit, written: Entry) -> HttpResponse:
    """Return to the page that the tap came from."""
    if request.POST.get("back") == "hand":
        return redirect("scoring:hand", visitor.sheet.pk, written.pk)
    return redirect(visitor.sheet)
