"""What the tables of the rule book leave open: odd amounts, problems of a sheet.

Who deals, who sits out and which hands are doubled is worked out by hand in tests/rulebook, and a second time
for any evening in test_properties.py.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.engine.answers import answer
from scoring.engine.customs import Jungfrauen
from scoring.engine.facts import Game, Order
from scoring.engine.loading import resolved, rules_from, tidied
from scoring.engine.result import Line, Outcome, in_twelfths
from scoring.engine.words import line_in_words
from scoring.rules import published
from tests.support.engine.sheet import (
    FOUR,
    hand,
    played,
    problems,
    rufer,
)
from tests.support.engine.sheets import kept


def test_the_vorhand_games_follow_the_deal() -> None:
    played(rufer("Anna", "Bert"), rufer("Bert", "Anna"), rufer("Cilli", "Anna"))
    assert problems(rufer("Anna", "Bert"), rufer("Anna", "Bert")) == [(1, "only_vorhand")]


def test_an_amount_that_does_not_add_up_or_cannot_be_stored_stops_everything() -> None:
    with pytest.raises(AssertionError, match="dreier is not zero-sum"):
        Line("dreier", Outcome.WON, 5, (), (3, -1, -1, 0))
    with pytest.raises(AssertionError, match="1/5 is not a whole number of twelfths"):
        in_twelfths(Fraction(1, 5))


def test_four_with_equal_points_owe_one_another_nothing() -> None:
    data = resolved("zwanzigerrufen", kept)
    data["contracts"]["t"] = {"label": "Trischaken", "short": "T", "value": 4, "kind": "trischaken"}
    rules = rules_from(tidied(data), "plain")
    row = played(hand(Game("t", "Anna", count=dict.fromkeys(FOUR, 22))), rules=rules)[0]
    assert row.settlement is not None
    assert row.settlement.amounts == (0, 0, 0, 0)
    assert [line_in_words(line, rules, "en") for line in row.settlement.lines] == [
        "Trischaken, Anna, Bert, Cilli, Dora pay in equal shares: 12 (each 0)"
    ]


def test_two_jungfrauen_take_from_each_of_the_others_twice_where_each_of_them_is_paid() -> None:
    rules = published()["treffpunkt"]
    assert rules.trischaken is not None
    rules = replace(rules, trischaken=replace(rules.trischaken, jungfrauen=Jungfrauen.EACH))
    order = Order((("Anna", "Bert"), ("Cilli", "Dora")), jungfrauen=("Cilli", "Dora"))
    row = played(hand(Game("trischaken", "Anna", order=order)), rules=rules)[0]
    assert row.totals == {"Anna": -4, "Bert": -4, "Cilli": 4, "Dora": 4}


def test_problems_count_all_entries_and_come_all_at_once() -> None:
    document = {
        "rules": "standard",
        "players": list(FOUR),
        "dealer": "Dora",
        "hands": [
            {"event": "schlussradl"},
            {"games": [{"contract": "dreier", "declarer": "Anna", "partner": "Bert", "won": True}]},
            {"void": "struck"},
            {"games": [{"contract": "dreier", "declarer": "Anna", "won": True}], "radl": True},
            {"event": "dealer", "dealer": "Emil"},
            {"event": "schlusradl"},
            {"games": []},
            7,
        ],
    }
    *others, last = answer(document, published())["problems"]
    assert last.startswith("hand 8: ")
    assert others[:6] == [
        "hand 2: Dreier wird allein gespielt.",
        "hand 3: Der Grund fehlt.",
        "hand 4: „radl“ ergibt sich aus dem Spielzettel und steht nicht beim einzelnen Spiel.",
        "hand 5: Emil sitzt nicht am Tisch und kann nicht geben.",
        "hand 6: „schlusradl“ ist kein Ereignis; es gibt „schlussradl“, „seating“ und „dealer“.",
        "hand 7: Das Spiel fehlt.",
    ]


def test_a_sheet_without_hands_has_no_rows() -> None:
    assert played() == ()
    document = {"rules": "standard", "players": list(FOUR), "dealer": "Dora", "hands": []}
    assert answer(document, published()) == {"rows": []}
