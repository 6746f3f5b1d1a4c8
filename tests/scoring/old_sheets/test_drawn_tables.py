"""Tables drawn at random, as clubs could have kept them: none comes in wrong without a question.

What a season exports comes in again: running totals in either order, in three currencies and four orders of
days, as CSV, xlsx or ods; people across or down, or halves with people in another order. Where two readings
fit and differ, the page asks, and one of its answers is right.
"""

import os
from collections.abc import Iterator
from datetime import date, timedelta
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from scoring.models import Club
from scoring.old_sheets.forms import AboutOldFile, FileWithAnswers
from tests.scoring.old_sheets.files.kept import saved, text, workbook_of
from tests.support.open_document import ods
from tests.support.scoring.house import House

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
    currency: str


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
    workbook = {"Tabelle1": rows}
    if half and not ends and dice.random() < 0.5:
        workbook = {"Teil 1": [*rows[:2], *lines[:half]], "Teil 2": [*rows[:2], *lines[half:]]}
    else:
        workbook = {"Tabelle1": [rows[0], *laid_out(dice, head, lines, ends)]}
        rows = workbook["Tabelle1"]
    match kind:
        case "csv":
            return DrawnTable(text(*rows)(), season, currency)
        case "xlsx":
            return DrawnTable(saved(workbook_of(workbook)), season, currency)
    return DrawnTable(ods(workbook), season, currency)


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


def looked_at(club: Club, table: DrawnTable, **answers: str) -> FileWithAnswers:
    terms = AboutOldFile({"rules": "standard", "cents": str(CURRENCIES[table.currency])}, club=club)
    assert terms.is_valid()
    return FileWithAnswers(club, terms, answers, SimpleUploadedFile("alt", table.content))


def once_more(look: FileWithAnswers, **answers: str) -> FileWithAnswers:
    """Return what comes of the form on the page with further answers."""
    return FileWithAnswers(
        look.club, look.terms, {**look.posted, "worksheets": look.workbook.text, **answers}
    )


def what_it_says(look: FileWithAnswers) -> Season:
    found = Season()
    for sheet in look.reading.amounts:
        for row in sheet.rows:
            amounts = {look.reading.names[who]: Fraction(amount, 12) for who, amount in row.amounts.items()}
            found[str(sheet.date)] = amounts
    return without_zeros(found)


def without_zeros(season: Season) -> Season:
    """Return what somebody got, and no day on which nobody got anything."""
    there = {day: {name: got for name, got in some.items() if got} for day, some in season.items()}
    return {day: some for day, some in there.items() if some}


def answered(club: Club, table: DrawnTable, look: FileWithAnswers) -> Iterator[FileWithAnswers]:
    """Yield the file with every answer that the page offers to what it asks, the money always as it was."""
    said = {"money": table.currency} if look.asks_money else {}
    days = [{"days": day.code} for day in look.days_options] if look.is_day_open else [{}]
    zeros = [{"zeros": code} for code in ("absent", "there")] if look.asks_zeros else [{}]
    for also in ({**said, **day, **zero} for day in days for zero in zeros):
        ways: list[Any] = [None]
        if (open_still := looked_at(club, table, **also)).reading.is_unsaid:
            ways = [*open_still.reading.ways]
        for way in ways:
            look = looked_at(club, table, **also, **({"amounts": way} if way else {}))
            marks = " ".join(f"{one['mark']}-amount" for one in look.sums if one["left_out"].is_open)
            counted = [once_more(look, roles=marks)] if marks else []
            for one in (look, *counted):
                yield once_more(one, **{"doubts-sure": one.doubts_digest, "sums-sure": one.sums_digest})


@pytest.mark.parametrize("seed", SEEDS)
def test_no_drawn_table_comes_in_wrong_without_a_question(house: House, english: None, seed: int) -> None:
    """None comes in wrong, and each can come in right."""
    club, table = house.club, drawn(Random(seed))
    season, look = without_zeros(table.season), looked_at(club, table)
    if not look.why_not:
        assert what_it_says(look) == season, "it comes in wrong, and nobody was asked"
        return
    right = [one for one in answered(club, table, look) if not one.why_not and what_it_says(one) == season]
    assert right, f"{look.why_not} {[bad.text for bad in look.reading.bad][:3]}"
