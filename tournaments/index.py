"""The index for other programs: what tournaments and series everybody may read, and where their data are."""

import time
from collections.abc import Iterator
from typing import Any

from django.db.models import Prefetch
from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from scoring import clock
from scoring.capability import Capability
from scoring.export.answering import for_programs
from scoring.export.results_file import event_id
from scoring.handbook import HandbookChapter
from scoring.models import Club
from scoring.table.results_file import revision_of_files
from scoring.web.links import is_there, link_to
from tournaments.models import Counted, Series, State, Tournament
from tournaments.results_file.exporting import id_of_tournament, letters_of_tournament, series_in_file
from tournaments.results_file.letters import letters_of
from tournaments.series.standing import SeriesEvent, shown, standing_of
from tournaments.standings.derived import is_shown
from tournaments.web.kept_answers import TagCache

FORMAT = {"format": "tarock-events", "version": 1}
SECONDS_KEPT = 60
MOST_EVENTS = 1000  # the newest
MOST_SECONDS = 2.0  # to work out letters that are not known yet; those that take longer come the next time
LETTERS = TagCache(2 * MOST_EVENTS)
OF_EVENTS = (
    *("tournament__evening", "tournament__club", "round__tournament__evening"),
    *("round__tournament__club", "evening__club", "list__club"),
)

EventDocument = dict[str, Any]


class _TakesTooLong(Exception):
    """There is no time left to work out letters."""


@require_safe
def events(request: HttpRequest) -> HttpResponseBase:
    """List the newest tournaments and series that are shown to everybody."""
    listed = sorted((*_tournaments(), *_series()), key=lambda event: event["date"], reverse=True)
    for event in listed[:MOST_EVENTS]:
        for name in ("page", "standings", "results"):
            event[name] = event[name] and link_to(request, event[name]).url
    answer = JsonResponse(
        {**FORMAT, "events": listed[:MOST_EVENTS]}, json_dumps_params={"ensure_ascii": False}
    )
    return for_programs(request, answer, f"public, max-age={SECONDS_KEPT}")


def _tournaments() -> Iterator[EventDocument]:
    """Yield those that are shown, but for invented ones and those of clubs that have moved elsewhere."""
    until = time.monotonic() + MOST_SECONDS / 2
    public = Tournament.objects.shown_to_all().filter(club__demonstration=False, club__moved_to="")
    rows = public.select_related("club__log", "evening__club", "evening__ruleset", "pulse")
    for tournament in rows.order_by("-evening__date", "-pk")[:MOST_EVENTS]:
        code, open_ = tournament.code, is_shown(tournament)
        has_begun = tournament.state != State.PLANNED
        tag = f"{tournament.pulse.count} {tournament.club.log.head}"
        yield {
            "kind": "tournament",
            "id": id_of_tournament(tournament),
            "revision": 1 + tournament.pulse.count,
            "title": tournament.title,
            "date": f"{tournament.evening.date:%Y-%m-%d}",
            "club": tournament.club.name,
            "state": str(tournament.state),
            "letters": _letters(tournament, tag, until) if tournament.state == State.FINISHED else "",
            "page": reverse("tournaments:public", args=[code]),
            "standings": _json("public_standings", code=code) if open_ and has_begun else None,
            "results": reverse("tournaments:public_results", args=[code]) if open_ else None,
        }


def _series() -> Iterator[EventDocument]:
    until = time.monotonic() + MOST_SECONDS / 2
    counting = Counted.objects.counting().filter(use=Counted.Use.EVENT)
    rows = Series.objects.exclude(code="").filter(club__demonstration=False, club__moved_to="")
    events = Prefetch("counted", counting.select_related(*OF_EVENTS), to_attr="counting_events")
    revisions: dict[Club, int] = {}
    for series in rows.select_related("club").prefetch_related(events):
        if series.club not in revisions:
            revisions[series.club] = revision_of_files(series.club)
        revision = revisions[series.club]
        of_series = [shown(each) for each in series.counting_events]
        state, held = _state(of_series), [event.date for event in of_series if event.held]
        tag = f"{revision} {clock.today()}"
        yield {
            "kind": "series",
            "id": event_id(series.club, "series", series.made_at),
            "revision": revision,
            "title": series.title,
            "date": f"{max(held, default=series.made_at.date())}",
            "club": series.club.name,
            "state": str(state),
            "letters": _letters(series, tag, until) if state == State.FINISHED else "",
            "page": reverse("tournaments:public_series", args=[series.code]),
            "standings": _json("public_series", series_code=series.code),
            "results": reverse("tournaments:public_series_results", args=[series.code]),
        }


def _state(events: list[SeriesEvent]) -> State:
    """Return whether none of the events was held yet, some were, or all."""
    held = sum(event.held for event in events)
    if not held:
        return State.PLANNED
    return State.FINISHED if held == len(events) else State.RUNNING


def _json(view: str, **where: str) -> str | None:
    """Return the address of standings as JSON; None where files have been taken away."""
    name, where = f"tournaments:export_{view}", {**where, "form": "json"}
    return reverse(name, kwargs=where) if is_there(name, **where) else None


def _letters(of: Tournament | Series, tag: str, until: float) -> str:
    """Return the letters of the file of something that is over; empty where there is no time to make it."""

    def make() -> str:
        if time.monotonic() > until:
            raise _TakesTooLong
        if isinstance(of, Tournament):
            return letters_of_tournament(of)
        return letters_of(series_in_file(standing_of(of, whole=True)))

    try:
        return LETTERS.get((type(of), of.pk), tag, make)
    except _TakesTooLong:
        return ""


site_urls: list[URLPattern | URLResolver] = [path("events.json", events, name="events")]

CAPABILITY = Capability(
    urls=__name__,
    handbook=(
        HandbookChapter(
            5,
            "programs",
            "tournaments",
            _("For other programs"),
            _("For people who read what everybody may see with a program of their own."),
            {"tournaments.index": "events"},
            in_booklet=False,
        ),
    ),
)
