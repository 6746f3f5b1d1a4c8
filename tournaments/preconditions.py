"""Conditions for changes of a tournament: who may do it, and at which stage.

Rows are read anew and locked, in one order: tournament, sheets.
"""

from collections.abc import Callable
from typing import TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from scoring.accounts.club_rights import demand_director, locked
from scoring.deeds import Refused
from scoring.models import Account, Appointment, Member
from scoring.models.people import ARBITRATING, DIRECTING, MemberQuerySet
from tournaments.engine.stages import is_possible
from tournaments.models import Duty, PeopleList, Round, Series, Stage, Tournament

Owned = TypeVar("Owned", Series, PeopleList)


def _locked_for(*rights: str) -> Callable[[Tournament, Account], Tournament]:
    """Return a function that reloads and locks a tournament and demands one of these rights."""

    def locked_for(tournament: Tournament, actor: Account) -> Tournament:
        now = Tournament.numbered(tournament.pk, actor, lock=True)
        if now is None or not any(getattr(now, right) for right in rights):
            raise PermissionDenied
        return now

    return locked_for


directed = _locked_for("is_directed")
arbitrated = _locked_for("is_arbitrated")
run = _locked_for("is_directed", "is_arbitrated")  # puts penalties and adjusted scores on results
at_the_door = _locked_for("is_directed", "is_cashed")  # checks people in and takes their money
takes_results = _locked_for("takes_results")  # types what paper sheets say


def arbiters_of(tournament: Tournament) -> MemberQuerySet:
    """Return the members who may rule in a tournament, each with whether they were `named` for it.

    If no named member can sign in, these are its directors and the club's arbiters.
    """
    duties = tournament.duties.filter(member=OuterRef("pk"))
    anybody = tournament.duties.filter(
        kind=Duty.Kind.ARBITER, member__active=True, member__account__isnull=False
    )
    roles = Appointment.objects.filter(member=OuterRef("pk"), role__in=(*DIRECTING, *ARBITRATING))
    directs = Exists(roles) | Exists(duties.filter(kind=Duty.Kind.DIRECTOR))
    members = tournament.club.members.filter(active=True).annotate(
        named=Exists(duties.filter(kind=Duty.Kind.ARBITER))
    )
    return members.filter(Q(named=True) | ~Exists(anybody) & directs).order_by("sorting", "pk")


def member(tournament: Tournament, actor: Account) -> Member:
    """Return the active member of the tournament's club that this account is."""
    return tournament.club.members.get(account=actor, active=True)


def demand_open(tournament: Tournament) -> None:
    """Refuse once the tournament is finished."""
    if not tournament.is_open:
        raise Refused(form=[_("This tournament is finished.")])


def demand_step(step: str, round_: Round) -> None:
    """Refuse a step for which the round is not at the right stage, with the reason."""
    demand_open(round_.tournament)
    if not is_possible(step, round_.stage):
        raise Refused(form=[why_not(step, round_)])


def demand_running(round_: Round) -> None:
    """Refuse changes at a table of a round that is not running."""
    if round_.stage != Stage.RUNNING:
        raise Refused(form=[_("Round %(number)d is not running.") % {"number": round_.number}])


def demand_none_running(tournament: Tournament) -> None:
    """Refuse while a round runs."""
    if (running := tournament.rounds.filter(stage=Stage.RUNNING).first()) is not None:
        words = _("Round %(number)d is running. Please close it first.")
        raise Refused(form=[words % {"number": running.number}])


def why_not(step: str, round_: Round) -> str:
    """Return why this step is not possible at the stage of the round."""
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


def of_directed_club(row: Owned, actor: Account) -> Owned:
    """Reload, lock and return a series or a list of people; refuse all but the club's directors."""
    club = locked(row.club)
    demand_director(club, actor)
    owned = type(row)._default_manager.select_for_update(of=("self",)).filter(pk=row.pk, club=club).first()
    if owned is None:
        raise PermissionDenied
    owned.club = club
    return owned


def locked_round(
    round_: Round, actor: Account, *, may: Callable[[Tournament, Account], Tournament] = directed
) -> Round:
    """Return the round with its tournament locked, for the director or others with a right."""
    tournament = may(round_.tournament, actor)
    return tournament.rounds.get(pk=round_.pk)
