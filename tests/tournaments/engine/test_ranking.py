"""Places, what decided them, who stands apart, lots, and lists of criteria."""

from collections.abc import Mapping
from itertools import groupby, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tests.support.engine.hands import Choices, choices
from tournaments.engine.criteria import (
    CRITERIA,
    CUP_OVERALL,
    CUP_ROUND,
    LEFT_LAST,
    LOT,
    MONEY_AVERAGE,
    MONEY_BEST_ROUND,
    MONEY_ROUND,
    ListFault,
    ListProblem,
    Result,
    Score,
    list_problems,
    suited,
)
from tournaments.engine.ranking import (
    Place,
    choice_order,
    needs_lot,
    rank,
    reason,
    standings,
)


def money(player: str, balance: int, replacement: int = 0, **more: bool) -> Score:
    return Score(player, (Result(balance, replacement),), **more)


def schrift(player: str, *rounds: int) -> Score:
    return Score(player, tuple(Result(schrift=round_) for round_ in rounds))


# --- places ---


def test_somebody_who_is_there_twice_and_a_criterion_nobody_knows_are_refused() -> None:
    with pytest.raises(AssertionError, match="twice"):
        rank([money("Anna", 50), money("Anna", 40)], MONEY_ROUND)
    with pytest.raises(KeyError, match="beauty"):
        rank([money("Anna", 50)], ["beauty"])


# --- why ---


def test_the_amounts_that_decided_are_the_first_that_differ() -> None:
    bert, anna = rank([schrift("Anna", 10, 8, 1, -3), schrift("Bert", 10, 8, 2, -4)], CUP_OVERALL)
    assert anna.decided == "next_best"
    assert reason(bert, anna, "en") == "next best round 2 before 1"


def test_amounts_are_shown_as_the_page_writes_them_without_any_in_words_and_equals_have_no_reason() -> None:
    anna, bert = rank([money("Anna", 61), money("Bert", -3)], ["balance"])
    words = reason(anna, bert, "de", show=lambda amount: f"{amount},00")
    assert words == "Endstand 61,00 vor -3,00"
    anna, bert = rank([money("Anna", 61), money("Bert", 90, 50)], MONEY_ROUND)
    assert reason(anna, bert, "en") == "received replacement capital"
    anna, bert = rank([money("Anna", 61), money("Bert", 61)], MONEY_ROUND)
    assert (bert.decided, reason(anna, bert, "de")) == (None, "")


@pytest.mark.parametrize("name", CRITERIA)
def test_the_reason_of_a_criterion_names_amounts_where_it_has_any(name: str) -> None:
    criterion = CRITERIA[name]
    for words in criterion.reason:
        assert ("{ahead}" in words) is ("{behind}" in words)
        assert ("{ahead}" in words) is bool(criterion.shown((3,)))


# --- lists of criteria ---


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
    assert suited(money=False, overall=False) == ("schrift", LOT)
    assert {"average", "wins"} <= set(suited(money=True, overall=True))


# What holds for every standing, whoever played whatever


PEOPLE = ("Anna", "Bert", "Cilli", "Dora", "Emil", "Franz", "Gustl", "=Zita")
LISTS = (MONEY_ROUND, MONEY_BEST_ROUND, MONEY_AVERAGE, CUP_ROUND, CUP_OVERALL, tuple(CRITERIA)[1:])

BALANCES, REPLACEMENTS, SCHRIFT = range(1, 5), (0, 0, 0, 50, 100), range(-2, 3)


def result_by(choose: Choices) -> Result:
    return Result(
        balance=choose.one(BALANCES),
        replacement=choose.one(REPLACEMENTS),
        schrift=choose.one(SCHRIFT),
        rank=choose.whole(1, 2),
    )


def scores_by(choose: Choices, rounds: int) -> list[Score]:
    return [
        Score(
            player,
            tuple(result_by(choose) for _ in range(choose.whole(1, rounds))),
            last=choose.once_in(10),
            house=choose.once_in(10),
        )
        for player in lot_by(choose)
    ]


def lot_by(choose: Choices) -> list[str]:
    """Some of them, in any order."""
    return choose.shuffled(PEOPLE)[: choose.whole(0, len(PEOPLE))]


def many_scores(rounds: int = 3) -> SearchStrategy[list[Score]]:
    return choices(160).map(lambda choose: scores_by(choose, rounds))


any_lot = choices(16).map(lot_by)
any_lots = choices(64).map(lambda choose: [lot_by(choose) for _ in range(choose.whole(0, 3))])


@given(scores=many_scores(), lots=any_lots)
def test_ranks_count_who_stands_before_and_equals_share_theirs(
    scores: list[Score], lots: list[list[str]]
) -> None:
    """1, 2, 2, 4; and everybody has one place, those who are ranked last behind all others."""
    last = {score.player: score.last for score in scores if not score.house}
    for criteria in LISTS:
        before, places = 0, rank(scores, criteria, lots)
        assert sorted(place.player for place in places) == sorted(last)
        order = [last[place.player] for place in places]
        assert order == sorted(order)
        for number, group in groupby(places, lambda place: place.rank):
            equals = list(group)
            assert number == before + (len(equals) if equals[0].last else 1)
            assert {place.tied for place in equals} == {len(equals) > 1}
            assert [place.decided for place in equals[1:]] == [None] * (len(equals) - 1)
            assert (equals[0].decided is None) is (before == 0)
            before += len(equals)


@given(scores=many_scores(), lots=any_lots)
def test_what_decided_is_the_first_criterion_that_tells_neighbours_apart(
    scores: list[Score], lots: list[list[str]]
) -> None:
    for criteria in LISTS:
        by_name = {score.player: score for score in scores}
        for before, place in pairwise(rank(scores, criteria, lots)):
            keys = [
                (name, CRITERIA[name].key(by_name[before.player]), CRITERIA[name].key(by_name[place.player]))
                for name in ("left_last", *criteria)
            ]
            different = [(name, ahead > behind) for name, ahead, behind in keys if ahead != behind]
            if before.last and place.last:
                assert (before.rank, place.decided) == (place.rank, None)
            elif different:
                assert different[0] == (place.decided, True)
            else:
                assert place.decided == (None if place.tied and place.rank == before.rank else LOT)


def by_player(places: tuple[Place, ...]) -> Mapping[str, Place]:
    return {place.player: place for place in places}


@given(scores=many_scores(), lots=any_lots, lot=any_lot)
def test_one_more_lot_moves_only_equals_whom_it_names(
    scores: list[Score], lots: list[list[str]], lot: list[str]
) -> None:
    before = by_player(rank(scores, CUP_OVERALL, lots))
    then = by_player(rank(scores, CUP_OVERALL, [*lots, lot]))
    without = by_player(rank(scores, CUP_OVERALL))
    for player, place in before.items():
        if player not in lot or not without[player].tied:
            assert then[player].rank == place.rank
        equals = sum(place.rank == without[player].rank for place in without.values())
        assert without[player].rank <= then[player].rank < without[player].rank + equals


@given(scores=many_scores(rounds=1), lots=any_lots, choosers=st.integers(0, 9))
def test_once_all_lots_are_drawn_as_many_choose_as_may(
    scores: list[Score], lots: list[list[str]], choosers: int
) -> None:
    places = rank(scores, MONEY_ROUND)
    certain = choice_order(places, choosers, lots)
    drawn = [list(reversed(players)) for players in needs_lot(places, choosers, lots)]
    everybody = choice_order(places, choosers, [*lots, *drawn])
    assert needs_lot(places, choosers, [*lots, *drawn]) == ()
    assert len(everybody) == min(choosers, len(places))
    assert everybody[: len(certain)] == certain
    ranks = {place.player: place.rank for place in places}
    assert [ranks[player] for player in everybody] == sorted(ranks[player] for player in everybody)


@given(scores=many_scores(), least=st.integers(0, 4))
def test_everybody_is_ranked_or_stands_apart(scores: list[Score], least: int) -> None:
    found = standings(scores, MONEY_AVERAGE, least_rounds=least)
    placed = [place.player for place in found.places]
    assert sorted([*placed, *found.unranked]) == sorted(score.player for score in scores)
    rounds = {score.player: len(score.rounds) for score in scores}
    assert all(rounds[player] >= least for player in placed)


@pytest.mark.parametrize("least", [0, 1, None])
def test_who_did_not_play_at_all_has_no_place(least: int | None) -> None:
    found = standings([money("Anna", 60), Score("Bert", ())], MONEY_AVERAGE, least_rounds=least)
    assert [place.player for place in found.places] == ["Anna"]
    assert set(found.unranked) == {"Bert"}
