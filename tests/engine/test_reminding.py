"""What is forgotten at Zwanzigerrufen, told where a hand gives cause to."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.engine.record import from_dict
from scoring.engine.reminding import reminders_about, reminders_before_play
from scoring.rules import SLUGS, published

RULES = published()["zwanzigerrufen"]
KEYS = {remark.words: key for key, remark in RULES.reminders.items()}


def due(record: dict[str, Any]) -> list[str]:
    hand = from_dict({"players": ["Anna", "Bert", "Cilli", "Dora"], **record}, RULES)
    return [KEYS[words] for words in reminders_about(hand, RULES)]


def normal(trull: str = "", **game: Any) -> dict[str, Any]:
    played = {"contract": "normalspiel", "declarer": "Anna", "partner": "Cilli", "won": True, **game}
    premiums = [{"premium": "trull", "by": trull, "made": True}] if trull else []
    return {"games": [played], "premiums": premiums}


def alone(contract: str, **game: Any) -> dict[str, Any]:
    trull = {"premium": "trull", "by": "Bert", "made": True}
    return {"games": [{"contract": contract, "declarer": "Anna", "won": True, **game}], "premiums": [trull]}


@pytest.mark.parametrize(
    ("hand", "reminders"),
    [
        (normal(), []),
        (normal(trull="Anna"), []),
        (normal(trull="Cilli"), []),
        (normal(trull="Bert"), ["pflichtkontra"]),
        (normal(trull="Dora"), ["pflichtkontra"]),
        (normal(trull="Dora", kontra="kontra"), []),
        (alone("solo"), []),
        (alone("solo", kontra="kontra"), ["pflichtsolo"]),
        (alone("farbsolo", kontra="kontra"), []),
    ],
)
def test_a_reminder_comes_where_it_matters(hand: dict[str, Any], reminders: list[str]) -> None:
    assert due(hand) == reminders


def test_before_the_first_hand_of_a_table_counts_whom_nobody_may_call_any_more() -> None:
    assert [KEYS[words] for words in reminders_before_play(RULES)] == ["pflichtsolo"]


def test_what_a_sheet_does_not_remind_of_is_told_nowhere() -> None:
    for slug in set(SLUGS) - {"zwanzigerrufen"}:
        assert reminders_before_play(published()[slug]) == ()
    assert reminders_before_play(replace(RULES, reminders={})) == ()
