"""Rows of old sheets that add up others, or only seem to: no hand goes, and nothing counts twice."""

from datetime import date
from typing import Any

import pytest
from django.test import Client

from scoring.models import OldBatch, OldSheet
from tests.scoring.old_sheets.files.kept import xlsx as workbook
from tests.support.scoring.house import House
from tests.support.scoring.old_files import (
    AMOUNTS,
    FOUR,
    HANDS,
    SUMS,
    again,
    asked,
    bad,
    fields_of,
    left_out,
    look_at,
    only_amounts,
    rows_of,
    send,
    sure_of,
    xlsx,
)

# What is said of rows of sums


def test_all_rows_of_sums_are_listed_and_those_without_a_word_are_confirmed(
    house: House, anna: Client
) -> None:
    rows: list[tuple[Any, ...]] = []
    for week in range(6):
        rows += [("", "", "", 1, -1, 2, -2), ("", "", "", 3, 1, -2, -2), ("", "", "", 4, 0, 0, -4)]
        rows[-3] = (f"{week % 28 + 1}.{week // 28 + 1}.2016", "Lamm", "1", *rows[-3][3:])
    look = look_at(anna, house, *rows, amounts="each")
    page = look.content.decode()
    assert (bad(look), len(left_out(look))) == ([], 6)
    assert page.count('-amount" formaction') == 6
    assert "Please look at the rows that look like totals, and confirm that they do not count." in page
    assert again(anna, house.club, look, "import").status_code == 200
    assert not OldBatch.objects.exists()
    sure = again(anna, house.club, look, **sure_of(look))
    assert asked(sure).why_not == ""
    one = again(anna, house.club, sure, role="0-row-3-amount")
    assert asked(one).why_not != "", "other rows are left out now"


def test_what_was_said_of_a_row_is_not_said_of_another_file(house: House, anna: Client) -> None:
    look = look_at(anna, house, *rows_of(*HANDS), ("", "", "", *SUMS))
    said = {**sure_of(look), "role": "0-row-7-amount"}
    other = send(
        anna,
        house.club,
        xlsx(*rows_of(*HANDS[::-1]), ("", "", "", *SUMS), head=AMOUNTS),
        **{**fields_of(look), **said, "step": "look"},
    )
    assert left_out(other) == [(8, 2, 7)]
    assert asked(other).why_not != ""


# Worksheets


YEARS = {
    "Deckblatt": [("Alte Zettel",)],
    "J2016": [(*AMOUNTS, *FOUR), *rows_of(*HANDS)],
    "J2017": [(*AMOUNTS, *FOUR), *rows_of(*HANDS[:2], day="3.3.2017")],
}


def unread(answer: Any) -> set[str]:
    """Return the names of the tables that are neither read nor done."""
    return {block["name"] for block in asked(answer).listed_blocks if not block["is_read"]}


def test_a_book_with_a_worksheet_for_each_year_can_be_read_sheet_by_sheet(house: House, anna: Client) -> None:
    look = send(anna, house.club, workbook(**YEARS)(), kind="amounts", amounts="each")
    assert (bad(look), look.context["reading"].hands, asked(look).workbook.is_together) == ([], 8, True)
    look = again(anna, house.club, look, worksheet="J2016", amounts="each")
    assert (bad(look), look.context["reading"].hands) == ([], 6)
    assert asked(look).workbook.read == "J2016"
    assert unread(look) == {"Deckblatt", "J2017"}
    other = again(anna, house.club, look, worksheet="J2017")
    assert (bad(other), other.context["reading"].hands) == ([], 2)
    assert again(anna, house.club, other, "import").status_code == 200, (
        "of another worksheet it is asked anew"
    )
    other = again(anna, house.club, other, amounts="each")
    first = again(anna, house.club, other, "import")
    assert OldSheet.objects.get().date == date(2017, 3, 3)
    page = first.content.decode()
    assert "Imported: 1 evening, 1 table, 2 rows." in page
    assert unread(first) == {"Deckblatt"}
    first = again(anna, house.club, first, amounts="each")
    assert again(anna, house.club, first, "import").status_code == 302
    assert [old_sheet.date for old_sheet in OldSheet.objects.order_by("date")] == [
        date(2016, 3, 4),
        date(2017, 3, 3),
    ]


# Columns


def wide(count: int) -> bytes:
    names = tuple(f"Spieler Nr. {number}." for number in range(count))
    row = ("4.3.2016", "Lamm", "1", 5, -5, *[""] * (count - 4), 3, -3)
    return xlsx(row, head=AMOUNTS, names=names)


def test_a_club_of_many_fits_into_the_columns(house: House, anna: Client) -> None:
    look = send(anna, house.club, wide(47), kind="amounts")
    assert (bad(look), len(asked(look).blocks[0].codes)) == ([], 50)
    assert len(look.context["reading"].amounts[0].rows[0].amounts) == 4


@pytest.mark.parametrize("form", ["xlsx", "csv"])
def test_too_many_columns_are_refused_and_none_is_dropped(house: House, anna: Client, form: str) -> None:
    content = (
        wide(150) if form == "xlsx" else (";".join("abc"[n % 3] for n in range(150)) + "\n").encode() * 2
    )
    page = send(anna, house.club, content, kind="amounts").content.decode()
    assert "more than 120 columns" in page


# A row that is left out by hand


def test_of_a_row_that_is_left_out_by_one_tap_the_rows_below_keep_the_day(house: House, anna: Client) -> None:
    first, day = ("4.3.2016", "Lamm", "1", 5, -5, 8, -8), ("11.3.2016", "Krone", "2", 5, -5, 8, "?")
    below = look_at(anna, house, first, day, ("", "", "", 1, -1, 1, -1), amounts="each")
    left = again(anna, house.club, below, role="0-row-2-skip", step="").context["reading"]
    assert [(str(amount.date), amount.venue, amount.name, len(amount.rows)) for amount in left.amounts] == [
        ("2016-03-04", "Lamm", "1", 1),
        ("2016-03-11", "Krone", "2", 1),
    ]


# The name of a table that has none


def test_a_file_does_not_come_in_twice_in_two_languages(house: House, anna: Client) -> None:
    rows = [(day, place, "", *row) for (day, place, _table, *row) in rows_of(*HANDS)]
    only_amounts(house, anna, *rows)
    assert OldSheet.objects.get().name == "Tisch", "in the language of the club, whoever reads"
    OldSheet.objects.update(name="Table")
    ((_row, _label, problem),) = bad(look_at(anna, house, *rows))
    assert "already has hands or amounts" in problem


# Euros on old sheets are seen, asked about, and made points of to the last third
