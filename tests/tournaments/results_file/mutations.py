"""One change to a document or its bytes, by dice: what a slip, a broken line or an ill will may do."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from typing import Any

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
