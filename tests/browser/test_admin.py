"""What is stored, looked up in a real browser: it has nothing to complain of, and nothing is cut off."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Model

from scoring.accounts import verbs as people
from scoring.models import Club, Member
from tarockclub.registers import REGISTERS
from tests.support.browser.evenings import SIX, house, played
from tests.support.browser.looks import WIDTH, complaints_by_day_and_night, seen
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


def telling(models: Collection[type[Model]]) -> list[type[Model]]:
    """Return the ten with most fields, and what it takes beside them to have each kind of field once."""
    chosen: list[type[Model]] = []
    kinds: set[type] = set()
    for model in sorted(models, key=lambda model: (-len(model._meta.fields), model.__name__)):
        of_model = {type(field) for field in model._meta.fields}
        if len(chosen) < 10 or of_model - kinds:
            chosen.append(model)
            kinds |= of_model
    return chosen


def test_lists_and_pages_fit_on_a_phone_and_axe_finds_nothing(page: OpenPage, stored: Club) -> None:
    visitor = sign_in(page(WIDTH, 844))
    sheet = stored.evenings.earliest("pk").sheets.earliest("pk")
    for_axe = {"/admin/", register_of(Member).address(), page_of(sheet)}
    addresses = {*for_axe}
    for model in telling(REGISTERS):
        addresses.add(register_of(model).address())
        row = model._default_manager.last()
        addresses |= {page_of(row)} if row is not None else set()
    for address in sorted(addresses):
        visitor.goto(address)
        assert seen(visitor) == []
        if address in for_axe:
            assert complaints_by_day_and_night(visitor) == [], address
