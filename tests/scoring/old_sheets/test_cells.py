"""What a cell says: a day, a number, a name, a sum."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scoring.old_sheets.days import day_within, written_day, year_within
from scoring.old_sheets.numbers import UnreadableNumber, in_points, number_of
from scoring.old_sheets.words import name_in, says

CELLS: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("values.toml").read_text(encoding="utf-8")
)


def day(text: str) -> object:
    written = written_day(text, is_loose=True)
    return "odd" if written is None else written.in_year(0)


def day_without_year(text: str) -> object:
    written = written_day(text)
    return None if written is None or written.year else (written.day, written.month)


def amount(text: str) -> object:
    number = number_of(text)
    return None if number is None else in_points(number, 0, 0)


def points(text: str) -> object:
    unit, worth, cell = (part.strip() for part in text.split(",", 2))
    number = number_of(cell)
    return None if number is None else in_points(number, int(unit), int(worth))


def sums(text: str) -> object:
    return next((kind for kind in ("ranks", "sums") if says(text, kind)), "")


READERS: dict[str, Callable[[str], Any]] = {
    "day": day,
    "day_without_year": day_without_year,
    "year": year_within,
    "day_within": day_within,
    "name": name_in,
    "sums": sums,
    "amount": amount,
    "points": points,
}


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, cells in CELLS.items() for text in cells])
def test_a_cell_says_what_it_says(kind: str, text: str) -> None:
    try:
        answer = str(READERS[kind](text))
    except UnreadableNumber:
        answer = "odd"
    assert answer == CELLS[kind][text]
