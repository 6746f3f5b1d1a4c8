"""The clock: paused, resumed, extended for all or one table, rung before its time."""

from __future__ import annotations

from uuid import UUID, uuid5

from django.utils.translation import gettext as _

from scoring import clock
from scoring.deeds import PendingDeed, Refused, verb
from scoring.models import Account
from scoring.occasions import Actor
from scoring.table.rights import locked_sheet
from tournaments.clock.lapsing import go_on_doubling, has_rung
from tournaments.clock.times import clock_of
from tournaments.engine.clock import rang
from tournaments.models import Pulse, Round, Table, Tick
from tournaments.rights import demand_step, locked_round, member, told

MOST_SECONDS = 4 * 60 * 60


@verb("pause_clock", asked=lambda round_: (round_, 0, None))
def pause(act: PendingDeed, *, actor: Account, deed: UUID, round_: Round) -> Round:
    """Stop the clock of a round for all tables."""
    return _tick(act, actor, deed, round_, Tick.Action.PAUSE)


@verb("resume_clock", asked=lambda round_: (round_, 0, None))
def resume(act: PendingDeed, *, actor: Account, deed: UUID, round_: Round) -> Round:
    """Let the clock of a round go on."""
    return _tick(act, actor, deed, round_, Tick.Action.RESUME)


@verb("add_time")
def add_time(
    act: PendingDeed,
    *,
    actor: Account,
    deed: UUID,
    round_: Round,
    seconds: int,
    table: Table | None = None,
) -> Round:
    """For everybody, or for one table."""
    return _tick(act, actor, deed, round_, Tick.Action.ADD, seconds, table)


def _tick(
    act: PendingDeed,
    actor: Account,
    deed: UUID,
    round_: Round,
    kind: Tick.Action,
    seconds: int = 0,
    table: Table | None = None,
) -> Round:
    round_ = locked_round(round_, actor)
    demand_step("time", round_)
    if round_.minutes is None:
        raise Refused(form=[_("This round is played without a clock.")])
    last = round_.ticks.exclude(kind=Tick.Action.ADD).last()
    is_paused = last is not None and last.kind == Tick.Action.PAUSE
    if kind == Tick.Action.PAUSE and is_paused:
        raise Refused(form=[_("The clock is paused already.")])
    if kind == Tick.Action.RESUME and not is_paused:
        raise Refused(form=[_("The clock is running.")])
    if kind == Tick.Action.ADD and not 0 < seconds <= MOST_SECONDS:
        raise Refused(minutes=[_("Please add at least one minute, and four hours at most.")])
    if kind == Tick.Action.PAUSE and _is_rung(round_):
        raise Refused(form=[_("The bell has rung.")])
    Tick.objects.create(
        id=deed,
        round=round_,
        table=table,
        kind=kind,
        seconds=seconds,
        by=member(round_.tournament, actor),
        at=clock.now(),
    )
    if kind == Tick.Action.ADD:
        _double_again(actor, deed, round_, table)
    Pulse.beat(round_.tournament_id, clock=True)
    about = {**told(round_), "minutes": seconds // 60, "table": table and table.number}
    act.record(round_.tournament.club, **about)
    return round_


def _double_again(actor: Account, deed: UUID, round_: Round, table: Table | None) -> None:
    """At tables where the bell had rung already; whoever is just writing there comes first."""
    tables = round_.tables.filter(sheet__closed_at=None).order_by("sheet").select_related("sheet")
    for one in tables if table is None else tables.filter(pk=table.pk):
        if one.sheet is None or not has_rung(one.sheet):
            continue
        one.sheet, one.round = locked_sheet(one.sheet, Actor(actor)), round_
        go_on_doubling(one, one.sheet, Actor(actor), uuid5(deed, f"time of table {one.number}"))


def _is_rung(round_: Round) -> bool:
    """By the director, and no time was added for everybody since."""
    return round_.ended_at is not None and rang(clock_of(round_, round_.ticks.all()), clock.now())


@verb("ring")
def ring(act: PendingDeed, *, actor: Account, deed: UUID, round_: Round) -> Round:
    """Ring the bell for everybody, before the time is up; who rang by mistake adds time."""
    round_ = locked_round(round_, actor)
    demand_step("time", round_)
    if round_.minutes is None:
        raise Refused(form=[_("This round is played without a clock.")])
    if _is_rung(round_):
        raise Refused(form=[_("The bell has rung.")])
    round_.ended_at = clock.now()
    round_.save(update_fields=["ended_at"])
    Pulse.beat(round_.tournament_id, clock=True)
    act.record(round_.tournament.club, **told(round_))
    return round_
