"""A club with a season, looked at in the browser."""

from __future__ import annotations

from datetime import timedelta

from scoring import clock
from tests.support.browser.looks import LONG
from tests.support.browser.people import founded
from tests.support.scoring.house import House
from tests.support.scoring.season import just_play, play
from tests.support.scoring.tables import dreier, hand, rufer
from tests.support.stages import Stage


def played() -> House:
    """Long names, thirds, two currencies, and more guests than fit on one page."""
    house = founded("Donaudampfschifffahrtsgesellschafts-Tarockrunde", [LONG, "Bert", "Cilli", "Dora"])
    day = clock.today()
    four = ("Anna", LONG, "Bert", "Cilli")
    thirds = hand("trischaken", "Anna", order=[["Bert", LONG]])
    play(house, day - timedelta(days=1), dreier("Anna"), rufer(LONG, "Cilli"), names=four, currency="CHF")
    play(house, day, thirds, dreier(LONG), dreier("Cilli", won=False), names=four, cents=25)
    guests = [f"Gast {number}" for number in range(1, 31)]
    for first in range(0, 30, 3):
        play(house, day, dreier("Anna"), names=("Anna", *guests[first : first + 3]))
    just_play(house, dreier("Dora"))
    return house


SEASON = Stage("house", played)
house = SEASON.fixture()
