"""The bar of a tournament: its pages, by what the reader may do there."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpRequest
from django.template import Context
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.models import Club
from scoring.web.bars import SubjectBar, bar
from scoring.web.links import is_there
from tournaments.models import Tournament

# Where a page lies, by the part of its address behind the tournament, or behind one of its rounds.
_PART_OF = {
    "people": "people",
    "registration": "people",
    "wishes": "people",
    "sections": "people",
    "rounds": "rounds",
    "standings": "standings",
    "prizes": "standings",
    "lots": "standings",
    "certificates": "standings",
    "money": "money",
}


def tournament_bar(request: HttpRequest, context: Context, club: Club) -> SubjectBar | None:
    """Return the bar of the tournament that a page is about."""
    tournament = context.get("tournament")
    if not isinstance(tournament, Tournament) or tournament.club_id != club.pk:
        return None
    desk = reverse("tournaments:tournament", args=[club.slug, tournament.pk])
    if not request.path.startswith(desk):
        return None
    parts = request.path.removeprefix(desk).strip("/").split("/")
    of_round = parts[2] if parts[0] == "rounds" and len(parts) > 2 else ""
    current = _PART_OF.get(of_round) or _PART_OF.get(parts[0], "tournament")
    return bar(tournament.title, current, _ways(tournament, club))


def _ways(tournament: Tournament, club: Club) -> Iterator[tuple[str, str, str]]:
    where = {"slug": club.slug, "pk": tournament.pk}
    yield "tournament", _("Overview"), reverse("tournaments:tournament", kwargs=where)
    if tournament.is_directed:
        yield "people", pgettext("bar", "People"), reverse("tournaments:people", kwargs=where)
    yield "rounds", _("Rounds"), reverse("tournaments:rounds", kwargs=where)
    if is_there("tournaments:standings", **where):
        standings = pgettext("tournament", "Standings")
        yield "standings", standings, reverse("tournaments:standings", kwargs=where)
    if (tournament.is_directed or tournament.is_cashed) and is_there("tournaments:money", **where):
        yield "money", pgettext("bar", "Till"), reverse("tournaments:money", kwargs=where)
    if (tournament.is_directed or tournament.is_arbitrated) and tournament.is_open:
        yield "projector", pgettext("bar", "Screen"), reverse("tournaments:projector", args=[tournament.code])
