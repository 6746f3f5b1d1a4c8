"""Invented seasons as tables: what each evening brought, or everybody's totals after it."""

from collections.abc import Sequence
from datetime import date, timedelta
from random import Random
from typing import Any

from scoring.old_sheets.reading import Reading

PEOPLE = ("Anna", "Bert", "Cilli", "Dora", "Emil", "Franz")

Evening = dict[str, int]  # what everybody there got


def drawn_season(lot: Random, evenings: int) -> list[tuple[date, Evening]]:
    """Return evenings of four to six people, some of whom stay at home now and then."""
    club = PEOPLE[: lot.randint(4, 6)]
    found = []
    day = date(2015, lot.randint(1, 12), 3)
    for _evening in range(evenings):
        there = lot.sample(club, lot.randint(4, len(club)))
        points = [lot.choice((*range(-40, 0), *range(1, 41))) for _one in there]
        points[-1] -= sum(points)
        found.append((day, dict(zip(there, points, strict=True))))
        day += timedelta(days=lot.randint(7, 60))
    return found


def table_of(evenings: Sequence[tuple[date, Evening]]) -> list[tuple[Any, ...]]:
    names = sorted({name for _day, points in evenings for name in points})
    rows = [(f"{day:%d.%m.%Y}", *(points.get(name, "") for name in names)) for day, points in evenings]
    return [("Datum", *names), *rows]


def carried_on(
    lot: Random, evenings: Sequence[tuple[date, Evening]], *, yearly: bool | None = None
) -> list[tuple[date, Evening]]:
    """Return everybody's totals; whoever stayed at home has theirs written down once more, or has not."""
    again = lot.random() < 0.5
    yearly = lot.random() < 0.5 if yearly is None else yearly
    totals: Evening = {}
    found = []
    for number, (day, points) in enumerate(evenings):
        if yearly and number and day.year != evenings[number - 1][0].year:
            totals = {}
        totals |= {name: totals.get(name, 0) + amount for name, amount in points.items()}
        found.append((day, dict(totals) if again else {name: totals[name] for name in points}))
    return found


def totals_of(reading: Reading) -> dict[str, Any]:
    return {total.name: total.points for total in reading.totals}


def is_silent(reading: Reading) -> bool:
    """Would it come in without a question?"""
    return reading.is_right and not reading.is_unsaid and not reading.has_open_sums
