"""Which hands of a season statistics count: under which rules, and with whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring.engine.rules import Text
from scoring.forms.fields import PageForm
from scoring.paper.career import Choice
from scoring.paper.statistics.reading import Person

RULES, WITH = "rules", "with"


def asked_for(asked: QueryDict) -> Choice:
    """As it stands in the address; whether there is such a thing, the form says."""
    return Choice(asked.get(RULES, ""), frozenset(one for one in asked.getlist(WITH) if one))


class ChoiceForm(PageForm):
    """Offers what was played in this time, and who was there."""

    rules = forms.ChoiceField(
        label=_("Rule sheet"),
        required=False,
        error_messages={
            "invalid_choice": _("Nothing was played under this rule sheet in this time. Please choose again.")
        },
    )

    def __init__(
        self,
        asked: QueryDict,
        *,
        rules: Mapping[str, Text],
        language: str,
        people: Iterable[Person] | None = None,
    ) -> None:
        super().__init__(asked)
        labels = sorted((label.in_language(language), slug) for slug, label in rules.items())
        self.offers_rules = len(labels) > 1 or bool(asked.get(RULES))
        field = self.fields[RULES]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("All rule sheets")), *((slug, label) for label, slug in labels)]
        if people is not None:
            self.fields[WITH] = forms.MultipleChoiceField(
                label=_("Only hands at which these people played too"),
                required=False,
                choices=[(one.key, one.name) for one in people],
                widget=forms.CheckboxSelectMultiple,
                error_messages={
                    "invalid_choice": _(
                        "Somebody you chose was not at the same table in this time. Please choose again."
                    )
                },
            )

    @property
    def people(self) -> forms.BoundField | None:
        return self[WITH] if WITH in self.fields else None

    @property
    def chosen(self) -> dict[str, Any]:
        """What holds the page back to some of the hands."""
        return {name: value for name, value in self.cleaned_data.items() if value}
