"""What every page about one table needs that is put right: where it is, and why its hands do not fit."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from scoring.table.pages.wording import problems_told
from scoring.table.writing import Illegal
from scoring.web.language import current_language
from tournaments.models import Table, Tournament
from tournaments.web.access import directed_tournament, round_in, table_in, typed_tournament


def directed_table(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> Table:
    """Return a table for whoever directs; 404 before the round has begun: nothing there can be put right."""
    return _begun(directed_tournament(request, slug, pk), number, table)


def paper_table(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> Table:
    """Return the same for whoever types paper sheets; 403 at a table that does not play on paper.

    What was typed before the table went back to the screen still comes in: its page says why it waits.
    """
    found = _begun(typed_tournament(request, slug, pk), number, table)
    if not (found.round.tournament.is_directed or found.paper or request.method == "POST"):
        raise PermissionDenied
    return found


def _begun(tournament: Tournament, number: int, table: int) -> Table:
    found = table_in(round_in(tournament, number), table)
    if found.sheet is None:
        raise Http404
    return found


def illegal_in_words(illegal: Illegal, tournament: Tournament) -> list[str]:
    """Return which hand does not fit, and why."""
    told = problems_told(illegal.problems, tournament.evening.names(), current_language())
    if illegal.number is None:
        return [problem_words.text for problem_words in told]
    hand = _("Hand %(number)d does not fit these rules:") % {"number": illegal.number}
    return [f"{hand} {problem_words.text}" for problem_words in told]
