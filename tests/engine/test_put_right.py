"""Who was really who, and rules from the first hand: as entries of a sheet, and in words."""

from __future__ import annotations

from scoring.engine.facts import OtherRules, RightNames, Seating
from scoring.engine.naming import one_after_the_other, people_in, renamed
from scoring.engine.record import entry_record
from scoring.engine.sheet import advance, beginning
from scoring.engine.telling import entry_in_words
from scoring.rules import published

RULES = published()["zwanzigerrufen"]
SWAPPED = RightNames({"7": "5", "5": "7"})


def test_who_was_really_who_is_told_by_name() -> None:
    entry = renamed(SWAPPED, {"5": "Anna", "7": "Bert"})
    german = "Anna war in Wirklichkeit Bert. Bert war in Wirklichkeit Anna."
    assert entry_in_words(entry, RULES, "de") == german
    assert entry_in_words(entry, RULES, "en") == "Anna was really Bert. Bert was really Anna."
    assert people_in(SWAPPED) == {"5", "7"}


def test_what_is_stored_of_it() -> None:
    assert entry_record(SWAPPED, RULES) == {"event": "people", "people": {"7": "5", "5": "7"}}
    agreed = OtherRules(3, "abc", from_first=True)
    assert entry_record(agreed, RULES) == {
        "event": "rules",
        "version": 3,
        "digest": "abc",
        "from_first": True,
    }


def test_rules_from_the_first_hand_say_so() -> None:
    agreed = OtherRules(3, "abcdefghijkl", from_first=True)
    assert entry_in_words(agreed, RULES, "de").startswith("Von Anfang an gilt: ")
    assert entry_in_words(agreed, RULES, "en").startswith("From the first hand on: ")


def test_it_moves_neither_dealer_nor_totals() -> None:
    """The entries before it are read under the right names: there is nothing left to change."""
    standing = beginning(("1", "2", "3", "4"), "4")
    assert advance(standing, SWAPPED, RULES) == (standing, None)


def test_exchanged_twice_is_as_before() -> None:
    twice = one_after_the_other([SWAPPED.people, SWAPPED.people])
    seated = Seating(("5", "6", "7", "8"), "5")
    assert renamed(seated, twice) == seated
