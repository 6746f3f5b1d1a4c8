"""Taps about a hand: confirmed, objected to, taken back, settled. Then the page as it stands now."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scoring.deeds import Refused
from scoring.models import Entry, Saying, Voice
from scoring.table import verbs as recording
from scoring.table.forms.voices import Objecting, SettlingObjection
from scoring.table.views.at_the_table import Visit, visit
from scoring.table.views.sheets import HandPage, entry_on
from scoring.web.access import account_of, deed_of
from scoring.web.refusals import tell


@never_cache
@require_POST
def confirm(request: HttpRequest, pk: int, entry: UUID) -> HttpResponse:
    here = visit(request, pk)
    actor, written = here.acts, entry_on(here.sheet, entry)
    try:
        recording.confirm(
            actor=actor,
            voice=deed_of(request),
            sheet=here.sheet,
            entry=written,
            player=request.POST.get("player", ""),
        )
    except Refused as refused:
        tell(request, refused)
    else:
        messages.success(request, _("The hand is confirmed."))
    return _back(request, here, written)


@never_cache
@require_POST
def object_to(request: HttpRequest, pk: int, entry: UUID) -> HttpResponse:
    """What was typed stays in the form until it is noted."""
    here = visit(request, pk)
    actor, written = here.acts, entry_on(here.sheet, entry)
    deed, page = deed_of(request), HandPage(request, here, written)
    form = Objecting(request.POST, speakers=page.speakers)
    if form.is_valid() or not page.speakers:
        try:
            recording.object_to(
                actor=actor,
                voice=deed,
                sheet=here.sheet,
                entry=written,
                player=form.speaker,
                reason=form.cleaned_data.get("reason", ""),
            )
        except Refused as refused:
            if not page.speakers:
                return _too_late(request, refused, here, written)
            form.show(refused)
        else:
            messages.success(request, _("The objection is noted; the director sees it."))
            return redirect("scoring:hand", pk, entry)
    return page.answer(objecting=form)


def _too_late(request: HttpRequest, refused: Refused, here: Visit, written: Entry) -> HttpResponse:
    """There is nothing left to object to. The words come back, so that they can be used elsewhere."""
    tell(request, refused)
    if words := request.POST.get("reason", "").strip():
        messages.error(request, _("Your words were: “%(words)s”") % {"words": words})
    return redirect("scoring:hand", here.sheet.pk, written.pk)


@never_cache
@require_POST
def withdraw(request: HttpRequest, pk: int, entry: UUID) -> HttpResponse:
    """A confirmation or an objection."""
    here = visit(request, pk)
    actor, written = here.acts, entry_on(here.sheet, entry)
    deed, voice = deed_of(request), _voice(request, written)
    try:
        recording.withdraw(actor=actor, voice=deed, sheet=here.sheet, of=voice)
    except Refused as refused:
        tell(request, refused)
    else:
        confirmed = voice.saying == Saying.CONFIRM
        said = _("The confirmation is taken back.") if confirmed else _("The objection is withdrawn.")
        messages.success(request, said)
    return _back(request, here, written)


@never_cache
@require_POST
def settle_objection(request: HttpRequest, pk: int, entry: UUID) -> HttpResponse:
    here = visit(request, pk)
    if not here.directs:
        raise PermissionDenied
    written = entry_on(here.sheet, entry)
    deed, voice = deed_of(request), _voice(request, written)
    form = SettlingObjection(request.POST, of=voice.pk)
    page = HandPage(request, here, written)
    if form.is_valid():
        try:
            recording.settle_objection(
                actor=account_of(request), deed=deed, sheet=here.sheet, of=voice, **form.cleaned_data
            )
        except Refused as refused:
            if voice.pk not in [one.id for one in page.objections]:
                tell(request, refused)
                return redirect("scoring:hand", pk, entry)
            form.show(refused)
        else:
            messages.success(request, _("The objection is settled."))
            return redirect("scoring:hand", pk, entry)
    return page.answer(settling=form)


def _voice(request: HttpRequest, written: Entry) -> Voice:
    """The confirmation or objection that the form is about."""
    try:
        wanted = UUID(request.POST.get("voice", ""))
    except ValueError:
        raise BadRequest("Not a form of these pages") from None
    voice = written.voices.select_related("entry").filter(pk=wanted).first()
    if voice is None:
        raise BadRequest("Nothing that was said of this hand")
    return voice


def _back(request: HttpRequest, here: Visit, written: Entry) -> HttpResponse:
    """To the page that the tap came from."""
    if request.POST.get("back") == "hand":
        return redirect("scoring:hand", here.sheet.pk, written.pk)
    return redirect(here.sheet)
