"""Find free words on the Speiszettel and in the rule book that a change may have made wrong."""

import re
from typing import NamedTuple

from scoring.engine.loading import Data, misplaced
from scoring.engine.loading.belonging import speaks_of_a_change
from scoring.engine.loading.reading import rows
from scoring.rule_editor.sheet_fields import label_of, rows_of
from scoring.rules.comparing import FREE_WORDS, NAMED_ROWS
from scoring.rules.values import value_at


class FreeWords(NamedTuple):
    """Something a sheet says in free words, with its key."""

    key: str
    words: str
    table: str


def _all_words(data: Data) -> list[FreeWords]:
    """Return the free words of a sheet in the reader's language."""
    return [
        FreeWords(key, label_of(row), table)
        for table in FREE_WORDS
        for key, row in rows_of(data, table).items()
    ]


def sentences_about_changes(old: Data, new: Data) -> list[FreeWords]:
    """Return the unchanged free words that mention something changed by an edit."""
    names = _changed_names(old, new)
    affected: list[FreeWords] = []
    for words in _all_words(new):
        row = value_at(new, (words.table, words.key))
        if value_at(old, (words.table, words.key)) != row:
            continue  # it was changed with it
        if speaks_of_a_change(row, old, new) or (names and names.search(words.words)):
            affected.append(words)
    return affected


def _changed_names(old: Data, new: Data) -> re.Pattern[str] | None:
    """Return a pattern of the names of changed games and premiums."""
    labels = {
        label_of(row, key)
        for table in NAMED_ROWS
        for key, row in rows(new, table).items()
        if rows(old, table).get(key, row) != row
    }
    if not labels:
        return None
    return re.compile(r"\b(?:" + "|".join(map(re.escape, sorted(labels))) + r")\b")


def sentences_made_untrue(old: Data, new: Data) -> list[str]:
    """Return the free words that an edit has made untrue and removed."""
    removed = [words for words in _all_words(old) if value_at(new, (words.table, words.key)) is None]
    untrue = misplaced({**new, **{table: old.get(table, {}) for table in FREE_WORDS}}) if removed else []
    return [words.words for words in removed if (words.table, words.key) in untrue]
