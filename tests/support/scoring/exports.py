"""The same table read from Excel, CSV and JSON, two evenings as books, and the lines of a streamed file."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from scoring.engine.rules import PagatkassaTerms
from scoring.evenings import verbs as evening_verbs
from scoring.evenings.export import workbook_of_evening
from scoring.export.figures import Workbook
from scoring.export.writing import FORMATS
from scoring.models import Club, Evening, Sheet
from scoring.season.export import figures_of_hands, workbook_of_season
from scoring.season.pages.season import Period, Season
from scoring.web.columns import ColumnKind, Value
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.reading import same_everywhere
from tests.support.scoring.season import JUNE, MAY, play
from tests.support.scoring.tables import FIVE, REDEAL, dealer, dreier, hand, rufer
from tests.support.stages import Stage, stage

SCHEMA = json.loads((settings.BASE_DIR / "scoring" / "export" / "schema.json").read_text())
OFFERED = len(FORMATS)  # files on a page

HOSTILE = (
    '=HYPERLINK("http://x";"Anna")',
    "+43 1 234",
    "-2+3",
    "@SUM(A1:A9)",
    "＝1+1",
    " =1",
    "\t=1",
    "'=1",
    'Anna "die; Erste", mit\nZeile',
    "#N/A",
    "1/2",
    "007",
    "TRUE",
    "_x0041_nna",
    "😀 🂡",
)


def same_at(client: Client, name: str, book: Workbook, asked: str = "", **where: Any) -> bytes:
    """Check that an address sends this workbook in every format; return the workbook, for LibreOffice."""
    client.cookies["language"] = "en"

    def read(form: str) -> bytes:
        answer = client.get(reverse(f"scoring:{name}", kwargs=where | {"form": form}) + asked)
        assert answer.status_code == 200
        return answer.getvalue()

    return same_everywhere(book, read, SCHEMA)


KINDS: tuple[tuple[ColumnKind, tuple[Value, ...]], ...] = (
    (ColumnKind.NUMBER, (0, 7, None)),
    (ColumnKind.POINTS, (0, 4, -12, Fraction(-152, 3), Fraction(1, 2), Fraction(-1, 6), Fraction(2, 3))),
    (ColumnKind.AVERAGE, (Fraction(19, 43), Fraction(0), Fraction(-2, 3))),
    (ColumnKind.CENTS, (Fraction(1234), Fraction(-1, 3), Fraction(1, 2), Fraction(0))),
    (ColumnKind.DATE, (MAY, JUNE)),
)


def lines_of(answer: HttpResponseBase) -> list[dict[str, Any]]:
    assert answer.headers["Content-Type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.getvalue().splitlines()]


PAGAT = {"premiums": [{"premium": "pagat", "by": "Hilda", "announced": True, "made": True}]}


def at_two_tables(house: House) -> Evening:
    """Two tables: five people with a Radl and a redeal, and a twelfth who comes late; four who come later."""
    Club.objects.filter(pk=house.club.pk).update(cents_per_point=25, currency="EUR")
    evening = house.evening("treffpunkt", date=MAY, venue="Löwen", club=Club.objects.get(pk=house.club.pk))
    terms = PagatkassaTerms(stake=10, start=50)
    evening_verbs.agree_pagatkassa(actor=house["Anna"], deed=uuid4(), evening=evening, terms=terms)
    first = house.sheet(FIVE, evening=evening, name="=1+1")
    for record in (
        dreier("Anna"),
        hand("trischaken", "Bert", order=[["Bert", "Cilli", "Dora"]]),
        REDEAL,
        hand("trischaken", "Cilli", order=[["Anna", "Emil"]]),
        dealer("Anna"),
        dreier("Bert", won=False),
    ):
        house.play(first, record)
    house.seat(first, ("Anna", "Bert", "@Karl", "Dora", "Emil"), dealer=4)
    house.play(first, dreier("@Karl"))
    second = house.sheet(("Hilda", "Lois", "Mitzi", "Nandl"), evening=evening, name="=1-1")
    house.play(second, {**rufer("Hilda", "Lois"), **PAGAT})
    house.play(second, dreier("Nandl"))
    return Evening.objects.select_related("club").get(pk=evening.pk)


EVENING = Stage("evening", at_two_tables, on=HOUSE)
evening = EVENING.fixture()


def book_of(evening: Evening) -> Workbook:
    with override("en"):
        return workbook_of_evening(evening, f"Evening {MAY} Löwen {evening.club.name}", "en")


def season(house: House) -> Season:
    return Season(house.club, Period.year(2026))


def season_book(house: House) -> Workbook:
    with override("en"):
        return workbook_of_season(season(house), f"Season book 2026 {house.club.name}", "en")


def hands_book(house: House) -> Workbook:
    with override("en"):
        figures = figures_of_hands(season(house), f"Hands 2026 {house.club.name}", "en")
        return Workbook.of(replace(figures, rows=tuple(figures.rows)))


@stage(on=EVENING)
def two_evenings(house: House) -> Sheet:
    """And another one, for Swiss francs, with a guest whom both evenings know."""
    return play(
        house,
        JUNE,
        dreier("@Karl"),
        rufer("Bert", "Anna"),
        names=("Anna", "Bert", "Cilli", "@Karl"),
        currency="CHF",
    )
