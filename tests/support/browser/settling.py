"""A club whose evening is settled up in the browser."""

from __future__ import annotations

from uuid import uuid4

from django.utils import timezone
from playwright.sync_api import Page

from scoring.engine.rules import PagatkassaTerms
from scoring.evenings import verbs as evening_verbs
from scoring.models import Account, Club, Entry, Evening, Sheet
from scoring.table import verbs as recording
from scoring.table.verbs import Person
from scoring.table_policy import Actor
from tests.support.browser.people import founded
from tests.support.scoring.house import in_ids
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
    evening = evening_verbs.open_evening(
        actor=anna,
        deed=uuid4(),
        club=Club.objects.get(),
        date=timezone.localdate(),
        place="Gasthaus Löwen",
        rules=rules,
        options={},
        pagatkassa=pot,
    )
    for number, names in enumerate(tables, 1):
        evening_verbs.open_sheet(
            actor=anna,
            deed=uuid4(),
            evening=evening,
            name=f"Tisch {number}",
            people=[Person(name=name) for name in names],
            high_card=0,
        )
    return evening


def play(anna: Account, evening: Evening, *records: Record, table: int = 1) -> Entry:
    for record in records:
        sheet = Sheet.objects.whole().get(evening=evening, name=f"Tisch {table}")
        written = recording.add(
            actor=Actor(anna), entry=uuid4(), sheet=sheet, after=sheet.seq, record=in_ids(sheet, record)
        )
    return written.entry


def open_everything(visitor: Page) -> None:
    visitor.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    box = visitor.locator("#id_pagatkassa")
    if box.count():
        box.check()
