"""Write a sheet as TOML in one order and one spelling, so that equal sheets are equal texts."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from scoring.engine.loading import Data, copied
from scoring.engine.loading.tables import EXTENDING, TABLES, USUAL
from scoring.engine.loading.tidying import EMPTY_GOES
from scoring.engine.rules import TABLES_OF_WORDS
from scoring.engine.texts import Text
from scoring.engine.triggers import TRIGGERS

# Tables that stand in one line, as a person would write them; rows never do.
_INLINE = ("label", "about", "also", "calls", "note", "levels", "names", "lengths", "times")
_OF_ROWS = ("contracts", "premiums", "options")
_OF_WORDS = ("remarks", "reminders", "book")  # all alike, so that they stay in their order

_BARE = re.compile("[A-Za-z0-9_-]+", re.ASCII)
_as_json = json.JSONEncoder(ensure_ascii=False).encode


def toml_of(data: Data) -> str:
    r"""Return data as TOML for storing, with a head for every table.

    >>> toml_of({"label": "Rufer", "radl": {"triggers": ["drawn"], "schlussradl": True}})
    'label = "Rufer"\n\n[radl]\ntriggers = ["drawn"]\nschlussradl = true\n'
    """
    return "\n".join(_table(data, "", _is_any_table)).lstrip("\n") + "\n"


def exported(data: Data) -> str:
    """Return the TOML file of a sheet's resolved data.

    >>> radl = {"schlussradl": True, "triggers": ["drawn", "trischaken"]}
    >>> print(exported({"label": "Freitag", "radl": radl}), end="")
    # Freitag
    <BLANKLINE>
    label = "Freitag"
    <BLANKLINE>
    [radl]
    triggers = ["trischaken", "drawn"]
    schlussradl = true
    """
    return written(canonical(data))


def written(sheet: Data) -> str:
    """Return stored data as TOML, without filling in or leaving out usual values."""
    labels = dict.fromkeys(label_of(sheet) or ())
    header = [f"# {' '.join(_value(words)[1:-1].split())}" for words in labels]
    return "\n".join([*header, *([""] if header else []), *_table(sheet, "", _is_table)]) + "\n"


def label_of(data: Data) -> Text | None:
    """Return the name of a sheet, a game or a premium, if its data has one."""
    return text_of(data.get("label"))


def text_of(value: Any) -> Text | None:
    """Return words as a sheet writes them: once for both languages, or one for each."""
    if isinstance(value, str):
        return Text.same(value)
    if isinstance(value, dict) and isinstance(value.get("de"), str) and isinstance(value.get("en"), str):
        return Text(value["de"], value["en"])
    return None


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


# One order and one spelling: what means the same is the same

KeysInOrder = tuple[str, ...]
_SINGLE = ("kontra", "trischaken", "radl", "money", "pagatkassa", "open")
_TEXT = ("de", "en")


def _keys(table: str) -> KeysInOrder:
    return (*EXTENDING.get(table, ()), *TABLES[table])


def canonical(data: Data) -> Data:
    """Return the sheet with its keys in order and without usual values.

    The order of games, premiums, options and remarks is that of the sheet: it means something. What the
    program does not know stays, at the end.
    """
    sheet = _ordered(data, _keys("sheet"), USUAL["sheet"])
    for key in ("label", "about"):
        _one_text(sheet, key)
    for table in _OF_ROWS:
        if isinstance(sheet.get(table), dict):
            keys, usual = _keys(table), USUAL.get(table, {})
            sheet[table] = {key: _row(row, keys, usual) for key, row in sheet[table].items()}
    for table in _SINGLE:
        if isinstance(sheet.get(table), dict):
            sheet[table] = _ordered(sheet[table], _keys(table), USUAL.get(table, {}))
    _options_without_effect(sheet.get("options"))
    _triggers_in_order(sheet.get("radl"))
    still_open = sheet.get("open")
    words = [sheet.get(table) for table in TABLES_OF_WORDS]
    words += still_open.values() if isinstance(still_open, dict) else []
    for rows in words:
        if isinstance(rows, dict):
            for key in rows:
                _one_text(rows, key, _keys("words"))
    return {key: value for key, value in sheet.items() if key not in EMPTY_GOES or value != {}}


def _ordered(table: Data, keys: KeysInOrder, usual: Data) -> Data:
    known = {key: table[key] for key in keys if key in table}
    every = known | {key: value for key, value in table.items() if key not in known}
    return {
        key: copied(value)
        for key, value in every.items()
        if not (key in usual and type(value) is type(usual[key]) and value == usual[key])
    }


def _row(row: Any, keys: KeysInOrder, usual: Data) -> Any:
    if not isinstance(row, dict):
        return row
    ordered = _ordered(row, keys, usual)
    for key in ("label", "also", "calls", "note"):
        _one_text(ordered, key)
    return ordered


def _one_text(table: Data, key: str, keys: KeysInOrder = _TEXT) -> None:
    """Say the same words in both languages once."""
    text = table.get(key)
    if isinstance(text, dict):
        if set(text) == set(_TEXT) and text["de"] == text["en"] and isinstance(text["de"], str):
            table[key] = text["de"]
        else:
            table[key] = _ordered(text, keys, {})


def _options_without_effect(options: Any) -> None:
    """Take out options without effect.

    One has a value or words, and the Trischaken's base stands with the game.
    """
    for key, row in options.items() if isinstance(options, dict) else ():
        if isinstance(row, dict) and (row.get("changes") == "play" or row.get("fixed") is False):
            row.pop("fixed", None)
        if isinstance(row, dict) and row.get("changes") == "play":
            row.pop("value", None)
        elif isinstance(row, dict) and row.get("changes") == "amounts":
            for name in ("de", "en", *(["value"] if key == "trischaken_base" else [])):
                row.pop(name, None)


def _triggers_in_order(radl: Any) -> None:
    """Put the triggers in one order, which means nothing."""
    if isinstance(radl, dict) and isinstance(radl.get("triggers"), list):
        known = [name for name in TRIGGERS if name in radl["triggers"]]
        if len(known) == len(radl["triggers"]):
            radl["triggers"] = known
