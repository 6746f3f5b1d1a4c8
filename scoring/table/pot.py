"""The Pagatkassa of one table: what was agreed on it, and what is in it after the entries that stand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scoring.engine import facts
from scoring.engine.money import money_in_words
from scoring.engine.naming import Names
from scoring.engine.pagatkassa import Pagatkassa, PagatkassaTerms, movement_in_words, pagatkassa
from scoring.models import Evening, Sheet
from scoring.rules.versions.books import SheetBook, seated_first
from scoring.table.replay import standing_facts


def terms_of(evening: Evening) -> PagatkassaTerms | None:
    """Return what was agreed; None: no Pagatkassa is played."""
    return None if evening.pagatkassa is None else PagatkassaTerms(**evening.pagatkassa)


def pot_of(
    sheet: Sheet, entries: Iterable[facts.Entry], terms: PagatkassaTerms, book: SheetBook | None = None
) -> Pagatkassa:
    """Return the pot of one table after these entries; `book` if they are not all of today."""
    played = facts.SheetFacts(*seated_first(sheet, book), tuple(entries), sheet.options)
    return pagatkassa(played, terms)


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
