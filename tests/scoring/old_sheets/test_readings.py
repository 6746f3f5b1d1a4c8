"""Tables of amounts read without a page: which rows are no evening, which are wrong, and what remains."""

import tomllib
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from scoring.old_sheets.values import CountedIn, money_in
from scoring.old_sheets.worksheet import MOST_COLUMNS, heading_row
from scoring.uploads.spreadsheets import RawWorksheet
from tests.scoring.old_sheets.files.kept import HEAD
from tests.support.scoring.house import House
from tests.support.scoring.old_files import again, asked, bad, read_amounts, read_worksheets, send, totals_in

TABLES = tomllib.loads(Path(__file__).with_name("readings.toml").read_text(encoding="utf-8"))


def texts_of(rows: Any) -> list[tuple[str, ...]]:
    return [tuple(map(str, row)) for row in rows]


@pytest.mark.parametrize(
    ("name", "word"), [(name, word) for name, table in TABLES.items() for word in table.get("words", [""])]
)
def test_of_every_table_is_read_what_stands_in_it(name: str, word: str) -> None:
    table = TABLES[name]
    if "worksheets" in table:
        texts = {title: [tuple(map(str, row)) for row in rows] for title, rows in table["worksheets"].items()}
        sheets = [RawWorksheet(title, rows) for title, rows in texts.items()]
        read, rows = (
            partial(read_worksheets, *sheets),
            [(), [*texts], *(row for some in texts.values() for row in some)],
        )
    else:
        rows = [table.get("head", HEAD), *table["rows"]]
        read = partial(read_amounts, *([word if cell == "WORD" else cell for cell in row] for row in rows))
    reading = read(
        amounts=table.get("amounts", "each"),
        said=table.get("said", {}),
        counted=CountedIn(*table.get("counted", ())),
        whole=table.get("whole", {}),
    )
    assert [[bad.row, bad.text] for bad in reading.bad] == table.get("bad", [])
    left_out = [[sum_.row, sum_.first, sum_.last] for sum_ in reading.sums if not sum_.counts]
    assert left_out == table.get("left_out", [])
    assert (reading.hands, any(one.is_open for one in reading.sums)) == (
        table["hands"],
        table.get("open", False),
    )
    found = {
        "totals": totals_in(reading),
        "money": sorted(money_in(texts_of(rows), heading_row(texts_of(rows)), range(MOST_COLUMNS))),
        "days": [str(amount.date) for amount in reading.amounts],
        "tables": [amount.name for amount in reading.amounts],
        "means": reading.chosen_way,
        "ways": [*reading.ways],
        "amounts_by_day": {
            str(amount.date): [twelfths / 12 for row in amount.rows for twelfths in row.amounts.values()]
            for amount in reading.amounts
        },
    }
    assert {what: found[what] for what in found if what in table} == {
        what: table[what] for what in found if what in table
    }


# Days as they are written elsewhere: the month first, in Roman numbers, with a time behind them


def csv_of(*days: str) -> bytes:
    """Return rows of which none adds up others."""
    rows = (f"{day};{6 * number + 3};-1;-2;{-6 * number}" for number, day in enumerate(days))
    return "\n".join((";".join(HEAD), *rows)).encode()


def days_in(answer: Any) -> list[str]:
    return [str(table.date) for table in answer.context["reading"].amounts]


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("15/3/2016", "2016-03-15"),  # only the day can be fifteen
        ("3/15/2016", "2016-03-15"),
        ("12-24-2016", "2016-12-24"),
        ("4/4/2016", "2016-04-04"),  # its own mirror image
    ],
)
def test_a_day_that_can_only_be_one_is_read_with_the_month_first_or_last(
    house: House, anna: Client, written: str, day: str
) -> None:
    look = send(anna, house.club, csv_of(written), "alt.csv", kind="amounts")
    assert (bad(look), days_in(look), asked(look).why_not) == ([], [day], "")


def test_both_readings_are_shown_where_no_day_proves_one(house: House, anna: Client) -> None:
    look = send(anna, house.club, csv_of("3/4/2016", "3/11/2016"), "alt.csv", kind="amounts")
    page = look.content.decode()
    assert "Day or month first?" in page
    assert "3/4/2016: 3 Apr 2016" in page
    assert "3/4/2016: 4 Mar 2016" in page
    assert again(anna, house.club, look, "import").status_code == 200, "nothing comes in unasked"
    for said, days in (("day", ["2016-04-03", "2016-11-03"]), ("month", ["2016-03-04", "2016-03-11"])):
        answered = again(anna, house.club, look, days=said, amounts="each")
        assert (days_in(answered), asked(answered).why_not) == (days, "")
    assert again(anna, house.club, answered, "import").status_code == 302
