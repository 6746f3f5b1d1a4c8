"""Lots and prizes are typed in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.web.fields import PageForm, text_field
from tournaments.cash.forms import EurosField


class PrizeForm(PageForm):
    """A prize and, if it is money or cost something, how much."""

    name = text_field(_("Prize"), _("Please say what the prize is."))
    cents = EurosField(
        label=_("Amount, if you like"),
        help_text=_("What is paid out or what it cost, such as 12 or 7.50."),
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "size": "8"}),
    )
    sponsor = text_field(
        _("Given by, if a sponsor gives it"),
        "",
        help_text=_("It is named with the prize, and the prize costs the club nothing."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["sponsor"].required = False


class SeedForm(PageForm):
    """What the lot is drawn from."""

    seed = text_field(
        _("Seed"),
        _("Please give a word or a number."),
        help_text=_(
            "Any word or number, said aloud before it is drawn: the same one always gives the same order."
        ),
    )


class OrderForm(PageForm):
    """In what order lots were drawn by hand: a place for everybody."""

    def __init__(self, *args: Any, players: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.players = players
        for player, name in players:
            self.fields[f"place_{player}"] = forms.IntegerField(
                label=name,
                min_value=1,
                max_value=len(players),
                error_messages=dict.fromkeys(
                    ("required", "invalid", "min_value", "max_value"),
                    gettext("A place from 1 to %(last)d.") % {"last": len(players)},
                ),
                widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": "3"}),
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and len(set(cleaned.values())) < len(self.players):
            raise forms.ValidationError(gettext("Please give everybody a place of their own."))
        return cleaned

    @property
    def order(self) -> list[str]:
        """The first drawn in front."""
        places = self.cleaned_data
        return sorted((player for player, _name in self.players), key=lambda one: places[f"place_{one}"])
