"""Spreadsheets of LibreOffice and OpenOffice (.ods), read as text: one row of cells for each row."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from io import BytesIO
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from scoring.uploads.spreadsheets import (
    MOST_CELLS,
    OPEN_DOCUMENT,
    TOO_MANY_CELLS,
    CellRow,
    Limits,
    RawWorksheet,
    UnreadableFile,
    _,
    demand_small,
    text_of_cell,
    text_of_money,
    tidied,
    without_end,
)

_URN = "urn:oasis:names:tc:opendocument:xmlns:"
_TABLE, _OFFICE, _STYLE, _TEXT = (f"{{{_URN}{part}:1.0}}" for part in ("table", "office", "style", "text"))
_CELLS = {f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"}
_HIDDEN_ROWS = {"collapse", "filter"}
_EURO = {"EUR", "€"}


def worksheets_of_ods(content: bytes, limits: Limits, most: int) -> list[RawWorksheet]:
    """Return what their cells show, hidden worksheets last; one row and one column more than there may be.

    In this process: `scoring.uploads.sandbox` reads what is not small in one of its own.
    """
    demand_small(content, limits.unpacked)
    try:
        with zipfile.ZipFile(BytesIO(content)) as packed, packed.open(OPEN_DOCUMENT) as source:
            found = list(
                _OpenDocument(limits).worksheets(ElementTree.iterparse(source, events=("start", "end")))
            )
    except (ElementTree.ParseError, ValueError, OverflowError):
        raise UnreadableFile(_("The spreadsheet is damaged. Please save it again.")) from None
    if not found:
        raise UnreadableFile(_("There is nothing in the file."))
    return sorted(found, key=lambda one: one.is_hidden)[:most]


@dataclass
class _WorksheetSoFar:
    """A worksheet, as far as it was read."""

    name: str
    is_hidden: bool
    rows: list[CellRow] = field(default_factory=list)
    hidden: list[int] = field(default_factory=list)
    empty: int = 0  # rows since the last one with anything

    def worksheet(self) -> RawWorksheet:
        rows = [] if self.is_hidden else without_end(self.rows)
        return RawWorksheet(self.name, rows, tuple(self.hidden), self.is_hidden)


@dataclass
class _OpenDocument:
    """The one document in which all worksheets stand."""

    limits: Limits
    cells: int = 0  # that were made: a few letters of the file can stand for millions of them
    unseen: set[str] = field(default_factory=set)  # styles of hidden worksheets

    def worksheets(self, events: Iterator[tuple[str, Element]]) -> Iterator[RawWorksheet]:
        inside: list[Element] = []
        table = _WorksheetSoFar("", is_hidden=True)
        for event, element in events:
            if event == "start":
                inside.append(element)
                if element.tag == f"{_TABLE}table":
                    style = element.get(f"{_TABLE}style-name", "")
                    table = _WorksheetSoFar(element.get(f"{_TABLE}name", ""), style in self.unseen)
                continue
            inside.pop()
            if element.tag == f"{_STYLE}style":
                properties = element.find(f"{_STYLE}table-properties")
                if properties is not None and properties.get(f"{_TABLE}display") == "false":
                    self.unseen.add(element.get(f"{_STYLE}name", ""))
            elif element.tag == f"{_TABLE}table-row":
                self._add(table, element)
                inside[-1].clear()  # what was read takes no room
            elif element.tag == f"{_TABLE}table":
                yield table.worksheet()

    def _add(self, table: _WorksheetSoFar, row: Element) -> None:
        """Add the row as often as it says that it stands there."""
        if table.is_hidden:
            return
        cells, times = self._cells_of(row), _times(row, "rows")
        if not cells:
            table.empty = min(table.empty + times, self.limits.rows + 1)
            return
        # What stands below the last row that is read shall be seen to stand there.
        table.empty = max(0, min(table.empty, self.limits.rows - len(table.rows)))
        table.rows += [()] * table.empty
        times = max(0, min(times, self.limits.rows + 1 - len(table.rows)))
        table.empty, first = 0, len(table.rows) + 1
        self.cells += len(cells) * times
        if self.cells > MOST_CELLS:
            raise UnreadableFile(TOO_MANY_CELLS, most=MOST_CELLS)
        if row.get(f"{_TABLE}visibility") in _HIDDEN_ROWS:
            table.hidden += range(first, first + times)
            cells = ()
        table.rows += [cells] * times

    def _cells_of(self, row: Element) -> CellRow:
        cells: list[str] = []
        empty = 0
        for element in row:
            if element.tag not in _CELLS:
                continue
            text, times = _text_of(element), _times(element, "columns")
            if not text:
                empty = min(empty + times, self.limits.columns + 1)
                continue
            cells += [""] * max(0, min(empty, self.limits.columns - len(cells)))
            cells += [text] * max(0, min(times, self.limits.columns + 1 - len(cells)))
            empty = 0
        return tidied(cells, self.limits)


def _times(one: Element, what: str) -> int:
    return max(1, int(one.get(f"{_TABLE}number-{what}-repeated", "1")))


def _text_of(cell: Element) -> str:
    """Return what the cell shows; of a formula that was never worked out the formula."""
    kind, value = cell.get(f"{_OFFICE}value-type"), cell.get(f"{_OFFICE}value", "")
    if kind == "currency" and cell.get(f"{_OFFICE}currency") in _EURO:
        return text_of_money(float(value))
    if kind in ("float", "currency"):
        return text_of_cell(float(value))
    if kind == "date":
        return text_of_cell(date.fromisoformat(cell.get(f"{_OFFICE}date-value", "")[:10]))
    if kind == "boolean":
        return text_of_cell(cell.get(f"{_OFFICE}boolean-value") == "true")
    if kind is None and cell.get(f"{_TABLE}formula"):
        return "="
    return " ".join("".join(element.itertext()) for element in cell.findall(f"{_TEXT}p"))
