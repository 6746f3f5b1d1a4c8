"""Rows that are no evening are recognised, or left out by one tap: no file is a dead end."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.models import OldSheet
from scoring.old_sheets.reading import Reading
from tests.support.scoring.house import House
from tests.support.scoring.old_files import again, asked, bad, fields_of, look_at
from tests.support.scoring.old_readings import read_amounts
from tests.support.scoring.old_rows import FOUR

HEAD = ("Datum", *FOUR)
FIRST, SECOND, THIRD = (
    ("4.3.2016", 5, -5, 8, -8),
    ("11.3.2016", 4, 3, -4, -3),
    ("18.3.2016", -2, 1, 7, -6),
)
SUMS = (7, -1, 11, -17)


def read(*rows: tuple[Any, ...]) -> Reading:
    return read_amounts(*rows, amounts="each")


def left_out(reading: Reading) -> list[tuple[int, int, int]]:
    return [(sum_.row, sum_.first, sum_.last) for sum_ in reading.sums]


def is_right(reading: Reading, evenings: int = 3) -> bool:
    return (reading.bad, reading.hands, reading.has_open_sums) == ([], evenings, False)


@pytest.mark.parametrize(
    "words", ["Summe Jänner", "Zwischenstand", "Summe 1. Quartal", "Jahresstand 2016", "Summe Saison 15/16"]
)
def test_sums_are_called_after_what_they_add_up(words: str) -> None:
    reading = read(HEAD, FIRST, SECOND, (words, 9, -2, 4, -11), THIRD, ("Gesamt", *SUMS))
    assert is_right(reading)
    assert left_out(reading) == [(4, 2, 3), (6, 2, 5)]


@pytest.mark.parametrize(
    "row",
    [("Rang", 2, 3, 1, 4), ("Schnitt", "2,33", "-0,33", "3,67", "-5,67"), ("Anzahl Abende", 3, 3, 3, 3)],
)
@pytest.mark.parametrize("place", [1, 3, 4])
def test_ranks_and_averages_are_left_out_wherever_they_stand(row: tuple[Any, ...], place: int) -> None:
    rows = [HEAD, FIRST, SECOND, THIRD, ("Summe", *SUMS)]
    reading = read(*rows[:place], row, *rows[place:])
    assert is_right(reading)
    assert len(reading.sums) == 2


def test_ranks_in_a_column_beside_the_day_and_an_evening_at_a_table_called_so() -> None:
    head = ("Tisch", *HEAD)
    reading = read(head, ("Rang", *FIRST), ("", *SECOND), ("", *THIRD), ("Rang", "", 2, 3, 1, 4))
    assert is_right(reading)
    assert left_out(reading) == [(5, 0, 0)]


def test_headings_once_more_and_a_second_row_of_them_are_no_rows() -> None:
    below = ("", *["Punkte"] * 4)
    reading = read(HEAD, below, FIRST, HEAD, SECOND, ("", "Anna", "Bert", "Cilli", "Dora"), THIRD)
    assert is_right(reading)
    assert [sum_.row for sum_ in reading.sums] == [2, 4, 6]


def test_headings_with_the_names_in_another_order_are_not_left_out() -> None:
    reading = read(HEAD, FIRST, ("Datum", *FOUR[::-1]), SECOND, THIRD)
    ((row, text),) = [(bad.row, bad.text) for bad in reading.bad]
    assert row == 3
    assert text.startswith("The people here are not those in the headings above.")


def test_sums_on_top_are_compared_with_what_stands_below() -> None:
    reading = read(HEAD, ("Gesamt", *SUMS), FIRST, SECOND, THIRD)
    assert is_right(reading)
    assert left_out(reading) == [(2, 3, 5)]
    wrong = read(HEAD, ("Gesamt", 8, *SUMS[1:]), FIRST, SECOND, THIRD)
    assert [(bad.row, bad.text) for bad in wrong.bad] == [
        (2, "These are not the totals of the rows below. Please check them.")
    ]


@pytest.mark.parametrize(
    ("rows", "row", "told"),
    [
        (
            (("Gesamt", *SUMS), FIRST, SECOND, THIRD),
            2,
            "The date is missing.",
        ),
        (
            (FIRST, SECOND, THIRD, ("Summe", "=SUM(B2:B4)", "=SUM(C2:C4)", "=SUM(D2:D4)", "=SUM(E2:E4)")),
            5,
            "In B5 there is a formula without its result",
        ),
    ],
)
def test_a_row_of_sums_that_is_said_to_count_is_read_like_any_other(
    rows: tuple[tuple[Any, ...], ...], row: int, told: str
) -> None:
    reading = read_amounts(HEAD, *rows, amounts="each", said={f"sums-{row}": "counts"})
    assert [sum_.row for sum_ in reading.sums if not sum_.counts] == []
    assert {bad.row for bad in reading.bad} == {row}
    assert reading.bad[0].text.startswith(told)


def test_sums_with_a_word_for_an_amount_are_not_taken_for_right() -> None:
    reading = read(HEAD, FIRST, SECOND, ("Summe", "neun", -2, 4, -11))
    assert [(bad.row, bad.text) for bad in reading.bad] == [
        (4, "This looks like a row of totals, but the rows above do not add up to it. Please check it.")
    ]


def test_a_heading_with_names_wins_over_a_title_above_it() -> None:
    assert is_right(read(("Tarock im Lamm",), ("Stand", "Dezember", "2016"), HEAD, FIRST, SECOND, THIRD))


def test_a_row_with_a_problem_is_left_out_by_one_tap_and_taken_in_by_another(
    house: House, anna: Client
) -> None:
    rows = (("4.3.2016", "Lamm", "1", 5, -5, 8, -8), ("Jause", "", "", "", "", "", 12))
    look = look_at(anna, house, *rows)
    assert {row for row, _label, _text in bad(look)} == {3}
    assert '<button class="second" name="leave" value="3">Leave row 3 out</button>' in " ".join(
        look.content.decode().split()
    ).replace("> ", ">").replace(" <", "<")
    gone = again(anna, house.club, look, leave="3", step="")
    assert (bad(gone), asked(gone).rows_gone[0][::2], asked(gone).why_not) == ([], (3, "Jause · 12"), "")
    assert fields_of(gone)["gone"] == "3"
    back = again(anna, house.club, gone, take="3", step="")
    assert {row for row, _label, _text in bad(back)} == {3}
    day = ("11.3.2016", "Krone", "2", 5, -5, 8, "?")
    below = look_at(anna, house, rows[0], day, ("", "", "", 1, -1, 1, -1), amounts="each")
    left = again(anna, house.club, below, leave="3", step="").context["reading"]
    assert [(str(amount.date), amount.place, amount.name, len(amount.rows)) for amount in left.amounts] == [
        ("2016-03-04", "Lamm", "1", 1),
        ("2016-03-11", "Krone", "2", 1),
    ], "the rows below are still those of the day"
    table = ("", "", "2", 5, -5, 8, "?")
    below = look_at(anna, house, rows[0], table, ("", "", "", 1, -1, 1, -1), amounts="each")
    left = again(anna, house.club, below, leave="3", step="").context["reading"]
    assert [(amount.name, len(amount.rows)) for amount in left.amounts] == [("1", 1), ("2", 1)], (
        "still at its table"
    )
    for odd in ("1", "0", "99", "x", "-3"):
        assert not asked(again(anna, house.club, look, leave=odd, step="")).gone
    assert again(anna, house.club, gone, "import").status_code == 302
    assert OldSheet.objects.count() == 1
