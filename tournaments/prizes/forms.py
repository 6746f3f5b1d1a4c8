"""Lots and prizes are typed in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.web.fields import PageForm, text_field

MONEY = re.compile(r"(?P<whole>[0-9]{1,4})(?:[.,](?P<cents>[0-9]{2}|–|-))?(?:\s*(?:€|EUR|CHF))?", re.ASCII)


class EurosField(forms.Field):
    """An amount as people write it, in cents.

    >>> [EurosField(required=False).clean(word) for word in ("12", "7,50", "7.50 €", "")]
    [1200, 750, 750, None]
    """

    def to_python(self, value: Any) -> Any:
        words = str(value or "").strip()
        if not words:
            return None
        found = MONEY.fullmatch(words)
        if found is None:
            raise forms.ValidationError(gettext("An amount such as 12 or 7.50, or nothing."))
        cents = found["cents"] or "0"
        return 100 * int(found["whole"]) + (int(cents) if cents.isdecimal() else 0)


class PrizeForm(PageForm):
    """A prize and, if it is money or cost something, how much."""

    name = text_field(_("Prize"), _("Please say what the prize is."))
    cents = EurosField(
        label=_("Amount, if you like"),
        help_text=_("What is paid out or what it cost, such as 12 or 7.50."),
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "size": "8"}),
    )


def amount_typed(cents: int | None) -> str:
    """
    >>> amount_typed(1200), amount_typed(750), amount_typed(None)
    ('12', '7,50', '')
    """
    if cents is None:
        return ""
    return f"{cents // 100},{cents % 100:02}" if cents % 100 else str(cents // 100)


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
