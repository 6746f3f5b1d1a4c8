"""Play money: what holds for every table, whatever was played."""

import random
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.engine.play_money import Purse
from scoring.engine.result import Amount, exact
from tournaments.engine.capital import (
    CapitalAccount,
    PaperFault,
    PaperLine,
    PaperProblem,
    Payouts,
    accounts,
    paper_problems,
    schrift_problems,
)
from tournaments.engine.fund import WHOLE, shared_out
from tournaments.engine.played import lines_after, lines_of_hands
from tournaments.engine.terms import CUP, PLAY_MONEY, Format, Terms

PLAYERS = ("Anna", "Bert", "Cilli", "Dora", "Emil")
UNITS: tuple[Amount, ...] = (1, 2, 4, 12, 24, Fraction(1, 2))
OFTEN = ((3, -1, -1, -1), (1, 1, -1, -1), (-3, 1, 1, 1))

whole = st.integers(1, 60)
purses = st.builds(Purse, whole, st.sampled_from([1, 2, Fraction(1, 2), Fraction(2, 3)]), whole)


@st.composite
def payouts(draw: st.DrawFn) -> Mapping[str, Amount]:
    """Four of the five, in any order, and what they pay each other."""
    four = draw(st.permutations(PLAYERS))[:4]
    unit: Amount = draw(st.sampled_from(UNITS))
    return dict(zip(four, [unit * share for share in draw(st.sampled_from(OFTEN))], strict=True))


hands = st.lists(payouts(), max_size=20).map(
    lambda rows: [Payouts(number, row) for number, row in enumerate(rows, 1)]
)
starts = st.integers(0, 5).map(lambda count: PLAYERS[:count])  # the others join with their first hand


@given(purses, starts, hands)
def test_a_balance_is_the_capital_the_stakes_and_the_replacements_and_above_0(
    purse: Purse, players: tuple[str, ...], hands: list[Payouts]
) -> None:
    for account in accounts(purse, players, hands).values():
        paid = [hand.amounts[account.player] for hand in hands if account.player in hand.amounts]
        assert account.kassa == sum(paid)
        assert account.hands == len(paid)
        assert account.balance == purse.capital + purse.stake * sum(paid) + account.replacement
        assert account.balance > 0


@given(purses, starts, hands)
def test_nobody_receives_one_replacement_too_many(
    purse: Purse, players: tuple[str, ...], hands: list[Payouts]
) -> None:
    for account in accounts(purse, players, hands).values():
        for bust in account.busts:
            assert bust.after_paying <= 0 < bust.balance_after <= purse.replacement
            assert bust.replacement % purse.replacement == 0


@given(
    st.sampled_from([PLAY_MONEY, replace(PLAY_MONEY, capital=9, stake=Fraction(3, 2)), CUP]), starts, hands
)
def test_counting_on_hand_by_hand_comes_to_what_all_hands_come_to(
    terms: Terms, players: tuple[str, ...], hands: list[Payouts]
) -> None:
    assume(terms.format is Format.MONEY or len(players) == len(PLAYERS))  # of a cup everybody has a line
    schrift = {player: Fraction(1, 2) * number for number, player in enumerate(PLAYERS)}
    people, sums = list(players), dict[str, Amount].fromkeys(PLAYERS, 0)
    lines = lines_of_hands(terms, people, [], sums)
    for number, hand in enumerate(hands, 1):
        lines = lines_after(terms, lines, hand, schrift)
        people += [player for player in hand.amounts if player not in people]
        sums |= {player: exact(sums[player] + schrift[player]) for player in hand.amounts}
        assert lines == lines_of_hands(terms, people, hands[:number], sums)


@given(purses, starts, hands, st.randoms())
def test_hands_count_by_their_number_in_whatever_order_they_arrive(
    purse: Purse, players: tuple[str, ...], hands: list[Payouts], chance: random.Random
) -> None:
    arrived = chance.sample(hands, len(hands))
    assert dict(accounts(purse, players, arrived)) == dict(accounts(purse, players, hands))


@pytest.mark.parametrize("name", ["capital", "stake", "replacement"])
@pytest.mark.parametrize("wrong", [0, -50])
def test_a_purse_without_money_is_refused(name: str, wrong: int) -> None:
    """Without replacement capital a bust would never end."""
    with pytest.raises(ValueError, match=name):
        Purse(**{name: wrong})


@pytest.mark.parametrize(
    ("hands", "wrong"),
    [([Payouts(7, {}), Payouts(7, {})], "is there twice"), ([Payouts(7, {"Anna": 1})], "is not zero-sum")],
)
def test_a_hand_that_is_there_twice_or_makes_money_is_refused(hands: list[Payouts], wrong: str) -> None:
    with pytest.raises(AssertionError, match=f"Hand 7 {wrong}"):
        accounts(Purse(), (), hands)


def on_paper(accounts: Mapping[str, CapitalAccount]) -> dict[str, PaperLine]:
    return {
        player: PaperLine(account.balance, account.replacement, account.kassa)
        for player, account in accounts.items()
    }


@given(purses, starts, hands)
def test_what_a_table_really_played_balances_on_paper(
    purse: Purse, players: tuple[str, ...], hands: list[Payouts]
) -> None:
    there = accounts(purse, players, hands)
    lines = on_paper(there)
    assert paper_problems(purse, lines, Fraction(1, 2)) == schrift_problems(lines, Fraction(1, 2)) == ()


@given(purses, hands, st.sampled_from(PLAYERS[:4]), st.integers(-20, 20).filter(bool))
def test_a_slip_in_one_balance_is_found_with_what_it_makes_out(
    purse: Purse, hands: list[Payouts], player: str, slip: int
) -> None:
    lines = on_paper(accounts(purse, PLAYERS, hands))
    lines[player] = lines[player]._replace(balance=lines[player].balance + slip)
    assert PaperProblem(PaperFault.DIFFERENCE, slip) in paper_problems(purse, lines, Fraction(1, 2))


# Shares of what came in: never more than that, and rounded by less than a step each


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
