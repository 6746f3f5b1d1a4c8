"""The plan of an invented season: who belongs to the club, when it met, under which rules, what happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum, auto
from random import Random

from scoring.names import folded

SEED = 54
FEWEST_DAYS = 120  # that a season has lasted when somebody looks at it
CLUB_NIGHT = 4  # Friday

# With how well they play: somebody wins in the long run, somebody else pays for it.
MEMBERS = {
    "Hermine": 0.9,
    "Leopold": 0.7,
    "Traudl": 0.55,
    "Ferdl": 0.4,
    "Burgi": 0.3,
    "Alois": 0.1,
    "Resi": 0.0,
    "Schorsch": -0.1,
    "Gerti": -0.2,
    "Sepp H.": -0.35,
    "Sepp M.": -0.5,
    "Walpurga": -0.6,
    "Xandl": -0.75,
    "Zenzi": -0.9,
    "Poldi": 0.2,
}
FOUNDERS = 14  # so many of them belong to the club; who is called like its owner stays away
GUESTS = {"Rudi aus Graz": -0.3, "Tante Mizzi": 0.5, "Herr Novak": -0.6}
PLACES = ("Gasthaus zum Goldenen Lamm", "Kirchenwirt", "Café Sperrsitz")
TABLES = ("Stammtisch", "Fenstertisch", "Extrazimmer")


class EveningEvent(Enum):
    """What makes an evening more than hands."""

    CORRECTED = auto()  # a result was entered wrongly, noticed at once
    INSERTED = auto()  # a hand was forgotten
    UNDONE = auto()
    VOID = auto()
    LATECOMER = auto()  # a guest takes a seat
    PAGATKASSA = auto()
    CONFIRMED = auto()  # the other side confirms, or plays on
    SCHLUSSRADL = auto()
    REOPENED = auto()  # a result was entered wrongly, noticed on the next day
    RUNNING = auto()  # today: still being played


@dataclass(frozen=True)
class Programme:
    """An evening as it is announced: the rules, and for each table people and hands."""

    rules: str
    tables: tuple[tuple[int, int], ...]
    events: frozenset[EveningEvent] = frozenset()


def _of(rules: str, *tables: tuple[int, int], events: Sequence[EveningEvent] = ()) -> Programme:
    return Programme(rules, tables, frozenset(events))


PROGRAMMES = (
    _of("standard", (5, 26), (4, 24), events=[EveningEvent.CORRECTED, EveningEvent.SCHLUSSRADL]),
    _of("treffpunkt", (5, 25), (5, 24), events=[EveningEvent.VOID]),
    _of("standard", (4, 28), (4, 26), events=[EveningEvent.PAGATKASSA, EveningEvent.UNDONE]),
    _of("cup", (5, 24), (4, 28), events=[EveningEvent.INSERTED]),
    _of("zwanzigerrufen", (5, 32)),
    _of("standard", (5, 25), (5, 22), (4, 24), events=[EveningEvent.LATECOMER, EveningEvent.REOPENED]),
    _of("standard-skoty", (4, 28), (4, 28), events=[EveningEvent.UNDONE]),
    _of("treffpunkt", (5, 26), (4, 26), events=[EveningEvent.CORRECTED, EveningEvent.SCHLUSSRADL]),
    _of("standard", (6, 30), (4, 24), events=[EveningEvent.PAGATKASSA]),
    _of("treffpunkt-skoty", (4, 28), events=[EveningEvent.VOID, EveningEvent.CONFIRMED]),
    _of("cup", (5, 25), (4, 24), events=[EveningEvent.LATECOMER]),
    _of("zwanzigerrufen", (4, 30), (4, 28), events=[EveningEvent.SCHLUSSRADL]),
    _of("standard", (5, 11), (4, 8), events=[EveningEvent.RUNNING]),
)


@dataclass(frozen=True)
class PlannedTable:
    """A table of an invented evening: its people, and how many hands they play."""

    name: str
    people: tuple[str, ...]  # in order of play
    hands: int
    high_card: int


@dataclass(frozen=True)
class Plan:
    """One evening of the season."""

    date: date
    place: str
    rules: str
    tables: tuple[PlannedTable, ...]
    events: frozenset[EveningEvent]
    latecomer: str


def members(owner: str) -> tuple[str, ...]:
    """Without anybody who is called like the owner."""
    return tuple(name for name in MEMBERS if folded(name) != folded(owner))[:FOUNDERS]


def days(until: date) -> list[date]:
    """From last autumn on, always on the night of the club; the last one is today, whatever day that is."""
    first = date(until.year, 10, 1)
    while (until - first).days < FEWEST_DAYS:
        first = first.replace(year=first.year - 1)
    between = (until - first).days / len(PROGRAMMES)
    found = []
    for number in range(1, len(PROGRAMMES)):
        day = first + timedelta(days=round(between * (number - 0.5)))
        found.append(day - timedelta(days=(day.weekday() - CLUB_NIGHT) % 7))
    return [*found, until]


def season(seed: int, until: date, *, owner: str = "") -> list[Plan]:
    """Return the plan of a season; the same seed and day, the same season."""
    dice = Random(f"season {seed}")
    return [
        _evening(dice, programme, day, members(owner))
        for programme, day in zip(PROGRAMMES, days(until), strict=True)
    ]


def _evening(dice: Random, programme: Programme, day: date, names: tuple[str, ...]) -> Plan:
    count = sum(people for people, _hands in programme.tables)
    guests = dice.sample(sorted(GUESTS), 2)
    there = dice.sample(names, count)
    if dice.random() < 0.4:
        there[dice.randrange(count)] = guests[0]
    tables = []
    for name, (people, hands) in zip(TABLES, programme.tables, strict=False):
        sitting, there = there[:people], there[people:]
        tables.append(PlannedTable(name, tuple(sitting), hands, dice.randrange(people)))
    place = dice.choices(PLACES, (6, 3, 1))[0]
    return Plan(day, place, programme.rules, tuple(tables), programme.events, guests[1])
