"""What went wrong at a club's tables: the wrong people on a sheet, hands on the wrong sheet."""

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
from scoring.engine.record import entry_record
from scoring.engine.sheet import MOST_PEOPLE, Fact, replayed
from scoring.models import Act, Entry, Sheet
from scoring.rules.versions.books import book_of
from scoring.table.reasons import demand_reason, kept
from scoring.table.replay import grounds_of, record_now, record_of, standing_facts, start_of
from scoring.table.verbs import (
    Person,
    dealer_of_next,
    participant_of,
    place_after,
    place_before,
    read,
    standing_entry,
)
from scoring.table.writing import (
    GAP,
    Illegal,
    Stale,
    demand_correctable,
    locked_sheet,
    rederive,
    sheet_details,
    write,
)
from scoring.table_policy import Actor, NewEntry, occasion_of
from scoring.web.language import current_language

PLAYED = facts.Hand | facts.Void


def _demand_club_table(sheet: Sheet) -> None:
    """Refuse the table of another occasion: what else follows there from who sat where is not known here."""
    if not sheet.evening.is_of_the_club:
        raise PermissionDenied


# Somebody else sat there


class Since(NamedTuple):
    """From where on a sheet somebody else sat there."""

    number: int | None  # of the first hand that was really theirs; None: the very first
    place: int | None  # after which their entries stand; None: all of them are theirs


def since_hand(sheet: Sheet, target: Entry | None, standing: Sequence[Fact]) -> Since:
    """Return from where names are right, given the first hand that they are right from."""
    if target is None:
        return Since(None, None)
    earlier = [fact for fact in standing if fact.place < target.place]
    played = [fact for fact in earlier if isinstance(fact.entry, PLAYED)]
    if not played:
        return Since(None, None)
    hands = sum(isinstance(fact.entry, facts.Hand) for fact in played)
    later = (fact for fact in standing if fact.place > played[-1].place)
    first = next(fact for fact in later if not isinstance(fact.entry, facts.RightNames))
    return Since(hands + 1, place_before(sheet, first.place))


def sat_since(sheet: Sheet, since: Since, standing: Iterable[Fact]) -> set[str]:
    """Return everybody who sat at the table from there on."""
    earlier = [fact for fact in standing if since.place is not None and fact.place <= since.place]
    later = [fact for fact in standing if since.place is None or fact.place > since.place]
    there = set(replayed(start_of(sheet), earlier).position.standing.players)
    return there.union(*(people_in(fact.entry) for fact in later))


def first_hand_of(player: str, sheet: Sheet) -> Entry | None:
    """Return the hand from which somebody who sits there now sat there; None: from the first."""
    since: int | None = None
    seated = start_of(sheet).standing.players
    for fact in standing_facts(sheet):
        if isinstance(fact.entry, facts.Seating):
            if player in fact.entry.players and player not in seated:
                since = fact.place
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
    found = participant_of(sheet.evening, right, problems)  # written down, if they are new
    if found is None:
        raise Refused(right=problems)
    who = str(found.pk)
    if who == wrong:
        raise Refused(right=[_("Please choose somebody else.")])
    standing = standing_facts(sheet)
    since = since_hand(sheet, None if target is None else standing_entry(sheet, target), standing)
    there = sat_since(sheet, since, standing)
    if wrong not in there:
        name = sheet.evening.names().get(wrong, "…")
        raise Refused(wrong=[_("%(name)s did not sit at this table from there on.") % {"name": name}])
    if len({*sheet.totals, who}) > MOST_PEOPLE:
        raise Refused(right=[_("At most %(most)d people sit at one table.") % {"most": MOST_PEOPLE}])
    people = {wrong: who, who: wrong} if who in there else {wrong: who}
    said = facts.RightNames(people, from_here=since.place is not None)
    record = entry_record(said, book_of(sheet).at_first)
    asked = NewEntry(act.id, Act.INSERT, record, place=since.place, reason=kept(reason))
    write(sheet, act.actor, asked)
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
    book, played_at = book_of(sheet), _times(sheet)
    arriving = [
        _Arriving(uuid5(act.id, f"to {entry.pk}"), record_now(entry, book), played_at[entry.place])
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


def _hands(sheet: Sheet, wanted: Sequence[UUID]) -> list[Entry]:
    """Return these hands and void hands of the sheet, in order."""
    if not wanted:
        raise Refused(hands=[_("Please choose at least one hand.")])
    found = list(sheet.entries.standing().filter(pk__in=wanted).select_related("grounds"))
    if len(found) != len(set(wanted)):
        raise Stale(sheet)
    if any("event" in (entry.record or {}) for entry in found):
        raise Refused(hands=[_("Only hands can be moved; who sits where stays at its table.")])
    return found


def _times(sheet: Sheet) -> dict[int, datetime]:
    """Return when what stands at each place was entered first."""
    first = sheet.entries.filter(supersedes=None).values_list("place", "entered_at", "at")
    return {place: entered_at or at for place, entered_at, at in first}


def _take_out(
    sheet: Sheet, actor: Actor, deed: UUID, moved: Sequence[Entry], reason: str, *, keep_deal: bool
) -> None:
    """Take hands out of a sheet; with `keep_deal` each hand after them keeps its dealer."""
    standing, gone = standing_facts(sheet), {entry.pk for entry in moved}
    for entry in moved:
        taken = uuid5(deed, f"from {entry.pk}")
        write(sheet, actor, NewEntry(taken, Act.TAKE_OUT, None, supersedes=entry, reason=kept(reason)))
        later = [fact for fact in standing if fact.place > entry.place]
        if keep_deal and not (later and later[0].id in gone):
            _let_deal(
                sheet, actor, taken, dealer_of_next(sheet, later), place_after(sheet, entry.place), reason
            )


def _put_in(
    sheet: Sheet, actor: Actor, arriving: Iterable[_Arriving], reason: str, *, keep_deal: bool
) -> None:
    """Put hands where they were played in time; with `keep_deal` each hand after them keeps its dealer."""
    book, standing, times = book_of(sheet), standing_facts(sheet), _times(sheet)
    for place, hands in groupby(arriving, key=lambda hand: _place_by_time(hand.at, standing, times)):
        for hand in hands:
            rules = book.at(sheet.standing["last_place"] + GAP if place is None else place)
            try:
                fact = read(hand.record, rules)
            except Illegal as illegal:
                raise _refused(sheet, illegal) from None
            grounds = kept(grounds_of(fact))
            at = None if place is None else place_before(sheet, place)
            record = record_of(fact, rules)
            asked = NewEntry(hand.id, Act.INSERT, record, place=at, reason=kept(reason), grounds=grounds)
            write(sheet, actor, replace(asked, entered=hand.at))
        if keep_deal:
            later = [fact for fact in standing if place is not None and fact.place >= place]
            at = None if place is None else place_before(sheet, place)
            _let_deal(sheet, actor, hand.id, dealer_of_next(sheet, later), at, reason)


def _place_by_time(at: datetime, standing: Iterable[Fact], times: Mapping[int, datetime]) -> int | None:
    """Return before which place a hand of this time belongs; None: at the end."""
    places = [fact.place for fact in standing]
    earlier = [place for place in places if times[place] <= at]
    return next((place for place in places if not earlier or place > earlier[-1]), None)


def _let_deal(
    sheet: Sheet, actor: Actor, after: UUID, dealer: str | None, place: int | None, reason: str
) -> None:
    if dealer is not None:
        record = {"event": "dealer", "dealer": dealer}
        deal = uuid5(after, "deal")
        write(sheet, actor, NewEntry(deal, Act.INSERT, record, place=place, reason=kept(reason)))


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
