"""Amounts drawn by lot are never taken for running totals, and running totals are recognised."""

from __future__ import annotations

from itertools import accumulate
from random import Random

import pytest

from scoring.old_sheets.playing import are_carried_on

SEEDS = 20

# What the four who play get, in an order that is drawn.
SHAPES = (
    *[(1, 1, -1, -1)] * 5,  # a game of two against two
    *[(3, -1, -1, -1)] * 3,  # of one against three
    (-2, -1, 1, 2),  # a Trischaken
    (4, -2, -1, -1),  # a kontra of one alone
    (3, 1, -2, -2),  # premiums of one alone
)
WORTH = (1, 1, 1, 2, 2, 3, 4, 5, 6, 8, 10)

Amounts = dict[str, int]


def drawn(lot: Random, people: str) -> Amounts:
    playing = lot.sample(people, 4)
    factor = lot.choice(WORTH) * lot.choice((1, -1))
    return {name: factor * share for name, share in zip(playing, lot.choice(SHAPES), strict=True)}


def added(totals: Amounts, hand: Amounts) -> Amounts:
    return {name: totals.get(name, 0) + hand.get(name, 0) for name in {**totals, **hand}}


def looks_running(paper: list[list[Amounts]], evenings: list[list[Amounts]]) -> bool:
    """Return whether this paper of these hands is taken for running totals."""
    given = [amounts for rows in paper for amounts in rows]
    settled = [hand for hands in evenings for hand in hands]
    return are_carried_on(zip(given, settled, strict=True))


def drawn_evenings(seed: int, people: str, evenings: int, hands: int) -> list[list[Amounts]]:
    lot = Random(seed)
    return [[drawn(lot, people) for _hand in range(hands)] for _evening in range(evenings)]


@pytest.mark.parametrize("people", ["abcd", "abcde"])
@pytest.mark.parametrize(("evenings", "hands"), [(1, 4), (1, 6), (1, 12), (3, 8)])
def test_amounts_of_hands_are_never_taken_for_running_totals(people: str, evenings: int, hands: int) -> None:
    all_drawn = [drawn_evenings(seed, people, evenings, hands) for seed in range(SEEDS)]
    found = [looks_running(drawn, drawn) for drawn in all_drawn]
    assert not any(found)


@pytest.mark.parametrize("people", ["abcd", "abcde"])
def test_amounts_of_other_rules_are_never_taken_for_running_totals(people: str) -> None:
    """Nobody asks what they are, where no hand fits the rules."""
    for seed in range(SEEDS):
        other = drawn_evenings(seed + SEEDS, people, 3, 8)
        assert not looks_running(other, drawn_evenings(seed, people, 3, 8))


@pytest.mark.parametrize("people", ["abcd", "abcde"])
@pytest.mark.parametrize("is_written_out", [True, False], ids=["everybody", "whoever-played"])
@pytest.mark.parametrize(("evenings", "hands"), [(1, 6), (1, 12), (3, 8)])
def test_running_totals_of_six_hands_are_recognised(
    people: str, evenings: int, hands: int, is_written_out: bool
) -> None:
    """With whoever sat out or without."""
    found = 0
    for seed in range(SEEDS):
        rows, drawn = [], drawn_evenings(seed, people, evenings, hands)
        for evening in drawn:
            totals = list(accumulate(evening, added))
            shown = people if is_written_out else ""
            rows.append(
                [
                    {name: total.get(name, 0) for name in shown or hand}
                    for total, hand in zip(totals, evening, strict=True)
                ]
            )
        found += looks_running(rows, drawn)
    assert found == SEEDS
