"""Which hands are doubled: rounds that start by themselves, are called, and lapse at the bell."""

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scoring.engine.answers import answer
from scoring.engine.facts import (
    CalledRadl,
    Dealer,
    DoublingEnds,
    DoublingResumes,
    Entry,
    Hand,
    Schlussradl,
    Seating,
    SheetFacts,
)
from scoring.engine.pagatkassa import pagatkassa
from scoring.engine.rules import PagatkassaTerms, Radl
from scoring.engine.settling import settle
from scoring.engine.translating import translated
from scoring.rules import SLUGS, published
from tests.engine.sheet import (
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
    rufer,
    trischaken,
)
from tests.support.every import every

CALLED = CalledRadl()
BELL, DEALT, MORE_TIME = DoublingEnds(), DoublingEnds(dealt=True), DoublingResumes()
NO_RADL = ("cup", "oberoesterreich", "wien", "tirol", "standard-skoty", "treffpunkt-skoty")

EVENINGS = tomllib.loads(Path(__file__).with_name("doubling.toml").read_text(encoding="utf-8"))["evening"]
EVENTS: dict[str, Entry] = {
    "call": CALLED,
    "bell": BELL,
    "bell, dealt": DEALT,
    "more time": MORE_TIME,
    "redeal": REDEAL,
    "struck": STRUCK,
    "Schlussradl": Schlussradl(),
}
HANDS: dict[str, Callable[..., Hand]] = {
    "Dreier": dreier,
    "Rufer": rufer,
    "Trischaken": trischaken,
    "35:35": drawn,
    "Nullspiel": for_nothing,
}
NO_START = ", agreed to start nothing"


def entries_of(words: list[str]) -> Iterator[Entry]:
    """Yield the entries of an evening: "Dreier Anna ×2", "seats Cilli Dora Emil Franz", "bell"."""
    for word in words:
        said, _, times = word.partition(" ×")
        agreed, said = said.endswith(NO_START), said.removesuffix(NO_START)
        if said in EVENTS:
            yield EVENTS[said]
            continue
        name, *people = said.removesuffix(" lost").split()
        if name == "seats":
            yield Seating(tuple(people), people[-1])
            continue
        hand = HANDS[name](*people, **({"won": False} if said.endswith(" lost") else {}))
        yield from [replace(hand, options={"radl_start": "called"} if agreed else {})] * int(times or 1)


@every("case", EVENINGS)
def test_an_evening_is_doubled_as_worked_out_by_hand(case: dict[str, Any]) -> None:
    rules = STANDARD
    if "totals_zero" in case:
        rules = replace(STANDARD, slug="club", radl=Radl(triggers=("totals_zero",), schlussradl=True))
    if "length" in case:
        rules = replace(STANDARD, slug="club", radl=replace(STANDARD.radl, length=case["length"]))
    people = SIX[: case.get("people", 4)]
    rows = played(*entries_of(case["entries"]), players=people, rules=rules, **case.get("options", {}))
    found = {
        "doubled": radl(rows),
        "owed": [row.owed for row in rows],
        "triggers": [[*row.triggers] for row in rows],
        "totals": rows[-1].totals,
    }
    asked = found.keys() & case.keys()
    assert {key: found[key] for key in asked} == {key: case[key] for key in asked}


def test_two_reasons_start_one_round() -> None:
    both = replace(STANDARD, slug="club", radl=Radl(triggers=("totals_zero", "zero_hand")))
    row = played(for_nothing("Anna", "Bert"), rules=both)[0]
    assert (row.triggers, row.owed) == (("zero_hand", "totals_zero"), 4)


def test_a_settled_hand_names_no_trigger_where_it_has_to_be_called() -> None:
    document = {
        "rules": "zwanzigerrufen",
        "players": list(FOUR),
        "games": [{"contract": "normalspiel", "declarer": "Anna", "partner": "Bert", "points": 45}],
        "premiums": [{"premium": "mondfang", "by": "Cilli", "made": True}],
    }
    assert answer(document, published())["triggers"] == ["mondfang"]
    called = answer({**document, "options": {"radl_start": "called"}}, published())
    assert (called["triggers"], set(called["payouts"].values())) == ([], {0})


@pytest.mark.parametrize("slug", SLUGS)
def test_a_radl_is_called_where_one_is_played_and_that_can_be_chosen(slug: str) -> None:
    rules = published()[slug]
    if slug in NO_RADL:
        assert problems(CALLED, rules=rules) == [(0, "radl_not_here")]
        return
    assert [note.key for note in rules.option_notes if note.key == "radl_start"] == ["radl_start"]
    assert problems(CALLED, rules=rules.under({"radl_start": "called"})) == []


def test_a_call_leaves_the_deal_and_the_pagatkassa_alone() -> None:
    without = (dreier("Anna"), Dealer("Dora"), dreier("Anna"))
    with_it = (dreier("Anna"), CALLED, *without[1:])
    assert [row.dealer for row in played(*with_it)] == [row.dealer for row in played(*without)]
    terms = PagatkassaTerms(stake=10)
    one, other = (pagatkassa(SheetFacts(FOUR, "Dora", entries), terms) for entries in (without, with_it))
    assert one.balances == other.balances


def test_a_hand_keeps_its_amounts_whoever_starts_the_radl() -> None:
    hand = Hand(FOUR, trischaken("Anna").games)
    called = STANDARD.under({"radl_start": "called"})
    assert settle(hand, called).amounts == settle(hand, STANDARD).amounts == (2, -6, 2, 2)


# Under another sheet


def test_nobody_wonders_about_a_draw_where_it_would_start_nothing() -> None:
    hand = Hand(FOUR, dreier("Anna", won=False).games)
    cup = published()["cup"]
    assert [loss.code for loss in translated(hand, cup, STANDARD).lost] == ["maybe_drawn"]
    assert translated(hand, cup, STANDARD.under({"radl_start": "called"})).lost == ()
