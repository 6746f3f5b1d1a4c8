"""What the director types of a table that plays on paper: its hands, or what came of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.engine.money import PARTS, number_in_words
from scoring.engine.result import Amount, exact
from scoring.web.fields import PageForm, lines_field, text_field
from scoring.web.stored_forms import StoredForm
from tournaments.corrections.forms.lines import MOST_LINES
from tournaments.engine.capital import PaperLine

BIGGEST = 1_000_000
LABELS = {  # of the amounts in a result
    "balance": _("%(name)s: final balance"),
    "replacement": _("%(name)s: replacement capital received"),
    "schrift": _("%(name)s: Schrift"),
}
LINES, REASON = _("Hands, one in each line"), _("Why?")
_PARTS = {sign: part for part, sign in PARTS.items()}
_NUMBER = re.compile(
    r"(?P<sign>[+\-−]?)(?=[^.,\s])(?P<whole>\d{1,7}(?![\d/]))?"
    r"(?:[.,](?P<tenth>\d)|\s*(?P<count>\d{1,2})/(?P<of>[1-9]\d?)"
    rf"|\s*(?P<part>[{''.join(_PARTS)}]))?",
    re.ASCII,
)


class LinesForm(PageForm):
    """One hand in each line."""

    lines = lines_field(
        LINES, 20_000, rows=10, required=_("Please type at least one hand."), autocapitalize="none"
    )

    def clean_lines(self) -> str:
        text: str = self.cleaned_data["lines"]
        if len([line for line in text.splitlines() if line.strip()]) > MOST_LINES:
            raise forms.ValidationError(_("At most %(most)d hands at once, please.") % {"most": MOST_LINES})
        return text


class AmountField(forms.Field):
    """A whole number, or one with a half or thirds: "41", "−3", "50 2/3", "20,5".

    >>> field = AmountField()
    >>> [str(field.clean(one)) for one in ("41", "50 2/3", "20,5", "−½", "16⅔", "50/3", "1 5/12")]
    ['41', '152/3', '41/2', '-1/2', '50/3', '50/3', '17/12']
    """

    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "size": "8"})

    def to_python(self, value: Any) -> Amount | None:
        if value in self.empty_values:
            return None
        found = _NUMBER.fullmatch(str(value).strip())
        if found is None:
            raise forms.ValidationError(_("A number, please, as in 41 or 50 2/3."))
        amount = int(found["whole"] or 0) + Fraction(int(found["tenth"] or 0), 10)
        amount += _PARTS.get(found["part"], 0) + Fraction(int(found["count"] or 0), int(found["of"] or 1))
        return exact(-amount if found["sign"] in ("-", "−") else amount)

    def prepare_value(self, value: Any) -> Any:
        return value if value is None or isinstance(value, str) else number_in_words(value)


class ResultForm(StoredForm):
    """Final balance and replacement capital, or the Schrift, of everybody who sat there."""

    def __init__(
        self,
        *args: Any,
        people: Mapping[str, str],
        cup: bool,
        again: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.people, self.cup = people, cup
        for person, name in people.items():
            for kind in self.kinds:
                self.fields[f"{kind}-{person}"] = _amount(kind, name)
        self.fields["reason"] = text_field(
            REASON,
            _("Please give the reason."),
            help_text=_("What was typed before stays in the log."),
            maxlength="400",
        )
        if not again:
            del self.fields["reason"]

    @property
    def kinds(self) -> Sequence[str]:
        return ("schrift",) if self.cup else ("balance", "replacement")

    @property
    def rows(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return each player with the fields beside the name."""
        return [
            (name, [self[f"{kind}-{person}"] for kind in self.kinds]) for person, name in self.people.items()
        ]

    @property
    def why(self) -> forms.BoundField | None:
        return self["reason"] if "reason" in self.fields else None

    @property
    def lines(self) -> dict[str, PaperLine]:
        typed = self.cleaned_data
        return {
            person: PaperLine(**{kind: typed[f"{kind}-{person}"] or 0 for kind in self.kinds})
            for person in self.people
        }


def _amount(kind: str, name: str) -> AmountField:
    missing = _("Please give a number for %(name)s.") % {"name": name}
    return AmountField(
        label=LABELS[kind] % {"name": name},
        required=kind != "replacement",
        error_messages={"required": missing},
    )
