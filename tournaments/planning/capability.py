"""Tournaments set up: what it hands to the rest of the program, its bar, and its part of a club's page."""

from __future__ import annotations

from collections.abc import Iterator
from secrets import token_hex

from django.db.models import Q
from django.http import HttpRequest
from django.template import Context
from django.template.loader import render_to_string
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy, pgettext

from scoring.archive.tables import CountedRows
from scoring.capability import Capability, ClubPart
from scoring.deeds import log_of
from scoring.models import Club
from scoring.sealing import LinkKind
from scoring.web.bars import SubjectBar, bar
from scoring.web.links import is_there
from tournaments.models import State, Tournament
from tournaments.planning import verbs, views
from tournaments.planning.desk import Desk
from tournaments.planning.pages import with_counts

TOURNAMENTS = ngettext_lazy("%(count)d tournament", "%(count)d tournaments", "count")

club_urls = [  # below clubs/<slug>/tournaments/
    path("", views.tournaments, name="tournaments"),
    path("new/", views.new_tournament, name="new_tournament"),
    path("presets/<int:preset>/", views.preset, name="preset"),
    path("presets/<int:preset>/remove/", views.remove_preset, name="remove_preset"),
]
tournament_urls = [  # below …/<int:pk>/
    path("", views.tournament, name="tournament"),
    path("rounds/", views.rounds, name="rounds"),
    path("settings/", views.settings, name="settings"),
    path("show/", views.show, name="show"),
    path("finish/", views.finish, name="finish"),
    path("reopen/", views.reopen, name="reopen"),
    path("copy/", views.copy, name="copy"),
    path("preset/", views.keep_preset, name="keep_preset"),
]


ON_THE_PAGE = 2


def on_club_page(request: HttpRequest, club: Club) -> ClubPart:
    """Return what runs and what comes next; six queries for each that runs, however much was played."""
    open_to_me = with_counts(Tournament.objects.open_to(request.user).whole())
    found = open_to_me.filter(club=club).exclude(state=State.FINISHED)[:ON_THE_PAGE]
    rows = [
        (tournament, Desk(tournament).seat if tournament.state == State.RUNNING else None)
        for tournament in found
    ]
    shown = render_to_string("tournaments/planning/_club_tournaments.html", {"club": club, "rows": rows})
    return ClubPart(shown, wanted=any(seat is not None and seat.sheet for _, seat in rows))


# Where a page lies, by the part of its address behind the tournament, or behind one of its rounds.
_PART_OF = {
    **dict.fromkeys(("people", "registration", "wishes", "sections"), "people"),
    **dict.fromkeys(("standings", "prizes", "lots", "certificates"), "standings"),
    **{part: part for part in ("rounds", "money")},
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


CAPABILITY = Capability(
    urls=__name__,
    words=log_of(verbs),
    links=(
        LinkKind(
            model=Tournament,
            columns=("public",),
            open=Q(public=True),
            end=lambda rows: rows.update(public=False),
            club="club",
            one="tournament open to everybody",
            many="tournaments open to everybody",
        ),
        LinkKind(
            model=Tournament,
            columns=("salt",),
            open=~Q(state=State.FINISHED),
            end=lambda rows: rows.update(salt=token_hex()),
            club="club",
            one="tournament with cards on its tables and a code at the door",
            many="tournaments with cards on their tables and a code at the door",
        ),
    ),
    counted=(CountedRows("tournaments.tournament", TOURNAMENTS),),
    on_club_page=(on_club_page,),
    bars=(tournament_bar,),
)
