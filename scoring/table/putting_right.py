"""Put right what stands on a wrong sheet: names of people who did not sit there, hands of another table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.capability import sentence_by
from scoring.deeds import PendingDeed, Refused, verb
from scoring.engine import facts
from scoring.engine.explaining import problems_in_words
from scoring.engine.naming import people_in
from scoring.engine.record import to_dict
from scoring.engine.sheet import (
    MOST_PEOPLE,
    Fact,
    replayed,
)
from scoring.models import Account, Act, Entry, Sheet
from scoring.rules.versions.timelines import (
    rules_for,
    timeline_of,
)
from scoring.table.arrivals import Arrivals, Person
from scoring.table.reasons import demand_reason, store_reason
from scoring.table.replay import (
    current_facts,
    grounds_of,
    record_now,
    record_of,
    start_of,
)
from scoring.table.verbs import current_entry, dealer_of_next, read, sort_key_after, sort_key_before
from scoring.table.writing import (
    GAP,
    Illegal,
    Stale,
    demand_correctable,
    locked_sheet,
    put,
    rederive,
    sheet_details,
    unused,
    write,
)
from scoring.table_policy import Actor, NewEntry, occasion_of
from scoring.web.language import current_language


def note_right_names(
    sheet: Sheet, actor: Account, entry: UUID, *, people: Mapping[str, str], reason: str
) -> None:
    """Write an entry that corrects names: `people` maps wrong ids to right ones.

    The sheet is locked. Everything that was ever written on it is theirs from now on, also what a phone
    sends that has not seen this entry.
    """
    record = to_dict(facts.RightNames(people), rules_for(sheet))
    put(sheet, Actor(actor), NewEntry(unused(entry), Act.INSERT, record, reason=store_reason(reason)))
    rederive(sheet)


PLAYED = facts.Hand | facts.Void


def _demand_club_table(sheet: Sheet) -> None:
    """Refuse tables of other occasions, whose consequences are unknown here."""
    if not sheet.evening.is_of_the_club:
        raise PermissionDenied


# Somebody else sat there


class Since(NamedTuple):
    """The place in a sheet from which a name correction holds, and its hand."""

    number: int | None  # of the first hand that was really theirs; None: the very first
    sort_key: int | None  # after which their entries stand; None: all of them are theirs


def since_hand(sheet: Sheet, target: Entry | None, current: Sequence[Fact]) -> Since:
    """Return the place from which names are right, by the number of the first such hand."""
    if target is None:
        return Since(None, None)
    earlier = [fact for fact in current if fact.sort_key < target.sort_key]
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
    players = set(replayed(start_of(sheet), earlier).position.players)
    return players.union(*(people_in(fact.entry) for fact in later))


def first_hand_of(player: str, sheet: Sheet) -> Entry | None:
    """Return the first hand since a player last sat down; None: they sat there from the start."""
    since: int | None = None
    seated = start_of(sheet).players
    for fact in current_facts(sheet):
        if isinstance(fact.entry, facts.Seating):
            if player in fact.entry.players and player not in seated:
                since = fact.sort_key
            seated = fact.entry.players
    if since is None:
        return None
    row = sheet.rows.filter(sort_key__gt=since).select_related("entry").order_by("sort_key").first()
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
    known_seq: int,
    wrong: str,
    right: Person,
    target: Entry | None,
    reason: str,
) -> Sheet:
    """Correct a name: `right` sat where `wrong` was written, from the hand `target` on; None: always.

    Where both were written from there on, they change names. Everything is derived anew.
    """
    reason = demand_reason(reason)
    sheet = locked_sheet(sheet, act.actor)
    _demand_club_table(sheet)
    demand_correctable(sheet, act.actor, known_seq)
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
    record = to_dict(correction, timeline_of(sheet).at_first)
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
    known_seq: int,
    target_known_seq: int,
    hands: Sequence[UUID],
    keep_deal: bool,
    reason: str,
) -> Sheet:
    """Move hands to another table of the evening, to their places in time.

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
    demand_correctable(sheet, act.actor, known_seq)
    demand_correctable(to, act.actor, target_known_seq)
    entries = _hands(sheet, hands)
    timeline, played_at = timeline_of(sheet), _times(sheet)
    arriving = [
        _Arriving(
            unused(uuid5(act.id, f"to {entry.pk}")), record_now(entry, timeline), played_at[entry.sort_key]
        )
        for entry in entries
    ]
    _take_out(sheet, act.actor, act.id, entries, reason, keep_deal=keep_deal)
    _put_in(to, act.actor, arriving, reason, keep_deal=keep_deal)
    for each in (sheet, to):
        _work_out_anew(each)
    details = sheet_details(sheet) | {"to": to.name_in_log, "count": len(entries), "reason": reason}
    act.record(sheet.evening.club, **details)
    return to


class _Arriving(NamedTuple):
    """A hand that is moved to a sheet: its new entry's id, its record, its time."""

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
    first = sheet.entries.filter(supersedes=None).values_list("sort_key", "entered_at", "at")
    return {sort_key: entered_at or at for sort_key, entered_at, at in first}


def _take_out(
    sheet: Sheet, actor: Actor, deed: UUID, entries: Sequence[Entry], reason: str, *, keep_deal: bool
) -> None:
    """Remove hands from a sheet; with `keep_deal` each later hand keeps its dealer."""
    current, entry_ids = current_facts(sheet), {entry.pk for entry in entries}
    for entry in entries:
        taken = unused(uuid5(deed, f"from {entry.pk}"))
        write(
            sheet, actor, NewEntry(taken, Act.TAKE_OUT, None, supersedes=entry, reason=store_reason(reason))
        )
        later = [fact for fact in current if fact.sort_key > entry.sort_key]
        if keep_deal and not (later and later[0].id in entry_ids):
            _let_deal(
                sheet,
                actor,
                taken,
                dealer_of_next(sheet, later),
                sort_key_after(sheet, entry.sort_key),
                reason,
            )


def _put_in(
    sheet: Sheet, actor: Actor, arriving: Iterable[_Arriving], reason: str, *, keep_deal: bool
) -> None:
    """Insert hands at their places in time; with `keep_deal` each later hand keeps its dealer."""
    timeline, current, times = timeline_of(sheet), current_facts(sheet), _times(sheet)
    for sort_key, hands in groupby(arriving, key=lambda hand: _sort_key_by_time(hand.at, current, times)):
        for hand in hands:
            rules = timeline.at(sheet.state.last_sort_key + GAP if sort_key is None else sort_key)
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
    """Return the place before which a hand of this time belongs; None: at the end."""
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
    """Derive the sheet from its entries; refuse impossible ones in words."""
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
