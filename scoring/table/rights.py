"""Who may write on a sheet, asked of the sheet as it is now."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied

from scoring.models import Account, Participant, Sheet
from scoring.table_policy import Actor, policy_of


def known_at(sheet: Sheet, actor: Actor) -> set[str]:
    """Return whom the actor knows by id: a member the whole evening, a link who ever sat at its table."""
    if actor.account is None:
        return set(sheet.totals)
    there = Participant.objects.filter(evening=sheet.evening_id).values_list("pk", flat=True)
    return {str(pk) for pk in there}


def locked_sheet(sheet: Sheet, actor: Actor) -> Sheet:
    """Return the sheet as it is now, locked; PermissionDenied for whoever may not record on it."""
    found = Sheet.numbered(sheet.pk, actor.account, lock=True)
    if found is None or not policy_of(found).may_record(found, actor):
        raise PermissionDenied
    return found


def directed_sheet(sheet: Sheet, actor: Account) -> Sheet:
    """Return the sheet as it is now, locked; PermissionDenied for whoever does not direct its club."""
    sheet = locked_sheet(sheet, Actor(actor))
    if not sheet.is_directed:
        raise PermissionDenied
    return sheet


def told(sheet: Sheet) -> dict[str, Any]:
    """Return what the log keeps of a sheet."""
    return {"sheet": sheet.pk, "name": sheet.name_in_log, "date": str(sheet.evening.date)}
