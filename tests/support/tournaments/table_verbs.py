"""Tables put right in one matter each: run by `Playing.do` like verbs."""

from typing import Any
from uuid import UUID

from scoring.models import Account
from tournaments.corrections.mend import differently, mend, state_of, tables_of
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
    comes = {"comes": {"entrant": house, "name": name}} if house or name else {}
    about = differently(table, {player: {"sits": False, "left": str(ranked)}}, **comes)
    mend(actor, deed, **about, reason=reason)
    return Leaving.objects.get(table=table, entrant=entrant, undone_at=None)


def undo_leaving(actor: Account, deed: UUID, *, leaving: Leaving) -> Table:
    player = str(leaving.entrant.participant_id)
    return mend(actor, deed, **differently(leaving.table, {player: {"sits": True, "left": ""}}))


def join_table(
    actor: Account, deed: UUID, *, table: Table, entrant: int | None = None, name: str = ""
) -> Table:
    return mend(actor, deed, **differently(table, {}, comes={"entrant": entrant, "name": name}))


def undo_joining(actor: Account, deed: UUID, *, table: Table, player: str) -> Table:
    return mend(actor, deed, **differently(table, {player: {"sits": False, "left": ""}}))


def exchange_people(actor: Account, deed: UUID, *, round_: Round, one: str, other: str, reason: str) -> Table:
    """Say at one of the tables that each of the two was really the other."""
    table = tables_of(round_, {one, other})[0]
    recorded, really = (one, other) if one in state_of(table)["people"] else (other, one)
    return mend(actor, deed, **differently(table, {recorded: {"who": really}}), reason=reason)


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
        about = differently(table, {}, ruled=ruled)
    else:
        player = str(table.round.tournament.entrants.get(pk=entrant).participant_id)
        about = differently(table, {player: {"ruled": ruled}})
    mend(actor, deed, **about, reason=reason)
    return ResultRuling.objects.filter(table=table).latest("seq")
