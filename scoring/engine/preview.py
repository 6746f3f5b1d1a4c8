"""Preview a record as the next entry of a table, without writing anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from scoring.engine.cards import pack_of
from scoring.engine.customs import Kind, Whose
from scoring.engine.explaining import problems_in_words, worked_out
from scoring.engine.facts import Game, Hand, Premium
from scoring.engine.naming import Names
from scoring.engine.placing import CardFact
from scoring.engine.problems import IllegalHand, Problem, only_by_cards
from scoring.engine.problems.games import tricks_together
from scoring.engine.problems.impossible import (
    Recorded,
    fact_of,
    impossible,
    opposite,
    recorded_in,
    terms_of,
)
from scoring.engine.problems.premiums import made_problems
from scoring.engine.problems.problem import GameCase, PremiumCase
from scoring.engine.record import entry_from_dict
from scoring.engine.rules import Rules
from scoring.engine.sheet import Position, problems_with_entry
from scoring.engine.sides import of_declarers_side
from scoring.engine.texts import Text

Document = dict[str, Any]

NO_SETTLEMENT: Document = {"settlement": "", "save": "", "own": "", "amounts": [], "why": ""}


def previewed(sent: Document, position: Position, rules: Rules, names: Names, language: str) -> Document:
    """Return a record's settlement or problems, and the buttons that it rules out.

    `record` is the hand as it would be won, `instead` as it would be lost, or the other way round; `decided`
    says that it ended as in `record`.
    """
    seats, starts = position.players, not position.doubling_ended
    hand, settled, problems = _read(sent.get("record"), position, rules)
    answer: Document = {
        **NO_SETTLEMENT,
        "problems": [problem._asdict() for problem in problems_in_words(problems, names, language)],
        "only_by_cards": only_by_cards(problems),
    }
    if settled is not None:
        answer |= worked_out(settled, names, rules, language, seats=seats, starts=starts)
    hands = [] if hand is None else [hand]
    if sent.get("instead") is not None:
        lost, settled, _problems = _read(sent["instead"], position, rules)
        hands += [] if lost is None or sent.get("decided") else [lost]
        if settled is not None:
            answer["instead"] = worked_out(settled, names, rules, language, seats=seats, starts=starts)
    return answer | {"impossible": _impossible(hands, rules, names, language)}


def _read(
    record: object, position: Position, rules: Rules
) -> tuple[Hand | None, Hand | None, Sequence[Problem]]:
    """Return a hand with its players, the hand as it is settled if legal, and its problems."""
    try:
        entry = entry_from_dict(record, rules)
    except IllegalHand as illegal:
        return None, None, illegal.problems
    problems = problems_with_entry(position, entry, rules)
    if not isinstance(entry, Hand):
        return None, None, problems
    hand = replace(entry, players=position.playing)
    if problems:
        return hand, None, problems
    return hand, replace(hand, radl=position.doubles(entry, rules), times=position.times), ()


def _impossible(hands: list[Hand], rules: Rules, names: Names, language: str) -> Document:
    """Return the taps that contradict the hand, however it ends, each with its reason."""
    if not hands:
        return {"premiums": [], "results": {}, "tricks": []}
    each = [{choice[:4]: choice for choice in impossible_premiums(hand, rules)} for hand in hands]
    premiums = [
        [*key, _contradicted(choice, hands[0], rules, names, language)]
        for key, choice in each[0].items()
        if all(key in other for other in each[1:])
    ]
    results = {
        "won" if won else "lost": why.in_language(language)
        for won, why in impossible_results(hands[0], rules)
    }
    tricks = [
        [index, count, ", ".join(f"{names.get(player, player)} {taken}" for player, taken in others)]
        for index, count, others in impossible_tricks(hands[0], rules)
    ]
    return {"premiums": premiums, "results": results, "tricks": tricks}


def _contradicted(choice: ImpossiblePremium, hand: Hand, rules: Rules, names: Names, language: str) -> str:
    """Return what a premium contradicts: another one, the other side's same one, or the game."""
    label = rules.premiums[choice.premium].label
    if choice.opposite != label:
        return choice.opposite.in_language(language)
    theirs = [
        names.get(player, player)
        for player in hand.players
        if of_declarers_side(hand.games[0], player) != choice.of_declarers
    ]
    return f"{label.in_language(language)} ({' + '.join(theirs)})"


# What cannot be recorded beside what a hand says already


class ImpossiblePremium(NamedTuple):
    """A premium that this side cannot have, made or missed, and why."""

    premium: str
    of_declarers: bool
    announced: bool
    made: bool
    opposite: Text


def impossible_premiums(hand: Hand, rules: Rules) -> Iterator[ImpossiblePremium]:
    """Yield each premium that would contradict the hand so far."""
    rules = rules.under(hand.options)
    case = _case(hand, rules)
    if case is None:
        return
    recorded, terms = list(recorded_in(case)), terms_of(case)
    sides = {of_declarers_side(case.game, player): player for player in reversed(hand.players)}
    sides[True] = case.game.declarer
    for key, rule in rules.premiums.items():
        for of_declarers, by in sides.items():
            others = [
                row
                for row in recorded
                if row.premium is None or not _stands_for(row.premium, key, case.game, of_declarers)
            ]
            other_premiums = tuple(row.premium for row in others if row.premium is not None)
            reasons: dict[CardFact, Text | None] = {}
            for announced in (False, True):
                if rule.price(announced=announced, solo=case.contract.solo) is None:
                    continue
                for made in (True, False):
                    premium = Premium(key, by, announced=announced, made=made)
                    row = Recorded(fact_of(case, premium), premium)
                    if row.fact not in reasons:
                        reasons[row.fact] = opposite(case, terms, others, row)
                    why = reasons[row.fact]
                    if why is None and rule.whose is Whose.WINNER:
                        tried = replace(hand, premiums=(*other_premiums, premium))
                        own = PremiumCase(tried, rules, case.game, case.contract, "premiums", premium, rule)
                        refused = next(made_problems(own), None) is not None
                        why = case.contract.label if refused else None
                    if why is not None:
                        yield ImpossiblePremium(key, of_declarers, announced, made, why)


def _stands_for(premium: Premium, key: str, game: Game, of_declarers: bool) -> bool:
    """Return whether a new entry of a premium replaces this one; the others' announced one stays."""
    if premium.premium != key:
        return False
    return not premium.announced or of_declarers_side(game, premium.by) == of_declarers


def impossible_results(hand: Hand, rules: Rules) -> Iterator[tuple[bool, Text]]:
    """Yield whether winning or losing the game would contradict what the hand says, and what."""
    rules = rules.under(hand.options)
    for won in (True, False):
        if not hand.games:
            return
        game: Game = replace(hand.games[0], won=won, drawn=False)
        case = _case(replace(hand, games=(game,)), rules)
        problem = None if case is None or game.points is not None else next(impossible(case), None)
        if problem is not None and "outcome" in problem.named:
            yield won, problem.named["other"]


class ImpossibleTricks(NamedTuple):
    """A number of tricks that the declarer of one of several games cannot have, given those of the others."""

    game_index: int
    tricks: int
    others: tuple[tuple[str, int], ...]


def impossible_tricks(hand: Hand, rules: Rules) -> Iterator[ImpossibleTricks]:
    """Yield for each of several games what its declarer cannot have taken."""
    rules = rules.under(hand.options)
    contracts = [rules.contracts.get(game.contract) for game in hand.games]
    if len(contracts) < 2 or not all(contract and contract.kind is Kind.NEGATIVE for contract in contracts):
        return
    for index in range(len(hand.games)):
        others = tuple(_known_tricks(hand.games, index, rules))
        for count in range(pack_of(rules).tricks + 1) if others else ():
            games = list(hand.games)
            games[index] = replace(games[index], tricks=count, won=None)
            tried = replace(hand, games=tuple(games))
            cases = [GameCase(tried, rules, game, rules.contracts[game.contract], "games") for game in games]
            if next(iter(tricks_together(cases)), None) is not None:
                yield ImpossibleTricks(index, count, others)


def _known_tricks(games: Sequence[Game], but: int, rules: Rules) -> Iterator[tuple[str, int]]:
    for index, game in enumerate(games):
        tricks = game.tricks
        if tricks is None and game.won:
            tricks = rules.contracts[game.contract].tricks
        if index != but and tricks is not None:
            yield game.declarer, tricks


def _case(hand: Hand, rules: Rules) -> GameCase | None:
    """Return the game of a hand, where it is one that premiums go with."""
    if len(hand.games) != 1 or hand.revoke is not None:
        return None
    game = hand.games[0]
    contract = rules.contracts.get(game.contract)
    if contract is None or not contract.by_points or game.conceded or game.unplayed:
        return None
    return GameCase(hand, rules, game, contract, "games.0")
