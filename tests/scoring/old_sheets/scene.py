"""Old sheets in the club of the tests on access."""

from __future__ import annotations

from tests.support.scoring.house import House
from tests.support.scoring.old_papers import old_amounts, old_hands


def add(house: House) -> None:
    """One sheet of amounts, one of hands."""
    old_amounts(house)
    old_hands(house)
