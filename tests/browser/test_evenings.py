"""A club evening in a real browser: sitting down by tapping and by keyboard."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from scoring.models import Sheet
from tests.support.browser.evenings import house, in_order, mark, played, tap, type_name
from tests.support.browser.looks import LONG
from tests.support.browser.no_network import phone
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import sign_in
from tests.support.browser.scorer import Scorer
from tests.support.scoring.house import House

__all__ = ["house", "phone"]  # the fixtures


def enter(visitor: Page, house: House) -> None:
    sign_in(visitor, "en").goto(f"/clubs/{house.club.slug}/")


def test_an_evening_with_two_tables_is_opened_on_a_phone(page: OpenPage, house: House) -> None:
    phone = page(390, 844)
    enter(phone, house)
    phone.get_by_role("link", name="New evening").click()
    phone.get_by_label("Place").fill("Gasthaus Post")
    expect(phone.locator(".options:visible")).to_have_count(1)
    phone.get_by_text("Agreements of this evening").locator("visible=true").click()
    phone.get_by_label("Missed silently").locator("visible=true").select_option("costs the silent value")
    phone.get_by_role("button", name="Open the evening").click()
    expect(phone.get_by_text("costs the silent value")).to_be_visible()

    phone.get_by_role("link", name="Open a table").click()
    tap(phone, "Bert", "Anna", "Emil")
    expect(phone.get_by_text("At least 1 more.")).to_be_visible()
    type_name(phone, "Karl")
    assert in_order(phone) == ["Bert", "Anna", "Emil", "Karl"]
    phone.get_by_role("button", name="Karl: one seat up").click()
    phone.get_by_role("button", name="Karl: one seat up").click()
    expect(phone.get_by_role("button", name="Karl: one seat up")).to_be_focused()
    tap(phone, "Anna")
    tap(phone, "Dora")
    assert in_order(phone) == ["Bert", "Karl", "Emil", "Dora"]
    mark(phone, "Bert")
    expect(phone.get_by_text("Dora deals, Bert is Vorhand.")).to_be_visible()
    phone.get_by_role("button", name="Open the table").click()
    phone.wait_for_url("**/record/")
    sheet = Sheet.objects.get()
    names = sheet.evening.names()
    assert [names[player] for player in sheet.players] == ["Bert", "Karl", "Emil", "Dora"]
    assert names[sheet.dealer] == "Dora"

    phone.goto(sheet.evening.get_absolute_url())
    phone.get_by_role("link", name="Open a table").click()
    assert "(Table 1)" in phone.locator(".pick", has_text="Dora").inner_text()
    tap(phone, "Dora", "Anna", "Cilli", LONG)
    mark(phone, "Anna")
    phone.get_by_role("button", name="Open the table").click()
    expect(phone.get_by_text("Dora is still sitting at “Table 1”.")).to_be_visible()
    assert in_order(phone) == ["Dora", "Anna", "Cilli", LONG]
    expect(phone.get_by_text("Dora deals, Anna is Vorhand.")).to_be_visible()
    phone.get_by_role("button", name="Dora leaves the table").click()
    phone.locator("#newcomer").fill("Lois")  # typed, not added
    phone.get_by_role("button", name="Open the table anyway").click()
    phone.wait_for_url("**/record/")
    assert sheet.evening.sheets.filter(name="Table 2").exists()


def test_who_sits_is_changed_between_hands_by_keyboard(page: OpenPage, house: House) -> None:
    evening = played(house)
    sheet = evening.sheets.get(name="Tisch 1")
    visitor = page(1280, 900)
    enter(visitor, house)
    visitor.goto(sheet.get_absolute_url())
    visitor.get_by_role("link", name="Seats and dealer").click()
    visitor.get_by_role("button", name="Karl leaves the table").focus()
    visitor.keyboard.press("Enter")
    expect(visitor.get_by_role("button", name="Dora leaves the table")).to_be_focused()
    visitor.locator("[data-order=seatMarked]").nth(1).focus()
    visitor.keyboard.press("Enter")
    expect(visitor.locator(".dealing")).to_have_text("Bert deals, Cilli is Vorhand.")
    visitor.get_by_role("button", name="Sit like this").click()
    expect(visitor.locator(".tidings")).to_contain_text("Bert deals")
    sheet.refresh_from_db()
    names = evening.names()
    assert [names[player] for player in sheet.standing["players"]] == ["Anna", "Bert", "Cilli", "Dora"]
    assert names[sheet.standing["dealer"]] == "Bert"
    assert sheet.standing["owed"] == 5
    scorer = Scorer(visitor, "en")
    scorer.declarer("Dora").contract("Solorufer").partner("Anna").won().save()
    expect(visitor.locator(".tidings")).not_to_contain_text("Bert deals")
    assert visitor.locator(".got > span").all_inner_texts() == [
        "Anna\n+4",
        "Bert\n−4",
        "Cilli\n−4",
        "Dora\n+4",
    ]
