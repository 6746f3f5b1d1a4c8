"""The seasons that a club has named; each is repeated from year to year."""

from __future__ import annotations

import re
from datetime import MAXYEAR, MINYEAR, date, timedelta
from typing import NamedTuple

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from scoring import clock
from scoring.models.people import LONGEST_NAME, Club
from scoring.models.references import KeptRow, reference

DAY = timedelta(days=1)
NUMBER = re.compile("[0-9]+", re.ASCII)


class NamedPeriod(NamedTuple):
    """A season by its name, from one day to another, both included."""

    name: str
    since: date
    until: date

    @property
    def days(self) -> str:
        return f"{clock.day_in_words(self.since)} – {clock.day_in_words(self.until)}"

    @property
    def says_its_year(self) -> bool:
        """Return whether the name contains its year, so that names of later seasons follow from it."""
        return any(_shifted_number(self, number, 1) != number for number in NUMBER.findall(self.name))

    @property
    def is_over_a_year(self) -> bool:
        return self.until >= _shifted_day(self.since, 1)

    def years_later(self, years: int) -> NamedPeriod:
        """Return the season moved by a number of years.

        >>> NamedPeriod("2025/26", date(2025, 10, 1), date(2026, 5, 31)).years_later(1).name
        '2026/27'
        >>> NamedPeriod("Winter 1999/2000", date(1999, 9, 1), date(2000, 2, 29)).years_later(-1)[::2]
        ('Winter 1998/1999', datetime.date(1999, 2, 28))
        """
        name = NUMBER.sub(lambda number: _shifted_number(self, number[0], years), self.name)
        return NamedPeriod(name, _shifted_day(self.since, years), _shifted_day(self.until + DAY, years) - DAY)

    def can_move(self, years: int) -> bool:
        """Return whether the calendar has the season a number of years later."""
        return self.since.year + years >= MINYEAR and self.until.year + years < MAXYEAR - 1


def calendar_year(year: int) -> NamedPeriod:
    """Return a year as a season."""
    return NamedPeriod(str(year), date(year, 1, 1), date(year, 12, 31))


def _shifted_number(period: NamedPeriod, number: str, years: int) -> str:
    """Return a year's number some years later, in four digits or two; other numbers unchanged."""
    for year in (period.since.year, period.until.year):
        if number == str(year):
            return str(year + years)
        if number == f"{year % 100:02}":
            return f"{(year + years) % 100:02}"
    return number


def _shifted_day(day: date, years: int) -> date:
    """Return the day a number of years later; 29 February is 1 March where there is none."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)


class NamedSeason(KeptRow):
    """A season that a club has named; earlier and later ones follow, up to another named one."""

    club = reference(Club, _("Club"), "named_seasons")
    name = models.CharField(_("Name"), max_length=LONGEST_NAME)
    since = models.DateField(_("First day"))
    until = models.DateField(_("Last day"))

    class Meta:
        ordering = ["club", "since"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="a_club_names_a_season_once"),
            models.UniqueConstraint(fields=["club", "since"], name="one_named_season_begins_on_a_day"),
            models.CheckConstraint(condition=Q(until__gte=F("since")), name="a_season_ends_after_it_began"),
        ]

    @property
    def period(self) -> NamedPeriod:
        return NamedPeriod(self.name, self.since, self.until)
