"""A tournament on the phones of everybody: found, followed, kept when there is no network."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.support.browser.looks import LONG
from tests.support.browser.pages import OpenPage
from tests.support.browser.tournament_table import Watch, look, published, watch, with_a_clock
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.tables import FOUR
from tests.support.stages import Stage
from tests.support.tournaments.playing import Playing, hand
from tournaments.models import Tournament

__all__ = ["watch"]

EVERY = 3000  # milliseconds: between two questions of a page
OTHERS = ("Änne", "Eva Huber", "Fritz", LONG)


def shown_to_everybody(house: House) -> Playing:
    """Two tables, drawn and published."""
    found = published(house, tables=[FOUR, OTHERS])
    Tournament.objects.update(public=True)
    return found


SHOWN = Stage("playing", shown_to_everybody, on=HOUSE)
playing = SHOWN.fixture()


def at(visitor: Page, playing: Playing, path: str = "") -> Page:
    visitor.goto(f"/tournaments/{playing.tournament.code}/{path}?language=en")
    return visitor


def row_of(phone: Page, name: str) -> Locator:
    return phone.get_by_role("list", name="Round 1").get_by_role("listitem").filter(has_text=name)


def test_the_standings_follow_a_hand_within_seconds(page: OpenPage, playing: Playing) -> None:
    """Also in a browser without `AbortSignal.timeout`, which Safari has since 16 and Chrome since 103."""
    playing.start()
    phone = at(with_a_clock(page(390, 844)), playing, "standings/")
    phone.evaluate("delete AbortSignal.timeout")
    phone.evaluate("window.stays = true")
    expect(row_of(phone, "Bert")).to_contain_text("50")
    playing.play(1, hand("Bert", "Cilli"))
    phone.clock.fast_forward(EVERY)
    expect(row_of(phone, "Bert")).to_contain_text("51")
    expect(row_of(phone, "Anna")).to_contain_text("49")
    expect(phone.locator(".connection")).to_be_empty()
    expect(phone.get_by_role("button", name="Print", exact=True)).to_have_count(1)
    assert phone.evaluate("window.stays")


def test_a_phone_that_waits_is_told_where_to_go_and_that_it_begins(
    page: OpenPage, playing: Playing, watch: Watch
) -> None:
    phone = at(page(390, 844), playing)
    expect(phone.get_by_role("heading", name="Round 1 begins soon")).to_be_visible()
    name = phone.get_by_label("Your name")
    assert name.evaluate("one => one.getBoundingClientRect().bottom") < 300
    name.fill("huber")
    phone.get_by_role("button", name="Find").click()
    expect(phone.locator(".where")).to_have_text("Table 2, seat 2")
    first = "document.querySelector('#public .where, #public input').className"
    assert phone.evaluate(first) == "where", "my table stands first"
    phone.get_by_role("link", name="Keep this page").click()
    expect(phone.locator(".where")).to_have_text("Table 2, seat 2")
    phone.get_by_label("Your name").fill("half ty")
    playing.start()
    look(phone)
    expect(phone.get_by_role("heading", name="Round 1 is running")).to_be_visible()
    expect(phone.locator(".news")).to_contain_text("Round 1 is running")
    expect(phone.get_by_role("timer")).to_have_text(re.compile("29:5[0-9]|30:00"))
    assert phone.get_by_label("Your name").input_value() == "half ty"
    expect(phone.locator(".where")).to_have_text("Table 2, seat 2")


def test_without_network_the_page_says_since_when_and_is_right_again_at_once(
    shaky_page: OpenPage, playing: Playing
) -> None:
    playing.start()
    phone = with_a_clock(shaky_page())
    with phone.expect_response("**/pulse/"):
        at(phone, playing, "standings/")
    expect(phone.get_by_role("row", name="Bert")).to_contain_text("50")
    phone.context.set_offline(True)
    phone.clock.fast_forward(EVERY)
    said = phone.locator(".connection")
    told = re.compile(r"No connection\. What is shown here is as of \d\d:\d\d( [AP]M)?\.")
    expect(said).to_have_text(told)
    playing.play(1, hand("Bert", "Cilli"))
    phone.context.set_offline(False)
    expect(phone.get_by_role("row", name="Bert")).to_contain_text("51")
    expect(said).to_be_empty()
