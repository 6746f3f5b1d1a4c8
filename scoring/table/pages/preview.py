"""A hand that is being typed: what is wrong with it, or the hand it would be. Nothing is written."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from scoring.engine.facts import Hand
from scoring.engine.naming import Names
from scoring.engine.problems import IllegalHand, Problem
from scoring.engine.problems.impossible import impossible_premiums, impossible_results
from scoring.engine.record import read_entry
from scoring.engine.rules import Rules
from scoring.engine.sheet import Standing, problems_with_entry
from scoring.engine.texts import Text
from scoring.table.pages.wording import problems_told, worked_out


@dataclass(frozen=True)
class Draft:
    """An entry as it would stand at one place of a sheet."""

    problems: tuple[Problem, ...]
    hand: Hand | None = None  # with its players and Radl; None if it cannot be settled, or is no hand


def draft(record: object, standing: Standing, rules: Rules) -> Draft:
    """Return what a record would be as the next entry: the hand, or what is wrong with it."""
    try:
        entry = read_entry(record, rules)
    except IllegalHand as illegal:
        return Draft(illegal.problems)
    problems = problems_with_entry(standing, entry, rules)
    if problems or not isinstance(entry, Hand):
        return Draft(problems)
    doubled = standing.doubles(entry, rules)
    return Draft((), replace(entry, players=standing.playing, radl=doubled, times=standing.times))


Document = dict[str, Any]


def previewed(sent: Document, standing: Standing, rules: Rules, names: Names, language: str) -> Document:
    """Return the settlement of a record, or what is wrong with it, and what cannot be tapped beside it.

    Where won or lost is still open, `record` is the hand as it would be won, `instead` as it would be lost.
    """
    answer: Document = {"settlement": "", "save": "", "own": "", "why": ""}
    record, instead = sent.get("record"), sent.get("instead")
    found, starts = draft(record, standing, rules), not standing.undoubled
    answer["problems"] = [problem._asdict() for problem in problems_told(found.problems, names, language)]
    if found.hand is not None:
        answer |= worked_out(found.hand, names, rules, language, starts=starts)
    if instead is not None and (lost := draft(instead, standing, rules).hand) is not None:
        answer |= {"instead": worked_out(lost, names, rules, language, starts=starts), "problems": []}
    records = [record] if instead is None else [record, instead]
    hands = [hand for hand in (_hand(record, standing, rules) for record in records) if hand is not None]
    return answer | {"impossible": _impossible(hands, rules, language)}


def _hand(record: object, standing: Standing, rules: Rules) -> Hand | None:
    """Return a record as a hand of those who play, also where it cannot be settled yet."""
    try:
        entry = read_entry(record, rules)
    except IllegalHand:
        return None
    return replace(entry, players=standing.playing) if isinstance(entry, Hand) else None


def _impossible(hands: list[Hand], rules: Rules, language: str) -> Document:
    """Return the taps that contradict the hand, however it ends, each with its reason."""
    if not hands:
        return {"premiums": [], "results": {}}
    each = [{choice[:4]: choice.problem for choice in impossible_premiums(hand, rules)} for hand in hands]
    premiums = [
        [*choice, _reason(problem, language)]
        for choice, problem in each[0].items()
        if all(choice in further for further in each[1:])
    ]
    results = {
        "won" if won else "lost": _reason(problem, language)
        for won, problem in impossible_results(hands[0], rules)
    }
    return {"premiums": premiums, "results": results}


def _reason(problem: Problem, language: str) -> str:
    """Return the other side of a contradiction, as short as a button needs it."""
    found = problem.named.get("other") or problem.named.get("outcome") or problem.named.get("noted")
    found = found or problem.named.get("has") or problem.named.get("game", "")
    return found.in_language(language) if isinstance(found, Text) else str(found)
