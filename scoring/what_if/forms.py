"""Under which sheet somebody wants to look at what was played, and what would be agreed there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine.problems import option_problems
from scoring.engine.rules import CHOICES, Rules
from scoring.engine.telling import CHOSEN, MATTERS
from scoring.evenings.verbs.evenings import MOST_CENTS
from scoring.web.fields import PageForm
from scoring.web.language import current_language
from scoring.what_if import Choosable

PREFIX = "option-"


class WhatIfForm(PageForm):
    """Read from the address. The options are those of the sheet that was chosen before: `of` says which."""

    rules = forms.ChoiceField(
        label=gettext_lazy("Under which sheet?"),
        error_messages=dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Please choose.")),
    )
    of = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        asked: QueryDict,
        *,
        sheets: Sequence[Choosable],
        behind: Callable[[str], Rules],
        agreed: Mapping[str, Mapping[str, str | int]] | None = None,
    ) -> None:
        """`agreed` is what was chosen of a sheet where it was really played."""
        filled = asked.copy()
        name = asked.get("rules", "")
        known = any(sheet.name == name for sheet in sheets)
        self.chosen = behind(name) if known else None
        if self.chosen is not None:
            wanted = (agreed or {}).get(name, {})
            if not option_problems(wanted, self.chosen):
                self.chosen = self.chosen.under(wanted)
            for key in _offered(self.chosen):
                if asked.get("of") != name or PREFIX + key not in asked:
                    filled[PREFIX + key] = str(getattr(self.chosen.options, key))
        filled["of"] = name
        super().__init__(filled if "rules" in asked else None)
        rules = self.fields["rules"]
        assert isinstance(rules, forms.ChoiceField)
        rules.choices = _choices(sheets)
        for key in _offered(self.chosen):
            self.fields[PREFIX + key] = _option(key)

    @property
    def chosen_label(self) -> str:
        return self.chosen.label.in_language(current_language()) if self.chosen is not None else ""

    @property
    def options(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(PREFIX)]

    @property
    def differs(self) -> bool:
        """Is something chosen otherwise than the sheet has it, or wrong?"""
        if self.chosen is None or not self.is_bound:
            return False
        return any(
            field.errors or field.value() != str(getattr(self.chosen.options, field.name[len(PREFIX) :]))
            for field in self.options
        )

    @property
    def under(self) -> Rules:
        """The sheet with what was chosen of it."""
        assert self.chosen is not None
        options: dict[str, str | int] = {}
        for key in _offered(self.chosen):
            wanted = self.cleaned_data[PREFIX + key]
            options.update((key, value) for value in CHOICES[key] if str(value) == wanted)
        usual = {key: getattr(self.chosen.options, key) for key in options}
        return self.chosen if options == usual else self.chosen.under(options)


class EveningWhatIfForm(WhatIfForm):
    """And what a point would cost."""

    cents = forms.IntegerField(
        label=gettext_lazy("Cents a point"),
        min_value=0,
        max_value=MOST_CENTS,
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"),
            gettext_lazy("A whole number of cents from 0 to 100000: 50 for 50 cents, 200 for two euros."),
        ),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": "8"}),
    )

    def __init__(self, asked: QueryDict, *, cents: int, **further: Any) -> None:
        filled = asked.copy()
        if not filled.get("cents", "").strip():
            filled["cents"] = str(cents)
        super().__init__(filled, **further)
        self.fields["cents"].initial = cents


def _choices(sheets: Sequence[Choosable]) -> list[Any]:
    own = [(sheet.name, sheet.label) for sheet in sheets if sheet.own]
    printed = [(sheet.name, sheet.label) for sheet in sheets if not sheet.own]
    groups: list[Any] = [(_("The club's own sheets"), own)] if own else []
    return [*groups, (_("Published sheets"), printed)]


def _offered(rules: Rules | None) -> list[str]:
    if rules is None:
        return []
    return [note.key for note in rules.option_notes if note.changes_amounts]


def _option(key: str) -> forms.ChoiceField:
    language = current_language()
    return forms.ChoiceField(
        label=MATTERS[key].in_language(language),
        choices=[(str(value), CHOSEN[key, value].in_language(language)) for value in CHOICES[key]],
    )
