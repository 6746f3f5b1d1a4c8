"""A secretary makes the rules of the club out of those of another house, on a phone and with keys alone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from scoring.engine.loading import resolved
from scoring.models import Ruleset
from scoring.rules import read
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import founded, sign_in
from tests.support.scoring.house_rules import begin
from tests.support.stages import Stage


def begun() -> Ruleset:
    """The draft of Anna's club."""
    return begin(founded(), {**resolved("treffpunkt", read), "label": "Freitagsregeln"})


BEGUN = Stage("sheet", begun)
sheet = BEGUN.fixture()


def edit(visitor: Page, sheet: Ruleset) -> Page:
    visitor.goto(f"/clubs/{sheet.club.slug}/rules/{sheet.slug}/edit/")
    expect(visitor.get_by_role("heading", level=1, name="Freitagsregeln")).to_be_visible()
    return visitor


def section(visitor: Page, sheet: Ruleset, name: str) -> None:
    edit(visitor, sheet).locator(".sheets").get_by_text(name, exact=True).click()


def save(visitor: Page) -> None:
    visitor.get_by_role("button", name="Save in the draft").click()
    expect(visitor.locator(".said").first).to_contain_text("n the draft")


def test_a_new_game_tells_what_is_missing_and_a_mistake_leads_to_its_field(
    page: OpenPage, sheet: Ruleset
) -> None:
    phone = sign_in(page(390, 844), "en")
    phone.goto(f"/clubs/{sheet.club.slug}/rules/{sheet.slug}/edit/add/games/?kind=alone")
    told = phone.locator("#so-far")
    phone.get_by_label("in German").first.fill("Zweier")
    expect(told).to_contain_text("Please look at these fields:")
    phone.get_by_label("Short form").fill("Z2")
    phone.get_by_label("Value", exact=True).fill("6")
    phone.get_by_label("Value when lost").fill("9")
    expect(told).to_contain_text("Zweier new (6, lost 9)")
    save(phone)
    expect(phone.locator(".said").first).to_contain_text("Zweier new (6, lost 9)")
    section(phone, sheet, "Kontra")
    phone.get_by_label("Re ×").fill("2")
    phone.get_by_role("button", name="Save in the draft").click()
    wrong = phone.locator(".problems")
    expect(wrong).to_contain_text("Re does not count more than Kontra (×2)")
    wrong.get_by_role("link").first.click()
    expect(phone).to_have_url(re.compile("/edit/kontra/#id_levels_re$"))
    phone.get_by_label("Re ×").fill("4")
    save(phone)
    expect(phone.locator(".problems")).to_have_count(0)
    section(phone, sheet, "Radl")
    expect(phone.get_by_text("What counts as 35:35")).to_be_hidden()
    phone.get_by_label("35:35", exact=True).check()
    expect(phone.get_by_text("What counts as 35:35")).to_be_visible()


def test_a_list_is_ordered_and_saved_by_keys_and_the_step_is_taken_back(
    page: OpenPage, sheet: Ruleset
) -> None:
    visitor = sign_in(page(), "en")
    section(visitor, sheet, "Games")
    first = visitor.locator(".grid-rows li").first
    visitor.get_by_role("button", name="Rufer one place down", exact=True).focus()
    visitor.keyboard.press("Enter")
    expect(first).to_contain_text("Trischaken")
    expect(visitor.locator("#so-far")).to_contain_text("Trischaken first of all")
    visitor.get_by_label("Rufer: Value", exact=True).focus()
    visitor.keyboard.press("Alt+ArrowUp")
    expect(first).to_contain_text("Rufer")
    expect(visitor.get_by_label("Rufer: Value", exact=True)).to_be_focused()
    visitor.keyboard.press("Alt+ArrowDown")
    expect(first).to_contain_text("Trischaken")
    save(visitor)
    expect(visitor.locator(".changes")).to_contain_text("Trischaken first of all")
    visitor.get_by_role("button", name="Undo the last step").click()
    expect(visitor.locator(".changes")).not_to_contain_text("Trischaken first of all")
    # The first button of the form is an arrow that the first row cannot use: it would take the key away.
    section(visitor, sheet, "Games")
    visitor.get_by_label("Rufer: Value", exact=True).fill("3")
    visitor.keyboard.press("Enter")
    expect(visitor.locator(".changes")).to_contain_text("Rufer")
