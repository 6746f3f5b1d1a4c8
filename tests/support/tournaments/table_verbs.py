"""Tables put right in one matter each, as today's pages ask for it: run by `Playing.do` like verbs."""

from typing import Any
from uuid import UUID

from scoring.models import Account
from tournaments.corrections.mend import differently, exchanged, mend
from tournaments.engine.adjusting import Adjustment, AdjustmentKind, as_json
from tournaments.models import Leaving, ResultRuling, Round, Table


def leave_table(
    actor: Account,
    deed: UUID,
    *,
    table: Table,
    entrant: int,
    ranked: str,
    house: int | None = None,
    name: str = "",
    reason: str = "",
) -> Leaving:
    player = str(table.round.tournament.entrants.get(pk=entrant).participant_id)
    comes = {"entrant": house, "name": name}
    told = differently(table, {player: {"sits": False, "left": str(ranked)}}, comes=comes)
    mend(actor, deed, **told, reason=reason)
    return Leaving.objects.get(table=table, entrant=entrant, undone_at=None)


def undo_leaving(actor: Account, deed: UUID, *, leaving: Leaving) -> Table:
    player = str(leaving.entrant.participant_id)
    return mend(actor, deed, **differently(leaving.table, {player: {"sits": True, "left": ""}}))


def undo_joining(actor: Account, deed: UUID, *, table: Table, player: str) -> Table:
    return mend(actor, deed, **differently(table, {player: {"sits": False, "left": ""}}))


def exchange_people(actor: Account, deed: UUID, *, round_: Round, one: str, other: str, reason: str) -> Table:
    return mend(actor, deed, **exchanged(round_, one, other), reason=reason)


def rule_on_result(
    actor: Account,
    deed: UUID,
    *,
    table: Table,
    kind: AdjustmentKind,
    reason: str,
    entrant: int | None = None,
    points: Any = 0,
) -> ResultRuling:
    [ruled] = as_json({"": Adjustment(kind, points)}).values()
    if entrant is None:
        told = differently(table, {}, ruled=ruled)
    else:
        player = str(table.round.tournament.entrants.get(pk=entrant).participant_id)
        told = differently(table, {player: {"ruled": ruled}})
    mend(actor, deed, **told, reason=reason)
    return ResultRuling.objects.filter(table=table).latest("seq")
