"""The verbs of a sheet: record, correct, insert, take out, undo, redo."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid5

from django.utils.translation import gettext as _

from scoring.engine import facts
from scoring.engine.problems import IllegalHand
from scoring.engine.record import read_entry
from scoring.engine.rules import Rules
from scoring.engine.sheet import problems_with_entry
from scoring.models import Act, Entry, Participant, Row, Sheet
from scoring.people.deeds import Refused, verb
from scoring.recording.replay import Fact, position_of, record_of, rules_for
from scoring.recording.rights import Actor
from scoring.recording.writing import (
    Asked,
    Illegal,
    OtherContents,
    Stale,
    Written,
    demand_as_before,
    demand_open,
    ready,
    rederive,
    went_on,
    write,
    written_before,
)

Document = dict[str, Any]


def read(record: object, rules: Rules) -> facts.Entry:
    try:
        return read_entry(record, rules)
    except IllegalHand as illegal:
        raise Illegal(illegal.problems) from None


def grounds_of(entry: facts.Entry) -> str:
    return entry.reason.strip() if isinstance(entry, facts.Void) else ""


@verb
def add(*, actor: Actor, entry: UUID, sheet: Sheet, after: int, record: Document) -> Written:
    """The next entry of the sheet: a hand, a void hand, an event."""
    sheet, before = ready(sheet, actor, entry)
    rules = rules_for(sheet)
    fact = read(record, rules)
    stored = record_of(fact, rules)
    if before is not None:
        demand_as_before(before, Act.ADD, stored)
        return written_before(sheet, before)
    demand_open(sheet, after)
    position = position_of(sheet)
    if problems := problems_with_entry(position.standing, fact, rules):
        raise Illegal(problems)
    demand_known(fact, sheet)
    written = write(sheet, actor, Asked(entry, Act.ADD, stored, grounds=grounds_of(fact)))
    row = went_on(sheet, position, Fact(written.id, written.place, fact))
    return Written(written, sheet, row)


def demand_known(entry: facts.Entry, sheet: Sheet) -> None:
    """Whoever sits down takes part in this evening."""
    if not isinstance(entry, facts.Seating):
        return
    there = Participant.objects.filter(evening=sheet.evening).values_list("pk", flat=True)
    known = {str(pk) for pk in there}
    if strangers := [player for player in entry.players if player not in known]:
        raise OtherContents(strangers)


@verb
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
    """What happened really, in place of what was written; everything after it follows anew."""
    sheet, before = ready(sheet, actor, entry)
    rules = rules_for(sheet)
    fact = read(record, rules)
    stored = record_of(fact, rules)
    if before is not None:
        demand_as_before(before, Act.CORRECT, stored, target.pk)
        return written_before(sheet, before)
    demand_open(sheet, after)
    target = _standing(sheet, target)
    demand_known(fact, sheet)
    asked = Asked(entry, Act.CORRECT, stored, supersedes=target, reason=reason, grounds=grounds_of(fact))
    return _apply(sheet, actor, asked, keep_deal=keep_deal)


@verb
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
    """A forgotten entry, put before one that stands."""
    sheet, done = ready(sheet, actor, entry)
    rules = rules_for(sheet)
    fact = read(record, rules)
    stored = record_of(fact, rules)
    if done is not None:
        demand_as_before(done, Act.INSERT, stored)
        return written_before(sheet, done)
    demand_open(sheet, after)
    next_place = _standing(sheet, before).place
    demand_known(fact, sheet)
    place = _between(sheet, next_place)
    asked = Asked(entry, Act.INSERT, stored, place=place, reason=reason, grounds=grounds_of(fact))
    return _apply(sheet, actor, asked, keep_deal=keep_deal)


@verb
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
    """An entry that never happened."""
    sheet, before = ready(sheet, actor, entry)
    if before is not None:
        demand_as_before(before, Act.TAKE_OUT, None, target.pk)
        return written_before(sheet, before)
    demand_open(sheet, after)
    target = _standing(sheet, target)
    asked = Asked(entry, Act.TAKE_OUT, None, supersedes=target, reason=reason)
    return _apply(sheet, actor, asked, keep_deal=keep_deal)


@verb
def undo(*, actor: Actor, entry: UUID, sheet: Sheet, after: int) -> Written:
    """Takes back the last entry of the sheet, whatever it is."""
    sheet, before = ready(sheet, actor, entry)
    if before is not None:
        demand_as_before(before, Act.UNDO, None, before.supersedes_id)
        return written_before(sheet, before)
    demand_open(sheet, after)
    target = sheet.entries.standing().last()
    if target is None:
        raise Stale(sheet)
    return _apply(sheet, actor, Asked(entry, Act.UNDO, None, supersedes=target))


@verb
def redo(*, actor: Actor, entry: UUID, sheet: Sheet, after: int) -> Written:
    """Brings back what was taken back last."""
    sheet, before = ready(sheet, actor, entry)
    if before is not None:
        demand_as_before(before, Act.REDO, before.record, before.supersedes_id)
        return written_before(sheet, before)
    demand_open(sheet, after)
    target = redoable(sheet)
    if target is None or target.supersedes is None:
        raise Stale(sheet)
    taken_back = target.supersedes
    text = taken_back.grounds.text if taken_back.grounds else ""
    return _apply(sheet, actor, Asked(entry, Act.REDO, taken_back.record, supersedes=target, grounds=text))


def redoable(sheet: Sheet) -> Entry | None:
    """What `redo` would supersede: the newest undo that nothing but undoing and redoing came after."""
    other = sheet.entries.exclude(act__in=(Act.UNDO, Act.REDO)).order_by("-seq").values_list("seq", flat=True)
    last_other = other.first() or 0
    undone = sheet.entries.newest().filter(act=Act.UNDO, seq__gt=last_other)
    return undone.select_related("supersedes__grounds").order_by("-seq").first()


def _apply(sheet: Sheet, actor: Actor, asked: Asked, *, keep_deal: bool = False) -> Written:
    dealer = _dealer_after(sheet, asked) if keep_deal else None
    written = write(sheet, actor, asked)
    if dealer is not None:
        place = _between(sheet, _next_place(sheet, written.place))
        record = {"event": "dealer", "dealer": dealer}
        kept = Asked(uuid5(written.id, "deal"), Act.INSERT, record, place=place, reason=asked.reason)
        write(sheet, actor, kept)
    rederive(sheet)
    return Written(written, sheet, Row.objects.filter(pk=written.pk).first())


def _dealer_after(sheet: Sheet, asked: Asked) -> str:
    """Who deals the hand after this place as things stand; it stays so."""
    place = asked.place if asked.supersedes is None else asked.supersedes.place
    row = sheet.rows.filter(place__gt=place).order_by("place").first()
    return row.dealer if row is not None else str(sheet.standing["dealer"])


def _standing(sheet: Sheet, target: Entry) -> Entry:
    """The entry, if it still counts."""
    found = sheet.entries.standing().filter(pk=target.pk).first()
    if found is None:
        raise Stale(sheet)
    return found


def _next_place(sheet: Sheet, place: int) -> int:
    later = sheet.entries.filter(place__gt=place).order_by("place").values_list("place", flat=True)
    return later.first() or 0


def _between(sheet: Sheet, next_place: int) -> int | None:
    """A place right before that one; None is the end of the sheet."""
    if not next_place:
        return None
    earlier = sheet.entries.filter(place__lt=next_place).order_by("-place").values_list("place", flat=True)
    before = earlier.first() or 0
    if next_place - before < 2:
        raise Refused(
            form=[_("Nothing more fits between these two hands. Please correct one of those inserted here.")]
        )
    return (before + next_place) // 2
