"""A hand taken to another sheet: what stays, what is named as lost, and what may not go there at all."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine import translating, what_if
from scoring.engine.facts import (
    DoublingEnds,
    Game,
    Hand,
    Order,
    Premium,
    Schlussradl,
    Seating,
    SheetFacts,
)
from scoring.engine.loading import mistakes_in, rules_from
from scoring.engine.naming import renamed_hand
from scoring.engine.problems import problems_with
from scoring.engine.record import read_hand
from scoring.engine.rules import Radl, Rules
from scoring.engine.settling import settle
from scoring.engine.sheet import rows_of
from scoring.engine.texts import Text
from scoring.engine.translating import Translation, loss_in_words, translated
from scoring.engine.what_if import SEATS as PLACES
from scoring.engine.what_if import HandAmounts, Imagination, Losses, WhatIfTable
from scoring.engine.words import LANGUAGES
from scoring.rules import SLUGS, published
from tests.engine.edited_sheets import seeded_sheet
from tests.support.engine.edits import changed, drop, put
from tests.support.engine.hands import (
    SEATS,
    DrawnSheet,
    build_hand,
    evenings_of_any_sheet,
    many_hands,
    seeded,
)
from tests.support.every import every

FOUR = SEATS
ANNA, BERT, CILLI, DORA = SEATS


def sheet(slug: str, **changed: Any) -> Rules:
    return replace(published()[slug], **changed)


def hand(contract: str, declarer: str = ANNA, *, premiums: tuple[Premium, ...] = (), **facts: Any) -> Hand:
    return Hand(FOUR, (Game(contract, declarer, **facts),), premiums)


def taken(played: Hand, old: str | Rules, new: str | Rules) -> Translation:
    before, after = (sheet(rules) if isinstance(rules, str) else rules for rules in (old, new))
    assert not problems_with(played, before), "the hand is legal where it was played"
    return translated(played, before, after)


def why_not(found: Translation) -> str:
    assert found.hand is None
    assert found.refused is not None
    return loss_in_words(found.refused, "en")


# What holds for every hand and every two sheets


@every("other", SLUGS)
@every("slug", SLUGS)
def test_many_hands_go_to_every_other_sheet(slug: str, other: str) -> None:
    for played in many_hands(slug)[:40]:
        _legal_or_refused(translated(played, sheet(slug), sheet(other)), sheet(other))


@pytest.mark.parametrize("slug", SLUGS)
def test_hands_go_to_sheets_that_a_club_made_itself_and_back(slug: str) -> None:
    for seed in range(20):
        data = seeded_sheet(seed)
        if mistakes_in(data):
            continue
        own = rules_from(data, "club")
        for played in many_hands(slug)[seed : seed + 8]:
            _legal_or_refused(translated(played, sheet(slug), own), own)
        for number in range(8):
            played = build_hand(seeded(1000 * seed + number), own)
            assert translated(played, own, own) == Translation(played)
            _legal_or_refused(translated(played, own, sheet(slug)), sheet(slug))


def _legal_or_refused(found: Translation, rules: Rules) -> None:
    assert (found.hand is None) == (found.refused is not None)
    losses = (*found.lost, *([found.refused] if found.refused else []))
    for language in LANGUAGES:
        assert all("{" not in loss_in_words(loss, language) for loss in losses)
    if found.hand is not None:
        assert not problems_with(found.hand, rules)
        assert sum(settle(found.hand, rules).amounts) == 0


# By hand

HANDS = tomllib.loads(Path(__file__).with_name("translating.toml").read_text(encoding="utf-8"))["hand"]


def changed_sheet(case: dict[str, Any], which: str) -> Rules:
    edits = [drop(place) for place in case.get(f"{which}_drop", [])]
    edits += [put(place, value) for place, value in case.get(f"{which}_put", {}).items()]
    return changed(case[which], *edits) if edits else sheet(case[which])


@every("case", HANDS)
def test_a_hand_goes_to_another_sheet_as_worked_out_by_hand(case: dict[str, Any]) -> None:
    facts = ("games", "premiums", "options", "radl", "revoke")
    record = {"players": [*FOUR], **{key: case[key] for key in facts if key in case}}
    old, new = changed_sheet(case, "from"), changed_sheet(case, "to")
    found = taken(read_hand(record, old), old, new)
    if "refused" in case:
        assert why_not(found) == case["refused"]
        return
    assert found.hand == read_hand({**record, **case.get("there", {})}, new)
    assert [loss_in_words(loss, "en") for loss in found.lost] == case.get("lost", [])


def test_a_hand_that_is_never_put_right_ends_as_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translating, "MOST_STEPS", 1)
    with pytest.raises(AssertionError, match="There is no end"):
        translated(hand("dreier", points=120, kontra="hirsch"), sheet("karlsruhe"), sheet("standard"))


def test_losses_say_what_the_sheet_says_in_both_languages() -> None:
    found = taken(hand("dreier", points=120, kontra="hirsch"), "karlsruhe", "standard")
    assert [loss_in_words(loss, "de") for loss in found.lost] == ["Dreier: Hirsch zählt dort als Sub."]
    assert taken(hand("dreier", won=True), "standard", "cup").lost == ()
    assert isinstance(found.lost[0].named[0][1], Text)


# A whole table


def seated(played: Hand, players: tuple[str, ...]) -> Hand:
    """With seats in place of people."""
    return renamed_hand(replace(played, players=players), dict(zip(players, PLACES, strict=True)))


def recounted(played: SheetFacts, old: Rules, new: Rules) -> tuple[WhatIfTable, Losses, list[Any]]:
    """The rows as they really were, played once more under the other sheet."""
    losses, thoughts = Losses(), []
    table = WhatIfTable(Imagination(new), played.players, losses)
    really = {row.entry: row for row in rows_of(played, old)}
    for number, entry in enumerate(played.entries):
        if isinstance(entry, Seating | Schlussradl):
            table.event(entry)
        elif isinstance(entry, Hand):
            row = really[number]
            lay = table.imagination.lay(number, old, lambda e=entry, r=row: seated(e, r.players))
            thoughts.append(table.play(lay, row.players, 2 if row.radl else 1))
    return table, losses, thoughts


@settings(max_examples=25)
@given(evenings_of_any_sheet())
def test_a_table_under_its_own_sheet_comes_to_what_it_came_to(drawn: DrawnSheet) -> None:
    rules, played = drawn.rules.under(drawn.sheet.options), drawn.sheet
    table, losses, thoughts = recounted(played, rules, rules)
    rows = rows_of(played, drawn.rules)
    hands = [row for row in rows if row.settlement is not None]
    assert [thought.radl for thought in thoughts] == [row.radl for row in hands]
    assert losses.changed == losses.untranslated == 0
    assert not losses.lost
    tallies = table.tallies
    if rows:  # whoever sat down after the last hand has no totals yet
        assert {total: tallies[total].thought for total in rows[-1].totals} == rows[-1].totals
        assert {total: tallies[total].thought_schrift for total in rows[-1].totals} == rows[-1].schrift_totals
    assert all(tally.really == tally.comparable == tally.thought for tally in tallies.values())


@settings(max_examples=25)
@given(evenings_of_any_sheet(), st.sampled_from(SLUGS))
def test_a_table_under_any_sheet_adds_up_to_zero(drawn: DrawnSheet, other: str) -> None:
    rules, played = drawn
    table, losses, _thoughts = recounted(played, rules.under(played.options), sheet(other))
    tallies = table.tallies.values()
    for name in ("really", "comparable", "thought", "schrift", "thought_schrift"):
        assert sum(getattr(tally, name) for tally in tallies) == 0
    assert losses.untranslated == sum(losses.refused.values())
    assert losses.untranslated <= losses.hands


def play(table: WhatIfTable, played: Hand, key: object, rules: Rules) -> Any:
    """A hand that counted once under these rules, played at the table; the key says which one it is."""
    return table.play(table.imagination.lay(key, rules, lambda: seated(played, FOUR)), FOUR, 1)


def test_the_radl_follows_from_the_other_sheet() -> None:
    """In the cup there is none; at the standard sheet a hand that does not exist there uses none of it up."""
    standard, cup = sheet("standard"), sheet("cup")
    trischaken = hand("trischaken", order=Order(((BERT,),)))
    dreier = hand("dreier", won=True)
    table = WhatIfTable(Imagination(standard), FOUR, Losses())
    play(table, trischaken, "t", cup)
    assert play(table, dreier, "d", cup).radl
    unknown = hand("geierrufer", BERT, partner=ANNA, won=True)
    unknown = replace(unknown, premiums=(Premium("geier", BERT, announced=True, made=True),))
    assert play(table, unknown, "g", cup).paid is None
    doubled = [play(table, dreier, "d", cup).radl for _ in range(4)]
    assert doubled == [True, True, True, False]
    assert table.tallies[ANNA].thought == 2 + 4 * 30 + 15, "Trischaken, four Dreier in the Radl, one after it"
    assert table.tallies[ANNA].comparable == 1 + 5 * 15
    assert table.tallies[ANNA].really == 1 + 5 * 15 + 11, "and the Geierrufer with its bird"


def test_a_hand_dealt_at_the_bell_that_does_not_exist_there_was_the_last_doubled_one() -> None:
    table = WhatIfTable(Imagination(sheet("standard")), FOUR, Losses())
    cup = sheet("cup")
    assert not play(table, hand("trischaken", order=Order(((BERT,),))), "t", cup).radl
    table.event(DoublingEnds(dealt=True))
    geier = Premium("geier", BERT, announced=True, made=True)
    unknown = play(table, hand("geierrufer", BERT, partner=ANNA, won=True, premiums=(geier,)), "g", cup)
    assert (unknown.radl, unknown.paid) == (True, None)
    assert not play(table, hand("dreier", won=True), "d", cup).radl


def test_hands_that_no_longer_fit_into_memory_are_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(what_if, "MOST_KNOWN", 1)
    monkeypatch.setattr(what_if, "MOST_RULES", 1)
    imagination = Imagination(sheet("cup"))
    rules = {slug: sheet(slug) for slug in ("standard", "karlsruhe")}
    read: list[str] = []

    def lay(key: str, slug: str) -> HandAmounts | None:
        def played() -> Hand:
            read.append(key)
            return seated(hand(key, won=True), FOUR)

        return imagination.lay(key, rules[slug], played).thought(imagination.rules, 1)

    asked = [("dreier", "standard"), ("einer", "standard"), ("dreier", "standard"), ("dreier", "karlsruhe")]
    first, second, again, elsewhere = (lay(*question) for question in asked)
    assert first == again == elsewhere != second
    assert read == [key for key, _slug in asked]


def test_totals_that_are_all_zero_start_a_radl_of_the_other_sheet() -> None:
    rules = sheet("standard", radl=Radl(("totals_zero",)))
    table = WhatIfTable(Imagination(rules), FOUR, Losses())
    won, lost = hand("dreier", won=True), hand("dreier", won=False)
    hands = enumerate((won, lost, won, won, won, won, won))
    radl = [play(table, played, number, sheet("cup")).radl for number, played in hands]
    assert radl == [False, False, True, True, True, True, False]
