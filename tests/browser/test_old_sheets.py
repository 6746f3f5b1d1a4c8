"""Old sheets in a real browser: a tidy file, a messy one marked by hand, and a wrong number that is found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page, expect

from tests.scoring.old_sheets.files.kept import xlsx
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import sign_in
from tests.support.browser.season import house
from tests.support.scoring.house import House

__all__ = ["house"]  # the fixtures

HEAD = ("Datum", "Quirin", "Urban", "Zyprian", "Yvo")
ROWS = [("4.3.2016", 5, -5, 8, -8), ("11.3.2016", 4, 3, -4, -3)]
EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


BESIDE_THE_GRID = """
    document.scrollingElement.scrollHeight - document.querySelector(".grid-scroll").clientHeight
"""


def look_at(visitor: Page, house: House, *rows: Sequence[Any]) -> None:
    visitor.goto(f"/clubs/{house.club.slug}/old-sheets/import/")
    file: Any = {"name": "alt.xlsx", "mimeType": EXCEL, "buffer": xlsx(*rows)()}
    visitor.locator("[type=file]").set_input_files(file)
    visitor.get_by_role("button", name="Look at it").click()


def test_old_sheets_come_in_tidy_marked_by_hand_and_with_a_wrong_number(page: OpenPage, house: House) -> None:
    phone = sign_in(page(390, 844), "en")
    look_at(phone, house, HEAD, *ROWS, ("Summe", 9, -2, 4, -11))
    expect(phone.get_by_text("Everything is right.")).to_be_visible()
    expect(phone.get_by_text("4 names as they stand")).to_be_visible()
    expect(phone.get_by_label("Quirin", exact=True)).to_be_hidden()
    assert phone.evaluate(BESIDE_THE_GRID) <= 3 * 844
    phone.get_by_role("button", name="Import everything").click()
    expect(phone.locator("main")).to_contain_text("checked: the file's own totals")

    other_days = [("1.4.2016", *ROWS[0][1:]), ("8.4.2016", *ROWS[1][1:])]
    look_at(phone, house, HEAD, *other_days, ("", "Korbinian", "Wendelin"), ("15.4.2016", 7, -7))
    mark = phone.get_by_role("rowheader", name="4", exact=True).get_by_role("button")
    mark.focus()
    phone.keyboard.press("Enter")
    phone.get_by_role("button", name="The people are here").click()
    phone.get_by_role("radio", name="Separate").check()
    phone.get_by_role("button", name="Look again").first.click()
    expect(phone.locator("main")).to_contain_text("Korbinian")

    whole = phone.locator("section", has=phone.get_by_role("heading", name="One number from the paper"))
    whole.get_by_label("Whose number is it?").select_option(label="Korbinian")
    whole.get_by_label("What they had in the end").fill("-7")
    phone.get_by_role("button", name="Compare").click()
    expect(phone.locator("main")).to_contain_text("Korbinian had −7 in the end; the file comes to +7.")
    expect(phone.locator("main")).to_contain_text("Only the sign differs")
    expect(phone.get_by_role("button", name="Import everything")).to_have_count(0)
    whole.get_by_label("What they had in the end").fill("7")
    phone.get_by_role("button", name="Compare").click()
    phone.get_by_role("button", name="Import everything").click()
    expect(phone.locator("main")).to_contain_text("checked: a number from the paper")


def test_five_years_of_equal_mistakes_are_a_page_that_scrolls_its_grid(page: OpenPage, house: House) -> None:
    phone = sign_in(page(390, 844), "en")
    evenings = range(1826)
    days = [f"{1 + n % 28}.{1 + n // 28 % 12}.{1980 + n // 336}" for n in evenings]
    look_at(
        phone, house, HEAD, *((day, n % 50, 1 - n % 50, 3, -3) for n, day in zip(evenings, days, strict=True))
    )
    expect(phone.get_by_role("heading", name="To be corrected")).to_contain_text("1826")
    assert phone.evaluate(BESIDE_THE_GRID) <= 3 * 844
