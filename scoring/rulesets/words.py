"""The words of a sheet: what it says to people. Everything else in it is what is played."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import count
from typing import Any

from scoring.engine.loading import Data
from scoring.engine.loading.reading import (
    LONGEST_ABOUT,
    LONGEST_LABEL,
    LONGEST_NOTE,
    LONGEST_REMARK,
    LONGEST_SHORT,
)
from scoring.engine.rules import TABLES_OF_WORDS
from scoring.rulesets.reading import data_of

Place = tuple[str, ...]
Said = dict[Place, str]

_LANGUAGES = ("de", "en")
_LONGEST = {
    "about": LONGEST_ABOUT,
    "label": LONGEST_LABEL,
    "note": LONGEST_NOTE,
    "short": LONGEST_SHORT,
}
# Tables of words under keys of their own.
_LONGEST_IN = {
    "open": LONGEST_LABEL,
    "options": LONGEST_REMARK,
    "remarks": LONGEST_REMARK,
    "reminders": LONGEST_REMARK,
    "redeals": LONGEST_LABEL,
    "book": LONGEST_REMARK,
}
_OF_ROWS = ("contracts", "premiums", "options", *TABLES_OF_WORDS)


def words_of(data: Data) -> Said:
    """Each of them by its place.

    >>> words_of({"label": {"de": "Rufer", "en": "Rufer"}, "needs": "35/2", "remarks": {"seats": "zu viert"}})
    {('label', 'de'): 'Rufer', ('label', 'en'): 'Rufer', ('remarks', 'seats'): 'zu viert'}
    """
    return dict(_words(data, ()))


def _words(data: Any, place: Place) -> Iterator[tuple[Place, str]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _words(value, (*place, key))
    elif isinstance(data, str) and _is_word(place):
        yield place, data


def _is_word(place: Place) -> bool:
    if place[-1] in _LANGUAGES or place[-1] in _LONGEST:
        return True
    return place[0] in ("open", *TABLES_OF_WORDS) and place[-1] != "chapter"


def keys_of(data: Data) -> list[str]:
    """Those under which its rows stand, also in the record of a hand; somebody has made some of them up.

    >>> keys_of({"contracts": {"rufer": {}}, "open": {"premiums": {"quapil": "Quapil"}}})
    ['rufer', 'quapil']
    """
    still_open = data.get("open", {})
    tables = [data.get(table, {}) for table in _OF_ROWS]
    return [key for table in (*tables, *still_open.values()) for key in table]


def sayings_of(data: Data) -> Iterator[tuple[Place, str]]:
    """Its words by what they say, under whatever key the game or the remark stands.

    >>> dict(sayings_of({"label": "Rufer", "contracts": {"solo": {"label": {"de": "Solo"}}}}))
    {('label', 'label'): 'Rufer', ('contracts', 'label'): 'Solo'}
    """
    return ((saying_at(place), word) for place, word in words_of(data).items())


def saying_at(place: Place) -> Place:
    if place[0] == "open":
        return place[1], "label"
    return place[0], next((key for key in reversed(place) if key in _LONGEST), "")


def with_words(data: Data, words: Mapping[Place, object]) -> Data:
    """The same sheet with other words at these places.

    >>> with_words({"label": "Rufer", "needs": "35/2"}, {("label",): "Anders"})
    {'label': 'Anders', 'needs': '35/2'}
    """
    return {key: _put(value, (key,), words) for key, value in data.items()}


def _put(data: Any, place: Place, words: Mapping[Place, object]) -> Any:
    if isinstance(data, dict):
        return {key: _put(value, (*place, key), words) for key, value in data.items()}
    return words.get(place, data)


def reworded(data: Data, said: Mapping[Place, Sequence[str]]) -> Data:
    """The sheet with other words, each as long as a sheet can hold; two games still have two names.

    For every place there are several ways to say it; the first that fits is taken.

    >>> sheet = {"contracts": {"solo": {"short": "Anna 1"}, "dreier": {"short": "Anna 2"}}}
    >>> reworded(sheet, dict.fromkeys(words_of(sheet), ["Mitglied 437", "M437"]))
    {'contracts': {'solo': {'short': 'M437'}, 'dreier': {'short': 'M437 2'}}}
    """
    words = words_of(data)
    for place, ways in said.items():
        taken = {_folded(other) for one, other in words.items() if _are_told_apart(one, place)}
        words[place] = _fitting(ways, _longest_at(place), taken)
    return with_words(data, words)


def _are_told_apart(one: Place, other: Place) -> bool:
    """Are they names of two games, or of two premiums?"""
    (kind, row), (other_kind, other_row) = _row_named(one), _row_named(other)
    return kind != "" and kind == other_kind and row != other_row


def _row_named(place: Place) -> tuple[str, str]:
    match place:
        case ("contracts" | "premiums" as table, key, "label" | "short" as name, *_):
            return f"{table}.{name}", key
        case ("open", "contracts" | "premiums" as table, key, *_):
            return f"{table}.label", key
        case _:
            return "", ""


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


def _longest_at(place: Place) -> int:
    if place[0] in _LONGEST_IN:
        return _LONGEST_IN[place[0]]
    return next((_LONGEST[key] for key in reversed(place) if key in _LONGEST), LONGEST_LABEL)


def _fitting(ways: Sequence[str], longest: int, taken: Collection[str]) -> str:
    for number in count(1):
        end = "" if number == 1 else f" {number}"
        room = longest - len(end)
        whole = (one for one in ways if len(one) <= room)
        free = f"{next(whole, '') or _cut(ways[-1], room)}{end}"
        if _folded(free) not in taken:
            break
    return free


def _cut(said: str, room: int) -> str:
    """After a word: half of a number would be somebody else's."""
    return said[: room + 1].rpartition(" ")[0].strip() or said[:room].strip()


@lru_cache(maxsize=100)
def substance_of(text: str) -> str:
    """SHA-256 of everything that is no word: whoever plays by it, it is the same sheet as long as this is.

    In the order of the text, because that of games and premiums means something.

    >>> substance_of('label = "Rufer"') == substance_of('label = "Anders"') != substance_of("needs = 36")
    True
    """
    data = data_of(text)
    played = with_words(data, dict.fromkeys(words_of(data)))
    spelt = json.dumps(played, ensure_ascii=False, separators=(",", ":"), default=str)
    return sha256(spelt.encode("utf-8")).hexdigest()
