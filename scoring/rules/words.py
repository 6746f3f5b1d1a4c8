"""The words of a sheet, as opposed to what is played."""

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any

from scoring.engine.loading import Data
from scoring.engine.rules import TABLES_OF_WORDS
from scoring.rules import data_of

WordPath = tuple[str, ...]
WordsByPath = dict[WordPath, str]

_LANGUAGES = ("de", "en")
_WORDS = ("about", "also", "calls", "label", "note", "short")
_OF_ROWS = ("contracts", "premiums", "options", *TABLES_OF_WORDS)


def words_of(data: Data) -> WordsByPath:
    """Return all words of a sheet by their place.

    >>> words_of({"label": {"de": "Rufer", "en": "Rufer"}, "needs": "35/2", "remarks": {"seats": "zu viert"}})
    {('label', 'de'): 'Rufer', ('label', 'en'): 'Rufer', ('remarks', 'seats'): 'zu viert'}
    """
    return dict(_words(data, ()))


def _words(data: Any, path: WordPath) -> Iterator[tuple[WordPath, str]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _words(value, (*path, key))
    elif isinstance(data, str) and _is_word(path):
        yield path, data


def _is_word(path: WordPath) -> bool:
    if path[-1] in _LANGUAGES or path[-1] in _WORDS:
        return True
    return path[0] in ("open", *TABLES_OF_WORDS) and path[-1] != "chapter"


def keys_of(data: Data) -> list[str]:
    """Return the keys of a sheet's rows, as records of hands use them; some are made up by people.

    >>> keys_of({"contracts": {"rufer": {}}, "open": {"premiums": {"quapil": "Quapil"}}})
    ['rufer', 'quapil']
    """
    still_open = data.get("open", {})
    tables = [data.get(table, {}) for table in _OF_ROWS]
    return [key for table in (*tables, *still_open.values()) for key in table]


def with_words(data: Data, words: Mapping[WordPath, object]) -> Data:
    """Return the sheet with other words at these places.

    >>> with_words({"label": "Rufer", "needs": "35/2"}, {("label",): "Anders"})
    {'label': 'Anders', 'needs': '35/2'}
    """
    return {key: _put(value, (key,), words) for key, value in data.items()}


def _put(data: Any, path: WordPath, words: Mapping[WordPath, object]) -> Any:
    if isinstance(data, dict):
        return {key: _put(value, (*path, key), words) for key, value in data.items()}
    return words.get(path, data)


@lru_cache(maxsize=100)
def substance_of(text: str) -> str:
    """Return the SHA-256 of everything that is no word.

    Words of saved sheets were once changed for the sake of a name, what is played by them never was.

    In the order of the text, because that of games and premiums means something.

    >>> substance_of('label = "Rufer"') == substance_of('label = "Anders"') != substance_of("needs = 36")
    True
    """
    data = data_of(text)
    played = with_words(data, dict.fromkeys(words_of(data)))
    spelt = json.dumps(played, ensure_ascii=False, separators=(",", ":"), default=str)
    return sha256(spelt.encode("utf-8")).hexdigest()
