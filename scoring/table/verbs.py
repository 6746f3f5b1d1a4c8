"""What changes a sheet: recording, correcting, taking back, seating and doubling."""

from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any
from uuid import UUID, uuid5

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, Max, Min, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import override

from scoring.deeds import Refused
from scoring.engine import facts
from scoring.engine.facts import CalledRadl
from scoring.engine.naming import Names, one_after_the_other
from scoring.engine.problems import IllegalHand, Problem
from scoring.engine.problems.problem import CARDS_EXCLUDE, REFUSED_LATER
from scoring.engine.record import entry_from_dict, to_dict
from scoring.engine.rules import Rules
from scoring.engine.sheet import (
    BIGGEST_TABLE,
    MOST_PEOPLE,
    Fact,
    Position,
    doubled_ahead_when_called,
    problems_with_entry,
    replayed,
    step,
)
from scoring.models import Account, Act, Entry, Sheet
from scoring.models.entries import SAYING_WHY
from scoring.rules.versions.timelines import (
    is_other_rules,
    names_between,
    people_of,
    puts_names_right,
    rules_for,
    timeline_of,
)
from scoring.table.arrivals import Arrivals, Person, seated
from scoring.table.reasons import demand_reason, store_reason
from scoring.table.replay import (
    current_facts,
    fact_of,
    grounds_of,
    is_system_event,
    position_of,
    record_now,
    record_of,
    start_of,
    with_corrected_names,
)
from scoring.table.writing import (
    GAP,
    Illegal,
    OtherContents,
    Stale,
    Written,
    append,
    demand_as_before,
    demand_correctable,
    demand_open,
    known_at,
    locked_sheet,
    rederive,
    result_of,
    unused,
    write,
    written_once,
)
from scoring.table_policy import Actor, NewEntry, policy_of

Document = dict[str, Any]
NOTHING: frozenset[str] = frozenset()


def read(record: object, rules: Rules) -> facts.Entry:
    """Return a record's facts; raise Illegal with everything that is wrong with it."""
    try:
        return entry_from_dict(record, rules)
    except IllegalHand as illegal:
        raise Illegal(illegal.problems) from None


@written_once
def add(existing: Entry | None, /, *, actor: Actor, sheet: Sheet, **arguments: Any) -> Written:
    """Lock the sheet and add the next entry to it."""
    return add_here(existing, actor=actor, sheet=locked_sheet(sheet, actor), **arguments)


def add_here(
    existing: Entry | None,
    *,
    actor: Actor,
    entry: UUID,
    sheet: Sheet,
    known_seq: int,
    record: Document,
    entered: datetime | None = None,
    seen_seq: int | None = None,
    ids_by_phone_id: Names = MappingProxyType({}),
    stood_before: bool = False,
    why_anyway: str = "",
) -> Written:
    """Add the next entry to a locked sheet: a hand, a void hand, an event.

    `known_seq` is the number of the newest entry that the sender knows. `entered` is when it was entered, if
    earlier than it arrives here; `seen_seq` is the number of the newest entry that had been seen by then.
    `ids_by_phone_id` are people to whom the phone had given ids of its own.
    With a reason, `why_anyway`, whoever directs the club stores a hand that no cards can give.
    """
    reason = demand_reason(why_anyway) if why_anyway and sheet.is_directed else ""
    rules = rules_for(sheet)
    end = sheet.state.last_sort_key + GAP
    record, ids_of_newcomers = _with_newcomers(sheet, record, existing)
    ids_by_phone_id = {**ids_by_phone_id, **ids_of_newcomers}
    seen_seq = known_seq if seen_seq is None else seen_seq
    fact = _by_right_names(read(record, rules), sheet, seen_seq, end, existing, ids_by_phone_id)
    stored, grounds = record_of(fact, rules), grounds_of(fact)
    if existing is not None:
        why_then = "" if existing.reason is None else existing.reason.text  # it may have come without, too
        demand_as_before(sheet, existing, Act.ADD, stored, reason=why_then, grounds=grounds)
        return replace(result_of(sheet, existing), ids_by_phone_id=ids_by_phone_id)
    demand_open(sheet, known_seq, entered)
    new_entry = NewEntry(
        entry, Act.ADD, stored, grounds=store_reason(grounds) if grounds else None, entered=entered
    )
    sort_key = None if "event" in stored else policy_of(sheet).sort_key_for(sheet, entered)
    if sort_key is not None:
        written = _change(
            sheet, actor, replace(new_entry, sort_key=sort_key), sort_key, fact, keep_deal=False
        )
        return replace(written, ids_by_phone_id=ids_by_phone_id)
    position = position_of(sheet)
    newcomers = frozenset(ids_by_phone_id.values())
    pardoned = REFUSED_LATER if stood_before else CARDS_EXCLUDE if reason else NOTHING
    problems = demand_legal(fact, position, rules, sheet, actor, newcomers=newcomers, pardoned=pardoned)
    if reason and problems:
        new_entry = replace(new_entry, reason=store_reason(reason))
    return replace(append(sheet, actor, new_entry, position, fact, rules), ids_by_phone_id=ids_by_phone_id)


def _with_newcomers(sheet: Sheet, record: Document, existing: Entry | None) -> tuple[Document, Names]:
    """Return a record without newcomers' names, and the newcomers as participants.

    A phone without network gives whoever sits down an id of its own, and says their name beside the seating.
    """
    named = record.get("newcomers") if isinstance(record, dict) else None
    players = record.get("players") if named else None
    if not isinstance(named, dict) or not isinstance(players, list) or len(players) > BIGGEST_TABLE:
        return record, {}
    if not all(isinstance(player, str) for player in players):
        return record, {}
    bare_record = {key: value for key, value in record.items() if key != "newcomers"}
    if existing is not None:
        stored = (existing.record or {}).get("players", players)
        return bare_record, {
            phone_id: who for phone_id, who in zip(players, stored, strict=False) if phone_id in named
        }
    ids_by_phone_id: dict[str, str] = {}
    problems: list[str] = []
    newcomers = {phone_id: Person(name=str(named[phone_id])) for phone_id in players if phone_id in named}
    arrivals = Arrivals(sheet.evening, newcomers.values())
    for phone_id, person in newcomers.items():
        participant = arrivals.participant_of(person, problems)
        if participant is not None:
            ids_by_phone_id[phone_id] = str(participant.pk)
    if len({*sheet.totals, *ids_by_phone_id.values()}) > MOST_PEOPLE:
        problems.append(_("At most %(most)d people sit at one table.") % {"most": MOST_PEOPLE})
    if problems:
        raise Refused(players=problems)
    return bare_record, ids_by_phone_id


def _by_right_names(
    entry: facts.Entry,
    sheet: Sheet,
    seen_seq: int,
    sort_key: int,
    existing: Entry | None,
    ids_by_phone_id: Names = MappingProxyType({}),
) -> facts.Entry:
    """Return the entry with our ids, and with name corrections that the phone had not seen at `seen_seq`."""
    written = None if existing is None else existing.seq
    right_names = names_between(people_of(sheet), seen_seq, sort_key, written)
    return with_corrected_names(entry, one_after_the_other([ids_by_phone_id, right_names]))


def demand_legal(
    entry: facts.Entry,
    position: Position,
    rules: Rules,
    sheet: Sheet,
    actor: Actor,
    newcomers: frozenset[str] = frozenset(),
    pardoned: frozenset[str] = NOTHING,
) -> tuple[Problem, ...]:
    """Raise Illegal if the rules do not allow it here, Refused if the actor cannot know who sits down.

    `newcomers` are people whom the actor named for it; `pardoned` are codes of problems that it may have,
    and those that it has are returned.
    """
    problems = problems_with_entry(position, entry, rules)
    if refused := [problem for problem in problems if problem.code not in pardoned]:
        raise Illegal(refused)
    if isinstance(entry, facts.Seating) and not (known_at(sheet, actor) | newcomers).issuperset(
        entry.players
    ):
        raise Refused(players=[_("One of these people is no longer there. Please choose again.")])
    return problems


@dataclass(frozen=True)
class Change:
    """A correction, an insertion before `target`, or the taking out of `target`."""

    act: Act
    target: Entry
    record: Document | None = None
    keep_deal: bool = False  # whoever deals next according to the sheet still does
    anyway: bool = False  # though cards exclude it: only who directs the club stores that
    stood_before: bool = False  # it is brought back as it was


@written_once
def change(
    existing: Entry | None,
    proposed: Change,
    *,
    actor: Actor,
    entry: UUID,
    sheet: Sheet,
    known_seq: int,
    reason: str,
) -> Written:
    """Correct, insert or remove an entry; everything after it is derived anew."""
    reason = demand_reason(reason)
    act, target = proposed.act, proposed.target
    superseded = None if act == Act.INSERT else target
    sheet = locked_sheet(sheet, actor)
    fact, stored, grounds = None, None, ""
    if act != Act.TAKE_OUT:
        rules = timeline_of(sheet).at(target.sort_key if superseded else target.sort_key - 1)
        fact = _by_right_names(
            read(proposed.record or {}, rules), sheet, known_seq, target.sort_key, existing
        )
        stored, grounds = record_of(fact, rules), grounds_of(fact)
    if existing is not None:
        supersedes = None if superseded is None else superseded.pk
        demand_as_before(sheet, existing, act, stored, supersedes, reason=reason, grounds=grounds)
        return result_of(sheet, existing)
    demand_correctable(sheet, actor, known_seq)
    target = current_entry(sheet, target)
    if superseded is not None:
        # At a club's table the right names can be taken back; elsewhere more has followed them.
        if is_other_rules(target.record):
            raise Refused(
                form=[_("When the other rules take effect cannot be changed; what was played stays.")]
            )
        taken_back = act == Act.TAKE_OUT and sheet.evening.is_of_the_club
        if puts_names_right(target.record) and not taken_back:
            words = _("The names stay as they were corrected; they can be corrected again.")
            raise Refused(form=[words])
        sort_key = target.sort_key
    elif is_other_rules(target.record) and target.record.get("from_first"):
        raise Refused(form=[_("Nothing was played before the rules that apply from the first hand on.")])
    else:
        sort_key = sort_key_before(sheet, target.sort_key)
    new_entry = NewEntry(entry, act, stored, reason=store_reason(reason), grounds=store_reason(grounds))
    new_entry = replace(new_entry, supersedes=target) if superseded else replace(new_entry, sort_key=sort_key)
    pardoned = CARDS_EXCLUDE if proposed.anyway and sheet.is_directed else NOTHING
    if proposed.stood_before:
        pardoned = REFUSED_LATER
    return _change(sheet, actor, new_entry, sort_key, fact, keep_deal=proposed.keep_deal, pardoned=pardoned)


def correct(*, target: Entry, record: Document, keep_deal: bool = False, **arguments: Any) -> Written:
    """Replace an entry by what really happened."""
    return change(Change(Act.CORRECT, target, record, keep_deal), **arguments)


@written_once
def take_back_change(
    existing: Entry | None, *, written: Entry, actor: Actor, entry: UUID, sheet: Sheet, known_seq: int
) -> Written:
    """Undo a correction, an insertion or a removal by another change, with its change of the dealer."""
    if existing is None and newest_change(sheet, written.pk) is None:
        raise Stale(sheet)
    with override(sheet.evening.club.language):
        reason = _("Taken back")
    context: dict[str, Any] = {"actor": actor, "sheet": sheet}
    asked: dict[str, Any] = {**context, "entry": entry, "known_seq": known_seq}
    if written.supersedes is None:
        back = change(Change(Act.TAKE_OUT, written), reason=reason, **asked)
    else:
        before = record_now(written.supersedes, timeline_of(sheet))
        if existing is not None:  # as the first time, whatever was recorded since
            following = existing if existing.act == Act.INSERT else None
        else:
            following = sheet.entries.current().filter(sort_key__gt=written.sort_key).first()
        if written.act == Act.CORRECT:
            back = change(Change(Act.CORRECT, written, before, stood_before=True), reason=reason, **asked)
        elif following is not None:
            back = change(Change(Act.INSERT, following, before, stood_before=True), reason=reason, **asked)
        else:
            back = add(record=before, stood_before=True, **asked)
    deal = sheet.entries.filter(pk=uuid5(written.pk, "deal")).first()
    if deal is None:
        return back
    deal_back = uuid5(entry, "deal")
    return change(
        Change(Act.TAKE_OUT, deal), entry=deal_back, known_seq=back.sheet.seq, reason=reason, **context
    )


def newest_change(sheet: Sheet, entry: UUID) -> Entry | None:
    """Return this change, if it is the last one, apart from its own change of the dealer."""
    later = Exists(
        Entry.objects.filter(sheet=sheet, seq__gt=OuterRef("seq")).exclude(pk=uuid5(entry, "deal"))
    )
    return sheet.entries.filter(~later, pk=entry, act__in=SAYING_WHY).first()


def undo(*, actor: Actor, entry: UUID, sheet: Sheet, known_seq: int) -> Written:
    """Take back the last entry that was made at the table."""
    return _take_back_or_bring_back(Act.UNDO, actor=actor, entry=entry, sheet=sheet, known_seq=known_seq)


def redo(*, actor: Actor, entry: UUID, sheet: Sheet, known_seq: int) -> Written:
    """Bring back what was taken back last."""
    return _take_back_or_bring_back(Act.REDO, actor=actor, entry=entry, sheet=sheet, known_seq=known_seq)


@written_once
def _take_back_or_bring_back(
    existing: Entry | None, act: Act, *, actor: Actor, entry: UUID, sheet: Sheet, known_seq: int
) -> Written:
    sheet = locked_sheet(sheet, actor)
    if existing is not None:
        if (existing.sheet_id, existing.act) != (sheet.pk, act):
            raise OtherContents
        return result_of(sheet, existing)
    demand_open(sheet, known_seq)
    target = last_entry(sheet) if act == Act.UNDO else redoable(sheet)
    if target is None:
        raise Stale(sheet)
    new_entry = NewEntry(entry, act, None, supersedes=target)
    if act == Act.REDO and target.supersedes is not None:
        back = fact_of(target.supersedes, timeline_of(sheet))
        record = record_of(back.entry, back.rules)
        new_entry = replace(new_entry, record=record, grounds=target.supersedes.grounds)
    return _derived(sheet, write(sheet, actor, new_entry), actor)


def last_entry(sheet: Sheet) -> Entry | None:
    """Return the last current entry that is no system event; None if there is none."""
    current = sheet.entries.current().order_by("-sort_key").iterator()
    return next((entry for entry in current if not is_system_event(entry.record)), None)


def redoable(sheet: Sheet) -> Entry | None:
    """Return what `redo` would supersede: the newest undo, if only undos and redos followed."""
    other = sheet.entries.exclude(act__in=(Act.UNDO, Act.REDO)).order_by("-seq").values_list("seq", "record")
    last_other = next((seq for seq, record in other.iterator() if not is_system_event(record)), 0)
    undone = sheet.entries.newest().filter(act=Act.UNDO, seq__gt=last_other)
    newest = undone.select_related("supersedes__grounds").order_by("-seq").iterator()
    theirs = (entry for entry in newest if entry.supersedes and not is_system_event(entry.supersedes.record))
    return next(theirs, None)


def _change(
    sheet: Sheet,
    actor: Actor,
    new_entry: NewEntry,
    sort_key: int,
    fact: facts.Entry | None,
    *,
    keep_deal: bool,
    pardoned: frozenset[str] = NOTHING,
) -> Written:
    """Replace the entry at this place, or remove it; refuse if a later entry becomes impossible."""
    timeline = timeline_of(sheet)
    current = current_facts(sheet, timeline)
    earlier = [fact for fact in current if fact.sort_key < sort_key]
    position = replayed(start_of(sheet), earlier).position
    if fact is not None:
        rules = timeline.at(sort_key)
        demand_legal(fact, position, rules, sheet, actor, pardoned=pardoned)
        position, _row = step(position, Fact(new_entry.id, sort_key, fact, rules))
    dealer = None
    if keep_deal and not isinstance(fact, facts.Seating | facts.Dealer):
        dealer = dealer_of_next(sheet, [fact for fact in current if fact.sort_key > sort_key])
    written = write(sheet, actor, new_entry)
    if dealer in position.players and dealer != position.dealer:
        record = {"event": "dealer", "dealer": dealer}
        deal, deal_sort_key = unused(uuid5(written.id, "deal")), sort_key_after(sheet, sort_key)
        write(
            sheet, actor, NewEntry(deal, Act.INSERT, record, sort_key=deal_sort_key, reason=new_entry.reason)
        )
    return _derived(sheet, written, actor)


def _derived(sheet: Sheet, written: Entry, actor: Actor) -> Written:
    rederive(sheet)
    if policy_of(sheet).rearranges(sheet, actor, written):
        rederive(sheet)
    return result_of(sheet, written)


def dealer_of_next(sheet: Sheet, later: list[Fact]) -> str | None:
    """Return the next dealer as things are; None if an event before the next hand decides it."""
    for fact in later:
        if isinstance(fact.entry, facts.Hand | facts.Void):
            return sheet.rows.get(pk=fact.id).dealer
        if isinstance(fact.entry, facts.Seating | facts.Dealer):
            return None
    return sheet.state.dealer


def current_entry(sheet: Sheet, target: Entry) -> Entry:
    """Return the entry, if it still counts; else raise Stale."""
    entry = sheet.entries.current().filter(pk=target.pk).first()
    if entry is None:
        raise Stale(sheet)
    return entry


def sort_key_before(sheet: Sheet, sort_key: int) -> int:
    """Return a sort key between this one and the one before it."""
    earlier = sheet.entries.filter(sort_key__lt=sort_key).aggregate(last=Max("sort_key"))["last"] or 0
    if sort_key - earlier < 2:
        full = _("Nothing more fits between these two hands. Please correct one of the hands inserted here.")
        raise Refused(form=[full])
    return int(earlier + sort_key) // 2


def sort_key_after(sheet: Sheet, sort_key: int) -> int | None:
    """Return a sort key between this one and the next; None at the end of the sheet."""
    later = sheet.entries.filter(sort_key__gt=sort_key).aggregate(next=Min("sort_key"))["next"]
    return None if later is None else sort_key_before(sheet, later)


@written_once
def seat(
    existing: Entry | None,
    *,
    actor: Actor,
    entry: UUID,
    sheet: Sheet,
    known_seq: int,
    people: list[Person],
    dealer: int,
) -> Written:
    """Write an entry that seats these people, in order of play; `dealer` is an index among them."""
    sheet = locked_sheet(sheet, actor)
    if existing is None:
        demand_open(sheet, known_seq)
    players = seated(sheet.evening, people)
    deals = players[dealer] if 0 <= dealer < len(players) else None
    if existing is not None:
        stored = existing.record or {}
        before = (existing.sheet_id, existing.act, stored.get("dealer"), stored.get("players", players))
        if before != (sheet.pk, Act.ADD, deals, players):
            raise OtherContents
        return result_of(sheet, existing)
    if deals is None:
        raise Refused(dealer=[_("Please say who deals the next hand.")])
    if len({*sheet.totals, *players}) > MOST_PEOPLE:
        raise Refused(players=[_("At most %(most)d people sit at one table.") % {"most": MOST_PEOPLE}])
    record: Document = {"event": "dealer", "dealer": deals}
    if tuple(players) != sheet.state.players:
        record = {"event": "seating", "players": players, "dealer": deals}
    rules = rules_for(sheet)
    new_entry = NewEntry(entry, Act.ADD, record)
    return append(sheet, actor, new_entry, position_of(sheet), read(record, rules), rules)


def can_call_radl(sheet: Sheet) -> bool:
    """Return whether a call would double any hand that is not doubled already."""
    rules, position = rules_for(sheet), position_of(sheet)
    if not sheet.is_open or problems_with_entry(position, CalledRadl(), rules):
        return False
    return not position.schlussradl and doubled_ahead_when_called(position, rules) != position.ahead


def call_radl_on(sheet: Sheet, actor: Account, entry: UUID) -> Written:
    """Call a Radl at one table, from the next hand on; a transaction is open."""
    sheet = locked_sheet(sheet, Actor(actor))
    if not sheet.is_directed:
        raise PermissionDenied
    rules, called = rules_for(sheet), CalledRadl()
    record = to_dict(called, rules)
    if not sheet.is_open:
        raise Refused(form=[_("The sheet of “%(name)s” is closed.") % {"name": sheet.name}])
    position = position_of(sheet)
    demand_legal(called, position, rules, sheet, Actor(actor))
    if not can_call_radl(sheet):
        raise Refused(form=[_("The next hands at “%(name)s” are already doubled.") % {"name": sheet.name}])
    return append(sheet, Actor(actor), NewEntry(unused(entry), Act.ADD, record), position, called, rules)
