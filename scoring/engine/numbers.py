"""Row numbers of a club on another server: its own, shifted by whole blocks.

Where a number enters a checksum or a lot, it is the one that it was written with, on whichever server: codes
on paper stay good. `in_block` and `as_written` walk through what is stored as JSON.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

BLOCK = 10**12  # numbers that one server gives out, and another puts into a block of its own
SOMEBODY, A_ROW = "[mg]", "[a-z]+:"  # before a number: a member or a guest in a series; what a log covers
WRITTEN_AS = "written_as"  # beside the version of a published sheet that has another number here
# What details of deeds call a row by its number.
IN_DETAILS = frozenset(
    {
        *("evening", "sheet", "member", "participant", "person", "ruleset", "batch"),
        *("tournament", "series", "group", "preset", "prize", "signup"),
    }
)


def as_written(value: Any) -> Any:
    """Return a value with the numbers of rows as their first server wrote them.

    >>> as_written({"by": 3000000000012, "covers": {"evening:1000000000007": "ab"}, "points": ["45", 2]})
    {'by': 12, 'covers': {'evening:7': 'ab'}, 'points': ['45', 2]}
    >>> as_written(["m1000000000007", "07"])  # nobody else's way of writing is changed
    ['m7', '07']
    """
    match value:
        case bool():
            return value
        case int():
            return value % BLOCK if value >= BLOCK else value
        case str():
            parts = _numbered(value, f"{SOMEBODY}|{A_ROW}")
            return f"{parts[1]}{int(parts[2]) % BLOCK}" if parts and int(parts[2]) >= BLOCK else value
        case {"written_as": int(written), **others}:  # WRITTEN_AS
            return as_written({**others, "version": written})
        case Mapping():
            return {as_written(key): as_written(inner) for key, inner in value.items()}
        case list() | tuple():
            return [as_written(inner) for inner in value]
    return value


def in_block(value: Any, shifted: Callable[[int], int], *, prefix: str = "") -> Any:
    """Return a value with the numbers in its texts and keys shifted; numbers outside texts are amounts.

    `prefix`: what may stand before such a number in its text.

    >>> in_block({"players": ["1", "m2"], "points": 45, "name": "zu dritt"}, lambda number: number + 100)
    {'players': ['101', 'm2'], 'points': 45, 'name': 'zu dritt'}
    """
    match value:
        case str():
            return _text(value, shifted, prefix)
        case dict():
            return {
                _text(key, shifted, prefix): in_block(inner, shifted, prefix=prefix)
                for key, inner in value.items()
            }
        case list():
            return [in_block(inner, shifted, prefix=prefix) for inner in value]
    return value


def details_in_block(details: Any, shifted: Callable[[int], int]) -> Any:
    """Return a deed's details with shifted numbers of rows, and all else unchanged.

    >>> details_in_block({"evening": 3, "number": 4, "old": [{"person": 5}]}, lambda number: number + 100)
    {'evening': 103, 'number': 4, 'old': [{'person': 105}]}
    """
    match details:
        case dict():
            return {
                key: shifted(inner)
                if key in IN_DETAILS and type(inner) is int and inner > 0
                else details_in_block(inner, shifted)
                for key, inner in details.items()
            }
        case list():
            return [details_in_block(inner, shifted) for inner in details]
    return details


def _numbered(text: str, prefix: str) -> re.Match[str] | None:
    return re.fullmatch(f"({prefix}|)([0-9]{{1,18}})", text)


def _text(text: str, shifted: Callable[[int], int], prefix: str) -> str:
    parts = _numbered(text, prefix)
    return f"{parts[1]}{shifted(int(parts[2]))}" if parts else text
