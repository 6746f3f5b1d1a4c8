"""The clock of a round for one table: the time left, and when the bell rings. All times are passed in.

Times are in UTC, as Django keeps them. Stops overlap as they like and count once. What is added after the
bell counts from the moment it was added, also when the director rang it before the time was up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import NamedTuple, TypedDict

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
NOTHING = timedelta()
MILLISECOND = timedelta(milliseconds=1)


class Phase(StrEnum):
    """What the clock of a table is doing."""

    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"  # the whole round
    STOPPED = "stopped"  # this table: it called the arbiters
    BELL = "bell"
    ENDED = "ended"  # by the director: rung early, or closed


class Signal(StrEnum):
    """What a page shows and sounds."""

    NONE = "none"
    FIVE_MINUTES = "five_minutes"
    ONE_MINUTE = "one_minute"
    BELL = "bell"


SIGNALS = ((timedelta(minutes=1), Signal.ONE_MINUTE), (timedelta(minutes=5), Signal.FIVE_MINUTES))


class Stop(NamedTuple):
    """A time in which the clock is stopped, without its end; the end is None while it lasts."""

    since: datetime
    until: datetime | None = None

    def covers(self, moment: datetime) -> bool:
        return self.since <= moment and (self.until is None or moment < self.until)


class Addition(NamedTuple):
    """Time that the director added, to the round or to one table."""

    at: datetime
    seconds: int


@dataclass(frozen=True, slots=True)
class Clock:
    """Changes of a round's time at one table; without calls it is the clock of the whole round."""

    minutes: int | None  # None: no time limit
    started: datetime | None = None
    rung: datetime | None = None  # by the director: nothing is left from then on but what is added
    ended: datetime | None = None  # nothing more happens to it
    pauses: tuple[Stop, ...] = ()
    calls: tuple[Stop, ...] = ()
    additions: tuple[Addition, ...] = ()
    gives_back: bool = True  # without it the time runs on while the arbiters are at the table

    @property
    def is_called(self) -> bool:
        """Return whether the table waits for the arbiters."""
        return any(stop.until is None for stop in self.calls)

    def at_table(self, calls: Iterable[Stop] = (), additions: Iterable[Addition] = ()) -> Clock:
        """Return the clock of one table, with only its own calls."""
        return replace(self, calls=(*self.calls, *calls), additions=(*self.additions, *additions))


class ClockReading(TypedDict):
    """All that a page needs to count by itself; times in milliseconds."""

    now: int
    phase: str
    signal: str
    remaining: int | None  # None: no time limit
    elapsed: int
    bell: int | None  # None: not while the clock stands


def bell(clock: Clock, at: datetime) -> datetime | None:
    """Return when the bell rang, or will ring if nothing more happens; None while the clock is stopped."""
    return _bell(_known(clock, at))


def rang(clock: Clock, moment: datetime) -> bool:
    """Return whether this moment is at or after the bell, as far as known now."""
    rings = _bell(_known(clock, clock.ended))
    return rings is not None and rings <= moment


def uses_the_right(record: object) -> bool:
    """Return whether an entry uses up a hand: one played or struck, but no redeal."""
    return isinstance(record, dict) and ("games" in record or record.get("void") == "struck")


def remaining(clock: Clock, at: datetime) -> timedelta | None:
    """Return the time left, zero or less from the bell on; None without a time limit."""
    if clock.minutes is None:
        return None
    known = _known(clock, at)
    rings = _bell(known)
    if rings is not None:
        return rings - at
    if known.started is None:
        added = sum([addition.seconds for addition in known.additions])
        return timedelta(minutes=clock.minutes, seconds=added)
    since, left = _last_given(known.started, timedelta(minutes=clock.minutes), known)
    return left - _running(since, at, _stops(known))


def elapsed(clock: Clock, at: datetime) -> timedelta:
    """Return the time played, without the stops."""
    known = _known(clock, at)
    if known.started is None:
        return NOTHING
    rings = _bell(known)
    return _running(known.started, at if rings is None else min(at, rings), _stops(known))


def phase(clock: Clock, at: datetime) -> Phase:
    """Return the phase in which the clock is at this time."""
    known = _known(clock, at)
    if known.ended is not None:
        return Phase.ENDED
    if known.started is None:
        return Phase.WAITING
    rings = _bell(known)
    if rings is not None and rings <= at:
        return Phase.ENDED if rings == known.rung else Phase.BELL
    if any(pause.covers(at) for pause in known.pauses):
        return Phase.PAUSED
    if known.gives_back and any(call.covers(at) for call in known.calls):
        return Phase.STOPPED
    return Phase.RUNNING


def signal(clock: Clock, at: datetime) -> Signal:
    """Return the signal due at this moment; empty before the start."""
    now = phase(clock, at)
    if now in (Phase.BELL, Phase.ENDED):
        return Signal.BELL
    left = remaining(clock, at)
    if now is Phase.WAITING or left is None:
        return Signal.NONE
    return next((name for limit, name in SIGNALS if left <= limit), Signal.NONE)


def as_json(clock: Clock, at: datetime) -> ClockReading:
    """Return the clock for a page: a running one with its bell, a stopped one with the time left."""
    rings, left = bell(clock, at), remaining(clock, at)
    now, epoch = (at - EPOCH) // MILLISECOND, None if rings is None else (rings - EPOCH) // MILLISECOND
    counted = None if left is None else left // MILLISECOND
    if counted is not None and epoch is not None:
        counted = epoch - now  # so that the three agree to the millisecond
    return {
        "now": now,
        "phase": phase(clock, at).value,
        "signal": signal(clock, at).value,
        "remaining": counted,
        "elapsed": elapsed(clock, at) // MILLISECOND,
        "bell": epoch,
    }


def _known(clock: Clock, at: datetime | None) -> Clock:
    """Return the clock as known at a moment; after the end of the round nothing changes it."""
    ended = clock.ended if clock.ended is not None and at is not None and clock.ended <= at else None
    last = at if ended is None else ended
    if last is None:
        return clock
    started = clock.started if clock.started is not None and clock.started <= last else None
    return replace(
        clock,
        started=started,
        rung=clock.rung if clock.rung is not None and clock.rung <= last else None,
        ended=ended,
        pauses=_known_stops(clock.pauses, last),
        calls=_known_stops(clock.calls, last),
        additions=tuple([addition for addition in clock.additions if addition.at <= last]),
    )


def _known_stops(stops: tuple[Stop, ...], last: datetime) -> tuple[Stop, ...]:
    return tuple(
        [
            Stop(stop.since) if stop.until is not None and last < stop.until else stop
            for stop in stops
            if stop.since <= last
        ]
    )


def _stops(clock: Clock) -> list[Stop]:
    """Return when the clock stood, as stops that do not touch."""
    merged: list[Stop] = []
    stops = (*clock.pauses, *clock.calls) if clock.gives_back else clock.pauses
    for stop in sorted(stops, key=lambda stop: stop.since):
        previous = merged[-1] if merged else None
        if previous is None or (previous.until is not None and previous.until < stop.since):
            merged.append(stop)
        elif previous.until is not None:
            merged[-1] = Stop(previous.since, stop.until and max(previous.until, stop.until))
    return merged


def _running(since: datetime, until: datetime, stops: list[Stop]) -> timedelta:
    """Return how much of a time the clock ran."""
    stopped = [min(stop.until or until, until) - max(stop.since, since) for stop in stops]
    return until - since - sum([max(timedelta, NOTHING) for timedelta in stopped], NOTHING)


def _bell(clock: Clock) -> datetime | None:
    if clock.started is None or clock.minutes is None:
        rings = clock.rung
    else:
        rings = _used_up(*_last_given(clock.started, timedelta(minutes=clock.minutes), clock), _stops(clock))
    if rings is None or clock.ended is None:
        return rings or clock.ended
    return min(rings, clock.ended)


def _last_given(since: datetime, left: timedelta, clock: Clock) -> tuple[datetime, timedelta]:
    """Return when time was last given or taken, and the time left then."""
    stops, rung = _stops(clock), clock.rung
    for addition in sorted(clock.additions):
        if rung is not None and rung < addition.at:
            (since, left), rung = _rung(since, left, rung, stops), None
        moment = max(addition.at, since)
        left = max(left - _running(since, moment, stops), NOTHING) + timedelta(seconds=addition.seconds)
        since = moment
    return (since, left) if rung is None else _rung(since, left, rung, stops)


def _rung(since: datetime, left: timedelta, rung: datetime, stops: list[Stop]) -> tuple[datetime, timedelta]:
    """Return the time left from the bell on; a bell that rang by itself earlier stays."""
    moment = max(rung, since)
    return (since, left) if left <= _running(since, moment, stops) else (moment, NOTHING)


def _used_up(since: datetime, left: timedelta, stops: list[Stop]) -> datetime | None:
    """Return when this much time has run; None if the clock stops before."""
    for stop in stops:
        if stop.until is not None and stop.until <= since:
            continue
        running = max(stop.since - since, NOTHING)
        if left <= running:
            break
        if stop.until is None:
            return None
        left, since = left - running, stop.until
    return since + left
