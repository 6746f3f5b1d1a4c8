"""Who may change a tournament, asked of it as it is now. Locks are taken in one order: tournament, sheets."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from scoring.deeds import Refused
from scoring.models import Account, Member
from tournaments.engine.stages import is_possible
from tournaments.models import Round, Tournament


def directed(tournament: Tournament, actor: Account) -> Tournament:
    """Return the tournament, locked, for whoever directs its club."""
    found = _locked(tournament, actor)
    if not found.is_directed:
        raise PermissionDenied
    return found


def arbitrated(tournament: Tournament, actor: Account) -> Tournament:
    """Return the tournament, locked, for whoever rules in its club."""
    found = _locked(tournament, actor)
    if not found.is_arbitrated:
        raise PermissionDenied
    return found


def _locked(tournament: Tournament, actor: Account) -> Tournament:
    found = Tournament.numbered(tournament.pk, actor, lock=True)
    if found is None:
        raise PermissionDenied
    return found


def member(tournament: Tournament, actor: Account) -> Member:
    """Return the active member of the tournament's club that this account is."""
    return tournament.club.members.get(account=actor, active=True)


def demand_open(tournament: Tournament) -> None:
    """Refuse once the tournament is finished."""
    if not tournament.is_open:
        raise Refused(form=[_("This tournament is finished.")])


def demand_step(step: str, round_: Round) -> None:
    """Refused with the reason, where the round is not at a stage for it."""
    demand_open(round_.tournament)
    if not is_possible(step, round_.stage):
        raise Refused(form=[why_not(step, round_)])


def why_not(step: str, round_: Round) -> str:
    """Return the sentence that says why this step is not possible at the stage of the round."""
    if step == "reopen":
        return _("Round %(number)d is not closed.") % {"number": round_.number}
    words = {
        "check_in": _("Round %(number)d has not been drawn yet."),
        "draft": _("The draw of round %(number)d has not been published yet."),
        "published": _("Round %(number)d has been drawn and published, and has not started yet."),
        "running": _("Round %(number)d is running."),
        "closed": _("Round %(number)d is closed."),
    }
    return words[round_.stage] % {"number": round_.number}


def locked_round(round_: Round, actor: Account) -> Round:
    """Return the round as it is now, under the lock of its tournament, for the director."""
    tournament = directed(round_.tournament, actor)
    found = Round.objects.get(pk=round_.pk)
    found.tournament = tournament
    return found


def told(round_: Round) -> dict[str, Any]:
    """Return what a deed about a round says of it."""
    tournament = round_.tournament
    return {"tournament": tournament.pk, "title": tournament.title, "round": round_.number}
