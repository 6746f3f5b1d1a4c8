"""At the bell doubled hands lapse: an entry of its own says so on the sheet, before the first hand after it.

It is written as soon as a hand after the bell is possible, because the cards were dealt or the director
allows one: so the phone shows what that hand will come to. A hand whose cards were dealt stays what the phone
called it, and so does what was played before the bell, however late it arrives. Nobody enters this, takes it
back or changes it; who plays on paper types it.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID, uuid4

from scoring import clock
from scoring.engine import facts
from scoring.engine.record import entry_record
from scoring.models import Act, Entry, Sheet
from scoring.rules.versions.books import rules_for
from scoring.table.replay import Fact, is_of_doubling, position_of
from scoring.table.verbs import place_before
from scoring.table.writing import append_row, put, rederive
from scoring.table_policy import Actor, NewEntry
from tournaments.clock.bell import used_after, uses_the_right
from tournaments.clock.times import table_clock
from tournaments.engine.clock import bell
from tournaments.engine.terms import Double
from tournaments.models import Table


def has_rung(sheet: Sheet) -> bool:
    """Return whether the sheet says that the bell has rung; without a query."""
    return bool(sheet.standing.get("rung"))


def end_doubling(table: Table, sheet: Sheet, actor: Actor, entry: UUID, *, dealt: bool) -> None:
    """End doubling from the next hand on, or after the one that is dealt; done again it changes nothing."""
    rules = rules_for(sheet)
    if has_rung(sheet) or not rules.radl.played or table.round.tournament.terms.double is Double.OFF:
        return
    _append(facts.DoublingEnds(dealt), sheet, actor, entry)


def end_doubling_if_rung(sheet: Sheet, actor: Actor, entry: UUID) -> None:
    """End doubling before a hand that the arbiters enter, if the bell has rung."""
    table = Table.objects.select_related("round__tournament").get(sheet=sheet)
    now = clock.now()
    rings = bell(table_clock(table), now)
    if not table.paper and rings is not None and rings <= now:
        end_doubling(table, sheet, actor, entry, dealt=True)


def go_on_doubling(table: Table, sheet: Sheet, actor: Actor, entry: UUID) -> None:
    """Undo the bell after time was added: where nothing was played since, doubled hands are owed again.

    What was played after it stays as it was, and what had lapsed then is not owed any more.
    """
    now = clock.now()
    rings = bell(table_clock(table), now)
    if not has_rung(sheet) or table.paper or not sheet.is_open or (rings is not None and rings <= now):
        return
    lapse = lapse_on(sheet)
    if _behind(sheet, lapse):
        _append(facts.DoublingResumes(), sheet, actor, entry)
    else:
        put(sheet, actor, NewEntry(entry, Act.UNDO, None, supersedes=lapse))
        rederive(sheet)


def _append(event: facts.Doubling, sheet: Sheet, actor: Actor, entry: UUID) -> None:
    rules, position = rules_for(sheet), position_of(sheet)
    written = put(sheet, actor, NewEntry(entry, Act.ADD, entry_record(event, rules)))
    append_row(sheet, position, Fact(written.id, written.place, event, rules))


def lapse_on(sheet: Sheet) -> Entry:
    """Return the entry of the bell on a sheet that says it has rung."""
    standing = sheet.entries.standing().order_by("-place").iterator()
    return next(entry for entry in standing if is_of_doubling(entry.record))


def _behind(sheet: Sheet, lapse: Entry) -> int:
    """Return how many hands stand after the bell."""
    return sum(
        uses_the_right(entry.record) for entry in sheet.entries.standing().filter(place__gt=lapse.place)
    )


def place_for(table: Table, sheet: Sheet, entered: datetime | None) -> int | None:
    """Return where a hand of before the bell belongs, or None for the end of the sheet.

    One that comes late belongs before the bell, and so does one that was taken back and is entered anew.
    """
    if not has_rung(sheet) or table.paper:
        return None
    now = clock.now()
    rings = bell(table_clock(table), now)
    if rings is None or rings > now:
        return None
    is_late = entered is not None and entered < rings
    if is_late or used_after(sheet.entries.order_by("seq"), rings) < 0:
        return place_before(sheet, lapse_on(sheet).place)
    return None


def rearranged(table: Table, sheet: Sheet, actor: Actor, entry: Entry) -> bool:
    """Move the bell before a hand that was brought back, or made of a redeal, if it is the last one after.

    Return whether that was so.
    """
    if entry.act not in (Act.REDO, Act.CORRECT) or not has_rung(sheet) or table.paper:
        return False
    rings, lapse = bell(table_clock(table), clock.now()), lapse_on(sheet)
    if rings is None or entry.place > lapse.place:
        return False
    if used_after(sheet.entries.order_by("seq"), rings) <= _behind(sheet, lapse):
        return False
    put(sheet, actor, NewEntry(uuid4(), Act.UNDO, None, supersedes=lapse))
    put(sheet, actor, NewEntry(uuid4(), Act.ADD, lapse.record, place=place_before(sheet, entry.place)))
    return True
