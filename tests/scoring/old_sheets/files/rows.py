"""Rows that are no evenings: sums, figures, repeated headings, remarks."""

from __future__ import annotations

from tests.scoring.old_sheets.files.kept import EACH, FOUR, HEAD, SPRING, SUMS, KeptFile, xlsx

FILES = {
    "repeated headings": KeptFile(xlsx(HEAD, *SPRING[:2], HEAD, SPRING[2]), "amounts", [EACH]),
    "a second row of headings": KeptFile(xlsx(HEAD, ("", *["Punkte"] * 4), *SPRING), "amounts", [EACH]),
    "ranks below": KeptFile(xlsx(HEAD, *SPRING, ("Summe", *SUMS), ("Rang", 2, 3, 1, 4))),
    "averages below": KeptFile(
        xlsx(HEAD, *SPRING, ("Summe", *SUMS), ("Schnitt", "2,33", "-0,33", "3,67", "-5,67"))
    ),
    "how many evenings": KeptFile(xlsx(HEAD, *SPRING, ("Anzahl Abende", 3, 3, 3, 3)), "amounts", [EACH]),
    "an interim standing": KeptFile(
        xlsx(HEAD, *SPRING[:2], ("Zwischenstand", 9, -2, 4, -11), SPRING[2], ("Endstand", *SUMS))
    ),
    "sums of months in words": KeptFile(
        xlsx(HEAD, *SPRING[:2], ("Summe Jänner", 9, -2, 4, -11), SPRING[2], ("Summe Feber", *SPRING[2][1:]))
    ),
    "sums on top": KeptFile(xlsx(HEAD, ("Gesamt", *SUMS), *SPRING)),
    "sums on top that are wrong": KeptFile(
        xlsx(HEAD, ("Gesamt", 8, *SUMS[1:]), *SPRING),
        "mend, amounts",
        [EACH, {"leave": "2"}],
    ),
    "sums below that are wrong": KeptFile(
        xlsx(HEAD, *SPRING, ("Summe", 8, *SUMS[1:])), "mend, amounts", [EACH, {"leave": "5"}]
    ),
    "sums that nothing calls so": KeptFile(xlsx(HEAD, *SPRING, ("", *SUMS)), "sure", [{"sure": "yes"}]),
    "carried over from another page": KeptFile(
        xlsx(HEAD, SPRING[0], ("Übertrag", *SPRING[0][1:]), *SPRING[1:], ("Summe", *SUMS))
    ),
    "a column that controls": KeptFile(
        xlsx((*HEAD, "Kontrolle"), *((*row, 0) for row in SPRING)), "amounts", [EACH]
    ),
    "a column of sums without a name": KeptFile(
        xlsx((*HEAD, ""), *((*row, 0) for row in SPRING)), "amounts", [EACH]
    ),
    "a remark among the evenings": KeptFile(
        xlsx(HEAD, SPRING[0], ("Sommerpause",), *SPRING[1:]), "amounts", [EACH]
    ),
    "a remark with an amount": KeptFile(
        xlsx(HEAD, *SPRING, ("Jause", "", "", "", 12)), "mend, amounts", [{**EACH, "leave": "5"}]
    ),
    "empty rows between": KeptFile(xlsx(HEAD, (), SPRING[0], (), (), *SPRING[1:]), "amounts", [EACH]),
    "a title above the headings": KeptFile(
        xlsx(("Tarockrunde im Lamm",), ("Stand", "Dezember", "2016"), HEAD, *SPRING), "amounts", [EACH]
    ),
    "a pot": KeptFile(
        xlsx((*HEAD, "Pagatkassa"), ("4.3.2016", 5, -5, 8, -9, 1), ("11.3.2016", 4, 3, -4, -4, 1)),
        "people, amounts",
        [{**EACH, "who:Pagatkassa": "guest"}],
        {"Anna": 9, "Bert": -2, "Cilli": 4, "Dora": -13, "Pagatkassa": 2},
    ),
    "initials": KeptFile(
        xlsx(("Datum", "A", "B", "C", "D"), *SPRING),
        "people, amounts",
        [{**EACH, **{f"who:{name[0]}": name for name in FOUR}}],
    ),
    "guests of one evening": KeptFile(
        xlsx(("Datum", *FOUR[:3], "Waltraud"), SPRING[0]),
        totals={"Anna": 5, "Bert": -5, "Cilli": 8, "Waltraud": -8},
    ),
    "a name nearly right": KeptFile(
        xlsx(("Datum", "Anna", "Bert", "Cili", "Dora"), *SPRING),
        "people, amounts",
        [{**EACH, "who:Cili": "Cilli"}],
    ),
}
