"""The Pagatkassa of one table: its terms, and the pot after the current entries."""

from collections.abc import Iterable

from scoring.engine import facts
from scoring.engine.pagatkassa import Movement, Pagatkassa, pagatkassa
from scoring.engine.rules import PagatkassaTerms
from scoring.engine.table_state import Kassa
from scoring.models import Evening, Sheet
from scoring.rules.versions.timelines import RulesTimeline, seated_first
from scoring.table.replay import current_facts


def terms_of(evening: Evening) -> PagatkassaTerms | None:
    """Return the terms of the Pagatkassa; None: none is played."""
    return None if evening.pagatkassa is None else PagatkassaTerms(**evening.pagatkassa)


def pot_of(
    sheet: Sheet,
    entries: Iterable[facts.Entry],
    terms: PagatkassaTerms,
    timeline: RulesTimeline | None = None,
) -> Pagatkassa:
    """Return the pot of a table after these entries; `timeline` if they are not the current ones."""
    played = facts.SheetFacts(*seated_first(sheet, timeline), tuple(entries), sheet.options)
    return pagatkassa(played, terms)


def kassa_of(sheet: Sheet) -> tuple[Kassa | None, list[Movement]]:
    """Return a table's Pagatkassa now, and the last entry's movement; None: none is played."""
    terms = terms_of(sheet.evening)
    if terms is None:
        return None, []
    entries = [fact.entry for fact in current_facts(sheet)]
    pot = pot_of(sheet, entries, terms)
    movements = [movement for movement in pot.movements if movement.entry == len(entries) - 1]
    return Kassa(terms, sheet.evening.currency, pot.left), movements
