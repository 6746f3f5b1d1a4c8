"""Tables side by side, people in rows, a line for everybody, a year in many worksheets."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from scoring.old_sheets import layouts
from scoring.old_sheets.block import Block
from scoring.old_sheets.blocks import blocks_in, end_table_in
from scoring.old_sheets.drawing import roles_kept
from scoring.old_sheets.layouts import alike
from scoring.old_sheets.reading import Reading
from scoring.old_sheets.worksheet import MOST_COLUMNS
from scoring.uploads.spreadsheets import RawWorksheet
from tests.support.open_document import ods
from tests.support.scoring.house import House
from tests.support.scoring.old_files import FOUR, again, asked, bad, read_worksheets, send

pytestmark = pytest.mark.usefixtures("english")

HEAD = ("Datum", *FOUR)
MARCH = (("4.3.2016", 5, -5, 8, -8), ("11.3.2016", 4, 3, -4, -3))
APRIL = (("1.4.2016", 1, 1, -1, -1), ("8.4.2016", -2, 1, 7, -6))


def sheet(name: str, *rows: Sequence[Any]) -> RawWorksheet:
    return RawWorksheet(name, [tuple(str(cell) for cell in row) for row in rows])


def joined_sheets(sheets: Sequence[RawWorksheet]) -> list[Block]:
    return alike([block for one in sheets for block in blocks_in(one)])


def read(*sheets: RawWorksheet, amounts: str = "each") -> Reading:
    return read_worksheets(*sheets, amounts=amounts)


HALF = [("Name", "4.3.2016", "11.3.2016"), *zip(FOUR, *(amounts for _day, *amounts in MARCH), strict=True)]


def test_amounts_that_became_days_are_no_row_of_days() -> None:
    turned_round = ("Emil", "1.2.2026", "1.3.2026")
    (table,) = blocks_in(
        sheet("", *HALF, turned_round, *(("Franz Ferdl Gust Hans"[at:], 1, 2) for at in range(4)))
    )
    assert table.rows[1][5] == "1.2.2026"


def test_what_is_wrong_is_told_by_worksheet_and_row(house: House, anna: Client) -> None:
    months = {"März": (HEAD, *MARCH), "April": (("Tarock",), HEAD, APRIL[0], ("8.4.2016", -2, 1, 7, -7))}
    look = send(anna, house.club, ods(months), "alt.ods", kind="amounts", amounts="each")
    assert [mended["where"] for mended in asked(look).mended] == ["April, row 4"]
    assert "Leave out: April, row 4" in look.content.decode()
    gone = again(anna, house.club, look, role=asked(look).mended[0]["mark"] + "-skip", step="")
    assert asked(gone).roles_said == [("Row 4", "Do not read it", "1-row-3-")]
    assert (bad(gone), gone.context["reading"].hands) == ([], 3)


@pytest.mark.parametrize(
    "other",
    [
        sheet("Kopie", HEAD, *MARCH),  # of the same days
        sheet("Euro", ("Datum", *(f"{name} (€)" for name in FOUR)), *APRIL),
        sheet("Ohne Tag", ("Tisch", *FOUR), ("1", *APRIL[0][1:])),
        sheet("Anna zweimal", (*HEAD, "Anna"), *((*row, 0) for row in APRIL)),
        sheet("Hände", ("Datum", "Spiel", "Spieler", *FOUR), ("1.4.2016", "Rufer", "Anna", 1, 1, -1, -1)),
    ],
)
def test_worksheets_that_could_say_something_twice_or_otherwise_stay_apart(other: RawWorksheet) -> None:
    assert joined_sheets([sheet("März", HEAD, *MARCH), other]) == []


@pytest.mark.parametrize(
    "rows",
    [
        (("Datum", "Tag", *FOUR), ("4.3.2016", "Fr", 5, -5, 8, -8)),
        (("Datum", *FOUR, "", "Summe"), (*MARCH[0], "", 0)),
        (("Datum", *FOUR, "", *FOUR), (*MARCH[0], "", *MARCH[0][1:])),  # the same in Euro
        (("", "4.3.2016", "11.3.2016"), ("", 5, 4), ("", -5, -4)),  # people in rows, and nobody is named
        (("Datum", "Name", "Punkte"), ("4.3.2016", "Anna", 5), ("11.3.2016", "Bert", -5)),  # everybody alone
        (HEAD, *MARCH, ("Datum", "geprüft", "", "", ""), *APRIL),  # two words are no headings
    ],
)
def test_one_table_is_not_taken_apart(rows: tuple[Any, ...]) -> None:
    assert [table.rows for table in blocks_in(sheet("2016", *rows))] == [sheet("", *rows).rows]


def test_only_amounts_make_an_end_table() -> None:
    head = ("Rang", "Name", "Punkte")
    table = Block("", [head, ("1", "Anna", "40"), ("", "Summe", "40")], 0)
    assert end_table_in(table) == [("Anna", "1", "40")]
    assert end_table_in(replace(table, rows=[head, ("1", "Anna", "viel")])) == []


@pytest.mark.parametrize("nothing", [("4.3.2016", "", "0,00 €"), ("", "Summe", 0), ("1.4.2016", "", "–")])
def test_a_line_of_nobody_without_an_amount_is_no_obstacle(nothing: tuple[Any, ...]) -> None:
    lines = [("4.3.2016", name, amount) for name, amount in zip(FOUR, MARCH[0][1:], strict=True)]
    (found,) = blocks_in(sheet("", ("Datum", "Name", "Punkte"), *lines, nothing))
    assert found.rows[0][:5] == ("Datum", *FOUR)
    assert found.rows[1][:5] == tuple(map(str, MARCH[0]))


@pytest.mark.parametrize("odd", [("4.3.2016", "", 5), ("", "Summe", 3)])
def test_a_line_with_an_amount_of_nobody_is_not_dropped(odd: tuple[Any, ...]) -> None:
    lines = [("Datum", "Name", "Punkte"), *(("4.3.2016", name, 0) for name in FOUR), odd]
    assert blocks_in(sheet("", *lines))[0].rows == sheet("", *lines).rows


def test_what_would_grow_without_end_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [("4.3.2016", f"Person {number}", 0) for number in range(MOST_COLUMNS)]
    many = sheet("", ("Datum", "Name", "Punkte"), *lines)
    assert [block.rows for block in blocks_in(many)] == [many.rows]
    across = sheet("", ("Name", "4.3.2016", "11.3.2016"), *((name, 0, 0) for _day, name, _amount in lines))
    assert [block.rows for block in blocks_in(across)] == [across.rows]
    monkeypatch.setattr(layouts, "MOST_ROWS", 20)
    long = [sheet(str(day), HEAD, *[(f"{day}.3.2016", 0, 0, 0, 0)] * 10) for day in (1, 2)]
    assert joined_sheets(long) == []


def test_what_was_said_of_a_row_holds_in_a_newer_file_that_has_the_same_row() -> None:
    earlier = [sheet("2016", ("Anna", "Bert"), ("4.3.2016", "5"), ("8.4.2016", "1"))]
    said = "0-row-0-people 0-row-2-days"
    assert roles_kept(said, earlier, earlier) == said
    assert roles_kept(said, earlier, [sheet("2016", *earlier[0].rows[:2])]) == "0-row-0-people"
    assert (
        roles_kept(said, earlier, [sheet("2016", ("Bert", "Anna"), *earlier[0].rows[1:])]) == "0-row-2-days"
    )
