"""The Pagatkassa on the recording page: what is in it, and who paid or took something with the last hand."""

from __future__ import annotations

from typing import Any

from scoring.engine.money import money_in_words
from scoring.engine.naming import Names
from scoring.engine.pagatkassa import movement_in_words
from scoring.models import Sheet
from scoring.table.pot import pot_of, terms_of
from scoring.table.replay import standing_facts


def pot_facts(sheet: Sheet, names: Names, language: str) -> dict[str, Any]:
    """Return the pot of a table by now; only where one is played."""
    terms, currency = terms_of(sheet.evening), sheet.evening.currency
    assert terms is not None
    entries = [fact.entry for fact in standing_facts(sheet)]
    pot = pot_of(sheet, entries, terms)
    last = len(entries) - 1
    return {
        "money": money_in_words(pot.pot, currency, language),
        "moved": [
            movement_in_words(movement, currency, language, names)
            for movement in pot.movements
            if movement.entry == last
        ],
    }
