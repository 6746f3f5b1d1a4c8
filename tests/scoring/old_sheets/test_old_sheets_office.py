"""The templates for old sheets as LibreOffice opens, calculates and saves them, filled in by hand before."""

from datetime import date
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any

from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from scoring.models import OldBatch
from scoring.old_sheets.values import amount_of
from scoring.uploads.spreadsheets import text_of_cell
from tests.scoring.old_sheets.files.kept import saved as packed
from tests.support.office import saved
from tests.support.scoring.house import House
from tests.support.scoring.old_files import (
    FOUR,
    HEAD,
    SHEET,
    again,
    bad,
    differing,
    points,
    send,
    sure_of,
    totals,
    withdraw,
)

# What somebody types: amounts of the last player as what is missing to zero, and sums below.
EVENINGS: tuple[tuple[Any, ...], ...] = (
    (date(2016, 3, 4), "Gasthaus zum Löwen", "1", 12.5, "=D2*-1+1/3", -0.5),
    (date(2016, 3, 11), "", "", -3, "=2*3", "-1 1/3"),
    (date(2016, 3, 18), "", "", 1234, -1000, 0),
)


def template(client: Client, house: House, kind: str) -> Any:
    """Without its example."""
    workbook = load_workbook(BytesIO(downloaded(client, house, kind)))
    sheet = workbook.worksheets[0]
    for row in sheet.iter_rows(min_row=2, max_row=20):
        for cell in row:
            cell.value = None
    return workbook


def downloaded(client: Client, house: House, kind: str) -> bytes:
    address = reverse(f"scoring:old_{kind}_xlsx", args=[house.club.slug])
    content: bytes = client.get(f"{address}?language=de&rules=standard").content
    return content


def amounts(client: Client, house: House) -> bytes:
    workbook = template(client, house, "amounts")
    sheet = workbook.worksheets[0]
    for number, row in enumerate(EVENINGS, 2):
        for place, value in enumerate(row, 1):
            sheet.cell(number, place).value = value or None
        sheet.cell(number, 7).value = f"=-SUM(D{number}:F{number})" if number != 3 else "=-D3-E3+4/3"
    for place, letter in enumerate("DEFG", 4):
        sheet.cell(5, place).value = f"=SUM({letter}2:{letter}4)"
    sheet["F5"].value = "=F2-4/3+F4"
    return packed(workbook)


def hands(client: Client, house: House) -> bytes:
    workbook = template(client, house, "hands")
    sheet = workbook.worksheets[0]
    headings = [cell.value for cell in sheet[1]]
    for number, row in enumerate(SHEET, 2):
        for heading, value in zip(HEAD[:10], row[:10], strict=True):
            sheet.cell(number, headings.index(heading) + 1).value = value or None
        for name, value in zip(FOUR, row[11:], strict=True):
            sheet.cell(number, headings.index(name) + 1).value = f"={value}*1"
    return packed(workbook)


def shown(sheet: Any) -> list[list[str]]:
    return [[text_of_cell(cell.value) for cell in row] for row in sheet.iter_rows(max_row=60)]


THEIRS = {
    "Anna": Fraction("1243.5"),
    "Bert": Fraction("-12.5") + Fraction(1, 3) + 6 - 1000,
    "Cilli": Fraction("-0.5") - Fraction(4, 3),
    "Dora": Fraction("0.5") - Fraction(1, 3) - 3 + Fraction(4, 3) - 234,
}


def come_in(house: House, client: Client, content: bytes, name: str, kind: str) -> Any:
    look = send(client, house.club, content, name, kind=kind, amounts="each")
    assert (bad(look), differing(look)) == ([], [])
    assert again(client, house.club, look, "import", **sure_of(look)).status_code == 302
    return look


def test_libreoffice_opens_the_templates_and_works_out_what_was_typed_into_them(
    house: House, anna: Client, office: str, tmp_path: Path
) -> None:
    """They come in as it saves them."""
    kinds = ("hands", "amounts")
    given = [downloaded(anna, house, kind) for kind in kinds]
    *opened, of_hands, of_amounts = saved(
        office, [*given, hands(anna, house), amounts(anna, house)], tmp_path, "xlsx"
    )
    for kind, before, content in zip(kinds, given, opened, strict=True):
        first, second = (
            load_workbook(BytesIO(file), data_only=True).worksheets for file in (before, content)
        )
        assert [sheet.title for sheet in first] == [sheet.title for sheet in second]
        for sheet, other in zip(first, second, strict=True):
            assert shown(sheet) == shown(other)
        come_in(house, anna, content, "vorlage.xlsx", kind)
        withdraw(anna, OldBatch.objects.get(kind=kind))  # both examples are of one evening
    look = come_in(house, anna, of_hands, "alt.xlsx", "hands")
    assert look.context["reading"].checked == 4
    assert points(house.club) == {"Anna": 14, "Bert": -40, "Cilli": 24, "Dora": 2}
    look = come_in(house, anna, of_amounts, "alt.xlsx", "amounts")
    assert [sum_.row for sum_ in look.context["reading"].sums] == [5]
    assert totals(house) == THEIRS
    worked_out = load_workbook(BytesIO(of_amounts), data_only=True).worksheets[0]
    sums = [cell.value for cell in worked_out[5]][3:]
    assert [amount_of(f"{sum_:.10f}") for sum_ in sums] == [THEIRS[name] for name in FOUR]
