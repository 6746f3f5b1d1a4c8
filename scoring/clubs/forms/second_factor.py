"""The digits that a phone shows, or a recovery code."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from scoring.web.fields import PageForm, code_field


class SwitchOn(PageForm):
    """What the app shows, so that both know that it works."""

    typed = code_field(_("The six digits the app is showing now"))


class SignInCode(PageForm):
    """After the password."""

    typed = code_field(
        _("Code"),
        help_text=_("The six digits your app is showing now. Without the phone: one of your recovery codes."),
    )
