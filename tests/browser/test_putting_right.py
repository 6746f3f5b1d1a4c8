"""The wrong people on a sheet and hands on the wrong sheet, put right on the phone: taps are counted."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from scoring.models import Account
from tests.support.browser.looks import seen
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import sign_in
from tests.support.browser.sheet import anna, open_sheet

__all__ = ["anna"]  # the fixtures

WRONG_NAME, WRONG_TABLE = 4, 5  # taps, at most
FOUR = ["Anna", "Bert", "Cilli", "Dora"]


class Taps:
    """Taps, counted."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, target: Locator) -> None:
        target.click()
        self.count += 1


def test_a_wrong_name_noticed_three_hands_later_is_put_right_in_four_taps(
    page: OpenPage, anna: Account
) -> None:
    sheet = open_sheet(anna, FOUR, 3)
    phone, tap = sign_in(page(390, 844), "en"), Taps()
    phone.goto(f"{sheet.get_absolute_url()}record/")
    tap(phone.get_by_role("link", name="Seats and dealer"))
    tap(phone.get_by_role("link", name="Not Bert"))
    phone.get_by_label("Or a guest, by name").fill("Emil")
    assert seen(phone) == []
    tap(phone.get_by_role("button", name="Go on"))
    expect(phone.get_by_text("Written as Bert, really Emil.")).to_be_visible()
    assert seen(phone) == []
    tap(phone.get_by_role("button", name="Save"))
    expect(phone.get_by_text("The names are put right.")).to_be_visible()
    expect(phone.locator("#paper thead")).to_contain_text("Emil")
    assert tap.count <= WRONG_NAME


def test_a_hand_on_the_wrong_table_is_moved_in_five_taps(page: OpenPage, anna: Account) -> None:
    sheet = open_sheet(anna, FOUR, 2)
    other = open_sheet(anna, FOUR, 0, evening=sheet.evening, name="Veranda")
    phone, tap = sign_in(page(390, 844), "en"), Taps()
    phone.goto(sheet.get_absolute_url())
    tap(phone.locator("#paper tr.hand a").last)
    tap(phone.get_by_role("link", name="It was played at another table"))
    assert seen(phone) == []
    tap(phone.get_by_role("button", name="Veranda"))
    expect(phone.get_by_text("Goes from here: hand 2.")).to_be_visible()
    assert seen(phone) == []
    tap(phone.get_by_role("button", name="Save"))
    expect(phone.get_by_text("Moved. Both tables have been worked out again.")).to_be_visible()
    assert phone.url.endswith(other.get_absolute_url())
    expect(phone.locator("#paper tr.hand")).to_have_count(1)
    assert tap.count <= WRONG_TABLE
