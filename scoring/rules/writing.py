"""A sheet's data as TOML: the same data is always the same text, and reads as the same data."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from scoring.engine.loading import Data

_BARE = re.compile("[A-Za-z0-9_-]+", re.ASCII)
_as_json = json.JSONEncoder(ensure_ascii=False).encode


def toml_of(data: Data) -> str:
    r"""Return data as TOML.

    >>> toml_of({"label": "Rufer", "radl": {"triggers": ["drawn"], "schlussradl": True}})
    'label = "Rufer"\n\n[radl]\ntriggers = ["drawn"]\nschlussradl = true\n'
    """
    return "\n".join(_table(data, "")).lstrip("\n") + "\n"


def _table(data: Data, name: str) -> Iterator[str]:
    if name:
        yield f"\n[{name}]"
    inner = {key: value for key, value in data.items() if isinstance(value, dict)}
    for key, value in data.items():
        if key not in inner:
            yield f"{key_of(key)} = {value_of(value)}"
    for key, value in inner.items():
        yield from _table(value, f"{name}.{key_of(key)}" if name else key_of(key))


def key_of(key: str) -> str:
    """Return a key as TOML writes it."""
    return key if _BARE.fullmatch(key) else value_of(key)


def value_of(value: Any) -> str:
    """Return a value as TOML writes it."""
    if isinstance(value, list):
        return f"[{', '.join(map(value_of, value))}]"
    # A JSON text is a TOML text but for one character, which JSON leaves as it is.
    return _as_json(value).replace("\x7f", "\\u007f")
