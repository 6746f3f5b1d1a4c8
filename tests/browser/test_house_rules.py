"""An evening is opened under a sheet of the club that says what is paid."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from scoring.models import Evening
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import founded, sign_in
from tests.support.scoring.house import House
from tests.support.scoring.house_rules import own, with_money
from tests.support.scoring.tables import FOUR
from tests.support.stages import Stage


def four() -> House:
    """A club of four."""
    return founded("Tarockrunde", FOUR[1:])


CLUB_OF_FOUR = Stage("house", four)
house = CLUB_OF_FOUR.fixture()


def click(page: Page, role: str, name: str) -> None:
    page.get_by_role(role, name=name, exact=True).first.click()


def test_the_pagatkassa_of_the_chosen_sheet_is_filled_in_until_somebody_fills_in_another(
    page: OpenPage, house: House
) -> None:
    own(house, change=with_money)
    anna = sign_in(page(), "en")
    anna.goto(f"{house.club.get_absolute_url()}evenings/new/")
    expect(anna.get_by_text("On this sheet: Cents per point: 25; Pagatkassa")).to_be_visible()
    pot, stake = anna.locator("[name=pagatkassa]"), anna.locator("[name=stake]")
    ceiling = anna.get_by_label("Most that a missed Pagat costs")
    expect(pot).not_to_be_checked()
    expect(ceiling).to_be_hidden()
    anna.locator("label.check", has_text="Freitag").click()
    expect(pot).to_be_checked()
    expect(ceiling).to_be_visible()
    expect(stake).to_have_value("20")
    expect(anna.locator("[name=start]")).to_have_value("100")
    anna.locator("label.check", has_text="Cup rules").click()
    expect(pot).not_to_be_checked()
    anna.locator("label.check", has_text="We play with a Pagatkassa").click()
    stake.fill("30")
    anna.locator("label.check", has_text="Freitag").click()
    expect(stake).to_have_value("30")
    click(anna, "button", "Open the evening")
    expect(anna.get_by_text("€0.30")).to_be_visible()
    assert Evening.objects.get().cents_per_point == 25
