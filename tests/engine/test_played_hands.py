"""What can be played is never refused: hands dealt from a whole pack and played to the last trick.

Five thousand of each sheet are played in `test_many_played_hands.py`, which only `make test` runs.
"""

from __future__ import annotations

from random import Random

import pytest

from scoring.rules import SLUGS, published
from tests.support.engine.card_play import (
    KINGS,
    KOENIGRUFEN,
    MOND,
    PAGAT,
    SKUES,
    ZWANZIGERRUFEN,
    Kaiserstich,
    Pack,
    Style,
    Way,
    best_of,
    deal,
    lawful,
    play,
)
from tests.support.engine.judging_played_hands import faults, judged
from tests.support.engine.played_hands import HOUSES, Played, played_hand

KING_OF_CLUBS, QUEEN_OF_CLUBS, KING_OF_HEARTS = KINGS[0], KINGS[0] - 1, KINGS[1]


@pytest.mark.parametrize("slug", SLUGS)
def test_two_hundred_played_hands_are_settled_as_they_were_played(slug: str) -> None:
    wrong, seen = judged(slug, 200)
    assert wrong == []
    assert {*published()[slug].contracts, "won", "lost"} <= set(seen)


def test_every_published_sheet_is_played() -> None:
    assert set(HOUSES) == set(SLUGS)


@pytest.mark.parametrize(("pack", "count"), [(KOENIGRUFEN, 210), (ZWANZIGERRUFEN, 88)])
def test_all_cards_of_a_pack_count_what_its_sheet_says(pack: Pack, count: int) -> None:
    assert sum(pack.worth[card] for card in pack.cards) == count
    assert len(pack.cards) in (54, 40)


@pytest.mark.parametrize("pack", [KOENIGRUFEN, ZWANZIGERRUFEN])
def test_every_card_is_dealt_once_and_played_once(pack: Pack) -> None:
    dealt = deal(Random(1), pack, {2: [PAGAT]})
    assert PAGAT in dealt.hands[2]
    assert sorted([card for hand in (*dealt.hands, dealt.talon) for card in hand]) == sorted(pack.cards)
    tricks = play(Random(1), dealt.hands, 0, Way(), [Style.ANYHOW] * 4, worth=pack.worth)
    played = [card for trick in tricks for card in trick.cards]
    assert sorted(played + dealt.talon) == sorted(pack.cards)
    assert [trick.leader for trick in tricks[1:]] == [trick.taker for trick in tricks[:-1]]


def test_suit_is_followed_then_tarock_played_then_anything() -> None:
    hand = [PAGAT, 9, KING_OF_HEARTS]
    assert lawful([*hand, QUEEN_OF_CLUBS], [KING_OF_CLUBS], Way()) == [QUEEN_OF_CLUBS]
    assert lawful(hand, [KING_OF_CLUBS], Way()) == [PAGAT, 9]
    assert lawful([KING_OF_HEARTS], [KING_OF_CLUBS], Way()) == [KING_OF_HEARTS]


def test_whoever_has_to_take_a_trick_takes_it_if_possible() -> None:
    must = Way(has_to_take=True)
    assert lawful([5, 9, MOND], [7], must) == [9, MOND]
    assert lawful([5, 6], [7], must) == [5, 6]
    assert lawful([QUEEN_OF_CLUBS, KING_OF_CLUBS], [KING_OF_CLUBS - 2, 5], must) == [
        QUEEN_OF_CLUBS,
        KING_OF_CLUBS,
    ]


def test_the_pagat_is_the_last_tarock_of_a_negative_game_but_in_a_kaiserstich() -> None:
    way = Way(pagat_is_last=True, kaiserstich=Kaiserstich.ANY_ORDER)
    assert lawful([PAGAT, 5], [7], way) == [5]
    assert lawful([PAGAT, 5], [SKUES, MOND], way) == [PAGAT, 5]


def test_the_highest_tarock_takes_a_trick_or_else_the_highest_card_of_the_suit_led() -> None:
    assert best_of((QUEEN_OF_CLUBS, KING_OF_HEARTS, PAGAT, KING_OF_CLUBS), Way()) == (PAGAT, False)
    suits = (QUEEN_OF_CLUBS, KING_OF_HEARTS, PAGAT, QUEEN_OF_CLUBS - 1)
    assert best_of(suits, Way(tarock_takes=False)) == (QUEEN_OF_CLUBS, False)
    assert best_of((MOND, SKUES, PAGAT), Way(kaiserstich=Kaiserstich.IN_ORDER)) == (PAGAT, True)
    assert best_of((SKUES, MOND, PAGAT), Way(kaiserstich=Kaiserstich.IN_ORDER)) == (SKUES, False)
    assert best_of((SKUES, MOND, PAGAT), Way(kaiserstich=Kaiserstich.ANY_ORDER)) == (PAGAT, True)


def test_a_lie_about_a_played_hand_is_found() -> None:
    """Otherwise nothing would have been shown by so many hands."""
    rules = published()["standard"]
    played = played_hand("standard 4", rules, "dreier")
    assert list(faults(played, rules)) == []
    for lie in (
        Played(played.record, (not played.won[0],), points=played.points),
        Played(played.record, played.won, drawn=True, points=played.points),
    ):
        assert list(faults(lie, rules))
