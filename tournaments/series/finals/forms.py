"""What is asked about a final."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine.result import Amount
from scoring.web.stored_forms import StoredForm
from tournaments.engine.finals import Carry, FinalTerms
from tournaments.engine.ladders import amount_from_words, written
from tournaments.entrants.verbs import MOST_ENTRANTS


def _up_to(most: int) -> Any:
    """Return a sentence in the language of each page."""
    return lazy(lambda: _("Please give a whole number from 1 to %(most)d.") % {"most": most}, str)()


_CHOOSE = dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Please choose a tournament."))
_NUMBER = dict.fromkeys(
    ("required", "invalid", "min_value", "max_value"),
    _up_to(MOST_ENTRANTS),
)
_PERCENT = dict.fromkeys(
    ("invalid", "min_value", "max_value"),
    _up_to(100),
)
CARRIES = [
    (Carry.NONE, gettext_lazy("none: everybody begins at nothing")),
    (Carry.ALL, gettext_lazy("all")),
    (Carry.SHARE, gettext_lazy("a share of them")),
    (Carry.LADDER, gettext_lazy("points by the place in the series")),
]


class FinalForm(StoredForm):
    """Where the first of a series play on, how many of them, and with what."""

    tournament = forms.TypedChoiceField(
        label=gettext_lazy("Tournament of the final"),
        help_text=gettext_lazy("Set up as any other tournament; it does not count in the series itself."),
        coerce=int,
        error_messages=_CHOOSE,
    )
    places = forms.IntegerField(
        label=gettext_lazy("How many play in it"),
        min_value=1,
        max_value=MOST_ENTRANTS,
        error_messages=_NUMBER,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    each_section = forms.BooleanField(label=gettext_lazy("So many of each section"), required=False)
    carry = forms.ChoiceField(label=gettext_lazy("Points carried over"), choices=CARRIES)
    percent = forms.IntegerField(
        label=gettext_lazy("The share, in percent"),
        required=False,
        min_value=1,
        max_value=100,
        error_messages=_PERCENT,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    table = forms.CharField(
        label=gettext_lazy("Points by place"),
        help_text=gettext_lazy("Only for points by place. Empty: 120 109 100 93 87 82 78 73 69 64 60."),
        required=False,
        max_length=3000,
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"max_length": gettext_lazy("This is far too long.")},
    )

    def __init__(
        self,
        *args: Any,
        tournaments: Sequence[tuple[str, str]],
        terms: FinalTerms,
        tournament: int | None,
        sections: bool = False,
        **kwargs: Any,
    ) -> None:
        """Begin with these terms."""
        initial = {
            "tournament": tournament,
            "places": terms.places,
            "carry": terms.carry,
            "percent": terms.percent,
            "table": " ".join(map(written, terms.table)),
            "each_section": terms.each_section,
        }
        super().__init__(*args, initial=initial, **kwargs)
        field = self.fields["tournament"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", "–"), *tournaments]
        if not sections and not terms.each_section:
            del self.fields["each_section"]

    def clean_table(self) -> tuple[Amount, ...]:
        words = self.cleaned_data["table"].replace(";", " ").split()
        amounts = [amount_from_words(word) for word in words]
        wrong = [word for word, other in zip(words, amounts, strict=True) if other is None]
        if wrong:
            raise forms.ValidationError(
                _("“%(word)s” is no number of points. Please write numbers with spaces between them.")
                % {"word": wrong[0][:20]}
            )
        return tuple(amount for amount in amounts if amount is not None)

    @property
    def terms(self) -> FinalTerms:
        """Return what was asked for; of a valid form."""
        asked = self.cleaned_data
        carry = Carry(asked["carry"])
        table = asked["table"] if carry is Carry.LADDER else ()
        return FinalTerms(
            asked["places"], carry, asked["percent"] or 50, table, asked.get("each_section", False)
        )
