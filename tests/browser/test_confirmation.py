"""Several phones round a table: one records, the others confirm, and everybody sees it."""

from __future__ import annotations

from django.urls import reverse
from playwright.sync_api import Page, expect

from scoring.models import Sheet
from scoring.table.links import code_of
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import founded, sign_in
from tests.support.browser.tournament_table import look
from tests.support.scoring.house import House
from tests.support.scoring.tables import dreier, rufer
from tests.support.stages import Stage, stage

CLUB = Stage("house", lambda: founded(default_rules="standard"))
house = CLUB.fixture()


@stage(on=CLUB)
def sheet(house: House) -> Sheet:
    """A table of an evening at which every hand is confirmed."""
    return house.sheet(evening=house.evening(confirmation=True), name="Stüberl")


def with_the_link(phone: Page, sheet: Sheet) -> Page:
    phone.goto(reverse("scoring:table_link", args=[code_of(sheet, "record")]) + "?language=en")
    phone.goto(sheet.get_absolute_url())
    return phone


def test_one_phone_records_and_another_confirms(page: OpenPage, house: House, sheet: Sheet) -> None:
    house.play(sheet, rufer("Anna", "Cilli"))
    annas = sign_in(page(390, 844), "en")
    annas.goto(sheet.get_absolute_url())
    expect(annas.locator(".asking")).to_contain_text("Hand 1 is not confirmed yet.")
    expect(annas.locator(".asking")).to_contain_text("Bert or Dora")
    expect(annas.locator(".asking form")).to_have_count(0)
    phone, other = with_the_link(page(320, 640), sheet), with_the_link(page(390, 844), sheet)

    phone.get_by_role("button", name="Dora confirms").click()
    expect(phone.locator(".asking")).to_contain_text("Hand 1: confirmed by Dora.")
    look(annas, other)
    for anna in (annas, other):
        expect(anna.locator(".asking")).to_contain_text("Hand 1: confirmed by Dora.")
        expect(anna.locator(".news")).to_have_text("Hand 1: Dora (table link): confirmed.")
    other.get_by_role("button", name="Withdraw the confirmation").click()
    expect(other.locator(".asking")).to_contain_text("not confirmed yet")

    recorder = sign_in(page(390, 844), "en")
    recorder.goto(reverse("scoring:record", args=[sheet.pk]))
    expect(recorder.locator(".notices")).to_contain_text("Hand 1 is not confirmed yet.")
    phone.reload()
    record = other.locator(".dock a.button")
    record.focus()
    phone.get_by_role("button", name="Bert confirms").click()
    expect(phone.locator(".asking")).to_contain_text("confirmed by Bert")
    look(other, recorder)
    expect(other.locator(".asking")).to_contain_text("confirmed by Bert")
    expect(record).to_be_focused()  # whoever else taps
    expect(recorder.locator(".notices")).not_to_contain_text("confirmed")

    house.play(sheet, dreier("Bert"))
    look(phone, annas)
    expect(phone.locator(".asking")).to_contain_text("Hand 2 is not confirmed yet.")
