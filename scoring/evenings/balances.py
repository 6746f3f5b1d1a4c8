"""What the people of an evening have won and lost over all its tables, in points, in money, in the pot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import Count, Sum

from scoring.engine import facts
from scoring.engine.money import SettlingUp, settled_up
from scoring.engine.pagatkassa import Pagatkassa, PagatkassaTerms, pagatkassa
from scoring.engine.result import exact
from scoring.models import Evening, Posting, Sheet


class Points(NamedTuple):
    """In twelfths of a point."""

    kassa: int = 0
    schrift: int = 0
    hands: int = 0

    def and_also(self, other: Points) -> Points:
        return Points(*(one + another for one, another in zip(self, other, strict=True)))


Posted = Mapping[str, Mapping[int, Points]]  # participant to sheet to what they have there


def posted(evening: Evening, sheets: Iterable[Sheet]) -> Posted:
    """Everybody who ever sat at one of the tables, with their points at each; one query."""
    found: dict[str, dict[int, Points]] = {}
    for sheet in sheets:
        for person in sheet.standing["totals"]:
            found.setdefault(person, {})[sheet.pk] = Points()
    sums = (
        Posting.objects.filter(row__sheet__evening=evening)
        .values_list("participant_id", "row__sheet_id")
        .annotate(Sum("twelfths"), Sum("schrift_twelfths"), Count("pk"))
        .order_by("participant_id", "row__sheet_id")
    )
    for person, sheet_id, *amounts in sums:
        found.setdefault(str(person), {})[sheet_id] = Points(*map(int, amounts))
    return found


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
    kassa = {person: exact(Fraction(one.kassa, 12)) for person, one in points.items()}
    return settled_up(kassa, evening.cents_per_point, seed=f"evening {evening.pk}")


# The Pagatkassa


def terms_of(evening: Evening) -> PagatkassaTerms | None:
    """What was agreed; None: no Pagatkassa is played."""
    return None if evening.pagatkassa is None else PagatkassaTerms(**evening.pagatkassa)


def kept(terms: PagatkassaTerms | None) -> dict[str, Any] | None:
    """The terms as the database has them."""
    if terms is None:
        return None
    return {
        "stake": terms.stake,
        "start": terms.start,
        "start_again": terms.start_again,
        "ceiling": terms.ceiling,
    }


def pot_of(sheet: Sheet, entries: Iterable[facts.Entry], terms: PagatkassaTerms) -> Pagatkassa:
    """The pot of one table after these entries."""
    played = facts.SheetFacts(tuple(sheet.players), sheet.dealer, tuple(entries), sheet.options)
    return pagatkassa(played, terms)
