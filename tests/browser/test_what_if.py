"""What if, in a real browser: from the settling up to another sheet and its agreements, and on paper."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from scoring.models import Account, Evening
from tests.support.browser.pages import OpenPage, printed, unfold
from tests.support.browser.people import sign_in
from tests.support.browser.settling import THREE, open_evening, play
from tests.support.scoring.tables import FOUR
from tests.support.scoring.what_if import PLAYED
from tests.support.stages import Stage


def played(anna: Account) -> Evening:
    """An evening on which the sheets differ."""
    evening = open_evening(anna, "treffpunkt", FOUR)
    play(anna, evening, *PLAYED)
    return evening


PLAYED_BY_THREE = Stage("evening", played, on=THREE)
evening = PLAYED_BY_THREE.fixture()


def row(visitor: Page, name: str) -> str:
    found = visitor.locator(".figures tbody tr").filter(has=visitor.get_by_role("rowheader", name=name))
    return " ".join(found.inner_text().split())


def test_somebody_looks_at_an_evening_under_another_sheet(page: OpenPage, evening: Evening) -> None:
    visitor = sign_in(page(390, 844))
    visitor.goto(f"{evening.get_absolute_url()}settling/?language=en")
    visitor.get_by_role("link", name="What if?").click()
    visitor.get_by_label("Under which sheet?").select_option("treffpunkt")
    visitor.get_by_role("button", name="Recompute").click()
    expect(visitor.get_by_text("0 of 5 hands come out differently.")).to_be_visible()
    unfold(visitor, "Another sheet")
    visitor.get_by_label("Under which sheet?").select_option("standard")
    visitor.get_by_label("Cents per point").fill("50")
    visitor.get_by_role("button", name="Recompute").click()
    expect(visitor.get_by_text("3 of 5 hands come out differently.")).to_be_visible()
    assert row(visitor, "Bert") == "Bert +42 +44 +26 −18 +€4.20 +€13.00"
    visitor.get_by_text("Why: Hand 3").click()
    expect(visitor.get_by_text("Trischaken, Dora pays: 6")).to_be_visible()
    expect(visitor.get_by_text("Calling oneself is not allowed on this sheet.").first).to_be_visible()
    unfold(visitor, "Another sheet")
    visitor.get_by_text("What would be agreed: ").click()
    visitor.get_by_label("Equal losers in Trischaken").select_option("alone")
    visitor.get_by_role("button", name="Recompute").click()
    expect(visitor.get_by_label("Equal losers in Trischaken")).to_have_value("alone")
    expect(visitor.get_by_label("Cents per point")).to_have_value("50")


def test_it_says_on_paper_too_that_it_is_imagined(page: OpenPage, evening: Evening, tmp_path: Path) -> None:
    visitor = sign_in(page(1280, 844))
    visitor.goto(f"{evening.get_absolute_url()}what-if/?language=en&rules=standard")
    text = "".join(printed(visitor, tmp_path))
    assert "Imagined, not played." in text
    assert "Under which sheet?" not in text
    assert "Calling oneself is not allowed on this sheet." in text
