"""A sheet's data in one order and one spelling: what means the same is the same."""

from typing import Any

from scoring.engine.loading import Data, copied
from scoring.engine.loading.tables import EXTENDING, TABLES, USUAL
from scoring.engine.rules import TABLES_OF_WORDS
from scoring.engine.triggers import TRIGGERS

KeysInOrder = tuple[str, ...]
_ROWS = ("contracts", "premiums", "options")
_SINGLE = ("kontra", "trischaken", "radl", "money", "pagatkassa", "open")
_TEXT = ("de", "en")


def _keys(table: str) -> KeysInOrder:
    return (*EXTENDING.get(table, ()), *TABLES[table])


def canonical(data: Data) -> Data:
    """Return the same sheet with its keys in their order and without what is usual anyway.

    The order of games, premiums, options and remarks is that of the sheet: it means something. What the
    program does not know stays, at the end.
    """
    sheet = _ordered(data, _keys("sheet"), USUAL["sheet"])
    for key in ("label", "about"):
        _one_text(sheet, key)
    for table in _ROWS:
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
    return {key: value for key, value in sheet.items() if key not in _EMPTY_GOES or value != {}}


_EMPTY_GOES = ("open", *TABLES_OF_WORDS)


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
    """Take out of options what has no effect: one has a value or words."""
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
