"""Terms that nobody can have meant are refused, each with its field and what would do."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tournaments.engine.criteria import CUP_BEST_ROUNDS
from tournaments.engine.terms import (
    CUP,
    PLAY_MONEY,
    PRESETS,
    Overall,
    Terms,
    UnworkableTerm,
    problems_with_terms,
    terms_from,
)


@pytest.mark.parametrize(
    "terms", [preset.terms for preset in PRESETS], ids=[preset.slug for preset in PRESETS]
)
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
    assert problems_with_terms(replace(average, overall_rounds=None)) == ()


def test_no_more_rounds_than_there_are_can_be_the_best_that_count() -> None:
    best = replace(CUP, overall=Overall.BEST_OF, overall_criteria=CUP_BEST_ROUNDS)
    assert problems_with_terms(replace(best, overall_best=3)) == ()
    assert problems_with_terms(replace(best, overall_best=4)) == (
        UnworkableTerm("overall_best", "too_big", 3),
    )
    assert problems_with_terms(replace(CUP, rounds=1, overall_best=2)) == (), "not asked where the sum ranks"


def test_terms_of_before_rank_as_they_did() -> None:
    """Kept when neither best rounds nor the rounds of most could be chosen."""
    kept = PLAY_MONEY.as_json() | {"overall": "average", "overall_criteria": ["average"], "overall_rounds": 2}
    del kept["overall_best"]
    terms = terms_from(kept)
    assert (terms.overall, terms.overall_rounds, terms.overall_criteria) == (Overall.AVERAGE, 2, ("average",))
    assert terms_from(replace(terms, overall_rounds=None).as_json()).overall_rounds is None
