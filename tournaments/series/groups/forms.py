"""What is asked about a group."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.web.fields import text_field
from scoring.web.stored_forms import StoredForm


class GroupForm(StoredForm):
    """Its name, and who is in it."""

    name = text_field(_("Name of the group"), _("Please give a name."))
    people = forms.CharField(
        label=_("Who is in it"),
        help_text=_("A name on each line, as in the list of members. Guests can be taken in as members."),
        required=False,
        max_length=40_000,
        widget=forms.Textarea(attrs={"rows": 12, "autocomplete": "off", "spellcheck": "false"}),
        error_messages={"max_length": _("This is far too long.")},
    )

    @property
    def names(self) -> list[str]:
        """Return the names that were typed."""
        return [one.strip() for one in self.cleaned_data["people"].splitlines() if one.strip()]
