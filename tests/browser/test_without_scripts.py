"""A browser that cannot run the recording page is told so, and a hand is recorded all the same."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.support.browser.no_network import NewContext, address, declarers, house, phone, tarockrunde
from tests.support.browser.people import sign_in
from tests.support.browser.recording_form import table_of
from tests.support.scoring.house import House

__all__ = ["house", "phone", "tarockrunde"]

UNREADABLE = (
    "export const initials = (name) => name.replace(/(?<x/u, '.');"  # as a lookbehind is in Safari 15
)


def unreadable(route: Route) -> None:
    route.fulfill(body=UNREADABLE, content_type="text/javascript")


def test_a_browser_that_cannot_run_the_page_is_told_so_and_records_by_a_plain_form(
    phone: NewContext, house: House
) -> None:
    sheet = table_of(house)
    context = phone(service_workers="block")
    old = sign_in(context.new_page(), "de")
    old.route("**/record/page*.js", unreadable)
    old.goto(address(sheet))
    old.get_by_role("link", name="Mit einem einfachen Formular schreiben").click()
    old.get_by_role("group", name="Wer spielt?").get_by_label("Anna").check()
    old.get_by_label("Welches Spiel?").select_option(label="Rufer")
    old.get_by_label("Oder Kartenpunkte der Seite des Spielers").fill("33/1")
    old.get_by_role("button", name="Hand speichern").click()
    expect(old.get_by_role("alert")).to_be_visible()
    expect(old.get_by_label("Oder Kartenpunkte der Seite des Spielers")).to_have_value("33/1")
    old.get_by_role("group", name="Wer ist der Partner?").get_by_label("Cilli").check()
    old.locator("summary").get_by_text("Pagat", exact=True).click()
    old.get_by_label("Pagat", exact=True).select_option(label="still")
    old.get_by_label("Pagat: wessen?").select_option(label="Bert")
    old.get_by_role("button", name="Hand speichern").click()
    expect(old.locator(".said")).to_contain_text("Anna: Rufer mit Cilli, 33/1. Pagat von Bert, still")
    expect(old.get_by_text("Anna −2 · Bert +2 · Cilli −2 · Dora +2")).to_be_visible()
    assert declarers(sheet) == ["Anna"]
