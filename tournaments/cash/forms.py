"""Amounts are typed in, and what else came in or went out."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.web.fields import PageForm, choice_field, text_field
from scoring.web.language import current_language
from tournaments.models import CashEntry

MONEY = re.compile(r"(?P<whole>[0-9]{1,4})(?:[.,](?P<cents>[0-9]{1,2}|–|-))?(?:\s*(?:€|EUR|CHF))?", re.ASCII)


class EurosField(forms.Field):
    """A typed amount in cents; shown again without cents where there are none.

    >>> [EurosField(required=False).clean(word) for word in ("12", "7,5", "7.50 €", "")]
    [1200, 750, 750, None]
    >>> [EurosField().prepare_value(cents) for cents in (1200, 750, None, "viel")]
    ['12', '7,50', None, 'viel']
    """

    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "size": "8"})
    default_error_messages = {"required": _("An amount such as 12 or 7.50, please.")}

    def to_python(self, value: Any) -> Any:
        words = str(value or "").strip()
        if not words:
            return None
        match = MONEY.fullmatch(words)
        if match is None:
            nothing = gettext("An amount such as 12 or 7.50, or nothing.")
            raise forms.ValidationError(self.error_messages["required"] if self.required else nothing)
        cents = match["cents"] or "0"
        return 100 * int(match["whole"]) + (int(cents.ljust(2, "0")) if cents.isdecimal() else 0)

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, int):
            return value
        point = "." if current_language() == "en" else ","
        return f"{value // 100}{point}{value % 100:02}" if value % 100 else str(value // 100)


class TillForm(PageForm):
    """What lies in the till."""

    cents = EurosField(label=_("Counted in the till"), help_text=_("All of it, with the change."))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, auto_id="till_%s", **kwargs)


KINDS = {
    CashEntry.Kind.SPONSOR: _("in: from a sponsor"),
    CashEntry.Kind.IN: _("in: something else, such as change"),
    CashEntry.Kind.OUT: _("out: hall, cards, change taken back"),
}


class CashForm(PageForm):
    """What came in or went out, and how much."""

    kind = choice_field(_("In or out"), KINDS.items())
    name = text_field(_("What for, or from whom"), _("Please say what it is."))
    cents = EurosField(label=_("Amount"))
