"""What players tend to forget, told when there is cause to think of it. Nothing is refused for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from scoring.engine.customs import Kind
from scoring.engine.facts import Game, Hand
from scoring.engine.rules import Rules
from scoring.engine.sides import of_declarers_side
from scoring.engine.texts import Text


def reminders_about(hand: Hand, rules: Rules) -> tuple[Text, ...]:
    """Return the sheet's reminders that matter in a legal hand.

    What a sheet prints under another key is read on the sheet alone.
    """
    [game, *_others] = hand.games
    return _those(rules, lambda due: due.in_a_hand(hand, game, rules))


def reminders_before_play(rules: Rules) -> tuple[Text, ...]:
    """Return the sheet's reminders that matter while a table bids its first hand.

    Afterwards it is too late.
    """
    return _those(rules, lambda due: due.before_the_first)


def _those(rules: Rules, is_due: Callable[[_Due], bool]) -> tuple[Text, ...]:
    return tuple(
        [rules.reminders[key].words for key, due in _DUE.items() if key in rules.reminders and is_due(due)]
    )


class _Due(NamedTuple):
    """When a reminder is told."""

    in_a_hand: Callable[[Hand, Game, Rules], bool]
    before_the_first: bool = False


def _pflichtkontra(hand: Hand, game: Game, rules: Rules) -> bool:
    """Return whether the opponents of a caller have the Trull, and nobody has said kontra."""
    has_trull = any(
        premium.premium == "trull" and premium.made and not of_declarers_side(game, premium.by)
        for premium in hand.premiums
    )
    return has_trull and game.partner is not None and game.kontra is None


def _pflichtsolo(hand: Hand, game: Game, rules: Rules) -> bool:
    """Return whether a solo game that may have been compulsory carries a kontra."""
    contract = rules.contracts[game.contract]
    return contract.kind is Kind.ALONE and not contract.colour and game.kontra is not None


_DUE: Mapping[str, _Due] = {
    "pflichtkontra": _Due(_pflichtkontra),
    "pflichtsolo": _Due(_pflichtsolo, before_the_first=True),
}
