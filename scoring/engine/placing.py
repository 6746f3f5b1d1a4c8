"""One question to the cards: which card points can the declarers' side have, with everything recorded?

What is recorded is a number of facts. Each says of both sides, a bit each, which honours they have or lack,
what they hold and which tricks they win, or between which card points the declarers' side lies.
`possible_points` deals the pack in every way that agrees with them: how much of the talon is whose, who has
each of the seven honours, in how few tricks those can lie, how many tricks there are. Every card counts a
third, and three, six, nine or twelve more. `fewest_excluding` finds the facts that leave no way.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from scoring.engine.cards import CARDS_OF_A_TRICK, HONOURS, Pack

# What is said of a side, a bit each: it has these cards. All kings are both bits of kings.
SKUES, MOND, PAGAT, CALLED_KING, OTHER_KINGS = 1, 2, 4, 8, 16
HIGHER = SKUES | MOND
TRULL, KINGS = HIGHER | PAGAT, CALLED_KING | OTHER_KINGS
_NAMED_CARDS, _UNNAMED_KINGS = 16, 3  # places of the four that have a name, and the other kings
# It lacks one of them at least; it has a trick, or all; some king lies in its last trick, or the called one.
NO_TRULL, NO_KINGS, A_TRICK, ALL_TRICKS = 1 << 5, 1 << 6, 1 << 7, 1 << 8
KING_LAST, CALLED_LAST = 1 << 9, 1 << 10
ONE_HAND = 1 << 11  # it takes the last trick with the Pagat of the player who has the called king
# From here on several bits each: cards that lie in somebody's tricks; which of the last tricks it wins, with
# which birds, which it did not make and which it holds; what is made by one side only.
PLAYED, WON, BIRDS, MISSED, HELD, HELD_KING, BY_ONE = 12, 16, 21, 26, 31, 1 << 36, 37
_FIVE, _OTHER_BIRDS = 0b11111, 0b11110
_IN_TRICKS = A_TRICK | KING_LAST | CALLED_LAST | (_NAMED_CARDS - 1) << PLAYED | _FIVE << WON | _FIVE << BIRDS
_LYING = _IN_TRICKS | TRULL | KINGS | NO_TRULL | NO_KINGS | ALL_TRICKS
_OF_ONE_SIDE = TRULL | CALLED_KING | ALL_TRICKS | _FIVE << WON | _FIVE << HELD | -1 << 36


class CardFact(NamedTuple):
    """What one record says of the cards of both sides, and of the declarers' card points."""

    declarers: int = 0
    opponents: int = 0
    least: int = 0
    most: int = 1_000_000


class CardTerms(NamedTuple):
    """What the game alone says of the cards: the pack, and the cards beside each side's tricks."""

    pack: Pack
    points: int  # all
    fewest: int  # cards beside the declarers' tricks; the rest of the talon is the opponents'
    most: int
    laid_away: bool  # they were laid away: no king, nothing of the Trull
    king_beside: bool  # the called king is one of them
    alone: bool  # the declarer has no partner
    played: int  # cards that are in somebody's hand


@lru_cache(maxsize=4096)
def possible_points(declarers: int, opponents: int, terms: CardTerms) -> int:
    """Return the card points that the declarers' side can have, a bit each; 0 if the cards cannot lie so."""
    pack, points = terms.pack, 0
    named = _NAMED_CARDS - 1
    played = terms.played | (declarers | opponents) & named << PLAYED
    own, theirs = (declarers | played) & _IN_TRICKS, (opponents | played) & _IN_TRICKS
    birds = [(side >> BIRDS & _OTHER_BIRDS).bit_count() for side in (declarers, opponents)]
    fewest = pack.tricks if declarers & ALL_TRICKS else 0
    most = 0 if opponents & ALL_TRICKS else pack.tricks
    tricked = named & ~CALLED_KING if terms.king_beside else named
    for own_talon in range(terms.fewest, terms.most + 1):
        room = 0 if terms.laid_away else own_talon - terms.king_beside
        tricks_by_honours = [0] * (HONOURS + 1)
        for cards, kings in _owned(declarers, opponents, terms.king_beside):
            least = _fewest_tricks(own, cards & tricked, kings, room, alone=terms.alone)
            others = named & ~cards, _UNNAMED_KINGS - kings, pack.talon - own_talon
            left = _fewest_tricks(theirs, *others, alone=False)
            if max(fewest, least) <= min(most, pack.tricks - left):
                tricks = (2 << min(most, pack.tricks - left)) - (1 << max(fewest, least))
                tricks_by_honours[cards.bit_count() + kings] |= tricks
        for honours, tricks in enumerate(tricks_by_honours):
            if tricks:
                points |= _counted(pack, terms.points, own_talon, tricks, honours, *birds)
    return points


def _is_contradicted(declarers: int, opponents: int, terms: CardTerms) -> bool:
    """Return whether the facts give one thing to both sides, or to one side a thing and its opposite."""
    return bool(
        declarers & opponents & _OF_ONE_SIDE
        or any(side >> BIRDS & side >> MISSED & _FIVE for side in (declarers, opponents))
        or (declarers & CALLED_LAST and declarers & ONE_HAND)
        or (terms.king_beside and (declarers | opponents) >> PLAYED & CALLED_KING)
    )


@lru_cache(maxsize=1024)
def _owned(declarers: int, opponents: int, king_beside: bool) -> Sequence[tuple[int, int]]:
    """Return which honours with a name the declarers' side can have, with how many of the other kings."""
    has = declarers | (CALLED_KING if king_beside else 0)
    owned = []
    for cards in range(_NAMED_CARDS):
        if has & (_NAMED_CARDS - 1) & ~cards or opponents & cards:
            continue
        if (declarers & NO_TRULL and cards & TRULL == TRULL) or (opponents & NO_TRULL and not cards & TRULL):
            continue
        least = _UNNAMED_KINGS if declarers & OTHER_KINGS else 0
        most = 0 if opponents & OTHER_KINGS else _UNNAMED_KINGS
        if declarers & NO_KINGS and cards & CALLED_KING:
            most = min(most, _UNNAMED_KINGS - 1)
        if opponents & NO_KINGS and not cards & CALLED_KING:
            least = max(least, 1)
        owned += [(cards, kings) for kings in range(least, most + 1)]
    return owned


@lru_cache(maxsize=4096)
def _fewest_tricks(side: int, cards: int, kings: int, room: int, *, alone: bool) -> int:
    """Return in how few tricks a side's honours can lie; up to `room` of them lie beside the tricks.

    No bird takes Sküs or Mond, but in a Kaiserstich the Pagat both. The king of somebody who is alone takes
    the last trick without a tarock.
    """
    special = (side >> WON & _FIVE).bit_count()
    birds = (side >> BIRDS & _OTHER_BIRDS).bit_count()
    king_alone = alone and side & CALLED_LAST
    high = cards & (TRULL if king_alone and not birds else HIGHER)
    movable = cards & ~(side >> PLAYED)
    kings_left = side & KING_LAST and not (cards & ~movable & CALLED_KING)
    if kings_left and not (kings or cards & CALLED_KING):
        return _NEVER
    low_movable = (movable & ~high).bit_count() + kings - bool(kings_left)
    honours, fewest = cards.bit_count() + kings, _NEVER
    for outside_tricks in range(min(room, (high & movable).bit_count()) + 1):
        left = high.bit_count() - outside_tricks
        if side >> BIRDS & 1:
            fits = left in (0, 2)
        else:
            fits = not left or bool(side & KING_LAST and not king_alone)
        in_tricks = honours - outside_tricks - min(room - outside_tricks, low_movable)
        full = -(-(in_tricks + birds) // CARDS_OF_A_TRICK)
        fewest = min(fewest, max(special + (not fits), full, bool(side & A_TRICK)))
    return fewest


_NEVER = 99
# How much more than an empty card the others count, in threes of thirds: the twelve courts.
_COURTS = (3,) * 4 + (2,) * 4 + (1,) * 4


@lru_cache(maxsize=4096)
def _counted(
    pack: Pack, everything: int, own_talon: int, tricks: int, honours: int, birds: int, others_birds: int
) -> int:
    """Return what the declarers' side can count with such numbers of tricks, a bit each."""
    points = 0
    for count in range(pack.tricks + 1):
        if tricks >> count & 1:
            cards = CARDS_OF_A_TRICK * count + own_talon
            least, most = _bounds(pack, everything, cards, honours, birds, others_birds)
            points |= sum(1 << counted for counted in range(least, most + 1, 3 if pack.empty else 1))
    return points


def _bounds(
    pack: Pack, everything: int, cards: int, honours: int, birds: int, others_birds: int
) -> tuple[int, int]:
    """Return the least and the most that a number of cards counts, with its honours and birds."""
    if not pack.empty:  # where no sheet says what a card counts
        talon, theirs, others = pack.talon, pack.cards - cards, HONOURS - honours
        dearest = sum(pack.dearest[others:][:cards]) if cards <= talon else everything
        left = sum(pack.dearest[honours:][:theirs]) if theirs <= talon else everything
        most = everything - pack.honour * others
        return max(pack.honour * honours, everything - left), min(dearest, most)
    others, empty = cards - honours, pack.cards - HONOURS - len(_COURTS)
    fewest, most = max(0, others - empty + others_birds), min(others - birds, len(_COURTS))
    least = cards * pack.empty + (pack.honour - pack.empty) * honours
    return least + 3 * sum(_COURTS[len(_COURTS) - fewest :]), least + 3 * sum(_COURTS[:most])


def points_left(facts: Sequence[CardFact], terms: CardTerms) -> int:
    """Return the card points that all these facts leave the declarers' side, a bit each."""
    declarers = opponents = least = 0
    most = terms.points
    for fact in facts:
        declarers |= fact.declarers
        opponents |= fact.opponents
        least = max(least, fact.least)
        most = min(most, fact.most)
    if least > most or _is_contradicted(declarers, opponents, terms):
        return 0
    return possible_points(declarers & _LYING, opponents & _LYING, terms) & (2 << most) - (1 << least)


def fewest_excluding(facts: Sequence[CardFact], terms: CardTerms, *, known: int = 0) -> tuple[int, ...]:
    """Return the fewest facts, by place, that exclude each other; none if the cards can lie so.

    The last `known` of them are known to belong to every such set.
    """
    indices = tuple(range(len(facts)))
    if points_left(facts, terms):
        return ()
    others, always = indices[: len(facts) - known], indices[len(facts) - known :]
    for size in range(len(others)):
        for fewer in combinations(others, size):
            if not points_left([facts[index] for index in (*fewer, *always)], terms):
                return (*fewer, *always)
    return indices


@lru_cache
def counts_of_one_player(pack: Pack) -> int:
    """Return the card points that one of four players can have in a Trischaken, a bit each.

    The talon goes to the first tricks, a card each, or to the last one.
    """
    counts, everything = 0, 3 * sum(_COURTS) + HONOURS * (pack.honour - pack.empty) + pack.cards * pack.empty
    for tricks in range(pack.tricks + 1):
        for talon in {*range(min(tricks, pack.talon) + 1), pack.talon if tricks else 0}:
            for honours in range(min(HONOURS, CARDS_OF_A_TRICK * tricks + talon) + 1):
                counts |= _counted(pack, everything, talon, 1 << tricks, honours, 0, 0)
    return counts
