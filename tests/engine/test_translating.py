"""A hand taken to another sheet: what stays, what is named as lost, and what may not go there at all."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine import what_if
from scoring.engine.facts import (
    DoublingEnds,
    Game,
    Hand,
    Order,
    OtherRules,
    Premium,
    Renonce,
    Schlussradl,
    Seating,
    Void,
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
from tests.support.engine.hands import (
    SEATS,
    DrawnHand,
    DrawnSheet,
    build_hand,
    evenings_of_any_sheet,
    hands_of_any_sheet,
    many_hands,
    seeded,
)
from tests.support.engine.sheets import seeded_sheet
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


def losses_of(found: Translation) -> list[str]:
    return [loss_in_words(loss, "en") for loss in found.lost]


def why_not(found: Translation) -> str:
    assert found.hand is None
    assert found.refused is not None
    return loss_in_words(found.refused, "en")


# What holds for every hand and every two sheets


@settings(max_examples=30)
@given(hands_of_any_sheet())
def test_a_hand_taken_to_its_own_sheet_stays_as_it_is(drawn: DrawnHand) -> None:
    rules, played = drawn
    assert taken(played, rules, rules) == Translation(played)


@settings(max_examples=60)
@given(hands_of_any_sheet(), st.sampled_from(SLUGS))
def test_a_hand_is_legal_on_the_other_sheet_or_refused_by_name(drawn: DrawnHand, other: str) -> None:
    rules, played = drawn
    found = taken(played, rules, other)
    _legal_or_refused(found, sheet(other))


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


@every("case", HANDS)
def test_a_hand_goes_to_another_sheet_as_worked_out_by_hand(case: dict[str, Any]) -> None:
    record = {
        "players": [*FOUR],
        **{key: case[key] for key in ("games", "premiums", "options", "radl") if key in case},
    }
    found = taken(read_hand(record, sheet(case["from"])), case["from"], case["to"])
    if "refused" in case:
        assert why_not(found) == case["refused"]
        return
    assert found.hand == read_hand({**record, **case.get("there", {})}, sheet(case["to"]))
    assert losses_of(found) == case.get("lost", [])


# Games


def test_a_game_under_another_key_is_the_one_with_the_same_name() -> None:
    rules = sheet("standard")
    dreier = replace(rules.contracts["dreier"], key="d3", value=7)
    contracts = {key: contract for key, contract in rules.contracts.items() if key != "dreier"} | {
        "d3": dreier
    }
    found = taken(hand("dreier", BERT, won=True), "standard", replace(rules, contracts=contracts))
    assert found == Translation(hand("d3", BERT, won=True))


def test_a_game_of_the_same_key_that_is_played_otherwise_is_another_game() -> None:
    rules = sheet("standard")
    contracts = {**rules.contracts, "dreier": replace(rules.contracts["bettler"], key="dreier")}
    found = taken(hand("dreier", BERT, won=True), "standard", replace(rules, contracts=contracts))
    assert why_not(found) == "Dreier is another game there."


# Kings, conceding, blank


def test_a_conceded_game_needs_a_sheet_on_which_one_may_concede() -> None:
    played = hand("rufer", king="talon", conceded=True)
    assert taken(played, "standard", "cup") == Translation(played)
    found = taken(played, "standard", sheet("standard", schleifen=False))
    assert why_not(found) == "Rufer: only a calling game with the talon can be conceded."


# Premiums


def test_a_premium_under_another_key_is_the_one_with_the_same_name() -> None:
    rules = sheet("standard")
    premiums = {key: rule for key, rule in rules.premiums.items() if key != "trull"}
    other = replace(rules, premiums={**premiums, "drei": replace(rules.premiums["trull"], key="drei")})
    trull = Premium("trull", ANNA, made=True)
    found = taken(hand("dreier", won=True, premiums=(trull,)), rules, other)
    assert found == Translation(hand("dreier", won=True, premiums=(replace(trull, premium="drei"),)))


def test_what_a_premium_needs_is_proved_by_the_points_anew() -> None:
    rules = sheet("standard")
    sack = replace(rules.premiums["sack1"], needs=150)
    other = replace(rules, premiums={**rules.premiums, "sack1": sack})
    announced = Premium("sack1", ANNA, announced=True, made=True)
    found = taken(hand("dreier", points=140, premiums=(announced,)), "standard", other)
    assert found.hand == hand("dreier", points=140, premiums=(replace(announced, made=False),))
    assert losses_of(found) == ["1st Sack: there the points tell whether it was made."]
    silent = Premium("sack1", ANNA, made=True)
    priced = {"sack1": replace(rules.premiums["sack1"], silent=1), "other": replace(sack, silent=1)}
    before, after = (replace(rules, premiums={**rules.premiums, "sack1": sack}) for sack in priced.values())
    found = taken(hand("dreier", points=140, premiums=(silent,)), before, after)
    assert found.hand == hand("dreier", points=140)
    assert losses_of(found) == ["1st Sack: the points are not enough for it there."]


# Kontra


def test_the_kontras_of_a_negative_game_are_capped_each_for_himself() -> None:
    played = hand("bettler_ouvert", BERT, tricks=0, kontras={ANNA: "hirsch", CILLI: "kontra"})
    found = taken(played, "karlsruhe", "standard")
    assert found.hand == replace(
        played, games=(replace(played.games[0], kontras={ANNA: "sub", CILLI: "kontra"}),)
    )
    assert losses_of(found) == ["Bettel ouvert: Hirsch counts as Sub there."]
    none = sheet("standard").under({"negative_kontra": "none"})
    found = taken(played, "karlsruhe", none)
    assert found.hand == hand("bettler_ouvert", BERT, tricks=0)
    assert losses_of(found) == ["Negative games are not kontra'd here."]


def test_kontras_go_where_none_is_given() -> None:
    rules = sheet("standard")
    none = replace(rules, kontra=replace(rules.kontra, levels={}))
    pagat = Premium("pagat", ANNA, announced=True, made=True, kontra="kontra")
    found = taken(hand("dreier", won=True, kontra="re", premiums=(pagat,)), rules, none)
    assert found.hand == hand("dreier", won=True, premiums=(replace(pagat, kontra=None),))
    assert losses_of(found) == ["Dreier: there is no Re there.", "Pagat: there is no Kontra there."]
    found = taken(hand("bettler_ouvert", BERT, tricks=0, kontras={ANNA: "kontra"}), rules, none)
    assert found.hand == hand("bettler_ouvert", BERT, tricks=0)
    assert losses_of(found) == ["Bettel ouvert: there is no Kontra there."]


def test_a_kontra_on_a_premium_goes_where_only_games_are_kontraed() -> None:
    rules = sheet("standard")
    other = replace(rules, kontra=replace(rules.kontra, on_premiums=False))
    pagat = Premium("pagat", ANNA, announced=True, made=True, kontra="kontra")
    found = taken(hand("dreier", won=True, premiums=(pagat,)), rules, other)
    assert found.hand == hand("dreier", won=True, premiums=(replace(pagat, kontra=None),))
    assert losses_of(found) == ["Pagat: only the game is kontra'd here."]


# Results


def test_the_points_decide_anew() -> None:
    played = hand("dreier", points=106, won=True)
    found = taken(played, "karlsruhe", "standard")
    assert found == Translation(hand("dreier", points=106))
    assert settle(played, sheet("karlsruhe")).amounts == (24, -8, -8, -8)
    assert found.hand is not None
    assert settle(found.hand, sheet("standard")).amounts == (-15, 5, 5, 5)


def test_card_points_of_another_pack_leave_only_the_result() -> None:
    blatt = sheet("standard")
    solo = replace(blatt.contracts["solodreier"], key="solo")
    other = replace(blatt, contracts={**blatt.contracts, "solo": solo})
    played = Hand(FOUR, (Game("solo", ANNA, points=44),))
    found = taken(played, "zwanzigerrufen", other)
    assert found.hand == Hand(FOUR, (Game("solo", ANNA, won=False),))
    assert losses_of(found) == ["Card points are counted differently there; how the game ended remains."]


# Trischaken


def test_a_trischaken_played_for_schleifen_goes_where_it_is_agreed() -> None:
    played = hand("trischaken", BERT, order=Order(((CILLI,), (DORA,))))
    allowed = sheet("standard").under({"trischaken_for_schleifen": "on"})
    assert why_not(taken(played, allowed, "treffpunkt")) == "Only the Vorhand plays Trischaken there."
    here = sheet("treffpunkt").under({"trischaken_for_schleifen": "on"})
    assert taken(played, allowed, here) == Translation(played)


# Renonce, agreements, Radl


def test_claims_are_left_out_where_nothing_can_be_claimed() -> None:
    rules = sheet("standard", claims=False)
    played = replace(hand("dreier"), revoke=Renonce(BERT, {ANNA: 5}))
    found = taken(played, "standard", rules)
    assert found.hand == replace(played, revoke=Renonce(BERT))
    assert losses_of(found) == ["Nothing more can be claimed after a Renonce here."]


def test_losses_say_what_the_sheet_says_in_both_languages() -> None:
    found = taken(hand("dreier", points=120, kontra="hirsch"), "karlsruhe", "standard")
    assert [loss_in_words(loss, "de") for loss in found.lost] == ["Dreier: Hirsch zählt dort als Sub."]
    assert taken(hand("dreier", won=True), "standard", "cup").lost == ()
    assert isinstance(found.lost[0].named[0][1], Text)


# A whole table


def seated(played: Hand, players: tuple[str, ...]) -> Hand:
    """With seats in place of people."""
    return renamed_hand(replace(played, players=players), dict(zip(players, PLACES, strict=True)))


def recounted(rows: Any, entries: Any, old: Rules, new: Rules) -> tuple[WhatIfTable, Losses, list[Any]]:
    """The rows as they really were, played once more under the other sheet."""
    losses, thoughts = Losses(), []
    players = rows.players
    table = WhatIfTable(Imagination(new), players, losses)
    really = {row.entry: row for row in rows_of(rows, old)}
    for number, entry in enumerate(entries):
        if isinstance(entry, Seating | Schlussradl):
            table.event(entry)
        elif isinstance(entry, Hand):
            row = really[number]
            lay = table.imagination.lay(number, old, lambda e=entry, r=row: seated(e, r.players))
            thoughts.append(table.play(lay, row.players, 2 if row.radl else 1))
        else:
            assert not isinstance(entry, OtherRules) or isinstance(entry, Void)
    return table, losses, thoughts


@settings(max_examples=25)
@given(evenings_of_any_sheet())
def test_a_table_under_its_own_sheet_comes_to_what_it_came_to(drawn: DrawnSheet) -> None:
    rules, played = drawn.rules.under(drawn.sheet.options), drawn.sheet
    table, losses, thoughts = recounted(played, played.entries, rules, rules)
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
    table, losses, _thoughts = recounted(played, played.entries, rules.under(played.options), sheet(other))
    tallies = table.tallies.values()
    for name in ("really", "comparable", "thought", "schrift", "thought_schrift"):
        assert sum(getattr(tally, name) for tally in tallies) == 0
    assert losses.untranslated == sum(losses.refused.values())
    assert losses.untranslated <= losses.hands


def test_the_radl_follows_from_the_other_sheet() -> None:
    """In the cup there is none; at the standard sheet a hand that does not exist there uses none of it up."""
    standard, cup = sheet("standard"), sheet("cup")
    trischaken = hand("trischaken", order=Order(((BERT,),)))
    dreier = hand("dreier", won=True)
    table = WhatIfTable(Imagination(standard), FOUR, Losses())

    def play(played: Hand, key: str, *, rules: Rules, radl: bool = False) -> Any:
        lay = table.imagination.lay(key, rules, lambda: seated(played, FOUR))
        return table.play(lay, FOUR, 2 if radl else 1)

    play(trischaken, "t", rules=cup)
    assert play(dreier, "d", rules=cup).radl
    unknown = hand("geierrufer", BERT, partner=ANNA, won=True)
    unknown = replace(unknown, premiums=(Premium("geier", BERT, announced=True, made=True),))
    assert play(unknown, "g", rules=cup).paid is None
    doubled = [play(dreier, "d", rules=cup).radl for _ in range(4)]
    assert doubled == [True, True, True, False]
    assert table.tallies[ANNA].thought == 2 + 4 * 30 + 15, "Trischaken, four Dreier in the Radl, one after it"
    assert table.tallies[ANNA].comparable == 1 + 5 * 15
    assert table.tallies[ANNA].really == 1 + 5 * 15 + 11, "and the Geierrufer with its bird"


def test_a_hand_dealt_at_the_bell_that_does_not_exist_there_was_the_last_doubled_one() -> None:
    table = WhatIfTable(Imagination(sheet("standard")), FOUR, Losses())
    cup = sheet("cup")

    def play(played: Hand, key: str) -> Any:
        return table.play(table.imagination.lay(key, cup, lambda: seated(played, FOUR)), FOUR, 1)

    assert not play(hand("trischaken", order=Order(((BERT,),))), "t").radl
    table.event(DoublingEnds(dealt=True))
    geier = Premium("geier", BERT, announced=True, made=True)
    unknown = play(hand("geierrufer", BERT, partner=ANNA, won=True, premiums=(geier,)), "g")
    assert (unknown.radl, unknown.paid) == (True, None)
    assert not play(hand("dreier", won=True), "d").radl


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
    radl = []
    for number, played in enumerate((won, lost, won, won, won, won, won)):
        lay = table.imagination.lay(number, sheet("cup"), lambda one=played: seated(one, FOUR))
        radl.append(table.play(lay, FOUR, 1).radl)
    assert radl == [False, False, True, True, True, True, False]
