"""The demonstration club says what it is on every screen and on paper."""

from __future__ import annotations

import re

from django.utils import translation
from playwright.sync_api import expect

from scoring import demo
from scoring.models import Account, Club
from tests.support.browser.looks import complaints_by_day_and_night
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import founded, sign_in

MARK = "Demonstration: all of it invented"


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
        expect(anna.get_by_text(MARK)).to_be_visible()
        assert complaints_by_day_and_night(anna) == [], address
    anna.emulate_media(media="print")
    expect(anna.get_by_text(MARK)).to_be_visible()


def test_it_opens_on_its_best(page: OpenPage, transactional_db: None) -> None:
    anna = page(390, 844)
    founded()
    with translation.override("en"):
        club = demo.create_demo_club(actor=Account.objects.get(name="Anna"))
    sign_in(anna, "en")
    for width in (320, 1280):
        anna.set_viewport_size({"width": width, "height": 800})
        anna.goto(club.get_absolute_url())
        for title in ("The first three of the season", "How the last evening went", "Prize tarock"):
            expect(anna.get_by_role("heading", name=title)).to_be_visible()
        assert complaints_by_day_and_night(anna) == [], width
    anna.get_by_role("link", name="Clock and tables").click()
    expect(anna.locator(".clock .time")).to_have_text(re.compile("^[45][0-9]:[0-9]{2}$"))
    anna.go_back()
    anna.get_by_role("link", name="Screen in the hall").click()
    expect(anna.locator(".clock .time")).to_have_text(re.compile("^[45][0-9]:[0-9]{2}$"))
