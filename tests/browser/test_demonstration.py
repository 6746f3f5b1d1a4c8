"""The demonstration club says what it is on every screen and on paper."""

from __future__ import annotations

from playwright.sync_api import expect

from scoring.models import Club
from tests.support.browser.looks import complaints_by_day_and_night
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import founded, sign_in


def test_it_is_marked_wherever_one_looks(page: OpenPage, transactional_db: None) -> None:
    """How it is asked for at the set-up: tests/scoring/demo/test_demonstration.py."""
    anna = page(320, 640)
    anna.goto("/?language=en")
    expect(anna.get_by_text("This server does not have an owner yet")).to_be_visible()
    assert complaints_by_day_and_night(anna) == []
    house = founded()
    evening = house.evening()
    Club.objects.update(demonstration=True)
    sign_in(anna, "en")
    for address in (f"{house.club.get_absolute_url()}demonstration/remove/", evening.get_absolute_url()):
        anna.goto(address)
        expect(anna.locator(".brand small")).to_have_text("Demonstration")
        assert complaints_by_day_and_night(anna) == [], address
    anna.emulate_media(media="print")
    expect(anna.get_by_text("Demonstration: all of it invented")).to_be_visible()
