"""A club evening in a real browser: sitting down by tapping and by keyboard."""

from __future__ import annotations

import re
from datetime import timedelta
from fractions import Fraction

from playwright.sync_api import Page, expect

from scoring import clock
from scoring.evenings.pages.settling import Share, settling_of, sheets_of
from scoring.models import Sheet
from tests.support.browser.evenings import house, played, tap, tapped, type_name
from tests.support.browser.looks import LONG
from tests.support.browser.no_network import NewContext, page_of, phone
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import sign_in
from tests.support.browser.scorer import Scorer
from tests.support.scoring.house import House

__all__ = ["house", "phone"]  # the fixtures


def enter(visitor: Page, house: House) -> None:
    sign_in(visitor, "en").goto(f"/clubs/{house.club.slug}/")


def test_tables_are_opened_by_tapping_names_and_an_evening_is_planned(page: OpenPage, house: House) -> None:
    phone = page(390, 664)
    enter(phone, house)
    phone.get_by_role("link", name="Play", exact=True).click()
    assert tapped(phone) == ["Anna", "Bert", "Cilli", "Dora", "Emil", LONG]  # nobody has played before
    deed, seat = phone.locator(".dock button"), phone.locator(".felt .seats button")
    roles = phone.locator(".felt .seats button > span")
    tap(phone, "Anna", "Bert", "Emil")
    expect(deed).to_have_text("1 more")
    deed.click(force=True)  # says what is missing, and does nothing
    tap(phone, "Bert")
    type_name(phone, "Karl")
    assert tapped(phone) == ["Cilli", "Dora", LONG, "Bert", "Karl"]
    expect(deed).to_be_in_viewport(ratio=1)
    expect(phone.locator(".names .pick", has_text="Karl")).to_have_count(0)  # the name stands at the table
    seat.filter(has_text="Karl").click()
    expect(phone.get_by_text("Karl drew the highest card.")).to_be_visible()
    seat.filter(has_text="Karl").press("Enter")  # two taps on one spot would be one
    assert tapped(phone) == ["Cilli", "Dora", LONG, "Bert"]
    tap(phone, "Karl")
    seat.filter(has_text="Dora").click()
    expect(roles).to_have_text(["deals", "Vorhand", "3", "4", "5"])
    usual, *others = phone.locator("#id_rules > *").all()
    assert (usual.text_content(), [group.get_attribute("label") for group in others]) == (
        "Standard rules",
        ["Other rules"],
    )
    phone.get_by_label("Rules").select_option("cup")
    expect(roles).to_have_text(["1", "deals", "Vorhand", "4", "5"])
    phone.reload()
    assert tapped(phone) == ["Cilli", "Dora", LONG, "Bert", "Karl"]
    phone.get_by_label("Rules").select_option("cup")
    deed.click()
    phone.wait_for_url("**/record/")
    sheet = Sheet.objects.get()
    assert sheet.evening.names()[sheet.dealer] == "Dora"

    phone.goto(f"{sheet.evening.get_absolute_url()}play/")
    expect(phone.locator(".names .pick")).to_have_text(["Anna", "Emil"])  # the others sit
    tap(phone, "Anna", "Emil")
    phone.get_by_role("button", name="5 seated already").click()
    tap(phone, "Karl", "Bert")
    expect(phone.get_by_text("Bert is still sitting at")).to_be_visible()
    deed.click()
    phone.wait_for_url("**/record/")
    assert sheet.evening.sheets.count() == 2

    phone.goto(f"/clubs/{house.club.slug}/play/")
    phone.locator("#where").click()
    phone.locator("#id_evening").select_option("")
    phone.locator("#id_date").fill(str(clock.today() + timedelta(days=3)))
    phone.locator("#id_place").fill("Gasthaus Post")
    expect(phone.locator("#where")).to_contain_text("Gasthaus Post")
    phone.get_by_role("button", name="Plan the evening").click()
    expect(phone.get_by_role("main")).to_contain_text("Gasthaus Post")
    assert Sheet.objects.count() == 2

    phone.goto(f"/clubs/{house.club.slug}/play/")
    rules = phone.get_by_label("Rules")
    usual = rules.input_value()
    phone.get_by_role("button", name="Another name").click()
    phone.locator("#newcomer").fill("an")
    deed.click(force=True)
    expect(phone.get_by_text("Please tap who is meant")).to_be_visible()
    expect(seat).to_have_count(0)  # it may have been a search
    phone.locator("#newcomer").fill("")
    expect(deed).to_have_text("4 more")
    phone.locator("#where").click()
    phone.locator("#id_evening").select_option("")
    assert (usual, rules.input_value()) == (sheet.evening.ruleset.slug, house.club.default_rules)
    phone.locator("#id_place").fill("Kaffeehaus")
    deed.click()
    expect(phone.get_by_role("main")).to_contain_text("Kaffeehaus")
    assert Sheet.objects.count() == 2
    assert sheet.evening.club.evenings.count() == 3


def test_who_sits_is_changed_between_hands_by_keyboard(page: OpenPage, house: House) -> None:
    evening = played(house)
    sheet = evening.sheets.get(name="Tisch 1")
    visitor = page(1280, 900)
    enter(visitor, house)
    visitor.goto(evening.get_absolute_url())
    visitor.locator(".dock").get_by_role("link", name="More").focus()
    visitor.keyboard.press("Enter")
    expect(visitor.get_by_role("link", name="Excel")).to_be_visible()
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
    assert [names[player] for player in sheet.state.players] == ["Anna", "Bert", "Cilli", "Dora"]
    assert names[sheet.state.dealer] == "Bert"
    assert sheet.state.owed == 5
    scorer = Scorer(visitor, "en")
    scorer.declarer("Dora").contract("Solorufer").partner("Anna").won().save()
    expect(visitor.locator(".tidings")).not_to_contain_text("Bert deals")
    assert visitor.locator(".got > span").all_inner_texts() == [
        "Anna\n+4",
        "Bert\n−4",
        "Cilli\n−4",
        "Dora\n+4",
    ]


def test_four_totals_are_typed_with_digits_and_enter_in_twenty_keys(page: OpenPage, house: House) -> None:
    phone = page(390, 664)
    enter(phone, house)
    phone.get_by_role("link", name="Play", exact=True).click()
    phone.get_by_role("link", name="Only totals").click()
    rows, deed, felt = (
        phone.locator(".people li:visible"),
        phone.locator(".dock button"),
        phone.locator(".felt"),
    )
    expect(deed).to_have_text("2 more")
    tap(phone, "Anna", "Bert", "Cilli", "Dora")
    expect(deed).to_have_text("Save the evening")
    expect(rows).to_have_count(4)
    for row in rows.all():
        expect(row).to_be_in_viewport(ratio=1)
    before = phone.evaluate("scrollY")
    keys = 0
    rows.first.get_by_role("textbox").focus()
    for total in ("36", "21", "14"):
        if total == "14":  # the key for a minus is the button beside it
            rows.nth(2).get_by_role("button").click()
            keys += 1
        for key in (*total, "Enter"):
            phone.keyboard.press(key)
            keys += 1
    expect(felt).to_contain_text("Sum +43")
    phone.keyboard.press("4")  # something is wrong: it says by how much, and offers the kitty
    expect(felt).to_contain_text("Kitty −47")
    phone.keyboard.press("Backspace")
    expect(deed).to_have_attribute("aria-disabled", "true")
    phone.keyboard.press("Enter")
    expect(felt.get_by_role("button", name="Dora −43")).to_be_focused()
    phone.keyboard.press("Enter")
    expect(felt).to_contain_text("Comes out even.")
    expect(deed).to_be_focused()
    assert phone.evaluate("scrollY") == before
    phone.keyboard.press("Enter")
    keys += 3
    assert keys <= 20
    expect(phone.get_by_role("heading", level=1)).to_be_visible()
    phone.wait_for_url("**/evenings/*/")
    expect(phone.get_by_role("main")).to_contain_text("Dora")
    sums = {share.name: share.points for share in settled(house)}
    assert sums == {"Anna": 36, "Bert": 21, "Cilli": -14, "Dora": -43}

    phone.locator("#more > summary").click()
    phone.get_by_role("link", name="Correct the totals").click()
    expect(rows).to_have_count(4)
    phone.get_by_role("button", name="Another name").click()
    phone.keyboard.type("Karl")
    phone.keyboard.press("Enter")
    phone.keyboard.type("-3 1/3")
    rows.first.get_by_role("textbox").fill("39 1/3")
    expect(felt).to_contain_text("Comes out even.")
    deed.click()
    phone.wait_for_url("**/evenings/*/")
    assert {share.name: share.points for share in settled(house)} == {
        **sums,
        "Anna": Fraction(118, 3),
        "Karl": Fraction(-10, 3),
    }


def test_totals_are_typed_pasted_and_sent_as_a_file_without_scripts(phone: NewContext, house: House) -> None:
    visitor = page_of(phone(java_script_enabled=False, locale="de-AT"))
    enter(visitor, house)
    visitor.goto(f"/clubs/{house.club.slug}/play/totals/")
    for name, total in {"Anna": "36", "Bert": "-14", "Cilli": "-22"}.items():
        visitor.get_by_role("textbox", name=name, exact=True).fill(total)
    visitor.get_by_role("button", name="Save the evening").click()
    expect(visitor).to_have_url(re.compile(r"/evenings/\d+/$"))
    assert {share.name: share.points for share in settled(house)} == {"Anna": 36, "Bert": -14, "Cilli": -22}

    table = "Datum\tAnna\tBert\tCilli\n{}\t5\t-2\t-3\n"
    rows = [f"{day}.1.2015" for day in (5, 12)]
    for number, (day, kind) in enumerate(zip(rows, ("text", "file"), strict=True), 2):
        visitor.goto(f"/clubs/{house.club.slug}/old-sheets/import/")
        if kind == "text":
            visitor.get_by_label("Paste here").fill(table.format(day))
        else:
            content = table.format(day).encode()
            visitor.locator("input[type=file]").set_input_files(
                {"name": "2015.csv", "mimeType": "text/csv", "buffer": content}
            )
        visitor.get_by_role("button", name="Look at it").click()
        visitor.get_by_role("button", name="plus has to pay").click()  # each answer is a post of its own
        visitor.get_by_role("button", name="plus has won").click()
        visitor.get_by_role("button", name="That is right").click()
        expect(visitor).to_have_url(re.compile(r"/old-sheets/\d+/$"))
        assert house.club.evenings.filter(totals=True).count() == number


def settled(house: House) -> tuple[Share, ...]:
    evening = house.club.evenings.select_related("club", "ruleset").get(totals=True)
    return settling_of(evening, sheets_of(evening), "en").people
