"""A table that a phone opens without network, and sends to the club afterwards."""

import json
import re
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring import clock
from scoring.engine.pagatkassa import PotState
from scoring.engine.phone import rules_document
from scoring.engine.rules import Rules
from scoring.engine.table_state import Kassa
from scoring.evenings import verbs as evening_verbs
from scoring.evenings.forms import JustPlay
from scoring.evenings.verbs import evenings_of_today
from scoring.models import Account, Club, Deed, Participant, Sheet
from scoring.names import folded
from scoring.rules import data_of
from scoring.rules.versions.versions import in_use, newest_of, rules_of
from scoring.table.pages.recording_form import form_facts, words
from scoring.table.pages.recording_page import phone_engine_parts
from scoring.table.pages.seatings import SeatValue, people_to_choose
from scoring.table_policy import Actor, policy_of
from scoring.web.access import PAGE, account_of, deed_of, open_club
from scoring.web.language import current_language
from scoring.web.submitting import submit

MOST_TABLES = 20  # open at the same time


def sheets_taken_along(club: Club) -> dict[str, Rules]:
    """Return the club's own rule sheets and its default one, by slug."""
    versions = [in_use(club.default_rules, club), *newest_of(club)]
    return {version.slug: rules_of(version) for version in versions}


def rules_taken_along(club: Club, language: str) -> dict[str, Any]:
    """Return by rule sheet what the recording page and the engine need of it."""
    sheets = {}
    for slug, rules in sheets_taken_along(club).items():
        version = in_use(slug, club)
        facts = form_facts(rules, language=language)
        cents = club.cents_per_point if rules.cents_per_point is None else rules.cents_per_point
        pot = rules.pagatkassa
        sheets[slug] = {
            "facts": {key: value for key, value in facts.items() if key != "words"},
            "digest": version.digest,
            "rules": rules_document(version.digest, version.slug, data_of(version.text)),
            "kassa": None if pot is None else Kassa(pot, club.currency, PotState()).as_json(),
            "played_for": {"cents_per_point": cents, "currency": club.currency, "seed": ""},
        }
    return {"sheets": sheets, "words": words(language)}


def same_table(club: Club, account: Account, people: list[SeatValue]) -> tuple[Sheet, list[str]] | None:
    """Return the newest open table where all of them sit and this phone may record, with their ids there."""
    open_tables = Sheet.objects.filter(
        evening__club=club, evening__closed_at=None, closed_at=None, evening__old_batch=None
    )
    for pk in open_tables.order_by("-pk").values_list("pk", flat=True)[:MOST_TABLES]:
        sheet = Sheet.numbered(pk, account)
        if sheet is None or not policy_of(sheet).may_record(sheet, Actor(account)):
            continue
        participants = Participant.objects.filter(evening=sheet.evening_id)
        members = {f"m{each.member_id}": str(each.pk) for each in participants if each.member_id is not None}
        guests = {each.key: str(each.pk) for each in participants if each.member_id is None}
        known = members | {f"p{player}": player for player in (*members.values(), *guests.values())}
        players = [
            known.get(seat.code, "") if seat.code else guests.get(folded(seat.name), "") for seat in people
        ]
        if set(players) <= set(sheet.state.players):
            return sheet, players
    return None


LONGEST_AGO = timedelta(days=7)


@require_http_methods(PAGE)
def table_away(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form for a table without network; by POST open the table that a phone has begun."""
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
        "away": True,
        "worker": settings.OFFLINE_PAGES,
        "engine": json.dumps(lies if parts else None),
        "keeps": json.dumps({"instead": reverse("scoring:no_network"), "beside": [request.path]}),
        "taken": json.dumps(rules_taken_along(club, language)),
    }
    return render(request, "scoring/evenings/play.html", page)


def _form(request: HttpRequest, club: Club) -> JustPlay:
    return JustPlay(
        request.POST or None,
        offered=sheets_taken_along(club),
        choices=people_to_choose(club, evenings_of_today(club)),
        rules=club.default_rules,
    )


def _open(request: HttpRequest, club: Club, form: JustPlay) -> JsonResponse:
    """Open the phone's table, once; or answer with the table of these people, or with the problems."""
    ago = request.POST.get("ago", "")
    if "deed" not in request.POST or not re.fullmatch(r"[0-9]{1,15}", ago):
        return JsonResponse({"opened": False}, status=409)  # a hand of a table that is not open yet
    if not form.is_valid():
        return JsonResponse({"problems": _problems(form)}, status=400)
    if "anyway" not in request.POST and not Deed.objects.filter(pk=deed_of(request)).exists():
        same = same_table(club, account_of(request), form.seats)
        if same is not None:
            return JsonResponse({"same": _facts(*same)}, status=409)
    day = timezone.localdate(clock.now() - min(timedelta(milliseconds=int(ago)), LONGEST_AGO))
    arguments = {
        "rules": form.cleaned_data["rules"],
        "people": form.people,
        "high_card": form.mark,
        "day": day,
    }
    submitted = submit(request, form, evening_verbs.just_play, club=club, **arguments)
    if submitted is None:
        return JsonResponse({"problems": _problems(form)}, status=400)
    assert submitted.result is not None
    return JsonResponse({"opened": _facts(submitted.result, submitted.result.players)})


def _problems(form: JustPlay) -> list[str]:
    return [str(sentence) for sentences in form.errors.values() for sentence in sentences]


def _facts(sheet: Sheet, players: list[str]) -> dict[str, object]:
    """Return where a phone goes on, and who its people are there."""
    return {
        "name": sheet.name,
        "hands": sheet.state.hands,
        "record": reverse("scoring:record", args=[sheet.pk]),
        "players": players,
    }
