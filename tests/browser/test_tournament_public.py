"""A tournament on the phones of everybody: found, followed, kept when there is no network."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from openpyxl import load_workbook
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.test_every_page import CLIPPED, SMALL_TEXT
from tests.browser.test_people import AXE, LONG
from tests.browser.test_rules_pages import CUT_OFF, SMALL_TARGETS
from tests.browser.test_tournament_table import house, watch
from tests.conftest import OpenPage
from tests.scoring.conftest import House
from tests.scoring.tables import FOUR
from tests.tournaments.conftest import Playing, opened
from tests.tournaments.hands import hand
from tournaments.engine.terms import PLAY_MONEY
from tournaments.models import Tournament
from tournaments.running import timing

__all__ = ["house", "watch"]

SOON = 4000  # milliseconds: within one question of the page, and a little
OTHERS = ("Änne", "Eva Huber", "Fritz", LONG)
PATHS = ("", "seating/", "standings/", "rounds/1/")


@pytest.fixture
def playing(house: House) -> Playing:
    """Two tables, drawn and published, shown to everybody."""
    found = opened(house, terms=PLAY_MONEY)
    found.register([*FOUR, *OTHERS])
    Tournament.objects.update(public=True)
    found.check_in()
    found.draw()
    found.seat(1, [FOUR, OTHERS])
    found.publish()
    return found


def at(visitor: Page, playing: Playing, path: str = "") -> Page:
    visitor.goto(f"/tournaments/{playing.tournament.code}/{path}?language=en")
    return visitor


def test_the_standings_follow_a_hand_within_seconds(page: OpenPage, playing: Playing) -> None:
    playing.start()
    phone = at(page(390, 844), playing, "standings/")
    phone.evaluate("window.stays = true")
    expect(phone.get_by_role("row", name="Bert")).to_contain_text("50")
    playing.play(1, hand("Bert", "Cilli"))
    expect(phone.get_by_role("row", name="Bert")).to_contain_text("51", timeout=SOON)
    expect(phone.get_by_role("row", name="Anna")).to_contain_text("49")
    with phone.expect_download() as download:
        phone.get_by_role("link", name="Excel : the standings", exact=True).click()
    worksheet = load_workbook(BytesIO(download.value.path().read_bytes())).worksheets[0]
    assert {row[2]: row[3] for row in worksheet.iter_rows(min_row=2, max_row=3, values_only=True)} == {
        "Bert": 51,
        "Cilli": 51,
    }
    expect(phone.get_by_role("button", name="Print", exact=True)).to_have_count(1)
    assert phone.evaluate("window.stays")


def test_a_phone_that_waits_is_told_where_to_go_and_that_it_begins(page: OpenPage, playing: Playing) -> None:
    phone = at(page(390, 844), playing)
    expect(phone.get_by_role("heading", name="Round 1 begins soon")).to_be_visible()
    phone.get_by_label("Your name").fill("huber")
    phone.get_by_role("button", name="Find").click()
    expect(phone.locator(".where")).to_have_text("Table 2, seat 2")
    phone.get_by_role("link", name="Keep this page").click()
    expect(phone.locator(".where")).to_have_text("Table 2, seat 2")
    phone.get_by_label("Your name").fill("half ty")
    playing.start()
    expect(phone.get_by_role("heading", name="Round 1 is running")).to_be_visible(timeout=SOON)
    expect(phone.locator(".news")).to_contain_text("Round 1 is running")
    expect(phone.get_by_role("timer")).to_have_text(re.compile("29:5[0-9]|30:00"))
    assert phone.get_by_label("Your name").input_value() == "half ty"
    expect(phone.locator(".where")).to_have_text("Table 2, seat 2")


def test_a_pause_shows_within_seconds(page: OpenPage, playing: Playing) -> None:
    playing.start()
    phone = at(page(390, 844), playing)
    expect(phone.get_by_role("timer")).to_be_visible()
    timing.pause(actor=playing.director, deed=uuid4(), round_=playing.round())
    expect(phone.locator(".stage")).to_contain_text("The clock is paused", timeout=SOON)


def test_names_are_found_by_letters_also_without_a_script(
    browser: Browser, live_server: LiveServer, playing: Playing
) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    phone = at(context.new_page(), playing)
    phone.get_by_role("link", name="A", exact=True).click()
    expect(phone.get_by_text("Which of these is you?")).to_be_visible()
    phone.get_by_role("link", name="Änne").click()
    expect(phone.locator(".where")).to_have_text("Table 2, seat 1")
    phone.get_by_label("Your name").fill("bert")
    phone.get_by_role("button", name="Find").click()
    expect(phone.locator(".where")).to_have_text("Table 1, seat 2")
    context.close()


def test_without_network_the_page_says_since_when_and_is_right_again_at_once(
    browser: Browser, live_server: LiveServer, playing: Playing
) -> None:
    playing.start()
    context = browser.new_context(base_url=live_server.url, service_workers="block")
    phone = at(context.new_page(), playing, "standings/")
    expect(phone.get_by_role("row", name="Bert")).to_contain_text("50")
    phone.wait_for_load_state("networkidle")
    context.set_offline(True)
    said = phone.locator(".connection")
    told = re.compile(r"No connection\. What is shown here is as of \d\d:\d\d( [AP]M)?\.")
    expect(said).to_have_text(told, timeout=2 * SOON)
    playing.play(1, hand("Bert", "Cilli"))
    context.set_offline(False)
    expect(phone.get_by_role("row", name="Bert")).to_contain_text("51", timeout=SOON)
    expect(said).to_be_empty()
    context.close()


def test_the_finder_and_the_lists_are_clean_at_any_width_by_day_and_by_night(
    page: OpenPage, playing: Playing
) -> None:
    playing.start()
    playing.play(1, hand("Bert", "Cilli"))
    who = next(one for one, name in playing.names().items() if name == LONG)
    for dark in (False, True):
        phone = page(320, 700, dark=dark)
        for path in (*PATHS, f"?who={who}&x=", "?letter=A&x=", "?name=Zita&x="):
            phone.goto(f"/tournaments/{playing.tournament.code}/{path}")
            assert phone.evaluate("document.scrollingElement.scrollWidth") <= 320, path
            for name, look in {"cut off": CUT_OFF, "clipped": CLIPPED, "small": SMALL_TARGETS}.items():
                assert phone.evaluate(look) == [], (path, name)
            assert [one for one in phone.evaluate(SMALL_TEXT) if ".sound" not in one] == [], path
            assert Axe().run(phone, options=AXE).response["violations"] == [], path


@pytest.mark.parametrize("stage", ["before", "between"])
def test_every_stage_is_clean(page: OpenPage, house: House, stage: str) -> None:
    found = opened(house, terms=PLAY_MONEY)
    found.register(FOUR)
    Tournament.objects.update(public=True)
    steps: dict[str, Callable[[], None]] = {"before": lambda: None, "between": lambda: over(found)}
    steps[stage]()
    phone = page(320, 700)
    for path in ("", "seating/", "standings/"):
        at(phone, found, path)
        assert phone.evaluate(CUT_OFF) == []
        assert Axe().run(phone, options=AXE).response["violations"] == [], path


def over(playing: Playing) -> None:
    playing.begin(tables=[FOUR])
    playing.close()
