"""A link handed on, and guests who become members."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from scoring.accounts import verbs as people
from scoring.accounts.guests import admit_guest, joinings_of, separate_guest
from scoring.models import Member, Participant
from scoring.table.links import code_of
from tests.support.browser.looks import complaints_by_day_and_night, with_big_letters
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import founded, sign_in
from tests.support.browser.tour import GUEST, Sights, sights
from tests.support.browser.tournament_table import look

__all__ = ["sights"]  # the fixtures

COPIED = "() => { document.addEventListener('copy', () => { window.copied = String(getSelection()) }) }"


def test_a_link_is_copied_with_one_tap_and_scanned_in_the_dark(page: OpenPage, settings: Any) -> None:
    settings.PUBLIC_URL = "http://tarock.example.org"
    founded("Donaudampfschifffahrtsgesellschafts-Tarockrunde", ["Dora"])
    visitor = sign_in(page(320, 844))
    visitor.goto(Member.objects.get(name="Dora").get_absolute_url())
    visitor.get_by_role("button", name="Einladungslink erstellen").click()
    expect(visitor.locator(".link a")).to_be_visible()
    # As in a room without https, where browsers keep their clipboard to themselves.
    visitor.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    visitor.evaluate(COPIED)
    visitor.get_by_role("button", name="Link kopieren").click()
    expect(visitor.get_by_role("status").filter(has_text="Kopiert.")).to_be_visible()
    assert visitor.evaluate("window.copied") == visitor.locator(".link a").inner_text()
    code = visitor.get_by_role("img", name="Der Link als QR-Code")
    box = code.bounding_box()
    assert box is not None
    assert box["width"] >= 250
    assert complaints_by_day_and_night(visitor) == []


def test_the_set_up_page_is_readable_too(page: OpenPage) -> None:
    visitor = page(320, 844)
    visitor.goto(f"/setup/{people.setup_code()}/")
    visitor.get_by_role("button", name="Einrichten").click()
    expect(visitor.locator(".errorlist, .problems").first).to_be_visible()
    assert complaints_by_day_and_night(visitor) == []
    assert with_big_letters(visitor) == []


def test_a_guest_becomes_a_member_while_the_table_looks_on(page: OpenPage, sights: Sights) -> None:
    """How that is asked for, and taken back: tests/scoring/clubs/guests/test_guests.py."""
    house, sheet = sights.house, sights.sheet
    phone = page(390, 844)
    phone.goto(f"/t/{code_of(sheet, 'record')}/?language=en")
    expect(phone.get_by_role("button", name=GUEST).first).to_be_visible()
    on_the_wall = page()
    on_the_wall.goto(f"/r/{code_of(sheet, 'read')}/?language=en")
    expect(on_the_wall.locator("#paper")).to_contain_text(GUEST)

    guests = Participant.objects.filter(guest=GUEST).values_list("pk", flat=True)
    kahei = house.do(admit_guest, by="Anna", club=house.club, participants=[*guests], name="Kahei")
    look(phone, on_the_wall)
    expect(on_the_wall.locator("#paper")).to_contain_text("Kahei")
    expect(on_the_wall.locator("#paper")).not_to_contain_text(GUEST)
    expect(phone.get_by_role("button", name="Kahei").first).to_be_visible()
    expect(phone.get_by_role("button", name=GUEST)).to_have_count(0)

    # It was somebody else after all.
    house.do(separate_guest, by="Anna", member=kahei, joining=joinings_of(kahei)[0].deed)
    look(on_the_wall)
    expect(on_the_wall.locator("#paper")).to_contain_text(GUEST)
