"""The bell of a tournament on the sheet: what is owed lapses, and nothing is doubled any more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.engine.facts import Bell, CalledRadl, Entry, MoreTime, Schlussradl
from scoring.engine.naming import people_in
from scoring.engine.problems import IllegalHand
from scoring.engine.record import entry_record, read_entry
from scoring.engine.sheet import beginning, owed_when_called
from scoring.engine.telling import entry_told
from scoring.engine.what_if import Imagination, Losses, Table
from tests.support.engine.sheet import FOUR, REDEAL, STANDARD, STRUCK, dreier, played, radl, trischaken

BELL, MORE_TIME = Bell(), MoreTime()


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
    assert owed_when_called(replace(beginning(FOUR, "Dora"), rung=True), STANDARD) == 0


def test_a_hand_that_does_not_count_is_not_doubled_after_the_bell_either() -> None:
    assert radl(played(CalledRadl(), REDEAL, BELL, REDEAL, STRUCK, dreier("Anna"))) == "R---"


def test_with_more_time_hands_can_be_doubled_again_and_what_lapsed_stays_so() -> None:
    rows = played(
        CalledRadl(), BELL, dreier("Anna"), MORE_TIME, dreier("Anna"), trischaken("Cilli"), dreier("Anna")
    )
    assert radl(rows) == "---R"


def test_a_bell_before_anything_was_owed_changes_no_amount() -> None:
    plain = played(dreier("Anna"), dreier("Bert"))
    rung = played(dreier("Anna"), BELL, dreier("Bert"))
    assert [row.totals for row in rung] == [row.totals for row in plain]


@pytest.mark.parametrize(("event", "name"), [(BELL, "bell"), (MORE_TIME, "more_time")])
def test_what_is_written_no_phone_sends(event: Entry, name: str) -> None:
    assert entry_record(event, STANDARD) == {"event": name}
    with pytest.raises(IllegalHand):
        read_entry({"event": name}, STANDARD)
    assert people_in(event) == frozenset()


def test_both_are_told_in_words() -> None:
    assert entry_told(BELL, STANDARD, "de") == (
        "Gong: Offene Doppelspiele verfallen, ab hier zählt nichts mehr doppelt."
    )
    assert entry_told(BELL, STANDARD, "en") == (
        "The bell: doubled hands still to come lapse, from here on nothing is doubled."
    )
    assert entry_told(MORE_TIME, STANDARD, "en") == "Time was added: hands can be doubled again."


def test_under_another_sheet_the_bell_comes_along() -> None:
    table = Table(Imagination(STANDARD), FOUR, Losses())
    table.event(CalledRadl())
    assert table.standing.owed == 4
    assert table.event(BELL) is None
    assert (table.standing.owed, table.standing.doubled) == (0, False)
    assert table.event(MORE_TIME) is None
    assert not table.standing.rung
