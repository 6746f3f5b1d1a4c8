"""Cards as they are dealt and played: two packs, and tricks that follow the rules.

Nothing here knows the program's rules: what a card counts and which one takes a trick is written down anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from random import Random

# A tarock is its number, the Sküs XXII; behind them come the suits, in each the king highest.
PAGAT, MOND, SKUES = 1, 21, 22
TRULL = frozenset({PAGAT, MOND, SKUES})
KINGS = (30, 38, 46, 54)
_ALL = range(1, 55)
TAROCK = 4
SUIT = (TAROCK,) * 23 + tuple(number // 8 for number in range(32))
HONOURS = TRULL.union(KINGS)
TALON = 4  # where a card can be dealt to, beside the four seats


def _worth(card: int, honour: int, courts: Sequence[int], tarock: int, empty: int) -> int:
    if card in HONOURS:
        return honour
    if card <= SKUES:
        return tarock
    below_the_king = 6 - (card - 23) % 8
    return courts[below_the_king] if below_the_king < len(courts) else empty


@dataclass(frozen=True)
class Pack:
    """The cards of a game, and what each counts."""

    cards: tuple[int, ...]
    each: int  # cards in a hand
    worth: tuple[int, ...]  # by card


# In thirds: a card that counts 5 is 13 of them, an empty one 1. Queen 10, knight 7, jack 4.
KOENIGRUFEN = Pack(tuple(_ALL), 12, (0, *(_worth(card, 13, (10, 7, 4), 1, 1) for card in _ALL)))
# Without II and III, and of each suit the king, three courts and one empty card.
ZWANZIGERRUFEN = Pack(
    tuple(card for card in _ALL if card not in (2, 3) and (card <= SKUES or (card - 23) % 8 > 2)),
    10,
    (0, *(_worth(card, 5, (4, 3, 2), 1, 0) for card in _ALL)),
)


class Kaiserstich(Enum):
    """Whether the Pagat takes a trick in which the whole Trull lies."""

    NONE = "none"
    IN_ORDER = "Mond, Sküs, Pagat"
    ANY_ORDER = "any order"


class Style(Enum):
    """How somebody plays."""

    ANYHOW = "anyhow"
    GREEDY = "takes what can be taken, as high as possible"
    DUCKING = "takes nothing that can be left"
    FEEDING = "plays what counts most"


@dataclass(frozen=True)
class Way:
    """How tricks are played in a game."""

    tarock_takes: bool = True
    has_to_take: bool = False  # whoever can
    suits_are_led_first: bool = False
    pagat_is_last: bool = False  # of the tarocks that somebody plays
    kaiserstich: Kaiserstich = Kaiserstich.NONE


@dataclass(frozen=True)
class Trick:
    """Four cards in the order in which they were played, and who took them."""

    leader: int
    cards: tuple[int, ...]
    taker: int
    by_kaiserstich: bool

    def player_of(self, card: int) -> int:
        return (self.leader + self.cards.index(card)) % 4


@dataclass
class Deal:
    """Four hands and the talon."""

    hands: list[list[int]]
    talon: list[int] = field(default_factory=list)

    def holder(self, card: int) -> int:
        """Return the seat that holds a card, or the talon."""
        return next((seat for seat, hand in enumerate(self.hands) if card in hand), TALON)


def deal(dice: Random, pack: Pack, given: Mapping[int, Iterable[int]] | None = None) -> Deal:
    """Return a shuffled pack, dealt; some cards can be given to a seat or to the talon before."""
    places: list[list[int]] = [[], [], [], [], []]
    for place, cards in (given or {}).items():
        places[place] += cards
    gone = {card for cards in places for card in cards}
    rest = sorted((card for card in pack.cards if card not in gone), key=lambda card: dice.random())
    for place in range(4):
        wants = pack.each - len(places[place])
        places[place] += rest[:wants]
        del rest[:wants]
    talon = sorted(places[TALON] + rest, key=lambda card: dice.random())
    return Deal(places[:4], talon)


def best_of(cards: Sequence[int], way: Way) -> tuple[int, bool]:
    """Return the card that takes a trick so far, and whether that is a Kaiserstich."""
    if way.kaiserstich is not Kaiserstich.NONE and TRULL.issubset(cards):
        mond, skues, pagat = (cards.index(card) for card in (MOND, SKUES, PAGAT))
        if way.kaiserstich is Kaiserstich.ANY_ORDER or mond < skues < pagat:
            return PAGAT, True
    best = cards[0]
    for card in cards:
        if SUIT[card] == SUIT[best]:
            best = max(card, best)
        elif way.tarock_takes and card <= SKUES:
            best = card
    return best, False


def lawful(hand: list[int], lying: Sequence[int], way: Way) -> list[int]:
    """Return what may be played from a hand to what lies there already."""
    if not lying:
        suits = [card for card in hand if card > SKUES] if way.suits_are_led_first else []
        cards = suits or hand
    else:
        led = SUIT[lying[0]]
        cards = [card for card in hand if SUIT[card] == led]
        cards = cards or [card for card in hand if card <= SKUES] or hand
        if way.has_to_take:
            best, _ = best_of(lying, way)
            cards = [card for card in cards if best_of((*lying, card), way)[0] != best] or cards
    if way.pagat_is_last and PAGAT in cards and not (lying and best_of((*lying, PAGAT), way)[1]):
        others = [card for card in cards if card != PAGAT]
        if others and any(1 < card <= SKUES for card in hand):
            return others
    return cards


def play(
    dice: Random,
    hands: Sequence[list[int]],
    leader: int,
    way: Way,
    styles: Sequence[Style],
    kept: frozenset[int] = frozenset(),
    worth: Sequence[int] = KOENIGRUFEN.worth,
) -> list[Trick]:
    """Play all tricks of a hand; what is kept is played when nothing else may be."""
    left = [list(hand) for hand in hands]
    tricks = []
    for _ in range(len(left[0])):
        lying: list[int] = []
        for turn in range(4):
            seat = (leader + turn) % 4
            cards = lawful(left[seat], lying, way)
            if len(cards) > 1 and kept:
                cards = [card for card in cards if card not in kept] or cards
            card = cards[0] if len(cards) == 1 else _chosen(dice, cards, lying, way, styles[seat], worth)
            left[seat].remove(card)
            lying.append(card)
        best, by_kaiserstich = best_of(lying, way)
        trick = Trick(leader, tuple(lying), (leader + lying.index(best)) % 4, by_kaiserstich)
        tricks.append(trick)
        leader = trick.taker
    return tricks


def _chosen(
    dice: Random, cards: list[int], lying: Sequence[int], way: Way, style: Style, worth: Sequence[int]
) -> int:
    if style is Style.ANYHOW:
        return cards[int(dice.random() * len(cards))]
    if style is Style.FEEDING:
        return max(cards, key=worth.__getitem__)
    if not lying:
        high = max(cards, key=_strength)
        return high if style is Style.GREEDY else min(cards, key=_strength)
    best, _ = best_of(lying, way)
    taking = [
        card for card in cards if (card <= SKUES or SUIT[card] == SUIT[best]) and _takes(card, best, way)
    ]
    if style is Style.GREEDY:
        return max(taking) if taking else min(cards, key=worth.__getitem__)
    leaving = [card for card in cards if card not in taking]
    return max(leaving, key=worth.__getitem__) if leaving else min(cards, key=_strength)


def _takes(card: int, best: int, way: Way) -> bool:
    if SUIT[card] == SUIT[best]:
        return card > best
    return way.tarock_takes and card <= SKUES


def _strength(card: int) -> int:
    """Return how high a card is: tarocks above suits."""
    return 100 + card if card <= SKUES else (card - 23) % 8
