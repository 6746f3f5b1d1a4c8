"""The hands the other tests draw: legal, and nothing of a sheet is out of their reach."""

from __future__ import annotations

from functools import cache

import pytest

from scoring.engine.facts import Dealer, Hand, Schlussradl, Seating, SheetFacts, Void
from scoring.engine.options import TOTALS_ZERO
from scoring.engine.problems import problems_with
from scoring.engine.result import Outcome
from scoring.engine.settling import settle
from scoring.engine.sheet import problems_with_sheet, rows_of
from scoring.rules import SLUGS, published
from tests.support.engine.hands import PEOPLE, build_sheet, many_hands, quickly_seeded


@cache
def many_sheets(slug: str) -> tuple[SheetFacts, ...]:
    return tuple(build_sheet(quickly_seeded(seed), published()[slug]) for seed in range(200))


@pytest.mark.parametrize("slug", SLUGS)
def test_many_hands_and_sheets_are_legal(slug: str) -> None:
    rules = published()[slug]
    assert [hand for hand in many_hands(slug)[:400] if problems_with(hand, rules)] == []
    assert [sheet for sheet in many_sheets(slug) if problems_with_sheet(sheet, rules)] == []


def test_every_outcome_factor_and_trigger_is_reached() -> None:
    """Which sheet has which, each published sheet's examples say."""
    outcomes: set[Outcome] = set()
    for slug, rules in published().items():
        settlements = [settle(hand, rules) for hand in many_hands(slug)]
        lines = [line for settlement in settlements for line in settlement.lines]
        outcomes |= {line.outcome for line in lines}
        triggers = {trigger for settlement in settlements for trigger in settlement.triggers}
        assert triggers == set(rules.radl.triggers) - {TOTALS_ZERO}
        factors = {(factor.name, factor.void) for line in lines for factor in line.factors}
        assert factors >= {(level, void) for level in rules.levels for void in (True, False)}
        assert ("radl", False) in factors or not rules.radl.played
    assert outcomes == set(Outcome)


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
