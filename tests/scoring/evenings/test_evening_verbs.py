"""Evenings and tables: opened, closed, opened again; under rules that stay as they were agreed."""

import datetime
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied

from scoring import clock
from scoring.accounts import verbs as people
from scoring.capability import log_line
from scoring.deeds import Refused
from scoring.evenings import verbs as evening_verbs
from scoring.evenings.pages.evening import behind
from scoring.models import Deed, Evening, Participant, Sheet
from scoring.rules import published
from scoring.rules.versions import versions
from scoring.table.arrivals import Person
from tests.support.locks import noted_locks
from tests.support.refusals import problems_of
from tests.support.scoring.house import House, now
from tests.support.scoring.house_rules import dearer, republish
from tests.support.scoring.people import told_in_both_languages
from tests.support.scoring.tables import FOUR, dreier
from tests.support.scoring.verify import verified


def wanted(**further: Any) -> dict[str, Any]:
    known = {"date": clock.today(), "venue": "Gasthaus", "rules": "standard", "options": {}}
    return {**known, **further}


def persons(*names: str) -> list[Person]:
    return [Person(name=name) for name in names]


# Opening


def test_an_evening_takes_what_a_point_costs_from_its_club_as_it_is_today(
    house: House,
) -> None:
    evening = house.evening()
    assert (evening.cents_per_point, evening.currency, evening.is_open) == (10, "EUR", True)
    type(house.club).objects.update(cents_per_point=50)
    house.club.refresh_from_db()
    evening.refresh_from_db()
    assert evening.cents_per_point == 10
    assert house.evening("standard-skoty").cents_per_point == 10
    assert house.evening("standard").cents_per_point == 50


def test_an_evening_writes_down_only_the_choices_that_differ_from_its_rules(house: House) -> None:
    usual = published()["standard"].options
    evening = house.evening(silent_miss=usual["silent_miss"], radl_nesting="ignore")
    assert evening.options == {"radl_nesting": "ignore"}
    assert house.sheet(evening=evening).options == {"radl_nesting": "ignore"}


NO_EVENINGS: list[tuple[dict[str, Any], str]] = [
    ({"date": datetime.date(1949, 12, 31)}, "date"),
    ({"date": datetime.date(2100, 1, 1)}, "date"),
    ({"venue": "x" * 81}, "place"),
    ({"venue": "null\0"}, "place"),
    ({"rules": "preferansen"}, "rules"),
    ({"options": {"trischaken_base": 2}}, "options"),
    ({"options": {"silent_miss": "perhaps"}}, "options"),
    ({"options": {"silent_mis": "free"}}, "options"),
]


def test_an_evening_that_cannot_be_is_refused_in_words(house: House) -> None:
    for further, field in NO_EVENINGS:
        assert list(
            problems_of(house.do, evening_verbs.open_evening, by="Anna", club=house.club, **wanted(**further))
        ) == [field], further
        assert not Evening.objects.exists(), further


NO_TABLES: list[tuple[dict[str, Any], str]] = [
    ({"name": "x" * 41}, "name"),
    ({"name": " 1 "}, "name"),
    ({"people": persons(*FOUR[:3])}, "players"),
    ({"high_card": 4}, "high_card"),
    ({"high_card": -1}, "high_card"),
]


def test_a_table_that_cannot_be_is_refused_in_words(house: House) -> None:
    evening = house.sheet().evening
    people = evening.participants.count()
    usual: dict[str, Any] = {"name": "2", "people": persons(*FOUR[:3], "Xaver"), "high_card": 0}
    for further, field in NO_TABLES:
        assert list(
            problems_of(
                house.do, evening_verbs.open_sheet, by="Anna", evening=evening, **{**usual, **further}
            )
        ) == [field], further
        assert (Sheet.objects.count(), evening.participants.count()) == (1, people), further


# Closing and opening again


def test_closing_an_evening_closes_its_tables_and_opening_it_opens_those(house: House) -> None:
    evening = house.evening()
    early, late = house.sheet(evening=evening, name="1"), house.sheet(evening=evening, name="2")
    for opened in (
        lambda: house.do(evening_verbs.reopen_sheet, by="Bert", sheet=early, reason="x"),
        lambda: house.do(evening_verbs.reopen_evening, by="Bert", evening=evening, reason="x"),
    ):
        with pytest.raises(Refused):
            opened()
    house.do(evening_verbs.close_sheet, by="Bert", sheet=early)
    with pytest.raises(Refused):
        house.do(evening_verbs.close_sheet, by="Bert", sheet=early)
    house.do(evening_verbs.close_evening, by="Bert", evening=evening)
    with pytest.raises(Refused):
        house.do(evening_verbs.close_evening, by="Bert", evening=evening)
    with pytest.raises(Refused):
        house.sheet(evening=evening)
    assert not now(early).is_open
    assert not now(late).is_open
    assert now(late).closed_at is not None
    with pytest.raises(Refused, match="form"):
        evening_verbs.reopen_sheet(actor=house["Bert"], deed=uuid4(), sheet=early, reason="vergessen")
    evening_verbs.reopen_evening(actor=house["Bert"], deed=uuid4(), evening=evening, reason="noch eine Runde")
    assert not now(early).is_open, "it had been closed before"
    assert now(late).is_open
    evening_verbs.reopen_sheet(actor=house["Bert"], deed=uuid4(), sheet=early, reason="vergessen")
    house.play(early, dreier("Anna"))


# Just playing


def test_a_table_without_an_evening_can_be_counted_in_the_season_while_it_plays(house: House) -> None:
    sheet = house.just_play("Anna", *FOUR, counts=False)
    address = sheet.evening.get_absolute_url()
    assert "zählt nicht in der Saison" in house.client("Bert").get(address).content.decode()
    sent = {"deed": str(uuid4())}
    changed = house.client("Bert").post(f"{address}counting/", sent, follow=True)
    assert "Dieser Tisch zählt in der Saison." in changed.content.decode()
    assert not Evening.objects.get().spontaneous
    told_in_both_languages(Deed.objects.get(verb="count_evening"))
    assert "/counting/" not in house.client("Cilli").get(address).content.decode().partition("<main")[2]
    evening_verbs.close_sheet(actor=house["Anna"], deed=uuid4(), sheet=sheet)
    with pytest.raises(Refused):
        house.do(evening_verbs.count_evening, by="Anna", evening=sheet.evening)
    assert verified()[0] == 0


def test_tables_that_just_play_belong_to_the_open_evening_of_today(house: House) -> None:
    closed = house.evening()
    evening_verbs.close_evening(actor=house["Anna"], deed=uuid4(), evening=closed)
    first = house.just_play("Anna", *FOUR)
    assert first.evening != closed
    assert not first.evening.spontaneous
    assert house.just_play("Anna", *FOUR).evening == first.evening
    names = [sheet.name for sheet in first.evening.sheets.all()]
    assert names == ["Anna · Bert · Cilli · Dora", "Anna · Bert · Cilli · Dora 2"]
    of_the_cup = house.evening("cup")
    assert house.just_play("Anna", *FOUR, rules="cup").evening == of_the_cup, "its own rules come first"
    with pytest.raises(Refused, match="rules"):
        house.just_play("Anna", *FOUR, rules="gone")


def test_a_table_called_by_its_players_is_called_so_when_somebody_is_renamed(house: House) -> None:
    sheet, named = house.just_play("Anna", *FOUR), house.sheet(name="Stube · hinten")
    people.rename_member(actor=house["Anna"], deed=uuid4(), member=house.member("Dora"), name="Dorothea")
    assert now(sheet).name == "Anna · Bert · Cilli · Dorothea"
    assert (now(named).name, now(named).name_in_log) == ("Stube · hinten", "Stube · hinten")
    evening_verbs.close_sheet(actor=house["Anna"], deed=uuid4(), sheet=sheet)
    closed = Deed.objects.get(verb="close_sheet")
    assert "Dora" not in str(closed.details), "the log names nobody by a table"


def test_a_member_starts_a_table_where_they_sit(house: House) -> None:
    for name in ("Gustl", "Franz"):
        with pytest.raises(PermissionDenied):
            house.just_play(name, *FOUR[:3], name)
    assert not Participant.objects.exists()
    house.just_play("Emil", "Ida", "Jakob", "Karl", "Emil")
    with pytest.raises(Refused, match="players"):
        house.just_play("Emil", "Ida", "Jakob", "Karl", "Ludwig")
    assert Evening.objects.count() == Sheet.objects.count() == 1


# Rights and forms sent twice


DIRECTED: dict[str, Callable[[House, Sheet], dict[str, Any]]] = {
    "open_evening": lambda house, sheet: wanted(club=house.club, venue="Anderswo"),
    "change_evening": lambda house, sheet: {
        "evening": sheet.evening,
        "date": datetime.date(2026, 1, 6),
        "venue": "Stüberl",
    },
    "close_evening": lambda house, sheet: {"evening": sheet.evening},
    "open_sheet": lambda house, sheet: {
        "evening": sheet.evening,
        "name": "2",
        "people": persons("Hilda", "Xaver", "Anna", "Bert"),
        "high_card": 1,
    },
    "close_sheet": lambda house, sheet: {"sheet": sheet},
    "reopen_sheet": lambda house, sheet: {"sheet": sheet, "reason": "weiter"},
    "reopen_evening": lambda house, sheet: {"evening": sheet.evening, "reason": "weiter"},
    "take_newer_edition": lambda house, sheet: {"evening": sheet.evening},
}


def prepared(house: House, verb: str, sheet: Sheet, monkeypatch: pytest.MonkeyPatch) -> None:
    if verb == "reopen_sheet":
        evening_verbs.close_sheet(actor=house["Anna"], deed=uuid4(), sheet=sheet)
    if verb == "reopen_evening":
        evening_verbs.close_evening(actor=house["Anna"], deed=uuid4(), evening=sheet.evening)
    if verb == "take_newer_edition":
        republish(monkeypatch, dearer(10))


@pytest.mark.parametrize("verb", DIRECTED)
def test_only_directors_open_and_close(house: House, verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = house.sheet()
    prepared(house, verb, sheet, monkeypatch)
    before, about = Deed.objects.count(), DIRECTED[verb](house, sheet)
    for name in ("Cilli", "Dora", "Emil", "Gustl", "Franz"):
        with pytest.raises(PermissionDenied):
            house.do(getattr(evening_verbs, verb), by=name, **about)
    assert Deed.objects.count() == before
    house.do(getattr(evening_verbs, verb), by="Bert", **about)


# The rules as they were agreed


def test_a_published_sheet_that_changes_afterwards_changes_nothing_that_was_played(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = house.sheet()
    before = house.play(sheet, dreier("Anna")).sheet.totals
    republish(monkeypatch, dearer(10))
    again = house.play(sheet, dreier("Anna")).sheet.totals
    assert again == {player: 2 * twelfths for player, twelfths in before.items()}
    assert versions.newer_edition(sheet.ruleset)

    anna = house["Anna"]
    evening_verbs.close_evening(actor=anna, deed=uuid4(), evening=sheet.evening)
    with pytest.raises(Refused, match="geschlossen"):
        evening_verbs.take_newer_edition(actor=anna, deed=uuid4(), evening=sheet.evening)
    evening_verbs.reopen_evening(actor=anna, deed=uuid4(), evening=sheet.evening, reason="noch eine Runde")
    about = {"evening": sheet.evening, "date": sheet.evening.date, "venue": "Café"}
    for _again in range(2):
        assert house.do(evening_verbs.change_evening, by="Anna", **about).ruleset.edition == 1
    assert log_line(Deed.objects.latest("at", "number")).endswith(" ohne Änderung gespeichert")
    evening = evening_verbs.take_newer_edition(actor=house["Anna"], deed=uuid4(), evening=sheet.evening)
    assert evening.ruleset.edition == 2
    told_in_both_languages(Deed.objects.get(verb="take_newer_edition"))
    other = house.sheet(evening=evening, name="2")
    assert house.play(other, dreier("Anna")).sheet.totals == again
    house.play(sheet, dreier("Anna"))
    assert now(sheet).ruleset.edition == 1
    assert [[newer.tables, newer.address] for newer in behind(evening, [now(sheet)], "de")] == [[("1",), ""]]
    with pytest.raises(Refused):
        evening_verbs.take_newer_edition(actor=house["Anna"], deed=uuid4(), evening=evening)


def test_a_newer_edition_without_what_was_chosen_is_not_taken(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = house.evening("cup", trischaken_base=2)
    assert evening.options == {"trischaken_base": 2}
    republish(monkeypatch, lambda data: data["options"].pop("trischaken_base"), slug="cup")
    with pytest.raises(Refused, match="form"):
        evening_verbs.take_newer_edition(actor=house["Anna"], deed=uuid4(), evening=evening)
    assert Evening.objects.get(pk=evening.pk).ruleset.edition == 1


# At the same moment


def test_the_end_of_an_evening_waits_for_whoever_writes_at_its_tables(house: House) -> None:
    sheet = house.sheet()
    with noted_locks() as locks:
        house.do(evening_verbs.close_evening, by="Anna", evening=sheet.evening)
    assert Sheet in locks
