"""A wish: of whom, for what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.web.fields import PageForm, text_field
from tournaments.models import Wish

KINDS = {
    Wish.Kind.TABLE: _("one of these tables, such as one without steps"),
    Wish.Kind.SMOKING: _("a smoking table, one of these"),
    Wish.Kind.APART: _("not together with somebody"),
}
_CHOOSE = dict.fromkeys(("required", "invalid_choice"), _("Please choose somebody on the list."))


class NoteWish(PageForm):
    """Who wishes what."""

    entrant = forms.TypedChoiceField(label=_("Who"), coerce=int, error_messages=_CHOOSE)
    kind = forms.ChoiceField(
        label=_("Wishes"),
        choices=list(KINDS.items()),
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Please choose.")),
    )
    tables = text_field(
        _("Tables"), "", help_text=_("Their numbers, such as 1 or 1, 2."), inputmode="numeric", size="12"
    )
    seat = forms.IntegerField(
        label=_("Seat"),
        help_text=_("Counted in the order of play; empty: any."),
        required=False,
        error_messages={"invalid": _("Please give a seat between 1 and 6, or nothing.")},
        widget=forms.TextInput(attrs={"inputmode": "numeric", "size": "4", "autocomplete": "off"}),
    )
    other = forms.TypedChoiceField(
        label=_("Not together with"), coerce=int, empty_value=None, required=False, error_messages=_CHOOSE
    )

    def __init__(self, *args: Any, people: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["tables"].required = False
        for name in ("entrant", "other"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [("", "–"), *people]

    @property
    def asked(self) -> dict[str, Any]:
        """What the verb is told."""
        return {**self.cleaned_data, "kind": Wish.Kind(self.cleaned_data["kind"])}
