"""A club in which everything can be seen that an evening and a year bring, and somebody who looks at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page

from scoring.evenings import verbs as evening_verbs
from scoring.models import (
    Account,
    Club,
    Entry,
    Evening,
    Sheet,
)
from scoring.table import confirmations
from scoring.table import verbs as recording
from scoring.table.verbs import Person
from scoring.table_policy import Actor
from tests.support.browser.looks import LONG
from tests.support.browser.people import founded
from tests.support.browser.scorer import Routined, Scorer
from tests.support.scoring.house import ids, in_ids, now
from tests.support.scoring.tables import REDEAL, dreier, hand, rufer, trischaken
from tests.support.stages import Stage

MAX, MAXI = "Maximilian-Alexander", "Maximilian-Alexandra"  # twenty letters, different in the last ones
SEATED = ("Anna", MAX, MAXI, "Dora", "Emil")
GUEST = "Karl-Heinz von drüben"
OWN = "Donaudampfschifffahrts-Tarockregeln"


@dataclass
class Sights:
    """What there is to see."""

    anna: Account
    evening: Evening
    sheet: Sheet
    empty: Sheet
    shut: Sheet


@dataclass
class Tour(Sights):
    """Somebody who looks at all of it, in a language."""

    visitor: Page
    language: str

    @property
    def club(self) -> str:
        return self.evening.club.get_absolute_url()

    def entry(self, number: int) -> Entry:
        return Entry.objects.get(row__sheet=self.sheet, row__number=number)

    def go(self, address: str) -> Page:
        self.visitor.goto(address)
        return self.visitor

    def leave(self) -> None:
        """Without a sign-in or a link from here on; a sheet left open would go on asking."""
        self.visitor.goto("about:blank")
        self.visitor.context.clear_cookies()

    def at(self, page: str, sheet: Sheet, *entry: Entry) -> Page:
        return self.go(reverse(f"scoring:{page}", args=[sheet.pk, *(row.pk for row in entry)]))

    def forget_the_half_filled(self) -> None:
        """What an earlier state has left on this phone."""
        self.visitor.evaluate("localStorage.clear()")

    def recording(self, sheet: Sheet | None = None) -> Scorer:
        self.forget_the_half_filled()
        address = reverse("scoring:record", args=[(sheet or self.sheet).pk])
        return Routined(self.visitor, self.language).open(address)


def open_evening(anna: Account, place: str, *, confirmation: bool = False) -> Evening:
    return evening_verbs.open_evening(
        actor=anna,
        deed=uuid4(),
        club=Club.objects.get(),
        date=timezone.localdate(),
        place=place,
        rules="standard",
        options={"silent_miss": "charged"},
        confirmation=confirmation,
    )


def open_sheet(anna: Account, evening: Evening, name: str, names: tuple[str, ...]) -> Sheet:
    persons = [Person(name=name) for name in names]
    return evening_verbs.open_sheet(
        actor=anna, deed=uuid4(), evening=evening, name=name, people=persons, high_card=0
    )


def shown() -> Sights:
    """A club with a running table, one that has not begun, one that is closed, and one without an evening."""
    members = [*SEATED[1:], "Franz", "Gustl", "Hilda", LONG, "Ida", "Jakob"]
    anna = founded("Donaudampfschifffahrtsgesellschafts-Tarockrunde", members, default_rules="standard")
    club = Club.objects.get()
    evening = open_evening(anna, "Gasthaus zur Post in Bad Schallerbach", confirmation=True)
    sheet = open_sheet(anna, evening, "Stüberl", SEATED)
    play(anna, sheet)
    empty = open_sheet(anna, evening, "Extrazimmer", ("Franz", "Gustl", "Hilda", LONG))
    closed = open_evening(anna, "")
    shut = open_sheet(anna, closed, "Tisch 1", ("Anna", MAX, MAXI, "Mitzi"))
    asked: dict[str, Any] = {"actor": Actor(anna), "entry": uuid4(), "sheet": shut, "after": 0}
    recording.add(record=in_ids(shut, rufer("Anna", MAX)), **asked)
    evening_verbs.close_evening(actor=anna, deed=uuid4(), evening=closed)
    persons = [Person(name=one) for one in ("Franz", "Gustl", "Hilda", "Lois")]
    alone: dict[str, Any] = {"rules": "cup", "people": persons, "high_card": 0, "counts": False}
    evening_verbs.just_play(actor=anna, deed=uuid4(), club=club, **alone)
    return Sights(anna, evening, sheet, empty, shut)


def play(anna: Account, sheet: Sheet) -> None:
    """A bit of everything: a Radl, a redeal, games side by side, a guest, a correction."""

    def asked() -> dict[str, Any]:
        return {"actor": Actor(anna), "entry": uuid4(), "sheet": sheet, "after": now(sheet).seq}

    besserrufer = hand("besserrufer", "Dora", partner=MAXI, points="41/2", kontra="kontra")
    besserrufer["premiums"] = [
        {"premium": "pagat", "by": "Dora", "announced": True, "made": False, "kontra": "re"},
        {"premium": "trull", "by": "Emil", "made": True},
    ]
    piccolos = hand("piccolo", "Anna", tricks=1)
    piccolos["games"] += [{"contract": "piccolo", "declarer": MAX, "tricks": 2, "kontras": {MAXI: "re"}}]
    for record in (rufer("Anna", MAX), trischaken(MAX, "Dora"), besserrufer, REDEAL, dreier("Emil")):
        recording.add(record=in_ids(sheet, record), **asked())
    target = Entry.objects.get(row__sheet=sheet, row__number=3)
    record = in_ids(
        sheet, hand("besserrufer", "Dora", partner=MAXI, won=True) | {"premiums": besserrufer["premiums"]}
    )
    recording.correct(target=target, record=record, reason="Nachgezählt: es waren 36 Punkte", **asked())
    recording.seat(
        people=[Person(name=one) for one in ("Anna", MAX, MAXI, "Dora", GUEST)], dealer=3, **asked()
    )
    recording.add(record=in_ids(sheet, piccolos), **asked())
    objected = Entry.objects.get(row__sheet=sheet, row__number=3)
    words = "Der Pagat war angesagt, und gestochen hat ihn Dora"
    link = Actor(link=sheet.record_link)
    for name, reason in ((MAXI, words), ("Dora", "")):
        said: dict[str, Any] = {"deed": uuid4(), "sheet": sheet, "entry": objected, "reason": reason}
        confirmations.object_to(actor=link, player=ids(sheet)[name], **said)


SIGHTS = Stage("sights", shown)
sights = SIGHTS.fixture()
