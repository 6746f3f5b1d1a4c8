"""Who does what at a tournament: named here, and relieved."""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.web.access import PAGE
from scoring.web.submitting import submit
from tournaments.duties import verbs
from tournaments.duties.forms import GiveDuty
from tournaments.duties.pages import duties_of, nameable, who_rules
from tournaments.models import Duty
from tournaments.web.access import directed_tournament


@require_http_methods(PAGE)
def duties(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show who does what, and name somebody for something."""
    tournament = directed_tournament(request, slug, pk)
    form = GiveDuty(request.POST or None)
    if form.is_valid():
        asked = {**form.cleaned_data, "kind": Duty.Kind(form.cleaned_data["kind"])}
        if submit(request, form, verbs.give_duty, _("Saved."), tournament=tournament, **asked):
            call = _uuid(request.POST.get("call", ""))  # from its page: back to it
            return (
                redirect("tournaments:dispute", slug, pk, call)
                if call
                else redirect("tournaments:duties", slug, pk)
            )
    page = {
        "club": tournament.club,
        "tournament": tournament,
        "duties": duties_of(tournament),
        "rules": who_rules(tournament),
        "names": nameable(tournament),
        "form": form,
    }
    return render(request, "tournaments/duties/duties.html", page)


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


@require_POST
def end_duty(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Relieve somebody of a duty."""
    tournament = directed_tournament(request, slug, pk)
    member, kind = request.POST.get("member", ""), request.POST.get("kind", "")
    if kind not in Duty.Kind.values or not (member.isascii() and member.isdigit() and len(member) < 19):
        raise BadRequest("Nobody's duty")
    submit(
        *(request, None, verbs.end_duty, _("Saved.")),
        tournament=tournament,
        member=int(member),
        kind=Duty.Kind(kind),
    )
    return redirect("tournaments:duties", slug, pk)
