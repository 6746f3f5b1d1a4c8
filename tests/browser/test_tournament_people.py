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
    return visitor.locator(".presence li", has=visitor.locator("strong", has_text=name))


def here(playing: Playing) -> list[str]:
    return [person["name"] for person in check_in_of(playing.round())["here"]]


def test_people_come_in_pay_and_go_tap_by_tap_however_quickly_or_without_an_answer(
    page: OpenPage, playing: Playing
) -> None:
    playing.register(NAMES)
    phone = at_the_desk(page(390, 844), playing, "people", 1)
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
    search.fill("")
    phone.route("**/rounds/1/people/", lambda route: route.fulfill(status=200, body="A portal"))
    row(phone, "Gast 1").locator(".there").click()
    expect(phone.locator("#failed")).to_have_text("Not saved: no answer. Please tap again.")
    expect(row(phone, "Gast 1").locator(".there")).to_have_attribute("aria-pressed", "false")
    phone.unroute("**/rounds/1/people/")
    # Taps quicker than the server are all kept.
    absent = ".presence .there[aria-pressed=false]"
    phone.evaluate(f"document.querySelectorAll('{absent}').forEach(button => button.click())")
    expect(phone.locator(".count")).to_have_text("7 are here")
    expect(phone.locator("#failed")).to_be_hidden()
    assert len(here(playing)) == 7
    assert phone.evaluate("window.sameage") is True
