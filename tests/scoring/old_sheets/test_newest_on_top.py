"""Running totals with the newest row on top: days and numbers say the order, else both readings are asked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random
from typing import Any

import pytest
from django.test import Client

from scoring.old_sheets.reading import Reading
from tests.support.scoring.house import House
from tests.support.scoring.old_files import again, asked, fields_of, look_at, totals
from tests.support.scoring.old_readings import read_amounts
from tests.support.scoring.old_rows import (
    HANDS,
    RUNNING,
    SUMS,
    rows_of,
    total_of,
)
from tests.support.scoring.old_seasons import carried_on as carried_through
from tests.support.scoring.old_seasons import drawn_season, is_silent, table_of

pytestmark = pytest.mark.usefixtures("english")

DRAWN = 60


def from_the_bottom(rows: Sequence[Any]) -> list[Any]:
    return [*rows][::-1]


def amounts_by_day(reading: Reading) -> dict[date, list[dict[str, int]]]:
    """Return what everybody got in the rows of each day, in twelfths, by name."""
    found: dict[date, list[dict[str, int]]] = {}
    for table in reading.amounts:
        for row in table.rows:
            by_name = {
                reading.names[amount]: twelfths for amount, twelfths in row.amounts.items() if twelfths
            }
            found.setdefault(table.date, []).append(by_name)
    return found


# Hands of one evening


def test_hands_of_an_evening_are_asked_and_both_readings_stand_beside_one_another(
    house: House, anna: Client
) -> None:
    look = look_at(anna, house, *rows_of(*from_the_bottom(RUNNING)))
    assert asked(look).why_not == "Please say what the amounts are."
    shown = {option["code"]: [*option["rows"]] for option in asked(look).amounts_options}
    assert [*shown] == ["each", "table", "table-newest"]
    day = date(2016, 3, 4)
    assert shown["table-newest"][0] == ("Row 2", day, "Anna −4, Bert +12, Cilli −4, Dora −4")
    assert shown["table-newest"][-1] == ("Row 7", day, "Anna +1, Bert −1, Cilli +1, Dora −1")
    assert shown["table"][0][2] == "Anna +12, Bert −26, Cilli +18, Dora −4"
    page = look.content.decode()
    assert "of each day, the newest row is on top" in page
    assert "of each day, the oldest row is on top" in page
    assert again(anna, house.club, look, "import").status_code == 200

    sure = again(anna, house.club, look, amounts="table-newest")
    back = again(anna, house.club, sure)
    assert fields_of(back)["amounts"] == "table-newest", "the answer is kept"
    (rows,) = amounts_by_day(back.context["reading"]).values()
    assert rows == [{name: 12 * points for name, points in total_of(hand).items()} for hand in HANDS]
    assert again(anna, house.club, back, "import").status_code == 302
    assert totals(house) == total_of(SUMS)


# Drawn


def played(season: Sequence[tuple[date, dict[str, int]]]) -> dict[date, list[dict[str, int]]]:
    days: dict[date, list[dict[str, int]]] = {}
    for day, points in season:
        days.setdefault(day, []).append({name: 12 * point for name, point in points.items() if point})
    return days


@pytest.mark.parametrize("seed", range(DRAWN))
def test_a_season_in_either_order_comes_in_as_it_was_played_or_is_asked(seed: int) -> None:
    lot = Random(seed)
    season = drawn_season(lot, lot.choice((2, 3, 4, 8)))
    if lot.random() < 0.3:  # two rounds on one day
        place = lot.randrange(1, len(season))
        season[place] = (season[place - 1][0], season[place][1])
    head, *rows = table_of(carried_through(lot, season, yearly=False))
    up = from_the_bottom(rows)
    if lot.random() < 0.3:  # a worksheet each way would be put together like this
        up = rows[: len(rows) // 2] + from_the_bottom(rows[len(rows) // 2 :])
    open_one = read_amounts(head, *up)
    assert not is_silent(open_one) or amounts_by_day(open_one) == played(season)
    answers = [way.code for way in open_one.ways]
    right = [amounts_by_day(read_amounts(head, *up, amounts=answer)) == played(season) for answer in answers]
    assert any(right)


@pytest.mark.parametrize("seed", range(DRAWN))
def test_an_evening_in_either_order_comes_in_as_it_was_played_or_is_asked(seed: int) -> None:
    lot = Random(seed)
    evening = [(date(2016, 3, 4), points) for _day, points in drawn_season(lot, lot.choice((3, 6, 16)))]
    head, *rows = table_of(carried_through(lot, evening, yearly=False))
    up = from_the_bottom(rows)
    open_one = read_amounts(head, *up)
    assert not is_silent(open_one) or amounts_by_day(open_one) == played(evening)
    sure = read_amounts(head, *up, amounts="table-newest")
    assert (sure.bad, amounts_by_day(sure)) == ([], played(evening))
    numbered = [(row[0], number, *row[1:]) for number, row in enumerate(rows, 1)]
    by_number = read_amounts((head[0], "Nr", *head[1:]), *from_the_bottom(numbered), amounts="table")
    assert (by_number.bad, amounts_by_day(by_number)) == ([], played(evening))
