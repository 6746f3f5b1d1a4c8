"""The form for the results of a table that plays on paper."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.web.stored_forms import StoredForm
from tournaments.engine.capital import PaperLine
from tournaments.web.amounts import AmountField

LABELS = {  # of the amounts in a result
    "balance": _("%(name)s: final balance"),
    "replacement": _("%(name)s: replacement capital received"),
    "schrift": _("%(name)s: Schrift"),
}
REASON = _("Why?")


class ResultForm(StoredForm):
    """Final balance and replacement capital, or the Schrift, of everybody at the table."""

    def __init__(
        self,
        *args: Any,
        people: Mapping[str, str],
        cup: bool,
        table: int,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.people, self.cup, self.shown_field = people, cup, f"shown-{table}"
        for person, name in people.items():
            for kind in self.kinds:
                field = self.fields[f"{kind}-{person}"] = _amount(kind, name)
                if self.is_bound:  # beside what was typed, the page knows what is stored
                    was = field.prepare_value(self.initial.get(f"{kind}-{person}"))
                    field.widget.attrs["data-was"] = "" if was is None else was

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
    def lines(self) -> dict[str, PaperLine]:
        cleaned = self.cleaned_data
        return {
            person: PaperLine(**{kind: cleaned[f"{kind}-{person}"] or 0 for kind in self.kinds})
            for person in self.people
        }


def _amount(kind: str, name: str) -> AmountField:
    missing = _("Please give a number for %(name)s.") % {"name": name}
    return AmountField(
        label=LABELS[kind] % {"name": name},
        required=kind != "replacement",
        error_messages={"required": missing},
    )
