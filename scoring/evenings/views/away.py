"""A table that is opened on a phone without network, and becomes one of the club afterwards."""

from __future__ import annotations

import json
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.evenings import verbs as evening_verbs
from scoring.evenings.forms import JustPlay
from scoring.evenings.pages.away import rules_taken_along, same_table, sheets_taken_along
from scoring.evenings.verbs import evenings_of_today
from scoring.models import Club, Deed, Sheet
from scoring.table.pages.phone_engine import phone_engine_parts
from scoring.table.pages.seatings import members_to_choose, there_now
from scoring.web.access import PAGE, account_of, deed_of, open_club
from scoring.web.language import current_language
from scoring.web.submitting import submit

LONGEST_AGO = timedelta(days=7)


@require_http_methods(PAGE)
def table_away(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form for a table without network; by POST open it as its phone has begun it."""
    club = open_club(request, slug)
    form = _form(request, club)
    if request.method == "POST":
        return _open(request, club, form)
    language = current_language()
    parts = phone_engine_parts()
    lies = {"module": static("scoring/engine/engine.js"), "parts": parts}
    page = {
        "club": club,
        "form": form,
        "worker": settings.OFFLINE_PAGES,
        "engine": json.dumps(lies if parts else None),
        "keeps": json.dumps({"instead": reverse("scoring:no_network"), "beside": [request.path]}),
        "taken": json.dumps(rules_taken_along(club, language)),
    }
    return render(request, "scoring/evenings/table_away.html", page)


def _form(request: HttpRequest, club: Club) -> JustPlay:
    at, guests = there_now(club, evenings_of_today(club))
    return JustPlay(
        request.POST or None,
        offered=sheets_taken_along(club),
        choices=[*members_to_choose(club, at), *guests],
        rules=club.default_rules,
    )


def _open(request: HttpRequest, club: Club, form: JustPlay) -> JsonResponse:
    """Open it, once; or say which table these people sit at already, or what is wrong."""
    ago = request.POST.get("ago", "")
    if "deed" not in request.POST or not ago.isdecimal():
        return JsonResponse({"opened": False}, status=409)  # a hand of a table that is not open yet
    if not form.is_valid():
        return JsonResponse({"problems": _problems(form)}, status=400)
    if "anyway" not in request.POST and not Deed.objects.filter(pk=deed_of(request)).exists():
        same = same_table(club, account_of(request), form.places)
        if same is not None:
            return JsonResponse({"same": _facts(same.sheet, same.players)}, status=409)
    day = timezone.localdate(timezone.now() - min(timedelta(milliseconds=int(ago)), LONGEST_AGO))
    about = {"rules": form.cleaned_data["rules"], "people": form.people, "high_card": form.mark, "day": day}
    done = submit(request, form, evening_verbs.just_play, club=club, **about)
    if done is None:
        return JsonResponse({"problems": _problems(form)}, status=400)
    assert done.result is not None
    return JsonResponse({"opened": _facts(done.result, done.result.players)})


def _problems(form: JustPlay) -> list[str]:
    return [str(sentence) for sentences in form.errors.values() for sentence in sentences]


def _facts(sheet: Sheet, players: list[str] | tuple[str, ...]) -> dict[str, object]:
    """Return where a phone goes on, and who its people are there."""
    return {
        "name": sheet.name,
        "hands": sheet.standing["hands"],
        "record": reverse("scoring:record", args=[sheet.pk]),
        "players": list(players),
    }
