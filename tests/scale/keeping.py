"""What phones were told, beside what the database has."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any


def complaints(told: Mapping[int, Iterable[str]], stored: Mapping[int, list[dict[str, Any]]]) -> list[str]:
    """Return what is lost, doubled or out of order.

    For each sheet: the ids that phones were told, and the entries that the database has.
    """
    found = []
    for sheet, ids in told.items():
        entries = stored[sheet]
        there = Counter(str(entry["id"]) for entry in entries)
        lost = Counter(ids) - there
        found += [f"sheet {sheet}: {entry} was acknowledged and is not there" for entry in sorted(lost)]
        found += [f"sheet {sheet}: {one} is there twice" for one, times in there.items() if times > 1]
        if [entry["seq"] for entry in entries] != list(range(1, len(entries) + 1)):
            found.append(f"sheet {sheet}: its entries are not numbered one after the other")
    return found


def nobodys_or_missing(begun: Iterable[str], stored: Mapping[int, list[dict[str, Any]]]) -> list[str]:
    """Return the hands that nobody entered, and those that were entered and answered but are missing."""
    there = Counter(str(entry["id"]) for entries in stored.values() for entry in entries)
    entered = Counter(begun)
    return [f"{entry} is stored and was entered by nobody" for entry in sorted(there - entered)] + [
        f"{entry} was entered, and is missing" for entry in sorted(entered - there)
    ]
