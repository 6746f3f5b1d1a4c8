"""Exact amounts are typed in."""

import re
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.engine.money import PARTS, number_in_words
from scoring.engine.result import Amount, exact

_PARTS = {sign: part for part, sign in PARTS.items()}
_MINUS = "-‐‑‒–—−"  # whatever a keyboard or another program has for it
_GAP = re.compile(r"(?<=[0-9])[ \u00a0\u202f'’](?=[0-9]{3}(?![0-9]))")  # between thousands
_NUMBER = re.compile(
    rf"(?:\+|(?P<minus>[{_MINUS}])\s*)?(?=[^.,\s])(?P<whole>\d{{1,7}}(?![\d/]))?"
    # not three decimals: "1.000" would be a thousand to many
    r"(?:[.,](?P<decimals>\d{1,2}|\d{4})|\s*(?P<count>\d{1,2})/(?P<of>[1-9]\d?)"
    rf"|\s*(?P<part>[{''.join(_PARTS)}]))?",
    re.ASCII,
)


class AmountField(forms.Field):
    """An exact number, whole or with a fraction: "41", "−3", "50 2/3", "20,5".

    tournaments/static/tournaments/amount.js reads the same.

    >>> field = AmountField()
    >>> [str(field.clean(one)) for one in ("41", "50 2/3", "20,5", "−½", "16⅔", "50/3", "1 5/12")]
    ['41', '152/3', '41/2', '-1/2', '50/3', '50/3', '17/12']
    >>> [str(field.clean(one)) for one in ("– 3", "1 000", "20 ½")]
    ['-3', '1000', '41/2']
    """

    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "size": "8"})
    default_error_messages = {"invalid": _("A number, please, as in 41 or 50 2/3.")}

    def to_python(self, value: Any) -> Amount | None:
        if value in self.empty_values:
            return None
        match = _NUMBER.fullmatch(_GAP.sub("", str(value).strip()))
        if match is None:
            raise forms.ValidationError(self.error_messages["invalid"])
        decimals = match["decimals"] or ""
        amount = int(match["whole"] or 0) + Fraction(int(decimals or 0), 10 ** len(decimals))
        amount += _PARTS.get(match["part"], 0) + Fraction(int(match["count"] or 0), int(match["of"] or 1))
        return exact(-amount if match["minus"] else amount)

    def prepare_value(self, value: Any) -> Any:
        return value if value is None or isinstance(value, str) else number_in_words(value)
