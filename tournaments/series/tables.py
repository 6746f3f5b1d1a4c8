"""Lists about a series that stand in an order of their own."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import django_tables2 as tables
from django.template.defaultfilters import floatformat
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from scoring.clock import day_in_words
from scoring.engine.amounts import noted
from scoring.engine.result import Amount
from scoring.web.tables import Count, NameColumn, PageTable
from tournaments.series.history import Winner, YearsEvents
from tournaments.series.pages import PersonInSeries, SeriesRow, ShownEvent, TeamRow


class ListOfSeries(PageTable):
    """A list that nobody puts into another order."""

    class Meta:
        attrs = {"class": "standings"}
        orderable = False


class GivenColumn(Count):
    """Points that are given for a place, with a sign; in no colour, as nobody loses them."""

    def render(self, value: Amount) -> str:
        return noted(value)


class TeamsTable(ListOfSeries):
    """How the teams stand, and how it came about."""

    label = gettext_lazy("Teams")
    rank = Count(verbose_name=gettext_lazy("Rank"), accessor="place__rank")
    name = NameColumn(gettext_lazy("Team"))
    points = GivenColumn(verbose_name=gettext_lazy("Points"), accessor="place__points")
    told = tables.Column(gettext_lazy("How it came about"))

    class Meta(ListOfSeries.Meta):
        pass

    def render_rank(self, value: int, record: TeamRow) -> SafeString | int:
        if not record.place.tied:
            return value
        return format_html('{} <span class="tied">{}</span>', value, _("tied"))

    def render_told(self, value: Sequence[str]) -> SafeString:
        return format_html_join(SafeString("<br>"), "{}", ((line,) for line in value))


class PlacesTable(ListOfSeries):
    """The ranks of the first few after each event."""

    label = gettext_lazy("Places after each event")
    name = NameColumn(gettext_lazy("Name"), accessor="0__name")

    class Meta(ListOfSeries.Meta):
        pass

    def __init__(
        self, places: Iterable[tuple[SeriesRow, Sequence[int | None]]], events: Sequence[ShownEvent]
    ) -> None:
        after = (
            (f"after_{place}", Count(verbose_name=f"{place + 1}", accessor=f"1__{place}", default="–"))
            for place, _event in enumerate(events)
        )
        super().__init__(places, extra_columns=after)


class MovedTable(ListOfSeries):
    """Who stands elsewhere than before, or has other points."""

    label = gettext_lazy("What changed")
    name = NameColumn(gettext_lazy("Name"), accessor="0")
    before = tables.Column(pgettext_lazy("series", "Before"), accessor="2")
    now = tables.Column(pgettext_lazy("series", "Now"), accessor="4")

    class Meta(ListOfSeries.Meta):
        pass

    def render_before(self, record: Sequence[Any]) -> str:
        return _place_and_points(*record[1:3])

    def render_now(self, record: Sequence[Any]) -> str:
        return _place_and_points(*record[3:5])


def _place_and_points(rank: int | None, points: Amount) -> str:
    return f"{rank}. ({noted(points)})" if rank else f"– ({noted(points)})"


class EndTableRows(ListOfSeries):
    """The lines of an end table."""

    label = gettext_lazy("End table")
    place = Count(verbose_name=pgettext_lazy("end table", "Place"), default="")
    name = NameColumn(gettext_lazy("Name"))
    points = GivenColumn(verbose_name=gettext_lazy("Points"), default="")

    class Meta(ListOfSeries.Meta):
        pass


class WinnersTable(ListOfSeries):
    """Who has won over all years."""

    label = gettext_lazy("Winners")
    name = NameColumn(gettext_lazy("Name"))
    first = tables.Column(pgettext_lazy("place", "1st"), accessor="podium__0")
    second = tables.Column(pgettext_lazy("place", "2nd"), accessor="podium__1")
    third = tables.Column(pgettext_lazy("place", "3rd"), accessor="podium__2")
    series = tables.Column(gettext_lazy("Series won"), default="")

    class Meta(ListOfSeries.Meta):
        pass

    def __init__(self, winners: Iterable[Winner]) -> None:
        super().__init__(winners)

    def render_series(self, value: Sequence[str]) -> str:
        return ", ".join(value)


class AttendedYearsTable(ListOfSeries):
    """How many came in which year."""

    label = gettext_lazy("How many came")
    year = NameColumn(gettext_lazy("Year"))
    average = tables.Column(gettext_lazy("People on average"))
    events = tables.Column(gettext_lazy("Events"), accessor="came")
    people = tables.Column(gettext_lazy("Different people"))
    of_five = tables.Column(gettext_lazy("More tables of five than of four"), default="")

    class Meta(ListOfSeries.Meta):
        pass

    def __init__(self, years: Iterable[YearsEvents]) -> None:
        super().__init__(years)

    def render_average(self, value: float) -> str:
        return floatformat(value, -1)

    def render_events(self, value: Sequence[int]) -> str:
        return str(len(value))

    def render_people(self, value: set[str]) -> str:
        return str(len(value))

    def render_of_five(self, value: Sequence[str]) -> str:
        return ", ".join(value)


class EventsOfPersonTable(ListOfSeries):
    """Which events counted for somebody; below them what they come to."""

    label = gettext_lazy("Events")
    event = NameColumn(gettext_lazy("Event"), footer=gettext_lazy("Together"))
    points = GivenColumn(verbose_name=gettext_lazy("Points"), default="", footer=lambda table: table.together)
    counts = tables.Column(gettext_lazy("Counts"), default="")

    class Meta(ListOfSeries.Meta):
        pass

    def __init__(self, who: PersonInSeries) -> None:
        self.together = noted(who.row.points)
        super().__init__(self._lines(who))

    @staticmethod
    def _lines(who: PersonInSeries) -> Iterator[Mapping[str, Any]]:
        yes, no = pgettext("series", "yes"), pgettext("series", "no")
        if who.row.place.seed or who.brought:
            yield {
                "event": format_html("{} <small>{}</small>", _("Brought along"), who.brought)
                if who.brought
                else _("Brought along"),
                "points": who.row.place.seed,
                "counts": yes,
            }
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
