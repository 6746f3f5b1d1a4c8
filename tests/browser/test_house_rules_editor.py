"""A secretary makes the rules of the club out of those of another house, on a phone and with keys alone."""

from __future__ import annotations

import re
from uuid import uuid4

from playwright.sync_api import Page, expect

from scoring.engine.loading import resolved
from scoring.models import Club, Ruleset
from scoring.rule_editor import verbs as house_rules
from scoring.rule_editor.draft import SheetDraft
from scoring.rules import read
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import founded, sign_in
from tests.support.stages import Stage


def begun() -> Ruleset:
    """The draft of Anna's club."""
    anna, data = founded(), {**resolved("treffpunkt", read), "label": "Freitagsregeln"}
    return house_rules.begin_sheet(
        actor=anna, deed=uuid4(), club=Club.objects.get(), draft=SheetDraft(data), origin="treffpunkt"
    )


BEGUN = Stage("sheet", begun)
sheet = BEGUN.fixture()


def edit(visitor: Page, sheet: Ruleset) -> Page:
    visitor.goto(f"/clubs/{sheet.club.slug}/rules/{sheet.slug}/edit/")
    expect(visitor.get_by_role("heading", level=1, name="Freitagsregeln")).to_be_visible()
    return visitor


def section(visitor: Page, sheet: Ruleset, name: str) -> None:
    edit(visitor, sheet).locator(".sections").get_by_text(name, exact=True).click()


def save(visitor: Page) -> None:
    visitor.get_by_role("button", name="Save in the draft").click()
    expect(visitor.locator(".said").first).to_contain_text("n the draft")


def test_a_new_game_tells_what_it_comes_to_while_it_is_typed(page: OpenPage, sheet: Ruleset) -> None:
    phone = sign_in(page(390, 844), "en")
    phone.goto(f"/clubs/{sheet.club.slug}/rules/{sheet.slug}/edit/add/games/alone/")
    told = phone.locator("#so-far")
    expect(told).to_contain_text("It is told here once the fields above are right.")
    phone.get_by_label("in German").first.fill("Zweier")
    phone.get_by_label("Short form").fill("Z2")
    phone.get_by_label("Value", exact=True).fill("6")
    expect(told).to_contain_text("Zweier, lost: −6")
    phone.get_by_label("Value when lost").fill("9")
    expect(told).to_contain_text("Zweier, lost: −9")
    expect(told).to_contain_text("Zweier, won: 6")
    save(phone)
    expect(phone.locator(".said").first).to_contain_text("Zweier new (6, lost 9)")


def test_five_changes_on_a_phone_become_a_version(page: OpenPage, sheet: Ruleset) -> None:
    phone = sign_in(page(390, 844), "en")

    section(phone, sheet, "Games")
    phone.get_by_label("Dreier: Value", exact=True).fill("6")
    expect(phone.locator("#so-far")).to_contain_text("Dreier, won: 6 instead of 5")
    save(phone)
    section(phone, sheet, "Games")
    phone.get_by_role("link", name="Add a game").click()
    phone.get_by_role("button", name="Zweier instead of Einer").click()
    expect(phone.locator(".grid-rows").first).to_contain_text("Zweier")

    section(phone, sheet, "Radl")
    expect(phone.get_by_text("What counts as 35:35")).to_be_hidden()
    phone.get_by_label("35:35", exact=True).check()
    expect(phone.get_by_text("What counts as 35:35")).to_be_visible()
    save(phone)

    section(phone, sheet, "Premiums")
    phone.get_by_label("Trull: Silent value", exact=True).fill("2")
    save(phone)

    section(phone, sheet, "Kontra")
    phone.get_by_label("Hirsch ×").fill("16")
    save(phone)

    edit(phone, sheet).get_by_role("link", name="Check and save as version 1").click()
    changes = phone.locator(".changes")
    for said in ("Dreier 5 → 6", "Zweier new (6)", "Einer gone", "35:35", "Trull", "Hirsch new (×16)"):
        expect(changes).to_contain_text(said)
    expect(phone.locator(".effects").first).to_contain_text("Rufer, Trull silent: 3 instead of 2")
    phone.get_by_role("button", name="Save as version 1").click()
    expect(phone.locator(".said")).to_contain_text("Version 1 is saved.")
    saved = house_rules.draft_of(Ruleset.objects.get(pk=sheet.pk)).answers
    assert saved["radl"]["drawn"] == ["34/2", "35/1"]
    assert saved["kontra"]["levels"]["hirsch"] == 16


def test_a_mistake_leads_to_its_field(page: OpenPage, sheet: Ruleset) -> None:
    visitor = sign_in(page(), "en")
    section(visitor, sheet, "Kontra")
    visitor.get_by_label("Re ×").fill("2")
    visitor.get_by_role("button", name="Save in the draft").click()
    told = visitor.locator(".problems")
    expect(told).to_contain_text("Re does not count more than Kontra (×2)")
    told.get_by_role("link").first.click()
    expect(visitor).to_have_url(re.compile("/edit/kontra/#id_levels_re$"))
    visitor.get_by_label("Re ×").fill("4")
    save(visitor)
    expect(visitor.locator(".problems")).to_have_count(0)


def test_a_game_goes_down_by_keys_and_the_step_is_taken_back(page: OpenPage, sheet: Ruleset) -> None:
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
