"""The clocks of a tournament, from what was written down about them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from tournaments.engine.clock import Addition, Clock, Stop
from tournaments.models import Call, Round, Table, Tick

# A shorter clock takes everything, and gives the rest so long afterwards.
SHORTENED_BY = timedelta(microseconds=1)


def clock_of(round_: Round, ticks: Iterable[Tick]) -> Clock:
    """Return the clock of the whole round."""
    ticks = sorted((tick for tick in ticks if tick.table_id is None), key=lambda tick: tick.at)
    terms = round_.tournament.terms
    return Clock(
        minutes=round_.minutes if round_.started_at else terms.minutes,
        started=round_.started_at,
        rung=round_.ended_at,
        ended=round_.closed_at,
        pauses=tuple(_pauses(ticks)),
        additions=tuple(Addition(tick.at, tick.seconds) for tick in ticks if tick.kind == Tick.Action.ADD),
        gives_back=terms.gives_back,
    )


def was_shortened(round_: Round, tick: Tick) -> bool:
    """Return whether by this tick the clock of a round was set to less than it showed."""
    return round_.ended_at is not None and tick.table_id is None and tick.at == round_.ended_at + SHORTENED_BY


def changes_of(round_: Round, ticks: Iterable[Tick]) -> list[Tick | None]:
    """Return what was done to the clock, in order; None is the bell that was rung before its time."""
    done = sorted(ticks, key=lambda tick: tick.at)
    if round_.ended_at is None or any(was_shortened(round_, tick) for tick in done):
        return [*done]
    before = [tick for tick in done if tick.at <= round_.ended_at]
    return [*before, None, *done[len(before) :]]


def clock_at(table: Table, clock: Clock, ticks: Iterable[Tick], calls: Iterable[Call]) -> Clock:
    """Return the same round as one table sees it."""
    return clock.at_table(
        (Stop(call.at, _ended(call)) for call in calls if call.table_id == table.pk),
        (Addition(tick.at, tick.seconds) for tick in ticks if tick.table_id == table.pk),
    )


def _pauses(ticks: Iterable[Tick]) -> Iterable[Stop]:
    since: datetime | None = None
    for tick in ticks:
        if tick.kind == Tick.Action.PAUSE and since is None:
            since = tick.at
        elif tick.kind == Tick.Action.RESUME and since is not None:
            yield Stop(since, tick.at)
            since = None
    if since is not None:
        yield Stop(since)


def _ended(call: Call) -> datetime | None:
    """Return when the table went on: at the first ruling, or when the call was withdrawn."""
    if call.withdrawn_at is not None:
        return call.withdrawn_at
    return min((ruling.at for ruling in call.rulings.all()), default=None)


def table_clock(table: Table) -> Clock:
    """Return the clock of one table alone; two queries."""
    ticks, calls = list(table.round.ticks.all()), table.calls.prefetch_related("rulings")
    return clock_at(table, clock_of(table.round, ticks), ticks, calls)
