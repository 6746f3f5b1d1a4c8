"""What is really played is never refused; of what never came about together hardly anything is accepted."""

import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from scoring.engine.customs import Whose
from scoring.engine.facts import Game, Hand, Premium
from scoring.engine.problems import problems_with
from scoring.engine.problems.impossible import impossible
from scoring.engine.problems.problem import GameCase
from scoring.engine.rules import PremiumRule, Rules
from scoring.engine.words import problem_in_words
from scoring.rules import SLUGS, published
from tests.support.engine.card_play import SEATS, Table, outcomes, play

# Of 200,000 hands, 20,000 on each sheet, none was refused. PLAYED=20000 plays as many.
PLAYED = int(os.environ.get("PLAYED", "150"))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_hand_that_was_played_is_not_refused(slug: str) -> None:
    rules = published()[slug]
    refused = [
        (seed, problem_in_words(problem, "en"))
        for seed in range(PLAYED)
        if (found := play(seed, rules)) is not None
        for problem in problems_with(found[1], rules)
    ]
    assert refused == []


# Pairs of facts that no play brought about together

Said = tuple[str, str, bool]  # a premium, whose, and whether it was made; or that the game was won
OURS, THEIRS = "ours", "theirs"
ENOUGH = 15_000  # plays of a sheet with all birds

_MANY_POINTS = "so many points and cards can lie apart, but hardly ever do"
_LAST_TRICKS = "one side takes the last trick, the other one before it: it takes many tarocks on both sides"
_TALON = "the talon holds the best cards: what is laid away is counted as if honours could be among it"
_LEFT_LYING = "the half with the king was left lying"
_TRULL_LEFT = "three of the cards of the talon are the Trull"
_FOUR_KINGS = "four of the six cards of the talon are kings"
RARE: dict[str, dict[frozenset[Said], str]] = {
    "treffpunkt": {
        frozenset({("koenige", THEIRS, True), ("sack1", OURS, True)}): _MANY_POINTS,
        frozenset({("koenige", OURS, True), ("sack1", THEIRS, True)}): _MANY_POINTS,
        frozenset({("uhu", THEIRS, True), ("sack2", OURS, True)}): _MANY_POINTS,
        frozenset({("trull", OURS, True), ("sack2", THEIRS, True)}): _MANY_POINTS,
        frozenset({("trull", THEIRS, True), ("sack2", OURS, True)}): _MANY_POINTS,
        frozenset({("koenig_ultimo", OURS, True), ("sack2", THEIRS, True)}): _MANY_POINTS,
        frozenset({("uhu", THEIRS, True), ("koenig_ultimo", OURS, True)}): _LAST_TRICKS,
        frozenset({("kakadu", THEIRS, True), ("koenig_ultimo", OURS, True)}): _LAST_TRICKS,
        frozenset({("sack1", OURS, False), ("valat", OURS, True)}): _TALON,
        frozenset({("sack1", THEIRS, False), ("valat", THEIRS, True)}): _TALON,
        frozenset({("sack2", THEIRS, False), ("valat", THEIRS, True)}): _TALON,
        frozenset({("valat", OURS, True), ("koenigfang", THEIRS, True)}): _LEFT_LYING,
    },
    "cup": {
        frozenset({("uhu", THEIRS, True), ("koenig_ultimo", OURS, True)}): _LAST_TRICKS,
        frozenset({("kakadu", THEIRS, True), ("koenig_ultimo", OURS, True)}): _LAST_TRICKS,
        frozenset({("geier", THEIRS, True), ("koenig_ultimo", OURS, True)}): _LAST_TRICKS,
        frozenset({("koenige", THEIRS, True), ("valat", OURS, True)}): _FOUR_KINGS,
        frozenset({("trull", THEIRS, True), ("valat", OURS, True)}): _TRULL_LEFT,
    },
    "zwanzigerrufen": {
        frozenset({("koenige", THEIRS, True), ("absolut", OURS, True)}): _MANY_POINTS,
        frozenset({("koenige", OURS, True), ("absolut", THEIRS, True)}): _MANY_POINTS,
    },
}


@pytest.mark.parametrize("slug", RARE if PLAYED >= ENOUGH else ["zwanzigerrufen"])
def test_of_what_never_came_about_together_only_this_is_accepted(slug: str) -> None:
    rules = published()[slug]
    seen: set[frozenset[Said]] = set()
    games: dict[tuple[str, str | None], Game] = {}
    for seed in range(max(PLAYED, 3000)):
        if (found := play(seed, rules)) is not None:
            table, _hand = found
            games.setdefault((table.game.contract, table.game.king), table.game)
            seen |= {frozenset(pair) for pair in combinations(said_of(table), 2)}
    accepted = {
        frozenset(pair)
        for game in games.values()
        for pair in combinations(sayable(game, rules), 2)
        if frozenset(pair) not in seen and is_accepted(pair, game, rules)
    }
    assert accepted - RARE[slug].keys() == set()


def said_of(table: Table) -> Iterator[Said]:
    for key, side, made in outcomes(table):
        rule = table.rules.premiums[key]
        if made is not None and exists(rule, side) and rule.exists_in(table.contract):
            yield key, (OURS, THEIRS)[side], made
    yield "won", OURS, table.points >= table.rules.needs


def exists(rule: PremiumRule, side: int) -> bool:
    whose = {Whose.OPPONENTS: 1, Whose.DECLARER: 0, Whose.KING_HOLDER: 0}
    return rule.whose is not Whose.WINNER and side == whose.get(rule.whose, side)


def sayable(game: Game, rules: Rules) -> Iterator[Said]:
    for rule in rules.premiums.values():
        for side in (0, 1):
            if exists(rule, side) and rule.exists_in(rules.contracts[game.contract]):
                yield from ((rule.key, (OURS, THEIRS)[side], made) for made in (True, False))
    yield from (("won", OURS, won) for won in (True, False))


def is_accepted(pair: tuple[Said, Said], game: Game, rules: Rules) -> bool:
    """Return whether nothing keeps the two from being recorded, however the game ended."""
    (one, *_), (other, *_) = pair
    if one == other:
        return False  # one line a premium, or one each of both sides
    by = {OURS: game.declarer, THEIRS: next(s for s in SEATS if s not in (game.declarer, game.partner))}
    premiums = tuple(Premium(key, by[side], made=made) for key, side, made in pair if key != "won")
    said = [made for key, _side, made in pair if key == "won"]
    for won in said or (True, False):
        ended = replace(game, points=None, won=won)
        case = GameCase(
            Hand(SEATS, (ended,), premiums), rules, ended, rules.contracts[game.contract], "games.0"
        )
        if next(impossible(case), None) is None:
            return True
    return False
