"""Members are given a duty at one tournament, and relieved of it; what they are in the club stays."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _

from scoring import clock
from scoring.deeds import PendingDeed, Refused, verb
from scoring.models import Account, Member
from scoring.names import folded
from tournaments.models import Duty, Pulse, Tournament
from tournaments.rights import demand_open, directed


@verb("give_duty")
def give_duty(
    act: PendingDeed, *, actor: Account, deed: UUID, tournament: Tournament, name: str, kind: Duty.Kind
) -> Tournament:
    """Name an active member of the club; whoever has the duty already keeps it."""
    tournament = directed(tournament, actor)
    demand_open(tournament)
    member = tournament.club.members.filter(key=folded(name), active=True).first()
    if member is None:
        raise Refused(
            name=[_("No active member is called “%(name)s”. Please choose from the list.") % {"name": name}]
        )
    Duty.objects.get_or_create(tournament=tournament, member=member, kind=kind, defaults={"at": clock.now()})
    _record(act, tournament, member, kind)
    return tournament


@verb("end_duty")
def end_duty(
    act: PendingDeed, *, actor: Account, deed: UUID, tournament: Tournament, member: int, kind: Duty.Kind
) -> Tournament:
    """Relieve a member of a duty; what was done in it stays."""
    tournament = directed(tournament, actor)
    demand_open(tournament)
    held = tournament.duties.filter(member=member, kind=kind).select_related("member").first()
    if held is None:
        raise Refused(form=[_("This has been changed in the meantime. Please look again.")])
    held.delete()
    _record(act, tournament, held.member, kind)
    return tournament


def _record(act: PendingDeed, tournament: Tournament, member: Member, kind: Duty.Kind) -> None:
    Pulse.beat(tournament.pk)
    act.record(
        tournament.club, tournament=tournament.pk, title=tournament.title, name=member.name, kind=str(kind)
    )
