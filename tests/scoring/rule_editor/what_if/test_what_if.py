"""What if: evenings and seasons under another sheet, worked out by hand; and nothing of it is kept."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db.models import Q
from django.test import Client

from scoring import clock
from scoring.engine.result import Amount
from scoring.engine.rules import Rules
from scoring.evenings.pages.settling import sheets_of
from scoring.models import Evening, RulesetVersion, Sheet
from scoring.rule_editor.what_if.pages import Recount, evening_what_if, season_what_if
from scoring.rule_editor.what_if.views import chosen_rules, sheets_to_choose
from scoring.rules import published
from scoring.rules.versions.versions import rules_of
from scoring.season.pages.season import Period, Season, standings_of
from scoring.table.verbs import note_right_names
from tests.support.pages import text_named
from tests.support.scoring.corrections import correct, undo
from tests.support.scoring.house import House, ids, now
from tests.support.scoring.house_rules import begin, data_of, dearer, save, take
from tests.support.scoring.tables import (
    FIVE,
    FOUR,
    REDEAL,
    Record,
    dreier,
    hand,
    rufer,
)

pytestmark = pytest.mark.usefixtures("english")


def what_if(
    evening: Evening, rules: str | Rules = "standard", *, cents: int = 10, **options: str | int
) -> dict[str, Any]:
    rules = published()[rules] if isinstance(rules, str) else rules
    evening = Evening.objects.select_related("club").get(pk=evening.pk)
    return evening_what_if(evening, sheets_of(evening), rules.under(options), cents, "en")


def points(found: dict[str, Any], what: str = "thought") -> dict[str, Amount]:
    return {person["name"]: getattr(person["tally"], what) for person in found["people"]}


PLAYED: tuple[Record, ...] = (
    {**rufer("Anna", "Cilli"), "premiums": [{"premium": "pagatfang", "by": "Bert", "made": True}]},
    dreier("Bert"),
    hand("trischaken", "Cilli", order=[["Dora"], ["Anna"]]),
    hand("rufer", "Dora", king="self", won=True),
    hand("dreier", "Anna", points="35/0"),
)


def amounts(found: dict[str, Any]) -> list[dict[str, Amount] | None]:
    """Of every hand that comes out differently; None: it does not exist there."""
    return [
        None if hand["thought"] is None else dict(zip(hand["players"], hand["thought"], strict=True))
        for table in found["tables"]
        for hand in table["hands"]
        if hand["differs"]
    ]


def own_sheet(
    house: House,
    *,
    dreier: int = 6,
    club: Any = None,
    label: str = "Freitagsregeln",
    slug: str = "treffpunkt",
) -> RulesetVersion:
    """The club's own: the Dreier costs something else."""
    return save(house, begin(house, data_of(slug, label, dreier=dreier), club=club or house.club))


@pytest.fixture
def sheet(house: House) -> Sheet:
    """Five hands under the Treffpunkt rules.

    Rufer and Pagatfang even out, and this Nuller starts a Radl; the Trischaken adds another round. So all
    hands after the first are doubled: Dreier +30 −10, Trischaken ±4, self-called Rufer +6 −2, Dreier −30 +10.
    """
    sheet = house.sheet(FOUR, rules="treffpunkt")
    for record in PLAYED:
        house.play(sheet, record)
    return now(sheet)


# Worked by hand


def test_an_evening_at_the_treffpunkt_under_the_standard_rules(sheet: Sheet) -> None:
    """No Pagatfang, so no Nuller and no Radl; one pays for the Trischaken, which starts the only Radl.

    The self-called Rufer does not exist there, and like a struck hand it uses up no Radl: the last Dreier is
    doubled, as it really was.
    """
    found = what_if(sheet.evening)
    assert points(found, "really") == {"Anna": -46, "Bert": 42, "Cilli": 2, "Dora": 2}
    assert points(found) == {"Bert": 26, "Cilli": 8, "Dora": -2, "Anna": -32}
    assert points(found, "comparable") == {"Anna": -44, "Bert": 44, "Cilli": 4, "Dora": -4}
    assert {person["name"]: person["tally"].difference for person in found["people"]} == {
        "Anna": 12,
        "Bert": -18,
        "Cilli": 4,
        "Dora": 2,
    }
    assert amounts(found) == [
        {"Anna": 1, "Bert": -1, "Cilli": 1, "Dora": -1},
        {"Bert": 15, "Cilli": -5, "Dora": -5, "Anna": -5},
        {"Cilli": 2, "Dora": -6, "Anna": 2, "Bert": 2},
        None,
    ]
    hands = found["tables"][0]["hands"]
    assert [hand["number"] for hand in hands] == [1, 2, 3, 4, 5]
    assert [(hand["radl"], hand["thought_radl"]) for hand in hands] == [
        (False, False),
        (True, False),
        (True, False),
        (True, True),
        (True, True),
    ]
    assert {tuple(hand["players"]) for hand in hands} == {FOUR}  # wherever Vorhand sits
    assert not hands[4]["differs"]


def test_money_and_payments_follow_the_points(sheet: Sheet) -> None:
    found = what_if(sheet.evening)
    assert [(person["name"], person["money"], person["thought_money"]) for person in found["people"]] == [
        ("Bert", "+€4.20", "+€2.60"),
        ("Cilli", "+€0.20", "+€0.80"),
        ("Dora", "+€0.20", "−€0.20"),
        ("Anna", "−€4.60", "−€3.20"),
    ]
    assert sum(payment.cents for payment in found["thought_payments"]) == 340
    dearer = what_if(sheet.evening, cents=50)
    money = [person["thought_money"] for person in dearer["people"]]
    assert money == ["+€13.00", "+€4.00", "−€1.00", "−€16.00"]
    assert dearer["payments"] == found["payments"], "what was really played costs what was really agreed"
    for really, thought in ((1, 0), (0, 1), (0, 0)):
        Evening.objects.filter(pk=sheet.evening_id).update(cents_per_point=really)
        assert what_if(sheet.evening, cents=thought)["pays"] is (really + thought > 0)


def test_what_was_taken_back_or_corrected_does_not_count(house: House) -> None:
    sheet = house.sheet(FOUR, rules="treffpunkt")
    wrong = house.play(sheet, rufer("Anna", "Bert")).entry
    correct(house, sheet, wrong, dreier("Anna"))
    house.play(sheet, REDEAL)
    house.play(sheet, rufer("Bert", "Dora"))
    undo(house, sheet)
    found = what_if(sheet.evening)
    assert found["losses"]["hands"] == 1
    assert points(found) == {"Anna": 15, "Bert": -5, "Cilli": -5, "Dora": -5}


# What counts


def test_hands_are_those_of_whoever_really_sat_there(house: House) -> None:
    sheet = house.sheet(FOUR, rules="treffpunkt")
    house.play(sheet, dreier("Anna"))
    there = ids(sheet)
    really = {there["Anna"]: there["Bert"], there["Bert"]: there["Anna"]}
    locked = Sheet.numbered(sheet.pk, house["Anna"], lock=True)
    assert locked is not None
    note_right_names(locked, house["Anna"], uuid4(), people=really, reason="verwechselt")
    found = what_if(sheet.evening)
    assert points(found, "really") == points(found) == {"Anna": -5, "Bert": 15, "Cilli": -5, "Dora": -5}


def test_rules_that_changed_in_the_middle_of_a_sheet_hold_from_there_on(
    house: House,
) -> None:
    own = own_sheet(house, dreier=6)
    evening = house.evening("freitagsregeln")
    sheet = house.sheet(FOUR, evening=evening)
    house.play(sheet, dreier("Anna"))
    save(house, own.ruleset, dearer(7))
    take(house, evening)
    house.play(sheet, dreier("Bert"))
    found = what_if(evening, "treffpunkt")
    assert points(found, "really") == {"Anna": 18 - 7, "Bert": 21 - 6, "Cilli": -13, "Dora": -13}
    assert points(found) == {"Anna": 10, "Bert": 10, "Cilli": -10, "Dora": -10}
    older = what_if(evening, rules_of(own))
    assert points(older) == {"Anna": 12, "Bert": 12, "Cilli": -12, "Dora": -12}
    assert [hand["differs"] for hand in older["tables"][0]["hands"]] == [False, True]


def test_what_could_be_chosen_are_own_sheets_in_every_version_then_the_published(house: House) -> None:
    own = own_sheet(house)
    save(house, own.ruleset, dearer(7))
    own_sheet(house, club=house.other, label="Fremdes")
    own_sheets, printed = sheets_to_choose(house.club, "en")
    assert own_sheets == [
        ("freitagsregeln", "Freitagsregeln"),
        ("freitagsregeln.1", "Freitagsregeln, version 1"),
    ]
    assert [name for name, _label in printed] == list(published())
    assert chosen_rules(house.club, "freitagsregeln").contracts["dreier"].value == 7
    assert chosen_rules(house.club, "freitagsregeln.1").contracts["dreier"].value == 6


# A season


def season(house: House, rules: str | Rules = "standard", *, tables: bool = True) -> dict[str, Any]:
    rules = published()[rules] if isinstance(rules, str) else rules
    return season_what_if(Season(house.club, Period(), tables), rules, "en")


def test_a_season_shows_what_everybody_has_and_would_have(house: House, sheet: Sheet) -> None:
    other = house.sheet(FIVE, rules="treffpunkt")
    house.play(other, dreier("Dora"))
    found = season(house)
    ranks = [
        (
            member["name"],
            member["tally"].really,
            member["tally"].comparable,
            member["tally"].thought,
            member["rank_really"],
            member["rank_thought"],
        )
        for member in found["members"]
    ]
    # the second evening: Dora wins 15, Anna, Bert and Cilli pay 5 each
    assert ranks == [
        ("Bert", 37, 39, 21, 1, 1),
        ("Dora", 17, 11, 13, 2, 2),
        ("Cilli", -3, -1, 3, 3, 3),
        ("Anna", -51, -49, -37, 4, 4),
    ]
    assert found["losses"]["hands"] == 6
    assert found["losses"]["refused"] == [("Calling oneself is not allowed on this sheet.", 1)]


def test_ranks_change_and_equals_share_theirs(house: House) -> None:
    sheet = house.sheet(FOUR, rules="treffpunkt")
    for record in (dreier("Anna"), rufer("Bert", "Dora"), dreier("Cilli", won=False)):
        house.play(sheet, record)
    assert [(member["name"], member["rank_really"]) for member in season(house)["members"]] == [
        ("Anna", 1),
        ("Bert", 2),
        ("Dora", 2),
        ("Cilli", 4),
    ]
    nuller = own_sheet(house, dreier=0)  # so that the first Dreier is a Nuller and doubles the Rufer after it
    found = season(house, rules_of(nuller))["members"]
    ranks = [(member["name"], member["rank_really"], member["rank_thought"]) for member in found]
    assert ranks == [("Bert", 2, 1), ("Dora", 2, 1), ("Anna", 1, 3), ("Cilli", 4, 3)]
    assert [member["tally"].thought for member in found] == [2, 2, -2, -2]


def test_really_is_what_the_season_says(house: House, sheet: Sheet) -> None:
    for _evening in range(2):  # a guest at both
        house.play(house.sheet(("Anna", "Bert", "Cilli", "Xaver")), dreier("Xaver"))
    said, found = standings_of(Season(house.club, Period(), tables=True)), season(house)
    for people in ("members", "guests"):
        really = {person.name: person.score.points for person in getattr(said, people)}
        assert {person["name"]: person["tally"].really for person in found[people]} == really
    assert [guest["name"] for guest in found["guests"]] == ["Xaver"]


def test_only_the_evenings_of_the_period_count(house: House, sheet: Sheet) -> None:
    Evening.objects.filter(pk=sheet.evening_id).update(date=clock.today() - timedelta(days=800))
    year = Season(house.club, Period.year(clock.today().year))
    assert season_what_if(year, published()["cup"], "en")["losses"]["hands"] == 0


# The pages


def page_of(client: Client, sheet: Sheet, **asked: str | int) -> str:
    return text_named(client, "what_if_evening", sheet.evening.club.slug, sheet.evening_id, **asked)


def test_the_evenings_page_asks_then_answers(house: House, sheet: Sheet) -> None:
    client = house.client("Emil")
    before = page_of(client, sheet)
    assert "Under which sheet?" in before
    assert "Who would have what" not in before
    page = page_of(client, sheet, rules="standard")
    assert "Imagined, not played." in page
    assert "3 of 5 hands come out differently." in page
    assert "1 of 5 hands does not exist on the other sheet." in page
    assert "in reality 6 points changed hands in it." in page
    assert "1 × Calling oneself is not allowed on this sheet." in page
    assert "1 × There is no Pagatfang there." in page
    assert "Trischaken, Dora pays: 6" in page
    assert "+€2.60" in page


def test_the_price_and_the_options_come_from_the_address(house: House, sheet: Sheet) -> None:
    client = house.client("Emil")
    assert "+€13.00" in page_of(client, sheet, rules="standard", cents=50)
    assert "A whole number of cents" in page_of(client, sheet, rules="standard", cents="-1")
    assert "Please choose." in page_of(client, sheet, rules="nowhere")
    assert "Please choose." in page_of(client, sheet, rules="")
    house.play(sheet, dreier("Bert"))
    asked = {"rules": "treffpunkt", "of": "treffpunkt"}
    assert "0 of 6 hands" in page_of(client, sheet, **asked)
    assert "1 of 6 hands" in page_of(client, sheet, **asked, **{"option-radl_nesting": "ignore"})
    of_another = {"rules": "treffpunkt", "of": "standard", "option-radl_nesting": "ignore"}
    assert "0 of 6 hands" in page_of(client, sheet, **of_another), "options belong to one sheet"
    nonsense = {"option-radl_nesting": "nonsense"}
    assert "Please look at the fields" in page_of(client, sheet, **asked, **nonsense)


def test_a_table_opened_while_the_hands_are_read_is_left_for_the_next_look(sheet: Sheet) -> None:
    assert list(Recount(published()["standard"]).hands([], Q(sheet=sheet))) == []
