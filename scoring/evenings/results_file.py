"""An evening of the club as a file of results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from scoring.engine.result import amount_in_words, from_twelfths
from scoring.evenings.pages.settling import sheets_of
from scoring.evenings.seals import points_by_table, settled_in_money, sums_of_tables
from scoring.export.results_file import HEAD, event_id, with_written_ids
from scoring.models import Evening, Sheet
from scoring.models.entries import current_among
from scoring.table.pot import pot_of, terms_of
from scoring.table.replay import fact_of
from scoring.table.results_file import SheetsInFile, revision_of_files


def id_of_evening(evening: Evening) -> str:
    """Return the id of an evening in files, the same on every server and for ever."""
    return event_id(evening.club, "evening", evening.opened_at)


def evening_in_file(evening: Evening) -> dict[str, Any]:
    """Return all tables of an evening with what everybody has at each."""
    sheets = sheets_of(evening)
    in_file, terms = SheetsInFile(sheets), terms_of(evening)
    tables = []
    for number, sheet in enumerate(sheets, 1):
        table = in_file.table(sheet, number)
        table["sums"] = {
            person: {
                "hands": points.hands,
                "kassa": amount_in_words(from_twelfths(points.kassa)),
                "schrift": amount_in_words(from_twelfths(points.schrift)),
            }
            for person, points in sheet.scores.items()
        }
        if terms is not None:
            timeline = in_file.timelines[sheet.pk]
            current = current_among(in_file.entries[sheet.pk])
            pot = pot_of(sheet, [fact_of(entry, timeline).entry for entry in current], terms, timeline)
            table["pagatkassa"] = asdict(terms) | {"pot": pot.left.cents, "balances": pot.balances}
        tables.append(table)
    state = "running" if evening.is_open else "closed"
    whole = {
        **HEAD,
        "kind": "evening",
        "event": {
            "id": id_of_evening(evening),
            "revision": revision_of_files(evening.club),
            "date": f"{evening.date:%Y-%m-%d}",
            "place": evening.venue,
            "club": evening.club.name,
            "finished": not evening.is_open,
        },
        "rules": in_file.rules,
        "people": [{"id": person, "name": name} for person, name in evening.names().items()],
        "rounds": [{"number": 1, "state": state, "tables": tables}],
        **({"settling": _settling(evening, sheets)} if evening.cents_per_point else {}),
    }
    return with_written_ids(whole)


def _settling(evening: Evening, sheets: Sequence[Sheet]) -> dict[str, Any]:
    """Return everybody's balance in money, and the payments."""
    settled = settled_in_money(evening, sums_of_tables(points_by_table(sheets)))
    return {
        "currency": evening.currency,
        "cents_per_point": evening.cents_per_point,
        "seed": evening.seed,
        "cents": settled.cents,
        "payments": [asdict(payment) for payment in settled.payments],
    }
