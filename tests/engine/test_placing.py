"""The one question to the cards against a solver that only this test has: every third of a Dreier."""

from collections.abc import Iterator
from itertools import combinations

from scoring.engine.facts import Game, Hand, Premium
from scoring.engine.placing import points_left
from scoring.engine.problems.impossible import fact_of, terms_of
from scoring.engine.problems.problem import GameCase
from scoring.rules import published
from tests.support.engine.card_solver import OURS, THEIRS, Said, points

RULES = published()["treffpunkt"]
DREIER = RULES.contracts["dreier"]
GAME = Game("dreier", "Anna")
CASE = GameCase(Hand(("Anna", "Bert", "Cilli", "Dora"), (GAME,)), RULES, GAME, DREIER, "games.0")


def sayings() -> Iterator[Said]:
    """Yield every premium of a Dreier: made by either side, or announced and missed."""
    for key, rule in RULES.premiums.items():
        if rule.exists_in(DREIER):
            for side in (OURS, THEIRS):
                yield Said(key, side, made=True)
                if rule.price(announced=True, solo=False) is not None:
                    yield Said(key, side, made=False)


def by_the_program(premiums: tuple[Said, ...]) -> set[int]:
    recorded = [
        Premium(said.key, "Anna" if said.side == OURS else "Bert", announced=not said.made, made=said.made)
        for said in premiums
    ]
    left = points_left([fact_of(CASE, premium) for premium in recorded], terms_of(CASE))
    return {thirds for thirds in range(211) if left >> thirds & 1}


def test_every_third_with_every_two_premiums_is_possible_as_somebody_else_finds_it() -> None:
    said = list(sayings())
    pairs = [pair for pair in combinations(said, 2) if pair[0].key != pair[1].key]
    asked = [(), *((one,) for one in said), *pairs]
    assert len(asked) > 700
    assert [premiums for premiums in asked if by_the_program(premiums) != points(premiums)] == []
