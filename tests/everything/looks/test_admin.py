"""What is stored, looked up in a real browser: it has nothing to complain of, and nothing is cut off."""

from __future__ import annotations

from scoring.accounts import verbs as people
from scoring.models import Club, Member
from tarockclub.registers import REGISTERS
from tests.support.browser.evenings import SIX, house, played
from tests.support.browser.looks import WIDTH, complaints_by_day_and_night
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import sign_in
from tests.support.scoring.admin import page_of, register_of
from tests.support.scoring.house import House
from tests.support.stages import Stage

__all__ = ["house"]  # the fixtures


def stored(house: House) -> Club:
    """Something in every list."""
    played(house)
    house.do(people.invite, by="Anna", member=house.member("Bert"))
    return house.club


STORED = Stage("stored", stored, on=SIX)
stored = STORED.fixture()


def test_lists_and_pages_fit_on_a_phone_and_axe_finds_nothing(page: OpenPage, stored: Club) -> None:
    visitor = sign_in(page(WIDTH, 844))
    sheet = stored.evenings.earliest("pk").sheets.earliest("pk")
    most_fields = max(REGISTERS, key=lambda model: len(model._meta.fields))
    for address in (
        *("/admin/", register_of(Member).address(), register_of(most_fields).address()),
        *(page_of(sheet), page_of(most_fields._default_manager.last())),
    ):
        visitor.goto(address)
        assert complaints_by_day_and_night(visitor) == [], address
