"""One mistake in a record, and the exception that carries several."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.engine.facts import Game, Hand, Premium
from scoring.engine.rules import Contract, PremiumRule, Rules
from scoring.engine.sides import of_declarers_side
from scoring.engine.texts import Text, nearest

MOST_CLAIMED = 10_000


class Problem(NamedTuple):
    """A problem: a key of SENTENCES, its place in the record, and the values of its sentence."""

    code: str
    where: str
    named: Mapping[str, Any] = {}


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


class IllegalHand(ValueError):
    """A record that a person has to mend first."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems = problems


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
