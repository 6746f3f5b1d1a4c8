"""Euros on old sheets are seen, asked about, and made points of to the last third."""

from __future__ import annotations

from fractions import Fraction
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from openpyxl import Workbook

from scoring.uploads.spreadsheets import Limits, worksheets_here
from tests.support.scoring.house import House
from tests.support.scoring.old_files import again, asked, bad, fields_of, send, totals
from tests.support.scoring.old_rows import AMOUNTS, FOUR

HEAD = ("Datum", *FOUR)
LIMITS = Limits(rows=100, columns=20, cell=200, unpacked=1_000_000)


def shown_in(number_format: str, value: Any = 4.5) -> str:
    book, file = Workbook(), BytesIO()
    book.active.append([value])
    book.active["A1"].number_format = number_format
    book.save(file)
    (worksheet,) = worksheets_here(file.getvalue(), LIMITS, 2)
    return worksheet.rows[0][0]


OF_EUROS = ('#,##0.00 "€"', "#,##0.00\\ [$€-C07]", '"$"#,##0.00', "[$EUR] #,##0.00", "€ 0.00")
OF_NUMBERS = ("General", "0.00", "+# ?/?;-# ?/?;0", "[$-C07]#,##0.00", "@")


@pytest.mark.parametrize("number_format", [*OF_EUROS, *OF_NUMBERS])
def test_a_number_format_with_a_currency_is_the_sign_of_the_euro(number_format: str) -> None:
    assert shown_in(number_format) == ("4.50 €" if number_format in OF_EUROS else "4.5000000000")


def test_a_file_in_euros_is_asked_about_and_comes_in_as_points(house: House, anna: Client) -> None:
    file = "\n".join((";".join((*AMOUNTS, *FOUR)), "4.3.2016;Lamm;1;4,50 €;-1,50 €;-1,50 €;-1,50 €")).encode(
        "cp1252"
    )
    look = send(anna, house.club, file, "alt.csv", kind="amounts", cents="0")
    page = look.content.decode()
    assert "Please say whether the amounts are points or money." in page
    assert page.count('name="cents"') == 1
    assert "money" not in fields_of(look)
    assert again(anna, house.club, look, "import").status_code == 200
    nothing = again(anna, house.club, look, money="euros")
    assert [text for _row, _label, text in bad(nothing)] == [
        "Please say what a point was worth: money is converted into points with it."
    ]
    euros = again(anna, house.club, nothing, cents="20")
    assert (bad(euros), asked(euros).why_not, fields_of(euros)["money"]) == ([], "", "euros")
    assert again(anna, house.club, euros, "import").status_code == 302
    assert totals(house) == {"Anna": Fraction(45, 2), **dict.fromkeys(FOUR[1:], Fraction(-15, 2))}


def test_the_same_money_is_asked_about_once_in_a_file_and_other_money_anew(
    house: House, anna: Client
) -> None:
    book, file = Workbook(), BytesIO()
    for number, sign in enumerate(("S", "S", "€")):
        sheet = book.active if not number else book.create_sheet()
        sheet.title = f"Blatt {number + 1}"
        money = (f"{amount} {sign}" for amount in (45, -15, -15, -15))
        sheet.append((*AMOUNTS, *FOUR))
        sheet.append(("4.3.1999", "Lamm", number, *money))
    book.save(file)
    look = send(anna, house.club, file.getvalue(), kind="amounts", cents="50")
    first = again(anna, house.club, look, money="schillings", worksheet="Blatt 1")
    second = again(anna, house.club, first, worksheet="Blatt 2")
    assert (asked(second).book.read, asked(second).money) == ("Blatt 2", "schillings")
    third = again(anna, house.club, second, worksheet="Blatt 3")
    assert "Please say whether the amounts are points or money." in third.content.decode()
