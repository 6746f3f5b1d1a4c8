"""The hands the other tests draw: legal, and nothing of a sheet is out of their reach."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product

import pytest
from hypothesis import given, settings

from scoring.engine.customs import (
    BesideValat,
    Effect,
    Kind,
    RenonceCustom,
    SideBySide,
    TrischakenCustom,
    Whose,
)
from scoring.engine.facts import Dealer, Hand, Schlussradl, Seating, SheetFacts, Void
from scoring.engine.options import TOTALS_ZERO
from scoring.engine.problems import problems_with
from scoring.engine.result import Outcome
from scoring.engine.rules import Contract, Rules
from scoring.engine.settling import settle
from scoring.engine.sheet import problems_with_sheet, rows_of
from scoring.rules import SLUGS, published
from tests.support.engine.hands import (
    PEOPLE,
    DrawnHand,
    DrawnSheet,
    build_sheet,
    declarers_of,
    evenings_of_any_sheet,
    hands_of_any_sheet,
    in_game,
    levels_of,
    many_hands,
    options_of,
    priced,
    quickly_seeded,
    ways,
)

Feature = tuple[object, ...]


@cache
def many_sheets(slug: str) -> tuple[SheetFacts, ...]:
    return tuple(build_sheet(quickly_seeded(seed), published()[slug]) for seed in range(200))


def facts_of(hand: Hand, rules: Rules) -> Iterator[Feature]:
    """Everything about a hand that a sheet could treat in a way of its own."""
    rules = rules.under(hand.options)
    yield from (("option", *item) for item in hand.options.items())
    yield ("radl", hand.radl)
    yield ("side by side", len(hand.games))
    for game in hand.games:
        kind = rules.contracts[game.contract].kind
        yield ("contract", game.contract)
        yield ("declarer", game.contract, game.declarer == hand.players[0])
        yield ("king", kind, "partner" if game.partner else game.king)
        yield ("void" if game.kontra_void else "kontra", game.contract, game.kontra)
        yield from (("kontra", game.contract, level) for level in game.kontras.values())
        for key in ("points", "count", "order", "tricks", "won"):
            if getattr(game, key) is not None:
                yield ("said", kind, key)
        yield ("ended", kind, _ended(hand))
        if game.drawn:
            yield ("said", kind, "drawn")
        if game.count is not None:
            counts = sorted(game.count.values(), reverse=True)
            yield ("equal", tuple(a == b for a, b in pairwise(counts)))
            yield ("jungfrauen", counts.count(0))
            yield ("buergermeister", counts[0] >= 107)
    contract = rules.contracts[hand.games[0].contract]
    for premium in hand.premiums:
        yield ("premium", contract.key, premium.premium, premium.announced)
        yield ("made", premium.premium, premium.announced, premium.made)
        yield ("of the declarer", premium.premium, premium.by == hand.games[0].declarer)
        yield ("premium kontra", premium.kontra, premium.kontra_void)


def _ended(hand: Hand) -> str:
    if hand.revoke is not None:
        return "claims" if hand.revoke.claims else "revoked"
    game = hand.games[0]
    return "conceded" if game.conceded else "unplayed" if game.unplayed else "played"


def sayable_in(rules: Rules) -> Iterator[Feature]:
    """The same, read off the sheet: what has to be reached."""
    yield from (("option", *option) for option in options_of(rules))
    yield from (("radl", doubled) for doubled in {False, rules.radl.played})
    if any(contract.kind is Kind.NEGATIVE for contract in rules.contracts.values()):
        most = 1 if rules.side_by_side is SideBySide.NONE else 4
        yield from (("side by side", several) for several in range(1, most + 1))
    for contract in rules.contracts.values():
        yield ("contract", contract.key)
        for vorhand in (True, False):
            seats = ("Vorhand",) if vorhand else ("other",)
            if set(declarers_of(contract, rules, ("Vorhand", "other"))) & set(seats):
                yield ("declarer", contract.key, vorhand)
        if contract.kind is not Kind.TRISCHAKEN:
            yield from (("kontra", contract.key, level) for level in (None, *levels_of(rules, contract)))
        yield from _endings_of(contract, rules)
        if not contract.by_points:
            continue
        yield from (("void", contract.key, level) for level in levels_of(rules, contract)[:1])
        for rule in rules.premiums.values():
            if in_game(rule, contract):
                # The only bird of a contract is announced, so it not here silently as well.
                for announced in [True] if contract.birds == (rule.key,) else ways(rule, contract):
                    yield ("premium", contract.key, rule.key, announced)
                    yield ("made", rule.key, announced, True)
                    if rule.whose is not Whose.WINNER:
                        yield ("made", rule.key, announced, False)
                yield from (
                    ("of the declarer", rule.key, own)
                    for own in (True, False)
                    if own or rule.key == "koenig_ultimo" or rule.whose is not Whose.DECLARER
                    if not own or rule.whose is not Whose.OPPONENTS
                )
    if rules.kontra.on_premiums:
        yield from (("premium kontra", level, void) for level in rules.levels for void in (True, False))
    if rules.trischaken is not None:
        yield from (("jungfrauen", number) for number in range(4))
        yield from (("buergermeister", alone) for alone in (True, False))
        # Four equal players do not exist: 210 thirds cannot be shared by four.
        yield from (("equal", equal) for equal in product((True, False), repeat=3) if not all(equal))


def _endings_of(contract: Contract, rules: Rules) -> Iterator[Feature]:
    kind = contract.kind
    yield from (("ended", kind, ended) for ended in ("played", *["revoked"] * priced(rules, contract)))
    if rules.claims and kind is not Kind.TRISCHAKEN:
        yield ("ended", kind, "claims")
    if contract.concedable and rules.schleifen:
        yield ("ended", kind, "conceded")
    if contract.blank:
        yield ("ended", kind, "unplayed")
    said = {Kind.NEGATIVE: ("tricks", "won"), Kind.TRISCHAKEN: ("count", "order")}.get(
        kind, ("points", "won")
    )
    yield from (("said", kind, key) for key in said)
    if contract.by_points and "drawn" in rules.radl.triggers:
        yield ("said", kind, "drawn")
    if kind is Kind.CALLING:
        yield from (("king", kind, why) for why in ("partner", "talon", *["self"] * rules.self_call))


@given(hands_of_any_sheet())
@settings(max_examples=60)
def test_a_drawn_hand_is_legal(drawn: DrawnHand) -> None:
    assert problems_with(drawn.hand, drawn.rules) == ()


@given(evenings_of_any_sheet())
@settings(max_examples=40)
def test_a_drawn_sheet_is_legal(drawn: DrawnSheet) -> None:
    assert problems_with_sheet(drawn.sheet, drawn.rules) == ()


@pytest.mark.parametrize("slug", SLUGS)
def test_many_hands_and_sheets_are_legal(slug: str) -> None:
    rules = published()[slug]
    assert [hand for hand in many_hands(slug)[:400] if problems_with(hand, rules)] == []
    assert [sheet for sheet in many_sheets(slug) if problems_with_sheet(sheet, rules)] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_every_contract_premium_option_and_ending_of_a_sheet_is_reached(slug: str) -> None:
    rules = published()[slug]
    reached = {feature for hand in many_hands(slug) for feature in facts_of(hand, rules)}
    assert set(sayable_in(rules)) - reached == set()


def outcomes_of(rules: Rules) -> set[Outcome]:
    """The outcomes that a sheet's lines can have, read off the sheet."""
    kinds = {contract.kind for contract in rules.contracts.values()}
    expected = {
        Outcome.WON,
        Outcome.LOST,
        Outcome.SILENT,
        Outcome.SILENT_MISSED,
        Outcome.MADE,
        Outcome.MISSED,
    }
    expected |= {Outcome.REVOKED} if rules.renonce is not RenonceCustom.OPEN else set()
    expected |= {Outcome.CLAIM} if rules.claims else set()
    expected |= {Outcome.CONCEDED} if rules.schleifen else set()
    expected |= {Outcome.PAYS} if Kind.TRISCHAKEN in kinds else set()
    expected |= {Outcome.BLANK} if any(contract.blank for contract in rules.contracts.values()) else set()
    expected |= {Outcome.DRAWN} if "drawn" in rules.radl.triggers else set()
    if rules.trischaken is not None and rules.trischaken.all_tricks is not None:
        expected.add(Outcome.ALL_TRICKS)
    if rules.trischaken is not None and rules.trischaken.custom is TrischakenCustom.TWO_PAY:
        expected |= {Outcome.BUERGERMEISTER} if rules.trischaken.buergermeister is not None else set()
    if rules.trischaken is not None and rules.trischaken.vorhand_pays is not None:
        expected.add(Outcome.ALONE)
    if rules.trischaken is not None and rules.trischaken.jungfrau_price is not None:
        expected.add(Outcome.JUNGFRAU)
    if rules.premiums["valat"].effect is Effect.MULTIPLIES:
        expected.add(Outcome.VALAT_MISSED)
    if rules.premiums["valat"].effect is Effect.LINE:
        expected.add(Outcome.SWEPT)
    return expected


@pytest.mark.parametrize("slug", SLUGS)
def test_every_outcome_factor_and_trigger_of_a_sheet_is_reached_and_no_other(slug: str) -> None:
    rules = published()[slug]
    settlements = [settle(hand, rules) for hand in many_hands(slug)]
    lines = [line for settlement in settlements for line in settlement.lines]
    assert {line.outcome for line in lines} == outcomes_of(rules)
    triggers = {trigger for settlement in settlements for trigger in settlement.triggers}
    assert triggers == set(rules.radl.triggers) - {TOTALS_ZERO}
    factors = {(factor.name, factor.void) for line in lines for factor in line.factors}
    expected = {(level, void) for level in rules.levels for void in (True, False)} | {("silent_miss", False)}
    expected |= {("radl", False)} if rules.radl.played else set()
    expected |= {("solo", False)} if any(p.in_solo == "doubled" for p in rules.premiums.values()) else set()
    expected |= {(p.key, False) for p in rules.premiums.values() if p.effect is Effect.MULTIPLIES}
    if rules.trischaken is not None and rules.trischaken.buergermeister is not None:
        expected |= {("vorhand", False), ("trischaker", False)}
    if rules.trischaken is not None and rules.trischaken.custom is TrischakenCustom.ONE_PAYS:
        expected.add(("buergermeister", False))
    contained = any(premium.in_silent_valat for premium in rules.premiums.values())
    if rules.beside_valat is not BesideValat.ALL or contained:
        expected.add(("beside_valat", False))
    assert factors == expected


def test_all_outcomes_together_are_all_there_are() -> None:
    assert set().union(*map(outcomes_of, published().values())) == set(Outcome)


@pytest.mark.parametrize("slug", SLUGS)
def test_sheets_of_every_size_with_every_entry_and_a_radl_are_reached(slug: str) -> None:
    rules = published()[slug]
    entries = [entry for sheet in many_sheets(slug) for entry in sheet.entries]
    reached: set[object] = {entry.kind if isinstance(entry, Void) else type(entry) for entry in entries}
    reached |= {len(sheet.players) for sheet in many_sheets(slug)}
    expected = {Hand, Dealer, Seating, "redeal", "struck", 4, 5, 6}
    assert reached == expected | ({Schlussradl} if rules.radl.schlussradl else set())
    rows = [row for sheet in many_sheets(slug) for row in rows_of(sheet, rules)]
    assert {row.radl for row in rows} == {False, rules.radl.played}
    triggers = {name for row in rows for name in row.triggers}
    assert triggers | {TOTALS_ZERO} == {*rules.radl.triggers, TOTALS_ZERO}
    assert {player for row in rows for player in row.players} == set(PEOPLE)
