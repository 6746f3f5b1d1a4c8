"""What whoever runs this server says of themselves."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.server.imprint.verbs import LONGEST_TEXT, OperatorLines
from scoring.web.fields import text_field
from scoring.web.stored_forms import StoredForm


def _lines_field(label: Any, help_text: Any, rows: int) -> forms.CharField:
    return forms.CharField(
        label=label,
        help_text=help_text,
        required=False,
        max_length=2 * LONGEST_TEXT,
        error_messages={"max_length": _("This is far too long.")},
        widget=forms.Textarea(attrs={"rows": rows, "autocomplete": "off"}),
    )


class ImprintForm(StoredForm):
    """The lines of the imprint; nothing is compulsory, and the verb says what is missing."""

    who = text_field(_("Who runs this server"), "", help_text=_("The club, the company or the person."))
    address = _lines_field(_("Address"), _("Street, postcode and town."), 3)
    email = text_field(_("E-mail"), "", inputmode="email", autocapitalize="none", spellcheck="false")
    phone = text_field(_("Telephone"), "", inputmode="tel")
    further = _lines_field(
        _("Further lines"),
        _("For a club in Austria its ZVR number, who represents it, and what this server is for."),
        4,
    )

    def __init__(self, *args: Any, lines: OperatorLines, **kwargs: Any) -> None:
        super().__init__(*args, initial=lines._asdict(), **kwargs)
        for name in ("who", "email", "phone"):
            self.fields[name].required = False

    @property
    def lines(self) -> OperatorLines:
        """What was typed."""
        return OperatorLines(**self.cleaned_data)
