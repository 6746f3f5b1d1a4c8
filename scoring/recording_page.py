"""Where a table stands, as the recording page has to know it."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse

from scoring.engine.naming import Names
from scoring.models import Sheet
from scoring.paper.banner import banner_of, seats_of
from scoring.recording.replay import Position, position_of, rules_for
from scoring.recording_form import form_facts


def table_facts(
    sheet: Sheet, names: Names, language: str, *, position: Position | None = None
) -> dict[str, Any]:
    """Rules, seats and dealer of the next hand; of an earlier one, if its position is given."""
    now = position is None
    position = position or position_of(sheet)
    standing, rules = position.standing, rules_for(sheet)
    banner = banner_of(sheet, position, names, rules, language) if now and sheet.is_open else None
    return {
        **form_facts(rules, language=language),
        "urls": _urls(sheet),
        "after": sheet.seq,
        "closed": not sheet.is_open,
        "number": position.hands + 1,
        "players": [{"id": player, "name": names[player]} for player in standing.playing],
        "seats": [seat._asdict() for seat in seats_of(position, names)],
        "dealer": standing.dealer,
        "radl": standing.doubled,
        "radl_left": standing.owed,
        "schlussradl": standing.schlussradl,
        "banner": render_to_string("scoring/_banner.html", {"banner": banner}),
        "record": None,
        "review": False,
        "at": None,
        "before": None,
    }


def _urls(sheet: Sheet) -> dict[str, str]:
    urls = {
        name: reverse(f"scoring:{name}", args=[sheet.pk])
        for name in ("preview", "live", "sheet", "seating", "undo", "redo")
    }
    return {"save": reverse("scoring:record", args=[sheet.pk]), **urls}
