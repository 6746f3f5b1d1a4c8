"""What may still be played when the time is up, or all hands of a table have been."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.deeds import Refused
from scoring.models import Act, Entry, Sheet
from scoring.table_policy import Actor, NewEntry
from tournaments.clock.times import table_clock
from tournaments.engine.clock import Clock, bell, rang
from tournaments.engine.terms import AtTheBell
from tournaments.models import Table

REDEAL = "redeal"


def entered(entry: Entry) -> datetime:
    """Return when it was entered on the phone, however late it arrived."""
    return entry.entered_at or entry.at


def is_late(entry: Entry, rings: datetime | None) -> bool:
    """Return whether it was entered before the bell, and arrived after it."""
    return rings is not None and entry.entered_at is not None and entry.entered_at < rings <= entry.at


def uses_the_right(record: object) -> bool:
    """Return whether a hand was dealt and is over, played or struck; a redeal keeps the right to play."""
    return isinstance(record, dict) and ("games" in record or record.get("void") == "struck")


def used_after(entries: Iterable[Entry], rings: datetime) -> int:
    """Return how many hands stand beyond those at the bell; below 0 while one of them is undone.

    Who takes back a hand of before the bell, and enters it anew, has used nothing; who makes a hand of a
    redeal has used one. What the director changes is taken as if it had been so at the bell. `entries` are
    all of the sheet, in the order of writing.
    """
    at_the_bell: dict[int, bool] = {}
    standing: dict[int, bool] = {}
    for entry in entries:
        counts = uses_the_right(entry.record)
        standing[entry.place] = counts
        before = entry.place in at_the_bell or entry.act == Act.INSERT or entered(entry) < rings
        taken_back_since = entry.act in (Act.UNDO, Act.REDO) and entry.at >= rings
        by_the_table_since = entry.act == Act.CORRECT and entry.by_id is None and entry.at >= rings
        if before and not taken_back_since:
            at_the_bell[entry.place] = counts and (not by_the_table_since or at_the_bell[entry.place])
    return sum(standing.values()) - sum(at_the_bell.values())


def answer_of(table: Table, rings: datetime) -> bool | None:
    """Return what the table said at this bell; time that was added since makes another bell of it."""
    if table.dealt is None or table.dealt_at is None or table.dealt_at < rings:
        return None
    return table.dealt


def extra_at(table: Table, rings: datetime) -> int:
    """Return how many hands the director has allowed at this bell."""
    return table.extra_hands if table.extra_at is not None and table.extra_at >= rings else 0


def allowed_at(table: Table, rings: datetime) -> int:
    """Return how many hands may follow this bell: the one that was dealt, and what the director gave."""
    finishes = table.round.tournament.terms.bell is AtTheBell.FINISH
    return int(finishes and answer_of(table, rings) is True) + extra_at(table, rings)


@dataclass(frozen=True, slots=True)
class TableAtBell:
    """When the bell rings for a table, and what may be played there afterwards."""

    rings: datetime | None  # None: not while the clock stands, or without one
    rang: bool = False
    asks: bool = False  # whether the cards are dealt
    left: int = 0  # so many hands may still be entered

    @property
    def is_over(self) -> bool:
        """Return whether nothing is left but to hand in the sheet."""
        return self.rang and not self.asks and self.left == 0


def last_hand(table: Table, clock: Clock, entries: Iterable[Entry], now: datetime) -> TableAtBell:
    """Return when the bell rings for a table, and what its entries so far leave to be played then."""
    rings = bell(clock, now)
    if rings is None or rings > now:
        return TableAtBell(rings)
    answer = answer_of(table, rings)
    finishes = table.round.tournament.terms.bell is AtTheBell.FINISH
    left = max(allowed_at(table, rings) - used_after(entries, rings), 0)
    return TableAtBell(rings, rang=True, asks=finishes and answer is None and left == 0, left=left)


def last_hand_of(table: Table, now: datetime) -> TableAtBell:
    """Return the same of one table alone."""
    entries = table.sheet.entries.order_by("seq") if table.sheet else Entry.objects.none()
    return last_hand(table, table_clock(table), entries, now)


def demand_time(table: Table, asked: NewEntry, now: datetime) -> None:
    """Refuse what was entered after the bell and was not allowed.

    What a table played on paper is typed when there is time for it.
    """
    if table.paper or not _is_played(asked):
        return
    clock = table_clock(table)
    if not rang(clock, asked.entered or now):
        return
    here = last_hand(table, clock, table.started_sheet.entries.order_by("seq"), now)
    if here.rang and here.left == 0:
        raise Refused(form=[why_not(table, here)])


def takes_late(table: Table, sheet: Sheet, entered: datetime, now: datetime) -> bool:
    """Return whether a hand of before the bell is taken, though the table has handed in its sheet since."""
    rings = bell(table_clock(table), now)
    if table.paper or rings is None or sheet.closed_at is None:
        return False
    return entered < rings <= sheet.closed_at


def _is_played(asked: NewEntry) -> bool:
    """Return whether cards were dealt for it: a hand, or one that does not count."""
    return asked.act in (Act.ADD, Act.REDO) and isinstance(asked.record, dict) and "event" not in asked.record


def why_not(table: Table, here: TableAtBell) -> str:
    """Return the sentence that says why no hand may be entered at this table now."""
    if here.asks:
        return _("The bell has rung. Please say first whether the cards had already been dealt.")
    allowed = extra_at(table, here.rings) if here.rings is not None else 0
    if allowed == 0 and table.round.tournament.terms.bell is AtTheBell.CUT:
        return _("The bell has rung, and hands after it do not count. Only the director can allow one.")
    return _("The last hand after the bell has been played. Only the director can allow another.")


def hands_of(table: Table) -> int | None:
    """Return how many hands this table plays with those who sit there; None: as time allows."""
    return table.round.tournament.terms.hands_at(len(table.seated))


def is_complete(table: Table, sheet: Sheet) -> bool:
    """Return whether all hands of this table are in."""
    most = hands_of(table)
    return most is not None and sheet.standing["hands"] >= most


def demand_number(table: Table, sheet: Sheet, actor: Actor, asked: NewEntry) -> None:
    """Refuse one hand more than a table plays, to everybody but the director."""
    if not _is_played(asked) or not is_complete(table, sheet):
        return
    if actor.account is not None and sheet.is_directed:
        return
    words = _("All %(number)d hands of this table have been played. Only the director can enter another.")
    raise Refused(form=[words % {"number": hands_of(table)}])
