"""Which evenings a season page counts, and whom it shows."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.models import Club
from scoring.models.sharing import ALL, TWELVE_MONTHS
from scoring.names import folded
from scoring.season.pages.rating import PlayingStrength
from scoring.season.pages.season import Period, Season, SeasonStanding
from scoring.web.fields import PageForm

YEAR = re.compile("[12][0-9]{3}", re.ASCII)
WRONG_DATE = _("Please give the date, such as 24.12.2026.")


def _day(label: Any) -> forms.DateField:
    return forms.DateField(
        label=label,
        required=False,
        input_formats=["%Y-%m-%d", "%d.%m.%Y"],
        error_messages={"invalid": WRONG_DATE},
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )


def _switch(label: Any) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False)


class SeasonForm(PageForm):
    """Read from the address. Without anything it is the current year; dates count before a named period."""

    period = forms.CharField(required=False, widget=forms.HiddenInput)
    q = forms.CharField(required=False, max_length=100)
    since = _day(_("From"))
    until = _day(_("To"))
    guests = _switch(_("Show guests"))
    tables = _switch(_("Count tables without an evening"))

    def __init__(self, asked: Any, *, club: Club, today: date) -> None:
        asked = asked.copy()
        asked["q"] = asked.get("q", "").replace("\0", "").strip()[:100]
        super().__init__(asked)
        self.club, self.today = club, today

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and until < since:
            self.add_error("until", _("The last day is before the first one."))
        return cleaned

    @property
    def has_dates(self) -> bool:
        return bool(self.cleaned_data.get("since") or self.cleaned_data.get("until"))

    @property
    def named(self) -> str:
        """The period that goes by a name; nothing where dates are given."""
        if self.errors or self.has_dates:
            return ""
        asked: str = self.cleaned_data["period"]
        known = asked in (TWELVE_MONTHS, ALL) or YEAR.fullmatch(asked)
        return asked if known else str(self.today.year)

    @property
    def season(self) -> Season:
        return Season(self.club, self._period, self.cleaned_data["tables"])

    @property
    def _period(self) -> Period:
        if self.has_dates:
            return Period(self.cleaned_data["since"], self.cleaned_data["until"])
        if self.named == ALL:
            return Period()
        if self.named == TWELVE_MONTHS:
            return Period.twelve_months(self.today)
        return Period.year(int(self.named))

    @property
    def shows_guests(self) -> bool:
        return bool(self.cleaned_data["guests"])

    @property
    def words(self) -> str:
        """Looked for in names."""
        return str(self.cleaned_data["q"])

    def finds(self, one: SeasonStanding | PlayingStrength) -> bool:
        return folded(self.words) in folded(one.name)
