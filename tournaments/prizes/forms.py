"""Lots and prizes are typed in."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.engine.money import money_in_words
from scoring.web.fields import PageForm, choice_field, offer, text_field
from scoring.web.language import current_language
from scoring.web.stored_forms import StoredForm
from tournaments.cash.forms import EurosField
from tournaments.engine.fund import WHOLE


class PrizeForm(StoredForm):
    """A prize and, if it is money or cost something, how much."""

    name = text_field(_("Prize"), _("Please say what the prize is."))
    cents = EurosField(
        label=_("Amount, if you like"),
        help_text=_("What is paid out or what it cost, such as 12 or 7.50."),
        required=False,
    )
    sponsor = text_field(
        _("Given by, if a sponsor gives it"),
        "",
        help_text=_("It is named with the prize, and the prize costs the club nothing."),
    )


PERCENT = re.compile(r"(?P<whole>[0-9]{1,3})(?:[.,](?P<part>[0-9]{1,2}))?%?", re.ASCII)
MOST_SHARES = 20


class SharesField(forms.CharField):
    """Percents, one after the other, in hundredths of a percent.

    >>> SharesField(label="").clean("50 % 30 12,5")
    [5000, 3000, 1250]
    """

    def to_python(self, value: Any) -> Any:
        words = re.sub(r"\s+%", "%", super().to_python(value) or "").replace(";", " ").split()
        found = [PERCENT.fullmatch(word) for word in words]
        if not words or any(match_ is None for match_ in found):
            raise forms.ValidationError(gettext("Percents with blanks between, such as 50 30 20."))
        shares = [
            100 * int(match_["whole"]) + int((match_["part"] or "0").ljust(2, "0"))
            for match_ in found
            if match_
        ]
        if min(shares) <= 0 or sum(shares) > WHOLE:
            raise forms.ValidationError(gettext("More than nothing each, and together 100 at most, please."))
        if len(shares) > MOST_SHARES:
            raise forms.ValidationError(gettext("At most %(most)d shares.") % {"most": MOST_SHARES})
        return shares


STEPS = (100, 50, 10, 1, 500, 1000)  # cents


class SharesForm(PageForm):
    """How much of what came in the first gets, the second, and so on."""

    shares = SharesField(
        label=_("Percent for the first, the second and so on"),
        help_text=_("Such as 50 30 20, or 40 20 if a part stays in the till."),
        error_messages={"required": _("Percents with blanks between, such as 50 30 20.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    step = choice_field(_("Rounded down to"), kind=forms.TypedChoiceField, coerce=int)
    by_table = forms.BooleanField(
        label=_("For each table by itself, of what its people paid"), required=False
    )

    by_section = forms.BooleanField(
        label=_("For each section by itself, of what its people paid"), required=False
    )

    def __init__(
        self, *args: Any, currency: str, of_round: bool, sections: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        language = current_language()
        offer(self, step=[(cents, money_in_words(cents, currency, language)) for cents in STEPS])
        if not of_round:
            del self.fields["by_table"]
        if not sections:
            del self.fields["by_section"]


class SeedForm(PageForm):
    """What the lot is drawn from."""

    seed = text_field(
        _("Seed"),
        _("Please give a word or a number."),
        help_text=_(
            "Any word or number, said aloud before the draw: the same one always gives the same order."
        ),
    )
