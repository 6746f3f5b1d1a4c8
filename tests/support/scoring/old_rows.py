"""Rows of hands and of amounts as people type them from old sheets, and a file of such rows."""

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

AMOUNTS = ("Datum", "Ort", "Tisch")
OLD = (("4.3.2016", "Lamm", "1", "12", "-4", "−6 1/3", "–1 2/3"), ("11.3.17", "", "", "-3", "", "3", ""))

# Six hands of one evening, and what everybody has after each.
HANDS = (
    (1, -1, 1, -1),
    (10, -30, 10, 10),
    (8, -4, -2, -2),
    (-5, -5, 15, -5),
    (2, 2, -2, -2),
    (-4, 12, -4, -4),
)
RUNNING = tuple(tuple(sum(hand[seat] for hand in HANDS[: n + 1]) for seat in range(4)) for n in range(6))
SUMS = RUNNING[-1]


def xlsx(*rows: tuple[Any, ...], names: tuple[str, ...] = FOUR, head: tuple[str, ...] = HEAD) -> bytes:
    book = Workbook()
    for row in ((*head, *names), *rows):
        book.active.append([None if cell == "" else cell for cell in row])
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def rows_of(*amounts: tuple[Any, ...], day: str = "4.3.2016", table: str = "1") -> list[tuple[Any, ...]]:
    """When and where only in the first of them."""
    return [
        ((day, "Lamm", table) if not number else ("", "", "")) + amount
        for number, amount in enumerate(amounts)
    ]


def total_of(amounts: tuple[Any, ...]) -> dict[str, Any]:
    return dict(zip(FOUR, amounts, strict=True))
