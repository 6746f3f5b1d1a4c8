"""What a page offers of a sheet: whatever was played is among it, and little is that the engine refuses."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from scoring.engine.customs import Counting
from scoring.engine.facts import Game, Hand, Premium
from scoring.engine.possible import limits, points_of_nobody, possible_in, possible_premiums
from scoring.engine.problems import problems_with
from scoring.engine.problems.impossible import fact_of, recorded_in
from scoring.engine.problems.problem import GameCase
from scoring.engine.rules import Contract, PremiumRule, Rules
from scoring.engine.sides import declarer_wins, of_declarers_side
from scoring.rules import SLUGS, published
from tests.support.clubs.clubs import CLUBS, club
from tests.support.engine.hands import build_hand, seeded

FOUR = ("Anna", "Bert", "Cilli", "Dora")


@pytest.mark.parametrize("slug", SLUGS)
def test_whatever_a_legal_hand_says_is_among_what_is_offered(slug: str) -> None:
    rules = published()[slug]
    for seed in range(200):
        hand = build_hand(seeded(seed), rules)
        agreed = rules.under(hand.options)
        for game in hand.games:
            contract = agreed.contracts[game.contract]
            allowed = possible_in(contract, agreed)
            assert {game.king, None} <= {None, *allowed["alone"]}
            assert {game.kontra, *game.kontras.values()} <= {None, *allowed["kontra"]}
            assert allowed["only"] != ("never_vorhand" if game.declarer == hand.players[0] else "vorhand")
            said = {"conceded": game.conceded, "drawn": game.drawn, "blank": game.unplayed}
            beside = {
                game.king or "partner": True,
                "kontra": game.kontra is not None,
                "announced": any(premium.announced for premium in hand.premiums),
                "revoked": hand.revoke is not None,
            }
            for name in (name for name, is_said in said.items() if is_said):
                assert not {what for what in allowed["results"][name] if beside.get(what)}, (seed, name)
            assert {other.contract for other in hand.games if other is not game} <= {*allowed["games_beside"]}
            assert allowed["renonce"] or hand.revoke is None
        game = hand.games[0]
        premiums = possible_premiums(agreed.contracts[game.contract], agreed) or {}
        for premium in hand.premiums:
            side = "declarer" if of_declarers_side(game, premium.by) else "others"
            way = "announced" if premium.announced else "silent"
            assert way in premiums[side][premium.premium], (seed, premium)


def test_what_the_sheet_does_not_have_is_not_offered() -> None:
    rules = published()["standard"]
    rufer, bettler = rules.contracts["rufer"], rules.contracts["bettler"]
    assert possible_in(rufer, rules) == {
        "who": "vorhand",
        "only": "vorhand",
        "alone": ["talon"],
        "results": {"won": [], "lost": [], "drawn": [], "conceded": ["partner", "self", "revoked"]},
        "wins": [107, 107],
        "won_with": [],
        "kontra": ["kontra", "re", "sub"],
        "kontra_with_valat": ["kontra", "re", "sub"],
        "games_beside": [],
        "declarers_kontra": False,
        "renonce": True,
        "claims": True,
    }
    assert possible_in(bettler, rules.under({"negative_kontra": "none"}))["kontra"] == []
    assert possible_premiums(bettler, rules) is None
    assert possible_in(bettler, rules)["won_with"] == [0]
    assert possible_in(rules.contracts["piccolo"], rules)["won_with"] == [1]
    for settled in ("opponents", "all"):
        beside = possible_in(bettler, rules.under({"bei_settlement": settled}))
        assert beside["declarers_kontra"] is (settled != "opponents")
    silently = rules.under({"silent_miss": "charged"})
    for premiums in (possible_premiums(rufer, rules), possible_premiums(rufer, silently)):
        assert premiums is not None
        assert "koenig_ultimo" not in premiums["others"]
        assert "missed" not in premiums["declarer"]["valat"]
        is_charged = premiums != possible_premiums(rufer, rules)
        assert ("missed" in premiums["declarer"]["pagat"]) is is_charged


def typed(rules: Rules) -> Iterator[tuple[str, int, Game]]:
    """Yield all points that can be typed, exact ones and whole ones, with the game they mean."""
    for points in range(rules.all_points + 1):
        yield "exact", points, Game("", "declarer", points=points)
    if rules.counting is Counting.BLATT:
        for points in range(rules.all_points // 3 + 1):
            yield "whole", points, Game("", "declarer", points=points * 3, lagen=True)


@pytest.mark.parametrize("slug", [*SLUGS, *CLUBS])
def test_points_decide_on_a_page_what_they_decide_in_the_engine(slug: str) -> None:
    rules = published()[slug] if slug in SLUGS else club(slug)
    for contract in (contract for contract in rules.contracts.values() if contract.by_points):
        for kontra, needed in zip((None, "kontra"), possible_in(contract, rules)["wins"], strict=True):
            within = limits(needed, rules)
            for how, points, meant in typed(rules):
                game = replace(meant, contract=contract.key, kontra=kontra)
                most, least = within[how]
                assert (points >= least) == declarer_wins(replace(game, won=False), contract, rules)
                assert (points > most) == declarer_wins(replace(game, won=True), contract, rules)
    contract = next(contract for contract in rules.contracts.values() if contract.by_points)
    for rule in (rule for rule in rules.premiums.values() if rule.needs is not None):
        within = limits(rule.needs or 0, rules)
        for how, points, game in typed(rules):
            hand = Hand(FOUR, (replace(game, contract=contract.key, declarer="Anna", partner="Bert"),))
            most, least = within[how]
            assert (points >= least) == contradicts(hand, contract, rule, rules, made=False)
            assert (points <= most) == contradicts(hand, contract, rule, rules, made=True)


def contradicts(hand: Hand, contract: Contract, rule: PremiumRule, rules: Rules, *, made: bool) -> bool:
    """Return whether the points exclude that a premium was made, or missed."""
    case = GameCase(hand, rules, hand.games[0], contract, "games.0")
    points, fact = next(recorded_in(case)).fact, fact_of(case, Premium(rule.key, "Anna", made=made))
    return points.most < fact.least or fact.most < points.least


def test_a_sheet_without_blatt_asks_for_exact_points_only() -> None:
    assert limits(45, published()["zwanzigerrufen"]) == {"written": "45", "exact": [44, 45]}
    assert limits(107, published()["standard"])["written"] == "36"
    assert limits(106, published()["karlsruhe"]) == {
        "written": "35/1",
        "exact": [105, 106],
        "whole": [34, 36],
    }


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if published()[slug].trischaken])
def test_what_nobody_has_in_a_trischaken_is_less_than_a_trick_or_between_two(slug: str) -> None:
    assert points_of_nobody(published()[slug]) == [1, 2, 3, 6]


def test_a_hand_that_is_not_played_stands_beside_nothing_else() -> None:
    rules = published()["cup"]
    rufer = possible_in(rules.contracts["rufer"], rules)["results"]
    assert rufer["blank"] == ["talon", "self", "kontra", "announced", "revoked"]
    announced = (Premium("pagat", "Anna", announced=True),)
    for king, kontra, premiums in (("talon", None, ()), (None, "kontra", ()), (None, None, announced)):
        partner = None if king else "Bert"
        game = Game("rufer", "Anna", partner=partner, king=king, kontra=kontra, unplayed=True)
        hand = Hand(FOUR, (game,), premiums)
        assert "not_blank" in {problem.code for problem in problems_with(hand, rules)}
