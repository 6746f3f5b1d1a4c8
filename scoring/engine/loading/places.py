"""The places of a sheet in words: the names of tables, keys and customs."""

import re
from collections.abc import Mapping
from typing import Any

from scoring.engine.loading.mistakes import shown
from scoring.engine.loading.tables import EXTENDING, TABLES
from scoring.engine.rules import KONTRA_LABELS, TABLES_OF_WORDS
from scoring.engine.texts import Text
from scoring.engine.triggers import TRIGGERS

# What every key of every table is called; a key that stands in several is called the same in all of them.
KEYS: Mapping[str, Text] = {
    **{key: label for table in EXTENDING.values() for key, label in table.items()},
    **{key: declared.label for table in TABLES.values() for key, declared in table.items()},
}

YES_NO = {True: Text("ja", "yes"), False: Text("nein", "no")}

_STEP = re.compile(r"\[([0-9]+)\]")
_NAMED_ROWS = ("contracts", "premiums")


def path_in_words(path: str, data: object, language: str) -> str:
    """Return a place of a sheet in words, under the sheet's own labels.

    >>> sheet = {"contracts": {"dreier": {"label": {"de": "Dreier", "en": "Dreier"}}}}
    >>> path_in_words("contracts.dreier.value", sheet, "de")
    'Spiele › Dreier › Wert'
    >>> path_in_words("radl.triggers[1]", {}, "en")
    'Radl › triggers › 2'
    """
    steps = [step for step in _STEP.sub(r".\1", path).split(".") if step]
    words = [_step_in_words(steps, number, data, language) for number in range(len(steps))]
    return " › ".join(words)


def _step_in_words(steps: list[str], number: int, data: object, language: str) -> str:
    step = steps[number]
    if step.isdecimal():
        return str(int(step) + 1) if len(step) < 9 else step
    table = steps[number - 1] if number else ""
    if table in _NAMED_ROWS and number == 1:
        return row_label(data, table, step, language)
    if table in ("levels", "names"):
        return KONTRA_LABELS.get(step, shown(step))
    if table in ("lengths", "times") and step in TRIGGERS:
        return TRIGGERS[step].title.in_language(language)
    if table in ("options", *TABLES_OF_WORDS):
        return shown(step)
    label = KEYS.get(step)
    return shown(step) if label is None else label.in_language(language)


def row_label(data: object, table: str, key: str, language: str) -> str:
    """Return the name of a game or premium in this data; its key where it has no readable one."""
    row: Any = data.get(table) if isinstance(data, Mapping) else None
    row = row.get(key) if isinstance(row, Mapping) else None
    label = row.get("label") if isinstance(row, Mapping) else None
    if isinstance(label, Mapping):
        label = label.get(language)
    return shown(label) if isinstance(label, str) and label.strip() else shown(key)
