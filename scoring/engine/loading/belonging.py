"""What a sheet's free words are about; without it they are left out.

A remark names the places of the sheet that it describes. A place is there if it says something other than
no; with a value behind it, only if it says just that. A star stands for any row.
"""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

from scoring.engine.loading.reading import Data

WORDS = ("options", "remarks", "reminders", "book")


def is_there(target: str, data: Data) -> bool:
    """Return whether the sheet has what this place names.

    >>> sheet = {"contracts": {"piccolo": {"tricks": 1}}, "self_call": False, "radl": {"triggers": ["drawn"]}}
    >>> [is_there(place, sheet) for place in ("contracts.piccolo", "contracts.*.tricks", "about", "needs")]
    [True, True, False, False]
    >>> is_there("self_call=no", sheet), is_there("radl.triggers=drawn", sheet), is_there("radl=drawn", sheet)
    (True, True, False)
    """
    path, _equals, expected = target.partition("=")
    values = _values_at(path.split("."), data)
    if expected:
        return any(expected in _as_texts(value) for value in values)
    return any(value is not None and value is not False for value in values)


def _values_at(steps: list[str], data: Any) -> Iterator[Any]:
    if not steps:
        yield data
    elif isinstance(data, dict):
        first, *others = steps
        for key in data:
            if key == first or ("*" in first and fnmatchcase(key, first)):
                yield from _values_at(others, data[key])


def _as_texts(value: object) -> list[str]:
    if isinstance(value, list):
        return [str(item) for item in value]
    return [{True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)]


def belongs(row: object, data: Data) -> bool:
    """Return whether everything is there that these words are about."""
    targets = row.get("belongs_to") if isinstance(row, dict) else None
    if not isinstance(targets, list):
        return True
    return all(is_there(target, data) for target in targets if isinstance(target, str))


def speaks_of_a_change(row: object, old: Data, new: Data) -> bool:
    """Return whether something that these words are about has changed.

    >>> row = {"belongs_to": ["contracts.sechserdreier"]}
    >>> dear, cheap = ({"contracts": {"sechserdreier": {"lost": lost}}} for lost in (8, 6))
    >>> speaks_of_a_change(row, dear, cheap), speaks_of_a_change(row, dear, dear)
    (True, False)
    """
    targets = row.get("belongs_to") if isinstance(row, dict) else None
    paths = [target.partition("=")[0].split(".") for target in targets or () if isinstance(target, str)]
    return any(_in_any_order(path, old) != _in_any_order(path, new) for path in paths)


def _in_any_order(path: list[str], data: Data) -> list[str]:
    """Return the values at a path, sorted, so that the order of rows does not matter."""
    return sorted(map(repr, _values_at(path, data)))


def misplaced(data: Data) -> list[tuple[str, str]]:
    """Return table and key of all words about something that this sheet lacks, or plays another way."""
    return [
        (table, key)
        for table in WORDS
        if isinstance(rows := data.get(table), dict)
        for key, row in rows.items()
        if not belongs(row, data)
    ]
