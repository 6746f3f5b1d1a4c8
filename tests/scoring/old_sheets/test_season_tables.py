"""Season tables say what each evening brought, or carry it on: neither is taken for the other unasked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from scoring.old_sheets.order import AS_DAYS
from scoring.old_sheets.sums import EACH, ReadRow, Sums, decided
from tests.support.scoring.old_readings import read_amounts
from tests.support.scoring.old_seasons import (
    PEOPLE,
    Evening,
    carried_on,
    drawn_season,
    is_silent,
    table_of,
    totals_of,
)

SEASONS, READ = 1000, 20


def summed(evenings: Sequence[tuple[date, Evening]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for _day, points in evenings:
        for name, amount in points.items():
            found[name] = found.get(name, 0) + amount
    return found


def test_totals_that_are_carried_on_through_a_season_are_never_taken_for_evenings() -> None:
    for seed in range(SEASONS):
        lot = Random(seed)
        season = drawn_season(lot, lot.choice((2, 3, 3, 4, 4, 12)))
        table = carried_on(lot, season)
        sums = Sums()
        for number, (day, points) in enumerate(table):
            amounts = {name: Fraction(amount) for name, amount in points.items()}
            sums.add(ReadRow(2 + number, amounts, day, "", day.year))
        assert decided(sums, {AS_DAYS: sums}) != EACH, table


@pytest.mark.parametrize("seed", range(READ))
def test_a_season_comes_in_as_it_was_played_whichever_way_it_is_written_down(seed: int) -> None:
    lot = Random(seed)
    season = drawn_season(lot, lot.choice((3, 4)))
    table = carried_on(lot, season, yearly=False)
    open_one = read_amounts(*table_of(table))
    assert not is_silent(open_one) or totals_of(open_one) == summed(season)
    sure = read_amounts(*table_of(table), amounts="file")
    assert (sure.bad, totals_of(sure)) == ([], summed(season))
    brought = read_amounts(*table_of(season), amounts="each")
    assert (brought.bad, totals_of(brought)) == ([], summed(season))


def test_below_each_answer_stands_what_the_first_rows_become() -> None:
    evenings = [(4, -4, 6, -6), (2, -2, 4, -4), (7, -7, 9, -9)]
    rows = [(f"{number}.3.2016", *amounts) for number, amounts in enumerate(evenings, 1)]
    rows.append(("3.1.2017", 1, -1, 3, -3))
    reading = read_amounts(("Datum", *PEOPLE[:4]), *rows)
    assert (reading.is_unsaid, reading.said) == (True, "")
    shown = {way.code: dict(way.rows) for way in reading.ways}
    assert list(shown) == ["each", "file", "year"]
    assert {way: rows[3] for way, rows in shown.items()} == {
        "each": "Anna +2, Bert −2, Cilli +4, Dora −4",
        "file": "Anna −2, Bert +2, Cilli −2, Dora +2",
        "year": "Anna −2, Bert +2, Cilli −2, Dora +2",
    }
    assert shown["year"][5] == "Anna +1, Bert −1, Cilli +3, Dora −3"
    assert shown["file"][5] == "Anna −6, Bert +6, Cilli −6, Dora +6"


def test_who_stays_at_home_shows_what_the_amounts_are() -> None:
    """A total that is carried on would be missing in its row."""
    head = ("Datum", *PEOPLE[:5])
    evenings = [("1.3.2016", 5, -5, 8, -8, ""), ("8.3.2016", "", 3, -4, -2, 3), ("9.3.2016", 1, "", 2, 4, -7)]
    assert read_amounts(head, *evenings).said == "each"
    carried = [
        ("1.3.2016", 5, -5, 8, -8, ""),
        ("8.3.2016", "", -2, 4, -10, 3),
        ("9.3.2016", 6, "", 6, -6, -4),
    ]
    reading = read_amounts(head, *carried)
    assert (reading.said, reading.bad) == ("file", [])
    assert totals_of(reading) == {"Anna": 6, "Cilli": 6, "Bert": -2, "Emil": -4, "Dora": -6}


def test_totals_of_every_table_by_itself_are_not_taken_for_evenings() -> None:
    head = ("Datum", "Tisch", *PEOPLE[:5])
    rows = [
        ("1.3.2016", "1", 5, -5, 8, -8, ""),
        ("1.3.2016", "2", "", 3, -4, -2, 3),
        ("8.3.2016", "1", 9, -9, 8, -8, ""),
        ("8.3.2016", "2", "", 6, -5, -4, 3),
    ]
    reading = read_amounts(head, *rows)
    assert reading.is_unsaid
    assert [way.code for way in reading.ways] == ["each", "file", "file-newest", "name"]
    sure = read_amounts(head, *rows, amounts="name")
    assert (sure.bad, totals_of(sure)["Bert"]) == ([], -3)


# Rows that say when they were, and come to what stands above them

SEASON = [("4.3.2016", 5, -5, 8, -8), ("11.3.2016", 4, 3, -4, -3), ("18.3.2016", -2, 1, 7, -6)]


@pytest.mark.parametrize(
    ("rows", "repeats"),
    [
        ([*SEASON, ("31.12.2016", 7, -1, 11, -17)], (5, 2, 4)),  # all of them
        ([*SEASON, ("31.12.2016", 2, 4, 3, -9)], (5, 3, 4)),  # the last ones
        ([*SEASON[:1], ("31.12.2016", *SEASON[0][1:])], (3, 2, 2)),
    ],
)
def test_a_row_with_a_day_that_comes_to_those_above_is_asked_about(
    rows: list[tuple[Any, ...]], repeats: tuple[int, int, int]
) -> None:
    table = [("Datum", *PEOPLE[:4]), *rows]
    reading = read_amounts(*table, amounts="each")
    assert [(sum_.row, sum_.first, sum_.last) for sum_ in reading.sums] == [repeats]
    assert (reading.has_open_sums, reading.bad, is_silent(reading)) == (True, [], False)
    field = reading.sums[0].field
    for said, evenings in (("left", len(rows) - 1), ("counts", len(rows))):
        sure = read_amounts(*table, amounts="each", said={field: said})
        assert (sure.hands, sure.has_open_sums, sure.bad) == (evenings, False, [])


@pytest.mark.parametrize("seed", range(3))
def test_evenings_that_repeat_nothing_are_not_asked_about(seed: int) -> None:
    season = drawn_season(Random(seed), 60)
    reading = read_amounts(*table_of(season), amounts="each")
    assert (reading.sums, reading.bad, reading.hands) == ([], [], 60)


def test_an_evening_at_which_nobody_won_is_asked_about_where_totals_are_carried_on() -> None:
    rows = [("Datum", *PEOPLE[:4]), ("4.3.2016", 5, -5, 8, -8), ("11.3.2016", 5, -5, 8, -8)]
    assert read_amounts(*rows, amounts="file").has_open_sums
