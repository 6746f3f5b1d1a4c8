"""What every answer is called and what it does, in the words of a table."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.engine.customs import Custom
from scoring.engine.loading.places import KEYS
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
from scoring.engine.options import OPTIONS, OptionValue
from scoring.engine.texts import Text
from scoring.rule_editor.forms.questions import (
    FIXED,
    OFFERED,
    Abbreviation,
    BothLanguages,
    CardPoints,
    Choice,
    HalfNumber,
    Number,
    NumberForEach,
    Pick,
    Question,
    Range,
    Several,
    Words,
    YesOrNo,
)
from scoring.web.language import current_language

SECTIONS: Mapping[str, tuple[Words, Words]] = {
    "games": (_("Games"), _("Which games there are, what they are worth, and in which order they are bid.")),
    "premiums": (_("Premiums"), _("Birds, König ultimo, Trull, Säcke, Valat: what they are worth.")),
    "kontra": (_("Kontra"), _("How far it goes and how much it multiplies.")),
    "points": (_("Card points"), _("How they are counted and how many win.")),
    "trischaken": (_("Trischaken"), _("Who pays, and how much.")),
    "negative": (_("Negative games"), _("What may be played side by side, and who settles with whom.")),
    "radl": (_("Radl"), _("What starts a round of doubled hands, and how long it lasts.")),
    "renonce": (_("Renonce"), _("What a revoke costs.")),
    "valat": (_("Valat, solo and colour"), _("Which premiums count there.")),
    "calling": (_("Calling and seating"), _("Self-calling, conceding, blank Rufer, who deals first.")),
    "options": (_("Left to the table"), _("What each evening may decide for itself, and what is usual.")),
    "money": (_("Money and Pagatkassa"), _("What a point costs, and what goes into the pot.")),
    "words": (_("Remarks"), _("What else is printed on the Speiszettel, without effect on amounts.")),
    "names": (_("Name and description"), _("What your sheet is called.")),
}


def capitalised(text: Text) -> str:
    """Return words in the language of whoever reads, with a capital at the beginning."""
    return capfirst(text.in_language(current_language()))


def name_of(key: str) -> str:
    """Return what a key of the sheet is called."""
    return capitalised(KEYS[key])


def question_of(table: str, key: str) -> str:
    """Return how the editor asks for a key of a table."""
    question = TABLES[table][key].question
    return name_of(key) if question is None else words_of(question)


def help_of(table: str, key: str) -> str:
    """Return what the editor says beside the question about a key of a table; empty if nothing."""
    said_beside = TABLES[table][key].help
    return "" if said_beside is None else words_of(said_beside)


def words_of(text: Text) -> str:
    """Return words in the language of whoever reads."""
    return text.in_language(current_language())


def picks_of(customs: Iterable[Custom]) -> Iterator[Pick]:
    """Yield customs as answers, each with what it means."""
    for custom in customs:
        yield Pick(custom.value, capitalised(custom.label), words_of(custom.sentence))


def matter_of(key: str) -> str:
    """Return what an option is about."""
    return capitalised(OPTIONS[key].matter)


def picks_of_option(key: str) -> Iterator[Pick]:
    """Yield each value as the usual one that a table may change, then each as the one that always holds."""
    option = OPTIONS[key]
    if option.of_the_sheet is not None:
        yield _pick(OFFERED, option.of_the_sheet)
        otherwise = option.otherwise
        yield Pick("", _("No choice"), words_of(otherwise) if otherwise else "")
        return
    for value, option_value in option.values.items():
        yield _pick(str(value), option_value)
    for value, other_value in option.values.items():
        title = gettext("Always: %(custom)s") % {"custom": words_of(other_value.label)}
        yield Pick(
            f"{FIXED}{value}", title, gettext("No table is asked, and no hand may be settled any other way.")
        )


def _pick(value: str, one: OptionValue) -> Pick:
    return Pick(value, capitalised(one.label), words_of(one.sentence) if one.sentence else "")


# The question about a key, of the kind that its declaration gives it


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
            return BothLanguages, {"longest": longest, "required": spec.required}
        case PlainText(longest):
            return Abbreviation, {"longest": longest}
        case ForEach(_, _, WholeNumber(least, most)):
            return NumberForEach, {"least": least, "most": most}
        case ManyOf(read) if read is points:
            return Range, {}
        case ManyOf():
            return Several, {"empty_goes": not spec.required}
        case read if read is truth:
            return YesOrNo, {}
        case read if read is points:
            return CardPoints, {"required": spec.required}
    return Choice, {}  # of what else stands on this very sheet
