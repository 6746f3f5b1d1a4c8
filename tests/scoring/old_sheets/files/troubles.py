"""What cannot come in as it is: the remedy is said, and nothing else happens."""

from __future__ import annotations

import zipfile
from io import BytesIO

from tests.scoring.old_sheets.files.kept import EACH, FOUR, HEAD, SPRING, KeptFile, text, xlsx


def letter() -> bytes:
    """Return a packed file that is no spreadsheet."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr("word/document.xml", "<x/>")
    return file.getvalue()


OVER_NEW_YEAR = ("4.12.", "18. Dez", "8.1.")
FILES = {
    "an amount that cannot be read": KeptFile(
        xlsx(HEAD, *SPRING[:2], ("18.3.2016", -2, 1, 7, "?")), "mend, amounts", [{**EACH, "cell-4-4": "-6"}]
    ),
    "a row that does not add up": KeptFile(
        xlsx(HEAD, *SPRING[:2], ("18.3.2016", -2, 1, 7, -5)), "mend, amounts", [{**EACH, "cell-4-4": "-6"}]
    ),
    "a row that does not add up, and nobody knows why": KeptFile(
        xlsx(HEAD, *SPRING[:2], ("18.3.2016", -2, 1, 7, -5)),
        "mend, amounts",
        [{**EACH, "leave": "4"}],
        {"Anna": 9, "Bert": -2, "Cilli": 4, "Dora": -11},
    ),
    "a day that is none": KeptFile(
        xlsx(HEAD, ("31.2.2016", *SPRING[0][1:]), *SPRING[1:]),
        "mend, amounts",
        [{**EACH, "cell-2-0": "4.3.2016"}],
    ),
    "days without a year": KeptFile(
        xlsx(HEAD, ("4.3.", *SPRING[0][1:])),
        "mend",
        [{**EACH, "year": "2016"}],
        dict(zip(FOUR, SPRING[0][1:], strict=True)),
    ),
    "days without a year over New Year": KeptFile(
        xlsx(
            HEAD, *((day, *row[1:]) for day, row in zip(("4.12.", "18. Dez", "8.1."), SPRING, strict=False))
        ),
        "mend",
        [{**EACH, "year": "2016"}, {**EACH, "year": "2016/17"}],
    ),
    "a day to come": KeptFile(
        xlsx(HEAD, ("4.3.2099", *SPRING[0][1:])), "mend", refused="Please check the date: it is too far away."
    ),
    "no day in the first row": KeptFile(
        xlsx(HEAD, ("", *SPRING[0][1:]), *SPRING[1:]),
        "mend, amounts",
        [{**EACH, "cell-2-0": "4.3.2016"}, EACH],
    ),
    "an amount of nobody": KeptFile(
        xlsx(
            ("Datum", "Spieler 1", "Punkte 1", "Spieler 2", "Punkte 2"),
            ("4.3.2016", "Anna", 5, "", -5),
        ),
        "mend",
        refused="There is an amount here, but nobody it belongs to.",
    ),
    "the same name twice": KeptFile(
        xlsx(("Datum", "Anna", "Anna", "Cilli", "Dora"), SPRING[0]), "mend", refused="is named twice."
    ),
    "other people further down": KeptFile(
        xlsx(HEAD, *SPRING, ("Datum", "Bert", "Anna", "Dora", "Cilli"), ("1.4.2016", 5, -5, 8, -8)),
        "mend, amounts",
        [EACH],
        refused="Please put these rows on a worksheet of their own.",
    ),
    "a formula that was never worked out": KeptFile(
        xlsx(HEAD, ("4.3.2016", 5, -5, 8, "=-SUM(B2:D2)")),
        "mend",
        refused="please open the file once in Excel",
    ),
    "a mistake of the spreadsheet": KeptFile(
        text(HEAD, ("4.3.2016", 5, -5, 8, "#REF!")),
        "mend",
        refused="shows an error here. Please correct it there.",
    ),
    "an old version of Excel": KeptFile(
        lambda: b"\xd0\xcf\x11\xe0" + bytes(100), refused="Please save it as .xlsx or .csv."
    ),
    "a PDF": KeptFile(lambda: b"%PDF-1.7\n", refused="This is a PDF. Please send .xlsx or .csv."),
    "a letter": KeptFile(letter, refused="Please send .xlsx or .csv."),
    "nothing": KeptFile(lambda: b"\n\n", refused="There is nothing in the file."),
    "headings alone": KeptFile(xlsx(HEAD), "mend", refused="There is nothing below the headings."),
    "a number that can be two": KeptFile(
        text(HEAD, ("4.3.2016", "1.5.2016", 0, 0, 0)), "mend", refused="Please write 0,5 instead of 1/2."
    ),
    "far too many points": KeptFile(
        xlsx(HEAD, ("4.3.2016", 10**9, -(10**9), 0, 0)), "mend", refused="Please check it."
    ),
    "hands sent as amounts": KeptFile(
        xlsx(("Datum", "Spiel", "Spieler", *FOUR), ("4.3.2016", "Dreier", "Anna", "", "", "", "")),
        "mend",
        refused="There is nothing below the headings.",
    ),
}
