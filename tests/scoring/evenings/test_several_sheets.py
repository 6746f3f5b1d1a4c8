"""Tables under several rule sheets on one night: one evening, settled together, each by its own rules."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from django.urls import reverse

from scoring.evenings import verbs as evening_verbs
from scoring.evenings.export import figures_of_rules
from scoring.evenings.pages.settling import settling_of, sheets_of
from scoring.models import Club, Evening, Sheet
from scoring.rules.versions import versions
from scoring.rules.versions.versions import current_edition
from scoring.table.verbs import Person
from tests.support.pages import text_of
from tests.support.refusals import sentences_of
from tests.support.scoring.evenings import seats
from tests.support.scoring.house import House, english, ids, now
from tests.support.scoring.recording import totals
from tests.support.scoring.tables import FOUR, dreier
from tests.support.scoring.verify import verified

OTHERS = ("Emil", "Hilda", "Wirt", "Gast")


def two_tables(house: House) -> tuple[Sheet, Sheet]:
    """One plays the standard, the other the cup."""
    first = house.just_play("Anna", *FOUR)
    return first, house.just_play("Anna", *OTHERS, rules="cup")


def test_just_playing_joins_the_open_evening_whatever_the_sheet(house: House) -> None:
    first, second = two_tables(house)
    assert second.evening == first.evening
    assert (first.ruleset.slug, second.ruleset.slug) == ("standard", "cup")
    assert Evening.objects.count() == 1


def test_the_highest_card_means_what_the_rules_of_the_table_say(house: House) -> None:
    first = house.just_play("Anna", *FOUR, rules="treffpunkt")
    second = house.just_play("Anna", *OTHERS, rules="cup")
    names = first.evening.names()
    assert (names[first.dealer], names[second.dealer]) == ("Dora", "Emil")


def test_each_table_is_settled_by_its_own_rules_and_all_together(house: House) -> None:
    first = house.just_play("Anna", *FOUR)
    second = house.just_play("Anna", *OTHERS, rules="karlsruhe")
    third = house.just_play("Anna", "Anna", "Emil", "Wirt", "Gast", rules="karlsruhe")
    for sheet, declarer in ((first, "Anna"), (second, "Emil"), (third, "Anna")):
        house.play(sheet, dreier(declarer))
    assert (totals(first)["Anna"], totals(second)["Emil"], totals(third)["Anna"]) == (15, 24, 24)
    settling = settling_of(first.evening, sheets_of(first.evening), "en")
    points = {share.name: share.points for share in settling.people}
    assert points["Anna"] == 15 + 24
    assert settling.tables == 3
    house.do(evening_verbs.close_evening, by="Anna", evening=first.evening)
    assert verified()[0] == 0


def test_evening_settling_and_files_name_the_rules_of_each_table(house: House) -> None:
    first, second = two_tables(house)
    page = english(house, "Anna")
    for address in (
        first.evening.get_absolute_url(),
        reverse("scoring:settling", args=[house.club.slug, first.evening_id]),
    ):
        said = text_of(page.get(address))
        assert f"{first.name}: " in said
        assert f"{second.name}: " in said
    rows = figures_of_rules(sheets_of(first.evening), "en").rows
    assert [row[4] for row in rows] == [first.name, second.name]


def test_other_money_in_the_rules_of_a_table_is_said(house: House) -> None:
    Club.objects.update(cents_per_point=20)
    first, _second = two_tables(house)
    third = house.just_play("Anna", *FOUR, rules="tirol")
    said = text_of(english(house, "Anna").get(first.evening.get_absolute_url()))
    assert said.count("cents per point; this evening all tables are settled at 20.") == 1
    assert f"“{third.name}” plays under" in said


def test_a_table_of_a_planned_evening_can_play_under_another_sheet(house: House) -> None:
    evening = house.evening()
    anna = english(house, "Anna")
    address = reverse("scoring:new_table", args=[house.club.slug, evening.pk])
    assert '<option value="cup"' in anna.get(address).content.decode()
    form = seats(house, *FOUR, high="Anna", rules="cup", name="Stüberl")
    assert anna.post(address, form).status_code == 302
    assert evening.sheets.get().ruleset.slug == "cup"
    people = [Person(name=name) for name in FOUR]
    about = {"evening": evening, "name": "2", "people": people, "high_card": 0, "rules": "gone"}
    assert sentences_of(house.do, evening_verbs.open_sheet, by="Anna", **about) == [
        "Please choose a rule sheet."
    ]


def test_a_newer_version_of_the_evenings_rules_leaves_the_other_tables_alone(house: House) -> None:
    first, second = two_tables(house)
    newer = current_edition("standard")
    newer = newer._replace(text=f"{newer.text}\n", digest=versions.digest_of(f"{newer.text}\n"))
    with patch.object(versions, "current_edition", lambda slug: newer):
        house.do(evening_verbs.take_newer_edition, by="Anna", evening=first.evening, at_running_tables=True)
    assert now(first).standing["rules"] is not None
    assert now(second).standing["rules"] is None
    said = text_of(english(house, "Anna").get(first.evening.get_absolute_url()))
    assert "version" not in said.partition("Rules")[0]


# Guests of tonight


@pytest.mark.parametrize("rules", ["standard", "cup"])
def test_guests_typed_tonight_are_offered_at_the_next_table(house: House, rules: str) -> None:
    first = house.just_play("Anna", *OTHERS)
    guest = f"p{ids(first)['Wirt']}"
    anna = english(house, "Anna")
    page = anna.get(reverse("scoring:just_play", args=[house.club.slug]))
    assert f'value="{guest}"' in page.content.decode()
    form = seats(house, *FOUR[:3], high="Anna", rules=rules, anyway="1") | {"who_4": guest}
    assert anna.post(reverse("scoring:just_play", args=[house.club.slug]), form).status_code == 302
    assert Evening.objects.get().participants.filter(guest="Wirt").count() == 1


def test_a_guest_of_tonight_comes_along_to_a_table_without_an_evening(house: House) -> None:
    first = house.just_play("Anna", *OTHERS)
    people = [Person(name=name) for name in FOUR[:3]]
    people.append(Person(participant=int(ids(first)["Wirt"])))
    apart = house.just_play("Anna", people=people, counts=False)
    assert "Wirt" in totals(apart)
