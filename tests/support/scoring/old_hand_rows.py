"""Rows of hands as people type them from old sheets, and a file of such rows."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from openpyxl import Workbook

HEAD = (
    *("Datum", "Ort", "Tisch", "Geber", "Spiel", "Spieler"),
    *("Partner", "Ergebnis", "Prämien", "Kontra", "Radl"),
)
FOUR = ("Anna", "Bert", "Cilli", "Dora")
# Under `standard`: Anna is Vorhand of the first hand, Bert of the second.
RUFER = ("4.3.2016", "Lamm", "Stammtisch", "Dora", "Rufer", "Anna", "Cilli", "41/2", "", "", "", 1, -1, 1, -1)
DREIER = ("", "", "", "", "Dreier", "Bert", "", "verloren", "", "Kontra", "", 10, -30, 10, 10)
PICCOLO = ("", "", "", "", "Piccolo", "Anna", "", "g", "", "Kontra Bert", "", 8, -4, -2, -2)
NEXT = ("11.3.2016", "", "", "", "Dreier", "Cilli", "", "w", "", "", "", -5, -5, 15, -5)
SHEET = (RUFER, DREIER, PICCOLO, NEXT)
DEARER = (*DREIER[:11], 5, -15, 5, 5)  # on paper nobody thought of the kontra


def xlsx(*rows: tuple[Any, ...], names: tuple[str, ...] = FOUR, head: tuple[str, ...] = HEAD) -> bytes:
    book = Workbook()
    for row in ((*head, *names), *rows):
        book.active.append([None if cell == "" else cell for cell in row])
    file = BytesIO()
    book.save(file)
    return file.getvalue()
