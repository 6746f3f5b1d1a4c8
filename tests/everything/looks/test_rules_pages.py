"""The rules pages in a real browser: by keyboard, by an older link, on paper."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.support.browser.pages import OpenPage
from tests.support.browser.paper import printed


def test_a_keyboard_reaches_the_content_and_the_examples_of_a_game(page: OpenPage) -> None:
    visitor = page()
    visitor.goto("/rules/karlsruhe/")
    visitor.keyboard.press("Tab")
    assert visitor.locator(":focus").inner_text() == "Zum Inhalt"
    visitor.keyboard.press("Enter")
    for _ in range(9):  # past what can be done with the sheet
        visitor.keyboard.press("Tab")
        if visitor.evaluate("document.activeElement.matches('#examples a')"):
            break
    visitor.keyboard.press("Enter")
    expect(visitor).to_have_title("Durchgerechnete Beispiele · Karlsruhe")
    expect(visitor.locator(".group h3:visible")).not_to_have_count(0)
    visitor.locator(".back a").last.click()
    expect(visitor.get_by_role("heading", name="Durchgerechnete Beispiele")).to_be_in_viewport()


def test_an_older_link_to_an_example_opens_its_fold(page: OpenPage) -> None:
    visitor = page()
    visitor.goto("/rules/karlsruhe/examples/")
    anchor = visitor.locator("#bettler_ouvert article").last.get_attribute("id")
    for older in (f"/rules/karlsruhe/#{anchor}", f"/rules/karlsruhe/examples/{anchor}/"):
        visitor.goto(older)
        visitor.wait_for_url(f"**/rules/karlsruhe/examples/#{anchor}")
        expect(visitor.locator(f"#{anchor}")).to_be_in_viewport()


def test_the_rule_book_is_printed_behind_the_sheet_and_examples_from_their_own_page(
    page: OpenPage, tmp_path: Path
) -> None:
    visitor = page()
    visitor.goto("/rules/karlsruhe/")
    visitor.evaluate("window.print = () => {}")
    assert len(printed(visitor, tmp_path).leaves) == 1
    visitor.locator(".downloads summary").click()
    visitor.get_by_role("button", name="Mit dem Regelbuch drucken").click()
    first, *further = printed(visitor, tmp_path).leaves
    assert "Karten und Zählen" not in first
    assert "Karten und Zählen" in further[0]
    assert "Durchgerechnete Beispiele" not in "".join((first, *further))
    visitor.get_by_role("button", name="Auf eine Seite drucken").click()
    assert "Karten und Zählen" not in "".join(printed(visitor, tmp_path).leaves)
    visitor.goto("/rules/karlsruhe/examples/")
    leaves = printed(visitor, tmp_path).leaves
    assert "Durchgerechnete Beispiele" in leaves[0]
    assert "Bettel ouvert gewonnen: 12" in "".join(leaves)
