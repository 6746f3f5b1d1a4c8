"""People of a tournament in a real browser: they come in, pay and go."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.browser.pages import OpenPage
from tests.support.browser.tournament_table import at_the_desk
from tests.support.scoring.house import house
from tests.support.tournaments.playing import Playing, playing
from tournaments.entrants.pages import check_in_of
from tournaments.models import Attendance

__all__ = ["house", "playing"]

NAMES = ("Gast 1", "Gast 2", "Gast 3")


def row(visitor: Page, name: str) -> Page:
    return visitor.locator(".presence li", has=visitor.locator("b", has_text=name))


def here(playing: Playing) -> list[str]:
    return [person["name"] for person in check_in_of(playing.round())["here"]]


def test_people_come_in_pay_and_go_tap_by_tap_without_a_page_load(page: OpenPage, playing: Playing) -> None:
    playing.register(NAMES)
    phone = at_the_desk(page(390, 844), playing, "check_in", 1)
    phone.evaluate("window.sameage = true")
    expect(phone.locator(".count")).to_have_text("0 are here")
    for name in ("Anna", "Bert", "Cilli", "Dora"):
        row(phone, name).locator(".there").click()
    expect(phone.locator(".count")).to_have_text("4 are here: 4")
    assert here(playing) == ["Anna", "Bert", "Cilli", "Dora"]
    anna = row(phone, "Anna")
    expect(anna.locator(".there")).to_have_attribute("aria-pressed", "true")
    anna.locator(".fee").click()
    expect(anna.locator(".fee")).to_contain_text("paid")
    expect(phone.locator("#fees")).to_contain_text("In the till €3.00")
    expect(phone.locator("#fees")).to_contain_text("open: Bert, Cilli, Dora")
    assert Attendance.objects.get(entrant=playing.entrant("Anna")).paid == 300
    row(phone, "Dora").locator(".there").click()
    expect(phone.locator(".wrong")).to_have_text("A table takes four people: 1 more is needed.")
    assert here(playing) == ["Anna", "Bert", "Cilli"]
    # narrowed down by name, with the keyboard
    search = phone.get_by_label("Search by name")
    search.fill("gast 2")
    expect(phone.locator(".presence li:visible")).to_have_count(1)
    search.press("Enter")
    assert here(playing) == ["Anna", "Bert", "Cilli"]
    row(phone, "Gast 2").locator(".there").press("Enter")
    expect(phone.locator(".count")).to_have_text("4 are here: 4")
    expect(row(phone, "Gast 2").locator(".there")).to_be_focused()
    assert phone.evaluate("window.sameage") is True


def test_taps_quicker_than_the_server_are_all_kept(page: OpenPage, playing: Playing) -> None:
    playing.register([f"Gast {number}" for number in range(1, 10)])
    phone = at_the_desk(page(390, 844), playing, "check_in", 1)
    phone.evaluate("document.querySelectorAll('.presence .there').forEach(button => button.click())")
    expect(phone.locator(".count")).to_have_text("13 are here: 4 + 4 + 5")
    assert len(here(playing)) == 13


def test_without_a_network_the_page_says_that_nothing_is_saved(page: OpenPage, playing: Playing) -> None:
    phone = at_the_desk(page(390, 844), playing, "check_in", 1)
    phone.route("**/rounds/1/people/", lambda route: route.fulfill(status=200, body="A portal"))
    row(phone, "Anna").locator(".there").click()
    expect(phone.locator("#failed")).to_have_text("Not saved: no answer. Please tap again.")
    expect(row(phone, "Anna").locator(".there")).to_have_attribute("aria-pressed", "false")
    assert here(playing) == []
    phone.unroute("**/rounds/1/people/")
    row(phone, "Anna").locator(".there").click()
    expect(phone.locator(".count")).to_have_text("1 is here")
    expect(phone.locator("#failed")).to_be_hidden()
