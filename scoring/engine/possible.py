"""What can be recorded of each game of a rule sheet, for pages, which judge nothing themselves."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from scoring.engine.cards import pack_of
from scoring.engine.customs import Counting, Kind
from scoring.engine.facts import Game, Hand, Premium, Renonce
from scoring.engine.placing import counts_of_one_player
from scoring.engine.prices import VALAT, costs_missed_silently
from scoring.engine.problems.games import (
    game_problems,
    revoke_problems,
    side_by_side_problems,
)
from scoring.engine.problems.premiums import premium_problems
from scoring.engine.problems.problem import GameCase, Problem
from scoring.engine.rules import Contract, PremiumRule, Rules
from scoring.engine.sides import declarer_wins, limit_as_written, needed_points, spread

SEATS = VORHAND, DECLARER, PARTNER, OTHER = "vorhand", "declarer", "partner", "other"


def possible_in(contract: Contract, rules: Rules) -> dict[str, Any]:
    """Return for a game who may play it, its results, its kontras, and the premiums beside it."""
    anybody = all(_may(contract, rules, "declarer", declarer=by) for by in (VORHAND, DECLARER))
    return {
        "who": contract.who.value,
        "only": None if anybody else contract.who.value,
        "alone": [why for why in ("talon", "self") if _may(contract, rules, "king", king=why)],
        "results": _results(contract, rules),
        "wins": _points_that_win(contract, rules),
        "won_with": _tricks_that_win(contract, rules),
        "kontra": _ladder(contract, rules),
        "kontra_with_valat": _ladder(contract, rules, **_MORE_FACTS["announced"]),
        "games_beside": _games_beside(contract, rules),
        "declarers_kontra": _declarers_kontra(contract, rules),
        "renonce": _may_revoke(contract, rules, "games.0.revoke"),
        "claims": _may_revoke(contract, rules, "revoke.claims"),
    }


def possible_premiums(contract: Contract, rules: Rules) -> Mapping[str, Mapping[str, list[str]]] | None:
    """Return the ways in which each side can have each premium; None for a game without any."""
    if not contract.by_points:
        return None
    member = DECLARER if contract.kind is Kind.ALONE else PARTNER
    return {
        "declarer": _ways(contract, rules, member),
        "others": _ways(contract, rules, OTHER),
    }


def _ways(contract: Contract, rules: Rules, by: str) -> dict[str, list[str]]:
    """Return the ways in which this player's side can have each premium."""
    is_theirs = by != OTHER
    partner = None if contract.kind is Kind.ALONE else PARTNER
    game = Game(contract.key, DECLARER, partner, won=is_theirs, kontra=next(iter(rules.levels), None))

    def may(rule: PremiumRule, *, announced: bool, made: bool) -> bool:
        against = (OTHER if is_theirs else DECLARER) if rule.between_two else None
        premium = Premium(rule.key, by, against, announced=announced, made=made)
        case = _case(contract, rules, game, (premium,))
        return not _is_refused(premium_problems(case), "premiums.0")

    ways_by_premium = {}
    for key, rule in rules.premiums.items():
        ways = ["silent"] if may(rule, announced=False, made=True) else []
        if may(rule, announced=True, made=True):
            ways.append("announced")
        if costs_missed_silently(rule, rules) and may(rule, announced=False, made=False):
            ways.append("missed")
        if ways:
            ways_by_premium[key] = ways
    return ways_by_premium


# How a game may end: where the engine would object, and what is said.
_RESULTS: Mapping[str, tuple[str, dict[str, Any]]] = {
    "won": ("won", {"won": True}),
    "lost": ("won", {"won": False}),
    "drawn": ("drawn", {"drawn": True}),
    "conceded": ("conceded", {"conceded": True}),
    "blank": ("unplayed", {"unplayed": True}),
}
# Who goes along, or why nobody does; and what else is said of a hand.
_COMPANY: Mapping[str, dict[str, Any]] = {
    "partner": {"partner": PARTNER},
    "talon": {"king": "talon"},
    "self": {"king": "self"},
}
_MORE_FACTS: Mapping[str, dict[str, Any]] = {
    "announced": {"premiums": (Premium(VALAT, DECLARER, announced=True),)},
    "revoked": {"revoke": Renonce(OTHER)},
}


def _results(contract: Contract, rules: Rules) -> dict[str, list[str]]:
    """Return the possible results of a game, each with the facts it excludes."""
    extras = {"kontra": {"kontra": next(iter(rules.levels), None)}, **_MORE_FACTS}
    results = {}
    for name, (where, fields) in _RESULTS.items():
        possible = [who for who, is_so in _COMPANY.items() if _may(contract, rules, where, **is_so, **fields)]
        if possible:
            usual = {**_COMPANY[possible[0]], **fields}
            allowed = [what for what, more in extras.items() if _may(contract, rules, where, **usual, **more)]
            results[name] = [what for what in (*_COMPANY, *extras) if what not in (*possible, *allowed)]
    return results


def _points_that_win(contract: Contract, rules: Rules) -> list[int]:
    """Return the card points needed, without a kontra and with one; empty where none are counted."""
    games = (Game(contract.key, DECLARER, kontra=kontra) for kontra in (None, next(iter(rules.levels), None)))
    return [needed_points(game, contract, rules) for game in games] if contract.by_points else []


def _tricks_that_win(contract: Contract, rules: Rules) -> list[int]:
    """Return the numbers of tricks that win a negative game; empty where none are counted."""
    if contract.kind is not Kind.NEGATIVE:
        return []
    games = (Game(contract.key, DECLARER, tricks=tricks) for tricks in range(pack_of(rules).tricks + 1))
    return [tricks for tricks, game in enumerate(games) if declarer_wins(game, contract, rules)]


def limits(needed: int, rules: Rules) -> dict[str, Any]:
    """Return a threshold as it is written, the most points below it and the fewest that reach it.

    Points are exact, in thirds where Blatt are counted; whole points can be recorded there too, and each of
    them covers the thirds beside it.
    """

    def most_and_least(*, whole: bool) -> list[int]:
        written = range(rules.all_points // 3 + 1 if whole else rules.all_points + 1)

        def lagen_range(points: int) -> tuple[int, int]:
            return spread(Game("", DECLARER, points=points * 3 if whole else points, lagen=whole), rules)

        fewer = bisect_left(written, needed, key=lambda points: lagen_range(points)[1]) - 1
        return [fewer, bisect_left(written, needed, key=lambda points: lagen_range(points)[0])]

    threshold: dict[str, Any] = {
        "written": limit_as_written(needed, rules),
        "exact": most_and_least(whole=False),
    }
    return (
        threshold if rules.counting is Counting.PLAIN else {**threshold, "whole": most_and_least(whole=True)}
    )


def points_of_nobody(rules: Rules) -> list[int]:
    """Return the few card points that no tricks of a Trischaken count."""
    counts = counts_of_one_player(pack_of(rules))
    return [points for points in range(rules.all_points // 2) if not counts >> points & 1]


def _may(
    contract: Contract,
    rules: Rules,
    where: str,
    *,
    declarer: str = DECLARER,
    premiums: tuple[Premium, ...] = (),
    revoke: Renonce | None = None,
    **fields: Any,
) -> bool:
    """Return whether the engine has no problem with the field `where` of such a game."""
    case = _case(contract, rules, Game(contract.key, declarer, **fields), premiums, revoke)
    return not _is_refused(game_problems(case), f"games.0.{where}")


def _ladder(contract: Contract, rules: Rules, **fields: Any) -> list[str]:
    """Return how far the kontras on a game go."""

    def kontra_fields(level: str) -> dict[str, Any]:
        return {"kontras": {OTHER: level}} if contract.kind is Kind.NEGATIVE else {"kontra": level}

    return [
        level for level in rules.levels if _may(contract, rules, "kontra", **fields, **kontra_fields(level))
    ]


def _games_beside(contract: Contract, rules: Rules) -> list[str]:
    """Return the games that another player may play in the same hand."""
    if contract.kind is not Kind.NEGATIVE:
        return []
    own = _case(contract, rules, Game(contract.key, DECLARER))

    def may(other: Contract) -> bool:
        theirs = replace(own, contract=other, game=Game(other.key, OTHER))
        return next(side_by_side_problems([own, theirs]), None) is None

    return [key for key, other in rules.contracts.items() if may(other)]


def _declarers_kontra(contract: Contract, rules: Rules) -> bool:
    """Return whether the declarer of another game in the hand may kontra this one."""
    if contract.kind is not Kind.NEGATIVE:
        return False
    game = Game(contract.key, DECLARER, kontras={OTHER: next(iter(rules.levels), "")})
    case = _case(contract, rules, game)
    both = replace(case.hand, games=(game, Game(contract.key, OTHER)))
    return not _is_refused(game_problems(replace(case, hand=both)), f"games.0.kontras.{OTHER}")


def _may_revoke(contract: Contract, rules: Rules, where: str) -> bool:
    case = _case(contract, rules, Game(contract.key, DECLARER))
    problems = revoke_problems([case], Renonce(DECLARER, {OTHER: 1}))
    return not any(problem.path == where for problem in problems)


def _case(
    contract: Contract,
    rules: Rules,
    game: Game,
    premiums: tuple[Premium, ...] = (),
    revoke: Renonce | None = None,
) -> GameCase:
    return GameCase(Hand(SEATS, (game,), premiums, revoke=revoke), rules, game, contract, "games.0")


def _is_refused(problems: Iterable[Problem], where: str) -> bool:
    return any(problem.path.startswith(where) for problem in problems)
