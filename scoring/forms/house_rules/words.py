"""What is printed on the Speiszettel in free words: choices of play, remarks, reminders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.chronicle import current_language
from scoring.engine.loading import Data
from scoring.engine.loading.reading import LONGEST_REMARK, MOST_ROWS
from scoring.engine.rules import CHOICES
from scoring.forms.house_rules.forms import DraftForm
from scoring.forms.house_rules.questions import Both, Words, found
from scoring.forms.house_rules.sections import Group

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
}


class Remark(NamedTuple):
    key: str
    words: str


def remarks(data: Data, table: str) -> list[Remark]:
    """The free words of a table in the language of whoever reads."""
    told: list[Remark] = []
    for key, row in (data.get(table) or {}).items():
        if table == "options" and (
            key in CHOICES or not isinstance(row, dict) or row.get("changes") != "play"
        ):
            continue
        words = row.get(current_language(), "?") if isinstance(row, dict) else str(row)
        told.append(Remark(key, words))
    return told


class WordsForm(DraftForm):
    """One remark, new or changed, in both languages."""

    def __init__(self, posted: Mapping[str, Any] | None, *, data: Data, table: str, key: str = "") -> None:
        self.table, self.is_new = table, not key
        beside = {"changes": "play"} if table == "options" else {}
        both = _("One language is enough; the other one then has the same words.")
        self.question = Both(
            (table, key or free_key(data, table)),
            TABLES[table][0],
            both,
            longest=LONGEST_REMARK,
            required=True,
            name="words",
            beside=beside,
        )
        super().__init__(posted, data=data, groups=[Group("", [self.question])])

    def write(self, sheet: Data) -> None:
        if self.is_new:
            self.question.place = (self.table, free_key(sheet, self.table))
        super().write(sheet)


def free_key(data: Data, table: str) -> str:
    there = found(data, (table,)) or {}
    return next(key for number in range(1, 2 * MOST_ROWS) if (key := f"own_{number}") not in there)
