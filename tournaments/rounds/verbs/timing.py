"""The clock: paused, resumed, extended for all or one table, shortened, set, rung before its time."""

from datetime import timedelta
from typing import Any
from uuid import uuid5

from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from scoring import clock
from scoring.capability import sentence
from scoring.deeds import ChangedMeanwhile, PendingDeed, Refused, store, verb
from scoring.models import Account
from scoring.table.writing import locked_sheet
from scoring.table_policy import Actor
from tournaments.engine.clock import NOTHING, rang, remaining
from tournaments.log import record_deed
from tournaments.models import Round, Table, Tick
from tournaments.preconditions import demand_step, locked_round, member
from tournaments.round_clock import (
    SHORTENED_BY,
    changes_of,
    clock_of,
    go_on_doubling,
    has_rung,
    was_shortened,
)

MOST_SECONDS = 4 * 60 * 60
A_MINUTE = timedelta(minutes=1)


@verb(
    "pause_clock",
    log=gettext_lazy("stopped the clock of round %(round)d of “%(title)s”"),
    fingerprint=lambda round_: (round_, 0, None),
)
def pause(act: PendingDeed[Account], *, round_: Round) -> Round:
    """Stop the clock of a round for all tables."""
    return _tick(act, round_, Tick.Action.PAUSE)


@verb(
    "resume_clock",
    log=gettext_lazy("set the clock of round %(round)d of “%(title)s” going again"),
    fingerprint=lambda round_: (round_, 0, None),
)
def resume(act: PendingDeed[Account], *, round_: Round) -> Round:
    """Let the clock of a round go on."""
    return _tick(act, round_, Tick.Action.RESUME)


@verb(
    log=sentence(
        ngettext_lazy(
            "gave everybody %(minutes)d minute more in round %(round)d of “%(title)s”",
            "gave everybody %(minutes)d minutes more in round %(round)d of “%(title)s”",
            "minutes",
        ),
        table=ngettext_lazy(
            "gave table %(table)d %(minutes)d minute more in round %(round)d of “%(title)s”",
            "gave table %(table)d %(minutes)d minutes more in round %(round)d of “%(title)s”",
            "minutes",
        ),
    )
)
def add_time(
    act: PendingDeed[Account],
    *,
    round_: Round,
    seconds: int,
    table: Table | None = None,
    known: int | None = None,
) -> Round:
    """Add time for everybody or one table; refuse if others changed the clock meanwhile.

    `known` is how often the clock had been changed when whoever asks looked at it.
    """
    return _tick(act, round_, Tick.Action.ADD, seconds, table, known)


def _set_in_words(details: dict[str, Any]) -> str:
    times = {key: _in_words(details[key]) for key in ("before", "seconds")}
    words = _("set the clock of round %(round)d of “%(title)s” from %(before)s to %(seconds)s")
    return words % {**details, **times}


@verb(log=_set_in_words)
def set_clock(
    act: PendingDeed[Account], *, round_: Round, seconds: int, known: int | None = None, by: bool = False
) -> Round:
    """Set the time left for everybody; or, if `by`, reduce it by this much.

    Where it is less, what single tables had beyond it ends, too.
    """
    round_ = _with_a_clock(round_, act.actor)
    _demand_known(round_, known)
    _demand_some_time(seconds)
    now = clock.now()
    left = max(remaining(clock_of(round_, round_.ticks_now), now) or NOTHING, NOTHING)
    target = left - timedelta(seconds=seconds) if by else timedelta(seconds=seconds)
    if target < A_MINUTE:
        words = _("%(left)s are left. To end before the last minute, ring the bell.")
        raise Refused(minutes=[words % {"left": _in_words(int(left.total_seconds()))}])
    _let_be_left(act, round_, left=left, target=target)
    seconds_before, seconds = int(left.total_seconds()), int(target.total_seconds())
    record_deed(act, round_, clock=True, before=seconds_before, seconds=seconds)
    return round_


def _let_be_left(act: PendingDeed[Account], round_: Round, *, left: timedelta, target: timedelta) -> None:
    """Set the time left: add to it, or at once remove all of it and give the rest."""
    now = clock.now()
    if target < left:
        if None in changes_of(round_, round_.ticks_now):  # rung by the director: sheets say so since
            words = _(
                "The bell has already been rung in this round. More time can be added, and the bell rung "
                "again."
            )
            raise Refused(form=[words])
        store(round_, ended_at=now - SHORTENED_BY)
        given = target
    else:
        given = target - left
    if given:
        Tick.objects.create(
            id=act.id,
            round=round_,
            kind=Tick.Action.ADD,
            seconds=max(round(given.total_seconds()), 1),
            by=member(round_.tournament, act.actor),
            at=now,
        )
        _double_again(act, round_, None)


def _demand_known(round_: Round, known: int | None) -> None:
    """Refuse a change of the clock made without knowing the latest ones; the refusal lists them."""
    if known is None:
        return
    changes = changes_of(round_, round_.ticks_now)
    if len(changes) <= known:
        return
    words = _("Meanwhile: %(what)s. Please look at the clock, and press again if you still mean it.")
    raise Refused(
        form=[words % {"what": "; ".join(_change_in_words(round_, tick) for tick in changes[known:])}]
    )


def _change_in_words(round_: Round, tick: Tick | None) -> str:
    """Return who changed the clock, how and when."""
    if tick is None:
        assert round_.ended_at is not None
        time = time_format(localtime(round_.ended_at), "H:i:s")
        return _("the bell was rung at %(time)s") % {"time": time}
    minutes = tick.seconds // 60
    words = {
        Tick.Action.PAUSE: _("%(who)s stopped the clock at %(time)s"),
        Tick.Action.RESUME: _("%(who)s set the clock going again at %(time)s"),
        Tick.Action.ADD: ngettext(
            "%(who)s gave everybody %(minutes)d minute at %(time)s",
            "%(who)s gave everybody %(minutes)d minutes at %(time)s",
            minutes,
        ),
    }[Tick.Action(tick.kind)]
    if was_shortened(round_, tick):
        words = ngettext(
            "%(who)s set the clock to %(minutes)d minute at %(time)s",
            "%(who)s set the clock to %(minutes)d minutes at %(time)s",
            minutes,
        )
    if tick.table is not None:
        words = ngettext(
            "%(who)s gave table %(table)s %(minutes)d minute at %(time)s",
            "%(who)s gave table %(table)s %(minutes)d minutes at %(time)s",
            minutes,
        )
    return words % {
        "who": tick.by.name if tick.by is not None else "–",
        "minutes": minutes,
        "table": tick.table.number if tick.table is not None else "",
        "time": time_format(localtime(tick.at), "H:i:s"),
    }


def _with_a_clock(round_: Round, actor: Account) -> Round:
    """Return the round as it is now, locked for its director."""
    round_ = locked_round(round_, actor)
    demand_step("time", round_)
    if round_.minutes is None:
        raise Refused(form=[_("This round is played without a clock.")])
    return round_


def _in_words(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02d}"


def _tick(
    act: PendingDeed[Account],
    round_: Round,
    kind: Tick.Action,
    seconds: int = 0,
    table: Table | None = None,
    known: int | None = None,
) -> Round:
    round_ = _with_a_clock(round_, act.actor)
    _demand_known(round_, known)
    stops = [tick for tick in round_.ticks_now if tick.kind != Tick.Action.ADD]
    is_paused = bool(stops) and stops[-1].kind == Tick.Action.PAUSE
    if kind == Tick.Action.PAUSE and is_paused:
        raise ChangedMeanwhile()
    if kind == Tick.Action.RESUME and not is_paused:
        raise ChangedMeanwhile()
    if kind == Tick.Action.ADD:
        _demand_some_time(seconds)
    if kind == Tick.Action.PAUSE and _is_rung(round_):
        raise Refused(form=[_("The bell has rung.")])
    Tick.objects.create(
        id=act.id,
        round=round_,
        table=table,
        kind=kind,
        seconds=seconds,
        by=member(round_.tournament, act.actor),
        at=clock.now(),
    )
    if kind == Tick.Action.ADD:
        _double_again(act, round_, table)
    record_deed(act, round_, clock=True, minutes=seconds // 60, table=table and table.number)
    return round_


def _demand_some_time(seconds: int) -> None:
    if not 0 < seconds <= MOST_SECONDS:
        raise Refused(minutes=[_("Please give at least one minute and at most four hours.")])


def _double_again(act: PendingDeed[Account], round_: Round, table: Table | None) -> None:
    """Let doubling continue at tables where the bell had rung, after writes in progress."""
    tables = round_.tables.filter(sheet__closed_at=None).order_by("sheet").select_related("sheet")
    for other_table in tables if table is None else tables.filter(pk=table.pk):
        if other_table.sheet is None or not has_rung(other_table.sheet):
            continue
        actor, entry = Actor(act.actor), uuid5(act.id, f"time of table {other_table.number}")
        other_table.sheet, other_table.round = locked_sheet(other_table.sheet, actor), round_
        go_on_doubling(other_table, other_table.sheet, actor, entry)


def _is_rung(round_: Round) -> bool:
    """Return whether the director rang the bell, and added no time for everybody since."""
    return round_.ended_at is not None and rang(clock_of(round_, round_.ticks_now), clock.now())


@verb(log=gettext_lazy("rang the bell of round %(round)d of “%(title)s”"))
def ring(act: PendingDeed[Account], *, round_: Round) -> Round:
    """End the round for everybody before its time; after a mistake, time can be added."""
    round_ = _with_a_clock(round_, act.actor)
    if _is_rung(round_):
        raise Refused(form=[_("The bell has rung.")])
    store(round_, ended_at=clock.now())
    record_deed(act, round_, clock=True)
    return round_
