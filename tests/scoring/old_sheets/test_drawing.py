"""The worksheet is drawn as it is, and of every filled cell is said what was made of it."""

import html
import re
from typing import Any

import pytest
from django.test import Client
from openpyxl.comments import Comment
from openpyxl.styles import Font, PatternFill

from scoring.uploads import sandbox
from tests.scoring.old_sheets.files.kept import HEAD, saved, workbook_of, xlsx
from tests.support.open_document import cell as written
from tests.support.open_document import document, repeated, row, table
from tests.support.scoring.house import House
from tests.support.scoring.old_files import again, asked, bad, send, totals_in

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


def test_of_many_rows_two_hundred_are_drawn_at_once(house: House, anna: Client) -> None:
    days = [(f"{1 + n % 28}.{1 + n // 28 % 12}.{1990 + n // 336}", n, -n, 3, -3) for n in range(500)]
    look = send(anna, house.club, xlsx(HEAD, *days)(), kind="amounts", amounts="each")
    assert (len(asked(look).drawn.rows), asked(look).drawn.rows[0].number) == (200, 1)
    others = re.findall('name="grid-from" value="(.*?)"', look.content.decode())
    assert others == ["200", "400"]
    further = again(anna, house.club, look, "", **{"grid-from": others[-1]})
    assert (len(asked(further).drawn.rows), asked(further).drawn.rows[0].number) == (101, 401)


def test_a_row_that_is_struck_through_is_asked_about(house: House, anna: Client) -> None:
    workbook = workbook_of({"Saison": [HEAD, *ROWS]})
    for cell in workbook["Saison"][3]:
        cell.font = Font(strike=True)
    look = send(anna, house.club, saved(workbook), kind="amounts", amounts="each")
    assert asked(look).doubts == [
        "Row 3 of “Saison” is struck through. If it does not count, tap its number in the worksheet."
    ]
    assert asked(look).why_not
    counted = again(anna, house.club, look, **{"doubts-sure": asked(look).doubts_digest})
    assert (asked(counted).why_not, totals_in(counted.context["reading"])["Anna"]) == ("", 9)


# What somebody says of rows and columns, and of a table


def said(house: House, anna: Client, rows: list[Any], *roles: str, **answers: str) -> Any:
    look = send(anna, house.club, xlsx(*rows)(), kind="amounts", amounts="each")
    return again(anna, house.club, look, "", roles=" ".join(roles), amounts="each", **answers)


def test_a_table_is_split_at_a_column_and_a_row_and_joined_again(house: House, anna: Client) -> None:
    halves = [("Tag", "Anna", "Bert", "Tag", "Cilli", "Dora"), ("4.3.2016", 5, -5, "1.4.2016", 8, -8)]
    look = said(house, anna, halves)
    assert len(asked(look).listed_blocks) == 2
    joined = said(house, anna, halves, "0-column-3-join")
    assert len(asked(joined).listed_blocks) == 1
    apart = said(house, anna, halves, "0-column-3-join", "0-column-3-begin")
    assert len(asked(apart).listed_blocks) == 2
    rows = [HEAD, *ROWS, ("Ada", "Eva"), ("18.3.2016", 7, -7)]
    below = said(house, anna, rows, "0-row-3-begin")
    assert [block["name"] for block in asked(below).listed_blocks] == [
        "Tabelle1 (rows 1 to 3)",
        "Tabelle1 (rows 4 to 5)",
    ]


def test_each_table_of_several_says_what_its_amounts_are(house: House, anna: Client) -> None:
    later = [("1.4.2016", 5, -5, 8, -8), ("8.4.2016", 9, -2, 4, -11)]
    rows = [HEAD, *ROWS, ("Summe", 9, -2, 4, -11), (), ("Datum", *HEAD[:0:-1])]
    rows += [(day, *amounts[::-1]) for day, *amounts in later]
    look = said(house, anna, rows, **{"way-0-5-0": "part", "sign-0-5-0": "pays"})
    assert bad(look) == []
    assert totals_in(look.context["reading"]) == dict.fromkeys(HEAD[1:], 0)
    page = " ".join(html.unescape(look.content.decode()).split())
    assert (page.count("checked: the file's own totals"), page.count(">unchecked<")) == (1, 1)


# How it looks


LOOKS = """<style:style style:name="y" style:family="table-cell"><style:table-cell-properties
 fo:background-color="#ffff00"/></style:style><style:style style:name="s" style:family="table-cell">
<style:text-properties style:text-line-through-style="solid"/></style:style>"""


def as_excel() -> bytes:
    workbook = workbook_of({"Saison": [("Tarock",), HEAD, *ROWS, ("18.3.2016", 1, -1, 1, -1)]})
    sheet = workbook["Saison"]
    sheet.merge_cells("A1:E1")
    sheet["C3"].fill = PatternFill("solid", fgColor="FFFF00")
    sheet["D3"].font = Font(strike=True)
    sheet["E3"].comment = Comment("noch offen", "Anna")
    sheet.row_dimensions[5].hidden = True
    sheet.column_dimensions["E"].hidden = True
    return saved(workbook)


def as_libreoffice() -> bytes:
    """Return the same as LibreOffice writes it."""
    cells = [written(value) for value in ROWS[0]]
    cells[2] = cells[2].replace(" ", ' table:style-name="y" ', 1)
    cells[3] = cells[3].replace(" ", ' table:style-name="s" ', 1)
    note = "<office:annotation><text:p>noch offen</text:p></office:annotation>"
    cells[4] = cells[4].replace("/>", f">{note}</table:table-cell>")
    title = written("Tarock").replace(" ", ' table:number-columns-spanned="5" ', 1)
    column, away = "<table:table-column", 'table:visibility="collapse"'
    columns = f'{column} table:number-columns-repeated="4"/>{column} {away}/>'
    rows = [repeated(title, 1), row(HEAD), repeated("".join(cells), 1), row(ROWS[1])]
    rows.append(row(("18.3.2016", 1, -1, 1, -1), f" {away}"))
    return document([table("Saison", [columns, *rows])], LOOKS)


@pytest.mark.parametrize(("file", "small"), [(as_excel, sandbox.SMALL), (as_libreoffice, 0)])
def test_a_worksheet_is_drawn_with_all_that_it_looks_like(
    house: House, anna: Client, file: Any, small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "SMALL", small)  # in this process and in one of its own
    look = send(anna, house.club, file(), kind="amounts", amounts="each")
    drawn = asked(look).drawn
    assert (drawn.rows[0].cells[0].look.across, len(drawn.rows[0].cells)) == (5, 1)
    classes = [cell.classes for cell in drawn.rows[2].cells[2:4]]
    assert classes == ["is-amount tint-yellow", "is-amount is-struck"]
    assert [is_hidden for _letter, _mark, is_hidden in drawn.columns] == [*[False] * 4, True]
    assert (drawn.rows[4].is_hidden, states(look)[4]) == (True, "lllll")
    assert asked(look).doubts == [
        "Struck through in “Saison”: D3.",
        "Coloured differently from the cells around them in “Saison”: C3.",
        "A comment on E3 of “Saison”: “noch offen”",
        "Column E of “Saison” is hidden, and read.",
    ]
    assert totals_in(look.context["reading"])["Anna"] == 9
    kept = asked(again(anna, house.club, look))
    assert kept.workbook.worksheets == asked(look).workbook.worksheets


def test_without_a_file_what_is_wrong_leads_to_its_field(house: House, anna: Client) -> None:
    path = f"/clubs/{house.club.slug}/old-sheets/import/"
    answer = anna.post(path, {"rules": "treffpunkt", "cents_per_point": "10"})
    assert '<li><a href="#id_list">File</a></li>' in answer.content.decode()
