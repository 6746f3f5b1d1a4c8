"""The form for the totals of an evening: a number beside each name of a person who was there."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.clock import day_in_words
from scoring.evenings.forms import WhenAndWhere
from scoring.evenings.totals import Total
from scoring.models import Club
from scoring.names import tidy
from scoring.old_papers import mixed
from scoring.rules.versions.versions import offered
from scoring.table.arrivals import Person
from scoring.table.pages.seatings import SeatChoice, SeatValue
from scoring.web.fields import PageForm, choice_field, labelled, offer, text_field

GUESTS = range(1, 13)  # names that can be typed
SHOWN_GUESTS = 2  # where no script shows as many as are needed
KITTY = "kitty"
MOST_LETTERS = 200  # of what is shown again; the verb says how long a name may be
_POINTS = re.compile(r"([+-]?)(\d{1,7})?(?:[.,](\d{1,3}))?(?: ?(\d{1,2})/(\d{1,2}))?")


class TotalRow(NamedTuple):
    """A person with a total, as the form holds it."""

    code: str
    name: str
    value: str
    hidden: bool = False  # a line for one more name
    is_typed: bool = False


def points_in(text: str) -> Fraction | None:
    """Return a number of points from typed text; None if it is no number.

    >>> [points_in(text) for text in ("−12", "+7,5", "12 1/3", "x", "")]
    [Fraction(-12, 1), Fraction(15, 2), Fraction(37, 3), None, None]
    """
    written = text.strip().replace("−", "-").replace("–", "-")
    match = _POINTS.fullmatch(written)
    if match is None or not any(match.groups()[1:]) or (match[5] and not int(match[5])):
        return None
    whole = Fraction(match[2] or 0) + Fraction(f"0.{match[3] or 0}")
    points = whole + Fraction(int(match[4] or 0), int(match[5] or 1))
    return -points if match[1] == "-" else points


class TotalsForm(PageForm):
    """What everybody had in the end."""

    def __init__(
        self, *args: Any, choices: Sequence[SeatChoice], values: dict[str, str] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.choices, self.values = choices, values or {}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.totals: list[Total] = []
        for row in self.rows:
            if row.is_typed and bool(row.value) != bool(row.name):
                words = (
                    gettext("%(name)s: the number is missing.") if row.name else gettext("A name is missing.")
                )
                self.add_error(None, words % {"name": row.name})
                continue
            if not row.value:
                continue
            points = points_in(row.value)
            if points is None or (12 * points).denominator != 1:
                words = gettext("%(name)s: please a number of points such as 12, 7.5 or 12 1/3.")
                self.add_error(None, words % {"name": row.name})
                continue
            person = None
            if row.code != KITTY:
                person = Person(name=row.name) if row.is_typed else SeatValue(row.code).person
            self.totals.append(Total(int(12 * points), person))
        return cleaned

    def _value(self, name: str) -> str:
        value = self.data.get(name, "") if self.is_bound else self.values.get(name, "")
        return str(value).strip()[:MOST_LETTERS]

    @property
    def rows(self) -> list[TotalRow]:
        """Return the people to choose, then those whose names are typed, then the kitty."""
        rows = [
            TotalRow(choice.code, choice.name, self._value(f"total-{choice.code}")) for choice in self.choices
        ]
        for number in GUESTS:
            code, name = f"guest-{number}", tidy(self._value(f"name-{number}"))
            hidden = number > SHOWN_GUESTS and not name
            rows.append(TotalRow(code, name, self._value(f"total-{code}"), hidden=hidden, is_typed=True))
        return [*rows, TotalRow(KITTY, gettext("Kitty"), self._value(f"total-{KITTY}"))]


class NewTotals(WhenAndWhere, TotalsForm):
    """The totals of a new evening, with its day, its place and its rules."""

    rules = choice_field(_("Rules"), wrong=_("Please choose a rule sheet."))

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["place"].help_text = ""
        self.fields["rules"].initial = club.default_rules
        offer(self, rules=labelled(offered(club)))

    @property
    def when(self) -> str:
        """Return the day and the place, as one says it."""
        day, venue = self["date"].value(), str(self["place"].value() or "")
        words = day_in_words(day) if hasattr(day, "year") else str(day or "")
        return ", ".join(filter(None, (words, venue)))


class CorrectedTotals(TotalsForm):
    """Other totals, with why they are others."""

    reason = text_field(_("Why?"), _("Please give the reason."))
    seen_seq = forms.IntegerField(widget=forms.HiddenInput)  # how many entries the sheet had


def written(twelfths: int) -> str:
    """Return an amount as the form shows it.

    >>> written(-264), written(148)
    ('−22', '12 1/3')
    """
    return mixed(Fraction(twelfths, 12))
