"""A secretary makes the rules of the club out of those of another house, on a phone and with keys alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from scoring.engine.loading import resolved
from scoring.models import Club, Ruleset
from scoring.rule_editor.verbs import newest
from scoring.rules import read
from scoring.rules.versions.versions import rules_of
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import founded, sign_in
from tests.support.scoring.house_rules import begin
from tests.support.stages import Stage

MOST_TAPS = 14  # for rules like Standard but for three things


def begun() -> Ruleset:
    """The draft of Anna's club."""
    return begin(founded(), {**resolved("treffpunkt", read), "label": "Freitagsregeln"})


BEGUN = Stage("sheet", begun)
sheet = BEGUN.fixture()


def field(visitor: Page, name: str) -> Locator:
    return visitor.locator(f"[name='{name}']")


def edit(visitor: Page, sheet: Ruleset) -> Page:
    visitor.goto(f"/clubs/{sheet.club.slug}/rules/{sheet.slug}/edit/")
    expect(visitor.get_by_role("heading", level=1, name="Freitagsregeln")).to_be_visible()
    return visitor


def said(visitor: Page) -> Locator:
    return visitor.locator(".said").first


@pytest.mark.parametrize("width", [390, 1280])
def test_ours_is_like_standard_but_for_three_things(page: OpenPage, sheet: Ruleset, width: int) -> None:
    """Rufer 2, no kontra in negative games, a Radl after 35:35 only: from the list of rules to a version."""
    visitor, taps = sign_in(page(width, 844), "en"), 0

    def tap(target: Locator) -> None:
        nonlocal taps
        taps += 1
        target.click()

    visitor.goto(f"/clubs/{sheet.club.slug}/rules/")
    tap(visitor.get_by_role("link", name="New sheet"))
    tap(field(visitor, "label"))
    visitor.keyboard.type("Unsere Regeln")
    field(visitor, "begin").select_option("standard")
    taps += 2
    tap(visitor.get_by_role("button", name="Begin"))
    expect(visitor.get_by_role("heading", level=1, name="Unsere Regeln")).to_be_visible()
    tap(field(visitor, "contracts.rufer.value"))
    field(visitor, "contracts.rufer.value").fill("2")
    for trigger in ("trischaken", "zero_hand", "totals_zero"):
        tap(visitor.locator(f"[name='radl.triggers'][value={trigger}]"))
    tap(visitor.locator("#at-options .fold > summary").first)
    field(visitor, "options.negative_kontra").select_option("fixed-none")
    taps += 2
    tap(visitor.locator("button[value=options]"))
    expect(said(visitor)).to_contain_text("Rufer 1 → 2")
    tap(visitor.get_by_role("button", name="Save as version 1"))
    expect(said(visitor)).to_contain_text("Version 1 is saved.")
    rules = rules_of(newest(Ruleset.objects.get(club=Club.objects.get(), slug="unsere-regeln")))
    assert (rules.contracts["rufer"].value, rules.radl.triggers) == (2, ("drawn",))
    assert rules.options["negative_kontra"] == "none"
    assert taps == MOST_TAPS


def test_a_mistake_leads_to_its_field_and_the_speiszettel_is_a_tap_away(
    page: OpenPage, sheet: Ruleset
) -> None:
    phone = edit(sign_in(page(390, 844), "en"), sheet)
    field(phone, "kontra.levels.re").fill("2")
    phone.locator("button[value=doubling]").click()
    wrong = phone.locator(".problems")
    expect(wrong).to_contain_text("Re does not count more than Kontra (×2)")
    wrong.get_by_role("link").first.click()
    expect(field(phone, "kontra.levels.re")).to_be_in_viewport()
    field(phone, "kontra.levels.re").fill("4")
    phone.locator("button[value=doubling]").click()
    expect(wrong).to_have_count(0)
    last = field(phone, "options.silent_miss")
    phone.locator("#at-options .fold > summary").first.click()
    last.select_option("charged")
    height = phone.evaluate("scrollY")
    assert height > 844, "in the middle of the form"
    phone.get_by_role("link", name="Speiszettel").click()
    expect(phone.locator(".speiszettel h2").first).to_be_in_viewport()
    phone.get_by_role("link", name="Back to the form").click()
    expect(phone.locator(".speiszettel")).to_be_hidden()
    expect(last).to_have_value("charged")
    assert phone.evaluate("scrollY") == height, "where one was"


def test_a_row_is_unfolded_changed_and_moved_by_keys_and_the_step_is_taken_back(
    page: OpenPage, sheet: Ruleset
) -> None:
    visitor = edit(sign_in(page(), "en"), sheet)
    row = visitor.locator("[id='row_contracts.rufer']")
    row.locator("summary").focus()
    visitor.keyboard.press("Enter")
    number = field(visitor, "number.contracts.rufer")
    expect(number).to_be_visible()
    number.focus()
    visitor.keyboard.type("2")
    number.fill("2")
    visitor.keyboard.press("Enter")
    expect(said(visitor)).to_contain_text("Trischaken, place: after Rufer → first of all")
    visitor.get_by_role("button", name="Undo the last step").click()
    expect(said(visitor)).to_contain_text("The last step is taken back.")
    expect(visitor.locator(".sheet-row").first).to_contain_text("Rufer")
