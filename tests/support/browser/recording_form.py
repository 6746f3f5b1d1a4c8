"""A table to record at, and somebody signed in."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from scoring.accounts import verbs as people
from scoring.engine.loading import Data
from scoring.models import Sheet
from scoring.rules import published
from tests.support.browser.people import founded, sign_in
from tests.support.browser.scorer import Scorer
from tests.support.browser.scripts import script
from tests.support.scoring.house import House
from tests.support.scoring.house_rules import begin, save
from tests.support.scoring.tables import FOUR, exchanged
from tests.support.stages import Stage

# Where the seats, the games and the save button are, and whether all games lie above the bar.
KEPT = """() => {
    const box = part => document.querySelector(part).getBoundingClientRect();
    const places = [box('#declarer-0').top, box('#contract-0').top, box('.save').bottom].map(Math.round);
    return [...places, box('#contract-0').bottom <= box('.save-bar').top];
}"""

LONG_NAMES = ("Maximilian-Alexander", "Maximilian-Alexandra", "Obergrubenwaldnerinn", "Obergrubenwaldnerins")


def table_of(house: House, rules: str = "treffpunkt", names: tuple[str, ...] = FOUR) -> Sheet:
    """A table at which the first of the names is Vorhand."""
    known = set(house.club.members.values_list("name", flat=True))
    if missing := [name for name in names if name not in known]:
        house.do(people.add_members, by="Anna", club=house.club, names=missing)
    printed = published().get(rules)
    high = len(names) - 1 if printed is not None and printed.high_card.value == "deals" else 0
    return house.just_play("Anna", *names, rules=rules, high_card=high)


def own_sheet(house: House, data: Data) -> str:
    """The slug of a version of the club's own sheet that says this."""
    return save(house, begin(house, data, origin="")).ruleset.slug


house = Stage("house", lambda: founded("Tarockrunde")).fixture()


def scorer_at(visitor: Page, sheet: Sheet, language: str = "de") -> Scorer:
    return Scorer(sign_in(visitor, language), language).open(f"/sheets/{sheet.pk}/record/")


def last_record(sheet: Sheet) -> dict[str, Any]:
    """Return the last stored record, with names in place of ids."""
    entry = sheet.entries.order_by("-seq").first()
    assert entry is not None
    return exchanged(entry.record, sheet.evening.names())


PRESSED = "[aria-pressed=true]"


OUT_OF_SIGHT = script("out_of_sight")
