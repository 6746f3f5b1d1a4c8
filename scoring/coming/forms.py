"""What somebody says of an evening, and for whom."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.models import Club, Member, Reply
from scoring.web.fields import PageForm


class SayComing(PageForm):
    """A tap: who, and yes, no or perhaps; nothing takes it back."""

    member: forms.ModelChoiceField[Member] = forms.ModelChoiceField(
        queryset=Member.objects.none(),
        error_messages={"invalid_choice": _("Only active members are asked who is coming.")},
    )
    says = forms.ChoiceField(
        choices=[("", ""), *Reply.choices],
        required=False,
        error_messages={"invalid_choice": _("Please say yes, no or perhaps.")},
    )

    day = forms.DateField(  # that the page asked about
        required=False, error_messages={"invalid": _("This page was too old. Please answer on the new one.")}
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["member"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = club.members.filter(active=True, anonymised_at=None)
