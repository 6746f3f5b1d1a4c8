"""What a record would mean as the next entry of a table, while somebody types it; nothing is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scoring.engine.explaining import problems_in_words, worked_out
from scoring.engine.facts import Hand
from scoring.engine.naming import Names
from scoring.engine.problems import IllegalHand, Problem
from scoring.engine.problems.impossible import (
    ImpossiblePremium,
    impossible_premiums,
    impossible_results,
    impossible_tricks,
)
from scoring.engine.record import read_entry
from scoring.engine.rules import Rules
from scoring.engine.sheet import Standing, problems_with_entry
from scoring.engine.sides import of_declarers_side
from scoring.engine.texts import Text

Document = dict[str, Any]

NO_SETTLEMENT: Document = {"settlement": "", "save": "", "own": "", "why": ""}


def previewed(sent: Document, standing: Standing, rules: Rules, names: Names, language: str) -> Document:
    """Return the settlement of a record, or what is wrong with it, and what cannot be tapped beside it.

    Where won or lost is still open, `record` is the hand as it would be won, `instead` as it would be lost.
    """
    starts = not standing.undoubled
    hand, settled, problems = _read(sent.get("record"), standing, rules)
    answer: Document = {
        **NO_SETTLEMENT,
        "problems": [problem._asdict() for problem in problems_in_words(problems, names, language)],
    }
    if settled is not None:
        answer |= worked_out(settled, names, rules, language, starts=starts)
    hands = [] if hand is None else [hand]
    if sent.get("instead") is not None:
        lost, settled, _problems = _read(sent["instead"], standing, rules)
        hands += [] if lost is None else [lost]
        if settled is not None:
            instead = worked_out(settled, names, rules, language, starts=starts)
            answer |= {"instead": instead, "problems": []}
    return answer | {"impossible": _impossible(hands, rules, names, language)}


def _read(
    record: object, standing: Standing, rules: Rules
) -> tuple[Hand | None, Hand | None, Sequence[Problem]]:
    """Return a hand of those who play, the same as it is settled if it can be, and what is wrong with it."""
    try:
        entry = read_entry(record, rules)
    except IllegalHand as illegal:
        return None, None, illegal.problems
    problems = problems_with_entry(standing, entry, rules)
    if not isinstance(entry, Hand):
        return None, None, problems
    hand = replace(entry, players=standing.playing)
    if problems:
        return hand, None, problems
    return hand, replace(hand, radl=standing.doubles(entry, rules), times=standing.times), ()


def _impossible(hands: list[Hand], rules: Rules, names: Names, language: str) -> Document:
    """Return the taps that contradict the hand, however it ends, each with its reason."""
    if not hands:
        return {"premiums": [], "results": {}, "tricks": []}
    each = [{choice[:4]: choice for choice in impossible_premiums(hand, rules)} for hand in hands]
    premiums = [
        [*found, _beside(choice, hands[0], rules, names, language)]
        for found, choice in each[0].items()
        if all(found in further for further in each[1:])
    ]
    results = {
        "won" if won else "lost": _reason(problem, language)
        for won, problem in impossible_results(hands[0], rules)
    }
    tricks = [
        [place, count, ", ".join(f"{names.get(player, player)} {taken}" for player, taken in others)]
        for place, count, others in impossible_tricks(hands[0], rules)
    ]
    return {"premiums": premiums, "results": results, "tricks": tricks}


def _beside(choice: ImpossiblePremium, hand: Hand, rules: Rules, names: Names, language: str) -> str:
    """Return what a premium is not beside: another one, the same one of the other side, or the game."""
    label, problem = rules.premiums[choice.premium].label, choice.problem
    other = problem.named.get("other")
    if other != label:
        return _reason(problem, language)
    if problem.named["label"] != label:
        other = problem.named["label"]
        return other.in_language(language) if isinstance(other, Text) else str(other)
    theirs = [
        names.get(player, player)
        for player in hand.players
        if of_declarers_side(hand.games[0], player) != choice.of_declarers
    ]
    return f"{label.in_language(language)} ({' + '.join(theirs)})"


def _reason(problem: Problem, language: str) -> str:
    """Return the other side of a contradiction, as short as a button needs it."""
    found = problem.named.get("other") or problem.named.get("outcome") or problem.named.get("noted")
    found = found or problem.named.get("has") or problem.named.get("game", "")
    return found.in_language(language) if isinstance(found, Text) else str(found)
