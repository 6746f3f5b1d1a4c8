"""Card points against cards: every bound at its edge, on every sheet on which the cards can be named."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from scoring.engine.answers import answer
from scoring.engine.customs import Counting
from scoring.engine.rules import Rules
from scoring.rulesets import SLUGS, published
from tests.support.every import every

READ = tomllib.loads(Path(__file__).with_name("cards.toml").read_text(encoding="utf-8"))
NAMED_BY = {
    *("trull", "koenige", "mondfang", "pagatfang", "koenigfang", "koenig_ultimo", "valat"),
    *("pagat", "uhu", "kakadu", "quapil", "geier"),
}
ROWS = [
    (slug, bound["what"], bound)
    for bound in READ["bound"]
    for group in bound["sheets"]
    for slug in READ["sheets"][group]
]


def settled(bound: dict[str, Any], slug: str, points: str | int) -> dict[str, Any]:
    """What is said of the hand of a bound with so many points."""
    game = {key: value for key, value in bound["game"].items() if key != "as_vorhand"}
    players = ["Anna", "Bert", "Cilli", "Dora"]
    if bound["game"].get("as_vorhand"):
        players = ["Bert", "Cilli", "Dora", "Anna"]
    document = {
        "rules": slug,
        "players": players,
        "games": [{"declarer": "Bert", **game, "points": points}],
        "premiums": bound["premiums"],
    }
    return answer(document, published())


@every("slug, what, bound", ROWS)
def test_a_bound_is_met_and_not_passed(slug: str, what: str, bound: dict[str, Any]) -> None:
    assert "problems" not in settled(bound, slug, bound["possible"])
    assert settled(bound, slug, bound["impossible"]) == {"problems": [bound["refused"]]}


@every("slug, what, bound", ROWS)
def test_the_two_numbers_of_a_bound_are_next_to_each_other(
    slug: str, what: str, bound: dict[str, Any]
) -> None:
    possible, impossible = bound["possible"], bound["impossible"]
    if isinstance(possible, int):
        assert abs(possible - impossible) == 1
    else:
        assert abs(in_thirds(possible) - in_thirds(impossible)) == 1


def in_thirds(written: str) -> int:
    points, blatt = written.split("/")
    return 3 * int(points) + int(blatt)


@pytest.mark.parametrize("slug", SLUGS)
def test_everything_that_names_cards_has_its_bound_on_every_sheet(slug: str) -> None:
    rules: Rules = published()[slug]
    tried = {premium["premium"] for sheet, _, bound in ROWS if sheet == slug for premium in bound["premiums"]}
    nothing = {"uhu"} if rules.counting is Counting.PLAIN else set()
    assert tried == NAMED_BY.intersection(rules.premiums) - nothing
