"""Workbooks of strangers: what hides is refused, a picture does no harm, money keeps its sign."""

import zipfile
from io import BytesIO
from itertools import product

import pytest
from openpyxl import Workbook

from scoring.uploads.spreadsheets import Limits, UnreadableFile, demand_small, worksheets_here
from tests.scoring.old_sheets.files.kept import saved, workbook_of

# Letters in which nothing can be seen

TRAP = '<?xml version="1.0"{}?><!DOCTYPE w [<!ENTITY a "ha">]><w>&a;</w>'
REFUSED = "The Excel file uses a character encoding that cannot be read here."
HIDING = (
    TRAP.format("").encode("utf-16"),
    TRAP.format("").encode("utf-16-le"),
    TRAP.format("").encode("utf-16-be"),
    TRAP.format(' encoding="UTF-16"').encode("utf-16"),
    b"  " + TRAP.format("").encode("utf-32"),
    '<?xml version="1.0" encoding="iso-8859-1"?><w>\xe4</w>'.encode("latin-1"),
    ("<?xml version='1.0'" + " " * 500 + "encoding='cp037'?><w/>").encode(),
    "<worksheet/>".encode("utf-16"),
)


@pytest.mark.usefixtures("english")
def test_a_workbook_in_letters_that_hide_what_it_defines_is_refused() -> None:
    for part, ending in product(HIDING, ("xml", "bin")):
        book, file = Workbook(), BytesIO()
        book.save(file)
        with zipfile.ZipFile(file, "a") as packed:
            packed.writestr(f"xl/worksheets/sheet9.{ending}", part)
        with pytest.raises(UnreadableFile) as refused:
            demand_small(file.getvalue(), 1_000_000)
        assert refused.value.sentence.startswith(REFUSED)


def test_a_picture_and_a_printer_in_a_workbook_are_no_letters() -> None:
    file = BytesIO(saved(workbook_of({"1": [["Datum", "Anna"]]})))
    with zipfile.ZipFile(file, "a") as packed:
        packed.writestr("xl/media/image1.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
        packed.writestr("xl/printerSettings/printerSettings1.bin", "HP LaserJet <1>".encode("utf-16-le"))
        packed.writestr("xl/plain.xml", '<?xml version="1.0" encoding="utf-8"?><w>\xe4</w>'.encode())
    (worksheet,) = worksheets_here(file.getvalue(), LIMITS, 2)
    assert worksheet.rows == [("Datum", "Anna")]


# Money in the format of cells

LIMITS = Limits(rows=100, columns=20, cell=200, unpacked=1_000_000)
OF_EUROS = ('#,##0.00 "€"', "#,##0.00\\ [$€-C07]", '"$"#,##0.00', "[$EUR] #,##0.00", "€ 0.00")
OF_NUMBERS = ("General", "0.00", "+# ?/?;-# ?/?;0", "[$-C07]#,##0.00", "@")


@pytest.mark.parametrize("number_format", [*OF_EUROS, *OF_NUMBERS])
def test_a_number_format_with_a_currency_is_the_sign_of_the_euro(number_format: str) -> None:
    (worksheet,) = worksheets_here(saved(workbook_of({"1": [[4.5]]}, number_format)), LIMITS, 2)
    assert worksheet.rows[0][0] == ("4.50 €" if number_format in OF_EUROS else "4.5000000000")
