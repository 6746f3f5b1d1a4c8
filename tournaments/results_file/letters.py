"""The letters of a results file: ten for the facts, ten for the names of the players.

They are of a canonical form, so that they do not depend on how a file is spelled, spaced or ordered. They
tell a file that was changed, not one whose maker forged it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from unicodedata import normalize

from scoring import heads
from scoring.engine.play_money import amount_from
from scoring.engine.result import amount_in_words
from scoring.export.results_file import without_names
from tournaments.results_file.reading import Document, schema

LETTERS_OF_A_FILE = 20
LETTERS_OF_BEFORE = 15  # the first of today's: of names there were five
# They say nothing of what happened: the letters do not depend on them.
ABOUT_THE_FILE = ("revision", "$schema")
ABOUT_THE_EVENT = ("id", "revision")
ABOUT_A_PERSON = ("ids",)
AMOUNTS = ("amount", "points")  # definitions of the schema


def letters_of(document: Document) -> str:
    """Return the letters of a file, without those of names if it has none.

    The first ten are the same with names and without.
    """
    facts, names = letters_of_facts(document), _named(document)
    return f"{facts}-{heads.letters_of(_checksum(names))}" if names["people"] else facts


def letters_of_facts(document: Document) -> str:
    """Return the ten letters of what happened."""
    return heads.letters_of(_checksum(canonical(_facts(document))))


def letters_of_before(document: Document) -> str:
    """Return the ten letters a file had before there was a canonical form."""
    nameless = without_names(document)
    text = _written(
        {key: value for key, value in nameless.items() if key not in ABOUT_THE_FILE}, sort_keys=True
    )
    return heads.letters_of(heads.checksum_of(text))


def canonical(document: Document) -> Document:
    """Return a value with every amount, time and text in one spelling.

    Amounts are whole numbers, or texts in lowest terms; times are in UTC; texts are in the composed form of
    Unicode. The rule sheets stay as they are, since their texts have checksums of their own.
    """
    spelled: Document = _canonical({**document, "rules": None}, schema())
    return spelled | ({"rules": document["rules"]} if "rules" in document else {})


def canonical_text(document: Document) -> str:
    """Return JSON in the canonical form of RFC 8785: no blanks, as few escapes as possible.

    Keys are sorted by their units in UTF-16, which is by code point unless there are letters beyond U+FFFF.

    >>> canonical_text({"\N{HEBREW LETTER DALET WITH DAGESH}": 1, "\N{GRINNING FACE}": 2})[2] > "\uffff"
    True
    """
    text = _written(document, sort_keys=True)
    return text if text.isascii() or max(text) <= "\uffff" else _written(_by_units(document))


def _written(value: Any, *, sort_keys: bool = False) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=sort_keys)


def _by_units(value: Any) -> Any:
    """Return a value with keys sorted by their units in UTF-16."""
    if isinstance(value, dict):
        return {key: _by_units(value[key]) for key in sorted(value, key=lambda key: key.encode("utf-16-be"))}
    return [_by_units(item) for item in value] if isinstance(value, list) else value


def _checksum(document: Document) -> str:
    return heads.checksum_of(canonical_text(document))


def _facts(document: Document) -> Document:
    """Return a file's contents without names and without details of the file itself."""
    facts = {key: value for key, value in without_names(document).items() if key not in ABOUT_THE_FILE}
    facts["event"] = {key: value for key, value in facts["event"].items() if key not in ABOUT_THE_EVENT}
    facts["people"] = [
        {key: value for key, value in person.items() if key not in ABOUT_A_PERSON}
        for person in facts["people"]
    ]
    return facts


def _named(document: Document) -> Document:
    """Return the club, and the names of players; in a series or year of everybody."""
    seated = set(_seated(document))
    names = {
        person["id"]: " ".join(normalize("NFC", person["name"]).split())
        for person in document["people"]
        if person.get("name", "").strip() and (person["id"] in seated or not document["rounds"])
    }
    return {"club": normalize("NFC", document["event"].get("club", "")), "people": names}


def _seated(document: Document) -> Iterator[str]:
    for round_ in document["rounds"]:
        for table in round_["tables"]:
            yield from table["seats"]
            yield from table.get("joined", ())
            yield from table.get("sums", ())


def _canonical(value: Any, shape: Document) -> Any:
    """Return a value as this part of the schema has it spelled."""
    name = shape.get("$ref", "").rpartition("/")[2]
    if name:
        shape = schema()["$defs"][name]
    if isinstance(value, dict):
        known, others = shape.get("properties", {}), shape.get("additionalProperties") or {}
        return {key: _canonical(item, known.get(key, others)) for key, item in value.items()}
    if isinstance(value, list):
        return [_canonical(item, shape.get("items", {})) for item in value]
    if name in AMOUNTS:
        return amount_in_words(amount_from(value))
    if isinstance(value, str):
        if shape.get("format") == "date-time":
            return datetime.fromisoformat(value).astimezone(UTC).isoformat()
        return normalize("NFC", value)
    return value
