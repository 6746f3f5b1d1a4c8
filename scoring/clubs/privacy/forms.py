"""Whose name goes for good, and what goes along."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.clubs.guests.forms import EveningsField, offer, ticked
from scoring.clubs.guests.pages import Attended
from scoring.clubs.privacy.texts import StoredText
from scoring.names import tidy
from scoring.web.fields import PageForm


class Anonymise(PageForm):
    """Which guests are meant too, which reasons are blanked, and that it is meant."""

    guests = EveningsField(label=_("Guests of the same name"), required=False)
    blank = forms.MultipleChoiceField(
        label=_("Texts that go with the name"),
        required=False,
        error_messages={
            "invalid_choice": _("One of these texts has been changed in the meantime. Please look again.")
        },
    )
    sure = forms.BooleanField(
        label=_("Yes, remove the name for good"),
        error_messages={"required": _("Please tick this if you are sure: it cannot be undone.")},
    )

    def __init__(
        self, *args: Any, guests: Sequence[Attended], blank: Sequence[StoredText] = (), **kwargs: Any
    ) -> None:
        self.attended, self.texts = guests, blank
        super().__init__(*args, **kwargs)
        offer(self, "guests", guests)
        field = self.fields["blank"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.initial = list(dict.fromkeys(text.blank for text in blank if not text.is_partly))
        field.choices = [(fromkey, fromkey) for fromkey in dict.fromkeys(text.blank for text in blank)]

    @property
    def rows(self) -> list[tuple[Attended, bool]]:
        """Return the guests, each with whether it is ticked."""
        return ticked(self["guests"], self.attended)

    @property
    def reasons(self) -> list[tuple[StoredText, bool, str]]:
        """Return the texts, each with whether it is ticked, and what was typed in its place."""
        chosen = set(self["blank"].value() or ())
        return [(text, text.blank in chosen, self._replacement(text.blank)) for text in self.texts]

    @property
    def instead(self) -> dict[str, str]:
        """Return what was typed in the place of texts that go."""
        found = {key: self._replacement(key) for key in self.cleaned_data["blank"]}
        return {key: text for key, text in found.items() if text}

    def _replacement(self, key: str) -> str:
        return tidy(self.data.get(f"instead-{key}", "")) if self.is_bound else ""
