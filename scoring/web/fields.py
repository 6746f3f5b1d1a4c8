"""What every form here shares."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.deeds import Refused


class PageForm(forms.Form):
    """Labels without colons, messages in our words, nothing left to the browser's own bubbles."""

    use_required_attribute = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})

    @property
    def in_error(self) -> list[forms.BoundField]:
        """Return the fields to look at again."""
        return [field for field in self.visible_fields() if field.errors]

    def show(self, refused: Refused) -> None:
        """Show what a verb refused, each sentence beside the field it is about."""
        for field, sentences in refused.problems.items():
            for sentence in sentences:
                self.add_error(field if field in self.fields else None, sentence)


def text_field(label: Any, required: Any, *, help_text: Any = "", **attributes: str) -> forms.CharField:
    """Return a field for a line of text, which is kept as typed.

    The verbs tidy names, and a password may begin with a space. Where nothing is said of it missing, it may.
    """
    return forms.CharField(
        label=label,
        required=not isinstance(required, str) or bool(required),
        help_text=help_text,
        strip=False,
        max_length=400,
        error_messages={"required": required, "max_length": _("This is far too long.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", **attributes}),
    )


def cents_field(label: Any, wrong: Any, *, most: int, **further: Any) -> forms.IntegerField:
    """Return a field for a number of cents; `wrong` is said of anything else."""
    return forms.IntegerField(
        label=label,
        min_value=0,
        max_value=most,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), wrong),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": "8"}),
        **further,
    )


def sign_in_name_field(**attributes: str) -> forms.CharField:
    """Return the field for a sign-in name."""
    return text_field(
        _("Sign-in name"),
        _("Please give your sign-in name."),
        **{"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false", **attributes},
    )


def password_field(label: Any, *, autocomplete: str, help_text: Any = "") -> forms.CharField:
    """Return the field for a password."""
    return forms.CharField(
        label=label,
        help_text=help_text,
        strip=False,
        max_length=400,
        error_messages={"required": _("Please give the password."), "max_length": _("This is far too long.")},
        widget=forms.PasswordInput(attrs={"autocomplete": autocomplete}),
    )


def code_field(label: Any, *, help_text: Any = "") -> forms.CharField:
    """Return the field for digits from a phone, or a recovery code."""
    return text_field(
        label,
        _("Please give the code."),
        help_text=help_text,
        autocomplete="one-time-code",
        autocapitalize="none",
        spellcheck="false",
        size="24",
    )


class NewPassword(PageForm):
    """A password to be chosen, typed twice."""

    password = password_field(
        _("Password"),
        autocomplete="new-password",
        help_text=_("At least 8 characters, not only digits."),
    )
    again = password_field(_("The password again"), autocomplete="new-password")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "password" in cleaned and "again" in cleaned and cleaned["password"] != cleaned["again"]:
            self.add_error("again", _("The two passwords are different."))
        return cleaned
