"""Events that no phone sends: how they are stored, whom they name, and what the table reads of them."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.engine.facts import (
    CalledRadl,
    DoublingEnds,
    DoublingResumes,
    Entry,
    OtherRules,
    RightNames,
    Seating,
)
from scoring.engine.naming import one_after_the_other, people_in, renamed
from scoring.engine.problems import IllegalHand
from scoring.engine.record import entry_record, read_entry
from scoring.engine.sheet import advance, beginning
from scoring.engine.telling import entry_in_words
from tests.support.engine.sheet import STANDARD

SWAPPED = RightNames({"7": "5", "5": "7"})
NAMES = {"5": "Anna", "7": "Bert"}

# An event, what is stored of it, and how it is told.
EVENTS: list[tuple[Entry, dict[str, Any], str, str]] = [
    (CalledRadl(), {"event": "radl"}, "Doppelrunde ausgerufen.", "A double round is called."),
    (
        DoublingEnds(),
        {"event": "bell"},
        "Gong: Offene Doppelspiele verfallen, ab hier zählt nichts mehr doppelt.",
        "The bell: doubled hands still to come lapse, from here on nothing is doubled.",
    ),
    (
        DoublingEnds(dealt=True),
        {"event": "bell", "dealt": True},
        "Gong: Das schon gegebene Spiel zählt wie angezeigt, danach zählt nichts mehr doppelt.",
        "The bell: the hand already dealt counts as shown, after it nothing is doubled.",
    ),
    (
        DoublingResumes(),
        {"event": "more_time"},
        "Zeit ist dazugekommen: Spiele können wieder doppelt zählen.",
        "Time was added: hands can be doubled again.",
    ),
    (
        SWAPPED,
        {"event": "people", "people": {"7": "5", "5": "7"}},
        "Anna war in Wirklichkeit Bert. Bert war in Wirklichkeit Anna.",
        "Anna was really Bert. Bert was really Anna.",
    ),
    (
        OtherRules(3, "abcdefghijkl", from_first=True),
        {"event": "rules", "version": 3, "digest": "abcdefghijkl", "from_first": True},
        "Von Anfang an gilt: Standardregeln (abcdef).",
        "From the first hand on: Standard rules (abcdef).",
    ),
]


@pytest.mark.parametrize(
    ("event", "record", "german", "english"), EVENTS, ids=[type(event[0]).__name__ for event in EVENTS]
)
def test_an_event_is_stored_and_told_and_no_phone_sends_it(
    event: Entry, record: dict[str, Any], german: str, english: str
) -> None:
    assert entry_record(event, STANDARD) == record
    with pytest.raises(IllegalHand):
        read_entry(record, STANDARD)
    assert people_in(event) == (NAMES.keys() if event is SWAPPED else set())
    told = [entry_in_words(renamed(event, NAMES), STANDARD, language) for language in ("de", "en")]
    assert told == [german, english]


def test_right_names_move_neither_dealer_nor_totals() -> None:
    """The entries before it are read under the right names: there is nothing left to change."""
    standing = beginning(("1", "2", "3", "4"), "4")
    assert advance(standing, SWAPPED, STANDARD) == (standing, None)


def test_exchanged_twice_is_as_before() -> None:
    twice = one_after_the_other([SWAPPED.people, SWAPPED.people])
    seated = Seating(("5", "6", "7", "8"), "5")
    assert renamed(seated, twice) == seated
