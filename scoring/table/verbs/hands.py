"""The verbs of a sheet: record, correct, insert, take out, undo, redo."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.db.models import Max, Min
from django.utils.translation import gettext as _

from scoring.deeds import Refused, atomic_with_retry
from scoring.engine import facts
from scoring.engine.problems import IllegalHand
from scoring.engine.record import read_entry
from scoring.engine.rules import Rules
from scoring.engine.sheet import problems_with_entry
from scoring.models import Act, Entry, Row, Sheet
from scoring.rules.versions.books import (
    book_of,
    is_other_rules,
    names_between,
    people_of,
    puts_names_right,
    rules_for,
)
from scoring.table.reasons import demand_reason, grounds_of, kept
from scoring.table.replay import (
    Fact,
    Position,
    fact_of,
    is_system_event,
    position_of,
    record_of,
    replayed,
    standing_facts,
    start_of,
    step,
    with_corrected_names,
)
from scoring.table.rights import known_at, locked_sheet
from scoring.table.writing import (
    Illegal,
    OtherContents,
    Stale,
    Written,
    append_row,
    demand_as_before,
    demand_correctable,
    demand_open,
    ready,
    rederive,
    write,
    written_as,
    written_before,
)
from scoring.table_policy import Actor, NewEntry, policy_of

Document = dict[str, Any]


def read(record: object, rules: Rules) -> facts.Entry:
    """Return a record read to facts; raise Illegal with all that is wrong with it."""
    try:
        return read_entry(record, rules)
    except IllegalHand as illegal:
        raise Illegal(illegal.problems) from None


@atomic_with_retry
def add(
    *,
    actor: Actor,
    entry: UUID,
    sheet: Sheet,
    after: int,
    record: Document,
    entered: datetime | None = None,
    seen: int | None = None,
) -> Written:
    """Add the next entry to the sheet: a hand, a void hand, an event.

    `entered` is when it was entered, if earlier than it arrives here; `seen` is how many entries of the sheet
    had been seen by then.
    """
    return add_here(
        actor=actor,
        entry=entry,
        sheet=locked_sheet(sheet, actor),
        after=after,
        record=record,
        entered=entered,
        seen=seen,
    )


def add_here(
    *,
    actor: Actor,
    entry: UUID,
    sheet: Sheet,
    after: int,
    record: Document,
    entered: datetime | None = None,
    seen: int | None = None,
) -> Written:
    """Add the next entry, as `add` does, to a sheet that the transaction has locked for this actor."""
    before = written_as(sheet, entry)
    rules = rules_for(sheet)
    fact = _meant(read(record, rules), sheet, after if seen is None else seen, before)
    stored, grounds = record_of(fact, rules), grounds_of(fact)
    if before is not None:
        demand_as_before(before, Act.ADD, stored, grounds=grounds)
        return written_before(sheet, before)
    demand_open(sheet, after, entered)
    asked = NewEntry(entry, Act.ADD, stored, grounds=kept(grounds), entered=entered)
    place = None if "event" in stored else policy_of(sheet).place_for(sheet, entered)
    if place is not None:
        return _change(sheet, actor, replace(asked, place=place), place, fact, keep_deal=False)
    position = position_of(sheet)
    demand_legal(fact, position, rules, sheet, actor)
    written = write(sheet, actor, asked)
    further = Fact(written.id, written.place, fact, rules)
    row = append_row(sheet, position, further)
    if row is not None:
        row.entry = written  # who puts it into words need not look for it
    return Written(written, sheet, row, further)


def _meant(said: facts.Entry, sheet: Sheet, seen: int, before: Entry | None) -> facts.Entry:
    """Return the entry with those who were really there, put right since so many entries had been seen."""
    return with_corrected_names(
        said, names_between(people_of(sheet), seen, None if before is None else before.seq)
    )


def demand_legal(entry: facts.Entry, position: Position, rules: Rules, sheet: Sheet, actor: Actor) -> None:
    """Raise Illegal if the rules do not allow it here, Refused if the actor cannot know who sits down."""
    if problems := problems_with_entry(position.standing, entry, rules):
        raise Illegal(problems)
    if isinstance(entry, facts.Seating) and not known_at(sheet, actor).issuperset(entry.players):
        raise Refused(players=[_("One of these people is no longer there. Please choose again.")])


@atomic_with_retry
def correct(
    *,
    actor: Actor,
    entry: UUID,
    sheet: Sheet,
    after: int,
    target: Entry,
    record: Document,
    reason: str,
    keep_deal: bool = False,
) -> Written:
    """Replace an entry by what really happened; everything after it is worked out anew."""
    reason = demand_reason(reason)
    sheet, before = ready(sheet, actor, entry)
    rules = book_of(sheet).at(target.place)
    fact = _meant(read(record, rules), sheet, after, before)
    stored, grounds = record_of(fact, rules), grounds_of(fact)
    if before is not None:
        demand_as_before(before, Act.CORRECT, stored, target.pk, reason=reason, grounds=grounds)
        return written_before(sheet, before)
    demand_correctable(sheet, actor, after)
    target = _demand_changeable(_standing(sheet, target))
    asked = NewEntry(
        entry, Act.CORRECT, stored, supersedes=target, reason=kept(reason), grounds=kept(grounds)
    )
    return _change(sheet, actor, asked, target.place, fact, keep_deal=keep_deal)


@atomic_with_retry
def insert(
    *,
    actor: Actor,
    entry: UUID,
    sheet: Sheet,
    after: int,
    before: Entry,
    record: Document,
    reason: str,
    keep_deal: bool = False,
) -> Written:
    """Insert a forgotten entry before one that stands; everything after it is worked out anew."""
    reason = demand_reason(reason)
    sheet, done = ready(sheet, actor, entry)
    rules = book_of(sheet).at(before.place - 1)
    fact = _meant(read(record, rules), sheet, after, done)
    stored, grounds = record_of(fact, rules), grounds_of(fact)
    if done is not None:
        demand_as_before(done, Act.INSERT, stored, reason=reason, grounds=grounds)
        return written_before(sheet, done)
    demand_correctable(sheet, actor, after)
    before = _standing(sheet, before)
    if is_other_rules(before.record) and before.record.get("from_first"):
        raise Refused(form=[_("Nothing was played before the rules that apply from the first hand on.")])
    place = place_before(sheet, before.place)
    asked = NewEntry(entry, Act.INSERT, stored, place=place, reason=kept(reason), grounds=kept(grounds))
    return _change(sheet, actor, asked, place, fact, keep_deal=keep_deal)


@atomic_with_retry
def take_out(
    *,
    actor: Actor,
    entry: UUID,
    sheet: Sheet,
    after: int,
    target: Entry,
    reason: str,
    keep_deal: bool = False,
) -> Written:
    """Take out an entry that never happened; everything after it is worked out anew."""
    reason = demand_reason(reason)
    sheet, before = ready(sheet, actor, entry)
    if before is not None:
        demand_as_before(before, Act.TAKE_OUT, None, target.pk, reason=reason)
        return written_before(sheet, before)
    demand_correctable(sheet, actor, after)
    target = _demand_changeable(_standing(sheet, target))
    asked = NewEntry(entry, Act.TAKE_OUT, None, supersedes=target, reason=kept(reason))
    return _change(sheet, actor, asked, target.place, None, keep_deal=keep_deal)


@atomic_with_retry
def undo(*, actor: Actor, entry: UUID, sheet: Sheet, after: int) -> Written:
    """Take back the last entry of the sheet that somebody entered, whatever it is."""
    sheet, before = ready(sheet, actor, entry)
    if before is not None:
        if before.act != Act.UNDO:
            raise OtherContents
        return written_before(sheet, before)
    demand_open(sheet, after)
    target = last_entry(sheet)
    if target is None:
        raise Stale(sheet)
    written = write(sheet, actor, NewEntry(entry, Act.UNDO, None, supersedes=target))
    return _derived(sheet, written, actor)


@atomic_with_retry
def redo(*, actor: Actor, entry: UUID, sheet: Sheet, after: int) -> Written:
    """Bring back what was taken back last."""
    sheet, before = ready(sheet, actor, entry)
    if before is not None:
        if before.act != Act.REDO:
            raise OtherContents
        return written_before(sheet, before)
    demand_open(sheet, after)
    target = redoable(sheet)
    if target is None or target.supersedes is None:
        raise Stale(sheet)
    back = target.supersedes
    fact = fact_of(back, book_of(sheet))
    record = record_of(fact.entry, fact.rules)
    asked = NewEntry(entry, Act.REDO, record, supersedes=target, grounds=back.grounds)
    return _derived(sheet, write(sheet, actor, asked), actor)


def last_entry(sheet: Sheet) -> Entry | None:
    """Return the last entry that stands and that somebody entered; None if there is none."""
    standing = sheet.entries.standing().order_by("-place").iterator()
    return next((entry for entry in standing if not is_system_event(entry.record)), None)


def redoable(sheet: Sheet) -> Entry | None:
    """Return what `redo` would supersede: the newest undo that only undoing and redoing came after."""
    other = sheet.entries.exclude(act__in=(Act.UNDO, Act.REDO)).order_by("-seq").values_list("seq", "record")
    last_other = next((seq for seq, record in other.iterator() if not is_system_event(record)), 0)
    undone = sheet.entries.newest().filter(act=Act.UNDO, seq__gt=last_other)
    newest = undone.select_related("supersedes__grounds").order_by("-seq").iterator()
    return next(
        (entry for entry in newest if entry.supersedes and not is_system_event(entry.supersedes.record)),
        None,
    )


def _change(
    sheet: Sheet, actor: Actor, asked: NewEntry, place: int, fact: facts.Entry | None, *, keep_deal: bool
) -> Written:
    """Write something else at this place than before; what stands after it has to be possible still."""
    book = book_of(sheet)
    standing = standing_facts(sheet, book)
    earlier = [fact for fact in standing if fact.place < place]
    position = replayed(start_of(sheet), earlier).position
    if fact is not None:
        rules = book.at(place)
        demand_legal(fact, position, rules, sheet, actor)
        position, _row = step(position, Fact(asked.id, place, fact, rules))
    dealer = None
    if keep_deal and not isinstance(fact, facts.Seating | facts.Dealer):
        dealer = _dealer_of_next(sheet, [fact for fact in standing if fact.place > place])
    written = write(sheet, actor, asked)
    if dealer in position.standing.players and dealer != position.standing.dealer:
        record = {"event": "dealer", "dealer": dealer}
        after = _place_after(sheet, place)
        write(
            sheet,
            actor,
            NewEntry(uuid5(written.id, "deal"), Act.INSERT, record, place=after, reason=asked.reason),
        )
    return _derived(sheet, written, actor)


def _derived(sheet: Sheet, written: Entry, actor: Actor) -> Written:
    rederive(sheet)
    if policy_of(sheet).rearranges(sheet, actor, written):
        rederive(sheet)
    return Written(written, sheet, Row.objects.filter(pk=written.pk).first())


def _dealer_of_next(sheet: Sheet, later: list[Fact]) -> str | None:
    """Return who deals next as things stand; None if an event before that hand says so anyway."""
    for fact in later:
        if isinstance(fact.entry, facts.Hand | facts.Void):
            return sheet.rows.get(pk=fact.id).dealer
        if isinstance(fact.entry, facts.Seating | facts.Dealer):
            return None
    return str(sheet.standing["dealer"])


def _standing(sheet: Sheet, target: Entry) -> Entry:
    """Return the entry, if it still counts; else raise Stale."""
    found = sheet.entries.standing().filter(pk=target.pk).first()
    if found is None:
        raise Stale(sheet)
    return found


def _demand_changeable(target: Entry) -> Entry:
    """Return the entry; raise Refused if it says that other rules hold or who was really who."""
    if is_other_rules(target.record):
        raise Refused(form=[_("When the other rules take effect cannot be changed; what was played stays.")])
    if puts_names_right(target.record):
        words = _("The names stay as they were corrected; they can be corrected again.")
        raise Refused(form=[words])
    return target


def place_before(sheet: Sheet, place: int) -> int:
    """Return a place between this one and the one before it."""
    earlier = sheet.entries.filter(place__lt=place).aggregate(last=Max("place"))["last"] or 0
    if place - earlier < 2:
        raise Refused(
            form=[
                _("Nothing more fits between these two hands. Please correct one of the hands inserted here.")
            ]
        )
    return int(earlier + place) // 2


def _place_after(sheet: Sheet, place: int) -> int | None:
    """Between this place and the next one; None is the end of the sheet."""
    later = sheet.entries.filter(place__gt=place).aggregate(next=Min("place"))["next"]
    return None if later is None else place_before(sheet, later)
