"""Who is to do what."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.web.fields import PageForm, text_field
from tournaments.models import Duty

DUTIES = {
    Duty.Kind.ARBITER: _("rules on disputes"),
    Duty.Kind.DIRECTOR: _("directs the tournament"),
    Duty.Kind.CASHIER: _("checks people in and takes their money"),
    Duty.Kind.HELPER: _("types the hands of paper tables"),
}


class GiveDuty(PageForm):
    """A member, and what for."""

    name = text_field(_("Who"), _("Please choose a member."), list="members")
    kind = forms.ChoiceField(
        label=_("What for"),
        choices=list(DUTIES.items()),
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Please choose.")),
    )
