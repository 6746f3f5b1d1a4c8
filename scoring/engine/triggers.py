"""What starts a round of doubled hands. One question per name; a sheet lists the names it plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from scoring.engine.customs import Kind
from scoring.engine.facts import Hand
from scoring.engine.options import TOTALS_ZERO
from scoring.engine.result import Line, Outcome, added_up
from scoring.engine.rules import Rules
from scoring.engine.sides import is_drawn
from scoring.engine.texts import Text

MONDFANG = "mondfang"

Lines = tuple[Line, ...]


def _trischaken(hand: Hand, rules: Rules, lines: Lines) -> bool:
    return rules.contracts[hand.games[0].contract].kind is Kind.TRISCHAKEN


def _drawn(hand: Hand, rules: Rules, lines: Lines) -> bool:
    game = hand.games[0]
    return rules.contracts[game.contract].by_points and is_drawn(game, rules)


def _zero_hand(hand: Hand, rules: Rules, lines: Lines) -> bool:
    return not any(added_up([line.amounts for line in lines]))


def _mondfang(hand: Hand, rules: Rules, lines: Lines) -> bool:
    made = (Outcome.SILENT, Outcome.MADE)
    return any(line.subject == MONDFANG and line.outcome in made and line.unit for line in lines)


class Trigger(NamedTuple):
    """What starts a Radl: the question, and the words for it."""

    starts: Callable[[Hand, Rules, Lines], bool]
    told: Text  # "after 35:35"; in braces, what the sheet calls a Trischaken
    title: Text  # as the editor asks
    sentence: Text


# In the order in which they are named.
TRIGGERS: dict[str, Trigger] = {
    "trischaken": Trigger(
        _trischaken,
        Text("nach {}", "after {}"),
        Text("ein Trischaken", "a Trischaken"),
        Text(
            "Nach jedem Trischaken beginnt eine doppelte Runde.",
            "After every Trischaken a round of doubled hands begins.",
        ),
    ),
    "drawn": Trigger(
        _drawn,
        Text("nach 35:35", "after 35:35"),
        Text("35:35", "35:35"),
        Text(
            "Ein Spiel, das gerundet 35:35 ausgeht, löst ein Radl aus.",
            "A game that ends 35:35, as rounded, starts a Radl.",
        ),
    ),
    "zero_hand": Trigger(
        _zero_hand,
        Text("nach einem Nuller (Fensterbankl)", "after a hand that is zero for all four"),
        Text("ein Nuller (Fensterbankl)", "a hand that is zero for all four"),
        Text(
            "Eine Hand, in der niemand etwas bekommt oder zahlt (Fensterbankl), löst ein Radl aus.",
            "A hand in which nobody gets or pays anything (Fensterbankl) starts a Radl.",
        ),
    ),
    TOTALS_ZERO: Trigger(
        lambda hand, rules, lines: False,
        Text("wenn in der Schrift alle auf null stehen", "when everybody stands at zero in the Schrift"),
        Text("in der Schrift stehen alle auf null", "everybody stands at zero in the Schrift"),
        Text(
            "Sooft alle am Tisch in der Schrift auf 0 stehen, beginnt ein Radl.",
            "Whenever everybody at the table stands at 0 in the Schrift, a Radl starts.",
        ),
    ),
    MONDFANG: Trigger(
        _mondfang,
        Text("nach einem bezahlten Mondfang", "after a paid Mondfang"),
        Text("ein bezahlter Mondfang", "a paid Mondfang"),
        Text("Ein bezahlter Mondfang löst ein Radl aus.", "A Mondfang that was paid starts a Radl."),
    ),
}


def triggers_of(hand: Hand, rules: Rules, lines: Lines) -> tuple[str, ...]:
    """Return the Radl triggers that this hand sets off under its sheet."""
    if not rules.triggers:
        return ()
    return tuple([name for name in rules.triggers if TRIGGERS[name].starts(hand, rules, lines)])
