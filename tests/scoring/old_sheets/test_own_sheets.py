"""A sheet that left the program comes in again: its amounts always, its hands where nobody changed seats."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.test import Client
from django.utils import translation

from scoring.evenings.export.books import book_of_evening
from scoring.models import Evening
from tests.support.scoring.export_books import at_two_tables
from tests.support.scoring.house import House
from tests.support.scoring.old_answers import asked, bad
from tests.support.scoring.old_files import again, send
from tests.support.scoring.season import MAY, play
from tests.support.scoring.tables import dreier, rufer
from tests.support.spreadsheet import xlsx_of


def exported(evening: Evening, language: str) -> bytes:
    with translation.override(language):
        return xlsx_of(book_of_evening(evening, f"{MAY}", language))


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_amounts_of_a_sheet_come_in_as_they_went_out(house: House, anna: Client, language: str) -> None:
    content = exported(at_two_tables(house), language)
    look = send(anna, house.club, content, kind="amounts", amounts="each")
    assert [text for _row, _label, text in bad(look)] == []
    totals = {one.name: one.points for one in look.context["reading"].totals}
    third = Fraction(1, 3)
    assert totals == {
        "@Karl": 30,
        "Cilli": 8 + third,
        "Emil": 8,
        "Anna": 1,
        "Dora": -2 + third,
        "Bert": -46 + third,
    }
    hands = again(anna, house.club, look, kind="hands", rules="treffpunkt")
    assert asked(hands).why_not, "people changed seats: that is told, and nothing is guessed"


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_hands_of_a_sheet_come_in_as_they_went_out(house: House, anna: Client, language: str) -> None:
    sheet = play(house, MAY, dreier("Anna"), rufer("Bert", "Anna"), names=("Anna", "Bert", "Cilli", "Dora"))
    look = send(anna, house.club, exported(sheet.evening, language), rules="treffpunkt")
    assert bad(look) == []
    assert look.context["reading"].checked == 2
    assert look.context["reading"].differing == []
