"""Who gets a certificate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.names import tidy
from scoring.season.pages.certificates import Certificate, PeopleGroup, TextLine
from scoring.web.fields import PageForm

FIRST, EVERYBODY = "first", "everybody"
USUAL, MOST = 3, 10
LONGEST_LINE = 80  # letters that fit on one line


class CertificatesForm(PageForm):
    """The first ones, everybody, or one person. From the address: it prints, it changes nothing."""

    whose = forms.ChoiceField(
        label=_("Certificates for"),
        error_messages={"invalid_choice": _("Please choose one of these."), "required": _("Please choose.")},
    )
    first = forms.IntegerField(
        label=_("How many places"),
        help_text=_("Everybody who shares one of these places gets one, too."),
        min_value=1,
        max_value=MOST,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": "4"}),
    )
    line = forms.CharField(
        label=_("A line of your own"),
        help_text=_("It stands on each of them, such as a thank-you or who gave the prizes."),
        max_length=LONGEST_LINE,
        required=False,
        error_messages={"max_length": _("%(most)d characters at most, please.") % {"most": LONGEST_LINE}},
        widget=forms.TextInput(attrs={"autocomplete": "off", "size": "40"}),
    )

    def __init__(self, asked: Mapping[str, str], *, groups: Iterable[PeopleGroup]) -> None:
        super().__init__({"whose": FIRST, "first": str(USUAL), **asked})
        whose = self.fields["whose"]
        assert isinstance(whose, forms.ChoiceField)
        whose.choices = [
            (FIRST, _("the first")),
            (EVERYBODY, _("everybody who is ranked")),
            *(
                (title, [(certificate.person, certificate.name) for certificate in people])
                for title, people in groups
            ),
        ]
        told = _("A whole number from 1 to %(most)d, please.") % {"most": MOST}
        kinds = ("required", "invalid", "min_value", "max_value")
        self.fields["first"].error_messages |= dict.fromkeys(kinds, told)

    def clean(self) -> dict[str, Any]:
        """How many is asked only where it is about the first."""
        cleaned = super().clean() or {}
        if cleaned.get("whose", FIRST) != FIRST:
            self.errors.pop("first", None)
        return cleaned

    @property
    def is_about_one(self) -> bool:
        return self.cleaned_data["whose"] not in (FIRST, EVERYBODY)

    @property
    def own_line(self) -> TextLine:
        return TextLine(tidy(self.cleaned_data["line"]))

    def chosen(self, certificates: Sequence[Certificate]) -> list[Certificate]:
        """In the order in which they stand."""
        whose = self.cleaned_data["whose"]
        if whose == FIRST:
            return [
                certificate for certificate in certificates if certificate.rank <= self.cleaned_data["first"]
            ]
        return [certificate for certificate in certificates if whose in (EVERYBODY, certificate.person)]
