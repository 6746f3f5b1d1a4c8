"""Tarock as a library: settle hands, replay a table, check and generate files of results.

Needs nothing but Python. A hand is a dict in the shape of a hand record, and so is what comes back.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.engine.answers import answer
from scoring.engine.loading import mistake_in_words, rules_from
from scoring.engine.rules import Rules
from scoring.rules import SLUGS, published
from scoring.rules.importing import imported
from scoring.rules.settling import UnusableSheet
from tournaments.results_file.checking import checked as check
from tournaments.results_file.generating import generated as generate
from tournaments.results_file.verdict import FileVerdict

__all__ = [
    "SLUGS",
    "FileVerdict",
    "ImpossibleHand",
    "Rules",
    "UnusableSheet",
    "check",
    "generate",
    "house_sheet",
    "published",
    "replay",
    "settle",
]


class ImpossibleHand(ValueError):
    """Raised where a hand cannot have been played under its sheet; `problems` has all reasons."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


def settle(
    record: Mapping[str, Any], rules: str | Rules = "standard", *, language: str = "de"
) -> dict[str, Any]:
    """Return what everybody gets of a hand, line by line.

    >>> hand = {"players": ["Anna", "Bert", "Cilli", "Dora"],
    ...         "games": [{"contract": "solorufer", "declarer": "Anna", "partner": "Dora", "won": True}]}
    >>> settle(hand)["payouts"]
    {'Anna': 2, 'Bert': -2, 'Cilli': -2, 'Dora': 2}
    """
    return _answer(record, rules, language)


def replay(
    record: Mapping[str, Any], rules: str | Rules = "standard", *, language: str = "de"
) -> list[dict[str, Any]]:
    """Return the hands of a table in order: who deals, who plays, doubled or not, amounts and totals."""
    rows: list[dict[str, Any]] = _answer(record, rules, language)["rows"]
    return rows


def house_sheet(text: str | bytes, slug: str = "house", *, language: str = "de") -> Rules:
    """Return the rules of a TOML sheet, which may extend a published one; or raise UnusableSheet."""
    sheet = imported(text.encode() if isinstance(text, str) else text)
    if sheet.data is None or not sheet.works:
        raise UnusableSheet("\n".join(mistake_in_words(mistake, language) for mistake in sheet.mistakes))
    return rules_from(sheet.data, slug)


def _answer(record: Mapping[str, Any], rules: str | Rules, language: str) -> dict[str, Any]:
    sheets, slug = (published(), rules) if isinstance(rules, str) else ({rules.slug: rules}, rules.slug)
    document = dict(record) if isinstance(rules, str) else {**record, "rules": slug}
    reply = answer(document, sheets, rules=slug, language=language)
    if "problems" in reply:
        raise ImpossibleHand(reply["problems"])
    return reply
