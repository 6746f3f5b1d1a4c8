"""Who is barred from a tournament: whoever walked out of a round of one not long before."""

from typing import NamedTuple

from scoring.models import Participant
from scoring.names import folded
from tournaments.models import Leaving, Tournament


class Ban(NamedTuple):
    """Somebody who is barred, and why."""

    name: str
    title: str  # of the tournament that was left
    round: int
    reason: str
    left: int  # tournaments, this one among them
    is_registered: bool


def bans_at(tournament: Tournament) -> list[Ban]:
    """Return who is barred here; the tournament that was left says for how many of the club's next ones."""
    club = Tournament.objects.filter(club=tournament.club_id).order_by("evening__date", "pk")
    order = {pk: place for place, pk in enumerate(club.values_list("pk", flat=True))}
    leavings = Leaving.objects.filter(
        table__round__tournament__club=tournament.club_id, ranked=Leaving.Ranked.LAST, undone_at=None
    )
    about = ("table__round__tournament", "entrant__participant__member", "reason")
    people = tournament.entrants.filter(withdrawn_at=None).select_related("participant__member")
    here = {_who(entrant.participant) for entrant in people}
    found = []
    for leaving in leavings.select_related(*about).order_by("at"):
        round_ = leaving.table.round
        since = order[tournament.pk] - order[round_.tournament_id]
        left = round_.tournament.terms.barred - since + 1
        if since > 0 and left > 0:
            participant = leaving.entrant.participant
            reason = leaving.reason.text if leaving.reason is not None else ""
            about_it = round_.tournament.title, round_.number, reason, left
            found.append(Ban(participant.name, *about_it, _who(participant) in here))
    return found


def _who(participant: Participant) -> int | str:
    """Return who somebody is in all tournaments of the club: a member, or a name."""
    return participant.member_id or folded(participant.name)
