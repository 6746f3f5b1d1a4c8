"""What a table would have come to under another sheet: the same cards, seats and dealers, its own Radl."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, fields, replace
from typing import NamedTuple

from scoring.engine.facts import CalledRadl, Doubling, Hand, Schlussradl, Seating
from scoring.engine.options import TOTALS_ZERO
from scoring.engine.result import Amount, exact
from scoring.engine.rules import DOUBLED, Rules
from scoring.engine.settling import settle
from scoring.engine.sheet import PlayState, after_event, beginning, doubled_ahead_after
from scoring.engine.translating import Loss, Translation, translated

SEATS = ("seat-1", "seat-2", "seat-3", "seat-4")  # Vorhand first
MOST_KNOWN = 4_000  # different hands of one sheet that are kept in mind
MOST_RULES = 20  # sheets by which was played

FourAmounts = tuple[Amount, ...]


def multiplied(hand: Hand, times: int) -> Hand:
    """Return the hand as one of a Radl that multiplies by so much; 1: of none."""
    radl, times = times > 1, max(times, DOUBLED)
    return hand if (hand.radl, hand.times) == (radl, times) else replace(hand, radl=radl, times=times)


class HandAmounts(NamedTuple):
    """What one hand brings or costs each of the four, in order of play."""

    kassa: FourAmounts
    schrift: FourAmounts
    triggers: tuple[str, ...] = ()

    @classmethod
    def by(cls, hand: Hand, rules: Rules, times: int) -> HandAmounts:
        settlement = settle(multiplied(hand, times), rules)
        kassa = settlement.amounts
        same = rules.under(hand.options).options["schrift_kontra"] == "all"
        return cls(kassa, kassa if same else settlement.schrift_amounts, settlement.triggers)


@dataclass(slots=True, eq=False)
class Lay:
    """A hand with seats for names, and its amounts, each computed only once."""

    hand: Hand  # with seats for names
    rules: Rules
    translation: Translation
    _really: dict[int, HandAmounts] = field(default_factory=dict)  # by what a Radl multiplies them by
    _thought: dict[int, HandAmounts] = field(default_factory=dict)

    def really(self, times: int) -> HandAmounts:
        if times not in self._really:
            self._really[times] = HandAmounts.by(self.hand, self.rules, times)
        return self._really[times]

    def thought(self, other: Rules, times: int) -> HandAmounts | None:
        """Return the amounts under the other sheet; None if the hand does not exist there."""
        hand = self.translation.hand
        if hand is None:
            return None
        if times not in self._thought:
            self._thought[times] = HandAmounts.by(hand, other, times)
        return self._thought[times]


@dataclass(slots=True, eq=False)
class Imagination:
    """All hands under one other sheet."""

    rules: Rules
    # By the rules that really held.
    _played: list[tuple[Rules, dict[Hashable, Lay]]] = field(default_factory=list)

    def lay(self, key: Hashable, rules: Rules, read: Callable[[], Hand]) -> Lay:
        """Return the hand that this key stands for; it is read and translated when it comes first."""
        known = self._known(rules)
        laid = known.get(key)
        if laid is None:
            if len(known) >= MOST_KNOWN:
                known.clear()
            hand = read()
            laid = known[key] = Lay(hand, rules, translated(hand, rules, self.rules))
        return laid

    def _known(self, rules: Rules) -> dict[Hashable, Lay]:
        for other_rules, known in self._played:
            if other_rules is rules:
                return known
        if len(self._played) >= MOST_RULES:
            self._played.clear()
        self._played.append((rules, {}))
        return self._played[-1][1]


class Thought(NamedTuple):
    """A hand of a table under the other sheet."""

    times: int  # what a Radl multiplies it by; 1: none
    paid: HandAmounts | None  # None: the hand does not exist there

    @property
    def radl(self) -> bool:
        return self.times > 1


@dataclass(slots=True)
class WhatIfTally:
    """A player's totals, as played and under the other sheet."""

    really: Amount = 0
    comparable: Amount = 0  # really, in those hands that exist on the other sheet too
    thought: Amount = 0
    schrift: Amount = 0
    thought_schrift: Amount = 0
    hands: int = 0

    @property
    def difference(self) -> Amount:
        """Return the difference over the hands that exist on both sheets."""
        return exact(self.thought - self.comparable)

    def add(self, other: WhatIfTally) -> None:
        for name in (tally.name for tally in fields(self)):
            setattr(self, name, exact(getattr(self, name) + getattr(other, name)))


@dataclass(slots=True)
class Losses:
    """What did not come along, by name and in how many hands."""

    refused: Counter[Loss] = field(default_factory=Counter)  # why a hand does not exist there
    lost: Counter[Loss] = field(default_factory=Counter)  # what of a hand does not
    hands: int = 0
    untranslated: int = 0  # hands that do not exist there
    changed: int = 0  # hands that exist there and mean something else
    moved: Amount = 0  # points that really changed hands in those that do not exist there

    def note(self, lay: Lay, really: HandAmounts, thought: HandAmounts | None) -> None:
        self.hands += 1
        if thought is None:
            self.untranslated += 1
            assert lay.translation.refused is not None
            self.refused[lay.translation.refused] += 1
            self.moved = exact(self.moved + sum(amount for amount in really.kassa if amount > 0))
            return
        self.changed += thought.kassa != really.kassa
        self.lost.update(lay.translation.lost)


class WhatIfTable:
    """A table under the other sheet, from its first hand to its last.

    A hand that does not exist there is put aside like a struck one: nobody pays, and no Radl hand is used up.
    """

    def __init__(self, imagination: Imagination, players: tuple[str, ...], losses: Losses) -> None:
        self.imagination, self.losses = imagination, losses
        self.state: PlayState = beginning(players, players[0])  # who deals is no matter of rules
        self.tallies: dict[str, WhatIfTally] = {player: WhatIfTally() for player in players}

    def play(self, lay: Lay, players: tuple[str, ...], times: int) -> Thought:
        """Return the next hand; `times` is what a Radl really multiplied it by, 1 if it was in none."""
        rules, state = self.imagination.rules, self.state
        really = lay.really(times)
        hand = lay.translation.hand
        is_doubled = state.doubled if hand is None else state.doubles(hand, rules)
        doubled = state.times if is_doubled else 1
        paid = lay.thought(rules, doubled)
        self.losses.note(lay, really, paid)
        for seat, player in enumerate(players):
            tally = self.tallies[player]
            tally.hands += 1
            tally.really += really.kassa[seat]
            tally.schrift += really.schrift[seat]
            if paid is not None:
                tally.comparable += really.kassa[seat]
                tally.thought += paid.kassa[seat]
                tally.thought_schrift += paid.schrift[seat]
        if paid is None:
            if state.dealt:
                self.state = replace(state, ahead=(), dealt=False)
            return Thought(doubled, None)
        assert hand is not None
        rules = rules.under(hand.options)
        all_even = not any(self.tallies[player].thought_schrift for player in self.state.players)
        even = (TOTALS_ZERO,) if all_even and TOTALS_ZERO in rules.triggers else ()
        ahead = doubled_ahead_after(state, hand, rules, paid.triggers + even)
        if ahead != state.ahead or state.dealt:
            self.state = replace(state, ahead=ahead, dealt=False)
        return Thought(doubled, paid)

    def event(self, event: Seating | Doubling) -> Loss | None:
        """Seat others, or double later hands where that is played; return what is lost."""
        rules = self.imagination.rules
        loss: Loss | None = None
        if isinstance(event, Seating):
            self.tallies = {**{player: WhatIfTally() for player in event.players}, **self.tallies}
        elif isinstance(event, CalledRadl) and not rules.radl.played:
            loss = Loss("radl_not_here")
        elif isinstance(event, Schlussradl) and not rules.radl.schlussradl:
            loss = Loss("schlussradl")
        if loss is None:
            self.state = after_event(self.state, event, rules)
        else:
            self.losses.lost[loss] += 1
        return loss
