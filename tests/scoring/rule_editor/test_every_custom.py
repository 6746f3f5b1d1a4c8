"""Every custom, also of clubs only, is needed by a worked example.

That the editor asks for it is shown in test_house_rules_answers.py, that it is printed in
test_speiszettel.py; the examples of options and triggers are demanded in tests/rulebook/test_coverage.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from scoring.engine.customs import Custom, Effect, HighCard, InSolo, Kind, LimitNotation
from scoring.engine.problems import IllegalHand, problems_with
from scoring.engine.record import read_hand
from scoring.engine.rules import Contract, Rules
from scoring.engine.settling import settle
from scoring.rule_editor.published.rulebook import Rulebook, rulebook
from scoring.rules import SLUGS, published
from tests.support.clubs.clubs import CLUBS, club

OF_CLUBS = Path(__file__).parent.parent.parent / "clubs" / "examples"
# Who deals the first hand is said when the table sits down, and how limits are written changes no amount.
WITHOUT_A_HAND = {HighCard, LimitNotation}


@cache
def sheets() -> Mapping[str, tuple[Rules, Rulebook]]:
    """Those published, and two clubs' own, each with its worked examples."""
    found = {slug: (published()[slug], rulebook(slug)) for slug in SLUGS}
    return found | {slug: (club(slug), rulebook(slug, OF_CLUBS)) for slug in CLUBS}


def outcome(document: Mapping[str, Any], rules: Rules) -> object:
    """What a hand comes to: amounts and triggers, or that it cannot be played like this."""
    try:
        hand = read_hand(dict(document), rules)
        if problems_with(hand, rules):
            return "refused"
        settlement = settle(hand, rules)
    except (IllegalHand, AssertionError, KeyError, TypeError, ValueError, AttributeError):
        return "refused"
    return settlement.amounts, settlement.schrift_amounts, settlement.triggers


@cache
def usual(slug: str, number: int) -> object:
    """The outcome of a sheet's example by its number, under the sheet itself."""
    rules, book = sheets()[slug]
    example = book.all_examples[number]
    return "refused" if example.refused else outcome(example.document, rules)


def needed(slug: str, other: Rules) -> bool:
    """Is there a worked example of a sheet that comes out otherwise under these other rules?"""
    return any(
        outcome(example.document, other) != usual(slug, number)
        for number, example in enumerate(sheets()[slug][1].all_examples)
    )


def swapped(value: Any, one: StrEnum, other: StrEnum) -> Any:
    """The same with another custom wherever this one stands."""
    if isinstance(value, StrEnum):
        return other if value is one else value
    if isinstance(value, Mapping):
        return {key: swapped(inner, one, other) for key, inner in value.items()}
    if isinstance(value, Contract) and value.kind is one:
        tricks = 1 if other is Kind.NEGATIVE else None
        return replace(value, kind=other, tricks=tricks, birds=(), blank=False)
    if is_dataclass(value) and not isinstance(value, type):
        kept = {field.name: getattr(value, field.name) for field in fields(value) if field.init}
        changed = {name: swapped(inner, one, other) for name, inner in kept.items()}
        return replace(value, **{name: inner for name, inner in changed.items() if inner != kept[name]})
    return value


def has(slug: str, one: StrEnum) -> bool:
    return (type(one), one) in customs_of(slug)


@cache
def customs_of(slug: str) -> frozenset[tuple[type, StrEnum]]:
    """All that stand on a sheet; by themselves two of one word would be equal."""
    return frozenset((type(member), member) for member in customs_in(sheets()[slug][0]))


def customs_in(value: Any) -> Iterator[StrEnum]:
    if isinstance(value, StrEnum):
        yield value
    elif isinstance(value, Mapping):
        yield from chain.from_iterable(map(customs_in, value.values()))
    elif is_dataclass(value) and not isinstance(value, type):
        yield from chain.from_iterable(
            customs_in(getattr(value, field.name)) for field in fields(value) if field.init
        )


EVERY_CUSTOM = [
    member for custom in Custom.__subclasses__() if custom not in WITHOUT_A_HAND for member in custom
]


@pytest.mark.parametrize("member", EVERY_CUSTOM, ids=lambda member: f"{type(member).__name__}.{member.name}")
def test_every_custom_is_needed_by_an_example(member: StrEnum) -> None:
    custom = type(member)
    assert any(
        needed(slug, swapped(rules, member, other))
        for slug, (rules, _book) in sheets().items()
        if has(slug, member)
        for other in custom
        if other is not member
    )


def test_these_tests_can_fail() -> None:
    rules, _book = sheets()["treffpunkt"]
    assert not needed("treffpunkt", rules)
    assert needed("treffpunkt", swapped(rules, InSolo.DOUBLED, InSolo.SAME))
    assert has("treffpunkt", InSolo.DOUBLED)
    assert not has("treffpunkt", Effect.REPLACES)
