"""What is put right at the tables: who leaves, who really sat there, which rules hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.web.fields import PageForm, text_field
from tournaments.engine.sizes import SMALLEST
from tournaments.models import Leaving

Choices = Sequence[tuple[str, str]]

GOES_ON = "on"  # instead of a house player: the others do

_CHOOSE = {"required": _("Please choose."), "invalid_choice": _("Please choose one of these.")}


def why_field(help_text: Any = "", *, required: bool = True) -> forms.CharField:
    """Return the field for the reason of a repair."""
    field = text_field(_("Why?"), _("Please give the reason."), help_text=help_text, maxlength="400")
    field.required = required
    return field


def ranked_field() -> forms.ChoiceField:
    """Return the question how somebody is ranked who leaves during a round."""
    return forms.ChoiceField(
        label=_("How the player who leaves is ranked"),
        choices=[
            (Leaving.Ranked.BALANCE.value, _("With the balance they have now")),
            (Leaving.Ranked.LAST.value, _("Last")),
        ],
        help_text=_("“Last” applies to this round and to the overall standings."),
        error_messages=_CHOOSE,
    )


class LeaveForm(PageForm):
    """Who leaves, who sits down instead, and how the leaver is ranked."""

    entrant = forms.ChoiceField(label=_("Who leaves"), error_messages=_CHOOSE)
    house = forms.ChoiceField(
        label=_("Who takes the seat"),
        required=False,
        help_text=_("A house player takes it from the next hand on. Without one, the sheet is closed."),
        error_messages=_CHOOSE,
    )
    name = text_field(
        _("Or a new house player"),
        "",
        help_text=_("A name that is not on the list yet is registered as a house player."),
        maxlength="80",
    )
    ranked = ranked_field()
    reason = why_field(required=False)

    def __init__(self, *args: Any, seated: Choices, house: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, "entrant", [("", "–"), *seated])
        nobody = [("", _("Nobody: the sheet is closed"))]
        if len(seated) > SMALLEST:
            nobody = [(GOES_ON, _("Nobody: the others play on")), *nobody]
        _offer(self, "house", [*nobody, *house])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("house") not in (None, "", GOES_ON) and cleaned.get("name", "").strip():
            self.add_error("name", _("Please choose somebody from the list, or type a name, not both."))
        return cleaned

    @property
    def verb_arguments(self) -> dict[str, Any]:
        typed = self.cleaned_data
        return {
            "entrant": int(typed["entrant"]),
            "house": int(typed["house"]) if typed["house"] not in ("", GOES_ON) else None,
            "name": typed["name"],
            "goes_on": typed["house"] == GOES_ON,
            "ranked": Leaving.Ranked(typed["ranked"]),
            "reason": typed["reason"],
        }


class ExchangeForm(PageForm):
    """Two people, of whom one at least sits at a table of this round."""

    one = forms.ChoiceField(label=_("Who is on the sheet"), error_messages=_CHOOSE)
    other = forms.ChoiceField(
        label=_("Who really sat there"),
        help_text=_("Somebody at another table: the two swap places on both sheets."),
        error_messages=_CHOOSE,
    )
    reason = why_field(_("It is kept in the log and on the sheets."))

    def __init__(self, *args: Any, seated: Choices, everybody: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, "one", [("", "–"), *seated])
        _offer(self, "other", [("", "–"), *everybody])


class RulesForm(PageForm):
    """Another version of the rules for one table."""

    version = forms.ChoiceField(label=_("Rules"), error_messages=_CHOOSE)
    since = forms.ChoiceField(
        label=_("From when on"),
        choices=[
            ("next", _("From the next hand on; what was played stays as it is")),
            ("first", _("From the first hand on; all hands are settled again")),
        ],
        error_messages=_CHOOSE,
    )
    reason = why_field()

    def __init__(self, *args: Any, versions: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, "version", versions)

    @property
    def from_first(self) -> bool:
        return str(self.cleaned_data["since"]) == "first"


class WhyForm(PageForm):
    """The reason for a repair, which stands in the log."""

    reason = why_field(_("A few words are enough. They are kept in the log."))


def _offer(form: forms.Form, field: str, choices: Iterable[tuple[Any, Any]]) -> None:
    form.fields[field].choices = list(choices)  # type: ignore[attr-defined]


class JoinForm(PageForm):
    """Who comes to which table of four."""

    entrant = forms.ChoiceField(label=_("Who comes"), required=False, error_messages=_CHOOSE)
    name = text_field(
        _("Or a new name"), "", help_text=_("Anybody not yet on the list is registered."), maxlength="80"
    )
    table = forms.ChoiceField(label=_("To which table"), error_messages=_CHOOSE)

    def __init__(self, *args: Any, people: Choices, tables: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, "entrant", [("", "–"), *people])
        _offer(self, "table", [("", "–"), *tables])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if bool(cleaned.get("entrant")) == bool(cleaned.get("name", "").strip()):
            self.add_error("entrant", _("Please choose somebody, or type a name."))
        return cleaned


class GoForm(PageForm):
    """Who gives up the seat; once the round runs, also how the leaver is ranked."""

    one = forms.ChoiceField(label=_("Who does not play"), error_messages=_CHOOSE)
    ranked = ranked_field()

    def __init__(self, *args: Any, people: Choices, running: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if running:
            self.fields["one"].label = _("Who leaves")
        else:
            del self.fields["ranked"]
        _offer(self, "one", [("", "–"), *people])


class PlacesForm(PageForm):
    """Which two change places."""

    first = forms.ChoiceField(label=_("Who"), error_messages=_CHOOSE)
    second = forms.ChoiceField(label=_("With whom"), error_messages=_CHOOSE)

    def __init__(self, *args: Any, people: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("first", "second"):
            _offer(self, name, [("", "–"), *people])
