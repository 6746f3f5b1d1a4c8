"""A club's year: what counts when, how every series stands, what corrections have changed since."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from django.db.models import Exists, OuterRef, Q, QuerySet

from scoring.engine.result import Amount
from scoring.models import Club
from tournaments.models import OldResult, Series, SeriesEvent
from tournaments.series.outcomes import OutcomesOfEvent, first_kept
from tournaments.series.pages import SeriesRow, ShownEvent, ShownSeries, shown_together

FIRST = 3  # so many ranks are told


@dataclass(frozen=True, slots=True)
class EventOfYear:
    """Something that counts, and in which series."""

    event: ShownEvent
    series: tuple[str, ...]
    in_all: bool = False  # of the year, where there are several


@dataclass(frozen=True, slots=True)
class MonthOfYear:
    """What counts in a month."""

    first: datetime.date
    events: tuple[EventOfYear, ...]


@dataclass(frozen=True, slots=True)
class MovedPerson:
    """Somebody who stands elsewhere since something was put right."""

    name: str
    before: int | None
    points_before: Amount
    now: int | None
    points: Amount


@dataclass(frozen=True, slots=True)
class SeriesOfYear:
    """A series of which something counts in the year."""

    shown: ShownSeries
    put_right: tuple[ShownEvent, ...]  # since they were first counted
    moved: tuple[MovedPerson, ...]  # those with other points
    others: int = 0  # who are at another place because of it

    @property
    def first(self) -> tuple[SeriesRow, ...]:
        return tuple(row for row in self.shown.rows if row.rank is not None and row.rank <= FIRST)


@dataclass(frozen=True, slots=True)
class ClubYear:
    """A year of a club."""

    months: tuple[MonthOfYear, ...]
    series: tuple[SeriesOfYear, ...]

    @property
    def held(self) -> int:
        return sum(event.event.held for month in self.months for event in month.events)

    @property
    def to_come(self) -> int:
        return sum(not event.event.held for month in self.months for event in month.events)


def years_with_series(club: Club) -> list[int]:
    """Return the years in which something counts, the newest first."""
    dates = (
        SeriesEvent.objects.counting()
        .filter(series__club=club)
        .values_list("tournament__evening__date", "round__tournament__evening__date", "evening__date")
    )
    years = {day.year for each in dates for day in each if day is not None}
    years |= {day.year for day in OldResult.objects.filter(series__club=club).dates("date", "year")}
    return sorted(years, reverse=True)


def year_of(club: Club, year: int, *, member: int | None = None) -> ClubYear:
    """Return what counts in a year; the same few queries however many series and events there are."""
    found = list(_of_year(club, year))
    for series in found:
        series.club = club
    shown = shown_together(found, member=member)
    everything = [each for each in shown if any(event.date.year == year for event in each.events)]
    in_sections = {series.series.pk for series in shown if series.series.terms.in_sections}
    events = SeriesEvent.objects.counting().filter(series__in=[series.series.pk for series in shown])
    first = first_kept(events.select_related("round"), in_sections=in_sections) if shown else {}
    of_series = tuple(_of_series(each, first) for each in everything)
    return ClubYear(tuple(_months(everything, year)), of_series)


def _of_year(club: Club, year: int) -> QuerySet[Series]:
    """Return the series of which something counts in a year."""
    events = SeriesEvent.objects.counting().filter(
        Q(tournament__evening__date__year=year)
        | Q(round__tournament__evening__date__year=year)
        | Q(evening__date__year=year),
        series=OuterRef("pk"),
    )
    old = OldResult.objects.filter(series=OuterRef("pk"), date__year=year)
    found = Series.objects.filter(club=club).with_uses()
    return found.filter(Q(Exists(events)) | Q(Exists(old))).order_by("title", "pk")


def _months(everything: list[ShownSeries], year: int) -> Iterator[MonthOfYear]:
    titles: dict[str, list[str]] = {}
    events: dict[str, ShownEvent] = {}
    for shown in everything:
        for event in shown.events:
            if event.date.year == year:
                events[event.key] = event
                titles.setdefault(event.key, []).append(shown.series.title)

    def event_of(event: ShownEvent) -> EventOfYear:
        counts = tuple(titles[event.key])
        return EventOfYear(event, counts, 2 < len(everything) == len(counts))

    in_order = sorted(events.values(), key=lambda event: (event.date, event.key))
    for first, some in groupby(in_order, lambda event: event.date.replace(day=1)):
        yield MonthOfYear(first, tuple(event_of(event) for event in some))


def _of_series(shown: ShownSeries, kept: Mapping[int, OutcomesOfEvent]) -> SeriesOfYear:
    """Return how a series stands, and where everybody stood by what was first counted."""
    changed = tuple(event for event in shown.held if event.pk in kept)
    if not changed:
        return SeriesOfYear(shown, (), ())
    first = {event.pk: kept[event.pk] for event in changed}
    before = replace(shown, outcomes={**shown.outcomes, **first})
    found = list(_moved(_by_person(before), _by_person(shown)))
    moved = tuple(person for person in found if person.points != person.points_before)
    return SeriesOfYear(shown, changed, moved, len(found) - len(moved))


def _by_person(shown: ShownSeries) -> Mapping[str, SeriesRow]:
    return {row.place.person: row for row in (*shown.rows, *shown.below)}


def _moved(before: Mapping[str, SeriesRow], now: Mapping[str, SeriesRow]) -> Iterator[MovedPerson]:
    nothing: tuple[int | None, Amount] = (None, 0)
    for person, row in {**before, **now}.items():
        then, today = (
            nothing if row is None else (row.rank, row.points)
            for row in (before.get(person), now.get(person))
        )
        if then != today:
            yield MovedPerson(row.name, *then, *today)
