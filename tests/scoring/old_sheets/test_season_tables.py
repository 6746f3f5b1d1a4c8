"""Season tables say what each evening brought, or carry it on: neither is taken for the other unasked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random

import pytest

from scoring.old_sheets.orders import AS_DAYS
from scoring.old_sheets.sums import EACH, Sums, TableLine, TableOnDay, decided
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
            sums.add(TableLine(2 + number, TableOnDay(day, "", ""), {}, tuple(points), points))
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


@pytest.mark.parametrize("seed", range(3))
def test_evenings_that_repeat_nothing_are_not_asked_about(seed: int) -> None:
    season = drawn_season(Random(seed), 60)
    reading = read_amounts(*table_of(season), amounts="each")
    assert (reading.sums, reading.bad, reading.hands) == ([], [], 60)
