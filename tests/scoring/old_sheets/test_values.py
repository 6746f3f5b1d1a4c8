"""What a cell says: every way to write a day, an amount of points or of money."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from django.utils import translation

from scoring.old_sheets.values import CountedIn, Odd, amount_of, day_of
from tests.support.every import every

VALUES = tomllib.loads(Path(__file__).with_name("values.toml").read_text(encoding="utf-8"))


def money_of(written: str) -> object:
    said, cents, text = written.split(", ", 2)
    return CountedIn(said, int(cents)).points(text)


READ: dict[str, Callable[[str], object]] = {"day": day_of, "amount": amount_of, "money": money_of}


@every("what, written, value", [(what, *pair) for what in READ for pair in VALUES[what].items()])
def test_a_cell_says_what_is_meant_however_it_is_written(what: str, written: str, value: str) -> None:
    if value == "odd":
        with pytest.raises(Odd):
            READ[what](written)
    else:
        assert str(READ[what](written)) == value


def test_money_that_is_no_whole_point_says_what_it_comes_to() -> None:
    with translation.override("en"), pytest.raises(Odd, match=r"12,33.* 24 33/50 points"):
        CountedIn("euros", 50).points("12,33")
