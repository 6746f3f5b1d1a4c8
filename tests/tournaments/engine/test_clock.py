"""The clock of a round: what holds whatever happened, and what a page is told."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import assume, given
from hypothesis import strategies as st

from tournaments.engine.clock import (
    Addition,
    Clock,
    Phase,
    Signal,
    Stop,
    as_json,
    bell,
    elapsed,
    phase,
    rang,
    remaining,
    signal,
)

START = datetime(2026, 11, 20, 19, tzinfo=UTC)
HOUR = 60 * 60


def after(seconds: int) -> datetime:
    return START + timedelta(seconds=seconds)


seconds = st.integers(0, 2 * HOUR)
moments = st.integers(-HOUR, 4 * HOUR).map(after)
stops = st.builds(
    lambda since, lasts: Stop(after(since), None if lasts is None else after(since + lasts)),
    seconds,
    st.none() | st.integers(0, HOUR),
)
closed_stops = st.builds(
    lambda since, lasts: Stop(after(since), after(since + lasts)), seconds, st.integers(0, HOUR)
)
additions = st.builds(lambda at, added: Addition(after(at), added), seconds, st.integers(1, HOUR))


def clocks(stop: st.SearchStrategy[Stop] = stops, ended: bool = True) -> st.SearchStrategy[Clock]:
    return st.builds(
        Clock,
        minutes=st.none() | st.integers(1, 60),
        started=st.none() | st.just(START),
        rung=st.none() | seconds.map(after) if ended else st.none(),
        ended=st.none() | seconds.map(after) if ended else st.none(),
        pauses=st.lists(stop, max_size=4).map(tuple),
        calls=st.lists(stop, max_size=4).map(tuple),
        additions=st.lists(additions, max_size=4).map(tuple),
        gives_back=st.booleans(),
    )


def running(minutes: int = 30, **facts: object) -> Clock:
    return replace(Clock(minutes, started=START), **facts)


# --- properties ---


@given(clocks(closed_stops, ended=False), st.integers(1, 60), st.integers(1, HOUR), st.data())
def test_a_pause_before_the_bell_moves_it_by_exactly_its_length(
    clock: Clock, minutes: int, lasts: int, data: st.DataObject
) -> None:
    """The pause is the last that happened: what came before it is over."""
    clock = replace(clock, minutes=minutes, started=START)
    rings = bell(clock, after(10 * HOUR))
    assert rings is not None
    over = [pause.until for pause in (*clock.pauses, *clock.calls)] + [
        addition.at for addition in clock.additions
    ]
    earliest = max([int((at - START).total_seconds()) for at in over if at is not None], default=0)
    latest = int((rings - START).total_seconds()) - 1
    assume(earliest <= latest)
    since = data.draw(st.integers(earliest, latest))
    pause = Stop(after(since), after(since + lasts))
    assert bell(replace(clock, pauses=(*clock.pauses, pause)), after(20 * HOUR)) == rings + timedelta(
        seconds=lasts
    )


@given(clocks(closed_stops), moments)
def test_stops_that_overlap_count_as_often_as_the_seconds_they_cover(clock: Clock, at: datetime) -> None:
    """Against a count, second by second, of the time that ran."""
    clock = replace(clock, minutes=None, rung=None, gives_back=True)
    limits = [at] if clock.ended is None else [at, clock.ended]
    until = min(limits)
    ran = 0
    if clock.started is not None:
        all_stops = (*clock.pauses, *clock.calls)
        stood: set[int] = set()
        for stop in all_stops:
            assert stop.until is not None
            stood.update(
                range(int((stop.since - START).total_seconds()), int((stop.until - START).total_seconds()))
            )
        length = max(int((until - START).total_seconds()), 0)
        ran = length - sum(second < length for second in stood)
    assert elapsed(clock, at) == timedelta(seconds=ran)


@given(clocks(), moments)
def test_what_happens_later_does_not_change_what_a_clock_read(clock: Clock, at: datetime) -> None:
    past = replace(
        clock,
        rung=None if clock.rung and clock.rung > at else clock.rung,
        ended=None if clock.ended and clock.ended > at else clock.ended,
        pauses=tuple(pause for pause in clock.pauses if pause.since <= at),
        calls=tuple(call for call in clock.calls if call.since <= at),
        additions=tuple(addition for addition in clock.additions if addition.at <= at),
    )
    assert as_json(past, at) == as_json(clock, at)


@given(clocks(), moments)
def test_the_signal_follows_from_what_remains(clock: Clock, at: datetime) -> None:
    left, doing, shown = remaining(clock, at), phase(clock, at), signal(clock, at)
    if doing in (Phase.BELL, Phase.ENDED):
        assert shown is Signal.BELL
    elif doing is Phase.WAITING or left is None or left > timedelta(minutes=5):
        assert shown is Signal.NONE
    else:
        assert shown is (Signal.ONE_MINUTE if left <= timedelta(minutes=1) else Signal.FIVE_MINUTES)


# --- one table ---


def test_a_call_and_an_extension_of_one_table_leave_the_others_alone() -> None:
    round_ = running(pauses=(Stop(after(60), after(120)),))
    table = round_.at_table([Stop(after(600), after(900))], [Addition(after(1000), 60)])
    at = after(1200)
    assert bell(round_, at) == after(31 * 60)
    assert bell(table, at) == after(31 * 60 + 300 + 60)


def test_the_end_rings_at_a_table_that_still_waits_for_the_arbiters() -> None:
    table = running(ended=after(40 * 60)).at_table([Stop(after(29 * 60))])
    assert bell(table, after(39 * 60)) is None
    assert remaining(table, after(39 * 60)) == timedelta(minutes=1)
    assert bell(table, after(40 * 60)) == after(40 * 60)
    assert not rang(table, after(40 * 60 - 1))
    assert rang(table, after(40 * 60))
    assert bell(running(rung=after(40 * 60)).at_table([Stop(after(29 * 60))]), after(41 * 60)) == after(
        40 * 60
    )


def test_what_is_added_after_an_early_ring_counts_from_then_on() -> None:
    """Rung after 10 minutes, 5 more after 12: the bell after 17; and after 14 once more, if rung then."""
    rung = running(rung=after(600))
    assert phase(rung, after(600)) is Phase.ENDED
    assert remaining(rung, after(660)) == timedelta(minutes=-1)
    longer = replace(rung, additions=(Addition(after(720), 300),))
    assert bell(longer, after(700)) == after(600)
    assert bell(longer, after(720)) == after(17 * 60)
    assert remaining(longer, after(780)) == timedelta(minutes=4)
    assert phase(longer, after(780)) is Phase.RUNNING
    assert phase(longer, after(17 * 60)) is Phase.BELL
    assert bell(replace(longer, rung=after(840)), after(900)) == after(840)


def test_a_ring_after_the_bell_moves_nothing_but_the_bell_of_a_table_that_has_more_time() -> None:
    rung = running(rung=after(32 * 60))
    assert bell(rung, after(33 * 60)) == after(30 * 60)
    table = rung.at_table(additions=[Addition(after(60), 300)])
    assert bell(table, after(33 * 60)) == after(32 * 60)


# --- what a page is told ---


@given(clocks(), moments)
def test_now_and_what_remains_add_up_to_the_bell_to_the_millisecond(clock: Clock, at: datetime) -> None:
    odd = at + timedelta(microseconds=333_333)
    read, rings = as_json(clock, odd), bell(clock, odd)
    assert read["elapsed"] == elapsed(clock, odd) // timedelta(milliseconds=1)
    if clock.minutes is not None and phase(clock, odd) is Phase.RUNNING:
        assert rings is not None
        assert rings > odd
    if rings is None:
        assert read["bell"] is None
        return
    assert read["bell"] == (rings - datetime(1970, 1, 1, tzinfo=UTC)) / timedelta(milliseconds=1)
    if read["remaining"] is not None:
        assert read["now"] + read["remaining"] == read["bell"]
