"""Shares of what came in: never more than that, and rounded by less than a step each."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.engine.fund import WHOLE, shared_out


@given(
    came_in=st.fractions(min_value=0, max_value=10**7, max_denominator=30),
    shares=st.lists(st.integers(1, 2500), min_size=1, max_size=4),
    step=st.sampled_from((1, 10, 50, 100, 500)),
)
def test_what_is_shared_out_and_what_is_left_are_what_came_in(
    came_in: Fraction, shares: list[int], step: int
) -> None:
    fund = shared_out(came_in, shares, step)
    assert fund.cents + fund.left == came_in
    assert fund.left >= 0
    for other_share, share in zip(fund.shares, shares, strict=True):
        assert other_share.exact == came_in * share / WHOLE
        assert 0 <= other_share.exact - other_share.cents < step
        assert other_share.cents % step == 0


@pytest.mark.parametrize("shares", [[6000, 5000], [0], [-1, 50]])
def test_more_than_everything_and_less_than_nothing_are_no_shares(shares: list[int]) -> None:
    with pytest.raises(ValueError, match="no shares of a whole"):
        shared_out(Fraction(100), shares, 1)
