"""Signing in, passwords, accounts."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.web.fields import NewPassword, PageForm, password_field, sign_in_name_field


class SignIn(PageForm):
    """Sign-in name and password."""

    name = sign_in_name_field()
    password = password_field(_("Password"), autocomplete="current-password")


class NewAccount(NewPassword):
    """Chosen by the invited person."""

    name = sign_in_name_field()
    field_order = ["name", "password", "again"]


class ChangePassword(NewPassword):
    """The current password and a new one."""

    old = password_field(_("Current password"), autocomplete="current-password")
    field_order = ["old", "password", "again"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].label = _("New password")
