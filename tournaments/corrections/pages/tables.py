"""What every page about one table needs that is put right: where it is, and why its hands do not fit."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.table.pages.wording import problems_told
from scoring.table.writing import Illegal
from scoring.web.language import current_language
from tournaments.models import Round, Table, Tournament
from tournaments.web.access import directed_tournament, round_in, table_in, typed_tournament


def directed_table(
    request: HttpRequest, slug: str, pk: int, number: int, table: int
) -> tuple[Tournament, Round, Table]:
    """404 before the round has begun: there is nothing to put right at the table."""
    return _begun(directed_tournament(request, slug, pk), number, table)


def typed_table(
    request: HttpRequest, slug: str, pk: int, number: int, table: int
) -> tuple[Tournament, Round, Table]:
    """Return the same for whoever types paper sheets; 403 at a table that does not play on paper.

    What was typed before the table went back to the screen still comes in: its page says why it waits.
    """
    found = _begun(typed_tournament(request, slug, pk), number, table)
    if not (found[0].is_directed or found[2].paper or request.method == "POST"):
        raise PermissionDenied
    return found


def _begun(tournament: Tournament, number: int, table: int) -> tuple[Tournament, Round, Table]:
    round_ = round_in(tournament, number)
    found = table_in(round_, table)
    if found.sheet is None:
        raise Http404
    return tournament, round_, found


def about(tournament: Tournament, round_: Round, table: Table | None = None) -> dict[str, Any]:
    """Return what every page about a repair needs: club, tournament, round and table."""
    return {"club": tournament.club, "tournament": tournament, "round": round_, "table": table}


def back_to(table: Table) -> HttpResponse:
    """Redirect to the director's page of a table."""
    tournament = table.round.tournament
    where = [tournament.club.slug, tournament.pk, table.round.number, table.number]
    return redirect("tournaments:repair_table", *where)


# Leaving


def illegal_told(illegal: Illegal, tournament: Tournament) -> list[str]:
    """Which hand does not fit, and why."""
    told = problems_told(illegal.problems, tournament.evening.names(), current_language())
    if illegal.number is None:
        return [problem_words.text for problem_words in told]
    hand = _("Hand %(number)d does not fit these rules:") % {"number": illegal.number}
    return [f"{hand} {problem_words.text}" for problem_words in told]


# A round closed too early
