"""A round is drawn, published, started, closed."""

from collections.abc import Collection, Iterable
from typing import Any
from uuid import uuid5

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import chain, clock
from scoring.deeds import PendingDeed, Refused, store, verb
from scoring.engine.record.stored import CALLED_RADL
from scoring.models import Account, Entry, Sheet
from scoring.rules.versions.versions import rules_of
from scoring.table.verbs import call_radl_on, can_call_radl, last_entry, undo
from scoring.table.writing import locked_sheet
from scoring.table_policy import Actor
from tournaments.corrections.verbs import open_table
from tournaments.engine.clock import rang
from tournaments.engine.stages import stage_after
from tournaments.log import record_deed
from tournaments.models import Call, Round, Stage, State, Table
from tournaments.preconditions import demand_none_running, demand_step, locked_round
from tournaments.round_clock import clock_of
from tournaments.standings.results import current_result, lacks_result


@verb(log=gettext_lazy("started round %(round)d of “%(title)s”"))
def start_round(act: PendingDeed[Account], *, round_: Round) -> Round:
    """Start a round: every table gets its sheet, and its first player owns the high card."""
    round_ = locked_round(round_, act.actor)
    demand_step("start", round_)
    tournament = round_.tournament
    demand_none_running(tournament)
    unplayed = tournament.rounds.filter(number__lt=round_.number).exclude(stage=Stage.CLOSED)
    if (first := unplayed.order_by("number").first()) is not None:
        words = _("Round %(number)d has not been played yet. Rounds are played one after the other.")
        raise Refused(form=[words % {"number": first.number}])
    tables = list(round_.tables.order_by("number"))
    for table in tables:
        if tournament.is_on_paper(table.number):
            store(table, paper=True)
    sheets = [open_table(table) for table in tables]
    store(
        round_,
        stage=stage_after("start", round_.stage),
        minutes=tournament.terms.minutes,
        started_at=clock.now(),
    )
    if tournament.state == State.PLANNED:
        store(tournament, state=State.RUNNING)
    record_deed(act, round_, clock=True, covers=[chain.key_of(sheet) for sheet in sheets])
    return round_


@verb(log=gettext_lazy("took back the start of round %(round)d of “%(title)s”"))
def take_back_start(act: PendingDeed[Account], *, round_: Round) -> Round:
    """Return a round started by mistake to its draw, while its tables have no entries."""
    round_ = locked_round(round_, act.actor)
    demand_step("take_back", round_)
    tournament, tables = round_.tournament, Table.objects.filter(round=round_)
    # whoever is just writing on one of them comes first
    sheets = list(Sheet.objects.filter(table__round=round_).order_by("pk").select_for_update())
    if round_.doubled_at is not None:
        raise Refused(form=[_("The double round has been called.")])
    if round_.reopened_at is not None:
        raise Refused(form=[_("Round %(number)d has been closed before.") % {"number": round_.number}])
    if touched := touched_tables(round_):
        words = _(
            "Something has been stored at table %(tables)s since the start: a hand, a result, a change "
            "of seats, extra time or a call. So the round goes on."
        )
        raise Refused(form=[words % {"tables": _listed(touched)}])
    covers = [chain.key_of(sheet) for sheet in sheets]
    tables.update(sheet=None, stored_results={})
    for sheet in sheets:
        sheet.everybodys_scores.all().delete()
        sheet.delete()
    stage = stage_after("take_back", round_.stage)
    store(round_, stage=stage, minutes=None, started_at=None, ended_at=None, doubled_at=None)
    if not tournament.rounds.filter(started_at__isnull=False).exists():
        store(tournament, state=State.PLANNED)
    record_deed(act, round_, clock=True, covers=covers)
    return round_


def touched_tables(round_: Round) -> list[int]:
    """Return the tables with entries since the start, which then cannot be taken back."""
    tables = Table.objects.filter(round=round_)
    with_more = (
        Q(sheet__seq__gt=0),
        Q(paper_results__isnull=False),
        Q(leavings__isnull=False),
        Q(calls__isnull=False),
        Q(ticks__isnull=False),
    )
    numbers = {
        number for each in with_more for number in tables.filter(each).values_list("number", flat=True)
    }
    return sorted(numbers)


def _closed_in_words(details: dict[str, Any]) -> str:
    closing = _("closed round %(round)d of “%(title)s”") % details
    if still_open := details.get("still_open"):
        words = _("closed round %(round)d of “%(title)s” with table %(tables)s still open")
        closing = words % {**details, "tables": _listed(still_open)}
    if missing := details.get("missing"):
        words = _("%(closed)s, with no result from table %(tables)s")
        return words % {"closed": closing, "tables": _listed(missing)}
    return closing


@verb(log=_closed_in_words, fingerprint=lambda round_, open_too, missing_too: [round_])
def close_round(
    act: PendingDeed[Account],
    *,
    round_: Round,
    open_too: Collection[int] | None = None,
    missing_too: Collection[int] | None = None,
) -> Round:
    """Close a round and all its sheets; not while a table waits for the arbiters.

    `open_too` are the tables that the director knows to be still open, `missing_too` those that are known to
    have no result; None: whichever are.
    """
    round_ = locked_round(round_, act.actor)
    demand_step("close", round_)
    # whoever is just writing on one of them comes first
    list(Sheet.objects.filter(table__round=round_).order_by("pk").select_for_update())
    if waiting := _waiting(round_):
        raise Refused(form=[_("The arbiters are still called to table %(tables)s.") % {"tables": waiting}])
    still_open = round_.tables.filter(sheet__closed_at=None, paper=False).order_by("number")
    numbers = list(still_open.values_list("number", flat=True))
    if open_too is not None and (others := [number for number in numbers if number not in open_too]):
        words = _("Table %(tables)s is open as well. Please check there, and confirm again.")
        raise Refused(form=[words % {"tables": _listed(others)}])
    missing = [table.number for table in round_.tables.order_by("number") if lacks_result(table)]
    if missing_too is not None and (others := [number for number in missing if number not in missing_too]):
        words = _("The result of table %(tables)s is missing as well. Please check there, and confirm again.")
        raise Refused(form=[words % {"tables": _listed(others)}])
    store(round_, stage=stage_after("close", round_.stage), closed_at=clock.now())
    Sheet.objects.filter(table__round=round_, closed_at=None).update(closed_at=round_.closed_at)
    tournament = round_.tournament
    later = tournament.rounds.filter(number__gt=round_.number)
    if round_.number < tournament.terms.rounds and not later.exists():
        Round.objects.create(tournament=tournament, number=round_.number + 1)
    record_deed(act, round_, clock=True, still_open=numbers, missing=missing)
    return round_


def _waiting(round_: Round) -> str:
    """Return the tables that have called the arbiters."""
    return _listed(table.number for table in round_.tables.all() if Call.waits(table))


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(str(number) for number in numbers)


@verb(log=gettext_lazy("called the double round in round %(round)d of “%(title)s”"))
def double_round(act: PendingDeed[Account], *, round_: Round) -> Round:
    """Call doubled hands at every open table, one for each player there; once in a round.

    Also where the hands are typed from paper, unless only the result was.
    """
    round_ = locked_round(round_, act.actor)
    demand_step("play", round_)
    if not rules_of(round_.tournament.evening.ruleset).radl.played:
        raise Refused(form=[_("Nothing is doubled under this rule sheet, so nobody can call it.")])
    if round_.doubled_at is not None:
        raise Refused(form=[_("The double round has already been called; there is only one in each round.")])
    if rang(clock_of(round_, round_.ticks_now), clock.now()):
        raise Refused(form=[_("The bell has rung.")])
    open_tables = round_.tables.filter(sheet__closed_at=None).order_by("sheet").select_related("sheet")
    tables = [table for table in open_tables if current_result(table) is None]
    # whoever is just writing on one of them comes first
    sheets = [locked_sheet(table.sheet, Actor(act.actor)) for table in tables if table.sheet is not None]
    if waiting := _waiting(round_):
        words = _(
            "Table %(tables)s is waiting for the arbiters: please call the double round after their ruling."
        )
        raise Refused(form=[words % {"tables": waiting}])
    for table, sheet in zip(tables, sheets, strict=True):
        if can_call_radl(sheet):
            call_radl_on(sheet, act.actor, uuid5(act.id, str(table.number)))
    store(round_, doubled_at=clock.now())
    record_deed(act, round_)
    return round_


@verb(log=gettext_lazy("took back the double round in round %(round)d of “%(title)s”"))
def take_back_double(act: PendingDeed[Account], *, round_: Round) -> Round:
    """Take back the double round, while nothing has been entered at any table since."""
    round_ = locked_round(round_, act.actor)
    demand_step("play", round_)
    if round_.doubled_at is None:
        raise Refused(form=[_("No double round has been called.")])
    sheets = Sheet.objects.filter(table__round=round_).order_by("pk")
    called = {sheet: entry for sheet in sheets if (entry := _call_on(sheet)) is not None}
    locked_sheets = [locked_sheet(sheet, Actor(act.actor)) for sheet in called]
    played = [sheet.table.number for sheet, entry in called.items() if last_entry(sheet) != entry]
    if played:
        words = _("Something has been entered since at table %(tables)s: the double round stays.")
        raise Refused(form=[words % {"tables": _listed(played)}])
    for sheet in locked_sheets:
        written = uuid5(act.id, str(sheet.table.number))
        undo(actor=Actor(act.actor), entry=written, sheet=sheet, known_seq=sheet.seq)
    store(round_, doubled_at=None)
    record_deed(act, round_)
    return round_


def _call_on(sheet: Sheet) -> Entry | None:
    """Return the call of the double round that stands on a sheet."""
    current = sheet.entries.current().order_by("-sort_key")
    return next((entry for entry in current if (entry.record or {}).get("event") == CALLED_RADL), None)
