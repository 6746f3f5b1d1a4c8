"""Values at places of a rule sheet, and their words; a draft may be in any state."""

from collections.abc import Callable, Mapping
from typing import Any

from scoring.engine.cards import NEEDED_CARDS
from scoring.engine.loading import Data, path_in_words
from scoring.engine.loading.places import YES_NO
from scoring.engine.loading.reading import BothTexts, Key, ManyOf, OneCustom, points
from scoring.engine.loading.tables import READERS
from scoring.engine.rules import CHAPTERS, KONTRA_LABELS
from scoring.engine.sides import blatt, limit, thirds, upper_limit
from scoring.engine.texts import Text
from scoring.engine.triggers import TRIGGERS
from scoring.rules.exporting import label_of, text_of

SheetPath = tuple[str, ...]


def value_at(data: Any, path: SheetPath) -> Any:
    """Return the value at a place of the sheet; None without one."""
    for key in path:
        if not isinstance(data, dict) or key not in data:
            return None
        data = data[key]
    return data


def is_points(read: object) -> bool:
    """Return whether a key holds card points, or a range of them."""
    return read is points or (isinstance(read, ManyOf) and read.read is points)


# Card points. In Lagen 36 begins at 35/2 and ends with 36/1.

Edge = tuple[int, Callable[[int], str]]
_LEAST, _MOST, _EXACT = (-1, limit), (1, upper_limit), (0, blatt)


def _writes_blatt(data: Data) -> bool:
    return data.get("limits") == "blatt"


def edges_of(key: str, data: Data) -> tuple[Edge, Edge]:
    """Return how both ends of a range of card points are written; of a limit only the first counts."""
    return (_EXACT if key == "buergermeister" and _writes_blatt(data) else _LEAST), _MOST


def points_in_words(key: str, value: Any, data: Data) -> str:
    """Return card points, or a range of them, as the sheet writes limits: 36 or 35/2, 35 or 34/2 – 35/1."""
    edges = edges_of(key, data)
    if isinstance(value, list):
        ends = (_limit(item, edges[index > 0], data) for index, item in enumerate(value))
        return " – ".join(dict.fromkeys(ends))
    return _limit(value, edges[0], data)


def _limit(value: Any, edge: Edge, data: Data) -> str:
    counted = thirds(value) if isinstance(value, str) else None
    if counted is None:
        return str(value)
    return blatt(counted) if _writes_blatt(data) else edge[1](counted)


# Names


_NAMES: Mapping[str, Text] = {
    **{name: trigger.title for name, trigger in TRIGGERS.items()},
    **NEEDED_CARDS,
    **{step: Text.same(label) for step, label in KONTRA_LABELS.items()},
}


def named_in_words(name: str, read: object = None) -> Text:
    """Return the name of a trigger, a card, a step or a chapter by its key."""
    names = CHAPTERS if read is READERS["chapter"] else _NAMES
    return names.get(name) or Text.same(name)


def step_in_words(step: str, data: Data) -> str:
    """Return the sheet's name for a step of the ladder of kontras."""
    name = value_at(data, ("kontra", "names", step))
    return name if isinstance(name, str) and name else KONTRA_LABELS.get(step, step)


def row_in_words(row: Any, key: str) -> Text:
    """Return the name of a game or premium; its key where it has no readable one."""
    label = label_of(row) if isinstance(row, dict) else None
    return label or Text.same(key)


def value_in_words(spec: Key | None, key: str, value: Any, data: Data) -> Text | None:
    """Return the value of a declared key as this sheet would say it; None if it has none."""
    if value is None or value in ([], {}, ""):
        return None
    if isinstance(value, bool):
        return YES_NO[value]
    if spec is None:
        return Text.same(str(value))
    if is_points(spec.read):
        return Text.same(points_in_words(key, value, data))
    if isinstance(spec.read, BothTexts):
        return text_of(value) or Text.same(str(value))
    if isinstance(value, list):
        return Text.joined(_one_in_words(spec, item, data) for item in value)
    return _one_in_words(spec, value, data)


def _one_in_words(spec: Key, value: Any, data: Data) -> Text:
    name = str(value)
    if isinstance(spec.read, OneCustom):
        return next((custom.label for custom in spec.read.custom if custom.value == name), Text.same(name))
    if spec.names_of == "kontra":
        return Text.same(step_in_words(name, data))
    if spec.names_of:
        return row_in_words(value_at(data, (spec.names_of, name)), name)
    if spec.read is READERS["places"]:
        place, is_chosen, choice = name.partition("=")
        return Text(
            *(f"{path_in_words(place, data, language)}{is_chosen}{choice}" for language in ("de", "en"))
        )
    return named_in_words(name, spec.read)
