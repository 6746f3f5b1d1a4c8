"""What stands above a sheet before its next hand."""

from __future__ import annotations

from scoring.engine.naming import Names
from scoring.engine.next_hand import Banner, banner_at
from scoring.engine.rules import Rules
from scoring.engine.sheet import Position
from scoring.models import Sheet
from scoring.rules.versions.books import seated_first


def banner_of(sheet: Sheet, position: Position, names: Names, rules: Rules, language: str) -> Banner:
    """Return which hand comes, who deals, what is doubled."""
    _players, dealer = seated_first(sheet)
    return banner_at(dealer, position, names, rules, language)
