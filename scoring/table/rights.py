"""Who may write on a sheet, asked of the sheet as it is now."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied

from scoring.models import Account, Participant, Sheet
from scoring.occasions import Actor, occasion_of


def may_record(sheet: Sheet, actor: Actor) -> bool:
    return occasion_of(sheet).may_record(sheet, actor)


def known_at(sheet: Sheet, actor: Actor) -> set[str]:
    """Whom the actor knows by id: members everybody of the evening, a link only who ever sat at its table."""
    if actor.account is None:
        return set(sheet.standing["totals"])
    there = Participant.objects.filter(evening=sheet.evening_id).values_list("pk", flat=True)
    return {str(pk) for pk in there}


def locked_sheet(sheet: Sheet, actor: Actor) -> Sheet:
    """The sheet as it is now; whoever writes on it next waits."""
    sheets = Sheet.objects.whole().select_for_update(of=("self",))
    if actor.account is not None:
        sheets = sheets.open_to(actor.account)
    found = sheets.numbered(sheet.pk)
    if found is None or not may_record(found, actor):
        raise PermissionDenied
    return found


def member_of(sheet: Sheet, actor: Actor) -> int | None:
    """Who acts, as a member of the club; nobody in particular through the link."""
    return None if actor.account is None else sheet.member_id


def directed_sheet(sheet: Sheet, actor: Account) -> Sheet:
    """The sheet as it is now, for whoever directs its club."""
    sheet = locked_sheet(sheet, Actor(actor))
    if not sheet.is_directed:
        raise PermissionDenied
    return sheet


def told(sheet: Sheet) -> dict[str, Any]:
    return {"sheet": sheet.pk, "name": sheet.name, "date": str(sheet.evening.date)}
