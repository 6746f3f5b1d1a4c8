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
from tests.support.scoring.old_rows import DREIER as DREIER_ROW
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


# Row after row of a table

IN_LINES = ("Datum", "Zeile", *FOUR)
WITH_SEATS = (*HEAD, *(f"{word} {seat}" for seat in range(1, 5) for word in ("Spieler", "Betrag")))
FIRST = ("4.3.2016", "R Anna Cilli 41/2", 1, -1, 1, -1)


def wrong(reading: Reading) -> list[tuple[int, str, str]]:
    return [(bad.row, bad.label, bad.text) for bad in reading.bad]


def entries_of(reading: Reading) -> list[tuple[int, str]]:
    """Return the row and the kind of everything that would be written on the first sheet."""
    return [(entry.row, type(entry.entry).__name__) for entry in reading.evenings[0].tables[0].entries]


def test_a_row_with_one_person_too_few_is_named_and_the_next_one_is_read() -> None:
    seated = (*ROW[:11], "Anna", 1, "Bert", -1, "Cilli", 1, "Dora", -1)
    short = (*DREIER_ROW[:11], "Anna", 10, "Bert", -20, "Cilli", 10, "", "")
    third = ("", "", "", "Anna", *DREIER_ROW[4:9], "", "", "Anna", 5, "Bert", -15, "Cilli", 5, "Dora", 5)
    reading = read_hands(WITH_SEATS, seated, short, third)
    assert wrong(reading) == [(3, "", "Four to six people sit at a table; these are 3.")]
    assert [entry for entry in entries_of(reading) if entry[1] == "Hand"] == [(2, "Hand"), (4, "Hand")]


def test_a_redeal_among_hands_in_one_line_is_written_and_counts_for_nobody() -> None:
    reading = read_hands(
        IN_LINES, FIRST, ("", "neu verschaut", *[""] * 4), ("", "D Bert v k", 10, -30, 10, 10)
    )
    assert (wrong(reading), reading.differing) == ([], [])
    assert entries_of(reading) == [(2, "Hand"), (3, "Void"), (4, "Hand")]
    assert {total.name: total.points for total in reading.totals}["Bert"] == -31


def test_a_radl_that_somebody_called_doubles_the_hand() -> None:
    called = read_hands(HEADS, (*ROW[:10], "Radl angesagt", 2, -2, 2, -2))
    assert (wrong(called), called.differing) == ([], [])
    assert entries_of(called) == [(2, "CalledRadl"), (2, "Hand")]


@every("word", ["Schlussradl", "angesagt"])
def test_a_radl_on_a_sheet_that_knows_none_is_named_in_its_column(word: str) -> None:
    reading = read_hands(HEADS, (*ROW[:10], word, *ROW[11:]), slug="wien")
    assert wrong(reading) == [(2, "Radl", "This sheet knows no double rounds.")]
    assert entries_of(reading) == [(2, "Hand")]


def test_whoever_sits_there_without_a_column_is_named() -> None:
    reading = read_hands((*HEAD, "Reihenfolge", *FOUR), (*ROW[:11], "Anna, Bert, Cilli, Xaver", *ROW[11:]))
    assert wrong(reading) == [(2, "Reihenfolge", "“Xaver” sits there, and has no column for the amounts.")]
