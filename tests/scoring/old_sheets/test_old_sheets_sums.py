"""Sums below the columns, running totals instead of amounts, and cells that are formulas."""

import re
import zipfile
from datetime import date
from io import BytesIO

import pytest
from django.test import Client

from scoring.models import OldBatch
from scoring.old_sheets.reading import Reading
from tests.support.scoring.house import House
from tests.support.scoring.old_files import (
    AMOUNTS,
    FOUR,
    HANDS,
    OLD,
    RUFER,
    RUNNING,
    SHEET,
    SUMS,
    again,
    asked,
    bad,
    differing,
    fields_of,
    look_at,
    read_amounts,
    rows_of,
    send,
    total_of,
    totals,
    xlsx,
)

PEOPLE = ("Anna", "Bert", "Cilli", "Dora", "Emil", "Franz")


pytestmark = pytest.mark.usefixtures("english")

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


def test_a_name_that_is_a_formula_is_not_somebody_called_so(house: House, anna: Client) -> None:
    look = send(anna, house.club, xlsx(*SHEET, names=("=A9", *FOUR[1:])))
    assert any((row, "L1" in text) == (1, True) for row, _label, text in bad(look))


# Running totals with the newest row on top: days and numbers say the order, else both readings are asked


def amounts_by_day(reading: Reading) -> dict[date, list[dict[str, int]]]:
    """Return what everybody got in the rows of each day, in twelfths, by name."""
    found: dict[date, list[dict[str, int]]] = {}
    for table in reading.amounts:
        for row in table.rows:
            by_name = {
                reading.names[amount]: twelfths for amount, twelfths in row.amounts.items() if twelfths
            }
            found.setdefault(table.date, []).append(by_name)
    return found


# Hands of one evening


def test_hands_of_an_evening_are_asked_and_both_readings_stand_beside_one_another(
    house: House, anna: Client
) -> None:
    look = look_at(anna, house, *rows_of(*RUNNING[::-1]))
    assert asked(look).why_not == "Please say what the amounts are."
    shown = {option["code"]: [*option["rows"]] for option in asked(look).amounts_options}
    assert [*shown] == ["each", "table", "table-newest"]
    day = date(2016, 3, 4)
    assert shown["table-newest"][0] == ("Row 2", day, "Anna −4, Bert +12, Cilli −4, Dora −4")
    assert shown["table-newest"][-1] == ("Row 7", day, "Anna +1, Bert −1, Cilli +1, Dora −1")
    assert shown["table"][0][2] == "Anna +12, Bert −26, Cilli +18, Dora −4"
    page = look.content.decode()
    assert "of each day, the newest row is on top" in page
    assert "of each day, the oldest row is on top" in page
    assert again(anna, house.club, look, "import").status_code == 200

    sure = again(anna, house.club, look, amounts="table-newest")
    back = again(anna, house.club, sure)
    assert fields_of(back)["amounts"] == "table-newest", "the answer is kept"
    (rows,) = amounts_by_day(back.context["reading"]).values()
    assert rows == [{name: 12 * points for name, points in total_of(hand).items()} for hand in HANDS]
    assert again(anna, house.club, back, "import").status_code == 302
    assert totals(house) == total_of(SUMS)


# Season tables say what each evening brought, or carry it on: neither is taken for the other unasked


def test_below_each_answer_stands_what_the_first_rows_become() -> None:
    evenings = [(4, -4, 6, -6), (2, -2, 4, -4), (7, -7, 9, -9)]
    rows = [(f"{number}.3.2016", *amounts) for number, amounts in enumerate(evenings, 1)]
    rows.append(("3.1.2017", 1, -1, 3, -3))
    reading = read_amounts(("Datum", *PEOPLE[:4]), *rows)
    assert (reading.is_unsaid, reading.said) == (True, "")
    shown = {way.code: dict(way.rows) for way in reading.ways}
    assert list(shown) == ["each", "file", "year"]
    assert {way: rows[3] for way, rows in shown.items()} == {
        "each": "Anna +2, Bert −2, Cilli +4, Dora −4",
        "file": "Anna −2, Bert +2, Cilli −2, Dora +2",
        "year": "Anna −2, Bert +2, Cilli −2, Dora +2",
    }
    assert shown["year"][5] == "Anna +1, Bert −1, Cilli +3, Dora −3"
    assert shown["file"][5] == "Anna −6, Bert +6, Cilli −6, Dora +6"
