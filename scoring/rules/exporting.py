"""A sheet as TOML: the same sheet is always the same text, and reads as the same sheet."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from scoring.engine.loading import Data
from scoring.engine.texts import Text
from scoring.rules.canonical import canonical

# Tables that stand in one line, as a person would write them; rows never do.
_INLINE = ("label", "about", "also", "calls", "note", "levels", "names", "lengths", "times")
_OF_ROWS = ("contracts", "premiums", "options")
_OF_WORDS = ("remarks", "reminders", "book")  # all alike, so that they stay in their order

_BARE = re.compile("[A-Za-z0-9_-]+", re.ASCII)
_as_json = json.JSONEncoder(ensure_ascii=False).encode


def toml_of(data: Data) -> str:
    r"""Return data as TOML as it is stored: every table has its head.

    >>> toml_of({"label": "Rufer", "radl": {"triggers": ["drawn"], "schlussradl": True}})
    'label = "Rufer"\n\n[radl]\ntriggers = ["drawn"]\nschlussradl = true\n'
    """
    return "\n".join(_table(data, "", _is_any_table)).lstrip("\n") + "\n"


def exported(data: Data) -> str:
    """Return the TOML file of a sheet's resolved data.

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
    """Return the same of data as it stands, whatever is usual by now."""
    return "\n".join([*_header(sheet), *_table(sheet, "", _is_table)]) + "\n"


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
            yield f"# {' '.join(_value(words)[1:-1].split())}"
        yield ""


def _table(data: Data, name: str, is_table: Callable[[str, str, Any], bool]) -> Iterator[str]:
    inner = {key: value for key, value in data.items() if is_table(name, key, value)}
    if name and (is_table is _is_any_table or len(inner) < len(data) or not data):
        yield f"\n[{name}]"
    for key, value in data.items():
        if key not in inner:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in inner.items():
        yield from _table(value, f"{name}.{_key(key)}" if name else _key(key), is_table)


def _is_any_table(name: str, key: str, value: Any) -> bool:
    return isinstance(value, dict)


def _is_table(name: str, key: str, value: Any) -> bool:
    """Return whether this is a table of its own; words in two languages fit into a line."""
    if name in _OF_WORDS:
        return False
    if not isinstance(value, dict) or name in _OF_ROWS:
        return isinstance(value, dict)
    return key not in _INLINE and set(value) != {"de", "en"}


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _value(key)


def _value(value: Any) -> str:
    """Return a value as TOML writes it, a table in one line."""
    if isinstance(value, dict):
        pairs = ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    # A JSON text is a TOML text but for one character, which JSON leaves as it is.
    return _as_json(value).replace("\x7f", "\\u007f")
