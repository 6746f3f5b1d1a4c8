"""One table on a screen that is read across a room."""

from __future__ import annotations

from django.urls import reverse
from playwright.sync_api import expect

from tests.support.browser.axe import axe
from tests.support.browser.looks import FITS
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import sign_in
from tests.support.browser.sheet import SIX, house, open_sheet, play
from tests.support.scoring.house import House

__all__ = ["house"]  # the fixtures

ASK = "dispatchEvent(new Event('online'))"  # what a page asks now and then by itself, it asks at once
SCROLLS = "document.scrollingElement.scrollHeight > innerHeight"
# Figures that are less than a twelfth of the screen's height, or stick out of their column.
SMALL = """() => [...document.querySelectorAll('.stands b')].filter(one =>
    parseFloat(getComputedStyle(one).fontSize) < innerHeight / 12 ||
    one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"""


def test_names_totals_and_the_last_hand_stand_there_without_scrolling_and_follow_the_table(
    page: OpenPage, house: House
) -> None:
    sheet = open_sheet(house, SIX, 9)
    visitor = sign_in(page(1280, 720))
    for size in ((1280, 720), (1920, 1080)):
        visitor.set_viewport_size({"width": size[0], "height": size[1]})
        visitor.goto(reverse("scoring:table_screen", args=[sheet.pk]))
        assert visitor.evaluate(FITS)
        assert not visitor.evaluate(SCROLLS)
        assert visitor.evaluate(SMALL) == []
        assert axe(visitor) == []
    visitor.set_viewport_size({"width": 390, "height": 844})
    assert visitor.evaluate(FITS)
    assert not visitor.evaluate(SCROLLS)
    expect(visitor.locator("[data-part=last]")).to_contain_text("Hand 8:")
    with visitor.expect_response("**/live/"):
        visitor.evaluate(ASK)
    play(house, sheet, 10)
    visitor.evaluate(ASK)
    expect(visitor.locator("[data-part=last]")).to_contain_text("Hand 9:")
