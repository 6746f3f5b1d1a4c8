"""Find out whether the cards can be placed so that everything recorded is true.

What is recorded is a number of facts. Each says of one side what it has or lacks, holds, wins and counts, and
`possible` puts them together: a card lies with one side, a trick is won by one, a side has at least what its
cards count, and both together no more than the pack. Cards that nobody names lie wherever they may.
`excluding` finds the facts that leave no placing.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from scoring.engine.cards import CARDS_OF_A_TRICK, Pack

DECLARERS, OPPONENTS = 0, 1

# Cards, a bit each: the three of the Trull, the called king and the other kings.
SKUES, MOND, PAGAT, CALLED_KING = 1, 2, 4, 8
TRULL, KINGS = SKUES | MOND | PAGAT, CALLED_KING | 16 | 32 | 64
HIGHER = SKUES | MOND
# Birds that are held, and the tricks they take, from the last one backwards: a bit each.
LAST_TRICK = 1
_OTHER_BIRDS = 0b11110


class CardFact(NamedTuple):
    """What one record says of one side; fields that begin with "other_" speak of the other side."""

    side: int
    has: int = 0  # cards in its tricks, or in what of the talon is its own
    other_has: int = 0
    lacks: int = 0  # it has not all of these
    holds: int = 0  # birds and the called king: in the hand of one of its players
    other_holds: int = 0
    tricks: int = 0  # which of the last ones it wins
    birds: int = 0  # which of them with the bird
    no_birds: int = 0
    king_last: bool = False  # some king lies in its last trick
    a_trick: bool = False  # it has at least one
    other_a_trick: bool = False
    all_tricks: bool = False
    least: int = 0  # card points
    other_least: int = 0
    exact: bool = False  # honours count in full for it
    by_one_side: int = 0  # what is made by one side only
    king_played: bool = False  # the called king is in somebody's hand, or in a trick


class CardTerms(NamedTuple):
    """What the game alone says of the cards: the pack, and the cards beside each side's tricks."""

    pack: Pack
    points: int  # all
    fewest: tuple[int, int]  # cards beside the tricks, of the declarers and of the opponents
    most: tuple[int, int]
    king_beside: bool = False  # the called king is one of those beside the declarers' tricks
    laid_away: bool = (
        False  # what lies beside the declarers' tricks is laid away: no king, nothing of the Trull
    )
    king_in_hand: bool = False  # somebody of the declarers' side plays it
    loose: bool = False  # what lies beside the tricks is not counted, nor a trick by its four cards
    honour: int = 0  # what a king or a piece of the Trull counts in full

    @property
    def a_trick(self) -> int:
        """Return the least that a trick counts."""
        return CARDS_OF_A_TRICK * self.pack.empty

    def least_beside(self, side: int) -> int:
        """Return the least that the cards beside a side's tricks count."""
        if self.loose:
            return 0
        more = self.pack.honour - self.pack.empty if self.king_beside and side == DECLARERS else 0
        return self.fewest[side] * self.pack.empty + more


class Placed:
    """What all facts together say of one side."""

    __slots__ = (
        *("has", "lacks", "holds", "tricks", "birds", "no_birds", "by_one_side", "least"),
        *("king_last", "king_played", "a_trick", "all_tricks", "exact", "honours"),
    )

    def __init__(self) -> None:
        self.has = self.lacks = self.holds = self.tricks = self.birds = self.no_birds = self.least = 0
        self.by_one_side = 0
        self.king_last = self.a_trick = self.all_tricks = self.exact = self.king_played = False
        self.honours = 0

    def named(self, pack: Pack, lacking: int) -> int:
        """Return the least card points of a side's cards, including those in tricks of birds and kings.

        `lacking`: what the other side has not all of, so that this one has one at least.
        """
        kings, trull = (self.has & KINGS).bit_count(), (self.has & TRULL).bit_count()
        if not kings and (self.king_last or lacking & KINGS):
            kings = 1
        if not trull and lacking & TRULL:
            trull = 1
        self.honours = kings + trull
        birds = (self.birds & _OTHER_BIRDS).bit_count()
        pagat_last = self.birds & LAST_TRICK
        if not (birds or pagat_last or self.king_last):
            return self.honours * pack.honour
        last = pagat_last + self.king_last
        room = (CARDS_OF_A_TRICK - last if last else 0) + (CARDS_OF_A_TRICK - 1) * birds
        room -= kings - self.king_last
        if not pagat_last and (self.has & PAGAT or not self.has & TRULL):
            room -= trull and 1  # the Pagat falls to any of them
        higher = (self.has & HIGHER).bit_count()  # no bird takes them; but in a Kaiserstich the Pagat both
        if last and not (pagat_last and higher == 1):
            room -= higher
        return self.honours * pack.honour + (birds + max(0, room)) * pack.empty


def sides_of(facts: Sequence[CardFact], terms: CardTerms) -> tuple[Placed, Placed]:
    """Return the facts gathered for declarers and opponents, before their least card points."""
    sides = Placed(), Placed()
    if terms.king_beside:
        sides[DECLARERS].has = CALLED_KING
    for fact in facts:
        own, other = sides[fact.side], sides[1 - fact.side]
        own.has |= fact.has
        other.has |= fact.other_has
        own.lacks |= fact.lacks
        own.holds |= fact.holds
        other.holds |= fact.other_holds
        own.tricks |= fact.tricks
        own.birds |= fact.birds
        own.no_birds |= fact.no_birds
        own.king_last |= fact.king_last
        own.a_trick |= fact.a_trick
        other.a_trick |= fact.other_a_trick
        own.all_tricks |= fact.all_tricks
        own.least = max(own.least, fact.least)
        other.least = max(other.least, fact.other_least)
        own.exact |= fact.exact
        own.by_one_side |= fact.by_one_side
        own.king_played |= fact.king_played
    return sides


def least_of(sides: tuple[Placed, Placed], terms: CardTerms) -> list[int]:
    """Return the least card points of both sides, by their cards, a trick, or all tricks."""
    pack = terms.pack
    if terms.honour and (sides[0].exact or sides[1].exact):
        pack = pack._replace(honour=terms.honour)
    least = []
    for index, side in enumerate(sides):
        cards = side.named(pack, sides[1 - index].lacks)
        own_least = max(side.least, cards, terms.least_beside(index), terms.a_trick if side.a_trick else 0)
        if not (terms.most[index] or terms.loose) and 0 < own_least < terms.a_trick:
            own_least = terms.a_trick  # whoever has no card beside has none, or a trick
        least.append(own_least)
    for index, side in enumerate(sides):
        if side.all_tricks:
            left = sum(pack.dearest[side.honours :][: terms.most[1 - index]])
            least[index] = max(least[index], terms.points - left)
    return least


def possible(facts: Sequence[CardFact], terms: CardTerms) -> bool:
    """Return whether there is a placing of the cards that agrees with all these facts."""
    sides = declarers, opponents = sides_of(facts, terms)
    if (
        declarers.has & opponents.has
        or declarers.tricks & opponents.tricks
        or declarers.holds & opponents.holds
        or declarers.by_one_side & opponents.by_one_side
        or (terms.king_beside and (declarers.king_played or opponents.king_played))
        or declarers.birds & declarers.no_birds
        or opponents.birds & opponents.no_birds
    ):
        return False
    for side, against in ((declarers, opponents), (opponents, declarers)):
        if side.lacks and (
            (side.lacks & TRULL and side.has & TRULL == TRULL)
            or (side.lacks & KINGS and side.has & KINGS == KINGS)
        ):
            return False
        if side.king_last and against.has & KINGS == KINGS:
            return False
        if against.all_tricks and (side.a_trick or side.tricks or side.all_tricks):
            return False
    least = least_of(sides, terms)
    for index, side in enumerate(sides):
        if sides[1 - index].all_tricks:  # all that this side has lies beside its tricks
            if terms.laid_away and index == DECLARERS and (side.has or sides[1 - index].lacks):
                return False
            played = terms.king_in_hand and side.has & CALLED_KING
            if side.honours > terms.most[index] or played:
                return False
    return least[DECLARERS] + least[OPPONENTS] <= terms.points


def excluding(facts: Sequence[CardFact], terms: CardTerms) -> Iterator[tuple[int, ...]]:
    """Yield the smallest sets of facts, by place, that exclude each other: single ones, pairs, or one set."""
    alone = [index for index, fact in enumerate(facts) if not possible((fact,), terms)]
    possible_alone = [index for index in range(len(facts)) if index not in alone]
    yield from ((index,) for index in alone)
    is_excluded = bool(alone)
    for first, second in combinations(possible_alone, 2):
        if not possible((facts[first], facts[second]), terms):
            is_excluded = True
            yield first, second
    if not is_excluded and not possible(facts, terms):
        yield _smallest(facts, possible_alone, terms)


def excluding_last(facts: Sequence[CardFact], terms: CardTerms) -> Iterator[tuple[int, ...]]:
    """Yield the smallest sets of facts, by place, that exclude each other and include the last fact."""
    *others, new = facts
    last, is_excluded = len(others), False
    if not possible((new,), terms):
        yield (last,)
        return
    for index, fact in enumerate(others):
        if not possible((fact, new), terms) and possible((fact,), terms):
            is_excluded = True
            yield index, last
    if not is_excluded and possible(others, terms) and not possible(facts, terms):
        yield _smallest(facts, [*range(len(facts))], terms)


def _smallest(facts: Sequence[CardFact], indices: list[int], terms: CardTerms) -> tuple[int, ...]:
    """Return the facts without those that are not needed for the contradiction."""
    smallest = indices
    for index in indices:
        fewer = [other for other in smallest if other != index]
        if not possible([facts[other] for other in fewer], terms):
            smallest = fewer
    return tuple(smallest)
