"""What is stored, looked up in a real browser: it has nothing to complain of, and nothing is cut off."""

from __future__ import annotations

from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from scoring import people
from scoring.admin import registers
from scoring.models import Club, Entry, Member
from tests.browser.test_evenings import club, played
from tests.browser.test_people import AXE, sign_in
from tests.browser.test_rules_pages import CUT_OFF, SMALL_TARGETS
from tests.conftest import OpenPage
from tests.scoring.test_admin import page_of, register_of

__all__ = ["club"]


@pytest.fixture
def stored(club: Club) -> Club:
    """Something in every list."""
    played(club)
    anna = club.members.get(name="Anna").account
    assert anna is not None
    people.invite(actor=anna, deed=uuid4(), member=club.members.get(name="Bert"))
    return club


def test_lists_and_pages_fit_on_a_phone(page: OpenPage, stored: Club) -> None:
    visitor = page(320, 844)
    sign_in(visitor)
    addresses = ["/admin/"]
    for model in registers._registry:
        addresses.append(register_of(model).address())
        row = model._default_manager.last()
        addresses += [page_of(row)] if row is not None else []
    for address in addresses:
        visitor.goto(address)
        assert visitor.evaluate(CUT_OFF) == [], address
        assert visitor.evaluate("document.documentElement.scrollWidth") <= 320, address
        assert visitor.evaluate(SMALL_TARGETS) == [], address


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing(page: OpenPage, stored: Club, dark: bool) -> None:
    visitor = page(390, 844, dark=dark)
    sign_in(visitor)
    sheet = stored.evenings.earliest("pk").sheets.earliest("pk")
    for address in ("/admin/", register_of(Member).address(), page_of(sheet)):
        visitor.goto(address)
        found = Axe().run(visitor, options=AXE)
        assert found.response["violations"] == [], f"{address}\n{found.generate_report()}"


def test_from_a_club_to_a_hand_and_to_its_page_in_the_club(page: OpenPage, club: Club) -> None:
    evening = played(club)
    visitor = page(1280, 900)
    sign_in(visitor)
    visitor.goto("/admin/?language=en")
    content = visitor.get_by_role("main")
    content.get_by_role("link", name="Clubs").click()
    content.get_by_role("link", name=club.name).click()
    content.get_by_role("link", name="Evenings").click()
    expect(visitor.get_by_role("heading", name="Evenings")).to_be_visible()
    content.get_by_role("row").filter(has_text=evening.place).get_by_role("link").click()
    content.get_by_role("link", name="Tables").click()
    content.get_by_role("link", name="Tisch 1").click()
    content.get_by_role("link", name="Entries").click()
    content.get_by_role("rowheader").get_by_role("link").click()
    expect(content.get_by_text("trischaken")).to_be_visible()
    expect(content.get_by_role("textbox")).to_have_count(0)
    content.get_by_role("link", name="To its page in the club").click()
    entry = Entry.objects.get()
    visitor.wait_for_url(f"**/sheets/{entry.sheet_id}/hands/{entry.pk}/")
