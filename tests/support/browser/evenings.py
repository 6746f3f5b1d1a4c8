"""A club whose evenings are opened in the browser."""

from __future__ import annotations

import re
from uuid import uuid4

from django.utils import timezone
from playwright.sync_api import Page, expect

from scoring.evenings import verbs as evening_verbs
from scoring.models import Club, Evening
from scoring.table import verbs as recording
from scoring.table.verbs import Person
from scoring.table_policy import Actor
from tests.support.browser.looks import LONG
from tests.support.browser.people import founded
from tests.support.scoring.house import in_ids
from tests.support.scoring.tables import trischaken
from tests.support.stages import Stage

NAMES = ["Bert", "Cilli", "Dora", "Emil", LONG]


def six() -> Club:
    """A club of six, one of them with a long name."""
    founded(members=NAMES, default_rules="standard")
    return Club.objects.get()


SIX = Stage("club", six)
club = SIX.fixture()


def played(club: Club) -> Evening:
    """An evening with a Radl at one table, a guest and a long name at another, agreements and all."""
    anna = club.members.get(name="Anna").account
    assert anna is not None
    evening = evening_verbs.open_evening(
        actor=anna,
        deed=uuid4(),
        club=club,
        date=timezone.localdate(),
        place="Gasthaus zur Post",
        rules="standard",
        options={"silent_miss": "charged"},
    )
    for name, names in (
        ("Tisch 1", ("Anna", "Bert", "Cilli", "Dora", "Karl")),
        ("Tisch 2", ("Emil", LONG, "Lois", "Mitzi")),
    ):
        sheet = evening_verbs.open_sheet(
            actor=anna,
            deed=uuid4(),
            evening=evening,
            name=name,
            people=[Person(name=name) for name in names],
            high_card=0,
        )
    sheet = evening.sheets.get(name="Tisch 1")
    record = in_ids(sheet, trischaken("Anna"))
    recording.add(actor=Actor(anna), entry=uuid4(), sheet=sheet, after=0, record=record)
    evening_verbs.just_play(
        actor=anna,
        deed=uuid4(),
        club=club,
        rules="cup",
        people=[Person(name=one) for one in ("Anna", "Hansi", "Cilli", "Dora")],
        high_card=0,
        counts=False,
    )
    return evening


def tap(visitor: Page, *names: str) -> None:
    for name in names:
        visitor.locator(".chip", has_text=re.compile(rf"^\d?{re.escape(name)}")).click()


def in_order(visitor: Page) -> list[str]:
    """Who is seated, once the page's script has drawn them."""
    expect(visitor.locator("ol.seated")).to_be_attached()
    return visitor.locator(".seated .who > span").evaluate_all(
        "names => names.map(name => name.dataset.full ?? name.textContent)"
    )
