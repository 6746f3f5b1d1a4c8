"""What is printed in free words on the Speiszettel and in the rule book."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine.loading import Data, out_of_place
from scoring.engine.loading.belonging import speaks_of_a_change
from scoring.engine.loading.reading import LONGEST_LABEL, LONGEST_REMARK, MOST_ROWS, rows
from scoring.engine.loading.tables import OTHERWISE
from scoring.engine.options import CHOICES
from scoring.engine.rules import CHAPTERS
from scoring.rule_editor.forms.builder import QuestionGroup, label_of
from scoring.rule_editor.forms.forms import DraftForm
from scoring.rule_editor.forms.questions import (
    BothLanguages,
    Choice,
    Pick,
    Question,
    Words,
    capitalised,
    value_at,
)
from scoring.web.language import current_language

TABLES: Mapping[str, tuple[Words, Words]] = {
    "remarks": (
        gettext_lazy("Remarks"),
        gettext_lazy("How you play: who deals, how the talon is taken, when cards are shown."),
    ),
    "options": (
        gettext_lazy("Agreed at the table"),
        gettext_lazy("What every table may agree on for its play, without effect on amounts."),
    ),
    "reminders": (
        gettext_lazy("Reminders"),
        gettext_lazy("What players tend to forget, such as a compulsory kontra."),
    ),
    "redeals": (
        gettext_lazy("Redeals"),
        gettext_lazy("Hands that are dealt again, apart from a misdeal: the phone offers them as a reason."),
    ),
    "book": (
        gettext_lazy("Rule book"),
        gettext_lazy("What newcomers to your table need to know; not on the Speiszettel."),
    ),
}


class FreeWords(NamedTuple):
    """Something a sheet says in free words, with its key."""

    key: str
    words: str
    table: str


def remarks(data: Data, table: str) -> list[FreeWords]:
    """Return the free words of a table in the language of whoever reads."""
    told: list[FreeWords] = []
    for key, row in (data.get(table) or {}).items():
        if table == "options" and (
            key in CHOICES or not isinstance(row, dict) or row.get("changes") != "play"
        ):
            continue
        words = row.get(current_language(), "?") if isinstance(row, dict) else str(row)
        told.append(FreeWords(key, words, table))
    return told


def sentences_about_changes(before: Data, after: Data) -> list[FreeWords]:
    """Return the free words that speak of what an edit has changed, and stay."""
    names = _changed_names(before, after)
    told: list[FreeWords] = []
    for table in TABLES:
        for words in remarks(after, table):
            row = value_at(after, (table, words.key))
            if value_at(before, (table, words.key)) != row:
                continue  # it was changed with it
            if speaks_of_a_change(row, before, after) or (names and names.search(words.words)):
                told.append(words)
    return told


def _changed_names(before: Data, after: Data) -> re.Pattern[str] | None:
    """Return what finds the names of the games and premiums that say something else than before."""
    labels = {
        label_of(row, key)
        for table in ("contracts", "premiums")
        for key, row in rows(after, table).items()
        if rows(before, table).get(key, row) != row
    }
    if not labels:
        return None
    return re.compile(r"\b(?:" + "|".join(map(re.escape, sorted(labels))) + r")\b")


def sentences_made_untrue(before: Data, after: Data) -> list[str]:
    """Return the free words that an edit has made untrue and removed."""
    gone = [
        (table, words)
        for table in TABLES
        for words in remarks(before, table)
        if value_at(after, (table, words.key)) is None
    ]
    untrue = out_of_place({**after, **{table: before.get(table, {}) for table in TABLES}}) if gone else []
    return [words.words for table, words in gone if (table, words.key) in untrue]


class WordsForm(DraftForm):
    """One remark, new or changed, in both languages, and its chapter. What it belongs to stays."""

    def __init__(self, posted: Mapping[str, Any] | None, *, data: Data, table: str, key: str = "") -> None:
        self.table, self.is_new = table, not key
        beside = {"changes": "play"} if table == "options" else {}
        if key and isinstance(row := value_at(data, (table, key)), dict):
            beside = {name: value for name, value in row.items() if name not in ("de", "en")}
        self.question = BothLanguages(
            (table, key or free_key(data, table)),
            TABLES[table][0],
            longest=LONGEST_LABEL if table == "redeals" else LONGEST_REMARK,
            required=True,
            name="words",
            beside=beside,
        )
        self.chapter = Choice(
            (*self.question.place, "chapter"),
            _("Chapter of the rule book"),
            picks=[Pick(chapter, capitalised(title)) for chapter, title in CHAPTERS.items()],
            otherwise=OTHERWISE,
        )
        further = QuestionGroup(_("Its place in the rule book"), [self.chapter], folded=table != "book")
        super().__init__(posted, data=data, groups=[QuestionGroup("", [self.question]), further])

    def _worked(self, question: Question, language: str) -> Mapping[str, str]:
        """Return nothing: no hand comes out otherwise, whatever is said of it."""
        return {}

    def write(self, sheet: Data) -> None:
        at = self.question.place
        if self.is_new:
            at = self.question.place = (self.table, free_key(sheet, self.table))
            self.chapter.place = (*at, "chapter")
        elif isinstance(row := value_at(sheet, at), str):
            sheet[self.table][at[1]] = {"de": row, "en": row}
        super().write(sheet)


def free_key(data: Data, table: str) -> str:
    """Return a key for new words that no others of the table have."""
    there = value_at(data, (table,)) or {}
    return next(key for number in range(1, 2 * MOST_ROWS) if (key := f"own_{number}") not in there)
