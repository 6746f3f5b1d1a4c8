"""What holds for every standing, whoever played whatever."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby, pairwise

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tests.support.engine.hands import Choices, choices
from tournaments.engine.criteria import (
    CRITERIA,
    CUP_OVERALL,
    CUP_ROUND,
    LOT,
    MONEY_AVERAGE,
    MONEY_BEST_ROUND,
    MONEY_ROUND,
    Result,
    Score,
)
from tournaments.engine.ranking import Place, choice_order, needs_lot, rank, standings

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
def test_everybody_but_the_house_has_exactly_one_place(scores: list[Score], lots: list[list[str]]) -> None:
    for criteria in LISTS:
        places = rank(scores, criteria, lots)
        assert sorted(place.player for place in places) == sorted(
            score.player for score in scores if not score.house
        )


@given(scores=many_scores(), lots=any_lots)
def test_ranks_count_who_stands_before_and_equals_share_theirs(
    scores: list[Score], lots: list[list[str]]
) -> None:
    """1, 2, 2, 4."""
    for criteria in LISTS:
        before = 0
        for number, group in groupby(rank(scores, criteria, lots), lambda place: place.rank):
            equals = list(group)
            assert number == before + (len(equals) if equals[0].last else 1)
            assert {place.tied for place in equals} == {len(equals) > 1}
            assert [place.decided for place in equals[1:]] == [None] * (len(equals) - 1)
            assert (equals[0].decided is None) is (before == 0)
            before += len(equals)


@given(scores=many_scores())
def test_whoever_went_bust_or_is_ranked_last_has_the_rank_of_the_last_one(scores: list[Score]) -> None:
    by_name = {score.player: score for score in scores}
    places = rank(scores, MONEY_ROUND)
    for place in places:
        score = by_name[place.player]
        is_last = score.last or any(round_.busted for round_ in score.rounds)
        assert place.last is is_last
        assert (place.rank == len(places)) or not is_last
    assert [place.listed for place in places] == sorted(place.listed for place in places)


@given(scores=many_scores(), lots=any_lots, chance=choices(256))
def test_the_order_in_which_people_and_their_rounds_arrive_changes_no_place(
    scores: list[Score], lots: list[list[str]], chance: Choices
) -> None:
    for criteria in LISTS:
        shuffled = [
            Score(score.player, tuple(chance.shuffled(score.rounds)), score.last, score.house)
            for score in chance.shuffled(scores)
        ]
        assert rank(shuffled, criteria, lots) == rank(scores, criteria, lots)


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


@given(scores=many_scores(rounds=1))
def test_nobody_without_a_bust_stands_behind_somebody_with_one(scores: list[Score]) -> None:
    """But for those who left and are ranked last."""
    by_name = {score.player: score for score in scores}
    stayed = [
        by_name[place.player].rounds[0]
        for place in rank(scores, MONEY_ROUND)
        if not by_name[place.player].last
    ]
    busted = [result.busted for result in stayed]
    assert busted == sorted(busted)
    for one, other in pairwise(stayed):
        if not one.busted and not other.busted:
            assert one.balance >= other.balance
        if one.busted and other.busted:
            assert one.balance - one.replacement >= other.balance - other.replacement


@given(scores=many_scores(), lots=any_lots)
def test_whoever_is_ranked_last_stands_behind_everybody_else(
    scores: list[Score], lots: list[list[str]]
) -> None:
    for criteria in LISTS:
        last = {score.player: score.last for score in scores}
        order = [last[place.player] for place in rank(scores, criteria, lots)]
        assert order == sorted(order)


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
    assert sorted([*placed, *found.apart]) == sorted(score.player for score in scores)
    rounds = {score.player: len(score.rounds) for score in scores}
    assert all(rounds[player] >= least for player in placed)
