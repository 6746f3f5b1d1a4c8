"""Sums below the columns, running totals instead of amounts, and cells that are formulas."""

from __future__ import annotations

import re
import zipfile
from io import BytesIO

import pytest
from django.test import Client
from openpyxl import Workbook

from scoring.models import OldAmount, OldBatch
from tests.support.scoring.house import House
from tests.support.scoring.old_files import (
    again,
    asked,
    bad,
    differing,
    fields_of,
    left_out,
    look_at,
    send,
    sure_of,
    totals,
)
from tests.support.scoring.old_rows import (
    AMOUNTS,
    FOUR,
    HANDS,
    HEAD,
    OLD,
    RUFER,
    RUNNING,
    SHEET,
    SUMS,
    rows_of,
    total_of,
    xlsx,
)

# Sums


def test_sums_without_a_word_are_seen_and_can_be_said_to_count(house: House, anna: Client) -> None:
    look = look_at(anna, house, *rows_of(*HANDS), ("", "", "", *SUMS))
    assert (bad(look), left_out(look)) == ([], [(8, 2, 7)])
    assert look.context["reading"].hands == 6
    assert "the totals of rows 2 to 7" in look.content.decode()
    counted = again(anna, house.club, look, **{"sums-8": "counts"})
    assert (left_out(counted), counted.context["reading"].hands) == ([], 7)
    unlike = again(anna, house.club, look, "import", **{"sums-8": "counts"})
    assert "Something has changed. Please look again." in unlike.content.decode()
    assert again(anna, house.club, look, "import").status_code == 200
    assert again(anna, house.club, look, "import", **sure_of(look)).status_code == 302
    assert totals(house) == total_of(SUMS)


# Running totals


@pytest.mark.parametrize("rows", [RUNNING, HANDS])
def test_whether_amounts_are_brought_or_carried_on_is_asked_and_nothing_is_chosen(
    house: House, anna: Client, rows: tuple[tuple[int, ...], ...]
) -> None:
    look = look_at(anna, house, *rows_of(*rows))
    assert look.context["reading"].is_unsaid
    assert "Please say what the amounts are." in look.content.decode()
    assert "amounts" not in fields_of(look)
    assert again(anna, house.club, look, "import").status_code == 200
    assert not OldBatch.objects.exists()
    each = again(anna, house.club, look, amounts="each")
    assert asked(each).why_not == ""
    assert again(anna, house.club, again(anna, house.club, each), "import").status_code == 302
    assert totals(house)["Anna"] == sum(row[0] for row in rows)


def test_a_row_of_sums_says_that_each_row_counts(house: House, anna: Client) -> None:
    look = look_at(anna, house, *rows_of(*HANDS), ("", "", "Summe", *SUMS))
    assert [(option["code"], option["chosen"]) for option in asked(look).amounts_options] == [
        ("", True),
        ("table", False),
        ("table-newest", False),
    ]
    assert again(anna, house.club, look, "import").status_code == 302


def test_running_totals_of_a_table_become_amounts(house: House, anna: Client) -> None:
    look = look_at(
        anna, house, *rows_of(*RUNNING), *rows_of(*RUNNING[:3], table="2"), ("", "", "", *RUNNING[2])
    )
    sure = again(anna, house.club, look, amounts="table")
    assert (bad(sure), left_out(sure)) == ([], [(11, 8, 10)])
    shown = {way.code: way.rows for way in sure.context["reading"].ways}
    assert shown["table"][1] == (3, "Anna +10, Bert −30, Cilli +10, Dora +10")
    assert "Anna +10, Bert −30" in sure.content.decode()
    assert again(anna, house.club, sure, "import", **sure_of(sure)).status_code == 302
    both = tuple(sum_ + other for sum_, other in zip(SUMS, RUNNING[2], strict=True))
    assert totals(house) == total_of(both)
    assert (
        sorted(OldAmount.objects.filter(line__number=2).values_list("twelfths", flat=True))
        == [-360] * 2 + [120] * 6
    )


# Formulas


def worked_out(content: bytes, shown: dict[str, str], kind: str = "") -> bytes:
    """With results beside the formulas, as a spreadsheet saves them."""
    file = BytesIO()
    with zipfile.ZipFile(BytesIO(content)) as old, zipfile.ZipFile(file, "w") as new:
        for part in old.infolist():
            text = old.read(part)
            if part.filename == "xl/worksheets/sheet1.xml":
                for cell, value in shown.items():
                    found = rf'<c r="{cell}"([^>]*)>(<f>.*?</f>)<v\s*/>'
                    text, times = re.subn(
                        found.encode(), rf'<c r="{cell}"\1{kind}>\2<v>{value}</v>'.encode(), text
                    )
                    assert times == 1, text
            new.writestr(part.filename, text)
    return file.getvalue()


def test_a_formula_whose_result_is_in_the_file_is_its_result(house: House, anna: Client) -> None:
    row = (*RUFER[:11], "=1*1", "=-L2", "=L2", "=-L2")
    content = worked_out(xlsx(row), {"L2": "1", "M2": "-1", "N2": "1", "O2": "-0.99999999999999"})
    look = send(anna, house.club, content)
    assert (bad(look), differing(look)) == ([], [])
    assert asked(look).rows[1][11:13] == ("1", "-1")


def test_a_formula_that_gives_an_empty_text_is_an_empty_cell(house: House, anna: Client) -> None:
    formulas = ('=IF(A4="","",1)',) * 4
    content = xlsx(*OLD, ("", "", "", *formulas), head=AMOUNTS)
    shown = dict.fromkeys(("D4", "E4", "F4", "G4"), "")
    look = send(anna, house.club, worked_out(content, shown, ' t="str"'), kind="amounts")
    assert (bad(look), look.context["reading"].hands) == ([], 2)


def test_a_formula_that_nobody_worked_out_names_its_cell_and_the_remedy(house: House, anna: Client) -> None:
    content = worked_out(
        xlsx((*RUFER[:11], "=1*1", "=-L2", "=L2", "=-L2")), {"L2": "1", "N2": "1", "O2": "-1"}
    )
    told = (
        "In M2 there is a formula without its result: please open the file once in Excel or LibreOffice, "
        "and save it there."
    )
    assert bad(send(anna, house.club, content)) == [(2, "Bert", told)]


def test_a_name_that_is_a_formula_is_not_somebody_called_so(house: House, anna: Client) -> None:
    look = send(anna, house.club, xlsx(*SHEET, names=("=A9", *FOUR[1:])))
    assert any((row, "L1" in text) == (1, True) for row, _label, text in bad(look))


def test_a_mistake_that_a_formula_shows_is_named(house: House, anna: Client) -> None:
    content = worked_out(xlsx((*RUFER[:11], "=1/0", -1, 1, -1)), {"L2": "#DIV/0!"}, ' t="e"')
    assert bad(send(anna, house.club, content)) == [
        (2, "Anna", "The spreadsheet shows an error here. Please correct it there.")
    ]


# Letters in which nothing can be seen

TRAP = '<?xml version="1.0"{}?><!DOCTYPE w [<!ENTITY a "ha">]><w>&a;</w>'
REFUSED = "The Excel file uses a character encoding that cannot be read here."


@pytest.mark.parametrize(
    "part",
    [
        TRAP.format("").encode("utf-16"),
        TRAP.format("").encode("utf-16-le"),
        TRAP.format("").encode("utf-16-be"),
        TRAP.format(' encoding="UTF-16"').encode("utf-16"),
        b"  " + TRAP.format("").encode("utf-32"),
        '<?xml version="1.0" encoding="iso-8859-1"?><w>\xe4</w>'.encode("latin-1"),
        ("<?xml version='1.0'" + " " * 500 + "encoding='cp037'?><w/>").encode(),
        "<worksheet/>".encode("utf-16"),
    ],
)
@pytest.mark.parametrize("name", ["xl/worksheets/sheet1.xml", "xl/worksheets/sheet1.bin"])
def test_a_workbook_in_letters_that_hide_what_it_defines_is_refused(
    house: House, anna: Client, part: bytes, name: str
) -> None:
    book, file = Workbook(), BytesIO()
    book.save(file)
    with zipfile.ZipFile(file, "a") as packed:
        packed.writestr(name.replace("sheet1", "sheet9"), part)
    assert REFUSED in send(anna, house.club, file.getvalue()).content.decode()


def test_a_picture_and_a_printer_in_a_workbook_are_no_letters(house: House, anna: Client) -> None:
    file = BytesIO(xlsx(*SHEET))
    with zipfile.ZipFile(file, "a") as packed:
        packed.writestr("xl/media/image1.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
        packed.writestr("xl/printerSettings/printerSettings1.bin", "HP LaserJet <1>".encode("utf-16-le"))
        packed.writestr("xl/plain.xml", '<?xml version="1.0" encoding="utf-8"?><w>\xe4</w>'.encode())
    look = send(anna, house.club, file.getvalue())
    assert bad(look) == []
    assert asked(look).columns.headings[: len(HEAD)] == HEAD
