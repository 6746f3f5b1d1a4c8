"""A table that has something to argue about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.browser.tournament_table import published
from tests.support.scoring.house import HOUSE, House
from tests.support.stages import Stage
from tests.support.tournaments.disputes import SEATS, appointed
from tests.support.tournaments.hands import hand
from tests.support.tournaments.playing import Playing
from tournaments.engine.terms import PLAY_MONEY


def of_little_money(house: House) -> Playing:
    """Everybody has 3 and gets 5 more when that is gone; Emil, who does not play, rules."""
    found = published(house, replace(PLAY_MONEY, capital=3, replacement=5), SEATS)
    appointed(house, "Emil")
    return found


POOR = Stage("poor", of_little_money, on=HOUSE)
poor = POOR.fixture()


@pytest.fixture
def bust(poor: Playing) -> Playing:
    """After three hands Anna and Bert are."""
    poor.start()
    for _hand in range(3):
        poor.play(1, hand("Anna", "Bert", won=False))
    return poor
