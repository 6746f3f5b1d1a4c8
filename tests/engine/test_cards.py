"""Card points against cards: every bound at its edge, on every sheet on which the cards can be named."""

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from scoring.engine.answers import answer
from scoring.engine.customs import Counting, Kind, SideBySide, Whose
from scoring.engine.rules import OF_THE_DECLARERS_SIDE, PremiumRule, Rules
from scoring.rules import SLUGS, published
from tests.support.clubs.clubs import club
from tests.support.engine.clashes import CLASHES
from tests.support.every import every

READ = tomllib.loads(Path(__file__).with_name("cards.toml").read_text(encoding="utf-8"))
LATER_BIRDS = ("uhu", "kakadu", "quapil", "geier")
NAMED_BY = (
    *("trull", "koenige", "mondfang", "pagatfang", "koenigfang", "koenig_ultimo"),
    *("pagat", *LATER_BIRDS),
)
CLUB = "mittwoch"  # counts 54 cards one by one, as no published sheet does
BY_OWN_POINTS = [
    (slug, bound["what"], bound)
    for bound in READ["bound"]
    for group in bound["sheets"]
    for slug in READ["sheets"][group]
]
WITHOUT_POINTS = [
    (slug, facts["what"], facts)
    for facts in READ["facts"]
    for group in facts["sheets"]
    for slug in READ["sheets"][group]
]
EDGES = [row for row in BY_OWN_POINTS if "impossible" in row[2]]


@cache
def sheets(pack: int | None = None) -> dict[str, Rules]:
    """Return the published sheets and a club's, which can have another number of points in all."""
    return {**published(), CLUB: club(CLUB) if pack is None else replace(club(CLUB), pack=pack)}


def settled(bound: dict[str, Any], slug: str, points: str | int, known: dict[str, Rules]) -> dict[str, Any]:
    """What is said of the hand of a bound with so many points."""
    game = {key: value for key, value in bound["game"].items() if key != "as_vorhand"}
    if not known[slug].levels:
        game.pop("kontra", None)
    players = ["Anna", "Bert", "Cilli", "Dora"]
    if bound["game"].get("as_vorhand"):
        players = ["Bert", "Cilli", "Dora", "Anna"]
    document = {
        "rules": slug,
        "players": players,
        "games": [{"declarer": "Bert", **game, "points": points}],
        "premiums": bound["premiums"],
    }
    return answer(document, known)


def played(facts: dict[str, Any], slug: str, which: str, known: dict[str, Rules]) -> dict[str, Any]:
    document = {"rules": slug, "players": ["Anna", "Bert", "Cilli", "Dora"], "games": facts[which]}
    return answer(document, known)


@every("slug, what, bound", [*BY_OWN_POINTS, *WITHOUT_POINTS])
def test_a_bound_is_met_and_not_passed(slug: str, what: str, bound: dict[str, Any]) -> None:
    """The possible hand is settled, and the next impossible one refused in just that sentence."""
    known, by_points = sheets(bound.get("pack")), "game" in bound

    def said_of(which: str) -> dict[str, Any]:
        return settled(bound, slug, bound[which], known) if by_points else played(bound, slug, which, known)

    assert "problems" not in said_of("possible")
    if "impossible" in bound:
        in_whole_points = not known[slug].writes_blatt and bound.get("refused_in_whole_points")
        labels = {key: rule.label.de for key, rule in known[slug].premiums.items()}
        refused = (in_whole_points or bound["refused"]).format_map(labels)
        assert said_of("impossible") == {"problems": [refused]}
        for points in points_between(bound) if by_points else ():
            assert "problems" in settled(bound, slug, points, known)


def points_between(bound: dict[str, Any]) -> Iterator[str | int]:
    """Yield what lies between the two: no hand at all counts so much."""
    low, high = sorted((in_thirds(bound["possible"]), in_thirds(bound["impossible"])))
    for points in range(low + 1, high):
        yield points if isinstance(bound["possible"], int) else f"{points // 3}/{points % 3}"


def in_thirds(written: str | int) -> int:
    if isinstance(written, int):
        return written
    points, blatt = written.split("/")
    return 3 * int(points) + int(blatt)


# Every bound that a sheet can have


@pytest.mark.parametrize("slug", SLUGS)
def test_every_bound_of_every_sheet_has_its_examples(slug: str) -> None:
    found = set(bounds_shown(slug))
    assert [bound for bound in bounds_of(published()[slug]) if bound not in found] == []


def bounds_of(rules: Rules) -> Iterator[str]:
    """Yield every bound that can apply on this sheet: of one premium, of two, of a Valat in each game."""
    counted = rules.counting is Counting.BLATT
    named = [key for key in NAMED_BY if key in rules.premiums and (counted or key not in LATER_BIRDS)]
    for key in named:
        yield from (f"{key} of {side}" for side in sides_of(rules.premiums[key]))
    folded = [key for key in named if key not in LATER_BIRDS[1:]]  # those count as the Uhu does
    clashing = {frozenset((clash.one, clash.other)) for clash in CLASHES if not clash.apart}
    yield from (f"{one} and {two}" for one, two in combinations(folded, 2) if {one, two} not in clashing)
    for contract in rules.contracts.values():
        if contract.by_points:
            yield from (f"valat of {side} in {contract.key}" for side in ("declarers", "opponents"))
    if counted:
        yield from ("whole points of declarers", "whole points of opponents")
    if any(contract.kind is Kind.TRISCHAKEN for contract in rules.contracts.values()) and counted:
        yield "a trick in Trischaken"
    if rules.side_by_side is not SideBySide.NONE and any(
        contract.kind is Kind.NEGATIVE for contract in rules.contracts.values()
    ):
        yield from ("fewer than all tricks", "more than all tricks")


def sides_of(rule: PremiumRule) -> tuple[str, ...]:
    """Return whose cards it names; a king that the opponents did not catch is the declarer's."""
    return ("declarers",) if rule.whose in OF_THE_DECLARERS_SIDE else ("declarers", "opponents")


def bounds_shown(slug: str) -> Iterator[str]:
    for sheet, _, bound in EDGES:
        if sheet == slug:
            own = [owned(premium, published()[slug]) for premium in bound["premiums"]]
            keys = [key for key, _ in own]
            for key, side in own:
                if key == "valat":
                    yield f"valat of {side} in {bound['game']['contract']}"
                elif len(own) == 1:
                    yield f"{key} of {side}"
            for pair in combinations(keys, 2):
                one, two = sorted(pair, key=("valat", *NAMED_BY).index)
                yield f"{one} and {two}"
            if isinstance(bound["possible"], int):
                yield f"whole points of {own[0][1]}"
    for sheet, _, facts in WITHOUT_POINTS:
        if sheet == slug:
            if facts["possible"][0]["contract"] == "trischaken":
                yield "a trick in Trischaken"
            else:
                more = sum(game["tricks"] for game in facts["impossible"]) > 12
                yield f"{'more' if more else 'fewer'} than all tricks"


def owned(premium: dict[str, Any], rules: Rules) -> tuple[str, str]:
    """Return the premium, and the side that has its cards."""
    ours = premium["by"] in ("Bert", "Dora")
    saved = rules.premiums[premium["premium"]].whose is Whose.OPPONENTS and not premium["made"]
    return premium["premium"], "declarers" if ours != saved else "opponents"
