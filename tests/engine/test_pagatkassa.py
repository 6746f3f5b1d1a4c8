"""The Pagatkassa: an evening worked out by hand, every rule of it once, then every sheet."""

import tomllib
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.facts import (
    Entry,
    Game,
    Hand,
    Premium,
    RightNames,
    Schlussradl,
    SheetFacts,
    Void,
)
from scoring.engine.pagatkassa import (
    PAGAT,
    Movement,
    Pagatkassa,
    Why,
    movement_in_words,
    pagatkassa,
)
from scoring.engine.problems import of_stored_hands
from scoring.engine.record import read_sheet
from scoring.engine.rules import PagatkassaTerms
from scoring.engine.sheet import problems_with_sheet
from scoring.engine.sides import of_declarers_side
from scoring.engine.words import LANGUAGES
from scoring.rules import published
from tests.engine.sheet import rows_of
from tests.support.engine.hands import PEOPLE, SEATS, DrawnSheet, evenings_of_any_sheet
from tests.support.every import every

POTS = tomllib.loads(Path(__file__).with_name("pagatkassa.toml").read_text(encoding="utf-8"))["pot"]


@every("case", POTS)
def test_a_pot_moves_as_worked_out_by_hand(case: dict[str, Any]) -> None:
    people, rules = [*PEOPLE[: case.get("people", 4)]], published()[case.get("rules", "standard")]
    read = read_sheet({"players": people, "dealer": people[-1], "hands": case["hands"]}, rules)
    problems = of_stored_hands(problems_with_sheet(read.sheet, rules))
    assert (read.problems, problems) == ({}, ())
    kassa = pagatkassa(read.sheet, PagatkassaTerms(**{"stake": 10, **case.get("terms", {})}))
    moved = [f"{move.entry} {move.who} {move.why} {move.cents} {move.pot}" for move in kassa.movements]
    assert moved == [" ".join(line.split()) for line in case["moved"].strip().splitlines()]
    assert any(move.ceiling is not None for move in kassa.movements) == case.get("limited", False)
    assert kassa.balances == case.get("balances", kassa.balances)
    for language in LANGUAGES if "de" in case else ():
        words = [movement_in_words(move, "EUR", language) for move in kassa.movements]
        assert [word.replace("\N{NO-BREAK SPACE}", " ") for word in words] == case[language]


def test_whoever_really_sits_there_from_a_place_on_pays_from_there() -> None:
    hand = Hand((), (Game("dreier", "Anna", won=True),))
    missed = Premium(PAGAT, "Emil", announced=True, made=False)
    others = Hand((), (Game("dreier", "Emil", won=True),), (missed,))
    really = RightNames({SEATS[0]: "Emil"}, from_here=True)
    kassa = pagatkassa(SheetFacts(SEATS, SEATS[-1], (hand, really, others)), PagatkassaTerms(stake=10))
    assert [(move.who, move.why, move.cents) for move in moved_by(kassa, 2)] == [
        ("Emil", Why.STAKE, -10),
        ("Emil", Why.MISSED, -20),
    ]
    assert kassa.balances["Emil"] == -30


def moved_by(kassa: Pagatkassa, entry: int) -> list[Movement]:
    """What one entry of the sheet moved."""
    return [movement for movement in kassa.movements if entry == movement.entry]


def test_nobody_agrees_to_pay_less_than_nothing() -> None:
    for stake, start, ceiling in ((-1, 0, None), (0, -1, None), (0, 0, -1)):
        with pytest.raises(AssertionError, match="less than nothing"):
            PagatkassaTerms(stake=stake, start=start, ceiling=ceiling)


def test_a_pot_that_does_not_follow_from_its_movements_cannot_be() -> None:
    for wrong in (Movement(0, "Anna", Why.STAKE, -10, 11), Movement(0, "Anna", Why.MADE, 5, -5, "Anna")):
        with pytest.raises(AssertionError, match="does not follow"):
            Pagatkassa(SEATS, (wrong,))


def test_ids_are_told_by_name_and_a_name_is_text() -> None:
    shared = Movement(3, "7", Why.MADE, 25, 0, announcer="9")
    names = {"7": "{money}", "9": "<b>Yps</b>"}
    assert movement_in_words(shared, "CHF", "en", names) == (
        "{money} takes CHF\N{NO-BREAK SPACE}0.25 from the Pagat that <b>Yps</b> made;"
        " in the pot: CHF\N{NO-BREAK SPACE}0.00."
    )


# Every sheet

cents = st.integers(0, 60)
agreed = st.builds(
    PagatkassaTerms,
    stake=cents,
    start=st.one_of(st.just(0), cents),
    start_again=st.booleans(),
    ceiling=st.one_of(st.none(), st.integers(0, 100)),
)
Terms = PagatkassaTerms


def any_evening(test: Callable[..., None]) -> Callable[..., None]:
    return given(sheets(), agreed)(test)


@st.composite
def sheets(draw: st.DrawFn) -> DrawnSheet:
    """An evening of any sheet, with an announced Pagat in about every other hand that can have one."""
    rules, sheet = draw(evenings_of_any_sheet())
    rows = iter(rows_of(sheet, rules))
    entries: list[Entry] = []
    for entry in sheet.entries:
        players = next(rows).players if isinstance(entry, Hand | Void) else ()
        by_points = isinstance(entry, Hand) and rules.contracts[entry.games[0].contract].by_points
        if isinstance(entry, Hand) and by_points and draw(st.booleans()):
            by, made = draw(st.sampled_from(players)), draw(st.booleans())
            entries.append(with_pagat(entry, by, made=made))
        else:
            entries.append(entry)
    return DrawnSheet(rules, replace(sheet, entries=tuple(entries)))


def with_pagat(hand: Hand, by: str, *, made: bool) -> Hand:
    played = hand.revoke is None and not hand.games[0].conceded
    announced = Premium(PAGAT, by, announced=True, made=made if played else None)
    return replace(
        hand, premiums=(*[premium for premium in hand.premiums if premium.premium != PAGAT], announced)
    )


@any_evening
def test_everything_paid_in_is_in_the_pot_or_was_taken(drawn: DrawnSheet, terms: PagatkassaTerms) -> None:
    _, sheet = drawn
    kassa = pagatkassa(sheet, terms)
    assert sum(kassa.balances.values()) + kassa.left.cents == 0
    assert kassa.left.cents == -sum(movement.cents for movement in kassa.movements)
    assert all(movement.pot >= 0 and movement.cents for movement in kassa.movements)
    assert [movement.entry for movement in kassa.movements] == sorted(
        movement.entry for movement in kassa.movements
    )
    assert set(kassa.balances) >= {movement.who for movement in kassa.movements}


@any_evening
def test_a_dealer_has_paid_one_stake_for_every_hand_dealt(drawn: DrawnSheet, terms: PagatkassaTerms) -> None:
    rules, sheet = drawn
    kassa = pagatkassa(sheet, replace(terms, stake=terms.stake + 1))
    dealt: Counter[str] = Counter()
    stakes: Counter[str] = Counter()
    for row in rows_of(sheet, rules):
        paid = [move.who for move in moved_by(kassa, row.fact.sort_key) if move.why is Why.STAKE]
        assert set(paid) <= {row.dealer}
        stakes.update(paid)
        assert stakes[row.dealer] == dealt[row.dealer] + 1
        entry = row.fact.entry
        dealt[row.dealer] += not (isinstance(entry, Void) and entry.kind == "redeal")


@any_evening
def test_all_who_sit_start_together_and_only_with_an_empty_pot(drawn: DrawnSheet, terms: Terms) -> None:
    rules, sheet = drawn
    kassa = pagatkassa(sheet, terms)
    pot, starts = 0, 0
    for number, row in enumerate(rows_of(sheet, rules)):
        movements = moved_by(kassa, row.fact.sort_key)
        started = [movement.who for movement in movements if movement.why is Why.START]
        due = terms.start > 0 and pot == 0 and (terms.start_again or number == 0)
        assert sorted(started) == (sorted(row.players + row.sitting_out) if due else [])
        assert not started or started[-1] == row.dealer
        starts += bool(started)
        pot = movements[-1].pot if movements else pot
    assert starts <= 1 or terms.start_again


@any_evening
def test_a_side_takes_all_or_pays_in_as_much_again_up_to_the_ceiling(drawn: DrawnSheet, terms: Terms) -> None:
    rules, sheet = drawn
    kassa = pagatkassa(sheet, terms)
    for row in rows_of(sheet, rules):
        shares = [move for move in moved_by(kassa, row.fact.sort_key) if move.why in (Why.MADE, Why.MISSED)]
        if not shares:
            continue
        entry = row.fact.entry
        assert isinstance(entry, Hand)
        before = shares[0].pot + shares[0].cents
        assert before > 0
        most = before if terms.ceiling is None else min(before, terms.ceiling)
        game = entry.games[0]
        for announced in (
            premium for premium in entry.premiums if premium.premium == PAGAT and premium.announced
        ):
            own = [share for share in shares if share.announcer == announced.by]
            if not own:
                continue
            total = sum(share.cents for share in own)
            assert total == (own[0].pot + own[0].cents if announced.made else -most)
            side = [
                player
                for player in row.players
                if of_declarers_side(game, player) == of_declarers_side(game, announced.by)
            ]
            assert {share.who for share in own} <= set(side)
            each = dict.fromkeys(side, 0) | {share.who: abs(share.cents) for share in own}
            odd = each.pop(announced.by)
            assert len(set(each.values())) <= 1
            assert all(0 <= odd - share < len(side) for share in each.values())


@any_evening
def test_kontra_radl_and_what_else_is_settled_do_not_touch_it(drawn: DrawnSheet, terms: Terms) -> None:
    _, sheet = drawn
    bare = replace(sheet, entries=tuple([without_the_rest(entry) for entry in sheet.entries]), options={})
    kassa = pagatkassa(sheet, terms)
    assert pagatkassa(bare, terms) == kassa
    doubled = pagatkassa(replace(bare, entries=(Schlussradl(), *bare.entries)), terms)
    assert [replace(movement, entry=movement.entry - 1) for movement in doubled.movements] == list(
        kassa.movements
    )


def without_the_rest(entry: Entry) -> Entry:
    """A hand with its Pagat and nothing else that would be settled."""
    if not isinstance(entry, Hand):
        return entry
    game = replace(entry.games[0], kontra=None, kontra_void=False, kontras={}, points=None, won=True)
    pagats = [replace(premium, kontra=None) for premium in entry.premiums if premium.premium == PAGAT]
    return replace(entry, games=(game,), premiums=tuple(pagats), options={})
