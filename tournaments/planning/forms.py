"""Forms for the terms of a tournament in plain words; and for copying and naming one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring import clock
from scoring.deeds import Refused
from scoring.engine.rules import Rules
from scoring.evenings.forms import WhenAndWhere
from scoring.evenings.verbs import problems_with_day
from scoring.models import Club
from scoring.names import tidy
from scoring.web.fields import (
    PageForm,
    choice_field,
    labelled,
    lines_field,
    number_field,
    offer,
    several_field,
    text_field,
)
from scoring.web.language import current_language
from scoring.web.stored_forms import StoredForm
from tournaments.cash.forms import EurosField
from tournaments.engine import criteria
from tournaments.engine.terms import (
    CUP,
    MOST_HANDS,
    PLAY_MONEY,
    Format,
    Overall,
    Terms,
)
from tournaments.models import Tournament
from tournaments.planning.pages import arbiters_to_name
from tournaments.planning.verbs import FIXED, problems_with, problems_with_title
from tournaments.web.amounts import AmountField
from tournaments.wording import CHOICES, HOW_DRAWN, ONLY_IN, matter

NUMBER = {"inputmode": "text", "autocomplete": "off", "size": "8"}
SIZES = (4, 5, 6)
MOST_DIGITS = 9


class Picks(forms.RadioSelect):
    """One out of several; an error leads to all of them."""

    def id_for_label(self, id_: str, index: str | None = None) -> str:
        return id_ if index is None else super().id_for_label(id_, index)


ABOUT_3 = _("A whole number, please, such as 3.")
ABOUT_30 = _("A whole number, please, such as 30.")


def _whole(
    label: Any, help_text: Any = "", *, required: bool = True, wrong: Any = ABOUT_3, **attributes: Any
) -> forms.IntegerField:
    attributes |= {"help_text": help_text, "size": "8"}
    return number_field(label, -(10**MOST_DIGITS), 10**MOST_DIGITS, wrong, required=required, **attributes)


def _hands(people: int) -> forms.IntegerField:
    words = {4: _("Table of four"), 5: _("Table of five"), 6: _("Table of six")}
    field = _whole(words[people], required=False)
    field.validators.clear()
    return field


def _picked(name: str, **options: Any) -> forms.ChoiceField:
    """Return the choice field for one of the terms, labelled with that term's name."""
    label = lazy(matter, str)(name)
    return choice_field(label, CHOICES[name].items(), _("Please choose one."), widget=Picks, **options)


@dataclass(frozen=True, slots=True)
class ListOf:
    """Where a list of criteria counts."""

    format: Format
    overall: Overall  # OFF: in each round
    usual: tuple[str, ...]

    @property
    def css(self) -> str:
        return f"when-{self.format}" + (f" when-{self.overall}" if self.overall is not Overall.OFF else "")


LISTS = {
    "in_money": ListOf(Format.MONEY, Overall.OFF, criteria.MONEY_ROUND),
    "in_cup": ListOf(Format.CUP, Overall.OFF, criteria.CUP_ROUND),
    "best_money": ListOf(Format.MONEY, Overall.BEST, criteria.MONEY_BEST_ROUND),
    "best_of_money": ListOf(Format.MONEY, Overall.BEST_OF, criteria.MONEY_BEST_ROUNDS),
    "average_money": ListOf(Format.MONEY, Overall.AVERAGE, criteria.MONEY_AVERAGE),
    "sum_money": ListOf(Format.MONEY, Overall.SUM, criteria.MONEY_SUM),
    "sum_cup": ListOf(Format.CUP, Overall.SUM, criteria.CUP_OVERALL),
    "best_of_cup": ListOf(Format.CUP, Overall.BEST_OF, criteria.CUP_BEST_ROUNDS),
    "average_cup": ListOf(Format.CUP, Overall.AVERAGE, criteria.CUP_AVERAGE),
    "best_cup": ListOf(Format.CUP, Overall.BEST, criteria.CUP_BEST_ROUND),
}
OF_OVERALL = ("overall", "best_rounds", "least", "averaged")
PLAIN = ("rounds", "fee", "ticket", "capital", "replacement", "choosers", "barred", "gives_back")


# What the page begins with folded, by part; the first fields of all stand above it.
FOLDED = {
    "play": ("format", "bell", "double", *(f"hands_{people}" for people in SIZES)),
    "money": ("capital", "stake", "replacement"),
    "round": ("schrift_kontra", "scope", "in_money", "in_cup", "barred"),
    "overall": (*OF_OVERALL, *(name for name, list_ in LISTS.items() if list_.overall is not Overall.OFF)),
    "prizes": ("ticket", "prizes", "choosers"),
    "draw": ("method", "gives_back", "showing"),
}


class TermsForm(PageForm):
    """All fields of `Terms`; those of the other format are hidden, stored, and not checked."""

    format = choice_field(
        _("What ranks in a round?"),
        [
            (Format.MONEY, _("Play money: everybody begins each round with the same capital.")),
            (Format.CUP, _("The Schrift: the points of the hands are added up.")),
        ],
        widget=Picks,
    )
    rounds = _whole(_("Number of rounds"))
    minutes = _whole(
        _("Minutes a round"), required=False, wrong=ABOUT_30, placeholder=pgettext_lazy("round", "no clock")
    )
    hands_4 = _hands(4)
    hands_5 = _hands(5)
    hands_6 = _hands(6)
    bell = _picked("bell")
    double = _picked("double")
    capital = _whole(_("Capital with which everybody begins a round"), wrong=ABOUT_30)
    stake = AmountField(
        label=_("Play money for one point of the sheet"),
        widget=forms.TextInput(attrs=NUMBER),
        error_messages=dict.fromkeys(("required", "invalid"), _("A number, please, such as 1, 0,5 or 1/2.")),
    )
    replacement = _whole(
        _("Replacement capital"),
        _("A player with nothing left receives it, as often as it takes, and is ranked last."),
        wrong=ABOUT_30,
    )
    schrift_kontra = _picked("schrift_kontra")
    scope = _picked("scope")
    barred = _whole(
        _("Tournaments barred after walking out"),
        _("If they are ranked last because of it; 0: nobody."),
        required=False,
    )
    overall = _picked("overall")
    best_rounds = _whole(
        _("How many of the best rounds count"), _("If somebody plays fewer rounds, all of theirs count.")
    )
    least = _whole(_("Rounds needed to be ranked overall"))
    averaged = _whole(
        _("Rounds needed to be ranked overall"),
        _("Leave it empty to require as many rounds as more than half of the players have played."),
        required=False,
    )
    fee = EurosField(label=_("Entry fee for each player and round"))
    ticket = EurosField(
        label=_("Day ticket: once for all rounds"),
        help_text=_("Instead of the fee of each round. Empty or 0 if there is none."),
        required=False,
    )
    prizes = lines_field(
        _("Prizes of each round, one on each line"),
        20_000,
        rows=3,
        help_text=_("They can be changed for each round."),
    )
    choosers = _whole(_("How many choose their prizes"), _("In order of rank; give what is left by hand."))
    method = _picked("method", help_text=HOW_DRAWN)
    gives_back = forms.BooleanField(
        label=_("A table gets back the time it loses to a dispute"), required=False
    )
    showing = _picked("showing")

    def __init__(self, *args: Any, terms: Terms, currency: str, **kwargs: Any) -> None:
        initial = {**initial_of(terms), **kwargs.pop("initial", {})}
        super().__init__(*args, initial=initial, **kwargs)
        self.agreed, self.currency = terms, currency
        fee = gettext("Entry fee for each player and round, in %(currency)s")
        ticket = gettext("Day ticket: once for all rounds, in %(currency)s")
        for name, label in (("fee", fee), ("ticket", ticket)):
            self.fields[name].label = label % {"currency": currency}
        for name in LISTS:
            self.fields[name] = forms.CharField(
                label=_("What counts first, and what next"),
                required=False,
                max_length=1000,
                widget=forms.HiddenInput,
            )

    @property
    def in_error(self) -> list[forms.BoundField]:
        return [field for field in self if field.errors]

    @property
    def open_parts(self) -> list[str]:
        """Return the unfolded parts: those with errors, or with a list just arranged."""
        arranged_field = str(self.initial.get("arrange", "")).split()[1:2]
        needed = {*self.errors, *arranged_field}
        return [part for part, names in FOLDED.items() if needed & {*names}]

    # From what was typed to terms

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        chosen = Format(cleaned.get("format") or self.agreed.format)
        cleaned["format"] = chosen
        other = Format.CUP if chosen is Format.MONEY else Format.MONEY
        for name in self._hidden_fields(other, cleaned):
            if name in self.errors:
                del self.errors[name]
        if "ticket" in cleaned:
            cleaned["ticket"] = cleaned["ticket"] or 0
        self.terms = replace(self.agreed, **dict(self._chosen(cleaned, chosen)))
        for field, sentences in problems_with(self.terms).items():
            asked_in = self.form_field_of(field)
            if asked_in in self.fields and asked_in not in self.errors:
                for sentence in sentences:
                    self.add_error(asked_in, sentence)
        return cleaned

    def _hidden_fields(self, other: Format, cleaned: Mapping[str, Any]) -> Iterator[str]:
        yield from (name for name, format_ in ONLY_IN.items() if format_ is other)
        overall = cleaned.get("overall")
        if overall != Overall.BEST_OF:
            yield "best_rounds"
        if overall != Overall.AVERAGE:
            yield "averaged"
        if overall in (Overall.OFF, Overall.AVERAGE):
            yield "least"

    def _chosen(self, cleaned: Mapping[str, Any], chosen: Format) -> Iterator[tuple[str, Any]]:
        """Yield the name and new value of each valid term; the others keep their old values."""
        for name in PLAIN:
            if cleaned.get(name) is not None:
                yield name, cleaned[name]
        for name, choices in CHOICES.items():
            if cleaned.get(name) and name != "overall" and (name != "schrift_kontra" or chosen is Format.CUP):
                yield name, next(choice for choice in choices if choice == cleaned[name])
        if cleaned.get("stake") is not None:
            yield "stake", Fraction(cleaned["stake"])
        if "minutes" in cleaned:
            yield "minutes", cleaned["minutes"]
        if "prizes" in cleaned:
            yield "prizes", tuple([tidy(line) for line in cleaned["prizes"].splitlines() if tidy(line)])
        if "hands_4" in self.fields:
            hands = {people: cleaned.get(f"hands_{people}") for people in SIZES}
            given = {people: number for people, number in hands.items() if number is not None}
            yield "hands", MappingProxyType(given)
        if "overall" in self.fields:
            yield from self._chosen_ranking(cleaned, chosen)
        else:
            for name, field in (("round_criteria", "scope"), ("overall_criteria", "overall")):
                if self.list_field_of(field) in cleaned:
                    yield name, _names(cleaned[self.list_field_of(field)])

    def _chosen_ranking(self, cleaned: Mapping[str, Any], chosen: Format) -> Iterator[tuple[str, Any]]:
        overall = Overall(cleaned.get("overall") or Overall.OFF)
        yield "overall", overall
        yield "round_criteria", _names(cleaned.get(f"in_{chosen}"))
        if overall is Overall.OFF:
            yield "overall_criteria", ()
            yield "overall_rounds", 1
        else:
            yield "overall_criteria", _names(cleaned.get(f"{overall}_{chosen}"))
            if overall is Overall.BEST_OF and cleaned.get("best_rounds") is not None:
                yield "overall_best", cleaned["best_rounds"]
            if self._least(overall) in cleaned:
                yield "overall_rounds", cleaned[self._least(overall)]

    def list_field_of(self, of: str) -> str:
        """Return the field for the order of criteria in a round ("scope") or overall."""
        return f"{'in' if of == 'scope' else self.agreed.overall}_{self.agreed.format}"

    def _least(self, overall: Overall) -> str:
        return "averaged" if overall is Overall.AVERAGE else "least"

    def form_field_of(self, field: str) -> str:
        """Return the form's field for one of the terms."""
        terms = self.terms
        form_fields = {
            "overall_rounds": self._least(terms.overall),
            "overall_best": "best_rounds",
            "round_criteria": f"in_{terms.format}",
            "overall_criteria": f"{terms.overall}_{terms.format}",
        }
        if field == "hands":
            wrong = [people for people, hands in terms.hands.items() if not 1 <= hands <= MOST_HANDS]
            return f"hands_{wrong[0] if wrong else SIZES[0]}"
        return form_fields.get(field, field)

    def show(self, refused: Refused) -> None:
        problems = {self.form_field_of(field): sentences for field, sentences in refused.problems.items()}
        super().show(Refused(**problems))

    # As the page shows it

    @property
    def first(self) -> list[forms.BoundField]:
        """Return the fields that every director sets."""
        names = ("title", "date", "place", "rules", "rounds", "minutes", "fee")
        return [self[name] for name in names if name in self.fields]

    @property
    def hands(self) -> list[forms.BoundField]:
        return [self[f"hands_{people}"] for people in SIZES]

    @property
    def has_overall(self) -> bool:
        return "overall" in self.fields or self.list_field_of("overall") in self.fields

    @property
    def lists(self) -> dict[str, dict[str, Any]]:
        """Return the lists of criteria in order: the chosen ones, and the others."""
        return {name: self._listed(name, list_) for name, list_ in LISTS.items() if name in self.fields}

    @property
    def overall_lists(self) -> list[dict[str, Any]]:
        return [shown for name, shown in self.lists.items() if LISTS[name].overall is not Overall.OFF]

    def _listed(self, field: str, list_: ListOf) -> dict[str, Any]:
        value = str(self[field].value() or "")
        names, language = _names(value), current_language()

        def in_words(name: str) -> tuple[str, str, str]:
            if name not in criteria.CRITERIA:
                return name, name, gettext("This criterion is not known here.")
            criterion = criteria.CRITERIA[name]
            return name, criterion.label.in_language(language), criterion.sentence.in_language(language)

        possible = criteria.suited(
            money=list_.format is Format.MONEY, overall=list_.overall is not Overall.OFF
        )
        return {
            "field": field,
            "label": self.fields[field].label,
            "css": list_.css if "overall" in self.fields else "",
            "value": value,
            "entries": list(map(in_words, names)),
            "others": [in_words(name) for name in possible if name not in names],
            "errors": [str(error) for error in self[field].errors],
        }


def initial_of(terms: Terms) -> dict[str, Any]:
    """Return terms as initial values of the form; those of the other format as usual."""
    initial: dict[str, Any] = {
        **terms.as_json(),
        "prizes": "\n".join(terms.prizes),
        **{f"hands_{people}": terms.hands_at(people) for people in SIZES},
        "schrift_kontra": (terms if terms.format is Format.CUP else CUP).schrift_kontra,
        "least": terms.overall_rounds or 1,
        "averaged": terms.overall_rounds if terms.overall is Overall.AVERAGE else None,
        "best_rounds": terms.overall_best,
        **{name: " ".join(list_.usual) for name, list_ in LISTS.items()},
        f"in_{terms.format}": " ".join(terms.round_criteria),
    }
    if terms.overall is not Overall.OFF:
        initial[f"{terms.overall}_{terms.format}"] = " ".join(terms.overall_criteria)
    return initial


def _names(value: Any) -> tuple[str, ...]:
    return tuple(str(value or "").split())


# Criteria are put into order with buttons, without a script


def arranged(posted: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the typed values with one list arranged as its button says; None: another button."""
    words = str(posted.get("arrange", "")).split()
    if len(words) == 2 and words[0] == "add" and words[1] in LISTS:
        field, names = words[1], list(_names(posted.get(words[1])))
        new = str(posted.get(f"new_{field}", ""))
        if new and new not in names:  # a lot comes last, nothing comes after it
            names.insert(names.index("lot") if "lot" in names else len(names), new)
    elif len(words) == 3 and words[1] in LISTS:
        field, names = words[1], list(_names(posted.get(words[1])))
        names = _reordered(names, words[2], words[0])
    else:
        return None
    answers = {name: posted.get(name) for name in posted}
    return {**answers, "gives_back": "gives_back" in posted, field: " ".join(names)}


def _reordered(names: list[str], name: str, how: str) -> list[str]:
    if name not in names:
        return names
    at = names.index(name)
    names = names[:at] + names[at + 1 :]
    if how == "out":
        return names
    to = max(0, at - 1) if how == "up" else at + 1
    return [*names[:to], name, *names[to:]]


class Title(PageForm):
    """The name of a tournament."""

    title = text_field(
        _("Name of the tournament"),
        _("Please give the tournament a name."),
        placeholder=_("Autumn tournament 2026"),
    )

    def clean_title(self) -> str:
        title = tidy(self.cleaned_data["title"])
        if wrong := problems_with_title(title):
            raise forms.ValidationError(wrong["title"])
        return title


class TitleAndDay(WhenAndWhere, Title):
    """The name of a tournament, its date and its place."""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "date" in cleaned and "place" in cleaned:
            for field, sentences in problems_with_day(cleaned["date"], tidy(cleaned["place"])).items():
                self.add_error(field, forms.ValidationError(sentences))
        return cleaned


def _rules_field() -> forms.ChoiceField:
    return choice_field(_("Rules"), wrong=_("Please choose a rule sheet."))


class NewTournament(TermsForm, TitleAndDay):
    """A tournament before it is opened. Its terms can be saved as a preset on the way."""

    rules = _rules_field()
    arbiters = several_field(
        _("Who rules when a table calls?"),
        _("Please choose among those who are listed."),
        help_text=_(
            "If nobody is ticked, the director rules. Others can be appointed later, even on the day."
        ),
    )
    preset = text_field(
        _("Name of the preset"),
        "",
        help_text=_("If the name already exists, the new terms replace the old ones."),
    )

    def __init__(
        self,
        *args: Any,
        club: Club,
        sheets: Mapping[str, Rules],
        terms: Terms = PLAY_MONEY,
        rules: str = "",
        **kwargs: Any,
    ) -> None:
        known = arbiters_to_name(club)
        begin = {
            "date": clock.today(),
            "rules": rules,
            "arbiters": [pk for pk, _name, is_arbiter in known if is_arbiter],
            **kwargs.pop("initial", {}),
        }
        super().__init__(*args, terms=terms, currency=club.currency, initial=begin, **kwargs)
        offer(self, rules=labelled(sheets), arbiters=[(pk, name) for pk, name, _is_arbiter in known])

    def form_field_of(self, field: str) -> str:
        return "preset" if field == "name" else super().form_field_of(field)


class Settings(StoredForm, TermsForm, TitleAndDay):
    """The settings of an existing tournament, without terms that were played under."""

    rules = _rules_field()
    newest = forms.BooleanField(
        label=_("Take the newest version of this sheet"),
        help_text=_("It has been changed since the tournament was opened."),
        required=False,
    )

    def __init__(
        self, *args: Any, tournament: Tournament, sheets: Mapping[str, Rules], is_behind: bool, **kwargs: Any
    ) -> None:
        evening = tournament.evening
        details = {"date": evening.date, "place": evening.venue, "rules": evening.ruleset.slug}
        initial = {"title": tournament.title, **details, **kwargs.pop("initial", {})}
        super().__init__(*args, terms=tournament.terms, currency=evening.currency, initial=initial, **kwargs)
        self.is_planned = not any(round_.started_at for round_ in tournament.rounds.all())
        self.fields["reason"] = text_field(
            _("Why?"), "", help_text=_("Players can read it beside what was changed."), maxlength="400"
        )
        offer(self, rules=labelled(sheets))
        if not is_behind:
            del self.fields["newest"]
        lists = LISTS.keys() - {self.list_field_of("scope"), self.list_field_of("overall")}
        hands = [f"hands_{people}" for people in SIZES]
        fixed = [*FIXED, *lists, *OF_OVERALL, *hands, "rules", "newest"]
        for name in ["reason"] if self.is_planned else fixed:
            self.fields.pop(name, None)


class PresetName(StoredForm):
    """The name of a preset."""

    name = text_field(_("Name of the preset"), _("Please give the preset a name."))


def replaced_preset(club: Club, form: PageForm, field: str) -> str:
    """Return the name of the preset that saving the form again replaces."""
    name = tidy(form[field].value() or "")
    return name if form.errors.get(field) and club.presets.filter(name=name).exists() else ""


class CopyForm(TitleAndDay):
    """What the copy is called and when it is played."""

    field_order = ("title", "date", "place", "people")

    people = forms.BooleanField(label=_("Register the same people again"), required=False)
