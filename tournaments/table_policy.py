"""What may be written at a tournament's table, and what its pages show in addition."""

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import uuid4

from django.db.models import Prefetch, prefetch_related_objects
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring import clock
from scoring.deeds import Refused
from scoring.engine.record.stored import CALLED_RADL
from scoring.engine.sheet import SheetRow
from scoring.models import Act, Entry, Sheet
from scoring.table.replay import is_of_doubling
from scoring.table.verbs import last_entry, redoable
from scoring.table_policy import Actor, Crumb, NewEntry, Occasion, Policy
from tournaments.corrections.disputes.pages import remarks_of
from tournaments.corrections.disputes.verbs import RULING, refuse_ruled, ruled_at
from tournaments.corrections.pages import decided_by, ranks_in_words, replaced
from tournaments.corrections.verbs import demand_no_result, demand_screen, demand_seats
from tournaments.draw.pages.blanks import on_paper_of
from tournaments.models import Call, Duty, Pulse, Stage, Table, Tournament
from tournaments.pulse import beat_of_sheet
from tournaments.round_clock import (
    demand_number,
    demand_time,
    rearranged,
    sort_key_for,
    table_clock,
    takes_late,
)
from tournaments.rounds.pages.table_facts import LAST_ENTRY, OF_DIRECTORS, facts_of
from tournaments.standings.derived import is_shown
from tournaments.standings.results import count_on, derive
from tournaments.wording import no_schlussradl

CORRECTING = (Act.CORRECT, Act.INSERT, Act.TAKE_OUT)


OF_A_SHEET = Prefetch(
    "table",
    Table.objects.select_related("round__tournament").prefetch_related(
        "round__ticks",
        "calls__rulings",  # of which the clock is read
    ),
)


def table_of(sheet: Sheet) -> Table:
    """Return the table of this sheet, with round and tournament; one query for each sheet."""
    if is_aside(sheet):
        return sheet.rewritten.table
    sheet.table.round.tournament.club = sheet.evening.club
    return sheet.table


def is_aside(sheet: Sheet) -> bool:
    """Return whether the sheet was written anew: another one is the table's."""
    prefetch_related_objects([sheet], OF_A_SHEET)
    return not hasattr(sheet, "table")


def _event_of(record: object) -> str | None:
    return record.get("event") if isinstance(record, dict) else None


def admits_link(sheet: Sheet) -> bool:
    """Return whether a card still opens the sheet of its table."""
    round_ = table_of(sheet).round
    return round_.stage == Stage.RUNNING and round_.reopened_at is None


def _may_record(sheet: Sheet, actor: Actor) -> bool:
    """Return whether the actor may record: directors, arbiters, helpers on paper, the card at its table."""
    if actor.account is None:
        return actor.link == sheet.record_link and admits_link(sheet)
    if runs(sheet):
        return True
    return table_of(sheet).paper and Duty.Kind.HELPER in _duties(sheet)


def runs(sheet: Sheet) -> bool:
    """Return whether the visitor directs or rules here, by a role in the club or by a duty."""
    if not sheet.is_directed:
        held = _duties(sheet)
        sheet.is_directed = Duty.Kind.DIRECTOR in held
        sheet.is_arbitrated = sheet.is_arbitrated or Duty.Kind.ARBITER in held
    return bool(sheet.is_directed or sheet.is_arbitrated)


def may_correct_closed(sheet: Sheet, actor: Actor) -> bool:
    """Return whether the visitor corrects a closed sheet of a closed round, which stays closed."""
    closed = table_of(sheet).round.stage == Stage.CLOSED and not is_aside(sheet)
    return closed and actor.account is not None and runs(sheet)


def _duties(sheet: Sheet) -> frozenset[str]:
    """Return the visitor's duties at this tournament."""
    held = Duty.objects.filter(tournament=table_of(sheet).round.tournament_id, member=sheet.member_id)
    return frozenset(held.order_by().values_list("kind", flat=True))


def _refuse(sheet: Sheet, actor: Actor, new: NewEntry) -> None:
    """Refuse what the round, the arbiters, the bell and the card of the table forbid."""
    table = table_of(sheet)
    if table.round.stage != Stage.RUNNING and not (
        new.act in CORRECTING and may_correct_closed(sheet, actor)
    ):
        raise Refused(form=[_("Round %(number)d is not running.") % {"number": table.round.number}])
    if _event_of(new.record) == "schlussradl":
        raise Refused(form=[no_schlussradl()])
    superseded = new.supersedes.record if new.supersedes is not None else None
    if not table.paper and (is_of_doubling(new.record) or is_of_doubling(superseded)):
        raise Refused(form=[_("The bell is on the sheet where it rang, and stays there.")])
    if actor.office == RULING:
        return
    if table_clock(table).is_called:
        raise Refused(form=[_("This table has called the arbiters, and is waiting for their ruling.")])
    _demand_not_ruled(table, new)
    demand_no_result(table)
    demand_seats(sheet, actor, new)
    if actor.account is None:
        _demand_of_the_card(sheet, new)
        demand_screen(table)
    elif _event_of(new.record) == CALLED_RADL and not (runs(sheet) and sheet.is_directed):
        raise Refused(form=[_("At a tournament the director calls the double round, on the board.")])
    demand_number(table, sheet, actor, new)
    if not table.paper:
        demand_time(table, new, clock.now())


def _demand_not_ruled(table: Table, new: NewEntry) -> None:
    """Refuse to change what the arbiters have ruled on, and to put anything before it."""
    sort_key = new.supersedes.sort_key if new.supersedes is not None else new.sort_key
    if sort_key is None:
        return
    from_sort_key = {"sort_key__gt": sort_key} if new.supersedes is None else {"sort_key": sort_key}
    refuse_ruled(ruled_at(table).filter(**from_sort_key).first())


def _demand_of_the_card(sheet: Sheet, new: NewEntry) -> None:
    """Refuse the card of a table all but adding, taking back and correcting its last hand."""
    superseded = new.supersedes.record if new.supersedes is not None else None
    events = {_event_of(new.record), _event_of(superseded)}
    if "seating" in events:
        raise Refused(form=[_("Only the director can change who sits at this table.")])
    if events.intersection(OF_DIRECTORS):
        words = _("The director has entered this. Only the director can take it back or change it.")
        raise Refused(form=[words])
    if new.act in (Act.UNDO, Act.CORRECT) and _has_taken_back(sheet):
        raise Refused(form=[_("Only the last hand can be taken back here. Please call the director.")])
    if new.act in LAST_ENTRY or (new.act == Act.CORRECT and new.supersedes == last_entry(sheet)):
        return
    raise Refused(form=[_("Only the last hand can be corrected here. Please call the director.")])


def _has_taken_back(sheet: Sheet) -> bool:
    """Return whether the table took its last hand back, and has entered nothing since."""
    last = sheet.entries.filter(act__in=LAST_ENTRY).order_by("seq").last()
    return last is not None and last.act == Act.UNDO and last.by_id is None


def _written(sheet: Sheet, hand: SheetRow | None) -> None:
    table = table_of(sheet)
    if is_aside(sheet):
        return  # written anew: another sheet is the table's
    if hand is None:
        derive(table)
    else:
        count_on(table, hand)
    Pulse.beat(table.round.tournament_id)


def _takes_late(sheet: Sheet, entered: datetime) -> bool:
    table = table_of(sheet)
    is_running = table.round.stage == Stage.RUNNING and not is_aside(sheet)
    return is_running and takes_late(table, sheet, entered, clock.now())


AT_A_TABLE = Policy(
    may_record=_may_record,
    refuse=_refuse,
    takes_late=_takes_late,
    may_correct_closed=may_correct_closed,
    sort_key_for=lambda sheet, entered: sort_key_for(table_of(sheet), sheet, entered),
    rearranges=lambda sheet, actor, entry: rearranged(table_of(sheet), sheet, actor, entry),
    written=_written,
)


def _admits(sheet: Sheet, actor: Actor, act: Act) -> bool:
    """Return whether a hand may be taken back or brought back: not while arbiters are called."""
    last = last_entry(sheet) if act == Act.UNDO else redoable(sheet)
    if last is None:
        return False
    record = None if act == Act.UNDO or last.supersedes is None else last.supersedes.record
    try:
        AT_A_TABLE.refuse(sheet, actor, NewEntry(uuid4(), act, record, supersedes=last))
    except Refused:
        return False
    return True


def _is_shown_to_all(sheet: Sheet) -> bool:
    tournament = table_of(sheet).round.tournament
    return tournament.public and is_shown(tournament)


def _is_shown_to_members(sheet: Sheet) -> bool:
    """Return whether members see the sheet: its helpers always, others once standings show."""
    sees_all = runs(sheet) or Duty.Kind.HELPER in _duties(sheet)
    return sees_all or is_shown(table_of(sheet).round.tournament)


def _how_to_correct(sheet: Sheet, actor: Actor, entry: Entry) -> str:
    try:
        AT_A_TABLE.refuse(sheet, actor, NewEntry(uuid4(), Act.TAKE_OUT, None, supersedes=entry))
    except Refused as refused:
        return " ".join(refused.sentences)
    if not may_correct_closed(sheet, actor):
        return ""
    words = _(
        "Round %(number)d is closed. You can correct a wrong hand right here, and the round stays "
        "closed: first you see what changes in the standings and prizes, then you say why."
    )
    return words % {"number": table_of(sheet).round.number}


def _final_sort_keys(sheet: Sheet) -> Collection[int]:
    sort_keys = ruled_at(table_of(sheet)).values_list("sort_key", flat=True)
    return frozenset(sort_key for sort_key in sort_keys if sort_key is not None)


def _ways(sheet: Sheet, actor: Actor | None) -> Sequence[Crumb]:
    table = table_of(sheet)
    if actor is None or table.round.stage != Stage.RUNNING or not sheet.is_open:
        return ()
    where = [table.round.tournament.code, table.pk]
    waits = Call.waits(table)
    label = _("The arbiters have been called") if waits else _("Call the arbiters")
    return (Crumb(label, reverse("tournaments:call", args=where)),)


def _crumbs(sheet: Sheet, member: bool) -> Sequence[Crumb]:
    tournament = table_of(sheet).round.tournament
    if member:
        club = sheet.evening.club
        return (
            Crumb(club.name, club.get_absolute_url()),
            Crumb(tournament.title, reverse("tournaments:tournament", args=[club.slug, tournament.pk])),
        )
    if tournament.public:
        return (Crumb(tournament.title, reverse("tournaments:public", args=[tournament.code])),)
    return ()


def _pulse(sheet: Sheet) -> str | None:
    table = table_of(sheet)
    return reverse("tournaments:table_pulse", args=[table.round.tournament.code, table.pk])


def _tag(sheet: int) -> str:
    beat = beat_of_sheet(sheet)
    return beat.tag if beat else ""


def _renamed(evenings: Collection[int]) -> None:
    for tournament in Tournament.objects.filter(evening__in=evenings).order_by("pk"):
        Pulse.beat(tournament.pk, clock=True)


AT_A_TOURNAMENT = Occasion(
    policy=AT_A_TABLE,
    scripts=("tournaments/table.js", "tournaments/calling.js"),
    styles=("tournaments/clock.css",),
    has_schlussradl=False,
    crumbs=_crumbs,
    admits=_admits,
    is_shown_to_all=_is_shown_to_all,
    is_shown_to_members=_is_shown_to_members,
    admits_link=admits_link,
    ways=_ways,
    how_to_correct=_how_to_correct,
    elsewhere=lambda sheet: ranks_in_words(table_of(sheet)),
    kept_elsewhere=lambda sheet: decided_by(table_of(sheet)),
    final_sort_keys=_final_sort_keys,
    remarks=lambda sheet: [*replaced(sheet), *remarks_of(table_of(sheet))],
    remarks_on=lambda sheet, sort_key: remarks_of(table_of(sheet), sort_key),
    table_facts=lambda sheet, names: facts_of(table_of(sheet), names),
    tag=_tag,
    pulse=_pulse,
    on_paper=lambda sheet: on_paper_of(table_of(sheet)),
    renamed=_renamed,
)
