"""The sheet in a real browser: followed by others, read at any width, in the dark, on paper, by keyboard."""

from __future__ import annotations

from uuid import uuid4

from django.urls import reverse
from playwright.sync_api import expect

from scoring.table import verbs as recording
from scoring.table.links import code_of
from scoring.table_policy import Actor
from tests.support.browser.looks import seen
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import sign_in
from tests.support.browser.scorer import Scorer
from tests.support.browser.sheet import house, open_sheet, play
from tests.support.scoring.house import House
from tests.support.scoring.tables import FOUR

__all__ = ["house"]  # the fixtures

ASK = "dispatchEvent(new Event('online'))"  # what a page asks now and then by itself, it asks at once


HEIGHTS_WITHOUT_PREMIUMS = """all => all.filter(one => !one.querySelector(".marks").innerText.includes("·"))
    .map(one => one.offsetHeight)"""
WHOLE_HANDS = """() => {
    const below = document.querySelector("#paper thead").getBoundingClientRect().bottom;
    const ends = ["#paper", ".dock"].map(part => document.querySelector(part).getBoundingClientRect());
    const above = Math.min(ends[0].bottom, ends[1].top);
    return [...document.querySelectorAll("#paper tr:is(.hand, .void)")]
        .map(row => row.getBoundingClientRect())
        .filter(row => row.top >= below - 1 && row.bottom <= above + 1).length;
}"""
LINES_ABOVE = """() => [...document.querySelectorAll(".banner > p")]
    .map(one => Math.round(one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight)))"""
TOP = "one => one.getBoundingClientRect().top"


def test_the_newest_hand_is_in_view_and_a_row_is_opened_by_a_tap_or_by_keys(
    page: OpenPage, house: House
) -> None:
    sheet = open_sheet(house, FOUR, 30)
    for width, height in ((390, 844), (1280, 800)):
        visitor = sign_in(page(width, height))
        visitor.goto(sheet.get_absolute_url())
        newest = visitor.locator("#paper tr.hand").first
        expect(newest).to_contain_text("30", use_inner_text=True)
        expect(newest).to_be_in_viewport(ratio=1)
        bar, row = visitor.locator(".dock").bounding_box(), newest.bounding_box()
        assert bar is not None
        assert row is not None
        assert row["y"] + row["height"] <= bar["y"] + 1 or row["y"] >= bar["y"] + bar["height"] - 1
        expect(visitor.locator("#paper thead tr.now")).to_be_in_viewport(ratio=1)
        heights = visitor.locator("#paper tr.hand").evaluate_all(HEIGHTS_WITHOUT_PREMIUMS)
        assert len(heights) > 9
        assert max(heights) <= 64, "every hand without premiums has one shape"
        if width == 390:
            assert visitor.evaluate(WHOLE_HANDS) >= 7
            assert visitor.evaluate(LINES_ABOVE) == [1, 1], "who deals; what is doubled, and why"
            expect(visitor.locator(".banner .chip")).to_be_visible()
    visitor.locator("#paper tr.hand").nth(1).locator("td").last.click()
    visitor.wait_for_url("**/hands/*/")
    visitor.go_back()
    visitor.locator("#paper").focus()
    visitor.keyboard.press("Tab")
    visitor.keyboard.press("Enter")
    visitor.wait_for_url("**/hands/*/")


def test_another_page_shows_a_new_hand_by_itself_and_says_so(page: OpenPage, house: House) -> None:
    sheet = open_sheet(house, FOUR, 12)
    looking_on = page(390, 844)
    looking_on.goto(reverse("scoring:read_link", args=[code_of(sheet, "read")]))
    rows = looking_on.locator("#paper tr.hand")
    before = rows.count()
    looking_on.route("**/live/", lambda route: route.fulfill(status=204))
    looking_on.evaluate(ASK)
    expect(looking_on.locator(".connection")).not_to_be_empty()
    looking_on.unroute("**/live/")
    play(house, sheet, 5)
    looking_on.evaluate(ASK)
    expect(rows).to_have_count(before + 1)
    expect(looking_on.locator("#paper tr.fresh")).to_have_count(1)
    expect(rows.first).to_be_in_viewport()
    expect(looking_on.locator(".news")).to_contain_text("Dreier")
    recording.undo(actor=Actor(house["Anna"]), entry=uuid4(), sheet=sheet, known_seq=13)
    looking_on.evaluate(ASK)
    expect(rows).to_have_count(before)


def test_whoever_reads_further_down_is_not_torn_away(page: OpenPage, house: House) -> None:
    sheet = open_sheet(house, FOUR, 30)
    reader = page(390, 844)
    reader.goto(reverse("scoring:read_link", args=[code_of(sheet, "read")]))
    reader.evaluate("document.getElementById('paper').scrollTop = 200")
    reader.locator("#paper tr.hand a").nth(2).focus()
    read = reader.locator("#paper tr.hand a").nth(2)
    before, words = read.evaluate(TOP), read.inner_text()
    count = reader.locator("#paper tr.hand").count()
    play(house, sheet, 0)
    reader.evaluate(ASK)
    expect(reader.locator("#paper tr.hand")).to_have_count(count + 1)
    after = reader.locator("#paper tr.hand a").nth(3)  # the new one is above it
    assert after.inner_text() == words
    assert abs(after.evaluate(TOP) - before) < 1  # a browser scrolls by whole pixels
    expect(after).to_be_focused()


def test_a_correction_from_the_sheet_to_the_sheet(page: OpenPage, house: House) -> None:
    sheet = open_sheet(house, FOUR, 6)
    visitor = sign_in(page(390, 844))
    visitor.goto(sheet.get_absolute_url() + "?language=en")
    visitor.locator("#paper tr.hand").nth(-3).locator("a").click()
    expect(visitor.get_by_role("link", name="It never happened")).to_be_visible()
    visitor.get_by_role("link", name="A hand is missing before it").click()
    scorer = Scorer(visitor, "en").declarer("Anna").contract("Dreier").won()
    scorer.tap(scorer.save_button)
    visitor.get_by_label("Why?").fill("vergessen")
    visitor.get_by_label("as written").check()
    visitor.get_by_role("button", name="Work it out like this").click()
    assert visitor.get_by_label("Why?").input_value() == "vergessen"
    assert visitor.get_by_label("as written").is_checked()
    visitor.get_by_role("button", name="Insert it").click()
    expect(visitor.locator("#paper tr.hand")).to_have_count(6)


def test_a_wrong_name_noticed_three_hands_later_is_put_right_in_six_taps(
    page: OpenPage, house: House
) -> None:
    sheet = open_sheet(house, FOUR, 3)
    phone = sign_in(page(390, 844), "en")
    scorer = Scorer(phone, "en")
    phone.goto(f"{sheet.get_absolute_url()}record/")
    scorer.at_the_table("seating")
    assert seen(phone) == []
    scorer.tap(phone.get_by_role("link", name="Somebody else sat there"))
    scorer.tap(phone.get_by_role("link", name="Bert", exact=True))
    phone.get_by_label("Or a guest, by name").fill("Emil")
    assert seen(phone) == []
    scorer.tap(phone.get_by_role("button", name="Go on"))
    expect(phone.get_by_text("Written as Bert, really Emil.")).to_be_visible()
    assert seen(phone) == []
    scorer.tap(phone.get_by_role("button", name="Save"))
    expect(phone.get_by_text("The names have been corrected.")).to_be_visible()
    expect(phone.locator("#paper thead")).to_contain_text("Emil")
    assert scorer.taps <= 6
