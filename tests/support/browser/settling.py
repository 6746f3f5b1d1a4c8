"""A club whose evening is settled up in the browser."""

from __future__ import annotations

from playwright.sync_api import Page

from scoring.engine.rules import PagatkassaTerms
from scoring.models import Account, Entry, Evening, Sheet
from tests.support.browser.people import founded, house_of
from tests.support.scoring.tables import Record
from tests.support.stages import Stage


def three() -> Account:
    """Anna, with Bert and Cilli in her club."""
    return founded(members=["Bert", "Cilli"])


THREE = Stage("anna", three)
anna = THREE.fixture()


def open_evening(
    anna: Account, rules: str, *tables: tuple[str, ...], pot: PagatkassaTerms | None = None
) -> Evening:
    house = house_of(anna)
    evening = house.evening(rules, place="Gasthaus Löwen", pagatkassa=pot)
    for number, names in enumerate(tables, 1):
        house.sheet(names, evening=evening, name=f"Tisch {number}")
    return evening


def play(anna: Account, evening: Evening, *records: Record, table: int = 1) -> Entry:
    sheet = Sheet.objects.whole().get(evening=evening, name=f"Tisch {table}")
    return [house_of(anna).play(sheet, record).entry for record in records][-1]


def open_everything(visitor: Page) -> None:
    visitor.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    box = visitor.locator("#id_pagatkassa")
    if box.count():
        box.check()
