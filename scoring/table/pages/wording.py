"""Entries and problems with everybody's name in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from scoring.engine import facts
from scoring.engine.naming import Names, renamed, renamed_hand
from scoring.engine.problems import Problem
from scoring.engine.result import Amount
from scoring.engine.rules import Rules
from scoring.engine.settling import settle
from scoring.engine.telling import entry_told
from scoring.engine.words import line_in_words, problem_in_words
from scoring.table.replay import Fact


def told(entry: facts.Entry, names: Names, rules: Rules, language: str) -> str:
    """What happened, in a sentence or two."""
    return entry_told(renamed(entry, names), rules, language)


def fact_told(fact: Fact, names: Names, language: str) -> str:
    """The same of an entry of a sheet, under the rules of its place."""
    return told(fact.entry, names, fact.rules, language)


class ProblemWords(NamedTuple):
    where: str  # the place in the record, as in "games.0.partner"
    text: str


def problems_told(problems: Iterable[Problem], names: Names, language: str) -> list[ProblemWords]:
    return [
        ProblemWords(
            problem.where, problem_in_words(problem._replace(named=_named(problem.named, names)), language)
        )
        for problem in problems
    ]


def _named(named: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """The people a sentence names are ids here: one of them, or several with commas between."""
    found = dict(named)
    for key in ("name", "by", "other_by"):
        if isinstance(one := named.get(key), str):
            found[key] = names.get(one, one)
    if isinstance(several := named.get("names"), str):
        found["names"] = ", ".join(names.get(one, one) for one in several.split(", "))
    return found


class LineInWords(NamedTuple):
    """One line of a settlement in words, and what each of the four gets."""

    text: str
    amounts: tuple[Amount, ...]


class Explained(NamedTuple):
    """Who gets what for one hand, line by line; the four in order of play."""

    players: tuple[str, ...]
    lines: tuple[LineInWords, ...]
    totals: tuple[Amount, ...]
    schrift: tuple[Amount, ...] | None  # where it differs from the Kassa


def explained(hand: facts.Hand, names: Names, rules: Rules, language: str) -> Explained:
    """A legal hand with its players and Radl filled in."""
    settlement = settle(renamed_hand(hand, names), rules)
    rules = rules.under(hand.options)
    schrift = settlement.schrift_amounts
    return Explained(
        settlement.players,
        tuple(LineInWords(line_in_words(line, rules, language), line.amounts) for line in settlement.lines),
        settlement.amounts,
        schrift if schrift != settlement.amounts else None,
    )
