"""How files are written: letters, separators, days and amounts of all kinds."""

from __future__ import annotations

from datetime import date

from tests.scoring.old_sheets.files.kept import (
    EACH,
    FOUR,
    HEAD,
    SPRING,
    SUMS,
    KeptFile,
    open_document,
    text,
    xlsx,
)

GUEST = ("Datum", "Anna", "Bert", "Cilli", "Jörg Weiß")
OF_GUEST = {"Anna": 7, "Bert": -1, "Cilli": 11, "Jörg Weiß": -17}
DAYS = (date(2016, 3, 4), date(2016, 3, 11), date(2016, 3, 18))
DATED = tuple((day, *row[1:]) for day, row in zip(DAYS, SPRING, strict=True))

FILES = {
    "Windows-1252": KeptFile(text(GUEST, *SPRING, letters="cp1252"), "amounts", [EACH], OF_GUEST),
    "UTF-16": KeptFile(text(GUEST, *SPRING, letters="utf-16"), "amounts", [EACH], OF_GUEST),
    "UTF-8 with a mark": KeptFile(text(GUEST, *SPRING, letters="utf-8-sig"), "amounts", [EACH], OF_GUEST),
    "a line that names the separator": KeptFile(
        text(GUEST, *SPRING, letters="cp1252", first="sep=;"), "amounts", [EACH], OF_GUEST
    ),
    "tabs": KeptFile(text(HEAD, *SPRING, between="\t"), "amounts", [EACH]),
    "commas": KeptFile(text(HEAD, *SPRING, between=","), "amounts", [EACH]),
    "LibreOffice": KeptFile(open_document(Saison=(HEAD, *DATED)), "amounts", [EACH]),
    "LibreOffice, with euros": KeptFile(
        open_document(
            Saison=(HEAD, *((day, *(f"{amount / 10} €" for amount in row)) for day, *row in DATED))
        ),
        "money, amounts",
        [{**EACH, "money": "euros", "cents": "10"}],
    ),
    "days of Excel": KeptFile(xlsx(HEAD, *DATED), "amounts", [EACH]),
    "days as numbers": KeptFile(
        xlsx(HEAD, *((42433 + 7 * number, *row[1:]) for number, row in enumerate(SPRING))), "amounts", [EACH]
    ),
    "days with weekdays": KeptFile(
        xlsx(HEAD, *((f"Fr, {row[0]}", *row[1:]) for row in SPRING)), "amounts", [EACH]
    ),
    "days in words": KeptFile(
        xlsx(HEAD, *((f"{day.day}. März 16", *row[1:]) for day, row in zip(DAYS, SPRING, strict=True))),
        "amounts",
        [EACH],
    ),
    "signs of all kinds": KeptFile(
        xlsx(HEAD, ("4.3.2016", "+5", "−5", "8", "(8)"), ("11.3.2016", "4,0", "3", "–4", "- 3"), SPRING[2]),
        "amounts",
        [EACH],
    ),
    "a thousands separator": KeptFile(
        text(HEAD, ("4.3.2016", "1.234,5", "-1.234,5", "0", "0")),
        totals={"Anna": 1234.5, "Bert": -1234.5, "Cilli": 0, "Dora": 0},
    ),
    "people in English, in other order": KeptFile(
        xlsx(
            ("Dora", "Date", *FOUR[:3]),
            *((row[4], *row[:4]) for row in SPRING),
            (SUMS[3], "Total", *SUMS[:3]),
        )
    ),
}
