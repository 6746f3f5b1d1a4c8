"""What somebody typed into the columns of rows, and the hands that they say: no page, no database."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from scoring.engine.problems import problems_with
from scoring.engine.record.reading import read_hand
from scoring.engine.rules import Rules
from scoring.old_sheets.hands import UnreadableCell, record_from
from scoring.old_sheets.reading import Reading
from scoring.rules import published
from tests.support.engine.edits import changed, put
from tests.support.every import every
from tests.support.scoring.old_readings import read_hands
from tests.support.scoring.old_rows import FOUR, HEAD, SHEET
from tests.support.scoring.old_rows import RUFER as ROW

pytestmark = pytest.mark.usefixtures("english")

HEADS = (*HEAD, *FOUR)
TABLES = tomllib.loads(Path(__file__).with_name("hands_in_words.toml").read_text(encoding="utf-8"))
PICCOLI = {"contract": "Piccolo + Piccolo", "declarer": "Bert + Cilli", "result": "g + v"}


def record_in(cells: Mapping[str, str], rules: Rules) -> dict[str, Any]:
    return record_from(cells, rules, {name: name for name in FOUR})


def problems_of(record: dict[str, Any], rules: Rules) -> list[str]:
    hand = read_hand({**record, "players": list(FOUR)}, rules)
    return [problem.code for problem in problems_with(hand, rules)]


def everything(record: dict[str, Any]) -> dict[str, Any]:
    """Return what is said of the first game, and of the hand."""
    (game, *_beside) = record["games"]
    return {**game, **{key: value for key, value in record.items() if key != "games"}}


def rules_of(slug: str) -> Rules:
    if slug == "between two":
        return changed("standard", put("premiums.mondfang.between_two", value=True))
    return published()[slug]


@every("hand", TABLES["hand"])
def test_a_row_says_a_hand_that_can_be_settled(hand: dict[str, Any]) -> None:
    rules = rules_of(hand.get("rules", "standard"))
    record = record_in(hand["cells"], rules)
    found = everything(record)
    assert {key: found.get(key) for key in hand["said"]} == hand["said"]
    assert not found.keys() & hand.get("unsaid", [])
    assert problems_of(record, rules) == []


@every("row", TABLES["wrong"])
def test_a_cell_that_says_nothing_known_is_named(row: dict[str, Any]) -> None:
    with pytest.raises(UnreadableCell) as unreadable:
        record_in(row["cells"], published()["standard"])
    assert unreadable.value.code == row["where"]
    assert unreadable.value.text.startswith(row["told"])


@every("row", TABLES["row"])
def test_what_is_wrong_is_named_with_its_column_and_a_remedy(row: dict[str, Any]) -> None:
    changed = [row["cells"].get(heading, cell) for heading, cell in zip(HEADS, ROW, strict=True)]
    said = wrong(read_hands(HEADS, changed, *SHEET[1:]))
    assert any(problem[:2] == (2, row["column"]) and row["told"] in problem[2] for problem in said), said


def test_of_two_games_one_that_ended_beside_a_renonce_is_for_the_rules_to_refuse() -> None:
    rules = published()["standard"]
    record = record_in({**PICCOLI, "result": "Renonce Anna / g"}, rules)
    assert [game.get("won") for game in record["games"]] == [None, True]
    assert problems_of(record, rules) == ["revoked_has_no_result"]


def wrong(reading: Reading) -> list[tuple[int, str, str]]:
    return [(bad.row, bad.label, bad.text) for bad in reading.bad]
