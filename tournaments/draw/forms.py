"""The draw, swaps, and which cards to print."""

from django import forms
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from scoring.web.fields import PageForm, choice_field, number_field, text_field
from tournaments.draw.cards import MOST_CARDS
from tournaments.engine.seating import Method
from tournaments.models.tournaments import LONGEST_SEED
from tournaments.wording import CHOICES, HOW_DRAWN

TOO_LONG = _("At most %(limit_value)d characters, please; these are %(show_value)d.")


def seed_field() -> forms.CharField:
    """Return the field for the seed of a draw; it may stay empty."""
    field = text_field(
        _("Seed"),
        "",
        help_text=_(
            "Leave it empty for a new draw. The same people drawn with the same seed get the same seats."
        ),
        autocapitalize="none",
        spellcheck="false",
    )
    field.error_messages["max_length"] = TOO_LONG
    field.validators.append(MaxLengthValidator(LONGEST_SEED))
    return field


class DrawForm(PageForm):
    """How people are drawn."""

    method = choice_field(
        _("How people are drawn"),
        CHOICES["method"].items(),
        help_text=HOW_DRAWN,
    )
    seed = seed_field()

    @property
    def chosen(self) -> Method:
        return Method(self.cleaned_data["method"])

    def demand_ranking(self, ranks: object) -> bool:
        """Return whether there are standings, if the method needs them; else add an error."""
        if self.chosen is Method.BY_STANDING and not ranks:
            self.add_error("method", _("There are no standings yet. Please choose another method."))
            return False
        return True


class DrawAllForm(PageForm):
    """All rounds at once: nothing to choose but the seed."""

    seed = seed_field()


class CardsForm(PageForm):
    """Which cards, and how many on a page. From the address: it prints, it changes nothing."""

    tables = number_field(_("Cards for tables 1 to"), 1, MOST_CARDS, size="4")
    page = choice_field(_("On a page"), [("4", _("four cards")), ("1", _("one card"))])
