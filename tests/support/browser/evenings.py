"""A club whose evenings are opened in the browser."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from scoring.models import Evening
from tests.support.browser.looks import LONG
from tests.support.browser.people import founded
from tests.support.scoring.house import House
from tests.support.scoring.tables import trischaken
from tests.support.stages import Stage

NAMES = ["Bert", "Cilli", "Dora", "Emil", LONG]


def six() -> House:
    """A club of six, one of them with a long name."""
    return founded(members=NAMES, default_rules="standard")


SIX = Stage("house", six)
house = SIX.fixture()


def played(house: House) -> Evening:
    """An evening with a Radl at one table, a guest and a long name at another, agreements and all."""
    evening = house.evening(venue="Gasthaus zur Post", silent_miss="charged")
    first = house.sheet(("Anna", "Bert", "Cilli", "Dora", "Karl"), evening=evening, name="Tisch 1")
    house.sheet(("Emil", LONG, "Lois", "Mitzi"), evening=evening, name="Tisch 2")
    house.play(first, trischaken("Anna"))
    house.just_play("Anna", "Anna", "Hansi", "Cilli", "Dora", rules="cup", counts=False)
    return evening


def tap(visitor: Page, *names: str) -> None:
    """Tap people one after another; scrolled to one by one, all were tapped at one spot, which is once."""
    visitor.locator(".picks").scroll_into_view_if_needed()
    for name in names:
        visitor.locator(".pick", has_text=re.compile(rf"^\d?{re.escape(name)}")).click()


def in_order(visitor: Page) -> list[str]:
    """Return the seated people, once the page's script has drawn them."""
    expect(visitor.locator("ol.seated")).to_be_attached()
    return visitor.locator(".seated .name").evaluate_all("names => names.map(name => name.dataset.full)")


def tapped(visitor: Page) -> list[str]:
    """Return the people tapped for a new table, in order of play."""
    names = visitor.locator(".felt .seats button b")
    expect(names.first).to_be_visible()
    return names.evaluate_all("names => names.map(name => name.dataset.full)")


def mark(visitor: Page, name: str) -> None:
    """Say that this person drew the high card, or deals."""
    visitor.locator(".seated li", has_text=name).locator("[data-order=seatMarked]").click()


def type_name(visitor: Page, name: str) -> None:
    """Type somebody's name below the seats, and have them sit down."""
    another = visitor.locator("[data-order=another][aria-expanded=false]")
    if another.count():
        another.click()
    visitor.locator("#newcomer").fill(name)
    visitor.locator("#newcomer").press("Enter")
