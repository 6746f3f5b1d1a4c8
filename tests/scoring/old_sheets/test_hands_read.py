"""Tables of hands read without a page: what is written of them, what is wrong, what the paper says else."""

import tomllib
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from scoring.engine.problems import problems_with
from scoring.engine.record.reading import read_hand
from scoring.engine.rules import Rules
from scoring.old_sheets import values, worksheet
from scoring.old_sheets.hands import UnreadableCell, record_from
from scoring.old_sheets.values import CountedIn, Odd
from scoring.rules import published
from tests.support.engine.edits import changed, put
from tests.support.every import every
from tests.support.scoring import old_files
from tests.support.scoring.old_files import FOUR, HEAD, SHEET, read_hands, totals_in, wrong_in
from tests.support.scoring.old_files import RUFER as ROW

TABLES = tomllib.loads(Path(__file__).with_name("hands_read.toml").read_text(encoding="utf-8"))
ROWS = {
    "BEFORE A RADL": (*old_files.RUFER[:4], "Trischaken", "Anna", "", "Bert", "", "", "", 2, -6, 2, 2),
    "IN A RADL": ("", "", "", "", "Dreier", "Bert", "", "w", "", "", "", -10, 30, -10, -10),
    "SAME": ("", "", "", "", "Dreier", "Bert", "", "w", "", "", "", -5, 15, -5, -5),
}


def cells_of(row: str | Mapping[str, Any]) -> dict[str, Any]:
    """Return what stands in a row, by heading."""
    said = {"row": row} if isinstance(row, str) else row
    name = said.get("row", "")
    base = ROWS.get(name) or getattr(old_files, name) if name else ()
    return {**dict(zip((*HEAD, *FOUR), base, strict=False)), **said}


@pytest.mark.parametrize(
    ("name", "word"), [(name, word) for name, table in TABLES.items() for word in table.get("words", [""])]
)
def test_of_every_table_of_hands_is_read_what_was_played(name: str, word: str) -> None:
    table = TABLES[name]
    head = (*HEAD, *table.get("columns", ()), *table.get("names", FOUR))
    rows = [cells_of(row) for row in table["rows"]]
    lines = [[word if row.get(text) == "WORD" else row.get(text, "") for text in head] for row in rows]
    reading = read_hands(head, *lines, slug=table.get("rules", "standard"), amounts=table.get("amounts", ""))
    wrong, bad = wrong_in(reading), table.get("bad", [])
    assert [[*problem[:2]] for problem in wrong] == [problem[:2] for problem in bad], wrong
    assert all(text in problem[2] for problem, (_row, _label, text) in zip(wrong, bad, strict=True)), wrong
    told = [list(differing.differences) for differing in reading.differing]
    assert len(told) == table.get("differ", len(table.get("differing", [])))
    assert "differ" in table or told == table.get("differing", [])
    left_out = [[sum_.row, sum_.first, sum_.last] for sum_ in reading.sums]
    assert (left_out, reading.hands) == (table.get("left_out", []), table["hands"])
    assert reading.is_unsaid == table.get("is_unsaid", False)
    tables = [old for evening in reading.evenings for old in evening.tables]
    entries = [entry.entry for old in tables for entry in old.entries]
    hands = [hand for hand in entries if type(hand).__name__ == "Hand"]
    found = {
        "why": [[differing.row, *differing.why] for differing in reading.differing],
        "checked": reading.checked,
        "entries": [type(entry).__name__ for entry in entries],
        "dealer": reading.names[tables[0].dealer] if tables else "",
        "days": [str(evening.date) for evening in reading.evenings],
        "games": [[game.contract, game.won] for hand in hands for game in hand.games],
        "premiums": [
            [premium.premium, premium.made, premium.announced, reading.names[premium.by]]
            for hand in hands
            for premium in hand.premiums
        ],
        "totals": totals_in(reading),
    }
    assert {what: found[what] for what in found if what in table} == {
        what: table[what] for what in found if what in table
    }


# What somebody typed into the columns of rows, and the hands that they say: no page, no database


pytestmark = pytest.mark.usefixtures("english")

HEADS = (*HEAD, *FOUR)
WORDS_OF_HANDS = tomllib.loads(Path(__file__).with_name("hands_in_words.toml").read_text(encoding="utf-8"))
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


@every("hand", WORDS_OF_HANDS["hand"])
def test_a_row_says_a_hand_that_can_be_settled(hand: dict[str, Any]) -> None:
    rules = rules_of(hand.get("rules", "standard"))
    record = record_in(hand["cells"], rules)
    found = everything(record)
    assert {key: found.get(key) for key in hand["said"]} == hand["said"]
    assert not found.keys() & hand.get("unsaid", [])
    assert problems_of(record, rules) == []


@every("row", WORDS_OF_HANDS["wrong"])
def test_a_cell_that_says_nothing_known_is_named(row: dict[str, Any]) -> None:
    with pytest.raises(UnreadableCell) as unreadable:
        record_in(row["cells"], published()["standard"])
    assert unreadable.value.code == row["where"]
    assert unreadable.value.text.startswith(row["told"])


@every("row", WORDS_OF_HANDS["row"])
def test_what_is_wrong_is_named_with_its_column_and_a_remedy(row: dict[str, Any]) -> None:
    changed = [row["cells"].get(heading, cell) for heading, cell in zip(HEADS, ROW, strict=True)]
    said = wrong_in(read_hands(HEADS, changed, *SHEET[1:]))
    assert any(problem[:2] == (2, row["column"]) and row["told"] in problem[2] for problem in said), said


def test_of_two_games_one_that_ended_beside_a_renonce_is_for_the_rules_to_refuse() -> None:
    rules = published()["standard"]
    record = record_in({**PICCOLI, "result": "Renonce Anna / g"}, rules)
    assert [game.get("won") for game in record["games"]] == [None, True]
    assert problems_of(record, rules) == ["revoked_has_no_result"]


# What a cell says: every way to write a day, an amount of points or of money


VALUES = tomllib.loads(Path(__file__).with_name("values.toml").read_text(encoding="utf-8"))


def money_of(written: str) -> object:
    said, cents, text = written.split(", ", 2)
    return CountedIn(said, int(cents)).points(text)


READ: dict[str, Callable[[str], object]] = {
    "day": values.day_of,
    "day_without_year": values.day_without_year,
    "years": values.years_in,
    "day_within": values.day_within,
    "place_within": values.venue_within,
    "month_first": partial(values.day_in_order, order=values.MONTH_FIRST),
    "amount": values.amount_of,
    "money": money_of,
    "without_money": values.without_money,
    "sums": lambda written: worksheet.word_of_sums(written.split(", ")[1], written.split(", ")[0]),
    "says_amounts": worksheet.says_amounts,
}


@every("what, written, value", [(what, *pair) for what in READ for pair in VALUES[what].items()])
def test_a_cell_says_what_is_meant_however_it_is_written(what: str, written: str, value: str) -> None:
    if value == "odd":
        with pytest.raises(Odd):
            READ[what](written)
    else:
        assert str(READ[what](written)) == value


def test_money_that_is_no_whole_point_says_what_it_comes_to() -> None:
    with translation.override("en"), pytest.raises(Odd, match=r"12,33.* 24 33/50 points"):
        CountedIn("euros", 50).points("12,33")
