"""Lots and prizes as the director gives them: who waits for a lot, which lots hold, who can be chosen."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.names import sorting
from tournaments.models import Lot, Round, Tournament
from tournaments.standings.derived import ranked
from tournaments.standings.pages.prizes import TieRow, tie_shown
from tournaments.standings.prizes import offered, open_ties


@dataclass(frozen=True, slots=True)
class LotRow:
    """A lot that holds, and where it can be withdrawn."""

    lot: Lot
    names: tuple[str, ...]


def ties_of(tournament: Tournament, round_: Round | None) -> tuple[TieRow, ...]:
    """Who waits for a lot."""
    found = open_ties(ranked(tournament, only=round_), round_, offered(tournament, round_))
    names = tournament.evening.names() if found else {}
    return tuple(tie_shown(one, names) for one in found)


def lots_of(tournament: Tournament, round_: Round | None) -> list[LotRow]:
    """Return the lots of a round, or of the whole tournament, that have not been withdrawn."""
    found = list(Lot.objects.filter(tournament=tournament, round=round_, withdrawn_at=None))
    names = tournament.evening.names() if found else {}
    return [LotRow(lot, tuple(names[player] for player in lot.order)) for lot in found]


def people_to_choose(tournament: Tournament) -> list[tuple[str, str]]:
    """Everybody of the tournament, by name."""
    names = tournament.evening.names()
    found = [str(pk) for pk in tournament.entrants.order_by().values_list("participant_id", flat=True)]
    return sorted(((one, names[one]) for one in found), key=lambda one: sorting(one[1]))
