"""Adds up what a test has left in the database, without the program's derivation, and verifies it.

Nobody wins what nobody loses, totals follow from hands, and all that is stored from what was written.

Every test of these rooms is looked at when it ends, whatever it is about. One that plants a lie, or stores
rows past the verbs, is marked `lie`.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from typing import NamedTuple
from uuid import UUID

import pytest
from django.db.models import Q

from scoring.models import Deed, Evening, Row, Sheet, TableScore
from scoring.verifying import wholes
from tournaments.engine.terms import Format
from tournaments.models import Table, Tournament

ROOMS = ("tests/tournaments/corrections/", "tests/tournaments/cash/", "tests/tournaments/prizes/")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Fail a test on another subject if it leaves sums behind that do not add up."""
    if not item.nodeid.startswith(ROOMS) or "db" not in getattr(item, "fixturenames", ()):
        return (yield)
    before = stored()
    result = yield
    if item.get_closest_marker("lie") is None and (wrong := complaints_since(before)):
        pytest.fail("\n".join(["What the test leaves does not add up:", *wrong]), pytrace=False)
    return result


class Stored(NamedTuple):
    """What tables and logs look like, so that a change is seen."""

    tables: dict[int, object]
    deeds: set[UUID]


def stored() -> Stored:
    tables = Sheet.objects.values_list("pk", "seq", "closed_at", "table__stored_results")
    return Stored({pk: state for pk, *state in tables}, {*Deed.objects.values_list("pk", flat=True)})


def complaints_since(before: Stored) -> list[str]:
    """Return what does not add up at tables and in tournaments that have changed."""
    after = stored()
    sheets = [sheet for sheet, state in after.tables.items() if before.tables.get(sheet) != state]
    deeds = Deed.objects.filter(pk__in=after.deeds - before.deeds, details__has_key="tournament")
    tournaments = {deed["tournament"] for deed in deeds.values_list("details", flat=True)}
    return [*_complaints(sheets, tournaments)] if sheets or tournaments else []


def _complaints(sheets: Collection[int], tournaments: Collection[int]) -> Iterator[str]:
    """Yield what does not add up there, and in the evenings of it."""
    of_them = Q(sheets__in=sheets) | Q(pk__in=Tournament.objects.filter(pk__in=tournaments).values("evening"))
    evenings = Evening.objects.filter(of_them).distinct().select_related("club")
    for whole in wholes(Sheet.objects.whole().filter(pk__in=sheets), evenings):
        yield from whole.sentences()
    for evening in evenings:
        yield from _evening(evening)
    tables = Table.objects.filter(round__tournament__evening__in=evenings).select_related("round__tournament")
    for table in tables:
        yield from _capital(table)


def _evening(evening: Evening) -> Iterator[str]:
    """Add up hand by hand what everybody has: the scores have to follow from that."""
    won: Counter[str] = Counter()
    hands = Row.objects.filter(sheet__evening=evening, twelfths__isnull=False)
    for number, players, twelfths in hands.values_list("number", "players", "twelfths"):
        if sum(twelfths):
            yield f"{evening}: hand {number} pays {twelfths} twelfths"
        won.update(dict(zip(players, twelfths, strict=True)))
    stored: Counter[str] = Counter()
    for player, twelfths in TableScore.objects.filter(sheet__evening=evening).values_list(
        "participant", "twelfths"
    ):
        stored[str(player)] += twelfths
    if won != stored:
        yield f"{evening}: the scores are {stored}, and the hands make {won} twelfths"


def _capital(table: Table) -> Iterator[str]:
    """Play money neither comes nor goes: what a table has is what it began with, and what was handed out."""
    lines, terms = table.result.players, table.round.tournament.terms
    if terms.format is Format.MONEY and not table.result.is_typed:
        amounts = [line.balance - line.replacement for line in lines.values()]
        added = sum(amounts)
        if added != terms.capital * len(lines):
            yield f"{table}: {len(lines)} times {terms.capital} of play money have become {added}"
