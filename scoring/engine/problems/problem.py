"""One mistake in a record, in words too, and the exceptions that carry several."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.engine.declaring import declared
from scoring.engine.facts import Game, Hand, Premium
from scoring.engine.rules import Contract, PremiumRule, Rules
from scoring.engine.sides import of_declarers_side
from scoring.engine.texts import Text, listed, nearest, sentences, with_nearest

MOST_CLAIMED = 10_000
LONGEST_NAMED = 200
SENTENCES = with_nearest(
    sentences(declared(__name__)),
    *("unknown_key", "unknown_rules", "unknown_option", "unknown_contract", "unknown_premium"),
)


class Problem(NamedTuple):
    """One mistake: a code, a path into the record (`games.0.partner`), and the values of its sentence."""

    code: str
    path: str
    named: Mapping[str, Any] = {}

    def in_words(self, language: str) -> str:
        """Return what is wrong, in one sentence."""
        named = {key: _named(value, language) for key, value in self.named.items()}
        return SENTENCES[self.code].in_language(language).format_map(named)

    @property
    def de(self) -> str:
        """Return what is wrong, in German."""
        return self.in_words("de")

    @property
    def en(self) -> str:
        """Return what is wrong, in English."""
        return self.in_words("en")


def _named(value: object, language: str) -> object:
    """Return a value named in a sentence; of a very long text only the beginning."""
    if isinstance(value, Text):
        return value.in_language(language)
    if isinstance(value, tuple):  # facts, each with whose it is
        facts = [
            f"{label.in_language(language)} ({by})" if by else label.in_language(language)
            for label, by in value
        ]
        return listed(facts, language)
    if isinstance(value, str) and len(value) > LONGEST_NAMED:
        return f"{value[:LONGEST_NAMED]}…"
    return value


Problems = Iterator[Problem]

# What cards exclude.
CARDS_EXCLUDE = frozenset(
    {
        *("cards_at_least", "cards_at_most", "cards_between", "cards_result", "cards_made"),
        *("cards_of_declarers", "cards_of_opponents", "cards_never"),
    }
)
# What is refused today, though hands like it were recorded before: those keep their amounts.
REFUSED_LATER = CARDS_EXCLUDE | {"announced_by_both", "void_without_partner", "counts_no_tricks"}


class TarockError(ValueError):
    """Raised for whatever a person or a program can put right; `problems` says all of it.

    Its text is English; the problems have both languages.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(f"{problem.path}: {problem.en}".removeprefix(": ") for problem in self.problems)


class IllegalHand(TarockError):
    """Raised where a hand cannot have been played under its sheet, or a record says none."""


def unknown(code: str, where: str, key: str, known: Iterable[str], **named: object) -> Problem:
    """Return the problem of an unknown key, with the nearest right one if there is any."""
    near = nearest(key, known)
    if near is None:
        return Problem(code, where, {"key": key, **named})
    return Problem(f"{code}_near", where, {"key": key, "near": near, **named})


def unknown_row(
    kind: str, where: str, key: str, known: Iterable[str], still_open: Mapping[str, Text]
) -> Problem:
    """Return the problem of a game or premium that the sheet lacks, or has without a value."""
    if key in still_open:
        return Problem(f"{kind}_without_value", where, {"label": still_open[key]})
    return unknown(f"unknown_{kind}", where, key, known)


@dataclass(frozen=True, slots=True)
class GameCase:
    """One game of a hand, held against its row of the sheet."""

    hand: Hand
    rules: Rules
    game: Game
    contract: Contract
    where: str

    def problem(self, code: str, key: str, /, **named: object) -> Problem:
        return Problem(code, f"{self.where}.{key}", {"label": self.contract.label, **named})

    def not_playing(self, key: str, player: str) -> Problem:
        return Problem("not_playing", f"{self.where}.{key}", {"name": player})


@dataclass(frozen=True, slots=True)
class PremiumCase(GameCase):
    """One premium of a hand, with its row of the sheet and its game."""

    premium: Premium
    rule: PremiumRule

    @property
    def of_declarers_side(self) -> bool:
        return of_declarers_side(self.game, self.premium.by)

    def problem(self, code: str, key: str = "", /, **named: object) -> Problem:
        where = f"{self.where}.{key}" if key else self.where
        return Problem(code, where, {"label": self.rule.label, **named})
