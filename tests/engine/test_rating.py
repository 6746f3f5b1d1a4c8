"""Strengths after games of several players: published numbers, what always holds."""

from collections.abc import Sequence
from decimal import Decimal
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.rating import OPENSKILL, Model, Strength, after_game, rated

STILL = OPENSKILL._replace(tau=Decimal(0))  # nobody gets better or worse between games
UNKNOWN = OPENSKILL.unknown


def strengths_of(strengths: Sequence[Strength]) -> list[tuple[float, float]]:
    return [(float(round(strength.mu, 6)), float(round(strength.sigma, 6))) for strength in strengths]


def known(*pairs: tuple[int, int]) -> list[Strength]:
    return [Strength(Decimal(mu), Decimal(sigma) ** 2) for mu, sigma in pairs]


# As OpenSkill 6.2 counts them, its PlackettLuce with all defaults but tau.

PUBLISHED: list[tuple[list[Strength], list[int], list[tuple[float, float]]]] = [
    ([UNKNOWN] * 2, [2, 1], [(27.635231, 8.065506), (22.364769, 8.065506)]),
    (
        [UNKNOWN] * 4,
        [40, 10, -20, -30],
        [(27.795085, 8.263161), (26.552825, 8.179214), (24.689435, 8.083731), (20.962655, 8.083731)],
    ),
    (
        [UNKNOWN] * 5,
        [5, 4, 3, 2, 1],
        [
            (27.666667, 8.290557),
            (26.833333, 8.240146),
            (25.722222, 8.179997),
            (24.055556, 8.111796),
            (20.722222, 8.111796),
        ],
    ),
    (
        known((30, 4), (25, 8), (20, 2), (27, 6)),
        [-1, 9, 3, -11],
        [(29.620332, 3.964699), (28.565924, 7.858335), (20.182075, 1.999072), (24.209743, 5.830631)],
    ),
    (
        [UNKNOWN] * 4,
        [6, 0, 0, -6],
        [(27.795085, 8.263161), (24.689435, 8.179214), (24.689435, 8.179214), (22.826045, 8.179214)],
    ),
    # Worked out by hand from algorithm 4 of the paper. A draw with somebody weaker costs the stronger one: to
    # let both gain alike would give 29.761193 and 19.761193.
    (known((30, 4), (20, 2)), [0, 0], [(29.363182, 3.948022), (20.159204, 1.99677)]),
    # The last of seven who are about equal: certain would be 1.061, 1/4 + 2/9 + 3/16 + 4/25 + 5/36 + 6/49 of
    # the cube of 100 / 100.64; a ten-thousandth of the variance is left.
    (
        known((25, 100), *[(25, 1)] * 6),
        [0, 1, 2, 3, 4, 5, 6],
        [
            (-133.279659, 1.0),
            (24.994109, 0.999999),
            (24.999077, 1.0),
            (25.00239, 1.0),
            (25.004874, 1.0),
            (25.006861, 1.0),
            (25.008517, 1.0),
        ],
    ),
]


@pytest.mark.parametrize(
    "game",
    PUBLISHED,
    ids=["two", "four", "five", "known ones", "a tie", "a tie of unequal ones", "as sure as one can be"],
)
def test_a_game_has_the_numbers_of_openskill(
    game: tuple[list[Strength], list[int], list[tuple[float, float]]],
) -> None:
    before, results, after = game
    assert strengths_of(after_game(before, results, STILL)) == after


def test_between_games_a_strength_becomes_a_little_less_certain() -> None:
    assert strengths_of(after_game([UNKNOWN] * 2, [1, 0])) == [(27.635389, 8.065901), (22.364611, 8.065901)]


strengths = st.builds(
    lambda mu, sigma: Strength(Decimal(mu) / 100, (Decimal(sigma) / 100) ** 2),
    st.integers(0, 5000),
    st.integers(10, 900),
)
seats = st.lists(st.tuples(strengths, st.integers(-5, 5)), min_size=2, max_size=7)
models = st.sampled_from([OPENSKILL, STILL])


def parted(game: list[tuple[Strength, int]]) -> tuple[list[Strength], list[int]]:
    return [strength for strength, _ in game], [result for _, result in game]


@given(seats, models, st.randoms(use_true_random=False))
def test_who_sits_where_changes_nothing_to_the_last_digit(
    game: list[tuple[Strength, int]], model: Model, dice: Random
) -> None:
    order = list(range(len(game)))
    dice.shuffle(order)
    after = after_game(*parted(game), model)
    turned = after_game(*parted([game[place] for place in order]), model)
    assert turned == [after[place] for place in order]


# Many games


def test_games_count_one_after_the_other() -> None:
    first, second = {1: 5, 2: 0, 3: -5}, {1: -2, 3: 2}
    after = after_game([UNKNOWN] * 3, [5, 0, -5])
    one, three = after_game([after[0], after[2]], [-2, 2])
    assert rated([first, second]) == {1: (one, 2), 2: (after[1], 1), 3: (three, 2)}
    assert rated([second, first])[1] != rated([first, second])[1]


def test_nobody_has_played() -> None:
    assert rated([]) == {}
    assert rated([{}]) == {}
