"""Places, what decided them, who stands apart, lots, and lists of criteria."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from scoring.engine.words import LANGUAGES
from tournaments.engine.criteria import (
    CRITERIA,
    CUP_OVERALL,
    CUP_ROUND,
    LEFT_LAST,
    LOT,
    MONEY_AVERAGE,
    MONEY_BEST_ROUND,
    MONEY_ROUND,
    CriterionAmounts,
    ListFault,
    ListProblem,
    Result,
    Score,
    list_problems,
    suited,
)
from tournaments.engine.ranking import (
    Apart,
    rank,
    reason,
    standings,
)


def money(player: str, balance: int, replacement: int = 0, **more: bool) -> Score:
    return Score(player, (Result(balance, replacement),), **more)


def schrift(player: str, *rounds: int) -> Score:
    return Score(player, tuple(Result(schrift=round_) for round_ in rounds))


def rounds(*results: Result) -> Score:
    return Score("Anna", results)


# --- places ---


@pytest.mark.parametrize(
    ("score", "criteria", "amounts"),
    [
        (money("Anna", 91, 50), MONEY_ROUND, {"bust_last": (), "balance": (41,)}),
        (
            schrift("Anna", -3, 12, 8),
            CUP_OVERALL,
            {"schrift": (17,), "best_round": (12,), "next_best": (12, 8, -3), LOT: ()},
        ),
        (rounds(Result(50), Result(51), Result(50)), MONEY_AVERAGE, {"average": (Fraction(151, 3),)}),
        (rounds(Result(60, 50), Result(70), Result(80, 50)), ["fewest_busts"], {"fewest_busts": (2,)}),
    ],
)
def test_a_place_says_the_amounts_of_every_criterion_as_people_count_them(
    score: Score, criteria: Sequence[str], amounts: dict[str, CriterionAmounts]
) -> None:
    (place,) = rank([score], criteria)
    assert dict(place.values) == {LEFT_LAST: (), **amounts}
    assert (place.rank, place.tied, place.decided) == (1, False, None)


def test_the_smallest_replacement_is_a_bust() -> None:
    assert [Result(50, amount).busted for amount in (0, Fraction(1, 2), 1)] == [False, True, True]


def test_nobody_is_ranked_where_nobody_played() -> None:
    assert rank([], MONEY_ROUND) == ()


def test_somebody_who_is_there_twice_is_refused() -> None:
    with pytest.raises(AssertionError, match="twice"):
        rank([money("Anna", 50), money("Anna", 40)], MONEY_ROUND)


def test_a_criterion_nobody_knows_is_refused() -> None:
    with pytest.raises(KeyError, match="beauty"):
        rank([money("Anna", 50)], ["beauty"])


# --- why ---


def test_the_amounts_that_decided_are_the_first_that_differ() -> None:
    bert, anna = rank([schrift("Anna", 10, 8, 1, -3), schrift("Bert", 10, 8, 2, -4)], CUP_OVERALL)
    assert anna.decided == "next_best"
    assert reason(bert, anna, "en") == "next best round 2 before 1"


def test_amounts_are_shown_as_the_page_writes_them() -> None:
    anna, bert = rank([money("Anna", 61), money("Bert", -3)], ["balance"])
    words = reason(anna, bert, "de", show=lambda amount: f"{amount},00")
    assert words == "Endstand 61,00 vor -3,00"


def test_without_amounts_the_reason_is_words_only() -> None:
    anna, bert = rank([money("Anna", 61), money("Bert", 90, 50)], MONEY_ROUND)
    assert reason(anna, bert, "en") == "received replacement capital"


def test_equals_have_no_reason() -> None:
    anna, bert = rank([money("Anna", 61), money("Bert", 61)], MONEY_ROUND)
    assert (bert.decided, reason(anna, bert, "de")) == (None, "")


@pytest.mark.parametrize("name", CRITERIA)
def test_every_criterion_explains_itself_in_both_languages(name: str) -> None:
    criterion = CRITERIA[name]
    for text in (criterion.label, criterion.sentence, criterion.reason):
        assert all(text.in_language(language) for language in LANGUAGES)
    for language in LANGUAGES:
        assert criterion.sentence.in_language(language).endswith(".")
        assert criterion.sentence.de != criterion.sentence.en
    for words in criterion.reason:
        assert ("{ahead}" in words) is ("{behind}" in words)
        assert ("{ahead}" in words) is bool(criterion.shown((3,)))


# --- apart ---


def test_the_house_and_those_with_too_few_rounds_stand_apart() -> None:
    scores = [
        Score("Anna", (Result(50), Result(60))),
        Score("Bert", (Result(90),)),
        Score("Hilda", (Result(50), Result(60)), house=True),
        Score("Käthe", ()),
    ]
    found = standings(scores, MONEY_AVERAGE, least_rounds=2)
    assert [place.player for place in found.places] == ["Anna"]
    assert found.apart == {
        "Bert": Apart.TOO_FEW_ROUNDS,
        "Hilda": Apart.HOUSE,
        "Käthe": Apart.TOO_FEW_ROUNDS,
    }


def test_whoever_played_no_round_is_never_ranked() -> None:
    for found in (
        standings([Score("Anna", ()), schrift("Bert", 3)], CUP_OVERALL),
        standings([Score("Anna", ()), schrift("Bert", 3)], CUP_OVERALL, least_rounds=0),
    ):
        assert [place.player for place in found.places] == ["Bert"]
        assert found.apart == {"Anna": Apart.TOO_FEW_ROUNDS}


def test_the_house_takes_no_place_away() -> None:
    places = rank([money("Anna", 50), money("Hilda", 99, house=True), money("Bert", 40)], MONEY_ROUND)
    assert [(place.rank, place.player) for place in places] == [(1, "Anna"), (2, "Bert")]


def test_without_play_money_those_who_left_are_ranked_among_each_other() -> None:
    left = [Score(player, (Result(schrift=sum_),), last=True) for player, sum_ in (("Anna", 3), ("Bert", 8))]
    places = rank([*left, schrift("Cilli", -11)], CUP_ROUND)
    assert [(place.rank, place.player) for place in places] == [(1, "Cilli"), (2, "Bert"), (3, "Anna")]


# --- lists of criteria ---


@pytest.mark.parametrize(
    ("names", "is_money", "overall"),
    [
        (MONEY_ROUND, True, False),
        (MONEY_BEST_ROUND, True, True),
        (MONEY_AVERAGE, True, True),
        (CUP_ROUND, False, False),
        (CUP_OVERALL, False, True),
    ],
)
def test_the_lists_that_come_along_are_in_order(
    names: tuple[str, ...], is_money: bool, overall: bool
) -> None:
    assert list_problems(names, money=is_money, overall=overall) == ()


def test_what_suits_a_tournament() -> None:
    assert suited(money=True, overall=False) == ("bust_last", "balance", LOT)
    assert suited(money=False, overall=False) == ("schrift", LOT)
    assert {"schrift", "best_round", "next_best", "wins"} <= set(suited(money=False, overall=True))
    assert "balance" not in suited(money=False, overall=True)
    assert "schrift" not in suited(money=True, overall=True)


def test_all_that_is_wrong_with_a_list_is_said_at_once() -> None:
    names = ["balance", "balance", "schrift", "beauty", LEFT_LAST, "average", LOT, "bust_last"]
    assert list_problems(names, money=True, overall=False) == (
        ListProblem(ListFault.TWICE, "balance"),
        ListProblem(ListFault.UNSUITED, "schrift"),
        ListProblem(ListFault.UNKNOWN, "beauty"),
        ListProblem(ListFault.HOLDS_ANYWAY, LEFT_LAST),
        ListProblem(ListFault.UNSUITED, "average"),
        ListProblem(ListFault.AFTER_LOT, "bust_last"),
    )
    assert list_problems(["balance", "bust_last"], money=True, overall=False) == (
        ListProblem(ListFault.NOT_FIRST, "bust_last"),
    )
    assert list_problems([], money=True, overall=False) == (ListProblem(ListFault.EMPTY),)
