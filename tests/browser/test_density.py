"""How much stands on a screen: at a desk fifteen rows of a season, on a phone few screens in all."""

from __future__ import annotations

from django.utils import timezone

from scoring.models import Club
from tests.support.browser.looks import UNFOLD
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import founded, sign_in
from tests.support.scoring.house import House
from tests.support.scoring.season import play
from tests.support.scoring.tables import dreier
from tests.support.stages import Stage

NAMES = ("Anna", *(f"Mitglied {number}" for number in range(2, 21)))
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
HEIGHT = "document.scrollingElement.scrollHeight"
ROWS = """() => {
    const rows = [...document.querySelectorAll('.standings tbody tr')]
        .map(row => row.getBoundingClientRect());
    return {
        heights: [...new Set(rows.map(row => Math.round(row.height)))],
        seen: rows.filter(row => row.bottom <= innerHeight).length,
    };
}"""
TITLE = "() => parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)"


def members() -> House:
    """Five tables of members, a hand each."""
    anna = founded(members=NAMES[1:], default_rules="standard")
    club = Club.objects.get()
    house = House(club, club, {"Anna": anna})
    for first in range(0, 20, 4):
        names = NAMES[first : first + 4]
        play(house, timezone.localdate(), dreier(names[0]), names=names)
    return house


TWENTY = Stage("twenty", members)
twenty = TWENTY.fixture()


def test_fifteen_rows_of_a_season_are_in_sight_at_a_desk(page: OpenPage, twenty: House) -> None:
    desk = sign_in(page(**DESK), "de")
    for language, demonstration in (("de", False), ("en", True)):  # its mark stands beside the title
        Club.objects.update(demonstration=demonstration)
        sign_in(desk, language).goto(f"/clubs/{twenty.club.slug}/season/?period=all")
        found = desk.evaluate(ROWS)
        assert found["seen"] >= 15
        assert all(38 <= height <= 42 for height in found["heights"])
        assert desk.evaluate(TITLE) <= 40
    desk.set_viewport_size(PHONE)
    assert desk.evaluate(TITLE) <= 32


def test_the_landing_page_is_at_most_three_screens_of_a_phone(page: OpenPage, twenty: House) -> None:
    phone = page(**PHONE)
    for visitor in (phone, sign_in(phone, "de")):
        visitor.goto("/")
        visitor.evaluate(UNFOLD)
        assert visitor.evaluate(HEIGHT) <= 3 * PHONE["height"]
