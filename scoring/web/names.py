"""Names as pages need them: short for narrow columns, and whether they are still the same."""

from __future__ import annotations

import json
from collections.abc import Sequence
from zlib import crc32

from scoring.engine.naming import Names


def called_now(names: Names) -> str:
    """Return a mark of the names: short, and another one as soon as somebody is called otherwise.

    >>> called_now({"1": "Anna"}) == called_now({"1": "Anna B."})
    False
    """
    return f"{crc32(json.dumps(list(names.values())).encode()):x}"


def shortened(names: Sequence[str], most: int) -> list[str]:
    """Return names cut to so many letters; to a few more where two would look the same.

    >>> shortened(["Bert", "Maximilian"], 8)
    ['Bert', 'Maximil…']
    >>> shortened(["Bert", "Maximilian", "Maximiliane"], 8)
    ['Bert', 'Maxi…ian', 'Maxi…ane']
    """
    for length in range(most, max(map(len, names), default=0)):
        for cut in (_beginning, _both_ends):
            short = [cut(name, length) for name in names]
            if len(set(short)) == len(set(names)):
                return short
    return list(names)


def _beginning(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def _both_ends(name: str, most: int) -> str:
    end = (most - 1) // 2
    return name if len(name) <= most else f"{name[: most - 1 - end]}…{name[-end:]}"
