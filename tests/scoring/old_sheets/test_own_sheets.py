"""A sheet that left the program comes in again: amounts and hands, also where people changed seats."""

from dataclasses import replace
from fractions import Fraction
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import translation

from scoring.engine.facts import Seating, SheetFacts
from scoring.engine.naming import renamed
from scoring.engine.rules import Rules
from scoring.engine.sheet import problems_with_sheet
from scoring.evenings.export import book_of_evening
from scoring.models import Evening, Sheet
from scoring.rules import published
from scoring.table import verbs as recording
from scoring.table.verbs import Person
from scoring.table_policy import Actor
from tests.support.engine.hands import build_sheet, seeded, sheet_record
from tests.support.scoring.exports import at_two_tables
from tests.support.scoring.house import House, now
from tests.support.scoring.old_files import again, bad, send
from tests.support.scoring.reading import of_xlsx
from tests.support.scoring.season import MAY
from tests.support.scoring.tables import dreier, hand, rufer
from tests.support.spreadsheet import xlsx_of


def exported(evening: Evening, language: str) -> bytes:
    with translation.override(language):
        return xlsx_of(book_of_evening(evening, f"{MAY}", language))


SEEDS = (2, 5, 8, 14, 16, 23)


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_amounts_of_a_sheet_come_in_as_they_went_out(house: House, anna: Client, language: str) -> None:
    content = exported(at_two_tables(house), language)
    look = send(anna, house.club, content, kind="amounts", amounts="each")
    assert [text for _row, _label, text in bad(look)] == []
    totals = {total.name: total.points for total in look.context["reading"].totals}
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
    assert bad(hands) == []
    assert hands.context["reading"].differing == []
    assert {total.name: total.points for total in hands.context["reading"].totals} == totals


EVERYTHING = (
    hand("rufer", "Anna", partner="Bert", points="41/2"),
    hand("rufer", "Bert", king="talon", points=30, kontra="kontra"),
    {
        **rufer("Emil", "Dora"),
        "premiums": [
            {"premium": "pagat", "by": "Dora", "announced": True, "made": True, "kontra": "re"},
            {"premium": "uhu", "by": "Anna", "made": False},
            {"premium": "trull", "by": "Emil", "made": True},
        ],
    },
    {**hand("rufer", "Bert", partner="Emil"), "revoke": {"by": "Emil"}},
    {"games": [*hand("piccolo", "Emil", tricks=1)["games"], *hand("zwiccolo", "Anna", tricks=3)["games"]]},
    hand("trischaken", "Dora", order=[["Bert"], ["Emil"]], buergermeister=True),
    hand("trischaken", "Emil", points={"Bert": "30/0", "Dora": "20/1", "Emil": "15/0", "Anna": "4/2"}),
    dreier("Cilli"),
)


@pytest.mark.parametrize("language", ["de", "en"])
def test_whatever_was_played_comes_in_as_it_went_out(house: House, anna: Client, language: str) -> None:
    sheet = house.sheet(rules="treffpunkt")
    for number, record in enumerate(EVERYTHING):
        if number == 2:
            seat(house, sheet, "Emil", "Bert", "Anna", "Dora")  # Emil for Cilli, and others exchanged
        if number == 7:
            seat(house, sheet, "Cilli", "Dora", "Emil", "Franzi", "Anna")  # five sit there now
        house.play(sheet, record)
    evening = Evening.objects.select_related("club").get(pk=sheet.evening_id)
    look = send(anna, house.club, exported(evening, language), rules="treffpunkt")
    assert bad(look) == []
    assert look.context["reading"].differing == []
    assert look.context["reading"].checked == len(EVERYTHING)


def seat(house: House, sheet: Sheet, *names: str) -> None:
    recording.seat(
        actor=Actor(house["Anna"]),
        entry=uuid4(),
        sheet=sheet,
        after=now(sheet).seq,
        people=[Person(name=name) for name in names],
        dealer=len(names) - 1,
    )


def recorded(house: House, sheet_facts: SheetFacts, rules: Rules) -> Sheet:
    """The whole evening of a table, entry by entry."""
    first = sheet_facts.players.index(sheet_facts.dealer) + 1
    seats = sheet_facts.players[first:] + sheet_facts.players[:first]
    sheet = house.sheet(seats, rules=rules.slug)
    for entry, record in zip(sheet_facts.entries, sheet_record(sheet_facts, rules)["hands"], strict=True):
        if isinstance(entry, Seating):
            first = entry.players.index(entry.dealer) + 1
            seat(house, sheet, *entry.players[first:], *entry.players[:first])
        else:
            house.play(sheet, record)
    return now(sheet)


OTHERWISE = {"Gusti": "Xandi"}  # the club has a Gustl, and would ask


def seeded_sheet(seed: int) -> tuple[SheetFacts, Rules]:
    """A legal one of which the table agreed nothing beforehand."""
    choose = seeded(seed)
    rules = published()[choose.one(("treffpunkt", "standard", "wien", "tirol"))]
    while True:
        found = replace(build_sheet(choose, rules), options={})
        if not problems_with_sheet(found, rules):
            players = tuple(OTHERWISE.get(player, player) for player in found.players)
            entries = tuple(renamed(entry, OTHERWISE) for entry in found.entries)
            dealer = OTHERWISE.get(found.dealer, found.dealer)
            return replace(found, players=players, dealer=dealer, entries=entries), rules


@pytest.mark.parametrize("seed", SEEDS)
def test_a_sheet_by_chance_comes_in_as_it_went_out(house: House, anna: Client, seed: int) -> None:
    sheet = recorded(house, *seeded_sheet(seed))
    evening = Evening.objects.select_related("club").get(pk=sheet.evening_id)
    hands = sheet.rows.exclude(number=None).count()
    look = send(anna, house.club, exported(evening, ("de", "en")[seed % 2]), rules=sheet.ruleset.slug)
    if not hands:
        return
    assert bad(look) == []
    assert look.context["reading"].differing == []
    assert look.context["reading"].checked == hands


def test_seats_changed_before_the_first_hand_come_in_as_they_went_out(house: House, anna: Client) -> None:
    sheet = house.sheet(rules="tirol")
    seat(house, sheet, "Dora", "Bert", "Anna", "Cilli")
    house.play(sheet, hand("sechserdreier", "Dora", won=True))
    evening = Evening.objects.select_related("club").get(pk=sheet.evening_id)
    content = exported(evening, "de")
    head, _seated, played, *_sums = of_xlsx(content).iter_rows(values_only=True)
    assert dict(zip(head, played, strict=True))["Reihenfolge"] == "Dora, Bert, Anna, Cilli"
    look = send(anna, house.club, content, rules="tirol")
    assert (bad(look), look.context["reading"].checked) == ([], 1)
