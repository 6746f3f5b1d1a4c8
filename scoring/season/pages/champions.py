"""The winners of each season of a club, and of each year, counted as on the season's page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from scoring.engine.result import Amount, exact
from scoring.models import Club, NamedPeriod
from scoring.models.seasons import calendar_year
from scoring.season.pages.periods import SeasonCalendar, key_of
from scoring.season.pages.season import Period, PlayerRow, Season, SeasonEvening, matrix_of


@dataclass(frozen=True)
class Champion:
    """The winner of a season, or several with equal points."""

    season: NamedPeriod
    names: tuple[str, ...]
    points: Amount
    evenings: int
    players: int  # members who played
    is_over: bool

    @property
    def key(self) -> str:
        return key_of(self.season)

    @property
    def period(self) -> str:
        return self.season.name if self.is_over else _("%(season)s so far") % {"season": self.season.name}

    @property
    def name(self) -> str:
        return ", ".join(self.names)


@dataclass(frozen=True)
class ClubChampions:
    """The champions of the seasons that a club has named, and of the calendar years, the newest first."""

    seasons: Sequence[Champion]  # none where it has named none
    years: Sequence[Champion]
    between: int  # evenings between two named seasons

    @classmethod
    def of(cls, club: Club, today: date) -> "ClubChampions":
        """Count all evenings of the club; five queries."""
        evenings, players = matrix_of(Season(club, Period()))
        days, calendar = [evening.date for evening in evenings], SeasonCalendar.of(club)
        named = calendar.by_day(days) if calendar.named else {}
        years = {day: calendar_year(day.year) for day in days}
        return cls(
            _firsts(evenings, players, named, today),
            _firsts(evenings, players, years, today),
            sum(day not in named for day in days) if calendar.named else 0,
        )


def _firsts(
    evenings: Sequence[SeasonEvening],
    players: Sequence[PlayerRow],
    seasons: Mapping[date, NamedPeriod],
    today: date,
) -> list[Champion]:
    at_by_season: dict[NamedPeriod, list[int]] = {}
    for at, evening in enumerate(evenings):
        if evening.date in seasons:
            at_by_season.setdefault(seasons[evening.date], []).append(at)
    firsts = []
    for season, columns in at_by_season.items():
        points: dict[str, Amount] = {}
        for name, is_guest, amounts, _total in players:
            played = [amount for at in columns if (amount := amounts[at]) is not None]
            if played and not is_guest:
                points[name] = exact(sum(played))
        if points:
            most = max(points.values())
            names = tuple(name for name in points if points[name] == most)
            firsts.append(Champion(season, names, most, len(columns), len(points), season.until < today))
    return sorted(firsts, key=lambda first: first.season.since, reverse=True)
