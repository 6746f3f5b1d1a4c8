"""Reminders of what players tend to forget, shown when they matter; they refuse nothing."""

from scoring.engine.customs import Kind
from scoring.engine.facts import Hand
from scoring.engine.rules import Rules
from scoring.engine.sides import of_declarers_side
from scoring.engine.texts import Text


def reminders_about(hand: Hand, rules: Rules) -> tuple[Text, ...]:
    """Return the sheet's reminders that matter in a legal hand."""
    due = {"pflichtkontra": _is_due_kontra, "pflichtsolo": _is_due_solo}
    return tuple(
        rules.reminders[key].words
        for key, is_due in due.items()
        if key in rules.reminders and is_due(hand, rules)
    )


def reminders_before_play(rules: Rules) -> tuple[Text, ...]:
    """Return the sheet's reminders that matter while a table bids its first hand."""
    return tuple(remark.words for key, remark in rules.reminders.items() if key == "pflichtsolo")


def _is_due_kontra(hand: Hand, rules: Rules) -> bool:
    """Return whether a caller's opponents have the Trull but gave no kontra."""
    game = hand.games[0]
    has_trull = any(
        premium.premium == "trull" and premium.made and not of_declarers_side(game, premium.by)
        for premium in hand.premiums
    )
    return has_trull and game.partner is not None and game.kontra is None


def _is_due_solo(hand: Hand, rules: Rules) -> bool:
    """Return whether a solo game that may have been compulsory carries a kontra."""
    game = hand.games[0]
    contract = rules.contracts[game.contract]
    return contract.kind is Kind.ALONE and not contract.colour and game.kontra is not None
