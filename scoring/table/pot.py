"""The Pagatkassa of one table: what was agreed on it, and what is in it after the entries that stand."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.engine import facts
from scoring.engine.pagatkassa import Pagatkassa, PagatkassaTerms, pagatkassa
from scoring.models import Evening, Sheet
from scoring.rules.versions.books import SheetBook, seated_first


def terms_of(evening: Evening) -> PagatkassaTerms | None:
    """Return what was agreed; None: no Pagatkassa is played."""
    return None if evening.pagatkassa is None else PagatkassaTerms(**evening.pagatkassa)


def pot_of(
    sheet: Sheet, entries: Iterable[facts.Entry], terms: PagatkassaTerms, book: SheetBook | None = None
) -> Pagatkassa:
    """Return the pot of one table after these entries; `book` if they are not all of today."""
    played = facts.SheetFacts(*seated_first(sheet, book), tuple(entries), sheet.options)
    return pagatkassa(played, terms)
