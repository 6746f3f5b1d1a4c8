"""Lists about a series that stand in an order of their own."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import django_tables2 as tables
from django.template.defaultfilters import floatformat
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.clock import day_in_words
from scoring.engine.amounts import noted
from scoring.engine.result import Amount
from scoring.web.columns import Column, ColumnKind
from scoring.web.tables import Count, NameColumn, PageTable
from tournaments.models import EndTableResult
from tournaments.series.history import Winner, YearsEvents
from tournaments.series.pages import PersonInSeries, SeriesRow, ShownEvent, TeamRow
from tournaments.series.year import Moved


class GivenColumn(Count):
    """Points that are given for a place, with a sign and without colour, as they are never lost."""

    def render(self, value: Amount) -> str:
        return noted(value)


class ListOfSeries(PageTable):
    """A list that cannot be sorted by its readers."""

    looks = {"name": NameColumn, "points": GivenColumn}

    class Meta:
        attrs = {"class": "standings"}
        orderable = False


def teams_table(teams: Iterable[TeamRow]) -> ListOfSeries:
    """Return how the teams stand, and how it came about."""
    columns = (
        Column(_("Rank"), ColumnKind.NUMBER, "rank"),
        Column(_("Team"), key="name"),
        Column(_("Points"), ColumnKind.POINTS, "points"),
        Column(_("How it came about"), key="told"),
    )
    rows = (
        {
            "rank": with_tie(team.place.rank, is_tied=team.place.tied),
            "name": team.name,
            "points": team.place.points,
            "told": format_html_join(SafeString("<br>"), "{}", ((line,) for line in team.lines)),
        }
        for team in teams
    )
    return ListOfSeries(rows, columns, label=_("Teams"))


def with_tie(rank: int | None, *, is_tied: bool) -> SafeString | str:
    """Return a rank, and whether others share it."""
    return format_html('{} <span class="tied">{}</span>', rank, _("tied")) if is_tied else str(rank)


def places_table(
    places: Iterable[tuple[SeriesRow, Sequence[int | None]]], events: Sequence[ShownEvent]
) -> ListOfSeries:
    """Return the ranks of the first few after each event."""
    columns = [Column(_("Name"), key="name", of="0.name")]
    for index, _event in enumerate(events):
        columns.append(Column(f"{index + 1}", ColumnKind.NUMBER, f"after_{index}", f"1.{index}", empty="–"))
    return ListOfSeries(places, columns, label=_("Places after each event"))


def moved_table(moved: Iterable[Moved]) -> ListOfSeries:
    """Return who stands elsewhere than before, or has other points."""
    columns = (
        Column(_("Name"), key="name"),
        Column(pgettext("series", "Before"), key="before"),
        Column(pgettext("series", "Now"), key="now"),
    )
    rows = (
        {
            "name": name,
            "before": _place_and_points(rank, points),
            "now": _place_and_points(rank_now, points_now),
        }
        for name, rank, points, rank_now, points_now in moved
    )
    return ListOfSeries(rows, columns, label=_("What changed"))


def _place_and_points(rank: int | None, points: Amount) -> str:
    return f"{rank}. ({noted(points)})" if rank else f"– ({noted(points)})"


def end_table_columns(*, with_event: bool = False) -> Iterator[Column]:
    """Yield the columns of an end table; with the event where no heading names it."""
    if with_event:
        yield Column(_("Event"), key="event", of="table.title")
        yield Column(_("Date"), ColumnKind.DATE, "date", of="table.date")
    yield Column(pgettext("end table", "Place"), ColumnKind.NUMBER, "place", empty="")
    if not with_event:
        yield Column(_("Name"), key="name")
    yield Column(_("Points"), ColumnKind.POINTS, "points", summed=True, empty="")


def end_table_rows(rows: Iterable[EndTableResult]) -> ListOfSeries:
    """Return the lines of an end table."""
    return ListOfSeries(rows, end_table_columns(), label=_("End table"))


def winners_table(winners: Iterable[Winner]) -> ListOfSeries:
    """Return who has won over all years."""
    columns = (
        Column(_("Name"), key="name"),
        Column(pgettext("place", "1st"), key="first", of="podium.0"),
        Column(pgettext("place", "2nd"), key="second", of="podium.1"),
        Column(pgettext("place", "3rd"), key="third", of="podium.2"),
        Column(_("Series won"), key="series", of="titles", empty=""),
    )
    return ListOfSeries(winners, columns, label=_("Winners"))


def years_table(years: Iterable[YearsEvents]) -> ListOfSeries:
    """Return how many came in which year."""
    columns = (
        Column(_("Year"), key="name"),
        Column(_("People on average"), key="average"),
        Column(_("Events"), key="events"),
        Column(_("Different people"), key="people"),
        Column(_("More tables of five than of four"), key="of_five", empty=""),
    )
    rows = (
        {
            "name": year.year,
            "average": floatformat(year.average, -1),
            "events": len(year.attendance),
            "people": len(year.people),
            "of_five": ", ".join(year.of_five),
        }
        for year in years
    )
    return ListOfSeries(rows, columns, label=_("How many came"))


def person_table(who: PersonInSeries) -> ListOfSeries:
    """Return a table of a person's events and which counted; the footer has the total."""
    columns = (
        ("event", NameColumn(_("Event"), footer=_("Together"))),
        ("points", GivenColumn(verbose_name=_("Points"), default="", footer=noted(who.row.points))),
        ("counts", tables.Column(_("Counts"), default="")),
    )
    return ListOfSeries(_lines_of(who), extra_columns=columns, label=_("Events"))


def _lines_of(who: PersonInSeries) -> Iterator[Mapping[str, Any]]:
    yes, no = pgettext("series", "yes"), pgettext("series", "no")
    for title, amount, why in who.list_points:
        what = format_html("{} <small>{}</small>", title, why) if why else title
        yield {"event": what, "points": amount, "counts": yes}
    for event, points, words in who.events:
        yield {
            "event": format_html(
                '<a href="{}">{}</a><br>{} <small>{}</small>',
                event.address,
                event.title,
                day_in_words(event.date),
                words or _("not there"),
            ),
            "points": None if points is None else Fraction(points),
            "counts": yes if event.pk in who.row.place.counting else "" if points is None else no,
        }
