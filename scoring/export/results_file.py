"""What all results files have in common: their format, and leaving out the names."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import uuid5

from scoring.engine.numbers import as_written

FORMAT, VERSION = "tarock-results", 1
REVISION = 3  # of what may be in a file; without the key it is the first
HEAD = {"format": FORMAT, "version": VERSION, "revision": REVISION}  # of every file
MEDIA_TYPE = "application/vnd.tarock-results+json"
SCHEME = "tarockclub"  # of ids that the program gives
OWN = "x_"  # what keys of other programs begin with
BLANKED = "…"  # in place of a reason that may name somebody
# Where names stand, or words in which somebody may be named; a record has ids only, but for its reason.
_NAMING = ("name", "club", "staff", "notes", "sponsor", "by", "why", "reason", "words")
_RECORDS = ("record", "before")
_AS_IT_IS = ("rules", "terms")


def event_id(club: Any, kind: str, begun: datetime) -> str:
    """Return the id of a club's event in files, the same on every server."""
    return f"{SCHEME}:{uuid5(club.feed_key, f'{kind} {begun.astimezone(UTC).isoformat()}')}"


def with_written_ids(document: dict[str, Any]) -> dict[str, Any]:
    """Return a file with the ids that it had on the server where the club came from.

    Lots and draws go by them. Where two people would have one id, they keep those that they have here.
    """
    people = [person["id"] for person in document["people"]]
    written = {person: as_written(person) for person in people}
    if people == list(written.values()) or len({*written.values()}) < len(people):
        return document
    renumbered: dict[str, Any] = _exchanged(document, written)
    return renumbered


def _exchanged(value: Any, ids: Mapping[str, str]) -> Any:
    """Return a document with other ids, in values and in keys."""
    if isinstance(value, dict):
        return {ids.get(key, key): _exchanged(inner, ids) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_exchanged(inner, ids) for inner in value]
    return ids.get(value, value) if isinstance(value, str) else value


def without_own_keys(value: Any) -> Any:
    """Return the file without keys that begin with `x_`, which belong to other programs."""
    if isinstance(value, list):
        return [without_own_keys(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: without_own_keys(item) for key, item in value.items() if not key.startswith(OWN)}


def without_names(document: dict[str, Any]) -> dict[str, Any]:
    """Return the file without names and other programs' keys; it can still be checked."""
    document = without_own_keys(document)
    nameless: dict[str, Any] = _without(document)
    return nameless | {key: document[key] for key in _AS_IT_IS if key in document}


def _without(value: Any) -> Any:
    if isinstance(value, list):
        return [_without(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _record(item) if key in _RECORDS else _without(item)
        for key, item in value.items()
        if key not in _NAMING
    }


def _record(record: dict[str, Any]) -> dict[str, Any]:
    if record.get("void") == "struck":
        return {**record, "reason": BLANKED}
    return {key: value for key, value in record.items() if key != "reason"}
