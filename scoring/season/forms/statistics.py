"""Which hands of a season statistics count: under which rules, and with or against whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.engine.texts import Text
from scoring.season.pages.statistics.choosing import HandFilter
from scoring.season.pages.statistics.reading import SeasonPerson
from scoring.web.fields import PageForm

RULES, WITH, SIDE = "rules", "with", "side"
AGAINST, TABLE = "against", "table"


def asked_for(asked: QueryDict) -> HandFilter:
    """As it stands in the address; whether there is such a thing, the form says."""
    people = frozenset(one for one in asked.getlist(WITH) if one)
    return HandFilter(asked.get(RULES, ""), people, bool(people) and _side_in(asked) == AGAINST)


def _side_in(asked: QueryDict) -> str:
    """Return the side; a link that names people and no side is from before there were sides: at one table."""
    return asked.get(SIDE) or (TABLE if any(asked.getlist(WITH)) else AGAINST)


class ChoiceForm(PageForm):
    """Offers what was played in this time, and who was there."""

    rules = forms.ChoiceField(
        label=_("Rule sheet"),
        required=False,
        error_messages={
            "invalid_choice": _(
                "Nothing was played under this rule sheet in this period. Please choose again."
            )
        },
    )

    label: ClassVar[Any] = _("Only hands that all of these people played")
    nobody: ClassVar[Any] = _("Somebody you chose did not play in this period. Please choose again.")

    def __init__(
        self, asked: QueryDict, *, rules: Mapping[str, Text], language: str, people: Iterable[SeasonPerson]
    ) -> None:
        super().__init__(asked)
        labels = sorted((label.in_language(language), slug) for slug, label in rules.items())
        self.offers_rules = len(labels) > 1 or bool(asked.get(RULES))
        field = self.fields[RULES]
        assert isinstance(field, forms.ChoiceField)
        chosen = set(asked.getlist(WITH))
        field.choices = [("", _("All rule sheets")), *((slug, label) for label, slug in labels)]
        self.fields[WITH] = forms.MultipleChoiceField(
            label=self.label,
            required=False,
            # Whoever is chosen stands first: the box shows only a part of a big club.
            choices=[
                (person.key, person.name) for person in sorted(people, key=lambda one: one.key not in chosen)
            ],
            widget=forms.CheckboxSelectMultiple,
            error_messages={"invalid_choice": self.nobody},
        )

    @property
    def people(self) -> forms.BoundField:
        return self[WITH]

    @property
    def sides(self) -> forms.BoundField | None:
        return self[SIDE] if SIDE in self.fields else None

    @property
    def chosen(self) -> bool:
        """Is the page held back to some of the hands?"""
        return any(self.cleaned_data.get(name) for name in (RULES, WITH))

    @property
    def told(self) -> list[str]:
        """What is chosen, in sentences: on paper the form is not to be seen."""
        found = []
        if slug := self.cleaned_data.get(RULES):
            label = self._labels(RULES)[slug]
            found.append(gettext("Only hands under this rule sheet: %(label)s.") % {"label": label})
        if chosen := self.cleaned_data.get(WITH):
            names = ", ".join(self._labels(WITH)[one] for one in chosen)
            found.append(self._told_of_people() % {"names": names})
        return found

    def _told_of_people(self) -> str:
        return gettext("Only hands that all of these people played: %(names)s.")

    def _labels(self, name: str) -> dict[str, str]:
        return {
            str(bound_widget.data["value"]): str(bound_widget.data["label"]) for bound_widget in self[name]
        }


class MembersChoiceForm(ChoiceForm):
    """Of a member's hands; the people chosen were against them, or anywhere at the table."""

    side = forms.ChoiceField(
        label=_("These people were"),
        required=False,
        choices=[
            (AGAINST, _("against: all of them on the other side")),
            (TABLE, _("at one table: on either side")),
        ],
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("Please choose.")},
    )
    label = _("Only hands against these people, or with them")
    nobody = _("Somebody you chose was not at the same table in this period. Please choose again.")

    def __init__(self, asked: QueryDict, **offered: Any) -> None:
        asked = asked.copy()
        asked[SIDE] = _side_in(asked)
        super().__init__(asked, **offered)

    @property
    def is_against(self) -> bool:
        return bool(self.cleaned_data.get(WITH)) and self.cleaned_data.get(SIDE) == AGAINST

    def _told_of_people(self) -> str:
        if self.is_against:
            return gettext("Only hands with all of these people on the other side: %(names)s.")
        return gettext("Only hands that all of these people played, too: %(names)s.")
