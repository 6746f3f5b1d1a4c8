"""The hands the other tests draw: legal, and nothing of a sheet is out of their reach."""

from __future__ import annotations

from functools import cache

import pytest

from scoring.engine.customs import (
    BesideValat,
    Effect,
    Kind,
    RenonceCustom,
    TrischakenCustom,
)
from scoring.engine.facts import Dealer, Hand, Schlussradl, Seating, SheetFacts, Void
from scoring.engine.options import TOTALS_ZERO
from scoring.engine.problems import problems_with
from scoring.engine.result import Outcome
from scoring.engine.rules import Rules
from scoring.engine.settling import settle
from scoring.engine.sheet import problems_with_sheet, rows_of
from scoring.rules import SLUGS, published
from tests.support.engine.hands import (
    PEOPLE,
    build_sheet,
    many_hands,
    quickly_seeded,
)


@cache
def many_sheets(slug: str) -> tuple[SheetFacts, ...]:
    return tuple(build_sheet(quickly_seeded(seed), published()[slug]) for seed in range(200))


@pytest.mark.parametrize("slug", SLUGS)
def test_many_hands_and_sheets_are_legal(slug: str) -> None:
    rules = published()[slug]
    assert [hand for hand in many_hands(slug)[:400] if problems_with(hand, rules)] == []
    assert [sheet for sheet in many_sheets(slug) if problems_with_sheet(sheet, rules)] == []


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
