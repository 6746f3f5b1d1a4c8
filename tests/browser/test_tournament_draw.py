"""The draw in a real browser: people are swapped by tap and by drag."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.support.browser.looks import LONG
from tests.support.browser.pages import OpenPage
from tests.support.browser.tournament_table import at_the_desk, nine
from tests.support.scoring.house import house
from tests.support.tournaments.playing import Playing, playing

__all__ = ["house", "nine", "playing"]


def seated(visitor: Page) -> list[list[str]]:
    tables = visitor.locator(".drawn-table")
    return [
        [
            who.evaluate("one => one.firstChild.textContent.trim()")
            for who in tables.nth(n).locator(".who").all()
        ]
        for n in range(tables.count())
    ]


def seat(visitor: Page, name: str) -> object:
    return visitor.locator("label.seat").filter(
        has=visitor.locator(".who", has_text=re.compile(rf"^{name}\b"))
    )


def test_two_people_are_swapped_by_tapping_both_or_by_dragging(page: OpenPage, nine: Playing) -> None:
    visitor = at_the_desk(page(), nine, "draw", 2)
    seat(visitor, "Gast 2").hover()
    visitor.mouse.down()
    box = seat(visitor, "Dora").bounding_box()
    visitor.mouse.move(box["x"] + 40, box["y"] + 20, steps=6)
    expect(visitor.locator(".under")).to_have_count(1)
    visitor.mouse.up()
    expect(visitor.locator("#swapped")).to_have_text(
        re.compile("Gast 2.*have changed seats|Dora.*have changed seats")
    )
    assert seated(visitor) == [
        ["Bert", "Anna", "Gast 1", "Dora"],
        ["Cilli", "Gast 2", "Gast 3", "Gast 4", LONG],
    ]
    # dropped beside everything, nothing happens, and nobody is chosen
    seat(visitor, "Anna").hover()
    visitor.mouse.down()
    visitor.mouse.move(5, 5, steps=6)
    visitor.mouse.up()
    expect(visitor.locator("input[name=seats]:checked")).to_have_count(0)
    assert seated(visitor)[0][1] == "Anna"
    seat(visitor, "Gast 2").click()
    seat(visitor, "Dora").click()
    expect(visitor.locator(".drawn-table").first).to_contain_text("Gast 2")

    phone = at_the_desk(page(390, 844), nine, "draw", 2)
    assert seated(phone) == [
        ["Bert", "Anna", "Gast 1", "Gast 2"],
        ["Cilli", "Dora", "Gast 3", "Gast 4", LONG],
    ]
    before = phone.locator(".quality").inner_text()
    phone.evaluate("window.stays = true")
    seat(phone, "Anna").click()
    expect(phone.locator("#swapped")).to_have_text("Anna is chosen. Now choose the other one.")
    seat(phone, "Gast 3").click()
    expect(phone.locator("#swapped")).to_have_text("Anna and Gast 3 have changed seats.")
    assert seated(phone) == [
        ["Bert", "Gast 3", "Gast 1", "Gast 2"],
        ["Cilli", "Dora", "Anna", "Gast 4", LONG],
    ]
    assert phone.evaluate("window.stays")
    assert phone.evaluate("document.activeElement.closest('.seat').textContent").strip().startswith("Gast 3")
    assert phone.locator(".quality").inner_text() != before
    seat(phone, "Anna").click()
    seat(phone, "Bert").click()
    expect(phone.locator("#swapped")).to_have_text("Bert and Anna have changed seats.")
    assert seated(phone)[0] == ["Anna", "Gast 3", "Gast 1", "Gast 2"]
    for _time in range(2):  # tapped twice, she is not chosen any more
        seat(phone, "Anna").click()
    expect(phone.locator("input[name=seats]:checked")).to_have_count(0)
    seat(phone, "Dora").click()
    expect(phone.locator("input[name=seats]:checked")).to_have_count(1)
    assert seated(phone)[0][0] == "Anna"
    phone.get_by_role("link", name="Lists to print").click()
    find = phone.get_by_label("Find a name")
    find.fill("gast 3")
    expect(phone.locator(".by-name li:visible")).to_have_count(1)
    find.fill("niemand")
    expect(phone.get_by_text("Nobody by this name.")).to_be_visible()
