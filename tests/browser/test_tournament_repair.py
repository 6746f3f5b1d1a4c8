"""Hands of a table on paper are typed in a real browser: looked through first, then saved."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.support.browser.pages import OpenPage
from tests.support.browser.people import sign_in
from tests.support.scoring.house import house
from tests.support.tournaments.playing import Playing, playing, watch
from tests.support.tournaments.repair import begun

__all__ = ["begun", "house", "playing", "watch"]


def at_table(visitor: Page, playing: Playing, number: int = 1) -> Page:
    tournament = playing.tournament
    where = f"/clubs/{tournament.club.slug}/tournaments/{tournament.pk}/rounds/1/tables/{number}/repair/"
    visitor.goto(where)
    return visitor


def test_hands_are_typed_from_paper_with_the_keyboard_alone(page: OpenPage, begun: Playing) -> None:
    bert = at_table(sign_in(page(1280, 844), "en", "Bert"), begun)
    bert.get_by_role("button", name="On paper from now on").click()
    bert.get_by_role("link", name="Type hands").click()
    lines = bert.get_by_label("Hands, one in each line")
    lines.focus()
    bert.keyboard.type("N Anna Bert 45 k\nN Cilli Franz 45")
    bert.keyboard.press("Tab")
    bert.keyboard.press("Enter")
    expect(bert.locator(".notes li")).to_have_text(
        re.compile("Line 2, partner: Nobody at this table is called “Franz”")
    )
    expect(lines).to_have_value("N Anna Bert 45 k\nN Cilli Franz 45")
    lines.fill("N Anna Bert 45 k\nN Cilli Dora 45")
    bert.get_by_role("button", name="Look through").click()
    amounts = bert.locator("table.totals tbody tr").first.locator("td.amount")
    expect(amounts).to_have_text(["+2", "+2", "−2", "−2"])
    bert.get_by_role("button", name="Save all").click()
    expect(bert.get_by_role("status")).to_have_text("2 hands are saved.")
    # before: Anna 50, Bert 50, Cilli 52, Dora 48; then 2 each, and 1 each back
    assert begun.balances() == {"Anna": 51, "Bert": 51, "Cilli": 51, "Dora": 47}
