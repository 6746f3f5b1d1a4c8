"""Tables of amounts read without a page: which rows are no evening, which are wrong, and what remains."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from scoring.old_sheets.layouts import chosen_of
from scoring.old_sheets.values import CountedIn
from scoring.uploads.spreadsheets import RawWorksheet
from tests.scoring.old_sheets.files.kept import HEAD
from tests.support.scoring.old_readings import read_amounts

TABLES = tomllib.loads(Path(__file__).with_name("readings.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("name", "word"), [(name, word) for name, table in TABLES.items() for word in table.get("words", [""])]
)
def test_of_every_table_is_read_what_stands_in_it(name: str, word: str) -> None:
    table = TABLES[name]
    if "worksheets" in table:
        texts = {title: [tuple(map(str, row)) for row in rows] for title, rows in table["worksheets"].items()}
        _book, rows = chosen_of([RawWorksheet(title, rows) for title, rows in texts.items()])
    else:
        rows = [table.get("head", HEAD), *table["rows"]]
    reading = read_amounts(
        *([word if cell == "WORD" else cell for cell in row] for row in rows),
        amounts=table.get("amounts", "each"),
        said=table.get("said", {}),
        counted=CountedIn(*table.get("counted", ())),
        whole=table.get("whole", {}),
    )
    assert [[bad.row, bad.text] for bad in reading.bad] == table.get("bad", [])
    left_out = [[sum_.row, sum_.first, sum_.last] for sum_ in reading.sums if not sum_.counts]
    assert left_out == table.get("left_out", [])
    assert (reading.hands, reading.has_open_sums) == (table["hands"], table.get("open", False))
    found = {
        "totals": {total.name: total.points for total in reading.totals},
        "money": sorted(reading.money),
        "days": [str(amount.date) for amount in reading.amounts],
        "tables": [amount.name for amount in reading.amounts],
        "means": reading.said,
        "ways": [way.code for way in reading.ways],
        "amounts_by_day": {
            str(amount.date): [twelfths / 12 for row in amount.rows for twelfths in row.amounts.values()]
            for amount in reading.amounts
        },
    }
    assert {what: found[what] for what in found if what in table} == {
        what: table[what] for what in found if what in table
    }
