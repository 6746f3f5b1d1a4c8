"""A sheet's data in one order and one spelling: what means the same is the same."""

from __future__ import annotations

from typing import Any

from scoring.engine.loading import Data
from scoring.engine.rules import TABLES_OF_WORDS
from scoring.engine.triggers import TRIGGERS

# The keys of every kind of table, in the order in which a sheet is read; and what is usual and left out.
_SHEET = (
    *("extends", "without", "label", "about", "counting", "needs", "renonce", "claims", "beside_valat"),
    *("self_call", "schleifen", "bird_by", "high_card"),
    *("contracts", "premiums", "open", "kontra", "trischaken", "radl", "money", "pagatkassa"),
    *("options", *TABLES_OF_WORDS),
)
_CONTRACT = (
    *("after", "label", "short", "value", "lost", "kind", "who", "solo", "colour", "birds", "tricks"),
    *("beside", "blank", "needs_after_kontra", "kontra_up_to", "note"),
)
_PREMIUM = (
    *("label", "short", "silent", "announced", "solo_silent", "solo_announced", "in_solo", "in_colour"),
    *("calling_only", "whose", "effect", "counts_beside_valat", "needs", "opponents_need_kontra", "note"),
)
_KONTRA = ("on_premiums", "levels", "with_announced_valat")
_TRISCHAKEN = ("custom", "buergermeister", "jungfrau", "all_tricks", "renonce", "renonce_times")
_RADL = ("triggers", "schlussradl", "drawn", "length")
_MONEY = ("cents_per_point",)
_PAGATKASSA = ("stake", "start", "start_again", "ceiling")
_OPTION = ("value", "changes", "chapter", "belongs_to", "de", "en")
_TEXT = ("de", "en")
_WORDS = ("chapter", "belongs_to", "de", "en")
_OPEN = ("contracts", "premiums")

Keys = tuple[str, ...]
_ROWS: dict[str, Keys] = {"contracts": _CONTRACT, "premiums": _PREMIUM, "options": _OPTION}
_TABLES: dict[str, Keys] = {
    "kontra": _KONTRA,
    "trischaken": _TRISCHAKEN,
    "radl": _RADL,
    "money": _MONEY,
    "pagatkassa": _PAGATKASSA,
    "open": _OPEN,
}

USUAL: dict[str, dict[str, Any]] = {
    "sheet": {"high_card": "vorhand"},
    "contracts": {"who": "anyone", "solo": False, "colour": False, "birds": [], "blank": False},
    "premiums": {
        "in_colour": True,
        "calling_only": False,
        "whose": "either",
        "effect": "line",
        "counts_beside_valat": False,
        "opponents_need_kontra": False,
    },
    "trischaken": {"jungfrau": True},
    "pagatkassa": {"start": 0, "start_again": True},
}


def canonical(data: Data) -> Data:
    """The same sheet with its keys in their order and without what is usual anyway.

    The order of games, premiums, options and remarks is that of the sheet: it means something. What the
    program does not know stays, at the end.
    """
    sheet = _ordered(data, _SHEET, USUAL["sheet"])
    for key in ("label", "about"):
        _one_text(sheet, key)
    for table, keys in _ROWS.items():
        if isinstance(sheet.get(table), dict):
            usual = USUAL.get(table, {})
            sheet[table] = {key: _row(row, keys, usual) for key, row in sheet[table].items()}
    for table, keys in _TABLES.items():
        if isinstance(sheet.get(table), dict):
            sheet[table] = _ordered(sheet[table], keys, USUAL.get(table, {}))
    _options_without_effect(sheet.get("options"))
    _triggers_in_order(sheet.get("radl"))
    still_open = sheet.get("open")
    words = [sheet.get(table) for table in TABLES_OF_WORDS]
    words += still_open.values() if isinstance(still_open, dict) else []
    for rows in words:
        if isinstance(rows, dict):
            for key in rows:
                _one_text(rows, key, _WORDS)
    return {key: value for key, value in sheet.items() if key not in _EMPTY_GOES or value != {}}


_EMPTY_GOES = ("open", *TABLES_OF_WORDS)


def _ordered(table: Data, keys: Keys, usual: Data) -> Data:
    known = {key: table[key] for key in keys if key in table}
    every = known | {key: value for key, value in table.items() if key not in known}
    return {key: _copied(value) for key, value in every.items() if not _is(usual, key, value)}


def _copied(value: Any) -> Any:
    """A copy that may be changed; of tables and lists, all the way down."""
    if isinstance(value, dict):
        return {key: _copied(inner) for key, inner in value.items()}
    return [_copied(inner) for inner in value] if isinstance(value, list) else value


def _is(usual: Data, key: str, value: object) -> bool:
    return key in usual and type(value) is type(usual[key]) and value == usual[key]


def _row(row: Any, keys: Keys, usual: Data) -> Any:
    if not isinstance(row, dict):
        return row
    ordered = _ordered(row, keys, usual)
    for key in ("label", "note"):
        _one_text(ordered, key)
    return ordered


def _one_text(table: Data, key: str, keys: Keys = _TEXT) -> None:
    """The same words in both languages are said once."""
    text = table.get(key)
    if isinstance(text, dict):
        if set(text) == set(_TEXT) and text["de"] == text["en"] and isinstance(text["de"], str):
            table[key] = text["de"]
        else:
            table[key] = _ordered(text, keys, {})


def _options_without_effect(options: Any) -> None:
    """An option has a value or words, and the Trischaken's base stands with the game."""
    for key, row in options.items() if isinstance(options, dict) else ():
        if isinstance(row, dict) and row.get("changes") == "play":
            row.pop("value", None)
        elif isinstance(row, dict) and row.get("changes") == "amounts":
            for name in ("de", "en", *(["value"] if key == "trischaken_base" else [])):
                row.pop(name, None)


def _triggers_in_order(radl: Any) -> None:
    """In what order the triggers stand means nothing."""
    if isinstance(radl, dict) and isinstance(radl.get("triggers"), list):
        known = [name for name in TRIGGERS if name in radl["triggers"]]
        if len(known) == len(radl["triggers"]):
            radl["triggers"] = known
