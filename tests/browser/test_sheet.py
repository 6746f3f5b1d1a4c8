"""The sheet in a real browser: followed by others, read at any width, in the dark, on paper, by keyboard."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

from django.db import connection, transaction
from django.urls import reverse
from playwright.sync_api import expect

from scoring import chain, protection
from scoring.models import Sheet
from scoring.table import verbs as recording
from scoring.table.links import code_of
from scoring.table_policy import Actor
from tests.support.browser.looks import DESK, PHONE, WIDTH, seen, with_big_letters
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import sign_in
from tests.support.browser.scorer import Scorer
from tests.support.browser.scripts import script
from tests.support.browser.sheet import SIX, house, open_sheet, play
from tests.support.scoring.house import House
from tests.support.scoring.tables import FOUR

__all__ = ["house"]  # the fixtures

ASK = "dispatchEvent(new Event('online'))"  # what a page asks now and then by itself, it asks at once


TOP = "one => one.getBoundingClientRect().top"
# From the last number to the edge of the screen.
EDGE = """() => {
    const range = new Range();
    range.selectNodeContents(document.querySelector('#paper .now td:last-child'));
    return innerWidth - range.getBoundingClientRect().right;
}"""


def test_nothing_is_cut_off_and_every_target_is_big_enough(page: OpenPage, house: House) -> None:
    """Six long names fit beside one another on a phone; other pages: test_every_page.py."""
    sheet = open_sheet(house, SIX, 9)
    visitor = sign_in(page(WIDTH, 844))
    visitor.goto(sheet.get_absolute_url())
    assert visitor.evaluate("paper.scrollWidth <= paper.clientWidth")
    shown = visitor.locator("#paper thead th .short").all_inner_texts()
    assert len(set(shown)) == len(SIX)
    assert visitor.evaluate(EDGE) >= 11.9
    assert visitor.locator("#paper .sparks td").count() == len(SIX)
    expect(visitor.locator("#paper .sparks td").first).to_contain_text("von")
    visitor.evaluate("paper.scrollTop = 150")  # the heading stays
    expect(visitor.locator("#paper thead tr").first).to_be_in_viewport(ratio=1)
    expect(visitor.locator("#paper .radl").first).to_contain_text("×2")
    for width in (PHONE, 768, DESK, WIDTH):
        visitor.set_viewport_size({"width": width, "height": 844})
        assert seen(visitor) == []
    assert with_big_letters(visitor) == []


def test_the_newest_hand_is_in_view(page: OpenPage, house: House) -> None:
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


WHAT_WAS_ASKED = script("asked_meanwhile")


def test_what_comes_while_an_answer_is_under_way_is_asked_for_after_it(page: OpenPage) -> None:
    visitor = page()
    visitor.goto("/rules/")
    assert visitor.evaluate(WHAT_WAS_ASKED) == [1, 2]


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
    recording.undo(actor=Actor(house["Anna"]), entry=uuid4(), sheet=sheet, after=13)
    looking_on.evaluate(ASK)
    expect(rows).to_have_count(before)


def test_a_phone_that_looks_on_tells_when_what_it_has_seen_is_not_continued(
    page: OpenPage, house: House
) -> None:
    """Somebody with the database and the program changes an entry, and chains everything anew."""
    sheet = open_sheet(house, FOUR, 3)
    looking_on = page(390, 844)
    looking_on.goto(reverse("scoring:read_link", args=[code_of(sheet, "read")]))
    play(house, sheet, 5)
    expect(looking_on.locator("#paper tr.fresh")).to_have_count(1)
    seen, changed = Sheet.objects.get(pk=sheet.pk), sheet.entries.get(seq=1)
    with transaction.atomic(), protection.lifted(connection):
        changed.at -= timedelta(hours=3)
        changed.save()
        chain.begin_evenings(sheet.evening.club)
    looking_on.reload()
    said = looking_on.locator("[role=alert]")
    expect(said).to_contain_text(f"{seen.letters} nach {seen.seq} Einträgen")
    looking_on.reload()
    expect(said).to_contain_text(f"{Sheet.objects.get(pk=sheet.pk).letters} nach {seen.seq} Einträgen")


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


def test_a_row_is_opened_by_a_tap_anywhere_and_by_the_keyboard(page: OpenPage, house: House) -> None:
    sheet = open_sheet(house, FOUR, 3)
    visitor = sign_in(page())
    visitor.goto(sheet.get_absolute_url())
    visitor.locator("#paper tr.hand").nth(1).locator("td").last.click()
    visitor.wait_for_url("**/hands/*/")
    visitor.go_back()
    visitor.locator("#paper").focus()
    visitor.keyboard.press("Tab")
    visitor.keyboard.press("Enter")
    visitor.wait_for_url("**/hands/*/")


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


def test_a_wrong_name_noticed_three_hands_later_is_put_right_in_four_taps(
    page: OpenPage, house: House
) -> None:
    sheet = open_sheet(house, FOUR, 3)
    phone = sign_in(page(390, 844), "en")
    scorer = Scorer(phone, "en")
    phone.goto(f"{sheet.get_absolute_url()}record/")
    scorer.tap(phone.get_by_role("button", name="Seats and dealer"))
    expect(phone.get_by_role("link", name="Not Bert")).to_be_visible()
    assert seen(phone) == []
    scorer.tap(phone.get_by_role("link", name="Not Bert"))
    phone.get_by_label("Or a guest, by name").fill("Emil")
    assert seen(phone) == []
    scorer.tap(phone.get_by_role("button", name="Go on"))
    expect(phone.get_by_text("Written as Bert, really Emil.")).to_be_visible()
    assert seen(phone) == []
    scorer.tap(phone.get_by_role("button", name="Save"))
    expect(phone.get_by_text("The names have been corrected.")).to_be_visible()
    expect(phone.locator("#paper thead")).to_contain_text("Emil")
    assert scorer.taps <= 4
