"""What a phone has to know to show its waiting hands as a picture."""

from __future__ import annotations

from typing import Any

from django.utils.text import Truncator

from scoring import clock
from scoring.models import Sheet
from scoring.table.pictures import key_of
from scoring.table_policy import occasion_of

LONGEST_TITLE = 60  # letters; they go into the picture


def picture_facts(sheet: Sheet, url: str) -> dict[str, Any]:
    """Return where its pictures lead, whose they are, what signs them, and what time it is here."""
    return {
        "url": url,
        "sheet": sheet.pk,
        "key": key_of(sheet),
        "title": Truncator(_title(sheet)).chars(LONGEST_TITLE),
        "now": int(clock.now().timestamp() * 1000),
    }


def _title(sheet: Sheet) -> str:
    is_member = True  # where it is played is said to whoever sees the picture
    crumbs = occasion_of(sheet).crumbs(sheet, is_member)
    return " · ".join([sheet.name_in_log, *(crumb.label for crumb in crumbs[-1:])])
