"""What cannot have happened at one table: each line refused on every sheet, naming both sides of it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring.engine.answers import answer
from scoring.engine.customs import Whose
from scoring.engine.problems.contradictions import CLASHES
from scoring.engine.rules import Rules
from scoring.rules import SLUGS, published
from tests.support.every import every

READ = tomllib.loads(Path(__file__).with_name("contradictions.toml").read_text(encoding="utf-8"))["row"]


def has_all_of_it(rules: Rules, row: dict[str, Any]) -> bool:
    """Return whether these games and premiums can be recorded on the sheet, as they are announced."""
    contract = rules.contracts.get(row["game"]["contract"])
    if contract is None or rules.slug not in row.get("sheets", SLUGS):
        return False
    return all(
        (rule := rules.premiums.get(premium["premium"])) is not None
        and rule.price(announced=premium.get("announced", False), solo=contract.solo) is not None
        for premium in row["premiums"]
    )


ROWS = [(slug, row["what"], row) for slug in SLUGS for row in READ if has_all_of_it(published()[slug], row)]
INSTEAD = [row for row in ROWS if "instead" in row[2]]


def settled(slug: str, row: dict[str, Any], premiums: list[dict[str, Any]]) -> dict[str, Any]:
    document = {
        "rules": slug,
        "players": ["Anna", "Bert", "Cilli", "Dora"],
        "games": [{"declarer": "Bert", **row["game"]}],
        "premiums": premiums,
    }
    return answer(document, published())


@every("slug, what, row", ROWS)
def test_what_excludes_each_other_is_refused_with_both_named(
    slug: str, what: str, row: dict[str, Any]
) -> None:
    refused = settled(slug, row, row["premiums"]).get("problems", [])
    assert sorted(refused) == sorted(row["refused"])


@every("slug, what, row", INSTEAD)
def test_what_is_only_near_to_it_is_settled(slug: str, what: str, row: dict[str, Any]) -> None:
    *others, _ = row["premiums"]
    assert "problems" not in settled(slug, row, [*others, row["instead"]])


@pytest.mark.parametrize("slug", SLUGS)
def test_every_two_premiums_that_exclude_each_other_are_shown_on_every_sheet(slug: str) -> None:
    shown = {
        frozenset(premium["premium"] for premium in row["premiums"])
        for sheet, _, row in ROWS
        if sheet == slug
    }
    assert [pair for pair in pairs_of(published()[slug]) if frozenset(pair) not in shown] == []


def pairs_of(rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield what excludes each other: two premiums of different sides, and whatever stands beside a Valat."""
    for clash in CLASHES:
        if {clash.one, clash.other} <= set(rules.premiums):
            yield clash.one, clash.other
    for rule in rules.premiums.values():
        if rule.key != "valat" and rule.whose is not Whose.WINNER:
            yield "valat", rule.key
