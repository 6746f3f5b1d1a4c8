"""Terms that nobody can have meant are refused, each with its field and what would do."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tournaments.engine.criteria import CUP_BEST_ROUNDS
from tournaments.engine.terms import (
    CUP,
    PLAY_MONEY,
    Overall,
    Terms,
    UnworkableTerm,
    problems_with_terms,
    terms_from,
)


@pytest.mark.parametrize(
    ("field", "value", "code", "limit"),
    [
        ("choosers", 99, "too_big", 20),
        ("minutes", 0, "too_small", 1),
        ("rounds", 31, "too_big", 30),
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


AVERAGE = replace(PLAY_MONEY, overall=Overall.AVERAGE, overall_criteria=("average",))
BEST = replace(CUP, overall=Overall.BEST_OF, overall_criteria=CUP_BEST_ROUNDS)


@pytest.mark.parametrize(
    ("terms", "asked", "most"),
    [
        (AVERAGE, {"overall_rounds": 4}, 3),
        (AVERAGE, {"overall_rounds": None}, None),
        (CUP, {"overall_rounds": 3, "rounds": 2}, 2),
        (BEST, {"overall_best": 4}, 3),
        (BEST, {"overall_best": 2, "rounds": 1}, 1),
        (CUP, {"overall_best": 2, "rounds": 1}, None),  # not asked where the sum ranks
    ],
)
def test_no_more_rounds_than_there_are_have_to_be_played_or_are_the_best_that_count(
    terms: Terms, asked: dict[str, Any], most: int | None
) -> None:
    wrong = () if most is None else (UnworkableTerm(next(iter(asked)), "too_big", most),)
    assert problems_with_terms(replace(terms, **asked)) == wrong


def test_terms_of_before_rank_as_they_did() -> None:
    """Kept when neither best rounds nor the rounds of most could be chosen."""
    kept = PLAY_MONEY.as_json() | {"overall": "average", "overall_criteria": ["average"], "overall_rounds": 2}
    del kept["overall_best"]
    terms = terms_from(kept)
    assert (terms.overall, terms.overall_rounds, terms.overall_criteria) == (Overall.AVERAGE, 2, ("average",))
    assert terms_from(replace(terms, overall_rounds=None).as_json()).overall_rounds is None
