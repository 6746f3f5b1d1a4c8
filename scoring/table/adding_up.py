"""What a closed evening adds up to, good while nothing more is written: a season reads no table anew."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from scoring.models import Evening, EveningSums, LineUpSums
from scoring.models.evenings import CountedOfSheet
from scoring.table.counting import BEST, hands_of, line_ups_of

ADDED = ("games", "premiums", "kontras")
SELDOM = ("trischaken", "jungfrau", "buergermeister")


class TableSums(NamedTuple):
    """A table and what hands of it add up to, by version of the rules; 0 is the one that it began with."""

    sheet: int
    version: int
    sums: Mapping[str, Any]


def evening_of(tables: Iterable[TableSums]) -> dict[str, Any]:
    """Return what tables of one evening, or parts of them, add up to, by version, in their order."""
    found: dict[str, Any] = {}
    for table in tables:
        for own, sums in table.sums.items():
            version = str(int(own) or table.version)
            into = found.setdefault(version, {"hands": 0, "people": {}, "best": [], "last": {}})
            _add(into, table.sheet, sums)
    for into in found.values():
        into["best"].sort(key=lambda one: (-one[0], one[4], one[3]))  # of equal ones the first
        del into["best"][BEST:]
    return found


def _add(into: dict[str, Any], sheet: int, sums: Mapping[str, Any]) -> None:
    into["hands"] += sums["hands"]
    for what in ADDED:
        if what in sums:
            add_numbers(into.setdefault(what, {}), sums[what])
    for what in SELDOM:
        if what in sums:
            into[what] = into.get(what, 0) + sums[what]
    people = into["people"]
    for participant, (_hands, twelfths) in sums["people"].items():
        people[participant] = people.get(participant, 0) + twelfths
    into["best"] += [[*sum_, sheet] for sum_ in sums["best"]]
    into["last"] |= dict.fromkeys(sums["games"], sheet)


def add_numbers(into: dict[Any, list[int]], sums: Mapping[Any, list[int]]) -> None:
    """Add numbers under the same names; those that are there already stay as they are."""
    for key, numbers in sums.items():
        before = into.get(key)
        into[key] = numbers if before is None else list(map(int.__add__, before, numbers))


def keep_sums(evening: Evening) -> None:
    """Store what an evening adds up to; whoever calls this has seen to it that nobody writes meanwhile."""
    sheets = evening.sheets.filter(seq__gt=0).order_by("pk")  # an empty one may go
    rows = list(sheets.values_list("pk", "ruleset_id", "seq", "sums", CountedOfSheet("pk")))
    sums = evening_of(TableSums(pk, version, sums) for pk, version, _seq, sums, _hands in rows)
    written = sum(seq for _pk, _version, seq, *_further in rows)
    EveningSums.objects.update_or_create(evening=evening, defaults={"written": written, "sums": sums})
    line_ups = [
        LineUpSums(sheet_id=pk, written=seq, sums=line_ups_of(hands_of(hands)))
        for pk, _version, seq, _sums, hands in rows
    ]
    LineUpSums.objects.bulk_create(
        line_ups, update_conflicts=True, unique_fields=["sheet"], update_fields=["written", "sums"]
    )
