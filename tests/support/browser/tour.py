"""A club in which everything can be seen that an evening and a year bring, and somebody who looks at it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from django.urls import reverse
from playwright.sync_api import Page

from scoring.engine.rules import PagatkassaTerms
from scoring.evenings import verbs as evening_verbs
from scoring.models import Entry, Evening, Sheet
from scoring.table import confirmations
from tests.support.browser.looks import LONG
from tests.support.browser.people import founded
from tests.support.browser.scorer import Routined, Scorer
from tests.support.scoring.corrections import correct
from tests.support.scoring.house import House
from tests.support.scoring.tables import REDEAL, dreier, hand, rufer, trischaken
from tests.support.stages import Stage

T = TypeVar("T")

MAX, MAXI = "Maximilian-Alexander", "Maximilian-Alexandra"  # twenty letters, different in the last ones
SEATED = ("Anna", MAX, MAXI, "Dora", "Emil")
GUEST = "Karl-Heinz von drüben"
OWN = "Donaudampfschifffahrts-Tarockregeln"


@dataclass
class Sights:
    """What there is to see."""

    house: House
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
        return self.house.club.get_absolute_url()

    def do(self, verb: Callable[..., T], /, **about: Any) -> T:
        """Let Anna do this."""
        return self.house.do(verb, by="Anna", **about)

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


def shown() -> Sights:
    """A club with a running table, one that has not begun, one that is closed, and one without an evening."""
    members = [*SEATED[1:], "Franz", "Gustl", "Hilda", LONG, "Ida", "Jakob"]
    house = founded("Donaudampfschifffahrtsgesellschafts-Tarockrunde", members, default_rules="standard")
    agreed: dict[str, Any] = {"silent_miss": "charged"}
    evening = house.evening(
        venue="Gasthaus zur Post in Bad Schallerbach",
        confirmation=True,
        pagatkassa=PagatkassaTerms(stake=10, start=20, start_again=False, ceiling=50),
        **agreed,
    )
    sheet = house.sheet(SEATED, evening=evening, name="Stüberl")
    play(house, sheet)
    empty = house.sheet(("Franz", "Gustl", "Hilda", LONG), evening=evening, name="Extrazimmer")
    closed = house.evening(venue="", **agreed)
    shut = house.sheet(("Anna", MAX, MAXI, "Mitzi"), evening=closed, name="Tisch 1")
    house.play(shut, rufer("Anna", MAX))
    house.do(evening_verbs.close_evening, by="Anna", evening=closed)
    house.just_play("Anna", "Franz", "Gustl", "Hilda", "Lois", rules="cup", counts=False)
    return Sights(house, evening, sheet, empty, shut)


def play(house: House, sheet: Sheet) -> None:
    """A bit of everything: a Radl, a redeal, games side by side, a guest, a correction."""
    besserrufer = hand("besserrufer", "Dora", partner=MAXI, points="41/2", kontra="kontra")
    besserrufer["premiums"] = [
        {"premium": "pagat", "by": "Dora", "announced": True, "made": False, "kontra": "re"},
        {"premium": "trull", "by": "Emil", "made": True},
    ]
    piccolos = hand("piccolo", "Anna", tricks=1)
    piccolos["games"] += [{"contract": "piccolo", "declarer": MAX, "tricks": 2, "kontras": {MAXI: "re"}}]
    for record in (rufer("Anna", MAX), trischaken(MAX, "Dora"), besserrufer, REDEAL, dreier("Emil")):
        house.play(sheet, record)
    corrected = Entry.objects.get(row__sheet=sheet, row__number=3)
    record = hand("besserrufer", "Dora", partner=MAXI, won=True) | {"premiums": besserrufer["premiums"]}
    correct(house, sheet, corrected, record, reason="Nachgezählt: es waren 36 Punkte")
    house.seat(sheet, ("Anna", MAX, MAXI, "Dora", GUEST), dealer=3)
    house.play(sheet, piccolos)
    objected = Entry.objects.get(row__sheet=sheet, row__number=3)
    words = "Der Pagat war angesagt, und gestochen hat ihn Dora"
    for name, reason in ((MAXI, words), ("Dora", "")):
        house.tap(confirmations.object_to, sheet, objected, name, reason=reason)


SIGHTS = Stage("sights", shown)
sights = SIGHTS.fixture()
