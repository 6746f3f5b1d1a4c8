"""The season in a real browser: one figure at a time on a phone, all columns at a desk."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.browser.looks import LONG
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import sign_in
from tests.support.browser.season import house
from tests.support.scoring.house import House

__all__ = ["house"]  # the fixtures


def test_a_phone_shows_one_figure_and_finds_names_and_a_desk_sorts_by_keyboard(
    page: OpenPage, house: House
) -> None:
    visitor = sign_in(page(320, 844))
    visitor.goto(f"/clubs/{house.club.slug}/season/?language=en")
    rows = visitor.get_by_role("list", name="Standings").get_by_role("listitem")
    expect(rows.first).to_contain_text("Anna")
    visitor.get_by_role("navigation", name="Standings").get_by_role("link", name="Money (EUR)").click()
    expect(rows.first).to_contain_text("€")
    visitor.get_by_text("Search", exact=True).click()
    visitor.get_by_label("Search by name").fill("maxi")
    visitor.keyboard.press("Enter")
    expect(visitor.get_by_text("Found: 1.")).to_be_visible()
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text(LONG)
    assert visitor.evaluate("document.documentElement.scrollWidth") == 320
    visitor.get_by_role("link", name="Show all").click()

    visitor.set_viewport_size({"width": 1280, "height": 800})
    names = visitor.locator(".standings tbody th")
    visitor.get_by_role("link", name="Name").press("Enter")
    visitor.wait_for_url("**sort=name#figures")
    expect(visitor.get_by_role("columnheader", name="Name")).to_have_attribute("aria-sort", "ascending")
    assert names.all_inner_texts() == ["Anna\nyou", "Bert", "Cilli", LONG]
