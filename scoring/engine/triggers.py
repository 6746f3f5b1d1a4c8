"""The events that start a round of doubled hands, one function each; a sheet lists those it plays."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from scoring.engine.customs import Kind
from scoring.engine.declaring import declared
from scoring.engine.facts import Hand
from scoring.engine.options import TOTALS_ZERO
from scoring.engine.result import Line, Outcome, added_up
from scoring.engine.rules import Rules
from scoring.engine.sides import is_drawn
from scoring.engine.texts import Text, sentences

MONDFANG = "mondfang"

Lines = tuple[Line, ...]


def _trischaken(hand: Hand, rules: Rules, lines: Lines) -> bool:
    return rules.contracts[hand.games[0].contract].kind is Kind.TRISCHAKEN


def _drawn(hand: Hand, rules: Rules, lines: Lines) -> bool:
    game = hand.games[0]
    return rules.contracts[game.contract].by_points and is_drawn(game, rules)


def _mondfang(hand: Hand, rules: Rules, lines: Lines) -> bool:
    made = (Outcome.SILENT, Outcome.MADE)
    return any(line.subject == MONDFANG and line.outcome in made and line.unit for line in lines)


class Trigger(NamedTuple):
    """What starts a Radl: the question, and the words for it."""

    starts: Callable[[Hand, Rules, Lines], bool]
    told: Text  # "after 35:35"; in braces, what the sheet calls a Trischaken
    title: Text  # as the editor asks
    sentence: Text


_STARTS: Mapping[str, Callable[[Hand, Rules, Lines], bool]] = {
    "trischaken": _trischaken,
    "drawn": _drawn,
    "zero_hand": lambda hand, rules, lines: not any(added_up([line.amounts for line in lines])),
    TOTALS_ZERO: lambda hand, rules, lines: False,
    MONDFANG: _mondfang,
}
TRIGGERS: Mapping[str, Trigger] = {
    name: Trigger(_STARTS[name], **sentences(words)) for name, words in declared(__name__).items()
}


def triggers_of(hand: Hand, rules: Rules, lines: Lines) -> tuple[str, ...]:
    """Return the Radl triggers that this hand sets off under its sheet."""
    if not rules.triggers:
        return ()
    return tuple([name for name in rules.triggers if TRIGGERS[name].starts(hand, rules, lines)])
