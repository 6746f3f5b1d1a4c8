"""Sums below the columns, running totals instead of amounts, and cells that are formulas."""

import re
import zipfile
from datetime import date
from io import BytesIO

import pytest
from django.test import Client

from tests.support.scoring.house import House
from tests.support.scoring.old_files import (
    FOUR,
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
    rows_of,
    send,
    total_of,
    totals,
    xlsx,
)

pytestmark = pytest.mark.usefixtures("english")

# Formulas


def worked_out(content: bytes, shown: dict[str, str]) -> bytes:
    """With results beside the formulas, as a spreadsheet saves them."""
    file = BytesIO()
    with zipfile.ZipFile(BytesIO(content)) as old, zipfile.ZipFile(file, "w") as new:
        for part in old.infolist():
            text = old.read(part)
            if part.filename == "xl/worksheets/sheet1.xml":
                for cell, value in shown.items():
                    found = rf'<c r="{cell}"([^>]*)>(<f>.*?</f>)<v\s*/>'
                    text, times = re.subn(found.encode(), rf'<c r="{cell}"\1>\2<v>{value}</v>'.encode(), text)
                    assert times == 1, text
            new.writestr(part.filename, text)
    return file.getvalue()


def test_a_formula_whose_result_is_in_the_file_is_its_result(house: House, anna: Client) -> None:
    row = (*RUFER[:11], "=1*1", "=-L2", "=L2", "=-L2")
    content = worked_out(xlsx(row), {"L2": "1", "M2": "-1", "N2": "1", "O2": "-0.99999999999999"})
    look = send(anna, house.club, content)
    assert (bad(look), differing(look)) == ([], [])
    assert asked(look).blocks[0].rows[1][11:13] == ("1", "-1")


def test_a_name_that_is_a_formula_is_not_somebody_called_so(house: House, anna: Client) -> None:
    look = send(anna, house.club, xlsx(*SHEET, names=("=A9", *FOUR[1:])))
    assert any((row, "L1" in text) == (1, True) for row, _label, text in bad(look))


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
    assert again(anna, house.club, look, "import").status_code == 200

    sure = again(anna, house.club, look, amounts="table-newest")
    back = again(anna, house.club, sure)
    assert fields_of(back)["amounts"] == "table-newest", "the answer is kept"
    assert again(anna, house.club, back, "import").status_code == 302
    assert totals(house) == total_of(SUMS)
