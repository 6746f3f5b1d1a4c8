"""A double round that somebody calls, and sheets on which nothing else starts one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.engine.answers import answer
from scoring.engine.facts import CalledRadl, Dealer, Hand, SheetFacts
from scoring.engine.pagatkassa import pagatkassa
from scoring.engine.rules import PagatkassaTerms, Radl, Rules
from scoring.engine.settling import settle
from scoring.engine.translating import Loss, translated
from scoring.engine.what_if import SEATS, Imagination, Losses, WhatIfTable
from scoring.rules import SLUGS, published
from tests.support.engine.sheet import (
    FIVE,
    FOUR,
    REDEAL,
    SIX,
    STANDARD,
    STRUCK,
    drawn,
    dreier,
    for_nothing,
    played,
    problems,
    radl,
    trischaken,
)

CALLED = CalledRadl()
NO_RADL = ("cup", "oberoesterreich", "wien", "tirol", "standard-skoty", "treffpunkt-skoty")
LENGTHY = replace(STANDARD, slug="club", radl=replace(STANDARD.radl, length=1))


# Who starts it


@pytest.mark.parametrize("players", [FOUR, FIVE, SIX], ids=len)
def test_a_call_doubles_as_many_hands_as_people_sit_at_the_table(players: tuple[str, ...]) -> None:
    rows = played(dreier("Cilli"), CALLED, REDEAL, STRUCK, dreier("Cilli"), players=players)
    assert [row.radl for row in rows] == [False, True, True, True]
    assert [row.owed for row in rows] == [0, len(players), len(players), len(players) - 1]


def test_a_round_is_as_long_as_the_sheet_says() -> None:
    assert radl(played(CALLED, *[dreier("Anna")] * 2, rules=LENGTHY)) == "R-"


def test_where_it_has_to_be_called_no_trigger_counts() -> None:
    hands = (trischaken("Anna"), drawn("Bert"), for_nothing("Cilli", "Anna"), dreier("Anna"))
    rows = played(*hands, radl_start="called")
    assert radl(rows) == "----"
    assert [row.triggers for row in rows] == [()] * 4
    assert [row.triggers for row in played(*hands)] == [("trischaken",), ("drawn",), ("zero_hand",), ()]


def test_totals_of_zero_start_nothing_where_it_has_to_be_called() -> None:
    club = replace(STANDARD, slug="club", radl=Radl(triggers=("totals_zero",)))
    hands = (dreier("Anna"), dreier("Anna", won=False), dreier("Anna"))
    assert radl(played(*hands, rules=club)) == "--R"
    assert radl(played(*hands, rules=club, radl_start="called")) == "---"
    agreed = replace(hands[1], options={"radl_start": "called"})
    assert radl(played(hands[0], agreed, hands[2], rules=club)) == "---"


def test_a_hand_can_be_agreed_to_start_nothing() -> None:
    agreed = replace(trischaken("Anna"), options={"radl_start": "called"})
    assert radl(played(agreed, dreier("Anna"))) == "--"


def test_a_settled_hand_names_no_trigger_where_it_has_to_be_called() -> None:
    document = {
        "rules": "zwanzigerrufen",
        "players": list(FOUR),
        "games": [{"contract": "normalspiel", "declarer": "Anna", "partner": "Bert", "points": 45}],
        "premiums": [{"premium": "mondfang", "by": "Cilli", "made": True}],
    }
    assert answer(document, published())["triggers"] == ["mondfang"]
    called = answer({**document, "options": {"radl_start": "called"}}, published())
    assert called["triggers"] == []
    assert called["payouts"] == {"Anna": 0, "Bert": 0, "Cilli": 0, "Dora": 0}


@pytest.mark.parametrize("slug", NO_RADL)
def test_where_no_radl_is_played_none_is_called(slug: str) -> None:
    assert problems(CALLED, rules=published()[slug]) == [(0, "radl_not_here")]


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if slug not in NO_RADL])
def test_every_sheet_with_a_radl_offers_the_choice(slug: str) -> None:
    rules = published()[slug]
    assert [note.key for note in rules.option_notes if note.key == "radl_start"] == ["radl_start"]
    assert problems(CALLED, rules=rules.under({"radl_start": "called"})) == []


# Inside a Radl


@pytest.mark.parametrize(
    ("nesting", "doubled"), [("append", "RRRRRRRR-"), ("restart", "RRRRR----"), ("ignore", "RRRR-----")]
)
def test_a_call_while_doubled_hands_are_owed_counts_like_a_trigger_inside_the_radl(
    nesting: str, doubled: str
) -> None:
    rows = played(CALLED, dreier("Anna"), CALLED, *[dreier("Anna")] * 8, radl_nesting=nesting)
    assert radl(rows) == doubled
    rows = played(trischaken("Anna"), dreier("Anna"), CALLED, *[dreier("Anna")] * 8, radl_nesting=nesting)
    assert radl(rows) == f"-{doubled}"


# In and out


def test_it_leaves_the_deal_and_the_pagatkassa_alone() -> None:
    without = (dreier("Anna"), Dealer("Dora"), dreier("Anna"))
    with_it = (dreier("Anna"), CALLED, *without[1:])
    assert [row.dealer for row in played(*with_it)] == [row.dealer for row in played(*without)]
    terms = PagatkassaTerms(stake=10)
    one, other = (pagatkassa(SheetFacts(FOUR, "Dora", entries), terms) for entries in (without, with_it))
    assert one.balances == other.balances


# Under another sheet


def thought(rules: Rules, *, doubled: bool) -> tuple[WhatIfTable, list[bool], list[Loss | None]]:
    """Two Dreier after a call, as they would be under these rules."""
    imagination = Imagination(rules)
    table = WhatIfTable(imagination, SEATS, Losses())
    lost = [table.event(CALLED)]
    hand = replace(dreier(SEATS[0]), players=SEATS)
    lay = imagination.lay("dreier", STANDARD, lambda: hand)
    return table, [table.play(lay, SEATS, 2 if doubled else 1).radl for _ in range(2)], lost


def test_a_call_comes_along_to_a_sheet_with_a_radl() -> None:
    table, doubled, lost = thought(published()["treffpunkt"], doubled=True)
    assert (doubled, lost) == ([True, True], [None])
    assert table.standing.owed == 2
    assert table.tallies[SEATS[0]].thought == 60


def test_a_call_is_lost_on_the_way_to_a_sheet_without_a_radl() -> None:
    table, doubled, lost = thought(published()["cup"], doubled=True)
    assert (doubled, lost) == ([False, False], [Loss("radl_not_here")])
    assert table.losses.lost == {Loss("radl_not_here"): 1}
    assert table.tallies[SEATS[0]].thought == 30


def test_nobody_wonders_about_a_draw_where_it_would_start_nothing() -> None:
    hand = Hand(FOUR, dreier("Anna", won=False).games)
    cup = published()["cup"]
    assert [loss.code for loss in translated(hand, cup, STANDARD).lost] == ["maybe_drawn"]
    assert translated(hand, cup, STANDARD.under({"radl_start": "called"})).lost == ()


def test_a_hand_keeps_its_amounts_whoever_starts_the_radl() -> None:
    hand = Hand(FOUR, trischaken("Anna").games)
    called = STANDARD.under({"radl_start": "called"})
    assert settle(hand, called).amounts == settle(hand, STANDARD).amounts == (2, -6, 2, 2)
