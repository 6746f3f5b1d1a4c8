"""The question about a key of a sheet: of the kind and in the words that its declaration gives it."""

from __future__ import annotations

from typing import Any

from scoring.engine.loading.reading import (
    BothTexts,
    ForEach,
    ManyOf,
    OneCustom,
    PlainText,
    WholeNumber,
    Worth,
    points,
    truth,
)
from scoring.engine.loading.tables import SHEET, TABLES
from scoring.rule_editor.forms.questions import (
    Abbreviation,
    Both,
    CardPoints,
    Choice,
    HalfNumber,
    Number,
    NumberForEach,
    Question,
    Range,
    Several,
    Truth,
    Words,
)
from scoring.rule_editor.forms.wording import help_of, picks_of, question_of


def ask(*place: str, label: Words = None, help_text: Words = None, **known: Any) -> Question:
    """Return the question about a place of the sheet; what is `known` is otherwise here than declared."""
    table, key = place[0] if len(place) > 1 else "sheet", place[-1]
    words = question_of(table, key) if label is None else label
    beside = help_of(table, key) if help_text is None else help_text
    kind, declared = _declared(table, key)
    return kind(place, words, *([beside] if beside else []), **{**declared, **known})


def _declared(table: str, key: str) -> tuple[type[Question], dict[str, Any]]:
    """Return which kind of question asks for what a key may hold, and what the kind has to know of it."""
    spec = TABLES[table][key]
    match spec.read:
        case WholeNumber(least, most):
            required = spec.required and (table == "sheet" or SHEET[table].required)
            alone = len(TABLES[table]) == 1
            return Number, {"least": least, "most": most, "required": required, "alone": alone}
        case Worth(least, most):
            required = spec.required and (table == "sheet" or SHEET[table].required)
            return HalfNumber, {"least": least, "most": most, "required": required}
        case OneCustom(custom):
            return Choice, {"picks": picks_of(custom), "otherwise": next(iter(custom)).value}
        case BothTexts(longest):
            return Both, {"longest": longest, "required": spec.required}
        case PlainText(longest):
            return Abbreviation, {"longest": longest}
        case ForEach(_, _, WholeNumber(least, most)):
            return NumberForEach, {"least": least, "most": most}
        case ManyOf(read) if read is points:
            return Range, {}
        case ManyOf():
            return Several, {"empty_goes": not spec.required}
        case read if read is truth:
            return Truth, {}
        case read if read is points:
            return CardPoints, {"required": spec.required}
    return Choice, {}  # of what else stands on this very sheet
