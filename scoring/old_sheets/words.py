"""The words of old sheets: how people write things, and what is said to them in German and English."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.utils.functional import Promise, lazy

from scoring.engine.declaring import declared
from scoring.engine.texts import sentences
from scoring.web.language import current_language

WORDS: dict[str, Any] = declared("scoring.old_sheets.words")
_SENTENCES = {name: sentences(rows) for name, rows in declared("scoring.old_sheets.sentences").items()}


def words_of(room: str, *keys: str) -> set[str]:
    """Return the words of old sheets under these keys."""
    return {word for key in keys for word in WORDS[room][key].split("|")}


def _sentence(table: str, code: str, /, **about: object) -> str:
    """Return a sentence in the language of whoever reads it."""
    return _SENTENCES[table][code].in_language(current_language()).format(**about)


refusal, remark, label = (partial(_sentence, table) for table in ("refusals", "remarks", "labels"))


def choices(table: str) -> dict[str, Promise]:
    """Return all of a table by their codes, each in the language of whoever will read it."""
    lazily: Callable[..., Any] = lazy(_sentence, str)
    return {code: lazily(table, code) for code in _SENTENCES[table]}
