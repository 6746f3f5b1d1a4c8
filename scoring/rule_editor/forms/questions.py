"""What a form asks about a rule sheet: one question for every place of its data."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.engine.customs import Custom, LimitNotation
from scoring.engine.loading import Data
from scoring.engine.loading.places import KEYS
from scoring.engine.loading.reading import (
    BIGGEST_VALUE,
    BothTexts,
    ForEach,
    ManyOf,
    OneCustom,
    PlainText,
    WholeNumber,
    Worth,
    all_points,
    counts_plain,
    points,
    truth,
    with_half,
)
from scoring.engine.loading.tables import SHEET, TABLES, USUAL
from scoring.engine.options import OPTIONS, OptionValue
from scoring.engine.sides import blatt, limit, thirds, upper_limit
from scoring.engine.texts import Text
from scoring.names import tidy
from scoring.web.fields import choice_field, number_field, several_field
from scoring.web.language import current_language

SheetPath = tuple[str, ...]
Words = Any  # a text, or one that is translated when it is shown
FIXED = "fixed-"  # before a value of an option that every table has to play
OFFERED = "offered"  # of an option whose usual value is the one that the sheet has anyway
ONE_IS_ENOUGH = _("One language is enough; the other will then have the same words.")


class Pick(NamedTuple):
    """One of several answers: what it is called and what it does."""

    value: str
    title: Words
    sentence: Words = ""


ShownPick = Mapping[str, Any]  # an answer as the page shows it


def value_at(data: Any, path: SheetPath) -> Any:
    """Return what stands at a place of the sheet; None if nothing does."""
    for key in path:
        if not isinstance(data, dict) or key not in data:
            return None
        data = data[key]
    return data


def table_at(data: Data, path: SheetPath) -> Data:
    """Return the table at a place of the sheet; empty where none can be read."""
    table = value_at(data, path)
    return table if isinstance(table, dict) else {}


def put(data: Data, path: SheetPath, value: Any) -> None:
    """Write a value to a place of the sheet; None takes away what stands there."""
    *tables, last = path
    for key in tables:
        if isinstance(words := data.setdefault(key, {}), str):  # the same in both languages
            data[key] = {"de": words, "en": words}
        data = data[key]
    if value is None:
        data.pop(last, None)
    else:
        data[last] = value


def usual(path: SheetPath) -> Any:
    """Return the value that holds where a sheet says nothing."""
    table = "sheet" if len(path) == 1 else path[0]
    return USUAL.get(table, {}).get(path[-1])


@dataclass(eq=False)
class Question(ABC):
    """Something a form asks: where it stands in the sheet, and in which words."""

    shape: ClassVar[str] = "line"  # or "lines", "picks", "tick": as the page shows it
    path: SheetPath
    label: Words
    help: Words = ""
    name: str = field(default="", kw_only=True)
    bound: list[forms.BoundField] = field(default_factory=list, init=False)  # as a form shows it

    def __post_init__(self) -> None:
        self.name = self.name or self.path[-1]

    @abstractmethod
    def fields(self, data: Data) -> Mapping[str, forms.Field]:
        """Return the fields in which it is answered, by their names."""

    def initial(self, data: Data) -> Mapping[str, Any]:
        value = value_at(data, self.path)
        return {self.name: usual(self.path) if value is None else value}

    def write(self, data: Data, cleaned: Mapping[str, Any]) -> None:
        """Write the answer into the sheet."""
        put(data, self.path, cleaned[self.name])

    def anchor(self, path: SheetPath, data: Data) -> str | None:
        """Return the name of the field that asks a place of the sheet; None if it is not asked here."""
        names = list(self.fields(data))
        if path[: len(self.path)] != self.path or not names:
            return None
        own = "_".join((self.name, *path[len(self.path) :]))
        return own if own in names else names[0]

    def answer(self, data: Data) -> str:
        """Return what a sheet says of it, in a few words; empty where it says nothing."""
        given = [str(value) for value in self.initial(data).values() if value not in (None, "")]
        return f"{name_of(self.path[-1])} {'–'.join(given)}" if given else ""

    @property
    def shown_picks(self) -> list[ShownPick]:
        """Return the answers to choose from; none where the answer is typed."""
        return []

    @property
    def is_answered(self) -> bool:
        """Return whether the form shows an answer other than an empty one."""
        if picks := self.shown_picks:
            return any(pick["chosen"] and pick["value"] for pick in picks)
        return any(bound.value() not in (None, "") for bound in self.bound)

    @property
    def errors(self) -> list[str]:
        """Return what is wrong with the answer in the form."""
        return [str(sentence) for bound in self.bound for sentence in bound.errors]


def _line(**attributes: str) -> forms.TextInput:
    return forms.TextInput(attrs={"autocomplete": "off", **attributes})


def _or_empty(sentence: str, *, required: bool) -> str:
    """Return the one sentence that a field says whatever is wrong with it."""
    return sentence if required else gettext("%(said)s Or leave it empty.") % {"said": sentence}


def _errors(sentence: str) -> dict[str, str]:
    return dict.fromkeys(("required", "invalid", "max_length"), sentence)


@dataclass(eq=False)
class Number(Question):
    """A whole number; empty where that means something of its own."""

    required: bool = field(default=False, kw_only=True)
    least: int = field(default=0, kw_only=True)
    most: int = field(default=BIGGEST_VALUE, kw_only=True)
    suggested: int | None = field(default=None, kw_only=True)  # where the sheet says nothing yet
    alone: bool = field(default=False, kw_only=True)  # its table holds nothing else

    def initial(self, data: Data) -> Mapping[str, Any]:
        value = super().initial(data)[self.name]
        return {self.name: self.suggested if value is None else value}

    def write(self, data: Data, cleaned: Mapping[str, Any]) -> None:
        if cleaned[self.name] is None and self.alone:
            put(data, self.path[:-1], None)
        else:
            super().write(data, cleaned)

    def fields(self, data: Data) -> Mapping[str, forms.Field]:
        sentence = gettext("A whole number from %(least)d to %(most)d, such as %(example)d.")
        sentence %= {"least": self.least, "most": self.most, "example": max(self.least, min(self.most, 5))}
        number = number_field(
            *(self.label, self.least, self.most, _or_empty(sentence, required=self.required)),
            required=self.required,
            help_text=self.help,
            size="6",
        )
        return {self.name: number}


_VALUE = re.compile(r"([0-9]{1,5})|([0-9]{0,5})(?:½|[,.]5| 1/2)", re.ASCII)


class _Worth(forms.CharField):
    """What something is worth, as it is typed: 4, 2½, 2,5."""

    def __init__(self, *, least: int, most: int, **known: Any) -> None:
        self.least, self.most = least, most
        super().__init__(max_length=12, **known)

    def to_python(self, value: Any) -> Any:
        """Return what stands in the sheet: a whole number, or "2½"; anything else as it was typed."""
        text = str(super().to_python("" if value is None else value)).strip()
        match = _VALUE.fullmatch(text.replace(",0", "").replace(".0", ""))
        if match is None:
            return text or None
        return int(match[1]) if match[1] else f"{int(match[2] or 0) or ''}½"

    def validate(self, value: Any) -> None:
        super().validate(value)
        worth = with_half(value) if isinstance(value, str) else value
        if value is not None and (worth is None or not self.least <= worth <= self.most):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")

    def run_validators(self, value: Any) -> None:
        """Check nothing more: `validate` checks what is allowed."""


class HalfNumber(Number):
    """What something is worth: a whole number, or one with a half."""

    def fields(self, data: Data) -> Mapping[str, forms.Field]:
        sentence = gettext("A number from %(least)d to %(most)d, such as 5 or 2½.")
        sentence %= {"least": self.least, "most": self.most}
        worth = _Worth(
            label=self.label,
            help_text=self.help,
            least=self.least,
            most=self.most,
            required=self.required,
            widget=_line(inputmode="decimal", size="6"),
            error_messages=_errors(_or_empty(sentence, required=self.required)),
        )
        return {self.name: worth}


# In Lagen 36 begins at 35/2 and ends with 36/1: what stands in the sheet, and how it is shown.
LEAST, MOST, EXACT = (-1, limit), (1, upper_limit), (0, blatt)
Edge = tuple[int, Callable[[int], str]]


class PointsField(forms.CharField):
    """A field for card points, written as at the table; the sheet decides how they are counted."""

    def __init__(self, data: Data, *, edge: Edge, **known: Any) -> None:
        self.plain, self.every, self.edge = counts_plain(data), all_points(data), edge
        if self.plain:
            wrong = gettext("Whole card points from 0 to %(most)d, such as %(example)d.")
            wrong %= {"most": self.every, "example": self.every // 2 + 1}
        else:
            wrong = gettext(
                "Card points such as 36, or with Blatt: 35/2 for 35 points and 2 Blatt; at most 70/0."
            )
        super().__init__(max_length=20, error_messages=_errors(wrong), widget=_line(size="6"), **known)

    def clean(self, value: Any) -> Any:
        text = str(super().clean(value)).replace(" ", "").replace(",", "/")
        if not text:
            return None
        if text.isascii() and text.isdecimal() and len(text) < 5:
            points = int(text) if self.plain else max(0, 3 * int(text) + self.edge[0])
        else:
            counted = None if self.plain else thirds(text)
            points = self.every + 1 if counted is None else counted
        if points > self.every:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return points if self.plain else blatt(points)


@dataclass(eq=False)
class CardPoints(Question):
    """Ask for card points, written as at the table."""

    required: bool = field(default=False, kw_only=True)
    edge: Edge = field(default=LEAST, kw_only=True)

    def fields(self, data: Data) -> Mapping[str, forms.Field]:
        known = {"label": self.label, "help_text": self.help, "required": self.required}
        return {self.name: PointsField(data, edge=self.edge, **known)}

    def initial(self, data: Data) -> Mapping[str, Any]:
        return {name: shown(value, self.edge, data) for name, value in super().initial(data).items()}


def writes_blatt(data: Data) -> bool:
    """Return whether a sheet writes its limits with Blatt, 35/2."""
    return data.get("limits") == LimitNotation.BLATT.value


def shown(value: Any, edge: Edge, data: Data) -> Any:
    """Return a value of the sheet as it is typed; card points as the sheet writes them at this edge."""
    counted = thirds(value) if isinstance(value, str) else None
    if counted is None:
        return value
    return blatt(counted) if writes_blatt(data) else edge[1](counted)


class Range(Question):
    """Card points from – to: the 35:35."""

    shape = "lines"

    def fields(self, data: Data) -> Mapping[str, forms.Field]:
        return {
            f"{self.name}_from": PointsField(data, edge=LEAST, label=_("from"), required=False),
            f"{self.name}_to": PointsField(data, edge=MOST, label=_("to"), required=False),
        }

    def initial(self, data: Data) -> Mapping[str, Any]:
        both = value_at(data, self.path)
        low, high = both if isinstance(both, list) and len(both) == 2 else ("", "")
        return {f"{self.name}_from": shown(low, LEAST, data), f"{self.name}_to": shown(high, MOST, data)}

    def write(self, data: Data, cleaned: Mapping[str, Any]) -> None:
        both = [cleaned[f"{self.name}_from"], cleaned[f"{self.name}_to"]]
        given = [points for points in both if points is not None]
        put(data, self.path, [given[0], given[-1]] if given else None)


@dataclass(eq=False)
class Abbreviation(Question):
    """A few letters, the same in both languages."""

    longest: int = field(kw_only=True)

    def fields(self, data: Data) -> Mapping[str, forms.Field]:
        sentence = gettext("One to %(most)d letters or digits.") % {"most": self.longest}
        short = forms.CharField(
            label=self.label,
            help_text=self.help,
            max_length=self.longest,
            widget=_line(size="8"),
            error_messages=_errors(sentence),
        )
        return {self.name: short}

    def write(self, data: Data, cleaned: Mapping[str, Any]) -> None:
        put(data, self.path, tidy(cleaned[self.name]))


@dataclass(eq=False)
class BothLanguages(Question):
    """The same words in German and English; a language left empty has those of the other one."""

    shape: ClassVar[str] = "lines"
    help: Words = ONE_IS_ENOUGH
    longest: int = field(kw_only=True)
    required: bool = field(default=False, kw_only=True)
    other_keys: Data = field(default_factory=dict, kw_only=True)  # what else stands in the same table

    def fields(self, data: Data) -> Mapping[str, forms.Field]:
        too_long = gettext("%(most)d characters at most, please.") % {"most": self.longest}
        known: Any = {
            "max_length": self.longest,
            "error_messages": {"max_length": too_long},
            "required": False,
        }
        fields = {}
        for language, label in (("de", _("in German")), ("en", _("in English"))):
            widget: forms.Widget = _line(lang=language)
            if self.longest > 100:
                widget = forms.Textarea(attrs={"rows": "3", "autocomplete": "off", "lang": language})
            fields[f"{self.name}_{language}"] = forms.CharField(label=label, widget=widget, **known)
        return fields

    def initial(self, data: Data) -> Mapping[str, Any]:
        words = value_at(data, self.path)
        if isinstance(words, dict):
            german, english = words.get("de", ""), words.get("en", "")
        else:
            german, english = words or "", ""
        if german == english:
            english = ""
        return {f"{self.name}_de": german, f"{self.name}_en": english}

    def answer(self, data: Data) -> str:
        words = value_at(data, self.path)
        return str(words.get(current_language(), "") if isinstance(words, dict) else words or "")

    def given(self, cleaned: Mapping[str, Any]) -> tuple[str, str]:
        german, english = (tidy(cleaned.get(f"{self.name}_{language}") or "") for language in ("de", "en"))
        return german or english, english or german

    def clean(self, form: forms.Form) -> None:
        """Demand the words in at least one of the two languages."""
        fields = (f"{self.name}_de", f"{self.name}_en")
        if self.required and not any(self.given(form.cleaned_data)) and not set(fields) & set(form.errors):
            form.add_error(fields[0], gettext("This is missing: one of the two languages is enough."))

    def write(self, data: Data, cleaned: Mapping[str, Any]) -> None:
        german, english = self.given(cleaned)
        if not german:
            put(data, self.path, None)
        else:
            put(data, self.path, {**self.other_keys, "de": german, "en": english})


@dataclass(eq=False)
class _WithPicks(Question):
    """A question with answers to choose from, each with a sentence and what it comes to."""

    shape: ClassVar[str] = "picks"
    kind: ClassVar[str] = "checkbox"
    picks: Iterable[Pick] = field(kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.picks = tuple(self.picks)

    @property
    def shown_picks(self) -> list[ShownPick]:
        (bound,) = self.bound
        value = bound.value()
        chosen = set(value or ()) if self.kind == "checkbox" else {"" if value is None else str(value)}
        return [
            {
                **pick._asdict(),
                "id": f"id_{self.name}_{number}",
                "name": bound.html_name,
                "kind": self.kind,
                "chosen": pick.value in chosen,
            }
            for number, pick in enumerate(self.picks)
        ]

    @property
    def choices(self) -> list[tuple[str, Words]]:
        """Return the answers as a field of Django takes them."""
        return [(pick.value, pick.title) for pick in self.picks]

    def answer(self, data: Data) -> str:
        value = self.initial(data)[self.name]
        values = value if isinstance(value, list) else [value]
        chosen = ", ".join(str(pick.title) for pick in self.picks if pick.value and pick.value in values)
        return f"{name_of(self.path[-1])}: {chosen}" if chosen else ""


@dataclass(eq=False)
class Choice(_WithPicks):
    """One of several answers."""

    kind: ClassVar[str] = "radio"
    otherwise: str = field(default="", kw_only=True)

    def fields(self, data: Data) -> Mapping[str, forms.Field]:
        required = all(pick.value for pick in self.picks)
        return {self.name: choice_field(self.label, self.choices, _("Please choose."), required=required)}

    def initial(self, data: Data) -> Mapping[str, Any]:
        value = value_at(data, self.path)
        return {self.name: (usual(self.path) or self.otherwise) if value is None else value}

    def write(self, data: Data, cleaned: Mapping[str, Any]) -> None:
        put(data, self.path, cleaned[self.name] or None)


class Offer(Choice):
    """A choice of the rules: what is usual here and left to the tables, or no choice at all."""

    def __init__(self, key: str, label: Words, *, picks: Iterable[Pick]) -> None:
        super().__init__(("options", key), label, picks=picks, name=f"option_{key}")
        self.key, self.is_of_the_sheet = key, OPTIONS[key].of_the_sheet is not None

    def answer(self, data: Data) -> str:
        row = value_at(data, self.path)
        return str(self.label) if isinstance(row, dict) and not row.get("fixed") else ""

    def initial(self, data: Data) -> Mapping[str, Any]:
        row = value_at(data, self.path)
        if self.is_of_the_sheet:
            return {self.name: OFFERED if isinstance(row, dict) else ""}
        if not isinstance(row, dict):  # a sheet that says nothing of it leaves no choice
            return {self.name: f"{FIXED}{next(iter(OPTIONS[self.key].values))}"}
        return {self.name: f"{FIXED if row.get('fixed') else ''}{row.get('value', '')}"}

    def write(self, data: Data, cleaned: Mapping[str, Any]) -> None:
        options = data.setdefault("options", {})
        answer = cleaned[self.name]
        if not answer:
            options.pop(self.key, None)
            return
        row: Data = {"changes": "amounts"}
        if not self.is_of_the_sheet:
            row["value"] = answer.removeprefix(FIXED)
        if answer.startswith(FIXED):
            row["fixed"] = True
        is_present = self.key in options
        options[self.key] = row
        if not is_present:  # what changes amounts stands before what changes only the play
            by_effect = sorted(options.items(), key=lambda item: value_at(item[1], ("changes",)) == "play")
            data["options"] = dict(by_effect)


class YesOrNo(Question):
    """Ask yes or no; the explanation stands beside the answer."""

    shape = "tick"

    def fields(self, data: Data) -> Mapping[str, forms.Field]:
        return {self.name: forms.BooleanField(label=self.label, required=False)}

    def initial(self, data: Data) -> Mapping[str, Any]:
        value = value_at(data, self.path)
        return {self.name: bool(usual(self.path) if value is None else value)}

    def answer(self, data: Data) -> str:
        return name_of(self.path[-1]) if self.initial(data)[self.name] else ""

    @property
    def shown_picks(self) -> list[ShownPick]:
        (bound,) = self.bound
        attributes = {"id": f"id_{bound.html_name}", "name": bound.html_name, "kind": "checkbox"}
        pick = Pick("on", self.label, self.help)._asdict()
        return [{**pick, **attributes, "chosen": bool(bound.value())}]


@dataclass(eq=False)
class TableThere(YesOrNo):
    """Whether the sheet has a table at all."""

    first: Data = field(kw_only=True)

    def initial(self, data: Data) -> Mapping[str, Any]:
        return {self.name: isinstance(value_at(data, self.path), dict)}

    def write(self, data: Data, cleaned: Mapping[str, Any]) -> None:
        if not cleaned[self.name]:
            put(data, self.path, None)
        elif value_at(data, self.path) is None:
            put(data, self.path, dict(self.first))

    def anchor(self, path: SheetPath, data: Data) -> str | None:
        return self.name if path == self.path else None


@dataclass(eq=False)
class Several(_WithPicks):
    """Any number of answers, kept as a list."""

    empty_goes: bool = field(default=False, kw_only=True)

    def fields(self, data: Data) -> Mapping[str, forms.Field]:
        return {self.name: several_field(self.label, _("Please choose."), choices=self.choices)}

    def initial(self, data: Data) -> Mapping[str, Any]:
        chosen = value_at(data, self.path)
        return {self.name: list(chosen) if isinstance(chosen, list) else []}

    def write(self, data: Data, cleaned: Mapping[str, Any]) -> None:
        chosen = set(cleaned[self.name])
        ticked = [pick.value for pick in self.picks if pick.value in chosen]
        put(data, self.path, None if self.empty_goes and not ticked else ticked)


class RowTicks(Several):
    """The same yes or no for many rows: which premiums count in colour games."""

    def __init__(
        self,
        table: str,
        key: str,
        label: Words,
        help_text: Words = "",
        *,
        picks: Iterable[Pick],
        yes: Any = True,
        no: Any = False,
    ) -> None:
        super().__init__((table,), label, help_text, picks=picks, name=f"ticks_{key}")
        self.key, self.yes, self.no = key, yes, no

    def answer(self, data: Data) -> str:
        return ""  # rows are many

    def initial(self, data: Data) -> Mapping[str, Any]:
        return {self.name: [pick.value for pick in self.picks if self._of(data, pick.value) == self.yes]}

    def _of(self, data: Data, row: str) -> Any:
        path = (*self.path, row, self.key)
        value = value_at(data, path)
        return usual(path) if value is None else value

    def write(self, data: Data, cleaned: Mapping[str, Any]) -> None:
        chosen = set(cleaned[self.name])
        for pick in self.picks:
            value = self.yes if pick.value in chosen else self.no
            is_present = isinstance(value_at(data, (*self.path, pick.value)), dict)
            if is_present and self._of(data, pick.value) != value:
                put(data, (*self.path, pick.value, self.key), value)


@dataclass(eq=False)
class LineForEach(Question):
    """A line for each of some names; empty where nothing of its own holds."""

    shape: ClassVar[str] = "lines"
    picks: Iterable[Pick] = field(kw_only=True)
    read: WholeNumber | PlainText = field(kw_only=True)
    required: bool = field(default=False, kw_only=True)  # also where nothing is said of any

    def __post_init__(self) -> None:
        super().__post_init__()
        self.titles = {f"{self.name}_{pick.value}": pick.title for pick in self.picks}

    def fields(self, data: Data) -> Mapping[str, forms.Field]:
        return {name: self._line(title) for name, title in self.titles.items()}

    def _line(self, label: Words) -> forms.Field:
        if isinstance(self.read, PlainText):
            widget = _line(size="12", maxlength=str(self.read.longest))
            return forms.CharField(label=label, required=False, max_length=self.read.longest, widget=widget)
        least, most = self.read.least, self.read.most
        sentence = gettext("A whole number from %(least)d to %(most)d, or empty.")
        sentence %= {"least": least, "most": most}
        return number_field(label, least, most, sentence, required=False, size="4")

    def initial(self, data: Data) -> Mapping[str, Any]:
        values = table_at(data, self.path)
        return {name: values.get(name.removeprefix(f"{self.name}_")) for name in self.titles}

    def answer(self, data: Data) -> str:
        given = {name: value for name, value in self.initial(data).items() if value}
        return ", ".join(f"{self.titles[name]} {value}".replace("× ", "×") for name, value in given.items())

    def write(self, data: Data, cleaned: Mapping[str, Any]) -> None:
        answers: dict[str, Any] = {name: cleaned[name] for name in self.titles}
        answers = {name: tidy(text) if isinstance(text, str) else text for name, text in answers.items()}
        given = {
            name.removeprefix(f"{self.name}_"): answer
            for name, answer in answers.items()
            if answer not in (None, "", self.titles[name])  # what is as usual is not said
        }
        put(data, self.path, given if given or self.required else None)


# What every answer is called and what it does, in the words of a table


def capitalised(text: Text) -> str:
    """Return a text in the reader's language, with a capital at the beginning."""
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
    """Return a text in the reader's language."""
    return text.in_language(current_language())


def picks_of(customs: Iterable[Custom]) -> Iterator[Pick]:
    """Yield customs as answers, each with what it means."""
    for custom in customs:
        yield Pick(custom.value, capitalised(custom.label), words_of(custom.sentence))


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


def _pick(value: str, option: OptionValue) -> Pick:
    return Pick(value, capitalised(option.label), words_of(option.sentence) if option.sentence else "")


# The question about a key, of the kind that its declaration gives it


def ask(*path: str, label: Words = None, help_text: Words = None, **known: Any) -> Question:
    """Return the question about a place of the sheet; what is `known` is otherwise here than declared."""
    table, key = path[0] if len(path) > 1 else "sheet", path[-1]
    words = question_of(table, key) if label is None else label
    hint = help_of(table, key) if help_text is None else help_text
    kind, declared = _declared(table, key)
    return kind(path, words, *([hint] if hint else []), **{**declared, **known})


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
        case ForEach(_, _, (WholeNumber() | PlainText()) as read):
            return LineForEach, {"read": read, "required": spec.required}
        case ManyOf(read) if read is points:
            return Range, {}
        case ManyOf():
            return Several, {"empty_goes": not spec.required}
        case read if read is truth:
            return YesOrNo, {}
        case read if read is points:
            return CardPoints, {"required": spec.required}
    return Choice, {}  # of what else stands on this very sheet
