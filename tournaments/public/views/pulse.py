"""Answers to phones and screens that ask all the time: as little as possible, and the server's time."""

from __future__ import annotations

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.public.etag import heard, now, tagged
from tournaments.pulse import Beat, beat_at, beat_of
from tournaments.rounds.pages.clock import clock_facts


@require_safe
def pulse(request: HttpRequest, code: str) -> HttpResponse:
    """Of the whole tournament."""
    return _answer(heard(request, lambda: beat_of(code)))


@require_safe
def table_pulse(request: HttpRequest, code: str, table: int) -> HttpResponse:
    """Answer how far a table has come, for a phone that asks whether anything is new."""
    return _answer(heard(request, lambda: beat_at(code, table)))


def _answer(beat: Beat | None) -> HttpResponse:
    """Whoever knows the code learns only that something has changed."""
    if beat is None:
        raise Http404
    at = now()
    return tagged(JsonResponse(beat.as_json() | {"now": at}), beat, at)


@require_safe
def clock_json(request: HttpRequest, code: str) -> HttpResponse:
    """Send the clock of the round that runs; for everybody if the tournament is shown, else for its club."""
    mine = Tournament.objects.open_to(request.user).values("pk")
    found = Tournament.objects.filter(Q(public=True) | Q(pk__in=mine), code=code)
    return JsonResponse(clock_facts(get_object_or_404(found)))
