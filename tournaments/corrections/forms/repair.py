"""What is put right at the tables: who leaves, who really sat there, which rules hold."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.web.fields import PageForm, choice_field, offer, several_field, text_field
from tournaments.engine.sizes import SMALLEST
from tournaments.models import Leaving

Choices = Sequence[tuple[str, str]]


def why_field(help_text: Any = "", *, required: bool = True) -> forms.CharField:
    """Return the field for the reason of a repair."""
    field = text_field(_("Why?"), _("Please give the reason."), help_text=help_text, maxlength="400")
    field.required = required
    return field


def ranked_field() -> forms.ChoiceField:
    """Return the field that asks how a player who leaves during a round is ranked."""
    return choice_field(
        _("How the player who leaves is ranked"),
        [
            (Leaving.Ranked.BALANCE.value, _("With the balance they have now")),
            (Leaving.Ranked.LAST.value, _("Last")),
        ],
        help_text=_("“Last” applies to this round and to the overall standings."),
    )


class LeaveForm(PageForm):
    """Who leaves, who sits down instead, and how the leaver is ranked."""

    entrant = choice_field(_("Who leaves"))
    house = choice_field(
        _("Who takes the seat"),
        required=False,
        help_text=_(
            "A house player takes it from the next hand on. With fewer than four, the sheet is closed."
        ),
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
        super().__init__(*args, offered={"entrant": seated}, **kwargs)
        goes_on = len(seated) > SMALLEST
        nobody = _("Nobody: the others play on") if goes_on else _("Nobody: the sheet is closed")
        offer(self, house=[("", nobody), *house])

    @property
    def comes(self) -> dict[str, Any]:
        """Return who takes the seat, as a change of the table says it."""
        house = self.cleaned_data["house"]
        return {"entrant": int(house) if house else None, "name": self.cleaned_data["name"]}


class ExchangeForm(PageForm):
    """Two people, of whom one at least sits at a table of this round."""

    one = choice_field(_("Who is on the sheet"))
    other = choice_field(
        _("Who really sat there"),
        help_text=_("Somebody at another table: the two swap places on both sheets."),
    )
    reason = why_field(_("It is kept in the log and on the sheets."))


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
