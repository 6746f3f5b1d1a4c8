"""Whether names are still the same as pages show them."""

from __future__ import annotations

import json
from zlib import crc32

from scoring.engine.naming import Names


def called_now(names: Names) -> str:
    """Return a mark of the names: short, and another one as soon as somebody is called otherwise.

    >>> called_now({"1": "Anna"}) == called_now({"1": "Anna B."})
    False
    """
    return f"{crc32(json.dumps(list(names.values())).encode()):x}"
