"""What a change of the rules does to the example hands: "Rufer, Trull still: 2 statt 1"."""

from collections.abc import Iterator
from typing import NamedTuple

from scoring.engine.customs import Kind
from scoring.engine.facts import Hand
from scoring.engine.money import number_in_words
from scoring.engine.problems import Problem, problems_with
from scoring.engine.result import Amount, Line, Outcome, Settlement
from scoring.engine.rules import KONTRA_LABELS, Rules
from scoring.engine.settling import settle
from scoring.engine.telling import trigger_text
from scoring.engine.texts import Text, either
from scoring.engine.words import problem_in_words
from scoring.rules.comparing.examples import ExampleHand, adapted_to, examples

MOST_SHOWN = 12


class ExamplePlayed(NamedTuple):
    """An example hand under one of the two sheets; without a settlement it cannot be played there."""

    settlement: Settlement | None
    refused: Text | None = None  # why it cannot be played
    starts_radl: Text | None = None  # what of it starts a Radl


class ChangedExample(NamedTuple):
    """An example hand that comes out otherwise."""

    title: Text
    hand: Hand
    before: ExamplePlayed
    after: ExamplePlayed

    def in_words(self, language: str) -> str:
        """Return the change in one line: "Rufer, Trull still: 2 statt 1"."""
        return f"{self.title.in_language(language)}: {self.outcome_in_words(language)}"

    def outcome_in_words(self, language: str) -> str:
        """Return only what becomes of the hand: "2 statt 1", "geht nicht mehr", "neu: 6"."""
        before, after = self.before, self.after
        if after.settlement is None:
            why = "" if after.refused is None else f" ({after.refused.in_language(language)})"
            return f"{either('geht nicht mehr', 'cannot be played any more', language)}{why}"
        if before.settlement is None:
            return f"{either('neu', 'new', language)}: {_settled_in_words(after.settlement)}"
        instead = either("statt", "instead of", language)
        if before.settlement.amounts != after.settlement.amounts:
            return f"{_settled_in_words(after.settlement)} {instead} {_settled_in_words(before.settlement)}"
        if before.settlement.schrift_amounts != after.settlement.schrift_amounts:
            old, new = (
                amounts_in_words(settlement.players, settlement.schrift_amounts)
                for settlement in (before.settlement, after.settlement)
            )
            return f"{either('in der Schrift', 'in the Schrift', language)} {new} {instead} {old}"
        if after.starts_radl is not None:
            words = after.starts_radl.in_language(language)
            return either("löst nun ein Radl aus ({})", "now starts a Radl ({})", language).format(words)
        assert before.starts_radl is not None, "nothing else is left that differs"
        words = before.starts_radl.in_language(language)
        return either("löst kein Radl mehr aus ({})", "no longer starts a Radl ({})", language).format(words)


class Effects(NamedTuple):
    """The example hands that come out otherwise, the most telling before all the others."""

    shown: tuple[ChangedExample, ...]
    different: int  # how many of the examples come out otherwise
    compared: int
    further: tuple[ChangedExample, ...] = ()  # those that a plainer one explains, or that are one too many


def effects(old: Rules, new: Rules, most: int = MOST_SHOWN) -> Effects:
    """Return the example hands that come out otherwise, apart from those that a plainer one explains."""
    if old == new:
        return Effects((), 0, 0)
    by_hand: dict[str, ExampleHand] = {}  # of both sheets, under the names of the sheet after
    for example in (*examples(new), *examples(old)):
        hand = adapted_to(new, example.hand)
        by_hand.setdefault(example.key if hand is example.hand else repr(hand), example)
    every = sorted(by_hand.values(), key=lambda example: example.weight)
    changed = [(reasons, example) for example in every if (reasons := _reasons(example.hand, old, new))]
    shown: list[ChangedExample] = []
    explained: list[ChangedExample] = []
    reasons_shown: set[_Reason] = set()
    for reasons, example in changed:
        was, now = _played(example.hand, old, new), _played(example.hand, new, old)
        is_telling = len(shown) < most and not reasons <= reasons_shown
        (shown if is_telling else explained).append(
            ChangedExample(example.title, adapted_to(new, example.hand), was, now)
        )
        if is_telling:
            reasons_shown |= reasons
    return Effects(tuple(shown), len(changed), len(by_hand), tuple(explained))


def _played(hand: Hand, rules: Rules, other: Rules) -> ExamplePlayed:
    """Return how a hand comes out; what one sheet does not know has its name from the other."""
    hand = adapted_to(rules, hand)
    problems = problems_with(hand, rules)
    if problems:
        return ExamplePlayed(None, _refused(problems[0], hand, other))
    settlement = settle(hand, rules)
    if not settlement.triggers:
        return ExamplePlayed(settlement)
    causes = Text.joined(trigger_text(name, rules) for name in settlement.triggers)
    return ExamplePlayed(settlement, starts_radl=causes)


def _refused(problem: Problem, hand: Hand, other: Rules) -> Text:
    if problem.code.startswith("unknown_"):
        subject = _row_of(problem, hand)
        row = other.contracts.get(subject) or other.premiums[subject]
        return Text(f"ohne {row.label.de}", f"without {row.label.en}")
    return Text(problem_in_words(problem, "de"), problem_in_words(problem, "en"))


def _row_of(problem: Problem, hand: Hand) -> str:
    """Return the game or premium of the hand that a problem is about; empty if it is about none."""
    table, _, position = problem.where.partition(".")
    number = position.partition(".")[0]
    if table == "games" and number.isdecimal():
        return hand.games[int(number)].contract
    if table == "premiums" and number.isdecimal():
        return hand.premiums[int(number)].premium
    return ""


# Why a hand comes out otherwise: what it is about, and what of that has changed.
_Reason = tuple[str, ...]

# A lost game, a missed announcement and a Renonce show the same values once more.
_ALIKE = {
    Outcome.LOST: Outcome.WON,
    Outcome.VALAT_MISSED: Outcome.WON,
    Outcome.REVOKED: Outcome.WON,
    Outcome.MISSED: Outcome.MADE,
    Outcome.SWEPT: Outcome.MADE,
}
# What multiplies every game and premium in the same way.
_GENERAL = {*KONTRA_LABELS, "radl", "silent_miss"}
_REFUSED_EVERYWHERE = {
    *("no_self_call", "cannot_concede", "radl_not_here"),
    *("no_negative_kontra", "no_premium_kontra"),
}


def _reasons(hand: Hand, old_rules: Rules, new_rules: Rules) -> frozenset[_Reason]:
    hand_before, hand_after = adapted_to(old_rules, hand), adapted_to(new_rules, hand)
    was, now = problems_with(hand_before, old_rules), problems_with(hand_after, new_rules)
    if was and now:
        return frozenset()
    if was or now:
        rules = old_rules if was else new_rules
        return frozenset({_refusal(problem, hand, rules) for problem in was or now})
    old, new = settle(hand_before, old_rules), settle(hand_after, new_rules)
    if old.amounts == new.amounts and old.schrift_amounts == new.schrift_amounts:
        return frozenset({("radl", name) for name in set(old.triggers) ^ set(new.triggers)})
    return frozenset(_reasons_of_lines(old, new, old_rules))


def _refusal(problem: Problem, hand: Hand, rules: Rules) -> _Reason:
    levels = {
        hand.games[0].kontra,
        *hand.games[0].kontras.values(),
        *(premium.kontra for premium in hand.premiums),
    }
    ladder_ends = problem.code == "kontra_too_high" and not levels - {None} <= set(rules.levels)
    everywhere = ladder_ends or problem.code in _REFUSED_EVERYWHERE
    return ("refused", problem.code, "" if everywhere else _row_of(problem, hand))


def _reasons_of_lines(
    old_settlement: Settlement, new_settlement: Settlement, rules: Rules
) -> Iterator[_Reason]:
    old, new = _lines(old_settlement), _lines(new_settlement)
    for key in dict.fromkeys((*old, *new)):
        was, now = old.get(key), new.get(key)
        if was is None or now is None:
            yield ("line", *key[:2])
            continue
        if was.value != now.value:
            yield ("value", *key[:2])
        if was.shares != now.shares:
            contract = rules.contracts.get(key[0])
            negative = contract is not None and contract.kind is Kind.NEGATIVE
            yield ("shares", "negative") if negative else ("shares", *key[:2])
        for factor in set(was.factors) ^ set(now.factors):
            yield ("factor", factor.name, "" if factor.name in _GENERAL else key[0])


def _lines(settlement: Settlement) -> dict[_Reason, Line]:
    lines: dict[_Reason, Line] = {}
    for line in settlement.lines:
        outcome = _ALIKE.get(line.outcome, line.outcome)
        lines[line.subject, outcome.value, *line.by, "to", *line.to, "against", *line.against] = line
    return lines


# In words


def _settled_in_words(settlement: Settlement) -> str:
    """Return what comes out in words: "2", "−4", or everybody's amounts."""
    return amounts_in_words(settlement.players, settlement.amounts)


def amounts_in_words(players: tuple[str, ...], amounts: tuple[Amount, ...], *, each: bool = False) -> str:
    """Return the declarer's amount of each opponent where it is one number; else, and with `each`, all."""
    for alone in range(0 if each else 4):
        others = [amount for seat, amount in enumerate(amounts) if seat != alone]
        if others[0] and len(set(others)) == 1:
            return number_in_words(-others[0])
    if not each and len({abs(amount) for amount in amounts}) == 1:
        return number_in_words(amounts[0])
    pairs = zip(players, amounts, strict=True)
    return ", ".join(f"{player} {number_in_words(amount)}" for player, amount in pairs)
