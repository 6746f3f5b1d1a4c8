"""What changes a sheet: recording, correcting, seating, doubling, and noting who or what was really there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from types import MappingProxyType
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, Max, Min, OuterRef, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from scoring.accounts.names import problems_with_person
from scoring.capability import sentence_by
from scoring.deeds import PendingDeed, Refused, atomic_with_retry, verb
from scoring.engine import facts
from scoring.engine.explaining import problems_in_words
from scoring.engine.facts import CalledRadl
from scoring.engine.naming import Names, people_in, renamed
from scoring.engine.problems import IllegalHand, of_stored_hands
from scoring.engine.record import entry_record, read_entry
from scoring.engine.rules import Rules
from scoring.engine.sheet import (
    BIGGEST_TABLE,
    MOST_PEOPLE,
    SMALLEST_TABLE,
    Fact,
    Position,
    doubled_ahead_when_called,
    problems_with_entry,
    replayed,
    step,
)
from scoring.models import Account, Act, Entry, Evening, Member, Participant, Sheet
from scoring.models.entries import SAYING_WHY
from scoring.models.people import LONGEST_NAME
from scoring.names import folded, tidy
from scoring.rules.versions.timelines import (
    is_other_rules,
    names_between,
    people_of,
    puts_names_right,
    rules_for,
    timeline_of,
)
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
    put,
    ready,
    rederive,
    sheet_details,
    unused,
    write,
    written_as,
    written_before,
)
from scoring.table_policy import Actor, NewEntry, occasion_of, policy_of
from scoring.web.language import current_language

Document = dict[str, Any]


def read(record: object, rules: Rules) -> facts.Entry:
    """Return a record read to facts; raise Illegal with all that is wrong with it."""
    try:
        return read_entry(record, rules)
    except IllegalHand as illegal:
        raise Illegal(illegal.problems) from None


@atomic_with_retry
def add(*, actor: Actor, sheet: Sheet, **arguments: Any) -> Written:
    """Add the next entry to the sheet, as `add_here` does once it is locked."""
    return add_here(actor=actor, sheet=locked_sheet(sheet, actor), **arguments)


def add_here(
    *,
    actor: Actor,
    entry: UUID,
    sheet: Sheet,
    after: int,
    record: Document,
    entered: datetime | None = None,
    seen_seq: int | None = None,
    ids_by_phone_id: Names = MappingProxyType({}),
    stood_before: bool = False,
) -> Written:
    """Add the next entry to a sheet that is locked for this actor: a hand, a void hand, an event.

    `entered` is when it was entered, if earlier than it arrives here; `seen_seq` is how many entries of the
    sheet had been seen by then; `ids_by_phone_id` are people to whom the phone had given ids of its own.
    """
    existing = written_as(sheet, entry)
    rules = rules_for(sheet)
    end = sheet.standing["last_place"] + GAP
    record, ids_of_newcomers = _with_newcomers(sheet, record, existing)
    ids_by_phone_id = {**ids_by_phone_id, **ids_of_newcomers}
    as_sent = renamed(read(record, rules), ids_by_phone_id)
    fact = _by_right_names(as_sent, sheet, after if seen_seq is None else seen_seq, end, existing)
    stored, grounds = record_of(fact, rules), grounds_of(fact)
    if existing is not None:
        demand_as_before(existing, Act.ADD, stored, grounds=grounds)
        return replace(written_before(sheet, existing), ids_by_phone_id=ids_by_phone_id)
    demand_open(sheet, after, entered)
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
    demand_legal(fact, position, rules, sheet, actor, newcomers=newcomers, anyway=stood_before)
    return replace(append(sheet, actor, new_entry, position, fact, rules), ids_by_phone_id=ids_by_phone_id)


def _with_newcomers(sheet: Sheet, record: Document, existing: Entry | None) -> tuple[Document, Names]:
    """Return a record without the names of newcomers, and who they are in this evening.

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
    entry: facts.Entry, sheet: Sheet, seen_seq: int, sort_key: int, existing: Entry | None
) -> facts.Entry:
    """Return the entry with the name corrections that the phone had not seen at `seen_seq`."""
    written = None if existing is None else existing.seq
    return with_corrected_names(entry, names_between(people_of(sheet), seen_seq, sort_key, written))


def demand_legal(
    entry: facts.Entry,
    position: Position,
    rules: Rules,
    sheet: Sheet,
    actor: Actor,
    newcomers: frozenset[str] = frozenset(),
    anyway: bool = False,
) -> None:
    """Raise Illegal if the rules do not allow it here, Refused if the actor cannot know who sits down.

    `newcomers` are people whom the actor named for it; `anyway` allows what a
    stored hand may have.
    """
    problems = problems_with_entry(position.state, entry, rules)
    if anyway:
        problems = of_stored_hands(problems)
    if problems:
        raise Illegal(problems)
    if isinstance(entry, facts.Seating) and not (known_at(sheet, actor) | newcomers).issuperset(
        entry.players
    ):
        raise Refused(players=[_("One of these people is no longer there. Please choose again.")])


@dataclass(frozen=True)
class Change:
    """A correction, an insertion before `target`, or the taking out of `target`."""

    act: Act
    target: Entry
    record: Document | None = None
    keep_deal: bool = False  # whoever deals next according to the sheet still does
    anyway: bool = False  # though cards exclude it: only who directs the club stores that
    stood_before: bool = False  # it is brought back as it was


@atomic_with_retry
def change(proposed: Change, *, actor: Actor, entry: UUID, sheet: Sheet, after: int, reason: str) -> Written:
    """Correct, insert or take out an entry; everything after it is worked out anew."""
    reason = demand_reason(reason)
    act, target = proposed.act, proposed.target
    superseded = None if act == Act.INSERT else target
    sheet, existing = ready(sheet, actor, entry)
    fact, stored, grounds = None, None, ""
    if act != Act.TAKE_OUT:
        rules = timeline_of(sheet).at(target.place if superseded else target.place - 1)
        fact = _by_right_names(read(proposed.record or {}, rules), sheet, after, target.place, existing)
        stored, grounds = record_of(fact, rules), grounds_of(fact)
    if existing is not None:
        supersedes = None if superseded is None else superseded.pk
        demand_as_before(existing, act, stored, supersedes, reason=reason, grounds=grounds)
        return written_before(sheet, existing)
    demand_correctable(sheet, actor, after)
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
        sort_key = target.place
    elif is_other_rules(target.record) and target.record.get("from_first"):
        raise Refused(form=[_("Nothing was played before the rules that apply from the first hand on.")])
    else:
        sort_key = sort_key_before(sheet, target.place)
    new_entry = NewEntry(entry, act, stored, reason=store_reason(reason), grounds=store_reason(grounds))
    new_entry = replace(new_entry, supersedes=target) if superseded else replace(new_entry, sort_key=sort_key)
    anyway = proposed.stood_before or (proposed.anyway and sheet.is_directed)
    return _change(sheet, actor, new_entry, sort_key, fact, keep_deal=proposed.keep_deal, anyway=anyway)


def correct(*, target: Entry, record: Document, keep_deal: bool = False, **arguments: Any) -> Written:
    """Replace an entry by what really happened."""
    return change(Change(Act.CORRECT, target, record, keep_deal), **arguments)


@atomic_with_retry
def take_back_change(*, written: Entry, actor: Actor, entry: UUID, sheet: Sheet, after: int) -> Written:
    """Undo a correction, an insertion or a removal by one more change, together with who deals after it."""
    with override(sheet.evening.club.language):
        reason = _("Taken back")
    context: dict[str, Any] = {"actor": actor, "sheet": sheet, "reason": reason}
    before = None if written.supersedes is None else record_now(written.supersedes, timeline_of(sheet))
    following = sheet.entries.current().filter(place__gt=written.place).exclude(pk=entry).first()
    is_repeated = sheet.entries.filter(pk=entry).exists()
    if not is_repeated and newest_change(sheet, written.pk) is None:
        raise Stale(sheet)
    if written.act == Act.INSERT:
        back = change(Change(Act.TAKE_OUT, written), entry=entry, after=after, **context)
    elif written.act == Act.CORRECT:
        back = change(
            Change(Act.CORRECT, written, before, stood_before=True), entry=entry, after=after, **context
        )
    elif following is not None:
        back = change(
            Change(Act.INSERT, following, before, stood_before=True), entry=entry, after=after, **context
        )
    else:
        assert before is not None
        back = add(actor=actor, entry=entry, sheet=sheet, after=after, record=before, stood_before=True)
    deal = sheet.entries.filter(pk=uuid5(written.pk, "deal")).first()
    if deal is None:
        return back
    return change(Change(Act.TAKE_OUT, deal), entry=uuid5(entry, "deal"), after=back.sheet.seq, **context)


def newest_change(sheet: Sheet, entry: UUID) -> Entry | None:
    """Return this correction, insertion or removal, if nothing but who deals after it was written since."""
    later = Exists(
        Entry.objects.filter(sheet=sheet, seq__gt=OuterRef("seq")).exclude(pk=uuid5(entry, "deal"))
    )
    return sheet.entries.filter(~later, pk=entry, act__in=SAYING_WHY).first()


@atomic_with_retry
def undo(*, actor: Actor, entry: UUID, sheet: Sheet, after: int) -> Written:
    """Take back the last entry of the sheet that was entered at the table, of whatever kind."""
    return _take_back_or_bring_back(Act.UNDO, actor, entry, sheet, after)


@atomic_with_retry
def redo(*, actor: Actor, entry: UUID, sheet: Sheet, after: int) -> Written:
    """Bring back what was taken back last."""
    return _take_back_or_bring_back(Act.REDO, actor, entry, sheet, after)


def _take_back_or_bring_back(act: Act, actor: Actor, entry: UUID, sheet: Sheet, seen_seq: int) -> Written:
    sheet, existing = ready(sheet, actor, entry)
    if existing is not None:
        if existing.act != act:
            raise OtherContents
        return written_before(sheet, existing)
    demand_open(sheet, seen_seq)
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
    """Return the last standing entry that is no system event; None if there is none."""
    current = sheet.entries.current().order_by("-place").iterator()
    return next((entry for entry in current if not is_system_event(entry.record)), None)


def redoable(sheet: Sheet) -> Entry | None:
    """Return what `redo` would supersede: the newest undo that only undoing and redoing came after."""
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
    anyway: bool = False,
) -> Written:
    """Write something else at this place than before; what stands after it has to be possible still."""
    timeline = timeline_of(sheet)
    current = current_facts(sheet, timeline)
    earlier = [fact for fact in current if fact.sort_key < sort_key]
    position = replayed(start_of(sheet), earlier).position
    if fact is not None:
        rules = timeline.at(sort_key)
        demand_legal(fact, position, rules, sheet, actor, anyway=anyway)
        position, _row = step(position, Fact(new_entry.id, sort_key, fact, rules))
    dealer = None
    if keep_deal and not isinstance(fact, facts.Seating | facts.Dealer):
        dealer = dealer_of_next(sheet, [fact for fact in current if fact.sort_key > sort_key])
    written = write(sheet, actor, new_entry)
    if dealer in position.state.players and dealer != position.state.dealer:
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
    return written_before(sheet, written)


def dealer_of_next(sheet: Sheet, later: list[Fact]) -> str | None:
    """Return who deals next as things stand; None if an event before that hand says so anyway."""
    for fact in later:
        if isinstance(fact.entry, facts.Hand | facts.Void):
            return sheet.rows.get(pk=fact.id).dealer
        if isinstance(fact.entry, facts.Seating | facts.Dealer):
            return None
    return str(sheet.standing["dealer"])


def current_entry(sheet: Sheet, target: Entry) -> Entry:
    """Return the entry, if it still counts; else raise Stale."""
    entry = sheet.entries.current().filter(pk=target.pk).first()
    if entry is None:
        raise Stale(sheet)
    return entry


def sort_key_before(sheet: Sheet, sort_key: int) -> int:
    """Return a place between this one and the one before it."""
    earlier = sheet.entries.filter(place__lt=sort_key).aggregate(last=Max("place"))["last"] or 0
    if sort_key - earlier < 2:
        full = _("Nothing more fits between these two hands. Please correct one of the hands inserted here.")
        raise Refused(form=[full])
    return int(earlier + sort_key) // 2


def sort_key_after(sheet: Sheet, sort_key: int) -> int | None:
    """Return a place between this one and the next; None at the end of the sheet."""
    later = sheet.entries.filter(place__gt=sort_key).aggregate(next=Min("place"))["next"]
    return None if later is None else sort_key_before(sheet, later)


class Person(NamedTuple):
    """A person to be seated: a member, a participant of the evening, or a name typed at the table."""

    member: int | None = None
    participant: int | None = None
    name: str = ""


def seated(evening: Evening, people: list[Person]) -> list[str]:
    """Return the ids of these people in this evening, newcomers written down; else Refused(players=…)."""
    problems = []
    if not SMALLEST_TABLE <= len(people) <= BIGGEST_TABLE:
        problems.append(
            _("Four to six people sit at a table; here there are %(count)d.") % {"count": len(people)}
        )
    players: list[str] = []
    arrivals = Arrivals(evening, people)
    for person in people:
        participant = arrivals.participant_of(person, problems)
        if participant is None:
            continue
        if str(participant.pk) in players:
            name = evening.names()[str(participant.pk)]
            problems.append(_("“%(name)s” is named twice.") % {"name": name})
        players.append(str(participant.pk))
    if problems:
        raise Refused(players=problems)
    return players


class Arrivals:
    """The people to be seated in an evening, looked up together; newcomers become participants."""

    def __init__(self, evening: Evening, people: Iterable[Person]) -> None:
        self.evening = evening
        named, present = Q(pk__in=()), Q(pk__in=())
        for person in people:
            if person.participant is not None:
                present |= Q(pk=person.participant)
            elif person.member is not None:
                named |= Q(pk=person.member)
            elif not problems_with_person(name := tidy(person.name), LONGEST_NAME):
                named |= Q(key=folded(name))
                present |= Q(member=None, key=folded(name))
        self.members = list(Member.objects.filter(named, club=evening.club_id, active=True))
        self.present = list(evening.participants.filter(present | Q(member__in=self.members)))

    def participant_of(self, person: Person, problems: list[str]) -> Participant | None:
        """Return a person of this evening, written down if they are new; None, with a problem, if not."""
        if person.participant is not None:
            participant = next(
                (participant for participant in self.present if participant.pk == person.participant), None
            )
            if participant is None:
                problems.append(_("One of these people is no longer there. Please choose again."))
            return participant
        if person.member is not None:
            member = next((member for member in self.members if member.pk == person.member), None)
            if member is None:
                problems.append(_("One of these members is no longer active. Please choose again."))
                return None
            return self._participant(member=member)
        name = tidy(person.name)
        if wrong := problems_with_person(name, LONGEST_NAME):
            problems += wrong
            return None
        key = folded(name)
        member = next((member for member in self.members if member.key == key), None)
        return self._participant(member=member) if member else self._participant(guest=name, key=key)

    def _participant(self, *, member: Member | None = None, guest: str = "", key: str = "") -> Participant:
        for participant in self.present:
            if participant.member_id == (member and member.pk) and (member or participant.key == key):
                return participant
        self.present.append(self.evening.participants.create(member=member, guest=guest, key=key))
        return self.present[-1]


@atomic_with_retry
def seat(
    *, actor: Actor, entry: UUID, sheet: Sheet, after: int, people: list[Person], dealer: int
) -> Written:
    """Write who sits from the next hand on, in order of play; `dealer` counts from 0 among them."""
    sheet, existing = ready(sheet, actor, entry)
    if existing is None:
        demand_open(sheet, after)
    players = seated(sheet.evening, people)
    deals = players[dealer] if 0 <= dealer < len(players) else None
    if existing is not None:
        stored = existing.record or {}
        if existing.act != Act.ADD or (stored.get("dealer"), stored.get("players", players)) != (
            deals,
            players,
        ):
            raise OtherContents
        return written_before(sheet, existing)
    if deals is None:
        raise Refused(dealer=[_("Please say who deals the next hand.")])
    if len({*sheet.totals, *players}) > MOST_PEOPLE:
        raise Refused(players=[_("At most %(most)d people sit at one table.") % {"most": MOST_PEOPLE}])
    record: Document = {"event": "dealer", "dealer": deals}
    if players != sheet.standing["players"]:
        record = {"event": "seating", "players": players, "dealer": deals}
    rules = rules_for(sheet)
    new_entry = NewEntry(entry, Act.ADD, record)
    return append(sheet, actor, new_entry, position_of(sheet), read(record, rules), rules)


def can_call_radl(sheet: Sheet) -> bool:
    """Return whether a call would double any hand that is not doubled anyway."""
    rules, state = rules_for(sheet), position_of(sheet).state
    if not sheet.is_open or problems_with_entry(state, CalledRadl(), rules):
        return False
    return not state.schlussradl and doubled_ahead_when_called(state, rules) != state.ahead


def call_radl_on(sheet: Sheet, actor: Account, entry: UUID) -> Written:
    """Call a Radl at one table, which doubles hands from the next one on; a transaction is open."""
    sheet = locked_sheet(sheet, Actor(actor))
    if not sheet.is_directed:
        raise PermissionDenied
    rules, called = rules_for(sheet), CalledRadl()
    record = entry_record(called, rules)
    if not sheet.is_open:
        raise Refused(form=[_("The sheet of “%(name)s” is closed.") % {"name": sheet.name}])
    position = position_of(sheet)
    demand_legal(called, position, rules, sheet, Actor(actor))
    if not can_call_radl(sheet):
        raise Refused(form=[_("The next hands at “%(name)s” are already doubled.") % {"name": sheet.name}])
    return append(sheet, Actor(actor), NewEntry(unused(entry), Act.ADD, record), position, called, rules)


def note_right_names(
    sheet: Sheet, actor: Account, entry: UUID, *, people: Mapping[str, str], reason: str
) -> None:
    """Write down who really sat there: `people` are ids, each with who it really was.

    The sheet is locked. Everything that was ever written on it is theirs from now on, also what a phone
    sends that has not seen this entry.
    """
    record = entry_record(facts.RightNames(people), rules_for(sheet))
    put(sheet, Actor(actor), NewEntry(unused(entry), Act.INSERT, record, reason=store_reason(reason)))
    rederive(sheet)


# The wrong people on a sheet, hands on the wrong sheet


PLAYED = facts.Hand | facts.Void


def _demand_club_table(sheet: Sheet) -> None:
    """Refuse the table of another occasion: what else follows there from who sat where is not known here."""
    if not sheet.evening.is_of_the_club:
        raise PermissionDenied


# Somebody else sat there


class Since(NamedTuple):
    """The hand and place of a sheet from which a name correction applies."""

    number: int | None  # of the first hand that was really theirs; None: the very first
    sort_key: int | None  # after which their entries stand; None: all of them are theirs


def since_hand(sheet: Sheet, target: Entry | None, current: Sequence[Fact]) -> Since:
    """Return from where names are right, given the first hand that they are right from."""
    if target is None:
        return Since(None, None)
    earlier = [fact for fact in current if fact.sort_key < target.place]
    played = [fact for fact in earlier if isinstance(fact.entry, PLAYED)]
    if not played:
        return Since(None, None)
    hands = sum(isinstance(fact.entry, facts.Hand) for fact in played)
    later = (fact for fact in current if fact.sort_key > played[-1].sort_key)
    first = next(fact for fact in later if not isinstance(fact.entry, facts.RightNames))
    return Since(hands + 1, sort_key_before(sheet, first.sort_key))


def sat_since(sheet: Sheet, since: Since, current: Iterable[Fact]) -> set[str]:
    """Return everybody who sat at the table from there on."""
    earlier = [fact for fact in current if since.sort_key is not None and fact.sort_key <= since.sort_key]
    later = [fact for fact in current if since.sort_key is None or fact.sort_key > since.sort_key]
    players = set(replayed(start_of(sheet), earlier).position.state.players)
    return players.union(*(people_in(fact.entry) for fact in later))


def first_hand_of(player: str, sheet: Sheet) -> Entry | None:
    """Return the first hand since a seated player last sat down; None: they sat there from the start."""
    since: int | None = None
    seated = start_of(sheet).state.players
    for fact in current_facts(sheet):
        if isinstance(fact.entry, facts.Seating):
            if player in fact.entry.players and player not in seated:
                since = fact.sort_key
            seated = fact.entry.players
    if since is None:
        return None
    row = sheet.rows.filter(place__gt=since).select_related("entry").order_by("place").first()
    return None if row is None else row.entry


@verb(
    log=sentence_by(
        "number",
        {
            True: gettext_lazy(
                "noted at the table “%(name)s” (%(date)s) that somebody else sat there from hand %(number)d "
                "on: %(reason)s"
            ),
            False: gettext_lazy(
                "noted at the table “%(name)s” (%(date)s) that somebody else sat there from the first hand "
                "on: %(reason)s"
            ),
        },
    )
)
def put_names_right(
    act: PendingDeed[Actor],
    *,
    sheet: Sheet,
    after: int,
    wrong: str,
    right: Person,
    target: Entry | None,
    reason: str,
) -> Sheet:
    """Note that `right` sat where `wrong` was written, from the hand `target` on; None: from the first.

    Where both were written from there on, they change names. Everything is derived anew.
    """
    reason = demand_reason(reason)
    sheet = locked_sheet(sheet, act.actor)
    _demand_club_table(sheet)
    demand_correctable(sheet, act.actor, after)
    problems: list[str] = []
    participant = Arrivals(sheet.evening, [right]).participant_of(right, problems)
    if participant is None:
        raise Refused(right=problems)
    who = str(participant.pk)
    if who == wrong:
        raise Refused(right=[_("Please choose somebody else.")])
    current = current_facts(sheet)
    since = since_hand(sheet, None if target is None else current_entry(sheet, target), current)
    sitters = sat_since(sheet, since, current)
    if wrong not in sitters:
        name = sheet.evening.names().get(wrong, "…")
        raise Refused(wrong=[_("%(name)s did not sit at this table from that point on.") % {"name": name}])
    if len({*sheet.totals, who}) > MOST_PEOPLE:
        raise Refused(right=[_("At most %(most)d people sit at one table.") % {"most": MOST_PEOPLE}])
    people = {wrong: who, who: wrong} if who in sitters else {wrong: who}
    correction = facts.RightNames(people, from_here=since.sort_key is not None)
    record = entry_record(correction, timeline_of(sheet).at_first)
    new_entry = NewEntry(
        unused(act.id), Act.INSERT, record, sort_key=since.sort_key, reason=store_reason(reason)
    )
    write(sheet, act.actor, new_entry)
    _work_out_anew(sheet)
    occasion_of(sheet).renamed([sheet.evening_id])
    act.record(
        sheet.evening.club,
        actor=_("Table link"),
        number=since.number,
        reason=reason,
        **sheet_details(sheet),
    )
    return sheet


# Hands on the wrong sheet


@verb(
    log=gettext_lazy(
        "moved hands of the table “%(name)s” to “%(to)s” (%(date)s), %(count)d in all: %(reason)s"
    )
)
def move_hands(
    act: PendingDeed[Actor],
    *,
    sheet: Sheet,
    to: Sheet,
    after: int,
    there: int,
    hands: Sequence[UUID],
    keep_deal: bool,
    reason: str,
) -> Sheet:
    """Move hands to another table of the same evening, to where they were played in time.

    Both sheets are derived anew. With `keep_deal` whoever deals next according to either sheet still does.
    """
    reason = demand_reason(reason)
    if sheet.evening_id != to.evening_id or sheet.pk == to.pk:
        raise Refused(form=[_("Please choose another table of the same evening.")])
    if act.actor.account is None:
        raise PermissionDenied
    locked = {pk: locked_sheet(each, act.actor) for pk, each in sorted({sheet.pk: sheet, to.pk: to}.items())}
    sheet, to = locked[sheet.pk], locked[to.pk]
    _demand_club_table(sheet)
    demand_correctable(sheet, act.actor, after)
    demand_correctable(to, act.actor, there)
    moved = _hands(sheet, hands)
    timeline, played_at = timeline_of(sheet), _times(sheet)
    arriving = [
        _Arriving(
            unused(uuid5(act.id, f"to {entry.pk}")), record_now(entry, timeline), played_at[entry.place]
        )
        for entry in moved
    ]
    _take_out(sheet, act.actor, act.id, moved, reason, keep_deal=keep_deal)
    _put_in(to, act.actor, arriving, reason, keep_deal=keep_deal)
    for each in (sheet, to):
        _work_out_anew(each)
    details = sheet_details(sheet) | {"to": to.name_in_log, "count": len(moved), "reason": reason}
    act.record(sheet.evening.club, **details)
    return to


class _Arriving(NamedTuple):
    """A hand that comes to a sheet: the id of its entry there, what it says, and when it was entered."""

    id: UUID
    record: dict[str, Any]
    at: datetime


def _hands(sheet: Sheet, entry_ids: Sequence[UUID]) -> list[Entry]:
    """Return these hands and void hands of the sheet, in order."""
    if not entry_ids:
        raise Refused(hands=[_("Please choose at least one hand.")])
    hands = list(sheet.entries.current().filter(pk__in=entry_ids).select_related("grounds"))
    if len(hands) != len(set(entry_ids)):
        raise Stale(sheet)
    if any("event" in (entry.record or {}) for entry in hands):
        raise Refused(hands=[_("Only hands can be moved; the seating stays with its table.")])
    return hands


def _times(sheet: Sheet) -> dict[int, datetime]:
    """Return when what stands at each place was entered first."""
    first = sheet.entries.filter(supersedes=None).values_list("place", "entered_at", "at")
    return {sort_key: entered_at or at for sort_key, entered_at, at in first}


def _take_out(
    sheet: Sheet, actor: Actor, deed: UUID, moved: Sequence[Entry], reason: str, *, keep_deal: bool
) -> None:
    """Take hands out of a sheet; with `keep_deal` each hand after them keeps its dealer."""
    current, moved_ids = current_facts(sheet), {entry.pk for entry in moved}
    for entry in moved:
        taken = unused(uuid5(deed, f"from {entry.pk}"))
        write(
            sheet, actor, NewEntry(taken, Act.TAKE_OUT, None, supersedes=entry, reason=store_reason(reason))
        )
        later = [fact for fact in current if fact.sort_key > entry.place]
        if keep_deal and not (later and later[0].id in moved_ids):
            _let_deal(
                sheet, actor, taken, dealer_of_next(sheet, later), sort_key_after(sheet, entry.place), reason
            )


def _put_in(
    sheet: Sheet, actor: Actor, arriving: Iterable[_Arriving], reason: str, *, keep_deal: bool
) -> None:
    """Put hands where they were played in time; with `keep_deal` each hand after them keeps its dealer."""
    timeline, current, times = timeline_of(sheet), current_facts(sheet), _times(sheet)
    for sort_key, hands in groupby(arriving, key=lambda hand: _sort_key_by_time(hand.at, current, times)):
        for hand in hands:
            rules = timeline.at(sheet.standing["last_place"] + GAP if sort_key is None else sort_key)
            try:
                fact = read(hand.record, rules)
            except Illegal as illegal:
                raise _refused(sheet, illegal) from None
            grounds = store_reason(grounds_of(fact))
            at = None if sort_key is None else sort_key_before(sheet, sort_key)
            record = record_of(fact, rules)
            new_entry = NewEntry(
                hand.id, Act.INSERT, record, sort_key=at, reason=store_reason(reason), grounds=grounds
            )
            write(sheet, actor, replace(new_entry, entered=hand.at))
        if keep_deal:
            later = [fact for fact in current if sort_key is not None and fact.sort_key >= sort_key]
            at = None if sort_key is None else sort_key_before(sheet, sort_key)
            _let_deal(sheet, actor, hand.id, dealer_of_next(sheet, later), at, reason)


def _sort_key_by_time(at: datetime, current: Iterable[Fact], times: Mapping[int, datetime]) -> int | None:
    """Return before which place a hand of this time belongs; None: at the end."""
    sort_keys = [fact.sort_key for fact in current]
    earlier = [sort_key for sort_key in sort_keys if times[sort_key] <= at]
    return next((sort_key for sort_key in sort_keys if not earlier or sort_key > earlier[-1]), None)


def _let_deal(
    sheet: Sheet, actor: Actor, cause_id: UUID, dealer: str | None, sort_key: int | None, reason: str
) -> None:
    if dealer is not None:
        record = {"event": "dealer", "dealer": dealer}
        deal = unused(uuid5(cause_id, "deal"))
        write(
            sheet, actor, NewEntry(deal, Act.INSERT, record, sort_key=sort_key, reason=store_reason(reason))
        )


def _work_out_anew(sheet: Sheet) -> None:
    """Derive the sheet from its entries; refuse, in words, what could not stand any more."""
    try:
        rederive(sheet)
    except Illegal as illegal:
        raise _refused(sheet, illegal) from None


def _refused(sheet: Sheet, illegal: Illegal) -> Refused:
    names, language = sheet.evening.names(), current_language()
    why = " ".join(problem.text for problem in problems_in_words(illegal.problems, names, language))
    if illegal.number is None:
        words = _("This cannot be played at “%(table)s”: %(why)s") % {"table": sheet.name, "why": why}
    else:
        words = _("“%(table)s”, hand %(number)d would not be valid: %(why)s")
        words %= {"table": sheet.name, "number": illegal.number, "why": why}
    return Refused(form=[words])
