"""The tables of a season."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable
from html import escape

import django_tables2 as tables
from django.utils.dateformat import format as format_day
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from scoring.season.pages.career import EveningPlayed
from scoring.season.pages.rating import PlayingStrength
from scoring.season.pages.season import SeasonStanding, SeasonStandings
from scoring.season.pages.statistics.club import PlayedUnder
from scoring.season.pages.statistics.tallies import Beside, PremiumTally, Tally
from scoring.web.numbers import in_hundredths
from scoring.web.tables import (
    Average,
    Count,
    MoneyColumn,
    NameColumn,
    PointsColumn,
    ShareColumn,
    Sorted,
    StableRows,
)


def _money(currencies: Iterable[str]) -> list[tuple[str, tables.Column]]:
    """Return a column for each currency; there is more than one only in a club that changed it."""
    return [(f"money_{currency}", MoneyColumn(currency, "score__money")) for currency in currencies]


class _Ranked(Sorted):
    """People with their ranks; the names of members lead to their own pages."""

    address: Callable[[int], str]

    rank = tables.Column(verbose_name=_("Rank"), attrs={"td": {"class": "number"}, "th": {"class": "number"}})
    name = NameColumn(verbose_name=_("Name"), order_by="sorting")

    def render_name(self, value: str, record: SeasonStanding | PlayingStrength) -> str:
        if record.member is None:
            return value
        return format_html('<a href="{}">{}</a>', self.address(record.member), value)


class StandingsTable(_Ranked):
    """The standings of a season."""

    points = PointsColumn(verbose_name=_("Points"), accessor="score__points")
    schrift = PointsColumn(verbose_name=_("Schrift"), accessor="score__schrift")
    average = Average(verbose_name=_("Per hand"), accessor="score__average")
    evenings = Count(verbose_name=_("Evenings"), accessor="score__evenings")
    hands = Count(verbose_name=_("Hands"), accessor="score__hands")

    class Meta:
        order_by = "rank"
        per_page = 25
        sequence = ("rank", "name", "points", "schrift", "...", "average", "evenings", "hands")

    def __init__(
        self,
        standings: Iterable[SeasonStanding],
        *,
        of: SeasonStandings,
        address: Callable[[int], str],
        prefix: str = "",
    ) -> None:
        """Show some of the standings, with the columns that all of them have."""
        super().__init__(
            StableRows(list(standings)),
            prefix=prefix,
            exclude=() if of.differs else ("schrift",),
            extra_columns=_money(of.currencies),
        )
        self.address = address


class StrengthsTable(_Ranked):
    """Playing strengths; with ranks, or of those who have none."""

    strength = Count(verbose_name=_("Strength"))
    within = Count(verbose_name=_("Uncertainty"), initial_sort_descending=False)
    tables = Count(verbose_name=_("Tables"))

    class Meta:
        order_by = "-strength"
        per_page = 25

    def __init__(
        self, people: Iterable[PlayingStrength], *, address: Callable[[int], str], prefix: str = ""
    ) -> None:
        super().__init__(StableRows(list(people)), prefix=prefix, exclude=("rank",) if prefix else ())
        self.address = address

    def render_within(self, value: int) -> str:
        return f"± {value}"


class EveningsTable(Sorted):
    """The evenings of one player, with the points so far."""

    number = Count(verbose_name=_("No."))  # as under the columns of the picture
    date = NameColumn(verbose_name=_("Evening"), order_by=("date", "number"), initial_sort_descending=True)
    place = tables.Column(verbose_name=_("Place"), default="")
    points = PointsColumn(verbose_name=_("Points"), accessor="score__points")
    total = PointsColumn(verbose_name=_("Season so far"))
    average = Average(verbose_name=_("Per hand"), accessor="score__average")
    hands = Count(verbose_name=_("Hands"), accessor="score__hands")

    class Meta:
        order_by = "-date"
        prefix = "e-"
        sequence = ("number", "date", "points", "total", "average", "...", "hands", "place")
        per_page = 20

    def __init__(
        self, evenings: Iterable[EveningPlayed], *, currencies: Iterable[str], linked: bool = True
    ) -> None:
        # A place may be somebody's home: it is not for people of no club.
        hidden = () if linked else ("place",)
        super().__init__(StableRows(list(evenings)), extra_columns=_money(currencies), exclude=hidden)
        self.linked, self.day = linked, pgettext("date format", "j M Y")

    def render_date(self, value: datetime.date, record: EveningPlayed) -> str:
        words = format_day(value, self.day)
        if not self.linked:
            return words
        return SafeString(f'<a href="{escape(record.address)}">{escape(words)}</a>')


class ContractsTable(Sorted):
    """The contracts that were played: how often, how they ended, what they brought."""

    label = NameColumn(verbose_name=_("Contract"), order_by="order")
    points = PointsColumn(verbose_name=_("Points"))
    average = Average(verbose_name=_("Per hand"))
    won = Count(verbose_name=_("Won"))
    played = Count(verbose_name=_("Played"))
    lost = Count(verbose_name=_("Lost"))
    share = ShareColumn(verbose_name=pgettext_lazy("games", "Won of 100"), default="")

    class Meta:
        order_by = "-played"

    def __init__(self, tallies: Iterable[Tally], prefix: str = "c-") -> None:
        super().__init__(StableRows(list(tallies)), prefix=prefix)


class GamesTable(ContractsTable):
    """What was played under one rule sheet; the points are those of the declarer."""

    often = ShareColumn(verbose_name=pgettext_lazy("games", "Of 100"), accessor="played")

    class Meta:
        order_by = "-played"
        per_page = 40
        sequence = ("...", "often", "share")

    def __init__(self, played: PlayedUnder, prefix: str) -> None:
        super().__init__(played.games, prefix)
        self.under = played

    def render_often(self, record: Tally) -> str:
        return in_hundredths(self.under.in_hundred(record))


class PremiumsTable(Sorted):
    """The premiums: how often made and missed, and what they brought."""

    label = NameColumn(verbose_name=_("Premium"), order_by="order")
    points = PointsColumn(verbose_name=_("Points"))
    silent = Count(verbose_name=_("Silent"))
    made = Count(verbose_name=_("Announced and made"))
    missed = Count(verbose_name=_("Announced and missed"))

    class Meta:
        order_by = "label"

    def __init__(self, tallies: Iterable[PremiumTally], prefix: str = "p-") -> None:
        super().__init__(StableRows(list(tallies)), prefix=prefix)


class BesideTable(Sorted):
    """People at the same table."""

    name = NameColumn(verbose_name=_("Name"), order_by="sorting")
    points = PointsColumn(verbose_name=_("Points"))
    average = Average(verbose_name=_("Per hand"))
    won = Count(verbose_name=_("Won"))
    played = Count(verbose_name=_("Hands"))

    class Meta:
        order_by = "-average"
        per_page = 500  # all of them: the best and the worst are on the picture

    def __init__(self, people: Iterable[Beside], prefix: str) -> None:
        super().__init__(StableRows(list(people)), prefix=prefix)
