"""The links that open a table without an account: an old one opens nothing any more."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from django.db.models import F

from scoring.deeds import PendingDeed, verb
from scoring.models import Account, Sheet
from scoring.table.rights import locked_sheet, told
from scoring.table_policy import Actor


@verb("renew_link")
def renew_link(
    act: PendingDeed, *, actor: Account, deed: UUID, sheet: Sheet, kind: Literal["record", "read"]
) -> Sheet:
    """Renew one of the links of a sheet: the old one and its code open nothing any more."""
    sheet = locked_sheet(sheet, Actor(actor))
    field = f"{kind}_link"
    Sheet.objects.filter(pk=sheet.pk).update(**{field: F(field) + 1})
    sheet.refresh_from_db(fields=[field])
    act.record(sheet.evening.club, kind=kind, **told(sheet))
    return sheet
