"""Days without a year: it is asked for once, or stands in the title."""

from __future__ import annotations

from datetime import date

from django.test import Client

from tests.scoring.old_sheets.files.kept import SPRING, xlsx
from tests.support.scoring.house import House
from tests.support.scoring.old_files import again, asked, bad, send
from tests.support.scoring.old_rows import FOUR

AUTUMN = ("4.12.", "18. Dez", "8.1.")
HEAD = ("Datum", *FOUR)
ROWS = [(day, *row[1:]) for day, row in zip(AUTUMN, SPRING, strict=True)]


def days(answer: object) -> list[date]:
    return [amount.date for amount in answer.context["reading"].amounts]  # type: ignore[attr-defined]


def test_the_year_is_asked_once_and_both_over_new_year(house: House, anna: Client) -> None:
    last = ("15.1.2016", 1, -1, 1, -1)  # has its own
    look = send(anna, house.club, xlsx(HEAD, *ROWS, last)(), kind="amounts", amounts="each")
    assert asked(look).asks_year
    assert bad(look)[0] == (
        2,
        "Datum",
        "“4.12.” has no year. Please give the year below, or write it like 24.12.2016.",
    )
    one = again(anna, house.club, look, year="2015")
    assert [row for row, _label, _text in bad(one)] == [4], "the days go back: nothing is guessed"
    both = again(anna, house.club, one, year="2015/16")
    assert bad(both) == []
    assert days(both) == [date(2015, 12, 4), date(2015, 12, 18), date(2016, 1, 8), date(2016, 1, 15)]


def test_the_year_stands_in_the_title(house: House, anna: Client) -> None:
    look = send(anna, house.club, xlsx(("Saison 2015/16",), HEAD, *ROWS)(), kind="amounts", amounts="each")
    assert (bad(look), asked(look).year) == ([], "2015/16")
    other = again(anna, house.club, look, year="2013-2014")
    assert days(other)[-1] == date(2014, 1, 8)


def test_nothing_is_asked_where_every_day_has_its_year(house: House, anna: Client) -> None:
    look = send(anna, house.club, xlsx(("Saison 2012",), HEAD, *SPRING)(), kind="amounts", amounts="each")
    assert not asked(look).asks_year
    assert days(look)[0] == date(2016, 3, 4)
