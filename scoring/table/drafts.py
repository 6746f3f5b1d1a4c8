"""A hand that is being typed: what is wrong with it, or the hand it would be. Nothing is written."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.engine.facts import Hand
from scoring.engine.problems import IllegalHand, Problem
from scoring.engine.record import read_entry
from scoring.engine.rules import Rules
from scoring.engine.sheet import Standing, problems_with_entry


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
