"""Count the cards of a sheet's pack, and those that a premium may need."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from scoring.engine.customs import Counting, Kind
from scoring.engine.rules import PremiumRule, Rules
from scoring.engine.texts import Text


def in_its_trick(bird: Text, trick: Text) -> Text:
    """Return a bird with the trick that it takes: "Uhu im vorletzten Stich"."""
    return Text(f"{bird.de} im {trick.de} Stich", f"{bird.en} in the {trick.en} trick")


# The birds, and the tricks that they take, from the last one backwards.
TRICKS_OF_BIRDS: Mapping[str, Text] = {
    "pagat": Text("letzten", "last"),
    "uhu": Text("vorletzten", "last but one"),
    "kakadu": Text("drittletzten", "third from last"),
    "quapil": Text("viertletzten", "fourth from last"),
    "geier": Text("fünftletzten", "fifth from last"),
}
# The tarock that a premium is about, as it is printed on the card.
NUMERALS: Mapping[str, str] = {
    "pagat": "I",
    "uhu": "II",
    "kakadu": "III",
    "quapil": "IIII",
    "geier": "V",
    "mondfang": "XXI",
    "pagatfang": "I",
}
LAST_KING = "last_king"
# What a premium of the house can need: whoever makes it has these cards. All but the last are premiums under
# these keys, too, where a sheet has them.
NEEDED_CARDS: Mapping[str, Text] = {
    "trull": Text("Trull", "Trull"),
    "koenige": Text("vier Könige", "four kings"),
    **{bird: in_its_trick(Text.same(bird.capitalize()), trick) for bird, trick in TRICKS_OF_BIRDS.items()},
    LAST_KING: Text("ein König im letzten Stich", "a king in the last trick"),
}


def is_held_by_one(rule: PremiumRule) -> bool:
    """Return whether one player holds this premium's card, so that only that side announces it."""
    return not TRICKS_OF_BIRDS.keys().isdisjoint((rule.key, *rule.cards))


CARDS_OF_A_TRICK = 4
KINGS = 4


class Pack(NamedTuple):
    """A pack, and the card points of its cards as its sheet counts them."""

    cards: int
    talon: int
    honour: int  # the least that a king or a piece of the Trull counts
    empty: int  # the least that any other card counts
    dearest: tuple[int, ...]  # the most that the best cards count: first the seven honours

    @property
    def half_a_talon(self) -> int:
        return self.talon // 2

    @property
    def tricks(self) -> int:
        """Return how many tricks a hand has."""
        return (self.cards - self.talon) // CARDS_OF_A_TRICK


HONOURS, _OF_EACH_COURT = 7, 4
# In thirds a card that counts n has 3n - 2 of them: kings and Trull 13, queens 10, knights 7.
ALL_CARDS, _USUAL_TALON = 54, 6
_BY_BLATT = Pack(
    ALL_CARDS, _USUAL_TALON, 13, 1, (13,) * HONOURS + (10,) * _OF_EACH_COURT + (7,) * _OF_EACH_COURT
)
_PLAIN_DEAREST = (5,) * HONOURS + (4,) * _OF_EACH_COURT + (3,) * _OF_EACH_COURT
# Honours for 4, queens for 3, knights for 2, jacks for 1: with fewer points in all an honour counts less.
_LEAST_WITH_HONOURS_FOR_FOUR = 7 * 4 + 4 * (3 + 2 + 1)


def cards_of(
    declared: tuple[int | None, int | None], counting: Counting, kinds: Collection[Kind]
) -> tuple[int, int]:
    """Return how many cards a pack has and how many of them are the talon, where a sheet does not say it.

    Partners without a called king are those of Zwanzigerrufen: 40 cards and no talon.
    """
    cards, talon = declared
    if cards is not None and talon is not None:
        return cards, talon
    return (40, 0) if counting is Counting.PLAIN and Kind.PAIRED in kinds else (ALL_CARDS, _USUAL_TALON)


def pack_of(rules: Rules) -> Pack:
    """Return the pack of a sheet.

    Where whole points are counted no sheet says what a card counts, but 4 it is for a king or a piece of
    the Trull.
    """
    kinds = {contract.kind for contract in rules.contracts.values()}
    cards, talon = cards_of((rules.pack_cards, rules.talon_cards), rules.counting, kinds)
    if rules.counting is Counting.BLATT:
        return _BY_BLATT._replace(talon=talon)
    honour = 4 if rules.all_points >= _LEAST_WITH_HONOURS_FOR_FOUR else 0
    return Pack(cards, talon, honour, 0, _PLAIN_DEAREST)
