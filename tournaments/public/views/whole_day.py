"""The whole day on paper, for the club; and the result to be quoted, for everybody once it is shown."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_safe

from scoring.web.access import kept_from_search
from scoring.web.links import frame_of, link_to
from tournaments.models import State, Tournament
from tournaments.public.pages.whole_day import FinalResult, final_result_of, quoted, whole_day_of
from tournaments.public.visits import visit_of
from tournaments.standings.derived import may_see
from tournaments.web.access import tournament_of


@require_safe
def whole_day(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the whole tournament on one page, to print or keep as a PDF."""
    tournament = tournament_of(request, slug, pk)
    shown = may_see(tournament)
    page = {
        "club": tournament.club,
        "tournament": tournament,
        "shown": shown,
        "day": whole_day_of(tournament) if shown else None,
    }
    return render(request, "tournaments/public/whole_day.html", page)


@require_safe
def result(request: HttpRequest, code: str) -> HttpResponse:
    """Show the result of a finished tournament in words to be quoted; its address stays."""
    visit = visit_of(request, code, "result")
    tournament = visit.tournament
    found: FinalResult | None = None
    if tournament.state == State.FINISHED:
        found = visit.kept("final result", visit.tag, lambda: final_result_of(tournament))
    here = link_to(request, reverse("tournaments:result", args=[code]))
    frame = link_to(request, reverse("tournaments:embedded_standings", args=[code]))
    lines = [] if found is None else _told(tournament, found)
    page: dict[str, Any] = {
        "code": code,
        "club": tournament.club,
        "tournament": tournament,
        "is_public": visit.version.public,
        "result": found,
        "lines": lines,
        "quote": "\n".join(lines),
        "link": here,
        "snippet": ""
        if frame.local or not visit.version.public
        else frame_of(frame.url, pgettext("tournament", "Standings")),
    }
    return kept_from_search(render(request, "tournaments/public/result.html", page))


def _told(tournament: Tournament, found: FinalResult) -> list[str]:
    """Return sentences, one for each line."""
    evening = tournament.evening
    when = date_format(evening.date, pgettext("date format", "j F Y"))
    where = [tournament.title, when, evening.place, tournament.club.name]
    counts = [
        ngettext("%(count)d player", "%(count)d players", found.players) % {"count": found.players},
        ngettext("%(count)d round", "%(count)d rounds", found.rounds) % {"count": found.rounds},
        ngettext("%(count)d table", "%(count)d tables", found.tables) % {"count": found.tables},
    ]
    if found.hands:
        counts.append(
            ngettext("%(count)d recorded hand", "%(count)d recorded hands", found.hands)
            % {"count": found.hands}
        )
    lines = [", ".join(filter(None, where)), ", ".join(counts)]
    if found.first:
        about = _("Round %(number)d") % {"number": found.of_round} if found.of_round else _("Result")
        lines.append(f"{about}: {quoted(found)}")
    return lines
