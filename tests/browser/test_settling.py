"""The end of an evening in a real browser: read at any width, by day and by night."""

from __future__ import annotations

from playwright.sync_api import Page

from scoring.engine.rules import PagatkassaTerms
from scoring.evenings import verbs as evening_verbs
from scoring.models import Entry, Evening, Sheet
from tests.support.browser.looks import WIDTH, complaints_on_every_screen, with_big_letters
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import founded, sign_in
from tests.support.browser.sheet import SIX
from tests.support.scoring.corrections import correct
from tests.support.scoring.house import House
from tests.support.scoring.tables import REDEAL, Record, dreier, hand, in_thirds, pagat
from tests.support.stages import Stage

FOUR = ("Anna", "Bert", "Cilli", "Karl")


def three() -> House:
    """Anna, with Bert and Cilli in her club."""
    return founded(members=["Bert", "Cilli"])


THREE = Stage("house", three)
house = THREE.fixture()


def open_evening(
    house: House, rules: str, *tables: tuple[str, ...], pot: PagatkassaTerms | None = None
) -> Evening:
    evening = house.evening(rules, place="Gasthaus Löwen", pagatkassa=pot)
    for number, names in enumerate(tables, 1):
        house.sheet(names, evening=evening, name=f"Tisch {number}")
    return evening


def play(house: House, evening: Evening, *records: Record, table: int = 1) -> Entry:
    sheet = Sheet.objects.whole().get(evening=evening, name=f"Tisch {table}")
    return [house.play(sheet, record).entry for record in records][-1]


def open_everything(visitor: Page) -> None:
    visitor.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    box = visitor.locator("#id_pagatkassa")
    if box.count():
        box.check()


def sealed_twice(house: House) -> Evening:
    """Everything the page can show: two tables, the Schrift, a Pagatkassa, a correction, two seals."""
    second = ("Anna", *SIX[:3])
    evening = open_evening(
        house,
        "standard-skoty",
        FOUR,
        second,
        pot=PagatkassaTerms(stake=10, start=20, start_again=False, ceiling=50),
    )
    first = play(house, evening, pagat("Anna", made=True))
    play(house, evening, REDEAL, hand("dreier", "Bert", won=False, kontra="re"))
    play(house, evening, dreier(SIX[0]), table=2)
    house.do(evening_verbs.close_evening, by="Anna", evening=evening)
    house.do(evening_verbs.reopen_evening, by="Anna", evening=evening, reason="Der Pagat war verloren")
    correct(house, Sheet.objects.get(pk=first.sheet_id), first, pagat("Anna", made=False))
    house.do(evening_verbs.close_evening, by="Anna", evening=evening)
    return evening


def address(evening: Evening, language: str = "en") -> str:
    return f"{evening.get_absolute_url()}settling/?language={language}"


def states(house: House) -> list[str]:
    """Addresses of the page in everything it can look like, and of the form for the Pagatkassa."""
    rounded = open_evening(house, "treffpunkt-skoty", FOUR)
    play(house, rounded, in_thirds("Bert", FOUR))
    empty = open_evening(house, "standard", FOUR)
    return [
        address(sealed_twice(house)),
        address(rounded),
        address(empty, "de"),
        f"{empty.get_absolute_url()}pagatkassa/?language=en",
    ]


SIZE = "one => parseFloat(getComputedStyle(one).fontSize)"


def test_nothing_is_wrong_with_any_state(page: OpenPage, house: House) -> None:
    visitor = sign_in(page(WIDTH, 844))
    for state in states(house):
        visitor.goto(state)
        open_everything(visitor)
        assert complaints_on_every_screen(visitor) == [], state
        assert with_big_letters(visitor) == [], state
        if "language=en" in state and "settling" in state:  # read from the other side of the table
            for amount in (*visitor.locator(".payments strong").all(), *visitor.locator(".money").all()):
                assert amount.evaluate(SIZE) >= 28, state
