"""The clock of a round and of its tables, the bell, and doubled hands that lapse at it.

At the bell an entry of its own says on the sheet, before the first hand after it, that doubled hands lapse.
It is written as soon as a hand after the bell is possible, because the cards were dealt or the director
allows one: so the phone shows what that hand will come to. A hand whose cards were dealt stays what the phone
called it, and so does what was played before the bell, however late it arrives. Nobody enters this, takes it
back or changes it; who plays on paper types it.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID, uuid4

from django.utils.translation import gettext as _

from scoring import clock
from scoring.deeds import Refused
from scoring.engine import facts
from scoring.engine.record import to_dict
from scoring.engine.sheet import Fact
from scoring.models import Act, Entry, Sheet
from scoring.rules.versions.timelines import rules_for
from scoring.table.replay import is_of_doubling, position_of
from scoring.table.verbs import sort_key_before
from scoring.table.writing import append_row, put, rederive, unused
from scoring.table_policy import Actor, NewEntry
from tournaments.engine.clock import Addition, Clock, Stop, bell, rang, uses_the_right
from tournaments.engine.terms import AtTheBell, Double
from tournaments.models import Call, Round, Table, Tick

# A shorter clock takes everything, and gives the rest so long afterwards.
SHORTENED_BY = timedelta(microseconds=1)


def clock_of(round_: Round, ticks: Iterable[Tick]) -> Clock:
    """Return the clock of the whole round."""
    ticks = sorted((tick for tick in ticks if tick.table_id is None), key=lambda tick: tick.at)
    terms = round_.tournament.terms
    return Clock(
        minutes=round_.minutes if round_.started_at else terms.minutes,
        started=round_.started_at if ticks else _always_running(round_),
        rung=round_.ended_at,
        ended=round_.closed_at,
        pauses=tuple(_pauses(ticks)),
        additions=tuple(Addition(tick.at, tick.seconds) for tick in ticks if tick.kind == Tick.Action.ADD),
        gives_back=terms.gives_back,
    )


def _always_running(round_: Round) -> datetime | None:
    """Return when a round began; the demonstration's clock starts again before a third of its time is over.

    So it is found running whenever somebody looks; once its clock was paused or set it is one like any other.
    """
    started, minutes = round_.started_at, round_.minutes
    if (
        not (started and minutes and round_.tournament.club.demonstration)
        or round_.ended_at
        or round_.closed_at
    ):
        return started
    third = timedelta(minutes=minutes) / 3
    return started + max(clock.now() - started, timedelta()) // third * third


def was_shortened(round_: Round, tick: Tick) -> bool:
    """Return whether this change set the clock to less time than it showed."""
    return round_.ended_at is not None and tick.table_id is None and tick.at == round_.ended_at + SHORTENED_BY


def changes_of(round_: Round, ticks: Iterable[Tick]) -> list[Tick | None]:
    """Return all changes of the clock, in order; None is the bell rung before its time."""
    ticks_in_order = sorted(ticks, key=lambda tick: tick.at)
    if round_.ended_at is None or any(was_shortened(round_, tick) for tick in ticks_in_order):
        return [*ticks_in_order]
    earlier = [tick for tick in ticks_in_order if tick.at <= round_.ended_at]
    return [*earlier, None, *ticks_in_order[len(earlier) :]]


def clock_at(table: Table, clock: Clock, ticks: Iterable[Tick], calls: Iterable[Call]) -> Clock:
    """Return the clock of a round for one table."""
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
    """Return the clock of one table alone."""
    ticks = table.round.ticks_now
    return clock_at(table, clock_of(table.round, ticks), ticks, table.calls.all())


def entered(entry: Entry) -> datetime:
    """Return when an entry was made on the phone, however late it arrived."""
    return entry.entered_at or entry.at


def is_late(entry: Entry, rings: datetime | None) -> bool:
    """Return whether an entry was made before the bell and arrived after it."""
    return rings is not None and entry.entered_at is not None and entry.entered_at < rings <= entry.at


def used_after(entries: Iterable[Entry], rings: datetime) -> int:
    """Return how many hands were added after the bell; negative while one from before it is undone.

    Who takes back a hand of before the bell, and enters it anew, has used nothing; who makes a hand of a
    redeal has used one. What the director changes is taken as if it had been so at the bell. `entries` are
    all of the sheet, in the order of writing.
    """
    at_the_bell: dict[int, bool] = {}
    current: dict[int, bool] = {}
    for entry in entries:
        counts = uses_the_right(entry.record)
        current[entry.sort_key] = counts
        is_of_the_bell = entry.sort_key in at_the_bell or entry.act == Act.INSERT or entered(entry) < rings
        taken_back_since = entry.act in (Act.UNDO, Act.REDO) and entry.at >= rings
        by_the_table_since = entry.act == Act.CORRECT and entry.by_id is None and entry.at >= rings
        if is_of_the_bell and not taken_back_since:
            at_the_bell[entry.sort_key] = counts and (not by_the_table_since or at_the_bell[entry.sort_key])
    return sum(current.values()) - sum(at_the_bell.values())


def answer_of(table: Table, rings: datetime) -> bool | None:
    """Return the table's answer at this bell; None if it has not answered since the bell rang."""
    if table.dealt is None or table.dealt_at is None or table.dealt_at < rings:
        return None
    return table.dealt


def extra_at(table: Table, rings: datetime) -> int:
    """Return how many hands the director has allowed at this bell."""
    return table.extra_hands if table.extra_at is not None and table.extra_at >= rings else 0


def allowed_at(table: Table, rings: datetime) -> int:
    """Return how many hands may be played after this bell: a dealt one, and the director's extra ones."""
    finishes = table.round.tournament.terms.bell is AtTheBell.FINISH
    return int(finishes and answer_of(table, rings) is True) + extra_at(table, rings)


class TableAtBell(NamedTuple):
    """When the bell rings for a table, and how many hands it may play afterwards."""

    rings: datetime | None  # None: not while the clock stands, or without one
    rang: bool = False
    asks: bool = False  # whether the cards are dealt
    left: int = 0  # so many hands may still be entered

    @property
    def is_over(self) -> bool:
        """Return whether nothing is left but to hand in the sheet."""
        return self.rang and not self.asks and self.left == 0


def last_hand(table: Table, clock: Clock, entries: Iterable[Entry], now: datetime) -> TableAtBell:
    """Return when the bell rings for a table, and how many hands are left to it then."""
    rings = bell(clock, now)
    if rings is None or rings > now:
        return TableAtBell(rings)
    answer = answer_of(table, rings)
    finishes = table.round.tournament.terms.bell is AtTheBell.FINISH
    left = max(allowed_at(table, rings) - used_after(entries, rings), 0)
    return TableAtBell(rings, rang=True, asks=finishes and answer is None and left == 0, left=left)


def last_hand_of(table: Table, now: datetime) -> TableAtBell:
    """Return the bell of one table, and its remaining hands."""
    entries = table.sheet.entries.order_by("seq") if table.sheet else Entry.objects.none()
    return last_hand(table, table_clock(table), entries, now)


def demand_time(table: Table, new: NewEntry, now: datetime) -> None:
    """Refuse hands entered after the bell and not allowed; a table on paper may be typed at any time."""
    if table.paper or not _is_played(new):
        return
    clock = table_clock(table)
    if not rang(clock, new.entered or now):
        return
    at_bell = last_hand(table, clock, table.started_sheet.entries.order_by("seq"), now)
    if at_bell.rang and at_bell.left == 0:
        raise Refused(form=[why_not(table, at_bell)])


def takes_late(table: Table, sheet: Sheet, entered: datetime, now: datetime) -> bool:
    """Return whether a hand from before the bell is accepted although its sheet was handed in."""
    rings = bell(table_clock(table), now)
    if table.paper or rings is None or sheet.closed_at is None:
        return False
    return entered < rings <= sheet.closed_at


def _is_played(new: NewEntry) -> bool:
    """Return whether cards were dealt for an entry: a hand, or one that does not count."""
    return new.act in (Act.ADD, Act.REDO) and isinstance(new.record, dict) and "event" not in new.record


def why_not(table: Table, at_bell: TableAtBell) -> str:
    """Return why no hand may be entered at this table now."""
    if at_bell.asks:
        return _("The bell has rung. Please say first whether the cards had already been dealt.")
    allowed = extra_at(table, at_bell.rings) if at_bell.rings is not None else 0
    if allowed == 0 and table.round.tournament.terms.bell is AtTheBell.CUT:
        return _("The bell has rung, and hands after it do not count. Only the director can allow one.")
    return _("The last hand after the bell has been played. Only the director can allow another.")


def hands_of(table: Table) -> int | None:
    """Return how many hands this table plays with its seated players; None: as time allows."""
    return table.round.tournament.terms.hands_at(len(table.seated))


def is_complete(table: Table, sheet: Sheet) -> bool:
    """Return whether all the hands of this table are in."""
    most = hands_of(table)
    return most is not None and sheet.state.hands >= most


def demand_number(table: Table, sheet: Sheet, actor: Actor, new: NewEntry) -> None:
    """Refuse a hand beyond those that a table plays, except from the director."""
    if not _is_played(new) or not is_complete(table, sheet):
        return
    if actor.account is not None and sheet.is_directed:
        return
    words = _("All %(number)d hands of this table have been played. Only the director can enter another.")
    raise Refused(form=[words % {"number": hands_of(table)}])


def has_rung(sheet: Sheet) -> bool:
    """Return whether the sheet says that the bell has rung; without a query."""
    return sheet.state.position.doubling_ended


def end_doubling(table: Table, sheet: Sheet, actor: Actor, entry: UUID, *, dealt: bool) -> None:
    """End doubling from the next hand on, or after the one dealt; once."""
    if takes_bell(table, sheet):
        _append(facts.DoublingEnds(dealt), sheet, actor, entry)


def takes_bell(table: Table, sheet: Sheet | None) -> bool:
    """Return whether an entry for the bell is missing on this sheet and would change something."""
    if sheet is None or has_rung(sheet):
        return False
    rules = rules_for(sheet)
    nobody_doubles = table.round.tournament.terms.double is Double.OFF and not rules.triggers
    return rules.radl.played and not (nobody_doubles and table.round.doubled_at is None)


def end_doubling_if_rung(sheet: Sheet, actor: Actor, entry: UUID) -> None:
    """End doubling before a hand that arbiters enter after the bell, as if the bell came first."""
    table = Table.objects.select_related("round__tournament").get(sheet=sheet)
    now = clock.now()
    rings = bell(table_clock(table), now)
    if not table.paper and rings is not None and rings <= now:
        end_doubling(table, sheet, actor, entry, dealt=True)


def go_on_doubling(table: Table, sheet: Sheet, actor: Actor, entry: UUID) -> None:
    """Let doubling go on after time was added. If nothing was played since, the bell has not rung and
    doubled hands are still owed; what was played after it stays as it was, and what had lapsed is not
    owed any more."""
    now = clock.now()
    rings = bell(table_clock(table), now)
    if not has_rung(sheet) or table.paper or not sheet.is_open or (rings is not None and rings <= now):
        return
    lapse = lapse_on(sheet)
    if _behind(sheet, lapse):
        _append(facts.DoublingResumes(), sheet, actor, entry)
    else:
        put(sheet, actor, NewEntry(unused(entry), Act.UNDO, None, supersedes=lapse))
        rederive(sheet)


def _append(event: facts.Doubling, sheet: Sheet, actor: Actor, entry: UUID) -> None:
    rules, position = rules_for(sheet), position_of(sheet)
    written = put(sheet, actor, NewEntry(unused(entry), Act.ADD, to_dict(event, rules)))
    append_row(sheet, position, Fact(written.id, written.sort_key, event, rules))


def lapse_on(sheet: Sheet) -> Entry:
    """Return the bell's entry on a sheet that has one."""
    current = sheet.entries.current().order_by("-sort_key").iterator()
    return next(entry for entry in current if is_of_doubling(entry.record))


def _behind(sheet: Sheet, lapse: Entry) -> int:
    """Return how many hands stand after the bell."""
    return sum(
        uses_the_right(entry.record) for entry in sheet.entries.current().filter(sort_key__gt=lapse.sort_key)
    )


def sort_key_for(table: Table, sheet: Sheet, entered: datetime | None) -> int | None:
    """Return the place before the bell for a hand that is late or entered again; None: at the end."""
    if not has_rung(sheet) or table.paper:
        return None
    now = clock.now()
    rings = bell(table_clock(table), now)
    if rings is None or rings > now:
        return None
    is_late = entered is not None and entered < rings
    if is_late or used_after(sheet.entries.order_by("seq"), rings) < 0:
        return sort_key_before(sheet, lapse_on(sheet).sort_key)
    return None


def rearranged(table: Table, sheet: Sheet, actor: Actor, entry: Entry) -> bool:
    """Move the bell before a hand brought back, or made of a redeal, that is the last one after it.

    Return whether it moved.
    """
    if entry.act not in (Act.REDO, Act.CORRECT) or not has_rung(sheet) or table.paper:
        return False
    rings, lapse = bell(table_clock(table), clock.now()), lapse_on(sheet)
    if rings is None or entry.sort_key > lapse.sort_key:
        return False
    if used_after(sheet.entries.order_by("seq"), rings) <= _behind(sheet, lapse):
        return False
    put(sheet, actor, NewEntry(uuid4(), Act.UNDO, None, supersedes=lapse))
    put(
        sheet,
        actor,
        NewEntry(uuid4(), Act.ADD, lapse.record, sort_key=sort_key_before(sheet, entry.sort_key)),
    )
    return True
