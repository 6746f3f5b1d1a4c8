"""Files as clubs really keep them, with invented people, made from the tables beside this file.

Of each: what everybody really had, and how it is read (test_kept_tables.py).
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

from openpyxl import Workbook

from tests.support.open_document import ods

Rows = Sequence[Sequence[Any]]
HEAD = ("Datum", "Anna", "Bert", "Cilli", "Dora")
KEPT: dict[str, dict[str, Any]] = {
    f"{subject}: {name}": file
    for subject in ("seasons", "rows", "layouts", "blocks", "letters", "troubles")
    for name, file in tomllib.loads(
        Path(__file__).with_name(f"{subject}.toml").read_text(encoding="utf-8")
    ).items()
}


def content_of(file: Mapping[str, Any]) -> bytes:
    """Return a file as one of the tables has it."""
    if "drawn" in file:
        file = {**file, "rows": [HEAD, *drawn(**file["drawn"])]}
    worksheets: dict[str, Rows] = file.get("worksheets") or {"Tabelle1": file["rows"]}
    match file.get("format", "xlsx"):
        case "ods":
            return ods(worksheets)
        case "html":
            lines = ("".join(f"<td>{cell}" for cell in row) for row in file["rows"])
            return f"<html><table><tr>{'<tr>'.join(lines)}</table></html>".encode()
        case "csv":
            said = {key: file[key] for key in ("between", "letters", "first") if key in file}
            return text(*file["rows"], **said)()
    workbook = workbook_of(worksheets, file.get("formats", ""))
    if "hidden_row" in file:
        workbook.worksheets[0].row_dimensions[file["hidden_row"]].hidden = True
    if "hidden" in file:
        workbook[file["hidden"]].sheet_state = "hidden"
    return saved(workbook)


def drawn(rows: int, *, carried_on: bool = False, newest_on_top: bool = False) -> list[list[Any]]:
    """Return evenings that are the same each time, Friday after Friday."""
    dice, first = Random(rows), date(2016, 1, 8)
    found: list[list[Any]] = []
    stands = [0, 0, 0, 0]
    for number in range(rows):
        got = [dice.randint(-10, 25), dice.randint(-20, 15), dice.randint(-25, 15)]
        got.append(-sum(got))
        stands = [before + more for before, more in zip(stands, got, strict=True)]
        day = first + timedelta(days=7 * number)
        found.append([f"{day:%d.%m.%Y}", *(stands if carried_on else got)])
    return found[::-1] if newest_on_top else found


def workbook_of(worksheets: Mapping[str, Rows], formats: str = "") -> Workbook:
    """Return a workbook; all amounts can have a format."""
    workbook = Workbook()
    workbook.remove(workbook.active)
    for name, rows in worksheets.items():
        sheet = workbook.create_sheet(name)
        for row in rows:
            sheet.append([None if cell == "" else cell for cell in row])
        for line in sheet.iter_rows() if formats else ():
            for cell in line:
                if isinstance(cell.value, int | float):
                    cell.number_format = formats
    return workbook


def saved(workbook: Workbook) -> bytes:
    file = BytesIO()
    workbook.save(file)
    return file.getvalue()


def xlsx(*rows: Sequence[Any], **worksheets: Rows) -> Callable[[], bytes]:
    """Return a file of these rows, or of several worksheets."""
    return lambda: saved(workbook_of(worksheets or {"Tabelle1": rows}))


def text(
    *rows: Sequence[Any], between: str = ";", letters: str = "utf-8", first: str = ""
) -> Callable[[], bytes]:
    """Return a list of text, in these letters, with a line on top or without."""
    lines = [first, *(between.join(map(str, row)) for row in rows)]
    return lambda: ("\r\n".join(lines[not first :]) + "\r\n").encode(letters)
