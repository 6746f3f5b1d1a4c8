"""Tables drawn at random, as clubs could have kept them: each comes in right, or two tables are refused.

What a season exports comes in again: numbers of each evening or carried on, in either order, in three
currencies and four orders of days, as CSV, xlsx or ods; people across or down. Halves with people in another
order, below or beside, are refused.
"""

import os
from datetime import date, timedelta
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import pytest

from scoring.old_sheets.files import worksheets_in
from scoring.old_sheets.grid import Grid
from tests.scoring.old_sheets.files.kept import saved, text, workbook_of
from tests.support.open_document import ods
from tests.support.scoring.sent_tables import grid_of

# DRAWN_TABLES=1000-3000 draws others, as many as somebody has time for.
FIRST, LAST = map(int, os.environ.get("DRAWN_TABLES", "0-10").split("-"))
SEEDS = range(FIRST, LAST)
PEOPLE = ("Anna", "Bert", "Cilli", "Dora", "Emil", "Resi Huber", "Sepp Maier")
DAYS = ("%d.%m.%Y", "%Y-%m-%d", "%d/%m/%Y", "%m/%d/%Y")
CURRENCIES = {"points": 1, "euros": 10, "schillings": 50}
Season = dict[str, dict[str, Fraction]]  # what everybody got, by day


MOST_ACROSS = 60  # days


class DrawnTable(NamedTuple):
    """A file, and what stands in it."""

    content: bytes
    season: Season
    answers: dict[str, str]
    is_halved: bool  # two tables on one worksheet


def drawn(dice: Random) -> DrawnTable:
    """Return a season in a file, however a club may have kept it."""
    people = PEOPLE[: dice.randint(4, 7)]
    currency, written = dice.choice(list(CURRENCIES)), dice.choice(DAYS)
    strength = {name: dice.gauss(0, dice.choice((0, 3, 8))) for name in people}
    day, season = date(2003, 1, 1) + timedelta(dice.randint(0, 4000)), Season()
    for _evening in range(dice.choice((1, 2, 5, 12, 30, 60))):
        there = dice.sample(people, 4) if dice.random() < 0.5 else people
        got = {name: Fraction(round(dice.gauss(strength[name], 12))) for name in there}
        got[there[-1]] -= sum(got.values())
        season[str(day)] = got
        day += timedelta(dice.randint(1, 14))
    carried_on, stands, lines = dice.random() < 0.5, dict.fromkeys(people, Fraction()), []
    for when, got in season.items():
        stands = {name: stand + got.get(name, 0) for name, stand in stands.items()}
        cells = [(stands if carried_on else got).get(name) for name in people]
        if carried_on and dice.random() < 0.5:
            cells = [cell if name in got else None for name, cell in zip(people, cells, strict=True)]
        lines.append(
            [date.fromisoformat(when).strftime(written), *(_money(cell, currency) for cell in cells)]
        )
    sums = (
        stands if carried_on else {name: sum(got.get(name, 0) for got in season.values()) for name in people}
    )
    last = ["Gesamt", *(_money(Fraction(sums[name]), currency) for name in people)]
    ends = [last] if dice.random() < 0.3 else []
    if dice.random() < 0.5:
        lines.reverse()
    head, rows = ["Datum", *people], [["Tarock in Schilling" if currency == "schillings" else "Tarock"]]
    rows += [head, *lines, *ends]
    kind, half = dice.choice(("csv", "xlsx", "ods")), len(lines) // 2
    workbook, is_halved = {"Tabelle1": rows}, False
    if half and not ends and dice.random() < 0.5:
        workbook = {"Teil 1": [*rows[:2], *lines[:half]], "Teil 2": [*rows[:2], *lines[half:]]}
    else:
        laid = laid_out(dice, head, lines, ends)
        is_halved = [] in laid or (laid[0] != head and laid[0][0] != "Name")
        workbook = {"Tabelle1": [rows[0], *laid]}
        rows = workbook["Tabelle1"]
    answers = {
        "unit": currency,
        "cents": str(CURRENCIES[currency]),
        "way": "each" if not carried_on else "through" if len(workbook) > 1 and kind != "csv" else "carried",
        "first": "month" if written == "%m/%d/%Y" else "day",
    }
    match kind:
        case "csv":
            content = text(*rows)()
        case "xlsx":
            content = saved(workbook_of(workbook))
        case _:
            content = ods(workbook)
    return DrawnTable(content, season, answers, is_halved)


def laid_out(dice: Random, head: list[Any], lines: list[list[Any]], ends: list[list[Any]]) -> list[list[Any]]:
    """Return the table as it is, turned, or in halves with people in another order, below or beside."""
    half, layout = len(lines) // 2, dice.choice(("down", "down", "across", "below", "beside"))
    if layout == "across" and len(lines) <= MOST_ACROSS:
        return [
            ["Name", *(line[0] for line in (*lines, *ends))],
            *map(list, zip(*_amounts(head, lines, ends), strict=True)),
        ]
    if layout not in ("below", "beside") or ends or not half:
        return [head, *lines, *ends]
    order = [0, *dice.sample(range(1, len(head)), len(head) - 1)]
    other = [[line[place] for place in order] for line in (head, *lines[half:])]
    if layout == "below":
        return [head, *lines[:half], [], *other]
    first = [head, *lines[:half]]
    first += [[""] * len(head)] * (len(other) - len(first))
    return [[*one, "", *two] for one, two in zip(first, other, strict=True)]


def _amounts(head: list[Any], lines: list[list[Any]], ends: list[list[Any]]) -> list[list[Any]]:
    return [line[1:] for line in (head, *lines, *ends)]


def _money(points: Fraction | None, currency: str) -> str:
    if points is None:
        return ""
    if currency == "points":
        return str(points)
    money = points * CURRENCIES[currency] / 100
    return f"{float(money):.2f}".replace(".", ",") + (" €" if currency == "euros" else "")


def evenings_in(grid: Grid) -> Season:
    return {str(evening.day): dict(evening.amounts) for evening in grid.evenings}


def without_zeros(season: Season) -> Season:
    """Return what somebody got, and no day on which nobody got anything."""
    filled = {day: {name: got for name, got in some.items() if got} for day, some in season.items()}
    return {day: some for day, some in filled.items() if some}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_drawn_table_comes_in_right_or_is_refused_as_two(seed: int) -> None:
    table = drawn(Random(seed))
    worksheets, said = worksheets_in(table.content), table.answers
    while questions := [one for one in grid_of(worksheets, said).questions if one.field not in said]:
        said = {**said, **{question.field: question.options[0][0] for question in questions}}
    grid = grid_of(worksheets, said)
    if table.is_halved:
        assert any("second table begins" in problem.sentence for problem in grid.refusals)
    else:
        assert ([*grid.refusals], grid.is_ready) == ([], True)
        assert without_zeros(evenings_in(grid)) == without_zeros(table.season)
