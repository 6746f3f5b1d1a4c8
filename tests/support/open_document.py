"""Small .ods files, as LibreOffice writes them: cells that repeat, values beside what is shown."""

import zipfile
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape, quoteattr

URN = "urn:oasis:names:tc:opendocument:xmlns"
NAMES = {space: space for space in ("office", "table", "text", "style")} | {"fo": "xsl-fo-compatible"}
SPACES = " ".join(f'xmlns:{space}="{URN}:{name}:1.0"' for space, name in NAMES.items())
HIDDEN = (
    '<style:style style:name="away" style:family="table"><style:table-properties table:display="false"/>'
    "</style:style>"
)
END = '<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>'


def cell(value: Any) -> str:
    """Return a cell; an amount of money ends with its sign."""
    if value is None or value == "":
        return "<table:table-cell/>"
    if isinstance(value, date):
        return f'<table:table-cell office:value-type="date" office:date-value="{value}"/>'
    if isinstance(value, int | float):
        return f'<table:table-cell office:value-type="float" office:value="{value}"/>'
    if value.endswith("€"):
        number = value.strip("€ ").replace(",", ".")
        said = f'office:value-type="currency" office:currency="EUR" office:value="{number}"'
        return f"<table:table-cell {said}/>"
    text = f"<text:p>{escape(value)}</text:p>"
    return f'<table:table-cell office:value-type="string">{text}</table:table-cell>'


def row(cells: Sequence[Any], said: str = "", times: int = 1) -> str:
    return repeated("".join(map(cell, cells)), times, said)


def repeated(cells: str, times: int, said: str = "") -> str:
    """Return cells as they are written, in a row that stands there so many times."""
    repeats = f' table:number-rows-repeated="{times}"' if times > 1 else ""
    return f"<table:table-row{repeats}{said}>{cells}</table:table-row>"


def table(name: str, rows: Iterable[str], style: str = "") -> str:
    said = f'table:name={quoteattr(name)} table:style-name="{style}"'
    return f"<table:table {said}>{''.join(rows)}{END}</table:table>"


def document(tables: Iterable[str], styles: str = "") -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        packed.writestr(
            "content.xml",
            f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {SPACES}>'
            f"<office:automatic-styles>{HIDDEN}{styles}</office:automatic-styles>"
            f"<office:body><office:spreadsheet>{''.join(tables)}</office:spreadsheet></office:body>"
            "</office:document-content>",
        )
    return file.getvalue()


def ods(worksheets: Mapping[str, Iterable[Sequence[Any]]]) -> bytes:
    """Return a file of these worksheets."""
    return document(table(name, map(row, rows)) for name, rows in worksheets.items())
