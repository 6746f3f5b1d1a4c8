"""Amounts drawn by lot are never taken for running totals, and running totals are recognised."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from random import Random

import pytest

from scoring.old_sheets.sums import ReadRow, Sums

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

Amounts = dict[str, Fraction]


def drawn(lot: Random, people: str) -> Amounts:
    playing = lot.sample(people, 4)
    factor = Fraction(lot.choice(WORTH) * lot.choice((1, -1)))
    return {name: factor * share for name, share in zip(playing, lot.choice(SHAPES), strict=True)}


def added(totals: Amounts, hand: Amounts) -> Amounts:
    return {name: totals.get(name, Fraction(0)) + hand.get(name, 0) for name in {**totals, **hand}}


def looks_running(evenings: list[list[Amounts]]) -> bool:
    sums = Sums()
    for table, rows in enumerate(evenings):
        for amounts in rows:
            sums.add(ReadRow(2 + len(sums.rows), amounts, table, None, 0))
    return sums.looks_running


def drawn_evenings(seed: int, people: str, evenings: int, hands: int) -> list[list[Amounts]]:
    lot = Random(seed)
    return [[drawn(lot, people) for _hand in range(hands)] for _evening in range(evenings)]


@pytest.mark.parametrize("people", ["abcd", "abcde"])
@pytest.mark.parametrize(("evenings", "hands"), [(1, 4), (1, 6), (1, 12), (3, 8)])
def test_amounts_of_hands_are_never_taken_for_running_totals(people: str, evenings: int, hands: int) -> None:
    found = [looks_running(drawn_evenings(seed, people, evenings, hands)) for seed in range(SEEDS)]
    assert not any(found)


@pytest.mark.parametrize("evenings", [5, 30])
def test_whole_evenings_in_a_row_each_are_never_taken_for_running_totals(evenings: int) -> None:
    for seed in range(SEEDS // 4):
        drawn_ones = drawn_evenings(seed, "abcd", evenings, 20)
        assert not looks_running([[list(accumulate(hands, added))[-1]] for hands in drawn_ones])


@pytest.mark.parametrize("people", ["abcd", "abcde"])
@pytest.mark.parametrize("is_written_out", [True, False], ids=["everybody", "whoever-played"])
@pytest.mark.parametrize(("evenings", "hands"), [(1, 6), (1, 12), (3, 8)])
def test_running_totals_of_six_hands_are_recognised(
    people: str, evenings: int, hands: int, is_written_out: bool
) -> None:
    """At least 95 in 100, with whoever sat out or without."""
    found = 0
    for seed in range(SEEDS):
        rows = []
        for evening in drawn_evenings(seed, people, evenings, hands):
            totals = list(accumulate(evening, added))
            shown = people if is_written_out else ""
            rows.append(
                [
                    {name: total.get(name, Fraction(0)) for name in shown or hand}
                    for total, hand in zip(totals, evening, strict=True)
                ]
            )
        found += looks_running(rows)
    assert found >= Fraction(95, 100) * SEEDS
