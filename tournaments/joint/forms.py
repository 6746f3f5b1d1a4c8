"""What is asked about series of several clubs."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.web.fields import PageForm, text_field
from tournaments.joint.pages import SamePeople

CHOOSE = dict.fromkeys(("required", "invalid_choice"), _("Please choose somebody."))


class InvitationForm(PageForm):
    """Which club is invited."""

    name = text_field(
        _("Name of the club"),
        _("Please give the name of the club."),
        help_text=_("A club on this server, as it writes its name."),
    )


class SamePersonForm(PageForm):
    """Who is the same person in two clubs."""

    own = forms.TypedChoiceField(label=_("In your club"), coerce=int, error_messages=CHOOSE)
    other = forms.TypedChoiceField(label=_("In the other club"), coerce=int, error_messages=CHOOSE)

    def __init__(self, *args: Any, people: SamePeople, **kwargs: Any) -> None:
        """Choose among those who stand in the series."""
        super().__init__(*args, **kwargs)
        for name, choices in (("own", people.own), ("other", people.others)):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [("", "–"), *choices]
