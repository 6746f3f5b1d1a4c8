"""A year of evenings: what each brought, or everybody's total after it; points, and money."""

from __future__ import annotations

from fractions import Fraction

from tests.scoring.old_sheets.files.kept import (
    EACH,
    FOUR,
    HEAD,
    SPRING,
    SUMS,
    TOTALS,
    KeptFile,
    carried_on,
    text,
    xlsx,
)

AUTUMN = (("7.10.2016", 3, -3, 2, -2), ("14.10.2016", -6, 6, 1, -1))
NEXT = (("13.1.2017", 2, 2, -2, -2), ("20.1.2017", 5, -1, -1, -3))
BOTH = {"Anna": 14, "Bert": 0, "Cilli": 8, "Dora": -22}
EURO = tuple(
    (day, *(f"{amount / 10:.2f} €".replace(".", ",") for amount in amounts)) for day, *amounts in SPRING
)
IN_EURO = {"money": "euros", "cents": "10"}

FILES = {
    "what each evening brought": KeptFile(xlsx(HEAD, *SPRING), "amounts", [EACH]),
    "what each evening brought, added up": KeptFile(xlsx(HEAD, *SPRING, ("Summe", *SUMS))),
    "one evening alone": KeptFile(xlsx(HEAD, SPRING[0]), totals=dict(zip(FOUR, SPRING[0][1:], strict=True))),
    "somebody stays at home": KeptFile(
        xlsx(
            (*HEAD, "Emil"), (*SPRING[0], ""), ("11.3.2016", "", 3, -4, -3, 4), ("18.3.2016", 1, "", 2, 4, -7)
        ),
        totals={"Anna": 6, "Bert": -2, "Cilli": 6, "Dora": -7, "Emil": -3},
    ),
    "totals carried on": KeptFile(xlsx(HEAD, *carried_on(SPRING)), "amounts", [{"amounts": "file"}]),
    "totals carried on, in three rows and a CSV": KeptFile(
        text(HEAD, *carried_on(SPRING)), "amounts", [{"amounts": "file"}]
    ),
    "totals carried on, the newest on top": KeptFile(
        xlsx(HEAD, *carried_on(SPRING)[::-1]), "amounts", [{"amounts": "file"}]
    ),
    "totals carried on, the newest on top, in a CSV": KeptFile(
        text(HEAD, *carried_on(SPRING)[::-1]), "amounts", [{"amounts": "file"}]
    ),
    "totals carried on, the newest on top, with what was brought over": KeptFile(
        xlsx(
            HEAD,
            *((d, a + 10, b - 10, c + 20, e - 20) for d, a, b, c, e in carried_on(SPRING)[::-1]),
            ("Übertrag", 10, -10, 20, -20),
        ),
        "amounts",
        [{"amounts": "file"}],
    ),
    "hands of one evening carried on, the newest on top": KeptFile(
        xlsx(HEAD, *(("4.3.2016", *row[1:]) for row in carried_on(SPRING)[::-1])),
        "amounts",
        [{"amounts": "table-newest"}],
    ),
    "hands of one evening carried on, numbered from the bottom": KeptFile(
        xlsx(
            ("Datum", "Nr", *FOUR),
            *(
                ("4.3.2016", nr, *row[1:])
                for nr, row in zip((3, 2, 1), carried_on(SPRING)[::-1], strict=True)
            ),
        ),
        "amounts",
        [{"amounts": "table"}],
    ),
    "totals carried on through two years": KeptFile(
        xlsx(HEAD, *carried_on((*SPRING, *NEXT))), "amounts", [{"amounts": "file"}], BOTH
    ),
    "totals that begin anew in each year": KeptFile(
        xlsx(HEAD, *carried_on(SPRING), *carried_on(NEXT)), "amounts", [{"amounts": "year"}], BOTH
    ),
    "totals carried on, with what was brought over": KeptFile(
        xlsx(
            HEAD,
            ("Übertrag", 10, -10, 20, -20),
            *((d, a + 10, b - 10, c + 20, e - 20) for d, a, b, c, e in carried_on(SPRING)),
        ),
        "amounts",
        [{"amounts": "file"}],
    ),
    "totals at each table separately": KeptFile(
        xlsx(
            ("Datum", "Tisch", *FOUR),
            ("4.3.2016", "1", 5, -5, 8, -8),
            ("4.3.2016", "2", 1, 1, -1, -1),
            ("11.3.2016", "1", 9, -2, 4, -11),
            ("11.3.2016", "2", -1, 2, 6, -7),
        ),
        "amounts",
        [{"amounts": "name"}],
        {"Anna": 8, "Bert": 0, "Cilli": 10, "Dora": -18},
    ),
    "the last row repeats all of it, with a day": KeptFile(
        xlsx(HEAD, *SPRING, ("31.12.2016", *SUMS)), "amounts, repeats", [{**EACH, "sums-5": "left"}]
    ),
    "an evening that brought what the one before did": KeptFile(
        xlsx(HEAD, SPRING[0], ("11.3.2016", *SPRING[0][1:])),
        "repeats",
        [{**EACH, "sums-3": "counts"}],
        {"Anna": 10, "Bert": -10, "Cilli": 16, "Dora": -16},
    ),
    "euros in the cells": KeptFile(xlsx(HEAD, *EURO), "money, amounts", [{**EACH, **IN_EURO}]),
    "euros in the format": KeptFile(
        xlsx(HEAD, *((d, *(a / 10 for a in amounts)) for d, *amounts in SPRING), formats='#,##0.00 "€"'),
        "money, amounts",
        [{**EACH, **IN_EURO}],
    ),
    "euros in the headings": KeptFile(
        xlsx(("Datum", *(f"{name} (€)" for name in FOUR)), *SPRING),
        "money, amounts",
        [{**EACH, "money": "euros", "cents": "100"}],
    ),
    "euros in the title": KeptFile(
        xlsx(("Tarock 2016, alles in Euro",), HEAD, *SPRING),
        "money, amounts",
        [{**EACH, "money": "euros", "cents": "50"}],
        {name: 2 * amount for name, amount in TOTALS.items()},
    ),
    "a sign of the euro over points": KeptFile(
        xlsx(("Einsatz 10 Cent = 0,10 €",), HEAD, *SPRING), "money, amounts", [{**EACH, "money": "points"}]
    ),
    "euros that are no whole points": KeptFile(
        xlsx(HEAD, ("4.3.2016", "0,33 €", "-0,33 €", 0, 0)),
        "money",
        [{"money": "euros", "cents": "20"}],
        refused="not a whole number, half or third. Please check it, or what a point was worth.",
    ),
    "euros, added up and carried on": KeptFile(
        xlsx(HEAD, *((d, *(f"{a / 10:.2f} €" for a in amounts)) for d, *amounts in carried_on(SPRING))),
        "money, amounts",
        [{"amounts": "file", **IN_EURO}],
    ),
    "thirds and halves": KeptFile(
        xlsx(HEAD, ("4.3.2016", "12 1/3", "-12⅓", "0,5", "–½")),
        totals={
            "Anna": Fraction(37, 3),
            "Bert": Fraction(-37, 3),
            "Cilli": Fraction(1, 2),
            "Dora": Fraction(-1, 2),
        },
    ),
}
