"""How much stands on a screen: at a desk fifteen rows of a season, on a phone few screens in all."""

from __future__ import annotations

from django.utils import timezone
from playwright.sync_api import expect

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


LEAD = """() => {
    const lead = document.querySelector('main .lead');
    return [lead.getBoundingClientRect().height, parseFloat(getComputedStyle(lead).lineHeight)];
}"""


def test_an_explanation_is_two_lines_of_a_phone_until_it_is_tapped(page: OpenPage, twenty: House) -> None:
    phone = sign_in(page(**PHONE), "de")
    phone.goto(f"/clubs/{twenty.club.slug}/old-sheets/import/")
    more = phone.get_by_role("button", name="mehr")
    expect(more).to_be_visible()
    height, line = phone.evaluate(LEAD)
    assert height == 2 * line
    phone.emulate_media(media="print")
    expect(more).to_be_hidden()
    assert phone.evaluate(LEAD)[0] > 2 * phone.evaluate(LEAD)[1]
    phone.emulate_media(media="screen")
    more.click()
    expect(more).to_have_count(0)
    height, line = phone.evaluate(LEAD)
    assert height > 4 * line
