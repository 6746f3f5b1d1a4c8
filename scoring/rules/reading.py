"""The text of a sheet as data: parsed once, and a copy of their own for everybody who asks."""

from __future__ import annotations

import tomllib
from functools import lru_cache

from scoring.engine.loading import Data, copied

MOST_REMEMBERED = 100  # texts


def data_of(text: str) -> Data:
    """Return what the text says; whoever is given it may change it.

    >>> first = data_of("needs = '35/2'")
    >>> first["needs"] = "36/0"
    >>> data_of("needs = '35/2'")
    {'needs': '35/2'}
    """
    return copied(_parsed(text))


@lru_cache(maxsize=MOST_REMEMBERED)
def _parsed(text: str) -> Data:
    return tomllib.loads(text)
