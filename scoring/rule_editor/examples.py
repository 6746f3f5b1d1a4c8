"""What an answer comes to: the same hand, worked out under every one of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.engine.customs import DoubledGames, Kind
from scoring.engine.facts import Hand, SheetFacts
from scoring.engine.loading import Data, SheetError, copied, rules_from, tidied
from scoring.engine.pagatkassa import PAGAT, movement_in_words, pagatkassa
from scoring.engine.prices import VALAT
from scoring.engine.problems import problems_with
from scoring.engine.rules import Rules
from scoring.engine.settling import settle
from scoring.engine.sheet import rows_of
from scoring.engine.sides import is_doubled_in_radl
from scoring.engine.texts import Text
from scoring.rules.comparing.effects import amounts_in_words
from scoring.rules.comparing.examples import ExampleHand, adapted_to, examples
from scoring.rules.exporting import canonical

MOST_TRIED = 1500  # hands, for one question
MOST_OF_A_ROW = 6
DERIVED_WEIGHT = 10  # what a hand made of another weighs more
MOST_REMEMBERED = 400  # variants of drafts
MOST_HANDS = 4_000  # of which it is remembered what is made of them

Edit = Callable[[Data], None]
HandTest = Callable[[Hand], bool]


def any_hand(hand: Hand) -> bool:
    """Return True: every hand is described."""
    return True


class Variant:
    """A draft with an answer written into it, by which something can be played."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._outcomes: dict[str, ExampleOutcome] = {}

    @cached_property
    def examples(self) -> tuple[ExampleHand, ...]:
        plain, kontra = examples(self.rules), self.rules.kontra
        called = tuple((level, kontra.label(level)) for level in kontra.levels)
        return (*plain, *(more for example_hand in plain for more in _rarer_hands(example_hand, called)))

    def outcome(self, example: ExampleHand) -> ExampleOutcome:
        """Return what becomes of a hand; it is kept, because many questions ask for the same one."""
        settled = self._outcomes.get(example.key)
        if settled is None:
            settled = self._outcomes[example.key] = outcome(example.hand, self.rules)
        return settled

    def plays_like(self, other: Variant) -> bool:
        """Return whether every hand is the same by both; what a table may choose otherwise changes none."""
        mine, theirs = (
            replace(variant.rules, option_notes=(), remarks={}, reminders={}, book={})
            for variant in (self, other)
        )
        return mine == theirs

    def under(self, **options: str | int) -> Variant:
        return Variant(self.rules.under(options))


@lru_cache(maxsize=MOST_HANDS)
def _rarer_hands(example: ExampleHand, levels: tuple[tuple[str, str], ...]) -> tuple[ExampleHand, ...]:
    """Return rarer hands made of a plain one; variants of a draft share most of their hands."""
    return tuple(_made_of(example, levels))


def _made_of(example: ExampleHand, levels: tuple[tuple[str, str], ...]) -> Iterator[ExampleHand]:
    """Yield a claim, a partner's bird, a Valat under kontra."""
    title, hand = example.title, example.hand
    game, weight = hand.games[0], example.weight + DERIVED_WEIGHT
    if hand.revoke is not None:
        claiming = next(player for player in hand.players if player not in hand.revoke.offenders)
        revoke = replace(hand.revoke, claims={claiming: 2})
        words = Text(f"{claiming} fordert 2", f"{claiming} claims 2")
        yield ExampleHand(Text.joined((title, words)), replace(hand, revoke=revoke), weight)
    for number, premium in enumerate(hand.premiums):
        if not premium.announced or premium.kontra is not None or game.kontra is not None:
            continue
        others = [player for player in hand.players if player not in (game.declarer, game.partner)]
        theirs = Text("angesagt vom Partner", "announced by the partner")
        for player, words in (
            (game.partner, theirs),
            (others[-1], Text("von den Gegnern", "by the opponents")),
        ):
            if player is not None:
                announced = replace(premium, by=player)
                premiums = (*hand.premiums[:number], announced, *hand.premiums[number + 1 :])
                yield ExampleHand(Text.joined((title, words)), replace(hand, premiums=premiums), weight)
        if premium.premium == VALAT:
            for level, label in levels:
                games = (replace(game, kontra=level),)
                named = Text.joined((title, Text.same(label)))
                yield ExampleHand(named, replace(hand, games=games), weight)


def variant_of(data: Data, *edits: Edit) -> Variant | None:
    """Return the draft with these edits; None if nothing can be played by it yet."""
    variant = copied(data)
    for edit in edits:
        edit(variant)
    return _variant(json.dumps(canonical(tidied(variant))))


@lru_cache(maxsize=MOST_REMEMBERED)
def _variant(text: str) -> Variant | None:
    try:
        return Variant(rules_from(json.loads(text), "draft"))
    except SheetError:
        return None


def worked(
    variants: Mapping[str, Variant | None],
    language: str,
    is_shown: HandTest = any_hand,
    *,
    hands_of: Variant | None = None,
) -> dict[str, str]:
    """Return for every answer the same hand with its amounts: the first that tells the answers apart best.

    `hands_of`: the variant whose hands are tried, where it knows all that matter; else those of all.
    """
    different: dict[int, Variant] = {}
    possible: dict[str, Variant] = {}
    for value, variant in variants.items():
        if variant is not None:
            alike = (other for other in different.values() if other.plays_like(variant))
            possible[value] = next(alike, variant)
            different[id(possible[value])] = possible[value]
    if len(different) < 2:
        return {}
    title, best, told_apart = "", dict[int, ExampleOutcome](), 1
    for example in _hands([hands_of] if hands_of else different.values(), is_shown):
        outcomes = {number: variant.outcome(example) for number, variant in different.items()}
        count = len(set(outcomes.values()))
        if count > told_apart:
            title, best, told_apart = example.title.in_language(language), outcomes, count
        if told_apart == len(different):
            break
    with_radl = len({example_outcome.starts_radl for example_outcome in best.values()}) > 1
    if not best:
        return {}
    return {
        value: f"{title}: {best[id(variant)].in_words(with_radl=with_radl)}"
        for value, variant in possible.items()
    }


def _hands(variants: Iterable[Variant], is_shown: HandTest) -> list[ExampleHand]:
    """Return the plainest hands of the variants that `about` lets through, each once."""
    by_name: dict[str, ExampleHand] = {}
    for variant in variants:
        for example in variant.examples:
            if is_shown(example.hand):
                by_name.setdefault(example.key, example)
    return sorted(by_name.values(), key=lambda example: example.weight)[:MOST_TRIED]


class ExampleOutcome(NamedTuple):
    """What an example hand comes to, in words."""

    amounts: str  # "" where it cannot be played
    schrift: str = ""  # only where it differs
    starts_radl: bool = False

    def in_words(self, *, with_radl: bool = False) -> str:
        words = self.amounts or _("does not exist")
        if self.schrift:
            words = _("%(amounts)s (in the Schrift %(schrift)s)") % self._asdict()
        if with_radl and self.starts_radl:
            words = _("%(amounts)s, and a Radl begins") % {"amounts": words}
        return words


def outcome(hand: Hand, rules: Rules) -> ExampleOutcome:
    """Return what a hand comes to under these rules."""
    hand = adapted_to(rules, hand)
    if problems_with(hand, rules):
        return ExampleOutcome("")
    settlement = settle(hand, rules)
    game, (cash, schrift) = hand.games[0], (settlement.amounts, settlement.schrift_amounts)
    each = game.count is not None or game.order is not None or hand.revoke is not None
    paid, noted = (amounts_in_words(hand.players, amounts, each=each) for amounts in (cash, schrift))
    return ExampleOutcome(paid, "" if schrift == cash else noted, bool(settlement.triggers))


def about_row(key: str) -> HandTest:
    """Return a test for hands with this game or premium: no two have the same key."""
    return lambda hand: (
        key
        in (
            *(game.contract for game in hand.games),
            *(premium.premium for premium in hand.premiums),
        )
    )


def about_kontra(hand: Hand) -> bool:
    """Return whether a hand shows nothing but a kontra on the game."""
    return hand.games[0].kontra is not None and not hand.premiums


def example_lines(draft: Variant, is_shown: HandTest, language: str) -> list[str]:
    """Return what the plainest hands that `about` lets through come to by this draft, a line each."""
    sentences: list[str] = []
    for example in draft.examples:
        if is_shown(example.hand) and not problems_with(example.hand, draft.rules):
            title = example.title.in_language(language)
            sentences.append(f"{title}: {outcome(example.hand, draft.rules).in_words()}")
        if len(sentences) == MOST_OF_A_ROW:
            break
    return sentences


# Rounds of doubled hands

SEATS = ("Anna", "Bert", "Cilli", "Dora")
FOLLOWING = 24  # hands after the cause: longer than three rounds of six


def in_schlussradl(draft: Variant, language: str) -> str:
    """Return what a plain hand comes to in the Schlussradl and what otherwise; empty if there is none."""
    doubled_ones = (
        example
        for example in draft.examples
        if example.hand.radl
        and not problems_with(example.hand, draft.rules)
        and is_doubled_in_radl(example.hand, draft.rules)
    )
    if (example := next(doubled_ones, None)) is None:
        return ""
    plain, doubled = (
        outcome(replace(example.hand, radl=radl), draft.rules).in_words() for radl in (False, True)
    )
    return _("%(title)s: %(doubled)s instead of %(plain)s") % {
        "title": example.title.in_language(language),
        "doubled": doubled,
        "plain": plain,
    }


def _evening(draft: Variant) -> dict[str, Hand]:
    """Return hands for an evening with a Radl: its cause, one that it doubles, and another; else nothing."""
    first: dict[str, Hand] = {}
    needed = 2 if draft.rules.radl.doubled_games is DoubledGames.ALL else 3
    for hand in (example.hand for example in draft.examples if not example.hand.radl):
        if problems_with(hand, draft.rules):
            continue
        doubled = "doubled" if is_doubled_in_radl(hand, draft.rules) else "other"
        kind = "cause" if settle(hand, draft.rules).triggers else doubled
        first.setdefault(kind, replace(hand, players=()))
        if len(first) == needed:
            break
    return first if first.keys() >= {"cause", "doubled"} else {}


def doubled_hands(draft: Variant, *, again: bool = True) -> str:
    """Return which hands count double after a cause in the first hand, and again in the third if so asked."""
    if not (hands := _evening(draft)):
        return ""
    if again:
        sentence = _("Four at the table, triggers in hands 1 and 3: hands %(hands)s are doubled.")
        return sentence % {"hands": _doubled(draft, hands, "cause", "doubled", "cause")}
    sentence = _("Four at the table, a trigger in hand 1: hands %(hands)s are doubled.")
    return sentence % {"hands": _doubled(draft, hands, "cause")}


def doubled_after_another(draft: Variant) -> str:
    """Return which hands count double where the second one is no game that a Radl doubles."""
    if "other" not in (hands := _evening(draft)):
        return ""
    sentence = _(
        "Four at the table, a trigger in hand 1, and hand 2 is another game: hands %(hands)s are doubled."
    )
    return sentence % {"hands": _doubled(draft, hands, "cause", "other")}


def _doubled(draft: Variant, hands: dict[str, Hand], *first: str) -> str:
    """Return the numbers of the doubled hands of an evening that begins with the first ones: "2, 4–9"."""
    entries = tuple(hands[kind] for kind in (*first, *("doubled",) * FOLLOWING))
    rows = rows_of(SheetFacts(SEATS, SEATS[-1], entries), draft.rules)
    numbers = [number for number, row in enumerate(rows, 1) if row.radl]
    runs = [[*run] for _gap, run in groupby(numbers, key=lambda number: number - numbers.index(number))]
    return ", ".join("–".join(map(str, dict.fromkeys((run[0], run[-1])))) for run in runs)


# The Pagatkassa


def in_the_pot(draft: Variant, currency: str, language: str) -> list[str]:
    """Return what moves when an announced Pagat is missed, and made in the next hand."""
    terms, hands = draft.rules.pagatkassa, [_pagat(draft, made=made) for made in (False, True)]
    if terms is None or None in hands:
        return []
    entries = tuple(replace(hand, players=()) for hand in hands if hand is not None)
    moved = pagatkassa(SheetFacts(SEATS, SEATS[-1], entries), terms).movements
    return [movement_in_words(movement, currency, language) for movement in moved]


def _pagat(draft: Variant, *, made: bool) -> Hand | None:
    """Return the plainest hand with an announced Pagat, made or missed as asked; None if there is none."""
    for example in sorted(draft.examples, key=lambda example: example.weight):
        announced = (p for p in example.hand.premiums if p.premium == PAGAT and p.announced)
        first = next(announced, None)
        if first and first.made is made and not problems_with(example.hand, draft.rules):
            return example.hand
    return None


# What a page comes to now


def section_examples(section: str, draft: Variant, currency: str, language: str) -> list[str]:
    """Return a few sentences with amounts to stand under the heading of a section."""
    if section == "trischaken":
        played = [key for key, contract in draft.rules.contracts.items() if contract.kind is Kind.TRISCHAKEN]
        return [line for key in played for line in example_lines(draft, about_row(key), language)]
    if section == "kontra":
        return example_lines(draft, about_kontra, language)
    if section == "radl":
        sentences = [doubled_hands(draft, again=again) for again in (False, True)]
        return [sentence for sentence in sentences if sentence]
    if section == "money":
        return in_the_pot(draft, currency, language)
    return []
