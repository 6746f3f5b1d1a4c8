"""The worksheet is drawn as it is, and of every filled cell is said what was made of it."""

from typing import Any

from django.test import Client
from openpyxl.styles import Font

from tests.scoring.old_sheets.files.kept import HEAD, book_of, saved, xlsx
from tests.support.scoring.house import House
from tests.support.scoring.old_files import again, asked, bad, fields_of, send, totals_in

ROWS = [("4.3.2016", 5, -5, 8, -8), ("11.3.2016", 4, 3, -4, -3)]


def states(answer: Any) -> list[str]:
    """Return a letter for every cell of the rows that are drawn."""
    return ["".join((cell.state or ".")[0] for cell in row.cells) for row in asked(answer).drawn.rows]


def test_every_filled_cell_is_read_struck_out_or_hatched_and_counted(house: House, anna: Client) -> None:
    rows = [("Tarock 2016",), (*HEAD, "Bemerkung"), (*ROWS[0], "lustig"), ROWS[1], ("Summe", 9, -2, 4, -11)]
    look = send(
        anna, house.club, xlsx(*rows, (), ("", "", "", "", "", "", 17))(), kind="amounts", amounts="each"
    )
    assert states(look) == ["h......", "hhhhhh.", "daaaau.", "daaaa..", "lllll..", ".......", "......u"]
    assert asked(look).understood.unread == 2
    assert "2 filled cells are not read." in " ".join(look.content.decode().split())


def test_a_row_that_somebody_says_names_people_begins_a_block(house: House, anna: Client) -> None:
    others = [("", "Emil", "Fritz"), ("18.3.2016", 7, -7)]
    look = send(anna, house.club, xlsx(HEAD, *ROWS, *others)(), kind="amounts", amounts="each")
    marking = again(anna, house.club, look, "", mark="0-row-3")
    assert "Row 4: what is it?" in marking.content.decode()
    said = again(anna, house.club, marking, "", role="0-row-3-people")
    assert bad(said) == []
    assert totals_in(said.context["reading"]) == {
        "Anna": 9,
        "Bert": -2,
        "Cilli": 4,
        "Dora": -11,
        "Emil": 7,
        "Fritz": -7,
    }
    kept = again(anna, house.club, said)
    assert fields_of(kept)["roles"] == "0-row-3-people"
    assert len(totals_in(kept.context["reading"])) == 6
    back = again(anna, house.club, kept, "", role="0-row-3-")
    assert fields_of(back)["roles"] == ""


def test_what_is_mended_stays_when_the_blocks_are_made_anew(house: House, anna: Client) -> None:
    rows = [HEAD, ("4.3.2016", 5, "x5", 8, -8), ROWS[1], ("", 1, 2)]
    look = send(anna, house.club, xlsx(*rows)(), kind="amounts", amounts="each")
    mended = again(anna, house.club, look, **{"cell-2-2": "-5"})
    skipped = again(anna, house.club, mended, "", role="0-row-3-skip")
    assert bad(skipped) == []
    assert totals_in(skipped.context["reading"])["Bert"] == -2
    assert states(skipped)[3] == ".uu.."


def test_of_many_rows_two_hundred_are_drawn_at_once(house: House, anna: Client) -> None:
    days = [(f"{1 + n % 28}.{1 + n // 28 % 12}.{1990 + n // 336}", n, -n, 3, -3) for n in range(500)]
    look = send(anna, house.club, xlsx(HEAD, *days)(), kind="amounts", amounts="each")
    assert (len(asked(look).drawn.rows), asked(look).drawn.rows[0].number) == (200, 1)
    further = again(anna, house.club, look, "", **{"grid-from": "400"})
    assert (len(asked(further).drawn.rows), asked(further).drawn.rows[0].number) == (101, 401)


def test_a_row_that_is_struck_through_is_asked_about(house: House, anna: Client) -> None:
    book = book_of({"Saison": [HEAD, *ROWS]})
    for cell in book["Saison"][3]:
        cell.font = Font(strike=True)
    look = send(anna, house.club, saved(book), kind="amounts", amounts="each")
    assert asked(look).doubts == [
        "Row 3 of “Saison” is struck through. If it does not count, tap its number in the worksheet."
    ]
    assert asked(look).why_not
    skipped = again(anna, house.club, look, "", role="0-row-2-skip")
    assert (asked(skipped).why_not, totals_in(skipped.context["reading"])["Anna"]) == ("", 5)
    counted = again(anna, house.club, look, **{"doubts-sure": asked(look).doubts_digest})
    assert (asked(counted).why_not, totals_in(counted.context["reading"])["Anna"]) == ("", 9)
