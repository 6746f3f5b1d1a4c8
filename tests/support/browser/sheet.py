"""A sheet of six people, looked at in the browser."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import uuid4

from django.db import transaction

from scoring.engine.sheet import Fact, Position, step
from scoring.models import Act, Evening, Sheet
from scoring.rules.versions.timelines import rules_for
from scoring.table.reasons import store_reason
from scoring.table.replay import grounds_of, position_of, record_of
from scoring.table.verbs import read
from scoring.table.writing import locked_sheet, rederive, write
from scoring.table_policy import Actor, NewEntry
from tests.support.browser.people import founded
from tests.support.scoring.house import House, now
from tests.support.scoring.tables import Record
from tests.support.stages import Stage

SIX = [
    "Maximilian Obergruber",
    "Maximiliane Obergrub",
    "Annemarie Unterhuber",
    "Hans-Joachim Kogler Ä",
    "Hans-Joachim Kogler J",
    "Wilhelmine Schattauer",
]


def alone() -> House:
    """Anna, the only one in her club."""
    return founded()


ALONE = Stage("house", alone)
house = ALONE.fixture()


def open_sheet(
    house: House, names: Sequence[str], hands: int, name: str = "Stüberl", evening: Evening | None = None
) -> Sheet:
    """With hands of every kind, as they come."""
    evening = evening or house.evening(venue="Gasthaus Löwen")
    sheet = house.sheet(names, evening=evening, name=name)
    play_many(house, sheet, hands)
    return sheet


@transaction.atomic
def play_many(house: House, sheet: Sheet, hands: int) -> None:
    """As `play` one after the other; what follows from the entries is derived once."""
    actor = Actor(house["Anna"])
    locked = locked_sheet(sheet, actor)
    rules, position = rules_for(locked), position_of(locked)
    for number in range(hands):
        fact = read(record_at(position, number), rules)
        asked = NewEntry(uuid4(), Act.ADD, record_of(fact, rules), grounds=store_reason(grounds_of(fact)))
        written = write(locked, actor, asked)
        position, _row = step(position, Fact(written.id, written.sort_key, fact, rules))
    rederive(locked)


def play(house: House, sheet: Sheet, number: int) -> None:
    house.play(sheet, record_at(position_of(now(sheet)), number))


def record_at(position: Position, number: int) -> Record:
    """Of six kinds, one after the other."""
    vorhand, second, third, fourth = position.playing
    records: list[Record] = [
        {"games": [{"contract": "rufer", "declarer": vorhand, "partner": third, "points": "41/2"}]},
        {
            "games": [
                {
                    "contract": "besserrufer",
                    "declarer": second,
                    "partner": fourth,
                    "won": True,
                    "kontra": "kontra",
                }
            ],
            "premiums": [
                {"premium": "pagat", "by": second, "announced": True, "made": False, "kontra": "kontra"},
                {"premium": "trull", "by": vorhand, "made": True},
            ],
        },
        {"games": [{"contract": "trischaken", "declarer": vorhand, "order": [[third]]}]},
        {"void": "redeal", "reason": "kein Tarock"},
        {"games": [{"contract": "piccolo", "declarer": fourth, "tricks": 2, "kontras": {vorhand: "re"}}]},
        {"games": [{"contract": "dreier", "declarer": third, "won": number % 2 == 0}]},
    ]
    return records[number % len(records)]
