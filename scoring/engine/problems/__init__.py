"""Find everything that keeps a hand from being settled, all at once, by `problems_with(hand, rules)`."""

from collections.abc import Iterable, Mapping, Sequence

from scoring.engine.facts import Hand
from scoring.engine.options import CHOICES, OPTIONS, choice_label
from scoring.engine.problems.games import (
    beside_problems,
    game_problems,
    revoke_problems,
    side_by_side_problems,
)
from scoring.engine.problems.impossible import impossible
from scoring.engine.problems.premiums import bird_problems, premium_problems
from scoring.engine.problems.problem import (
    CARDS_EXCLUDE,
    REFUSED_LATER,
    GameCase,
    IllegalHand,
    Problem,
    Problems,
    TarockError,
    unknown,
    unknown_row,
)
from scoring.engine.rules import Rules

__all__ = [
    "IllegalHand",
    "Problem",
    "TarockError",
    "of_stored_hands",
    "only_by_cards",
    "option_problems",
    "problems_with",
    "unknown",
]


def problems_with(hand: Hand, rules: Rules) -> tuple[Problem, ...]:
    """Return all problems of a hand under these rules; if there are none, `settle` has an answer."""
    wrong_options = option_problems(hand.options, rules)
    if not wrong_options:
        rules = rules.under(hand.options)
    return wrong_options + tuple(_problems(hand, rules))


def of_stored_hands(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return the problems of a stored hand, without those that are only checked for new ones."""
    return tuple(problem for problem in problems if problem.code not in REFUSED_LATER)


def only_by_cards(problems: Sequence[Problem]) -> bool:
    """Return whether the rules allow a hand, and only no cards can give it."""
    return bool(problems) and all(problem.code in CARDS_EXCLUDE for problem in problems)


def _problems(hand: Hand, rules: Rules) -> Problems:
    yield from _seat_problems(hand, rules)
    if not hand.games:
        yield Problem("game_missing", "games")
        return
    cases = []
    for index, game in enumerate(hand.games):
        where = f"games.{index}"
        contract = rules.contracts.get(game.contract)
        if contract is None:
            named = game.contract, rules.contracts, rules.open_contracts
            yield unknown_row("contract", f"{where}.contract", *named)
        else:
            cases.append(GameCase(hand, rules, game, contract, where))
    for case in cases:
        yield from game_problems(case)
    if len(cases) < len(hand.games):
        return  # what lies between the games and premiums cannot be judged
    if len(cases) > 1:
        yield from side_by_side_problems(cases)
    yield from beside_problems(cases)
    yield from premium_problems(cases[0])
    if cases[0].contract.by_points and hand.revoke is None and not cases[0].game.conceded:
        yield from impossible(cases[0])
    if cases[0].contract.birds:
        yield from bird_problems(cases[0])
    if hand.revoke is not None:
        yield from revoke_problems(cases, hand.revoke)


def _seat_problems(hand: Hand, rules: Rules) -> Problems:
    if len(hand.players) != 4:
        yield Problem("four_play", "players", {"count": len(hand.players)})
    elif len(set(hand.players)) != 4:
        twice = next(player for player in hand.players if hand.players.count(player) > 1)
        yield Problem("player_twice", "players", {"name": twice})
    if hand.radl and not rules.radl.played:
        yield Problem("radl_not_here", "radl")
    elif hand.radl and hand.times not in rules.radl.factors:
        known = ", ".join(map(str, rules.radl.factors))
        yield Problem("radl_times_not_here", "radl", {"times": hand.times, "known": known})


def option_problems(options: Mapping[str, str | int], rules: Rules) -> tuple[Problem, ...]:
    """Return what is wrong with the options of a hand or of a whole sheet."""
    return tuple(_option_problems(options, rules))


def _option_problems(options: Mapping[str, str | int], rules: Rules) -> Problems:
    for key, value in options.items():
        where = f"options.{key}"
        if key not in CHOICES:
            yield unknown("unknown_option", where, key, CHOICES, values=", ".join(CHOICES))
        elif not rules.offers(key):
            yield Problem("option_not_on_this_sheet", where, {"key": key})
        elif value not in CHOICES[key]:
            values = ", ".join(map(str, CHOICES[key]))
            yield Problem("unknown_option_value", where, {"key": key, "values": values})
        elif rules.fixes(key) and value != rules.options[key]:
            named = {"matter": OPTIONS[key].matter, "value": choice_label(key, rules.options[key])}
            yield Problem("option_fixed", where, named)
