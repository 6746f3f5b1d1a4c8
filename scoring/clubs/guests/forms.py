"""Who a guest was."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.models import Club, Member, Participant
from scoring.names import tidy
from scoring.web.fields import PageForm, choice_field, text_field
from scoring.web.stored_forms import StoredForm

NEW, KNOWN = "new", "member"
CHOOSE_AN_EVENING = _("Please choose at least one evening.")


class EveningsField(forms.TypedMultipleChoiceField):
    """Evenings of one guest; all are ticked at first."""

    widget = forms.CheckboxSelectMultiple

    def __init__(self, **options: Any) -> None:
        wrong = dict.fromkeys(("required", "invalid_choice"), CHOOSE_AN_EVENING)
        super().__init__(coerce=int, error_messages=wrong, **options)


def offer(form: forms.Form, name: str, evenings: Sequence[Participant]) -> None:
    """Offer all of these evenings in the field of this name."""
    field = form.fields[name]
    assert isinstance(field, EveningsField)
    field.initial = [guest.pk for guest in evenings]
    field.choices = [(pk, str(pk)) for pk in field.initial]


def ticked(field: forms.BoundField, evenings: Sequence[Participant]) -> list[tuple[Participant, bool]]:
    """Return the evenings, each with whether it is ticked."""
    chosen = set(map(str, field.value() or ()))
    return [(guest, str(guest.pk) in chosen) for guest in evenings]


class GuestAsMember(PageForm):
    """Who a guest was: a new member, or one of the club."""

    who = choice_field(
        _("Who was it?"),
        [(NEW, _("A new member")), (KNOWN, _("Somebody who is a member"))],
        _("Please say who it was."),
        widget=forms.RadioSelect,
    )
    name = text_field(_("Name of the new member"), "")
    member = forms.ModelChoiceField(
        Member.objects.none(),
        label=_("Member"),
        required=False,
        empty_label=_("– please choose –"),
        error_messages={"invalid_choice": _("Please choose a member.")},
    )

    def __init__(self, *args: Any, club: Club, guest: str, **kwargs: Any) -> None:
        super().__init__(*args, initial={"who": NEW, "name": guest}, **kwargs)
        member = self.fields["member"]
        assert isinstance(member, forms.ModelChoiceField)
        member.queryset = club.members.filter(anonymised_at=None)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("member") is not None:  # whatever is ticked beside it
            cleaned["who"] = KNOWN
            for name in {"who", "name"} & self.errors.keys():
                del self.errors[name]
        if cleaned.get("who") == KNOWN and cleaned.get("member") is None and "member" not in self.errors:
            self.add_error("member", _("Please choose a member."))
        if cleaned.get("who") == NEW and not cleaned.get("name", "").strip() and "name" not in self.errors:
            self.add_error("name", _("Please give a name."))
        return cleaned

    @property
    def to(self) -> Member | None:
        """Return the member who is there already, if it is one."""
        member: Member | None = self.cleaned_data["member"] if self.cleaned_data["who"] == KNOWN else None
        return member

    @property
    def called(self) -> str:
        """Return the name they have from now on."""
        return self.to.name if self.to is not None else tidy(self.cleaned_data["name"])


class WhoItWas(GuestAsMember):
    """The guest of these evenings."""

    evenings = EveningsField(label=_("Which evenings?"))

    def __init__(self, *args: Any, club: Club, attended: Sequence[Participant], **kwargs: Any) -> None:
        self.attended = attended
        super().__init__(*args, club=club, guest=attended[0].name, **kwargs)
        offer(self, "evenings", attended)

    @property
    def rows(self) -> list[tuple[Participant, bool]]:
        return ticked(self["evenings"], self.attended)


class GuestName(StoredForm):
    """The name of a guest."""

    name = text_field(_("Name"), _("Please give a name."))
