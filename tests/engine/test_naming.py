"""The same facts under other names."""

import pytest
from hypothesis import given

from scoring.engine.facts import Dealer, Entry, Schlussradl, Seating, Void
from scoring.engine.naming import people_in, renamed
from scoring.engine.problems import IllegalHand
from scoring.engine.record import entry_from_dict
from scoring.rules import published
from tests.support.engine.hands import (
    PEOPLE,
    SEATS,
    DrawnSheet,
    evenings_of_any_sheet,
)

IDS = {name: str(number) for number, name in enumerate(PEOPLE, start=101)}
NAMES = {number: name for name, number in IDS.items()}


@given(evenings_of_any_sheet())
def test_there_and_back_again_everybody_is_who_they_were(drawn: DrawnSheet) -> None:
    _, sheet = drawn
    for entry in sheet.entries:
        inside = renamed(entry, IDS)
        assert not people_in(inside) & IDS.keys(), "no name is left inside"
        assert people_in(entry) <= IDS.keys()
        assert renamed(inside, NAMES) == entry


@pytest.mark.parametrize(
    ("entry", "people"),
    [
        (Void("redeal", "Anna hat vergeben"), set()),
        (Schlussradl(), set()),
        (Dealer("Anna"), {"Anna"}),
        (Seating(SEATS, "Dora"), set(SEATS)),
    ],
)
def test_who_is_named_in_what_is_no_hand(entry: Entry, people: set[str]) -> None:
    assert people_in(entry) == people


def test_who_is_in_no_list_keeps_the_name() -> None:
    assert renamed(Dealer("Xaver"), IDS) == Dealer("Xaver")


@pytest.mark.parametrize("reason", ["x" * 401, "zero\0", "\u202eanders", "lone \ud800"])
def test_a_reason_can_be_read_and_has_an_end(reason: str) -> None:
    with pytest.raises(IllegalHand) as illegal:
        entry_from_dict({"void": "redeal", "reason": reason}, published()["standard"])
    assert [(problem.code, problem.path) for problem in illegal.value.problems] == [("wrong_type", "reason")]


@pytest.mark.parametrize("reason", ["x" * 400, "zwei\nZeilen", " am Rand ", "„Äpfel“ = 1"])
def test_a_reason_may_look_like_any_text(reason: str) -> None:
    read = entry_from_dict({"void": "struck", "reason": reason}, published()["standard"])
    assert read == Void("struck", reason)
