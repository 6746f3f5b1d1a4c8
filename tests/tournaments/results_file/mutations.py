"""One change to a document or its bytes, by dice: what a slip, a broken line or an ill will may do."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

from tests.support.tournaments.results_files import good
from tournaments.engine.ladders import LADDERS
from tournaments.results_file.checking import checked, filled
from tournaments.results_file.generating import generated
from tournaments.results_file.generating_series import generated_series
from tournaments.results_file.verdict import GOOD

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 7, 10**12, "", "x", "0", "-1/3", "1/0", "2026-11-21T14:00:00+00:00"),
    *([], {}, [[]], {"x_": 1}, "01", "lot", "talon", "kontra", ["01", "02"], {"01": 3}, "\u0000", "=1+1"),
)


def places_in(value: dict[Any, Any] | list[Any]) -> list[tuple[Any, Any]]:
    """Return every place in a document, as what holds it and the key there."""
    found: list[tuple[Any, Any]] = []
    for key, held in value.items() if isinstance(value, dict) else enumerate(value):
        found.append((value, key))
        if isinstance(held, dict | list):
            found += places_in(held)
    return found


def mutated(document: dict[str, Any], dice: Random) -> bytes:
    """Return the file with one change."""
    if dice.random() < 0.15:
        return _bytes_changed(bytearray(json.dumps(document).encode()), dice)
    changed = json.loads(json.dumps(document))
    places = places_in(changed)
    holder, key = dice.choice(places)
    how = dice.randrange(6)
    if how == 0:
        del holder[key]
    elif how == 1:
        holder[key] = deepcopy(dice.choice(ODD))
    elif how == 2:
        other, at = dice.choice(places)
        holder[key] = deepcopy(other[at])
    elif how == 3 and isinstance(holder, list):
        holder.insert(key, deepcopy(holder[key]))
    elif how == 4 and isinstance(holder, dict):
        holder[dice.choice(("x_own", "zzz", "note", key + "s"))] = holder.pop(key)
    elif isinstance(holder[key], int):
        holder[key] += dice.choice((-1, 1, 10))
    else:
        holder[key] = str(holder[key]) + dice.choice("0 1z")
    return json.dumps(changed).encode()


def _bytes_changed(content: bytearray, dice: Random) -> bytes:
    place = dice.randrange(len(content))
    how = dice.randrange(4)
    if how == 0:
        return bytes(content[:place])
    if how == 1:
        del content[place : place + dice.randrange(1, 30)]
    elif how == 2:
        content[place] = dice.randrange(256)
    else:
        content[place:place] = content[place : place + dice.randrange(1, 200)]
    return bytes(content)


def claims(document: dict[str, Any]) -> Iterator[Any]:
    """Yield what somebody could claim to have won: amounts, sums, places; 4 and "4" are the same."""
    document = json.loads(json.dumps(document), parse_int=str)
    for round_ in document["rounds"]:
        for table in round_["tables"]:
            yield table.get("sums")
            yield [hand.get("settled") for hand in table["hands"] if "games" in hand["record"]]
        yield round_.get("standings")
    yield document.get("standings")
    for series in document.get("series", ()):
        yield series.get("places"), series.get("below") or []


ABSENT = "left_out"  # the remark on what nobody claims
PLAYED = {1: ("cup", False), 3: ("zwanzigerrufen", True)}
LADDER_OF = dict(zip((2, *range(4, 10)), LADDERS, strict=False))


def document_of(part: int) -> dict[str, Any]:
    """Return what is changed: a series, small ones by every ladder, and a cup and play money."""
    if part in LADDER_OF:  # a small one: in others most places are hands, which are alike
        made = generated_series(4, 1, str(part), events=1, teams=2, ladder=LADDER_OF[part], trouble=True)
        return written(made)
    if part not in PLAYED:
        return good("series")
    rules, trouble = PLAYED[part]
    document = written(generated(4, 1, str(part), rules=rules, trouble=trouble))
    if not trouble:
        del document["rounds"][0]["tables"][0]["hands"][3:]
        filled(document)
    return document


def written(document: Any) -> Any:
    return json.loads(json.dumps(document))


def outcomes_of_slips(part: int, count: int) -> set[int]:
    """Change a document so many times, each time at one place; what is claimed stays, or that is told."""
    document = document_of(part)
    claimed = list(claims(document))
    statuses = set()
    for seed in range(1000 * part, 1000 * part + count):
        changed = mutated(document, Random(seed))
        found = checked(changed)
        statuses.add(found.status)
        assert found.status == GOOD or found.sentences, seed
        if found.status == GOOD and all(remark.code != ABSENT for remark in found.remarks):
            assert list(claims(json.loads(changed))) == claimed, seed
    return statuses
