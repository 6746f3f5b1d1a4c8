"""A club with a season, looked at in the browser."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from scoring.models import Member
from tests.support.browser.looks import LONG
from tests.support.browser.people import founded
from tests.support.scoring.house import House
from tests.support.scoring.season import just_play, play
from tests.support.scoring.tables import dreier, hand, rufer
from tests.support.stages import Stage

GUESTS = [f"Gast {number}" for number in range(1, 31)]


def played() -> House:
    """Long names, thirds, two currencies, and more guests than fit on one page."""
    house = founded("Donaudampfschifffahrtsgesellschafts-Tarockrunde", [LONG, "Bert", "Cilli", "Dora"])
    day = timezone.localdate()
    four = ("Anna", LONG, "Bert", "Cilli")
    thirds = hand("trischaken", "Anna", order=[["Bert", LONG]])
    play(house, day - timedelta(days=1), dreier("Anna"), rufer(LONG, "Cilli"), names=four, currency="CHF")
    play(house, day, thirds, dreier(LONG), dreier("Cilli", won=False), names=four, cents=25)
    for first in range(0, 30, 3):
        play(house, day, dreier("Anna"), names=("Anna", *GUESTS[first : first + 3]))
    just_play(house, dreier("Dora"))
    return house


SEASON = Stage("house", played)
house = SEASON.fixture()


def addresses(house: House) -> dict[str, str]:
    here = f"/clubs/{house.club.slug}/season/"
    long = Member.objects.get(name=LONG).pk
    return {
        "season": f"{here}?period=all",
        "member": f"{here}{long}/?period=all",
        "statistics": f"{here}statistics/?period=all&tables=on&show=all",
        "statistics of one subject": f"{here}statistics/?period=all&tables=on",
    }
