"""Workbooks as files, and the sums on their worksheets, worked out from the cells that a formula names."""

import math
import re
from typing import Any

from scoring.export.figures import Figures, Workbook
from scoring.export.writing import file_in

SUM = re.compile(r"=SUBTOTAL\(9,([A-Z]+2:[A-Z]+[0-9]+)\)")


def sums_of(sheet: Any) -> dict[str, float]:
    """What every formula of a worksheet comes to, by the head of its column."""
    return {
        sheet.cell(1, cell.column).value: _added_up(sheet, cell)
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "f"
    }


def _added_up(sheet: Any, cell: Any) -> float:
    found = SUM.fullmatch(cell.value)
    assert found is not None, f"{cell.value} is no sum"
    cells = [one for (one,) in sheet[found[1]]]
    assert {(one.column, one.row) for one in cells} == {(cell.column, row) for row in range(2, cell.row)}
    return round(math.fsum(one.value for one in cells if one.value is not None), 9)


def xlsx_of(what: Workbook | Figures) -> bytes:
    """Figures or a book as an xlsx file."""
    return file_in("xlsx", what).content
