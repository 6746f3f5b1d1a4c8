"""What the people of an evening have won and lost over all its tables, in points and in money."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.engine.money import SettlingUp, settled_up
from scoring.engine.pagatkassa import PagatkassaTerms
from scoring.engine.result import from_twelfths
from scoring.models import Evening, Points, Sheet

Posted = Mapping[str, Mapping[int, Points]]  # participant to sheet to what they have there


def posted(sheets: Iterable[Sheet]) -> Posted:
    """Everybody who ever sat at one of the tables, with their points at each."""
    found: dict[str, dict[int, Points]] = {}
    for sheet in sheets:
        for person, points in sheet.scores.items():
            found.setdefault(person, {})[sheet.pk] = points
    return {person: found[person] for person in sorted(found, key=int)}


def all_tables(points: Posted) -> dict[str, Points]:
    """Everybody with the sum of their tables."""
    found: dict[str, Points] = {}
    for person, tables in points.items():
        found[person] = Points()
        for at_one in tables.values():
            found[person] = found[person].and_also(at_one)
    return found


def in_money(evening: Evening, points: Mapping[str, Points]) -> SettlingUp:
    """Between equals the same lots every time: they are drawn from the evening itself."""
    kassa = {person: from_twelfths(points.kassa) for person, points in points.items()}
    return settled_up(kassa, evening.cents_per_point, seed=f"evening {evening.pk}")


def kept(terms: PagatkassaTerms | None) -> dict[str, Any] | None:
    """Return the terms as the database has them."""
    if terms is None:
        return None
    return {
        "stake": terms.stake,
        "start": terms.start,
        "start_again": terms.start_again,
        "ceiling": terms.ceiling,
    }
