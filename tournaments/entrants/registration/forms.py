"""Forms: how registration is opened, and what a person enters to register."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_lazy as _

from scoring.names import folded, tidy
from scoring.web.fields import PageForm, number_field, text_field
from scoring.web.stored_forms import StoredForm
from tournaments.entrants.forms.lists import listed
from tournaments.entrants.registration.verbs import from_to
from tournaments.models import Opening, Signup
from tournaments.models.entrants import LONGEST_WORDS

MOMENT = "%Y-%m-%dT%H:%M"  # as browsers send a day and a time of day


def _moment_field(label: Any, help_text: Any) -> forms.DateTimeField:
    return forms.DateTimeField(
        label=label,
        help_text=help_text,
        required=False,
        input_formats=[MOMENT, f"{MOMENT}:%S"],
        error_messages={"invalid": _("Please give a day and a time, such as 21.11.2026, 18:00.")},
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=MOMENT),
    )


class OpenRegistration(StoredForm):
    """From when to when, for how many, and with which word."""

    limit = number_field(
        _("Places"),
        1,
        wrong=_("Please give a whole number, or nothing."),
        required=False,
        help_text=_(
            "Everybody on the list of the tournament counts. Anybody who registers beyond that "
            "waits, and moves up automatically. Empty: no limit."
        ),
        size="4",
    )
    opens_at = _moment_field(_("Opens"), _("Empty: at once."))
    closes_at = _moment_field(_("Closes"), _("Empty: only when you close it."))
    word = text_field(
        _("Secret word"),
        "",
        help_text=_("Only those who know it can register. Empty: everybody who has the address can."),
    )

    def __init__(self, *args: Any, opening: Opening | None = None, **kwargs: Any) -> None:
        if opening is not None:
            known = {name: getattr(opening, name) for name in ("limit", "opens_at", "closes_at", "word")}
            kwargs.setdefault("initial", known)
        super().__init__(*args, **kwargs)


_NOT_THERE = dict.fromkeys(("required", "invalid"), _("Please choose somebody who is on the list."))


class TurnAway(PageForm):
    """From whom to whom, in the order in which they registered."""

    first = forms.IntegerField(label=_("From"), error_messages=_NOT_THERE)
    last = forms.IntegerField(label=_("To"), error_messages=_NOT_THERE)

    def __init__(self, *args: Any, asking: Sequence[Signup], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.asking = asking
        listed = [(signup.pk, f"{timezone.localtime(signup.at):%H:%M} {signup.name}") for signup in asking]
        for field in self.fields.values():
            field.widget = forms.Select(choices=[("", _("Please choose.")), *listed])

    def chosen(self) -> Sequence[Signup]:
        """Return the registrations to turn away; an empty range is an error of the form."""
        run = from_to(self.asking, self.cleaned_data["first"], self.cleaned_data["last"])
        if not run:
            self.add_error("last", _("Please choose the first one above, and the last one here."))
        return run


class RegistrationForm(PageForm):
    """A name, and what the director should know."""

    name = text_field(_("Your name"), _("Please give your name."), autocomplete="name")
    comes_from = text_field(_("Your club or town"), "", help_text=_("You may leave this empty."))
    words = text_field(
        _("Wishes"),
        "",
        help_text=_(
            "For the director to read, such as: a table without steps (wheelchair), not at the same "
            "table as my wife, smoking table. You may leave this empty."
        ),
        maxlength=str(LONGEST_WORDS),
    )
    word = text_field(
        _("Secret word"),
        _("Please give the word that you were told."),
        help_text=_("The director has given it to everybody who is invited."),
        autocapitalize="none",
    )

    def __init__(self, *args: Any, needs_word: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not needs_word:
            del self.fields["word"]

    def clean_name(self) -> str:
        """Return the name as a pasted list would read it, in which each line is one name."""
        name = tidy(self.cleaned_data["name"])
        while True:  # also what is left of "1. Name" may be a heading there
            name_list = listed(name)
            if name_list.heading is not None or len(name_list.rows) != 1:
                raise forms.ValidationError(_("Please give your name."))
            row = name_list.rows[0]
            if row.problems:
                raise forms.ValidationError(list(row.problems))
            if row.name == name:
                return name
            name = row.name

    def knows(self, word: str) -> bool:
        """Return whether the secret word is right, in upper or lower case."""
        return constant_time_compare(folded(self.cleaned_data.get("word", "")), folded(word))
