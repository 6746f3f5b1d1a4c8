"""A club from another installation: its file, and who of its owners is here."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.archive import Owner
from scoring.web.fields import NewPassword, PageForm


class ClubFile(PageForm):
    """The file of a club."""

    file = forms.FileField(
        label=_("File"),
        help_text=_("What “The whole club as one file” gave you on the other installation."),
        error_messages=dict.fromkeys(
            ("required", "missing", "invalid", "empty"), _("Please choose the file of the club.")
        ),
    )


class BringClub(NewPassword):
    """Which of the owners in the file signs in here, and with which password."""

    owner = forms.ChoiceField(
        label=_("You are"),
        help_text=_("You sign in with this name, and run this installation."),
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), _("Please choose which of the owners you are.")
        ),
    )
    field_order = ["owner", "password", "again"]

    def __init__(self, *args: Any, owners: tuple[Owner, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["owner"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            (
                str(owner.account),
                owner.name if owner.name == owner.member else f"{owner.name} ({owner.member})",
            )
            for owner in owners
        ]
