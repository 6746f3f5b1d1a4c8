"""A browser that cannot run the recording page is told so, and can still read the sheet."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.support.browser.no_network import NewContext, address, house, phone, tarockrunde
from tests.support.browser.people import sign_in
from tests.support.browser.recording_form import table_of
from tests.support.scoring.house import House
from tests.support.scoring.tables import dreier

__all__ = ["house", "phone", "tarockrunde"]

UNREADABLE = (
    "export const initials = (name) => name.replace(/(?<x/u, '.');"  # as a lookbehind is in Safari 15
)


def unreadable(route: Route) -> None:
    route.fulfill(body=UNREADABLE, content_type="text/javascript")


def test_a_browser_that_cannot_run_the_page_is_told_so_and_reads_the_sheet(
    phone: NewContext, house: House
) -> None:
    sheet = table_of(house)
    house.play(sheet, dreier("Anna"))
    context = phone(service_workers="block")
    old = sign_in(context.new_page(), "de")
    old.route("**/record/page*.js", unreadable)
    old.goto(address(sheet))
    expect(old.locator(".without-scripts .problems")).to_contain_text("Sie braucht JavaScript")
    old.get_by_role("link", name="Der Zettel").click()
    expect(old.locator("tbody")).to_contain_text("+15")
