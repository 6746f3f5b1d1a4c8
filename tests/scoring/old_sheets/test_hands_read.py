"""Tables of hands read without a page: what is written of them, what is wrong, what the paper says else."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.scoring import old_rows
from tests.support.scoring.old_readings import read_hands
from tests.support.scoring.old_rows import FOUR, HEAD

TABLES = tomllib.loads(Path(__file__).with_name("hands_read.toml").read_text(encoding="utf-8"))
ROWS = {
    "BEFORE A RADL": (*old_rows.RUFER[:4], "Trischaken", "Anna", "", "Bert", "", "", "", 2, -6, 2, 2),
    "IN A RADL": ("", "", "", "", "Dreier", "Bert", "", "w", "", "", "", -10, 30, -10, -10),
    "SAME": ("", "", "", "", "Dreier", "Bert", "", "w", "", "", "", -5, 15, -5, -5),
}


def cells_of(row: str | Mapping[str, Any]) -> dict[str, Any]:
    """Return what stands in a row, by heading."""
    said = {"row": row} if isinstance(row, str) else row
    name = said.get("row", "")
    base = ROWS.get(name) or getattr(old_rows, name) if name else ()
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
    wrong = [[bad.row, bad.label, bad.text] for bad in reading.bad]
    bad = table.get("bad", [])
    assert [problem[:2] for problem in wrong] == [problem[:2] for problem in bad], wrong
    assert all(text in problem[2] for problem, (_row, _label, text) in zip(wrong, bad, strict=True)), wrong
    told = [list(differing.told) for differing in reading.differing]
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
        "totals": {total.name: total.points for total in reading.totals},
    }
    assert {what: found[what] for what in found if what in table} == {
        what: table[what] for what in found if what in table
    }
