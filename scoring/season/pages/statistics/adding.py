"""What the evenings of a season add up to: those that are over are read as they were added up then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import merge
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import F, Min, Sum

from scoring.models import Evening, EveningSums, Sheet
from scoring.season.pages.season import Season
from scoring.season.pages.statistics.reading import EveningOfSeason
from scoring.table.adding_up import ADDED, SELDOM, TableSums, add_numbers, evening_of

SumsOfEvening = tuple[int, Mapping[str, Any]]  # an evening, and what `evening_of` says of it


class BestHandOf(NamedTuple):
    """What a hand brought one player."""

    twelfths: int
    participant: int
    contract: str
    number: int
    sheet: int
    evening: int


@dataclass
class VersionSums:
    """What was played under one version of the rules; the oldest evening was added first."""

    hands: int = 0
    numbers: dict[str, dict[str, list[int]]] = field(default_factory=lambda: {what: {} for what in ADDED})
    seldom: dict[str, int] = field(default_factory=dict)
    people: dict[int, Mapping[str, int]] = field(default_factory=dict)  # by evening, twelfths of participants
    best: list[BestHandOf] = field(default_factory=list)
    last: dict[str, tuple[int, int]] = field(default_factory=dict)  # evening and sheet, by contract

    def add(self, evening: int, sums: Mapping[str, Any]) -> None:
        self.hands += sums["hands"]
        for what in ADDED:
            if what in sums:
                add_numbers(self.numbers[what], sums[what])
        for what in SELDOM:
            if what in sums:
                self.seldom[what] = self.seldom.get(what, 0) + sums[what]
        self.people[evening] = sums["people"]
        self.best += [BestHandOf._make((*sum_, evening)) for sum_ in sums["best"]]
        for contract, sheet in sums["last"].items():
            self.last[contract] = evening, sheet


def added_up(evenings: Iterable[SumsOfEvening]) -> dict[int, VersionSums]:
    """Return what these evenings add up to, by version of the rules; the oldest stands first."""
    found: dict[int, VersionSums] = {}
    for evening, by_version in evenings:
        for version, sums in by_version.items():
            found.setdefault(int(version), VersionSums()).add(evening, sums)
    return found


def evenings_of(season: Season) -> dict[int, EveningOfSeason]:
    """Return the evenings of a season by number, the oldest first."""
    evenings = Evening.objects.filter(season.counts())
    rows = evenings.annotate(
        table=Min("sheets"), written=Sum("sheets__seq"), kept=F("kept_sums__written")
    ).order_by("date", "pk")
    return {row[0]: EveningOfSeason(*row) for row in rows.values_list(*EveningOfSeason._fields)}


def sums_of_evenings(season: Season, evenings: Mapping[int, EveningOfSeason]) -> Iterator[SumsOfEvening]:
    """Yield what each of these adds up to, by one query; two, if some are not over yet.

    The oldest stands first, and few are in memory together: else Python looks through them again and again.
    """
    going_on = _going_on(
        [evening.pk for evening in evenings.values() if evening.table and evening.kept != evening.written]
    )
    rows = EveningSums.objects.filter(season.counts("evening__")).order_by("evening__date", "evening_id")
    kept = (
        row for row in rows.values_list("evening_id", "sums").iterator(chunk_size=50) if row[0] in evenings
    )
    if not going_on:
        return kept
    places = {evening: place for place, evening in enumerate(evenings)}
    over = (row for row in kept if row[0] not in going_on)
    return merge(over, going_on.items(), key=lambda row: places[row[0]])


def _going_on(evenings: Sequence[int]) -> dict[int, Mapping[str, Any]]:
    """Return what evenings add up to that are not over, from their tables, in the same order."""
    if not evenings:
        return {}
    sheets = Sheet.objects.filter(evening__in=evenings).order_by("evening", "pk")
    rows = sheets.values_list("evening_id", "pk", "ruleset_id", "sums").iterator(chunk_size=50)
    found = {
        evening: evening_of(TableSums._make(row[1:]) for row in some)
        for evening, some in groupby(rows, key=lambda row: row[0])
    }
    return {evening: found.get(evening, {}) for evening in evenings}
