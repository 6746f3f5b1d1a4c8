"""Mistakes of the program, for whoever runs it; for everybody else these pages do not exist."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.models import ProgramMistake
from scoring.models.mistakes import KEPT
from scoring.server.error_reports import verbs
from scoring.server.error_reports.pages import shown
from scoring.web.submitting import submit


@require_safe
def mistakes(request: HttpRequest) -> HttpResponse:
    """List what went wrong, or what somebody was told under one id."""
    _runs_the_program(request)
    sought = request.GET.get("id", "")
    found = shown(sought)
    page = {
        "sought": sought,
        "found": found,
        "open": [mistake for mistake in found if mistake.mistake.done_at is None],
        "done": [mistake for mistake in found if mistake.mistake.done_at is not None],
        "days": KEPT.days,
    }
    return render(request, "scoring/server/error_reports/mistakes.html", page)


@require_POST
def tick(request: HttpRequest) -> HttpResponse:
    """Tick a mistake, or take the tick away."""
    _runs_the_program(request)
    asked, done = request.POST.get("mistake", ""), request.POST.get("done") != "no"
    number = int(asked[:18]) if asked.isascii() and asked.isdigit() else 0
    mistake = ProgramMistake.objects.filter(pk=number).first()
    if mistake is None:
        messages.info(request, _("That mistake was long ago and is no longer listed."))
    else:
        said = _("Ticked. If it happens again, it is here again.") if done else _("Open again.")
        submit(request, None, verbs.tick, said, mistake=mistake, done=done)
    return redirect("scoring:mistakes")


def _runs_the_program(request: HttpRequest) -> None:
    if not request.user.is_superuser:
        raise Http404
