"""The seasons of a club: those it has named, repeated yearly, or else the calendar years."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Self

from scoring.models import Club, NamedPeriod
from scoring.models.seasons import calendar_year
from scoring.season.pages.season import Period, Season


def key_of(period: NamedPeriod) -> str:
    """Return the key of a season in addresses: its days, which outlast its name; of a year the year.

    >>> key_of(NamedPeriod("2025/26", date(2025, 10, 1), date(2026, 5, 31))), key_of(calendar_year(2026))
    ('20251001-20260531', '2026')
    """
    if period[1:] == calendar_year(period.since.year)[1:]:
        return str(period.since.year)
    return f"{period.since:%Y%m%d}-{period.until:%Y%m%d}"


def _order(number: int, years: int) -> tuple[bool, int]:
    """Return a sort key: the season named for the latest days first, of those counted back the earliest."""
    return years < 0, number if years < 0 else -number


@dataclass(frozen=True)
class SeasonCalendar:
    """The seasons of a club: the periods of its named ones, or years where it has none.

    Of named seasons with days in common, the later one counts from its first day on, the earlier one before.
    """

    named: tuple[NamedPeriod, ...] = ()  # as the club has named them, the oldest first

    @classmethod
    def of(cls, club: Club) -> Self:
        return cls(tuple(season.period for season in club.seasons))

    def between(self, first: date, last: date) -> list[NamedPeriod]:
        """Return the seasons with a day from the first to the last of these, the oldest first."""
        if not self.named:
            return [calendar_year(year) for year in range(first.year, last.year + 1)]
        stand = [
            period
            for number, season in enumerate(self.named)
            for years in range(first.year - season.since.year - 1, last.year - season.since.year + 1)
            if season.can_move(years)
            for period in [season.years_later(years)]
            if period.since <= last and period.until >= first and not self._is_replaced(number, years, period)
        ]
        return sorted(stand, key=lambda period: period.since)

    def _is_replaced(self, number: int, years: int, period: NamedPeriod) -> bool:
        """Return whether days of this period belong to a season that comes before it."""
        for other_number, other in enumerate(self.named):
            near = period.since.year - other.since.year
            for other_years in range(near - 1, near + 2):
                is_first = _order(other_number, other_years) < _order(number, years)
                if other_number != number and is_first and other.can_move(other_years):
                    counted = other.years_later(other_years)
                    if counted.since <= period.until and counted.until >= period.since:
                        return True
        return False

    def by_day(self, days: Iterable[date]) -> dict[date, NamedPeriod]:
        """Return the season of each of these days; those between two seasons have none."""
        days = sorted(set(days))
        periods = self.between(days[0], days[-1]) if days else []
        starts = [period.since for period in periods]
        last = {day: bisect_right(starts, day) - 1 for day in days}
        return {day: periods[at] for day, at in last.items() if at >= 0 and day <= periods[at].until}

    def called(self, since: date, until: date) -> NamedPeriod:
        """Return the season of these days, even if it has another name or none any more."""
        known = (season for season in self.between(since, until) if season[1:] == (since, until))
        named = next(known, None) if self.named else None
        return named or NamedPeriod(NamedPeriod("", since, until).days, since, until)

    def running(self, today: date) -> NamedPeriod:
        """Return the season of today, or else the last one that has ended."""
        begun = [
            period
            for period in self.between(date(max(today.year - 2, 1), 1, 1), today)
            if period.since <= today
        ]
        return begun[-1] if begun else calendar_year(today.year)

    def next_after(self, period: NamedPeriod) -> NamedPeriod | None:
        """Return the season that begins next."""
        later = self.between(period.until, date(period.until.year + 2, 1, 1))
        return next((other for other in later if other.since > period.until), None)


def running_season(club: Club, today: date) -> tuple[NamedPeriod, Season]:
    """Return the season of a club that is running, or ran last, with its counted evenings."""
    period = SeasonCalendar.of(club).running(today)
    return period, Season(club, Period(period.since, period.until))
