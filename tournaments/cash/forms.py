"""Amounts are typed in, and what else came in or went out."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.web.fields import PageForm, choice_field, text_field
from tournaments.models import CashEntry

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
            raise forms.ValidationError(
                gettext("An amount such as 12 or 7.50, please.")
                if self.required
                else gettext("An amount such as 12 or 7.50, or nothing.")
            )
        cents = found["cents"] or "0"
        return 100 * int(found["whole"]) + (int(cents) if cents.isdecimal() else 0)


def amount_in_field(cents: int | None) -> str:
    """Return an amount as it stands in a field.

    >>> amount_in_field(1200), amount_in_field(750), amount_in_field(None)
    ('12', '7,50', '')
    """
    if cents is None:
        return ""
    return f"{cents // 100},{cents % 100:02}" if cents % 100 else str(cents // 100)


KINDS = {
    CashEntry.Kind.SPONSOR: _("in: from a sponsor"),
    CashEntry.Kind.IN: _("in: something else, such as change"),
    CashEntry.Kind.OUT: _("out: hall, cards, change taken back"),
}


class CashForm(PageForm):
    """What came in or went out, and how much."""

    kind = choice_field(_("In or out"), KINDS.items())
    name = text_field(_("What for, or from whom"), _("Please say what it is."))
    cents = EurosField(
        label=_("Amount"),
        error_messages={"required": _("An amount such as 12 or 7.50, please.")},
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "size": "8"}),
    )
