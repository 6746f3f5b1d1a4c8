"""At the bell: a table answers and hands in its sheet; the director allows a hand, closes, reopens."""

from typing import Any
from uuid import uuid5

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import clock
from scoring.capability import sentence
from scoring.deeds import ChangedMeanwhile, PendingDeed, Refused, store, verb
from scoring.models import Account
from scoring.table.reasons import demand_reason
from scoring.table_policy import Actor
from tournaments.corrections.disputes.verbs import locked_table
from tournaments.corrections.verbs import demand_screen, demand_seats_taken
from tournaments.engine.terms import AtTheBell
from tournaments.log import record_deed
from tournaments.models import Call, Table
from tournaments.preconditions import demand_running, demand_step, directed
from tournaments.round_clock import (
    end_doubling,
    extra_at,
    go_on_doubling,
    is_complete,
    last_hand_of,
    why_not,
)


@verb(
    log=sentence(
        gettext_lazy("said at the bell that no cards were dealt: table %(table)d, round %(round)d"),
        dealt=gettext_lazy("said at the bell that the cards were dealt: table %(table)d, round %(round)d"),
    )
)
def say_dealt(act: PendingDeed[Actor], *, table: Table, dealt: bool) -> Table:
    """Store a table's answer at the bell: one more hand where cards are dealt, else close the sheet."""
    table = locked_table(table, act.actor)
    _demand_open(table)
    demand_screen(table)
    at_bell = last_hand_of(table, clock.now())
    if not at_bell.rang:
        raise Refused(form=[_("The bell has not rung yet.")])
    if not at_bell.asks:
        is_cut = table.round.tournament.terms.bell is AtTheBell.CUT
        answered = _("This table has already said whether the cards were dealt.")
        raise Refused(form=[why_not(table, at_bell) if is_cut else answered])
    store(table, dealt=dealt, dealt_at=(at := clock.now()))
    if dealt:
        end_doubling(table, table.started_sheet, act.actor, uuid5(act.id, "bell"), dealt=True)
    else:
        store(table.started_sheet, closed_at=at)
    _record(act, table, dealt=dealt)
    return table


@verb(log=gettext_lazy("handed in the sheet of table %(table)d, round %(round)d of “%(title)s”"))
def hand_in(act: PendingDeed[Actor], *, table: Table) -> Table:
    """Close the sheet for the table: nothing more is to be played."""
    table = locked_table(table, act.actor)
    _demand_open(table)
    demand_screen(table)
    by_director = act.actor.account is not None and table.started_sheet.is_directed
    if not by_director and not is_complete(table, table.started_sheet):
        at_bell = last_hand_of(table, clock.now())
        if not at_bell.rang:
            words = _("There is still time left. Only the director can close the sheet before the end.")
            raise Refused(form=[words])
        if at_bell.asks:
            raise Refused(form=[why_not(table, at_bell)])
    store(table.started_sheet, closed_at=clock.now())
    _record(act, table)
    return table


@verb(
    log=gettext_lazy("allowed table %(table)d one more hand after the bell, round %(round)d of “%(title)s”")
)
def allow_hand(act: PendingDeed[Account], *, table: Table) -> Table:
    """Allow one hand more than the bell does."""
    table = _directed(table, act.actor)
    _demand_open(table)
    at_bell = last_hand_of(table, clock.now())
    if not at_bell.rang:
        raise Refused(form=[_("The bell has not rung yet: the table plays on anyway.")])
    if at_bell.asks:
        raise Refused(form=[_("This table has not said yet whether the cards were dealt.")])
    assert at_bell.rings is not None
    store(table, extra_hands=extra_at(table, at_bell.rings) + 1, extra_at=clock.now())
    end_doubling(table, table.started_sheet, Actor(act.actor), uuid5(act.id, "bell"), dealt=False)
    # at another bell it may be the same number as before: then nothing else tells the phone
    _record(act, table, clock=True)
    return table


@verb(
    log=gettext_lazy(
        "noted where the bell rang on the paper of table %(table)d, round %(round)d of “%(title)s”"
    )
)
def note_bell(act: PendingDeed[Account], *, table: Table) -> Table:
    """Note the bell on a paper table's sheet: doubling ends after the hand that was dealt."""
    table = _directed(table, act.actor)
    _demand_open(table)
    if not table.paper:
        raise Refused(form=[_("This table does not play on paper.")])
    end_doubling(table, table.started_sheet, Actor(act.actor), uuid5(act.id, "bell"), dealt=True)
    _record(act, table, clock=True)
    return table


@verb(log=gettext_lazy("closed the sheet of table %(table)d, round %(round)d of “%(title)s”"))
def close_table(act: PendingDeed[Account], *, table: Table) -> Table:
    """Close a table's sheet, whatever its answer; refused while it waits for the arbiters."""
    table = _directed(table, act.actor)
    _demand_open(table)
    store(table.started_sheet, closed_at=clock.now())
    _record(act, table)
    return table


@verb(
    log=gettext_lazy("opened the sheet of table %(table)d again, round %(round)d of “%(title)s”: %(reason)s")
)
def reopen_table(act: PendingDeed[Account], *, table: Table, reason: str) -> Table:
    """Reopen a table's sheet; an answer that no cards were dealt is cleared, so it is asked again."""
    reason = demand_reason(reason)
    table = _directed(table, act.actor)
    demand_step("play", table.round)
    sheet = table.started_sheet
    if sheet.closed_at is None:
        raise ChangedMeanwhile()
    demand_seats_taken(table)
    store(sheet, closed_at=None)
    if table.dealt is False:
        store(table, dealt=None, dealt_at=None)
    go_on_doubling(table, sheet, Actor(act.actor), uuid5(act.id, "time"))
    _record(act, table, reason=reason)
    return table


def _directed(table: Table, actor: Account) -> Table:
    """Return the table as it is now for the director, under the lock of the tournament."""
    tournament = directed(table.round.tournament, actor)
    if table.sheet is None:
        raise Refused(form=[_("This table has not begun yet.")])
    locked = locked_table(table, Actor(actor))
    locked.round.tournament = tournament
    return locked


def _demand_open(table: Table) -> None:
    demand_running(table.round)
    if not table.started_sheet.is_open:
        raise Refused(form=[_("This sheet is already closed.")])
    if Call.waits(table):
        raise Refused(form=[_("This table has called the arbiters, and is waiting for their ruling.")])


def _record(act: PendingDeed, table: Table, **details: Any) -> None:
    """Record a deed; without an account, as the table's."""
    record_deed(act, table, actor=table.started_sheet.name, **details)
