"""What is asked about sections."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine.record.reading import LONGEST_REASON
from scoring.web.fields import PageForm
from scoring.web.stored_forms import StoredForm
from tournaments.series.sections.pages import BEST, EVEN, GROUPS, LOT, SectionedPerson, SectionsShown

_CHOOSE = dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Please choose one of these."))
APART, TOGETHER = "apart", "together"


class SectionsForm(StoredForm):
    """What the sections are called, and whether all are ranked together, too."""

    names = forms.CharField(
        label=gettext_lazy("Names of the sections"),
        help_text=gettext_lazy("A name on each line, such as A and B. Without names there are none."),
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off"}),
        error_messages={"max_length": gettext_lazy("This is far too long.")},
    )
    ranked = forms.ChoiceField(
        label=gettext_lazy("How they are ranked"),
        choices=[
            (APART, gettext_lazy("each section by itself")),
            (TOGETHER, gettext_lazy("all together, and each section beside it")),
        ],
        error_messages=_CHOOSE,
    )

    @property
    def asked(self) -> dict[str, Any]:
        """Return what was asked for; of a valid form."""
        names = self.cleaned_data["names"].splitlines()
        return {"names": names, "together": self.cleaned_data["ranked"] == TOGETHER}


class DivideForm(PageForm):
    """How everybody is divided at once."""

    way = forms.ChoiceField(label=gettext_lazy("How people are divided"), error_messages=_CHOOSE)
    order = forms.ChoiceField(
        label=gettext_lazy("Who is stronger"),
        help_text=gettext_lazy("Only where it goes by strength: the first of this list are the strongest."),
        required=False,
        error_messages=_CHOOSE,
    )

    def __init__(
        self,
        *args: Any,
        sections: tuple[str, ...],
        orders: list[tuple[str, str]],
        groups: list[tuple[str, str]],
        has_begun: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, auto_id="id_all_%s", **kwargs)
        ways = [
            (LOT, _("by lot, evenly")),
            (EVEN, _("equally strong: the strongest spread over the sections")),
            (BEST, _("by strength: the strongest in the first section")),
        ]
        way, order = self.fields["way"], self.fields["order"]
        assert isinstance(way, forms.ChoiceField)
        assert isinstance(order, forms.ChoiceField)
        way.choices = [*ways, (GROUPS, _("by the club's groups"))] if groups else ways
        order.choices = orders
        self.of_section: list[int] = []
        for number, name in enumerate(sections if groups else (), 1):
            field = forms.ChoiceField(
                label=_("Group of section %(name)s") % {"name": name},
                choices=[("", _("all others")), *groups],
                required=False,
                error_messages=_CHOOSE,
            )
            self.fields[f"group_{number}"] = field
            self.of_section.append(number)
        if has_begun:
            self.fields["reason"] = reason_field()

    def clean(self) -> dict[str, Any]:
        """One section at most takes all others."""
        cleaned = super().clean() or {}
        if cleaned.get("way") == GROUPS:
            chosen = [cleaned.get(f"group_{number}", "") for number in self.of_section]
            if chosen.count("") > 1 or len(set(chosen)) < len(chosen):
                said = _("Please choose another group for each section; one of them can take all others.")
                self.add_error(f"group_{self.of_section[-1]}", said)
        return cleaned

    @property
    def groups_asked(self) -> list[forms.BoundField]:
        """Return the fields for the group of each section."""
        return [self[f"group_{number}"] for number in self.of_section]

    @property
    def group_of(self) -> dict[int, int]:
        """Return the group of each section; 0: all others."""
        return {number: int(self.cleaned_data[f"group_{number}"] or 0) for number in self.of_section}


def reason_field() -> forms.CharField:
    """Return the field for why somebody who has played changes section."""
    return forms.CharField(
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("Needed for whoever has played already: all their results go along."),
        required=False,
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"max_length": gettext_lazy("This is far too long.")},
    )


class ByHandForm(StoredForm):
    """Everybody's section, as it was tapped."""

    reason = reason_field()

    def __init__(self, *args: Any, there: SectionsShown, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people = there.people
        choices = [(str(section.number), section.name) for section in there.sections]
        for person in there.people:
            widget = forms.RadioSelect(choices=choices)
            begin = str(person.section) if person.section else ""
            self.fields[_field_of(person)] = forms.CharField(
                label=person.name, initial=begin, required=False, widget=widget
            )
        self.numbers = {number for number, _name in choices}

    @property
    def sections(self) -> dict[int, int]:
        """Return whom a section was tapped for; whoever is not named there stays."""
        tapped = sorted((person.entrant, self.cleaned_data[_field_of(person)]) for person in self.people)
        return {entrant: int(section) for entrant, section in tapped if section in self.numbers}

    @property
    def rows(self) -> list[tuple[SectionedPerson, str]]:
        """Return everybody with the section that is tapped on the page."""
        return [(person, str(self[_field_of(person)].value() or "")) for person in self.people]


def _field_of(person: SectionedPerson) -> str:
    return f"section_{person.entrant}"
