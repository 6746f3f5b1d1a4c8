"""The bell of a tournament on the sheet: what is owed lapses, and nothing is doubled any more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.engine.facts import CalledRadl, DoublingEnds, DoublingResumes, Entry, Schlussradl
from scoring.engine.sheet import ahead_when_called, beginning
from scoring.engine.what_if import SEATS, Imagination, Losses, WhatIfTable
from tests.support.engine.sheet import FOUR, REDEAL, STANDARD, STRUCK, dreier, played, radl, trischaken

BELL, DEALT, MORE_TIME = DoublingEnds(), DoublingEnds(dealt=True), DoublingResumes()


def test_doubled_hands_still_to_come_lapse_at_the_bell() -> None:
    """A Dreier pays 15, doubled 30."""
    rows = played(CalledRadl(), dreier("Anna"), BELL, dreier("Anna"))
    assert radl(rows) == "R-"
    assert [row.totals["Anna"] for row in rows] == [30, 45]
    assert [row.owed for row in rows] == [3, 0]


def test_after_the_bell_nothing_sets_a_radl_off() -> None:
    rows = played(BELL, trischaken("Anna"), dreier("Anna"))
    assert radl(rows) == "--"
    assert [(row.triggers, row.owed) for row in rows] == [((), 0)] * 2


def test_after_the_bell_a_call_and_a_schlussradl_double_nothing() -> None:
    assert radl(played(BELL, CalledRadl(), dreier("Anna"))) == "-"
    assert radl(played(Schlussradl(), dreier("Anna"), BELL, dreier("Anna"))) == "R-"
    assert ahead_when_called(replace(beginning(FOUR, "Dora"), undoubled=True), STANDARD) == ()


def test_a_hand_that_does_not_count_is_not_doubled_after_the_bell_either() -> None:
    assert radl(played(CalledRadl(), REDEAL, BELL, REDEAL, STRUCK, dreier("Anna"))) == "R---"


@pytest.mark.parametrize(
    ("entries", "doubled", "owed"),
    [
        ((CalledRadl(), DEALT, dreier("Anna"), dreier("Anna")), "R-", [0, 0]),
        ((CalledRadl(), DEALT, REDEAL, dreier("Anna"), dreier("Anna")), "RR-", [1, 0, 0]),
        ((CalledRadl(), DEALT, STRUCK, dreier("Anna")), "R-", [0, 0]),
        ((trischaken("Anna"), DEALT, trischaken("Bert"), dreier("Anna")), "-R-", [4, 0, 0]),
        ((Schlussradl(), DEALT, dreier("Anna"), dreier("Anna")), "R-", [0, 0]),
        ((DEALT, dreier("Anna"), dreier("Anna")), "--", [0, 0]),
        ((DEALT, CalledRadl(), dreier("Anna")), "-", [0]),
        ((CalledRadl(), DEALT, CalledRadl(), dreier("Anna"), dreier("Anna")), "R-", [0, 0]),
        ((CalledRadl(), DEALT, dreier("Anna"), MORE_TIME, dreier("Anna")), "R-", [0, 0]),
    ],
)
def test_a_hand_whose_cards_are_dealt_at_the_bell_stays_what_it_was_called(
    entries: tuple[Entry, ...], doubled: str, owed: list[int]
) -> None:
    rows = played(*entries)
    assert (radl(rows), [row.owed for row in rows]) == (doubled, owed)


def test_with_more_time_hands_can_be_doubled_again_and_what_lapsed_stays_so() -> None:
    rows = played(
        CalledRadl(), BELL, dreier("Anna"), MORE_TIME, dreier("Anna"), trischaken("Cilli"), dreier("Anna")
    )
    assert radl(rows) == "---R"


def test_under_another_sheet_the_bell_comes_along() -> None:
    table = WhatIfTable(Imagination(STANDARD), FOUR, Losses())
    table.event(CalledRadl())
    assert table.standing.owed == 4
    assert table.event(BELL) is None
    assert (table.standing.owed, table.standing.doubled) == (0, False)
    assert table.event(MORE_TIME) is None
    assert not table.standing.undoubled


def test_under_another_sheet_the_dealt_hand_stays_doubled_and_none_after_it() -> None:
    imagination = Imagination(STANDARD)
    table = WhatIfTable(imagination, FOUR, Losses())
    table.event(CalledRadl())
    table.event(DEALT)
    hand = replace(dreier("seat-1"), players=SEATS)
    lay = imagination.lay("dreier", STANDARD, lambda: hand)
    assert [table.play(lay, FOUR, 1).radl for _hand in range(2)] == [True, False]
