"""A club evening in a real browser: sitting down by tapping, with and without a script, looked at closely."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from scoring.accounts import verbs as people
from scoring.models import Sheet
from tests.support.browser.evenings import house, in_order, played, tap
from tests.support.browser.looks import LONG
from tests.support.browser.no_network import NewContext, phone
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
    phone.get_by_label("A guest", exact=True).fill("Karl")
    phone.get_by_label("A guest", exact=True).press("Enter")
    assert in_order(phone) == ["Bert", "Anna", "Emil", "Karl"]
    phone.get_by_role("button", name="Karl one place up").click()
    expect(phone.get_by_role("button", name="Karl one place up")).to_be_focused()
    tap(phone, "Anna")
    tap(phone, "Dora")
    assert in_order(phone) == ["Bert", "Karl", "Emil", "Dora"]
    phone.get_by_role("radio", name="Bert").check()
    expect(phone.get_by_text("Dora deals, Bert is Vorhand.")).to_be_visible()
    phone.get_by_role("button", name="Open the table").click()
    phone.wait_for_url("**/record/")
    sheet = Sheet.objects.get()
    names = sheet.evening.names()
    assert [names[player] for player in sheet.players] == ["Bert", "Karl", "Emil", "Dora"]
    assert names[sheet.dealer] == "Dora"

    phone.goto(sheet.evening.get_absolute_url())
    phone.get_by_role("link", name="Open a table").click()
    assert "(Table 1)" in phone.locator(".chip", has_text="Dora").inner_text()
    tap(phone, "Dora", "Anna", "Cilli", LONG)
    phone.get_by_role("radio", name="Anna").check()
    phone.get_by_role("button", name="Open the table").click()
    expect(phone.get_by_text("Dora is still sitting at “Table 1”.")).to_be_visible()
    assert in_order(phone) == ["Dora", "Anna", "Cilli", LONG]
    expect(phone.get_by_text("Dora deals, Anna is Vorhand.")).to_be_visible()
    tap(phone, "Dora")
    phone.get_by_label("A guest", exact=True).fill("Lois")  # typed, not added
    phone.get_by_role("button", name="Open the table anyway").click()
    phone.wait_for_url("**/record/")
    assert sheet.evening.sheets.filter(name="Table 2").exists()


def test_the_rules_say_what_the_high_card_means(page: OpenPage, house: House) -> None:
    visitor = page(390, 844)
    enter(visitor, house)
    visitor.goto(f"/clubs/{house.club.slug}/play/")
    tap(visitor, "Anna", "Bert", "Cilli", "Dora", "Emil")
    visitor.get_by_role("radio", name="Bert").check()
    expect(visitor.get_by_text("Anna deals, Bert is Vorhand. Sitting out: Anna", exact=True)).to_be_visible()
    visitor.get_by_label("Rules").select_option("cup")
    expect(visitor.get_by_text("Bert deals, Cilli is Vorhand. Sitting out: Bert", exact=True)).to_be_visible()
    expect(visitor.get_by_text("the player who draws the highest card deals first")).to_be_visible()
    tap(visitor, LONG)
    tap(visitor, "Bert")
    visitor.get_by_label("A guest", exact=True).fill("Karl")
    visitor.get_by_role("button", name="Add the guest").click()
    visitor.get_by_label("A guest", exact=True).fill("Lois")
    visitor.get_by_role("button", name="Add the guest").click()
    expect(visitor.get_by_text("Six people are already seated.")).to_be_visible()
    assert in_order(visitor) == ["Anna", "Cilli", "Dora", "Emil", LONG, "Karl"]
    assert visitor.locator(".mark input:checked").count() == 0  # Bert had drawn high and is gone


def test_who_sits_is_changed_between_hands_by_keyboard(page: OpenPage, house: House) -> None:
    evening = played(house)
    sheet = evening.sheets.get(name="Tisch 1")
    visitor = page(1280, 900)
    enter(visitor, house)
    visitor.goto(f"/sheets/{sheet.pk}/seating/")
    expect(visitor.get_by_text("5 doubled hands are still owed")).to_be_visible()
    visitor.get_by_role("button", name="Karl away").focus()
    visitor.keyboard.press("Enter")
    expect(visitor.get_by_role("button", name="Dora away")).to_be_focused()
    visitor.get_by_role("radio", name="Anna").focus()
    visitor.keyboard.press("ArrowDown")
    expect(visitor.get_by_text("Bert deals, Cilli is Vorhand.")).to_be_visible()
    visitor.get_by_role("button", name="Save").click()
    visitor.wait_for_url("**/record/")
    sheet.refresh_from_db()
    names = evening.names()
    assert [names[player] for player in sheet.standing["players"]] == ["Anna", "Bert", "Cilli", "Dora"]
    assert names[sheet.standing["dealer"]] == "Bert"
    assert sheet.standing["owed"] == 5
    notice = visitor.locator("main > .said[role=status]")
    expect(notice).to_contain_text("Bert deals")
    scorer = Scorer(visitor, "en")
    scorer.declarer("Dora").contract("Solorufer").partner("Anna").won().save()
    expect(notice).to_have_count(0)
    assert visitor.locator(".got > span").all_inner_texts() == [
        "Anna\n+4",
        "Bert\n−4",
        "Cilli\n−4",
        "Dora\n+4",
    ]


def test_among_many_members_one_searches(page: OpenPage, house: House) -> None:
    many = [f"Mitglied {number}" for number in range(1, 60)]
    house.do(people.add_members, by="Anna", club=house.club, names=[*many, "Zäzilia"])
    played(house)
    visitor = page(390, 844)
    enter(visitor, house)
    visitor.goto(f"/clubs/{house.club.slug}/play/")
    expect(visitor.locator(".chip:visible")).to_have_count(6)  # those who played last
    visitor.get_by_label("Search by name").fill("zaz")
    expect(visitor.locator(".chip:visible")).to_have_count(1)
    tap(visitor, "Zäzilia")
    expect(visitor.locator(".chip:visible")).to_have_count(7)
    visitor.get_by_label("Search by name").fill("nobody of this name")
    expect(visitor.get_by_text("Nobody found. Guests can be added below.")).to_be_visible()


def test_sitting_down_works_without_a_script(phone: NewContext, house: House) -> None:
    visitor = phone(java_script_enabled=False).new_page()
    enter(visitor, house)
    visitor.get_by_role("link", name="Just play").click()
    for number, name in enumerate(("Dora", "Cilli", "Bert"), 1):
        visitor.get_by_label(f"Place {number}", exact=True).first.select_option(name)
    visitor.get_by_label("Place 5: or a guest, by name").fill("Karl")
    visitor.get_by_role("radio", name="Place 5").check()
    visitor.get_by_role("button", name="Play", exact=True).click()
    visitor.wait_for_url("**/record/")
    sheet = Sheet.objects.get()
    names = sheet.evening.names()
    assert [names[player] for player in sheet.players] == ["Dora", "Cilli", "Bert", "Karl"]
    assert names[sheet.dealer] == "Bert"
