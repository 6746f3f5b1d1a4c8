"""What series add to a club's results: those that are shown to everybody, as they stand."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.export.calendar import Event
from scoring.models import Club
from scoring.sharing.feeds import EveningPeople, FeedResult, listed
from scoring.web.amounts import noted
from tournaments.models import Series
from tournaments.series.outcomes import tournament_of
from tournaments.series.pages import shown_series
from tournaments.series.showing import TOLD, after_so_many


def no_days(club: Club) -> Iterator[Event]:
    """Return nothing: what counts in series is in the calendar by itself."""
    return iter(())


def series_results(club: Club, most: int) -> Iterator[FeedResult]:
    """Return how those stand that are shown to everybody; as many queries for each, whatever it adds up."""
    for series in Series.objects.filter(club=club).exclude(code="").order_by("-pk")[:most]:
        series.club = club
        yield from _result(series)


class LastClosed(NamedTuple):
    """The event that was closed last."""

    at: datetime
    date: date
    evening: int


def _last_closed(series: Series) -> LastClosed | None:
    found = []
    events = series.events.counting().select_related(
        "tournament__evening", "round__tournament__evening", "evening"
    )
    for event in events:
        tournament = tournament_of(event)
        evening = tournament.evening if tournament is not None else event.evening
        if event.round is not None:
            at = event.round.closed_at
        elif tournament is not None:
            at = tournament.finished_at
        else:
            at = evening.closed_at if evening is not None else None
        if evening is not None and at is not None:
            found.append(LastClosed(at, evening.date, evening.pk))
    return max(found, default=None)


def _result(series: Series) -> Iterator[FeedResult]:
    shown, last = shown_series(series), _last_closed(series)
    if last is None or not shown.rows:
        return
    lines = [
        f"{row.rank}. {row.name}: {noted(row.points)}" for row in shown.rows if row.rank and row.rank <= TOLD
    ]

    def told(people: EveningPeople) -> SafeString:
        return format_html("<p>{}</p>{}", after_so_many(shown), listed(lines))

    yield FeedResult(
        key=f"series {series.pk}",
        evening=last.evening,
        date=last.date,
        at=last.at,
        title=series.title,
        told=told,
        address=reverse("tournaments:public_series", args=[series.code]),
    )
