"""Terms that nobody can have meant are refused, each with its field and what would do."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tournaments.engine.terms import (
    CUP,
    PLAY_MONEY,
    PRESETS,
    Overall,
    Terms,
    UnworkableTerm,
    problems_with_terms,
)


@pytest.mark.parametrize("terms", [one.terms for one in PRESETS], ids=[one.slug for one in PRESETS])
def test_what_is_offered_can_be_played(terms: Terms) -> None:
    assert problems_with_terms(terms) == ()


@pytest.mark.parametrize(
    ("field", "value", "code", "limit"),
    [
        ("choosers", 99, "too_big", 20),
        ("choosers", -1, "too_small", 0),
        ("minutes", 241, "too_big", 240),
        ("minutes", 0, "too_small", 1),
        ("rounds", 31, "too_big", 30),
        ("rounds", 0, "too_small", 1),
        ("capital", 10**7, "too_big", 10**6),
        ("replacement", 0, "too_small", 1),
        ("fee", 10**6, "too_much_money", 10**5),
        ("stake", Fraction(0), "nothing", None),
        ("stake", Fraction(10**7), "too_big", 10**6),
    ],
)
def test_a_slip_of_the_finger_is_named_with_what_would_do(
    field: str, value: Any, code: str, limit: int
) -> None:
    changed: dict[str, Any] = {field: value}
    assert UnworkableTerm(field, code, limit) in problems_with_terms(replace(PLAY_MONEY, **changed))


def test_nobody_has_to_play_more_rounds_than_there_are_to_be_ranked() -> None:
    average = replace(PLAY_MONEY, overall=Overall.AVERAGE, overall_criteria=("average",))
    assert problems_with_terms(replace(average, overall_rounds=3)) == ()
    assert problems_with_terms(replace(average, overall_rounds=4)) == (
        UnworkableTerm("overall_rounds", "too_big", 3),
    )
    assert problems_with_terms(replace(CUP, rounds=2, overall_rounds=3)) == (
        UnworkableTerm("overall_rounds", "too_big", 2),
    )
