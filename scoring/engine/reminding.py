"""What players tend to forget, where a hand gives cause to think of it. Nothing is refused for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scoring.engine.facts import Game, Hand
from scoring.engine.rules import Kind, Rules, Text
from scoring.engine.sides import of_declarers_side


def reminders_about(hand: Hand, rules: Rules, *, is_first: bool = False) -> tuple[Text, ...]:
    """The sheet's reminders that matter in a legal hand; `is_first`: the first at its table.

    What a sheet prints under another key is read on the sheet alone.
    """
    [game, *_others] = hand.games
    due = [key for key in _WHEN if key in rules.reminders]
    return tuple([rules.reminders[key].words for key in due if _WHEN[key](hand, game, rules, is_first)])


def _pflichtkontra(hand: Hand, game: Game, rules: Rules, is_first: bool) -> bool:
    """The opponents of a caller have the Trull, and nobody has said kontra."""
    has_trull = any(
        one.premium == "trull" and one.made and not of_declarers_side(game, one.by) for one in hand.premiums
    )
    return has_trull and game.partner is not None and game.kontra is None


def _pflichtsolo(hand: Hand, game: Game, rules: Rules, is_first: bool) -> bool:
    """A table begins to call, or a solo game that may have been compulsory carries a kontra."""
    contract = rules.contracts[game.contract]
    if game.partner is not None:
        return is_first
    return contract.kind is Kind.ALONE and not contract.colour and game.kontra is not None


_WHEN: Mapping[str, Callable[[Hand, Game, Rules, bool], bool]] = {
    "pflichtkontra": _pflichtkontra,
    "pflichtsolo": _pflichtsolo,
}
