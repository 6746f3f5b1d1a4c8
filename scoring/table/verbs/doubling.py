"""A round of doubled hands is called at a table."""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from scoring.deeds import Refused, atomic_with_retry
from scoring.engine.facts import CalledRadl
from scoring.engine.record import entry_record
from scoring.engine.sheet import ahead_when_called, problems_with_entry
from scoring.models import Account, Act, Sheet
from scoring.rules.versions.books import rules_for
from scoring.table.replay import Fact, position_of
from scoring.table.writing import Illegal, Written, append_row, demand_as_before, ready, write, written_before
from scoring.table_policy import Actor, NewEntry


def can_call_radl(sheet: Sheet) -> bool:
    """Return whether a call would double any hand that is not doubled anyway."""
    rules, standing = rules_for(sheet), position_of(sheet).standing
    if not sheet.is_open or problems_with_entry(standing, CalledRadl(), rules):
        return False
    return not standing.schlussradl and ahead_when_called(standing, rules) != standing.ahead


@atomic_with_retry
def call_radl(*, actor: Account, entry: UUID, sheet: Sheet) -> Written:
    """Call a Radl at one table, which doubles hands from the next one on."""
    return call_radl_on(sheet, actor, entry)


def call_radl_on(sheet: Sheet, actor: Account, entry: UUID) -> Written:
    """Call a Radl at one table, inside a bigger transaction."""
    sheet, before = ready(sheet, Actor(actor), entry)
    if not sheet.is_directed:
        raise PermissionDenied
    rules, called = rules_for(sheet), CalledRadl()
    record = entry_record(called, rules)
    if before is not None:
        demand_as_before(before, Act.ADD, record)
        return written_before(sheet, before)
    name = {"name": sheet.name}
    if not sheet.is_open:
        raise Refused(form=[_("The sheet of “%(name)s” is closed.") % name])
    position = position_of(sheet)
    if problems := problems_with_entry(position.standing, called, rules):
        raise Illegal(problems)
    if not can_call_radl(sheet):
        raise Refused(form=[_("The next hands at “%(name)s” are already doubled.") % name])
    written = write(sheet, Actor(actor), NewEntry(entry, Act.ADD, record))
    append_row(sheet, position, Fact(written.id, written.place, called, rules))
    return Written(written, sheet, None)
