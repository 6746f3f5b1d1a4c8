"""What the tables of a month add up to: a page of many years adds up months.

What is long past is added up once in each process: a month is known by the very sums that its tables have, so
whatever is written on one of them, it is added up anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from json import loads
from typing import Any, NamedTuple

from django.db.models import Min, TextField
from django.db.models.functions import Cast

from scoring.models import Evening, Sheet
from scoring.season.pages.season import Season
from scoring.season.pages.statistics.reading import IN_ORDER, EveningOfSeason
from scoring.table.counting import BEST

MONTHS_KEPT = 400
Numbers = dict[tuple[int, str], list[int]]  # by version, and by what is counted


class TableSums(NamedTuple):
    """A table and what its hands add up to, by version; 0 is the one that it began with."""

    sheet: int
    version: int
    evening: int
    sums: Mapping[str, Any]


class SumsAsText(NamedTuple):
    """The same as it is stored."""

    sheet: int
    version: int
    evening: int
    sums: str


class BestOfTable(NamedTuple):
    """What a hand brought one player."""

    twelfths: int
    participant: int
    contract: str
    number: int
    sheet: int
    evening: int
    version: int


@dataclass
class MonthSums:
    """Sums of some tables, one after the other; each by version, and not to be changed when it is made."""

    hands: dict[int, int] = field(default_factory=dict)
    games: Numbers = field(default_factory=dict)
    premiums: Numbers = field(default_factory=dict)
    kontras: Numbers = field(default_factory=dict)
    seldom: Numbers = field(default_factory=dict)
    people: dict[tuple[int, int], dict[int, int]] = field(default_factory=dict)  # of each evening, twelfths
    best: dict[int, list[BestOfTable]] = field(default_factory=dict)  # the highest first
    last: dict[tuple[int, str], tuple[int, int]] = field(default_factory=dict)  # evening and sheet


def month_of(tables: Iterable[TableSums]) -> MonthSums:
    """Return what these tables add up to; they stand in the order in which they were played."""
    found = MonthSums()
    for table in tables:
        for own, sums in table.sums.items():
            _add(found, table, int(own) or table.version, sums)
    for best in found.best.values():
        best.sort(key=lambda one: -one.twelfths)  # of equal ones the first
        del best[BEST:]
    return found


def _add(found: MonthSums, table: TableSums, version: int, sums: Mapping[str, Any]) -> None:
    found.hands[version] = found.hands.get(version, 0) + sums["hands"]
    for into, what in ((found.games, "games"), (found.premiums, "premiums"), (found.kontras, "kontras")):
        for key, numbers in sums.get(what, {}).items():
            _plus(into, (version, key), numbers)
    for what in ("trischaken", "jungfrau", "buergermeister"):
        if what in sums:
            _plus(found.seldom, (version, what), [sums[what]])
    for contract in sums["games"]:
        found.last[version, contract] = table.evening, table.sheet
    people = found.people.setdefault((version, table.evening), {})
    for participant, (_hands, twelfths) in sums["people"].items():
        people[int(participant)] = people.get(int(participant), 0) + twelfths
    here = table.sheet, table.evening, version
    found.best.setdefault(version, []).extend(BestOfTable._make([*one, *here]) for one in sums["best"])


def _plus(into: Numbers, key: tuple[int, str], numbers: list[int]) -> None:
    before = into.get(key)
    into[key] = numbers if before is None else list(map(int.__add__, before, numbers))


@lru_cache(maxsize=MONTHS_KEPT)
def _of_stored(tables: tuple[SumsAsText, ...]) -> MonthSums:
    return month_of(TableSums(*table[:3], loads(table.sums)) for table in tables)


def evenings_of(season: Season) -> dict[int, EveningOfSeason]:
    """Return the evenings of a season by number, the oldest first."""
    rows = Evening.objects.filter(season.counts()).annotate(table=Min("sheets")).order_by("date", "pk")
    return {row[0]: EveningOfSeason(*row) for row in rows.values_list(*EveningOfSeason._fields)}


def months_of(season: Season, evenings: Mapping[int, EveningOfSeason]) -> Iterator[MonthSums]:
    """Return the months of a season by one query."""
    sheets = Sheet.objects.filter(season.counts("evening__"))
    rows = sheets.order_by(*IN_ORDER).annotate(text=Cast("sums", TextField()))
    found = map(SumsAsText._make, rows.values_list("pk", "ruleset_id", "evening_id", "text"))
    known = (table for table in found if table.evening in evenings)  # not opened or moved in this moment
    for _month, tables in groupby(known, key=lambda table: evenings[table.evening].month):
        yield _of_stored(tuple(tables))
