"""An evening of the club as a file of results."""

from __future__ import annotations

from typing import Any

from scoring.engine.result import from_twelfths
from scoring.engine.words import amount_in_words
from scoring.evenings.pages.settling import sheets_of
from scoring.export.results_file import FORMAT, VERSION
from scoring.models import Evening
from scoring.table.results_file import SheetsInFile


def evening_in_file(evening: Evening) -> dict[str, Any]:
    """Return all tables of an evening with what everybody has at each."""
    sheets = sheets_of(evening)
    found = SheetsInFile(sheets)
    tables = []
    for number, sheet in enumerate(sheets, 1):
        table = found.table(sheet, number)
        table["sums"] = {
            person: {
                "hands": points.hands,
                "kassa": amount_in_words(from_twelfths(points.kassa)),
                "schrift": amount_in_words(from_twelfths(points.schrift)),
            }
            for person, points in sheet.scores.items()
        }
        tables.append(table)
    state = "running" if evening.is_open else "closed"
    return {
        "format": FORMAT,
        "version": VERSION,
        "kind": "evening",
        "event": {
            "date": f"{evening.date:%Y-%m-%d}",
            "place": evening.place,
            "club": evening.club.name,
            "finished": not evening.is_open,
        },
        "rules": found.rules,
        "people": [{"id": person, "name": name} for person, name in evening.names().items()],
        "rounds": [{"number": 1, "state": state, "tables": tables}],
    }
