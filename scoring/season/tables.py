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

from scoring.season.columns import (
    beside_columns,
    contract_columns,
    evening_columns,
    premium_columns,
    standing_columns,
    strength_columns,
)
from scoring.season.pages.career import Career, EveningPlayed
from scoring.season.pages.rating import PlayingStrength
from scoring.season.pages.season import SeasonStanding, SeasonStandings
from scoring.season.pages.statistics.club import PlayedUnder
from scoring.season.pages.statistics.tallies import Beside, PremiumTally, Tally
from scoring.web.numbers import in_hundredths
from scoring.web.tables import (
    Count,
    NameColumn,
    ShareColumn,
    Sorted,
)


class _Ranked(Sorted):
    """People with their ranks; the names of members lead to their own pages."""

    address: Callable[[int], str]

    rank = tables.Column(attrs={"td": {"class": "number"}, "th": {"class": "number"}})
    name = NameColumn(order_by="sorting")

    def render_name(self, value: str, record: SeasonStanding | PlayingStrength) -> str:
        if record.member is None:
            return value
        return format_html('<a href="{}">{}</a>', self.address(record.member), value)


class StandingsTable(_Ranked):
    """The standings of a season."""

    class Meta:
        order_by = "rank"
        per_page = 25

    def __init__(
        self,
        standings: Iterable[SeasonStanding],
        *,
        of: SeasonStandings,
        address: Callable[[int], str],
        prefix: str = "",
    ) -> None:
        """Show some of the standings, with the columns that all of them have."""
        super().__init__(standings, standing_columns(of), prefix=prefix)
        self.address = address


class StrengthsTable(_Ranked):
    """Playing strengths; with ranks, or of those who have none."""

    within = Count(verbose_name=_("Uncertainty"), initial_sort_descending=False)

    class Meta:
        order_by = "-strength"
        per_page = 25
        sequence = ("rank", "name", "strength", "within", "tables")

    def __init__(
        self, people: Iterable[PlayingStrength], *, address: Callable[[int], str], prefix: str = ""
    ) -> None:
        super().__init__(people, strength_columns(), prefix=prefix, exclude=("rank",) if prefix else ())
        self.address = address

    def render_within(self, value: int) -> str:
        return f"± {value}"


class EveningsTable(Sorted):
    """The evenings of one player, with the points so far."""

    date = NameColumn(order_by=("date", "number"), initial_sort_descending=True)

    class Meta:
        order_by = "-date"
        prefix = "e-"
        sequence = ("number", "date", "points", "total", "average", "...", "hands", "place")
        per_page = 20

    def __init__(self, career: Career, *, linked: bool = True) -> None:
        super().__init__(career.evenings, evening_columns(career, linked=linked))
        self.linked, self.day = linked, pgettext("date format", "j M Y")

    def render_date(self, value: datetime.date, record: EveningPlayed) -> str:
        words = format_day(value, self.day)
        if not self.linked:
            return words
        return SafeString(f'<a href="{escape(record.address)}">{escape(words)}</a>')


class ContractsTable(Sorted):
    """The contracts that were played: how often, how they ended, what they brought."""

    label = NameColumn(verbose_name=_("Contract"), order_by="order")
    share = ShareColumn(default="")

    class Meta:
        order_by = "-played"
        sequence = ("label", "points", "average", "won", "played", "lost", "...", "share")

    def __init__(self, tallies: Iterable[Tally], prefix: str = "c-") -> None:
        super().__init__(tallies, contract_columns(), prefix=prefix)


class GamesTable(ContractsTable):
    """What was played under one rule sheet; the points are those of the declarer."""

    often = ShareColumn(verbose_name=pgettext_lazy("games", "Of 100"), accessor="played")

    class Meta(ContractsTable.Meta):
        per_page = 40

    def __init__(self, played: PlayedUnder, prefix: str) -> None:
        super().__init__(played.games, prefix)
        self.under = played

    def render_often(self, record: Tally) -> str:
        return in_hundredths(self.under.in_hundred(record))


class PremiumsTable(Sorted):
    """The premiums: how often made and missed, and what they brought."""

    label = NameColumn(verbose_name=_("Premium"), order_by="order")

    class Meta:
        order_by = "label"
        sequence = ("label", "points", "silent", "made", "missed")

    def __init__(self, tallies: Iterable[PremiumTally], prefix: str = "p-") -> None:
        super().__init__(tallies, premium_columns(), prefix=prefix)


class BesideTable(Sorted):
    """People at the same table."""

    name = NameColumn(order_by="sorting")
    played = Count(verbose_name=_("Hands"))

    class Meta:
        order_by = "-average"
        sequence = ("name", "points", "average", "won", "played")
        per_page = 500  # all of them: the best and the worst are on the picture

    def __init__(self, people: Iterable[Beside], prefix: str) -> None:
        super().__init__(people, beside_columns(), prefix=prefix)
