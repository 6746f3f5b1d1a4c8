"""A sheet as one TOML file: the same sheet is always the same text, and reads as the same sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scoring.engine.loading import Data
from scoring.engine.texts import Text
from scoring.rules.canonical import canonical
from scoring.rules.writing import key_of, value_of

# Tables that stand in one line, as a person would write them; rows never do.
_INLINE = ("label", "about", "also", "calls", "note", "levels", "names", "lengths", "times")
_OF_ROWS = ("contracts", "premiums", "options")
_OF_WORDS = ("remarks", "reminders", "book")  # all alike, so that they stay in their order


def exported(data: Data) -> str:
    """Return the TOML file of a sheet's resolved data.

    A header that names it, then every table in its order.

    >>> print(exported({"label": "Freitag", "radl": {"schlussradl": True, "triggers": []}}), end="")
    # Freitag
    <BLANKLINE>
    label = "Freitag"
    <BLANKLINE>
    [radl]
    triggers = []
    schlussradl = true
    """
    return written(canonical(data))


def written(sheet: Data) -> str:
    """Return the same of data as it stands.

    What was saved once says nothing else because the usual has changed.
    """
    return "\n".join([*_header(sheet), *_table(sheet, "")]) + "\n"


def label_of(data: Data) -> Text | None:
    """Return what a sheet is called, where its data says so."""
    label = data.get("label")
    if isinstance(label, str):
        return Text(label, label)
    if isinstance(label, dict) and isinstance(label.get("de"), str) and isinstance(label.get("en"), str):
        return Text(label["de"], label["en"])
    return None


def _header(sheet: Data) -> Iterator[str]:
    label = label_of(sheet)
    if label is not None:
        for words in dict.fromkeys(label):
            yield f"# {' '.join(value_of(words)[1:-1].split())}"
        yield ""


def _table(data: Data, name: str) -> Iterator[str]:
    inner = {key: value for key, value in data.items() if _is_table(name, key, value)}
    if name and (len(inner) < len(data) or not data):
        yield f"\n[{name}]"
    for key, value in data.items():
        if key not in inner:
            yield f"{key_of(key)} = {_inline(value)}"
    for key, value in inner.items():
        yield from _table(value, f"{name}.{key_of(key)}" if name else key_of(key))


def _is_table(name: str, key: str, value: Any) -> bool:
    """Return whether this is a table of its own; words in two languages fit into a line."""
    if name in _OF_WORDS:
        return False
    if not isinstance(value, dict) or name in _OF_ROWS:
        return isinstance(value, dict)
    return key not in _INLINE and set(value) != {"de", "en"}


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        pairs = ", ".join(f"{key_of(key)} = {_inline(inner)}" for key, inner in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    return value_of(value)
