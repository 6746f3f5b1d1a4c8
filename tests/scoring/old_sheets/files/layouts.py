"""How tables lie in a file: many worksheets, side by side, people in rows, hidden."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

from openpyxl import load_workbook

from tests.scoring.old_sheets.files.kept import (
    EACH,
    FOUR,
    HEAD,
    SPRING,
    SUMS,
    TOTALS,
    KeptFile,
    carried_on,
    open_document,
    xlsx,
)

ACROSS = [
    ("Name", *(row[0] for row in SPRING), "Gesamt"),
    *((name, *(row[place] for row in SPRING), SUMS[place - 1]) for place, name in enumerate(FOUR, 1)),
]
LINES = [(row[0], name, row[place]) for row in SPRING for place, name in enumerate(FOUR, 1)]
MAY = (("6.5.2016", 1, 1, -1, -1), ("13.5.2016", -2, 1, 7, -6))
WITH_MAY = {"Anna": 6, "Bert": 1, "Cilli": 17, "Dora": -24}


def hidden(made: Callable[[], bytes], *, row: int = 0, worksheet: str = "") -> Callable[[], bytes]:
    def written() -> bytes:
        book = load_workbook(BytesIO(made()))
        if row:
            book.worksheets[0].row_dimensions[row].hidden = True
        else:
            book[worksheet].sheet_state = "hidden"
        file = BytesIO()
        book.save(file)
        return file.getvalue()

    return written


FILES = {
    "a worksheet for each month": KeptFile(
        xlsx(März=(HEAD, *SPRING), Mai=(HEAD, *MAY)), "amounts", [EACH], WITH_MAY
    ),
    "a worksheet for each month, with sums": KeptFile(
        xlsx(März=(HEAD, *SPRING, ("Summe", *SUMS)), Mai=(HEAD, *MAY, ("Summe", -1, 2, 6, -7))),
        totals=WITH_MAY,
    ),
    "totals that begin anew on each worksheet": KeptFile(
        xlsx(März=(HEAD, *carried_on(SPRING)), Mai=(HEAD, *carried_on(MAY))),
        "amounts",
        [{"amounts": "part"}],
        WITH_MAY,
    ),
    "totals through worksheets, one of them with the newest on top": KeptFile(
        xlsx(
            März=(HEAD, *carried_on((*SPRING, *MAY))[:3]),
            Mai=(HEAD, *carried_on((*SPRING, *MAY))[:2:-1]),
        ),
        "amounts",
        [{"amounts": "file"}],
        WITH_MAY,
    ),
    "a worksheet for each evening, called by its day": KeptFile(
        open_document(**{row[0]: (FOUR, row[1:]) for row in SPRING}), "amounts", [EACH]
    ),
    "a worksheet for each table": KeptFile(
        xlsx(Tisch_1=(HEAD, SPRING[0]), Tisch_2=(HEAD, ("4.3.2016", *SPRING[1][1:]))),
        "amounts",
        [EACH],
        {"Anna": 9, "Bert": -2, "Cilli": 4, "Dora": -11},
    ),
    "the same evenings on two worksheets": KeptFile(
        xlsx(Abende=(HEAD, *SPRING), Kopie=(HEAD, *SPRING)), "amounts", [EACH]
    ),
    "a cover and a diagram": KeptFile(
        xlsx(Deckblatt=(("Tarockrunde",),), Abende=(HEAD, *SPRING), Diagramm=(("Siehe oben",),)),
        "amounts",
        [EACH],
    ),
    "side by side": KeptFile(
        xlsx(
            ("März", *[""] * 5, "Mai"),
            (*HEAD, "", *HEAD),
            *((*row, "", *other) for row, other in zip(SPRING, (*MAY, ("",) * 5), strict=True)),
        ),
        "amounts",
        [EACH],
        WITH_MAY,
    ),
    "points and euros side by side": KeptFile(
        xlsx(
            (*HEAD, "", *FOUR),
            *((*row, "", *(f"{amount / 10:.2f} €" for amount in row[1:])) for row in SPRING),
        ),
        "mend, money",
        [{**EACH, "money": "points", **{f"col-{place}": "" for place in range(6, 10)}}],
    ),
    "people in rows": KeptFile(xlsx(*ACROSS)),
    "people in rows, with ranks before the names": KeptFile(
        xlsx(("Tarock",), ("Rang", "Name", *ACROSS[0][1:]), *((2, *row) for row in ACROSS[1:]))
    ),
    "people in rows, of LibreOffice": KeptFile(open_document(Saison=ACROSS)),
    "a line for everybody and each evening": KeptFile(
        xlsx(("Datum", "Name", "Punkte"), *LINES), "amounts", [EACH]
    ),
    "a line for everybody, person by person": KeptFile(
        xlsx(("Datum", "Spieler", "Punkte"), *sorted(LINES, key=lambda line: line[1])), "amounts", [EACH]
    ),
    "a row is hidden": KeptFile(
        hidden(xlsx(HEAD, *SPRING), row=3),
        "amounts",
        [EACH],
        {"Anna": 3, "Bert": -4, "Cilli": 15, "Dora": -14},
    ),
    "a worksheet is hidden": KeptFile(
        hidden(xlsx(Entwurf=(HEAD, *MAY), Saison=(HEAD, *SPRING)), worksheet="Entwurf"), "amounts", [EACH]
    ),
    "names beside amounts": KeptFile(
        xlsx(
            (
                "Datum",
                "Spieler 1",
                "Punkte 1",
                "Spieler 2",
                "Punkte 2",
                "Spieler 3",
                "Punkte 3",
                "Spieler 4",
                "Punkte 4",
            ),
            *(
                (row[0], *(cell for pair in zip(FOUR, row[1:], strict=True) for cell in pair))
                for row in SPRING
            ),
        ),
        "amounts",
        [EACH],
    ),
    "the day in the title": KeptFile(
        xlsx(("Freitag, 4. März 2016, Gasthaus Lamm",), FOUR, *(row[1:] for row in SPRING)),
        "amounts",
        [EACH],
        TOTALS,
    ),
    "no day anywhere": KeptFile(
        xlsx(("Tisch", *FOUR), *(("1", *row[1:]) for row in SPRING)),
        "mend",
        [{**EACH, "day": "4.3.2016"}, EACH],
    ),
    "a column of weekdays": KeptFile(
        xlsx(("Datum", "Wochentag", *FOUR), *((row[0], "Fr", *row[1:]) for row in SPRING)), "amounts", [EACH]
    ),
}
