"""The season in a real browser: read on a narrow phone, sorted, searched and turned over by keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.looks import LONG
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import sign_in
from tests.support.browser.season import house
from tests.support.scoring.house import House

__all__ = ["house"]  # the fixtures


def names(visitor: Page) -> list[str]:
    return visitor.locator(".standings").first.locator("tbody th").all_inner_texts()


def tab_to(visitor: Page, text: str) -> None:
    for _ in range(120):
        visitor.keyboard.press("Tab")
        if visitor.evaluate("document.activeElement.innerText || ''").strip().startswith(text):
            return
    pytest.fail(f"Tab never reaches “{text}”")


def test_a_keyboard_sorts_searches_and_turns_the_page_and_names_stay_in_sight(
    page: OpenPage, house: House
) -> None:
    visitor = sign_in(page())
    visitor.goto(f"/clubs/{house.club.slug}/?language=en")
    tab_to(visitor, "Season")
    visitor.keyboard.press("Enter")
    visitor.wait_for_url("**/season/")
    assert names(visitor)[0] == "Anna"
    tab_to(visitor, "Name")
    visitor.keyboard.press("Enter")
    visitor.wait_for_url("**sort=name#figures")
    assert names(visitor) == ["Anna", "Bert", "Cilli", LONG]
    expect(visitor.get_by_role("columnheader", name="Name")).to_have_attribute("aria-sort", "ascending")
    tab_to(visitor, "Name")
    visitor.keyboard.press("Enter")
    visitor.wait_for_url("**sort=-name#figures")
    assert names(visitor)[-1] == "Anna"

    visitor.get_by_label("Search by name").focus()
    visitor.keyboard.type("maxi")
    visitor.keyboard.press("Enter")
    expect(visitor.get_by_text("Found: 1.")).to_be_visible()
    assert names(visitor) == [LONG]
    visitor.get_by_role("link", name="Show all").click()

    tab_to(visitor, "Other days, guests, tables")
    visitor.keyboard.press("Enter")
    visitor.get_by_label("Show guests").focus()
    visitor.keyboard.press("Space")
    visitor.keyboard.press("Enter")
    expect(visitor.get_by_role("heading", name="Guests")).to_be_visible()
    tab_to(visitor, "Next page")
    visitor.keyboard.press("Enter")
    expect(visitor.get_by_text("Page 2 of 2")).to_be_visible()
    guests = visitor.get_by_role("region", name="Guests").locator("tbody tr")
    expect(guests.filter(visible=True)).to_have_count(5)
    visitor.set_viewport_size(
        {"width": 320, "height": 844}
    )  # on a phone names stay, whatever is pushed aside
    visitor.goto(f"/clubs/{house.club.slug}/season/?period=all")
    visitor.get_by_role("region").evaluate("it => { it.scrollLeft = 101 }")
    name = visitor.locator("tbody th").first.evaluate("it => it.getBoundingClientRect().toJSON()")
    assert 0 <= name["left"] < name["right"] <= 320
