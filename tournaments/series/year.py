"""A club's year: what counts when, how every series stands, what corrections have changed since."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import groupby
from operator import or_
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from scoring.engine.result import Amount
from scoring.models import Club
from tournaments.engine.event_outcomes import OutcomesOfEvent
from tournaments.models import EndTableResult, SeriesEvent
from tournaments.series.end_tables import first_counted, guests_in, outcomes_of_rows
from tournaments.series.outcomes import put_right_since
from tournaments.series.pages import SeriesRow, ShownEvent, ShownSeries, shown_together

FIRST = 3  # so many ranks are told
WHERE_DATES_STAND = (
    *("tournament__evening__date", "round__tournament__evening__date", "evening__date", "end_table__date"),
)
Moved = tuple[str, int | None, Amount, int | None, Amount]  # somebody's rank and points before and now


def years_with_series(club: Club) -> list[int]:
    """Return the years in which something counts, the newest first."""
    dates = SeriesEvent.objects.counting().filter(series__club=club).values_list(*WHERE_DATES_STAND)
    return sorted({day.year for each in dates for day in each if day is not None}, reverse=True)


def year_of(club: Club, year: int, *, member: int | None = None) -> dict[str, Any]:
    """Return what the page of a year shows; the same few queries however many series and events there are."""
    shown = shown_in_year(club, year, member=member)
    all_series = [each.series for each in shown]
    events = SeriesEvent.objects.counting().filter(series__in=all_series)
    of_events = dict(events.values_list("pk", Coalesce("tournament", "round__tournament")))
    corrected = put_right_since({tournament for tournament in of_events.values() if tournament is not None})
    put_right = {event for event, tournament in of_events.items() if tournament in corrected}
    end_tables = (
        first_counted(all_series) if any(event.end_table for each in shown for event in each.events) else {}
    )
    calendar = list(_calendar(shown, year))
    held = sum(event.held for event, _series in calendar)
    months = groupby(calendar, lambda entry: entry[0].date.replace(day=1))
    return {
        "months": [(first_day, list(entries)) for first_day, entries in months],
        "held": held,
        "to_come": len(calendar) - held,
        "series": [_of_series(each, put_right, end_tables) for each in shown],
    }


def shown_in_year(club: Club, year: int, *, member: int | None = None) -> list[ShownSeries]:
    """Return every series of which something counts in a year, as it stands."""
    of_year = reduce(or_, (Q(**{f"{column}__year": year}) for column in WHERE_DATES_STAND))
    events = SeriesEvent.objects.counting().filter(of_year, series=OuterRef("pk"))
    of_that_year = club.series.filter(Exists(events)).with_uses().order_by("title", "pk")
    shown = shown_together(list(of_that_year), member=member)
    return [each for each in shown if any(event.date.year == year for event in each.events)]


def _calendar(shown: Sequence[ShownSeries], year: int) -> Iterator[tuple[ShownEvent, str]]:
    """Yield what counts in a year by its day, and in which series, in words."""
    titles: dict[str, list[str]] = {}
    events: dict[str, ShownEvent] = {}
    for each in shown:
        for event in each.events:
            if event.date.year == year:
                events[event.key] = event
                titles.setdefault(event.key, []).append(each.series.title)
    for event in sorted(events.values(), key=lambda event: (event.date, event.key)):
        counts = titles[event.key]
        yield event, _("in all series") if 2 < len(shown) == len(counts) else ", ".join(counts)


def _of_series(
    shown: ShownSeries, put_right: Collection[int], end_tables: Mapping[int, Sequence[EndTableResult]]
) -> dict[str, Any]:
    """Return how a series stands, what was put right since, and whom corrected end tables moved."""
    first: dict[int, OutcomesOfEvent] = {}
    names = dict(shown.names)
    for event in shown.held:
        if rows := end_tables.get(event.end_table or 0):
            first[event.pk] = outcomes_of_rows(rows, shown.series.terms)
            names |= guests_in(rows)
    then = replace(shown, outcomes={**shown.outcomes, **first}, names=names)
    return {
        "shown": shown,
        "first": [row for row in shown.rows if row.rank is not None and row.rank <= FIRST],
        "put_right": [event for event in shown.held if event.pk in first or event.pk in put_right],
        **(moved_between(then, shown) if first else {}),
    }


def moved_between(earlier: ShownSeries, now: ShownSeries) -> dict[str, Any]:
    """Return who has other points now, and how many are only at another place."""
    changes = list(_moved(_by_person(earlier), _by_person(now)))
    moved = [row for row in changes if row[2] != row[4]]
    return {"moved": moved, "others": len(changes) - len(moved)}


def _by_person(shown: ShownSeries) -> Mapping[str, SeriesRow]:
    return {row.place.person: row for row in (*shown.rows, *shown.below)}


def _moved(earlier: Mapping[str, SeriesRow], now: Mapping[str, SeriesRow]) -> Iterator[Moved]:
    nothing: tuple[int | None, Amount] = (None, 0)
    for person, row in {**earlier, **now}.items():
        then, today = (
            (rows[person].rank, rows[person].points) if person in rows else nothing for rows in (earlier, now)
        )
        if then != today:
            yield (row.name, *then, *today)
