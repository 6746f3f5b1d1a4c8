"""The demonstration club is asked for at the set-up, and says what it is."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from scoring.accounts import verbs as people
from scoring.models import Club, Evening
from tests.support.browser.looks import complaints_by_day_and_night
from tests.support.browser.pages import OpenPage
from tests.support.scoring.house import PASSWORD

MARK = "Demonstration: all of it invented"


def looked_at(visitor: Page, name: str) -> None:
    assert complaints_by_day_and_night(visitor) == [], name


def fill_in(visitor: Page) -> None:
    visitor.goto(f"/setup/{people.setup_code()}/?language=en")
    visitor.get_by_label("Sign-in name").fill("Anna")
    visitor.get_by_label("Password", exact=True).fill(PASSWORD)
    visitor.get_by_label("The password again").fill(PASSWORD)
    visitor.get_by_label("Name of the club").fill("Stammtisch Süd")


def test_it_is_made_at_the_set_up_and_marked_wherever_one_looks(
    page: OpenPage, transactional_db: None
) -> None:
    anna = page(320, 640)
    anna.goto("/?language=en")
    expect(anna.get_by_text("This server does not have an owner yet")).to_be_visible()
    looked_at(anna, "first page")
    fill_in(anna)
    anna.get_by_label("Add a demonstration club to look around in").check()
    anna.get_by_role("button", name="Set up").click()
    anna.wait_for_url(re.compile("/clubs/stammtisch-sued/$"), timeout=60_000)
    club = Club.objects.get(demonstration=True)
    anna.goto("/clubs/")
    anna.get_by_role("link", name=club.name).click()
    expect(anna.get_by_role("heading", name=club.name)).to_be_visible()
    assert Evening.objects.filter(club=club).count() == 14
    for name, address in (
        ("removal", f"{club.get_absolute_url()}demonstration/remove/"),
        ("evening", Evening.objects.filter(club=club)[0].get_absolute_url()),
    ):
        anna.goto(address)
        expect(anna.get_by_text(MARK)).to_be_visible()
        looked_at(anna, name)
    anna.emulate_media(media="print")
    expect(anna.get_by_text(MARK)).to_be_visible()
    anna.emulate_media(media="screen")
    anna.goto("/clubs/stammtisch-sued/")
    expect(anna.get_by_role("heading", name="Stammtisch Süd")).to_be_visible()
    expect(anna.get_by_text(MARK)).to_be_hidden()
