"""Forms for people who come during a round, for further tables, and for reasons of corrections."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.web.fields import PageForm, choice_field, offer, several_field, text_field

Choices = Sequence[tuple[str, str]]


def why_field(help_text: Any = "", *, required: bool = True) -> forms.CharField:
    """Return the field for the reason of a repair."""
    field = text_field(_("Why?"), _("Please give the reason."), help_text=help_text, maxlength="400")
    field.required = required
    return field


class WhyForm(PageForm):
    """The reason for a repair, which stands in the log."""

    reason = why_field(_("A few words are enough. They are kept in the log."))


class JoinForm(PageForm):
    """Who comes to which table of four."""

    entrant = choice_field(_("Who joins the table"), required=False)
    name = text_field(
        _("Or a new name"), "", help_text=_("Anybody not yet on the list is registered."), maxlength="80"
    )
    table = choice_field(_("To which table"))

    def only_later(self) -> None:
        """Ask for no table: before the start the seats are a grid."""
        del self.fields["table"]


class FurtherForm(PageForm):
    """Who gets a further table."""

    people = several_field(_("Who plays there"), _("Please choose among those who are listed."))

    def __init__(self, *args: Any, people: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, people=people)
