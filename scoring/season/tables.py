"""The tables of a season."""

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from html import escape
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from scoring.charts import strip_of
from scoring.clock import day_in_words
from scoring.engine.amounts import noted
from scoring.engine.result import Amount
from scoring.export.figures import Per
from scoring.season.pages.career import Career, EveningPlayed
from scoring.season.pages.season import ListedPlayer, SeasonStandings
from scoring.season.pages.statistics import PlayedUnder, Tally
from scoring.web.columns import SUM_OF_ROWS, Column, ColumnKind, ColumnTotal
from scoring.web.language import in_hundredths
from scoring.web.tables import Count, DayColumn, NameColumn, PageTable, PointsColumn, ShareColumn


def money_columns(
    currencies: Iterable[str], of: str, total: Callable[[str], ColumnTotal | None] = lambda _currency: None
) -> list[Column]:
    """Return a column for each currency; there is more than one only in a club that changed it."""
    return [
        Column(
            _("Money (%(currency)s)") % {"currency": currency},
            ColumnKind.CENTS,
            f"money_{currency.lower()}",
            f"{of}.{currency}",
            total=total(currency),
            currency=currency,
            short=_("Money"),
            empty="",
        )
        for currency in currencies
    ]


PER_HAND = Per("average", of="points", by="hands")
PER_HAND_KNOWN = PER_HAND._replace(less="old")  # where there are amounts that no hand is known of


def average_column(of: str = "average") -> Column:
    """Return the column of points per hand."""
    return Column(_("Points per hand"), ColumnKind.AVERAGE, "average", of, short=_("Per hand"))


def old_column(of: str = "score.old", total: ColumnTotal | None = None) -> Column:
    """Return the column of those points of which only the amounts are known, out of old sheets."""
    return Column(_("Of old sheets"), ColumnKind.POINTS, "old", of, total=total, empty="")


def standings_columns(
    standings: SeasonStandings,
    amounts: ColumnTotal | None = None,
    evenings: ColumnTotal | None = None,
    hands: ColumnTotal | None = None,
) -> list[Column]:
    """Return the columns that all in these standings have; files know what they add up to."""
    points = Column(_("Points"), ColumnKind.POINTS, "points", "score.points", total=amounts)
    schrift = Column(_("Schrift"), ColumnKind.POINTS, "schrift", "score.schrift", total=amounts)
    return [
        Column(_("Rank"), ColumnKind.NUMBER, "rank"),
        Column(_("Name"), key="name"),
        points,
        *([schrift] if standings.differs else []),
        *money_columns(standings.currencies, "score.money", lambda _currency: amounts),
        average_column("score.average"),
        Column(_("Evenings"), ColumnKind.NUMBER, "evenings", "score.evenings", total=evenings),
        Column(_("Hands"), ColumnKind.NUMBER, "hands", "score.hands", total=hands),
        *([old_column(total=amounts)] if standings.has_old else []),
    ]


def strength_columns() -> list[Column]:
    """Return the columns of playing strengths."""
    return [
        Column(_("Rank"), ColumnKind.NUMBER, "rank"),
        Column(_("Name"), key="name"),
        Column(_("Strength"), ColumnKind.NUMBER, "strength"),
        Column(_("Uncertainty"), ColumnKind.NUMBER, "uncertainty", lambda strength: strength.within),
        Column(_("Tables"), ColumnKind.NUMBER, "tables", total=SUM_OF_ROWS),
    ]


def evening_columns(career: Career, *, linked: bool) -> list[Column]:
    """Return the columns of one player's evenings; money and places are not for people of no club."""
    whole = career.score
    return [
        Column(_("Number"), ColumnKind.NUMBER, "number", short=_("No.")),
        Column(_("Date"), ColumnKind.DATE, "date", short=_("Evening")),
        *([Column(_("Place"), key="place", empty="")] if linked else []),
        Column(_("Points"), ColumnKind.POINTS, "points", "score.points"),
        *money_columns(
            career.currencies if linked else (),
            "score.money",
            lambda currency: whole.money[currency] if whole else None,
        ),
        Column(_("Season so far"), ColumnKind.POINTS, "total"),
        average_column("score.average"),
        Column(_("Hands"), ColumnKind.NUMBER, "hands", "score.hands", total=whole.hands if whole else None),
        *([old_column(total=whole.old)] if whole and whole.old is not None else []),
    ]


def contract_columns(points: str = "", *, total: ColumnTotal | None = SUM_OF_ROWS) -> list[Column]:
    """Return how games ended and what they brought; `points` says to whom."""
    return [
        Column(_("Contract"), key="contract", of=lambda tally: tally.label),
        Column(_("Played"), ColumnKind.NUMBER, "played"),
        Column(_("Won"), ColumnKind.NUMBER, "won"),
        Column(_("Lost"), ColumnKind.NUMBER, "lost"),
        Column(_("Renonce"), ColumnKind.NUMBER, "revoked", lambda tally: tally.revoked),
        Column(pgettext("games", "Won of 100"), ColumnKind.NUMBER, "share", _won_of_hundred),
        Column(points or _("Points"), ColumnKind.POINTS, "points", total=total),
        average_column(),
    ]


def _won_of_hundred(tally: Tally) -> int | None:
    return None if tally.share is None else int(in_hundredths(tally.share))


def premium_columns() -> list[Column]:
    """Return how often premiums came about, and how; silent and missed is none, but costs points."""
    return [
        Column(_("Premium"), key="premium", of=lambda tally: tally.label),
        Column(_("Silent"), ColumnKind.NUMBER, "silent"),
        Column(_("Announced and made"), ColumnKind.NUMBER, "made"),
        Column(_("Announced and missed"), ColumnKind.NUMBER, "missed"),
        Column(_("Sum"), ColumnKind.NUMBER, "sum", lambda tally: tally.times, total=SUM_OF_ROWS),
        Column(_("Points"), ColumnKind.POINTS, "points", total=SUM_OF_ROWS),
    ]


def person_columns() -> list[Column]:
    """Return the columns of people at the same table."""
    return [
        Column(_("Name"), key="name"),
        average_column(),
        Column(_("Hands"), ColumnKind.NUMBER, "hands", lambda tally: tally.played),
        Column(_("Won"), ColumnKind.NUMBER, "won", total=SUM_OF_ROWS),
        Column(_("Points"), ColumnKind.POINTS, "points", total=SUM_OF_ROWS),
    ]


FIRST = 3  # of them the ranks are in bold


class CourseColumn(tables.Column):
    """The last evenings as a strip of small columns; a phone has no room for it."""

    def __init__(self) -> None:
        cell = {"class": "course"}
        super().__init__(
            gettext_lazy("How it went"),
            accessor="member",
            default="",
            orderable=False,
            attrs={"th": cell, "td": cell},
        )


class PlayersTable(PageTable):
    """Players of a season; the names of members lead to their own pages, beside them stands their form."""

    looks = {"rank": partial(Count, initial_sort_descending=False)}
    name = NameColumn(order_by="sorting")
    course = CourseColumn()

    class Meta:
        attrs = {"class": "standings of-season"}
        order_by = "rank"
        per_page = 25
        sequence: tuple[str, ...] = ("rank", "name", "course", "...")

    def __init__(
        self,
        players: Iterable[ListedPlayer],
        columns: Iterable[Column],
        *,
        address: Callable[[int], str],
        form: Mapping[int, Sequence[Amount | None]] | None = None,
        **options: Any,
    ) -> None:
        hidden = (*options.pop("exclude", ()), *(() if form else ("course",)))
        super().__init__(players, columns, exclude=hidden, **options)
        self.address, self.form = address, form or {}

    def render_name(self, value: str, record: ListedPlayer) -> str:
        if record.member is None:
            return value
        return format_html('<a href="{}">{}</a>', self.address(record.member), value)

    def render_course(self, value: int) -> SafeString | str:
        amounts = self.form.get(value)
        if not amounts:
            return ""
        points = ", ".join("–" if amount is None else noted(amount) for amount in amounts)
        words = _("The last evenings, the oldest first: %(points)s") % {"points": points}
        width, above, below = strip_of(amounts)
        return format_html(
            '<svg class="form" role="img" aria-label="{}" viewBox="0 0 {} 24" '
            'width="{}" height="24"><path class="gets" d="{}"/><path class="pays" d="{}"/></svg>',
            *(words, width, width, above, below),
        )

    def row_class(self, record: ListedPlayer) -> str:
        rank = getattr(record, "rank", None)
        return "first" if rank and rank <= FIRST else ""


class StrengthsTable(PlayersTable):
    """Playing strengths; with ranks, or of those who have none."""

    within = Count(verbose_name=gettext_lazy("Uncertainty"), initial_sort_descending=False)

    class Meta(PlayersTable.Meta):
        order_by = "-strength"
        sequence = ("rank", "name", "strength", "within", "tables")

    def render_within(self, value: int) -> str:
        return f"± {value}"


class EveningsTable(PageTable):
    """The evenings of one player, with the points so far."""

    date = NameColumn(order_by=("date", "number"), initial_sort_descending=True)

    label = gettext_lazy("Evenings")
    most_on_paper = 20

    class Meta:
        attrs = {"class": "evenings"}
        order_by = "-date"
        prefix = "e-"
        sequence = ("number", "date", "points", "total", "average", "...", "hands", "place")
        per_page = 20

    def __init__(self, career: Career, *, linked: bool = True) -> None:
        super().__init__(career.evenings, evening_columns(career, linked=linked))
        self.linked = linked

    def render_date(self, value: datetime.date, record: EveningPlayed) -> str:
        words = day_in_words(value)
        if record.is_old:
            words += f" ({pgettext('evening', 'old')})"
        if not self.linked:
            return words
        return SafeString(f'<a href="{escape(record.address)}">{escape(words)}</a>')


class ContractsTable(PageTable):
    """The contracts that were played: how often, how they ended, what they brought."""

    label = NameColumn(verbose_name=gettext_lazy("Contract"), order_by="order")
    share = ShareColumn(default="")

    class Meta:
        attrs = {"class": "contracts"}
        order_by = "-played"
        sequence = ("label", "points", "average", "won", "played", "lost", "...", "share")


class GamesTable(ContractsTable):
    """What was played under one rule sheet; the points are those of the declarer."""

    often = ShareColumn(verbose_name=pgettext_lazy("games", "Of 100"), accessor="played")

    class Meta(ContractsTable.Meta):
        attrs = {"class": "games"}
        per_page = 40

    def __init__(self, played: PlayedUnder, prefix: str) -> None:
        super().__init__(played.games, contract_columns(), prefix=prefix, label=played.label)
        self.under = played

    def render_often(self, record: Tally) -> str:
        return in_hundredths(self.under.in_hundred(record))


class PremiumsTable(PageTable):
    """The premiums: how often made and missed, and what they brought."""

    label = NameColumn(verbose_name=gettext_lazy("Premium"), order_by="order")

    class Meta:
        attrs = {"class": "premiums"}
        order_by = "label"
        sequence = ("label", "points", "silent", "made", "missed")


class PersonTallyTable(PageTable):
    """People at the same table."""

    name = NameColumn(order_by="sorting")
    played = Count(verbose_name=gettext_lazy("Hands"))
    most_on_paper = 20

    class Meta:
        attrs = {"class": "company"}
        order_by = "-average"
        sequence = ("name", "points", "average", "won", "played")
        per_page = 20


# Lists in an order of their own: records, and what is counted once


class RecordsTable(PageTable):
    """The best list: the highest results, with who won them."""

    name = NameColumn(gettext_lazy("Name"), accessor="person__name")
    points = PointsColumn(verbose_name=gettext_lazy("Points"))

    class Meta:
        orderable = False


class HighestHandsTable(RecordsTable):
    """The hands that brought one player most."""

    label = gettext_lazy("The highest hands")
    what = tables.Column(gettext_lazy("Contract"))
    date = DayColumn(gettext_lazy("Evening"))
    number = Count(verbose_name=gettext_lazy("Hand"))

    class Meta(RecordsTable.Meta):
        pass


class HighestEveningsTable(RecordsTable):
    """The evenings that brought one player most."""

    label = gettext_lazy("The highest evenings")
    date = DayColumn(gettext_lazy("Evening"))
    place = tables.Column(gettext_lazy("Place"), default="")

    class Meta(RecordsTable.Meta):
        pass


class HighestSeasonsTable(RecordsTable):
    """The years that brought one player most."""

    label = gettext_lazy("The highest seasons")
    what = tables.Column(gettext_lazy("Year"))

    class Meta(RecordsTable.Meta):
        pass


class RarestTable(PageTable):
    """Games that are hardly ever played."""

    label = gettext_lazy("The rarest games")
    what = NameColumn(gettext_lazy("Contract"))
    played = Count(verbose_name=gettext_lazy("Played"))
    person = tables.Column(gettext_lazy("Last by"), accessor="person__name")
    date = DayColumn(gettext_lazy("Evening"))

    class Meta:
        attrs = {"class": "rarest"}
        orderable = False


class KontrasTable(PageTable):
    """Each step of the ladder: how often, and whether it paid."""

    label = gettext_lazy("Kontras given")
    kontra = NameColumn(gettext_lazy("Kontra"), accessor="label")
    points = PointsColumn(verbose_name=gettext_lazy("Points"))
    given = Count(verbose_name=gettext_lazy("Given"))
    good = Count(verbose_name=gettext_lazy("Gained"))
    bad = Count(verbose_name=gettext_lazy("Cost"))

    class Meta:
        attrs = {"class": "kontras"}
        orderable = False


class TrischakenTable(PageTable):
    """Everybody for themselves: how often that was, and how it ended for one player."""

    label = gettext_lazy("Trischaken")
    contract = NameColumn(gettext_lazy("Contract"), default=gettext_lazy("Trischaken"))  # there is but one
    points = PointsColumn(verbose_name=gettext_lazy("Points"))
    won = Count(verbose_name=gettext_lazy("Won"))
    played = Count(verbose_name=gettext_lazy("Played"))
    lost = Count(verbose_name=gettext_lazy("Lost"))
    jungfrau = Count(verbose_name=gettext_lazy("Jungfrau"))
    buergermeister = Count(verbose_name=gettext_lazy("Bürgermeister"))

    class Meta:
        attrs = {"class": "trischaken"}
        orderable = False


class StreaksTable(PageTable):
    """The longest runs of one player."""

    label = gettext_lazy("Longest streaks")
    what = NameColumn(gettext_lazy("Streak"))
    length = Count(verbose_name=gettext_lazy("Length"), accessor="streak__length", default="0")
    since = DayColumn(gettext_lazy("From"), accessor="streak__since", default="")
    until = DayColumn(gettext_lazy("To"), accessor="streak__until", default="")

    class Meta:
        attrs = {"class": "streaks"}
        orderable = False

    def __init__(self, career: Career) -> None:
        streaks = {
            _("Games won in a row as declarer"): career.declared_in_a_row,
            _("Evenings in a row with more than 0 points"): career.evenings_in_a_row,
        }
        super().__init__({"what": what, "streak": streak} for what, streak in streaks.items())


class YearsTable(PageTable):
    """One player, year by year."""

    label = gettext_lazy("Points by season")
    year = NameColumn(gettext_lazy("Year"))
    points = PointsColumn(verbose_name=gettext_lazy("Points"), accessor="score__points")
    evenings = Count(verbose_name=gettext_lazy("Evenings"), accessor="score__evenings")
    hands = Count(verbose_name=gettext_lazy("Hands"), accessor="score__hands")

    class Meta:
        attrs = {"class": "years"}
        orderable = False


class SharedTable(PageTable):
    """Standings for people without an account: no money, no links to members."""

    label = gettext_lazy("Standings")
    name = NameColumn()

    class Meta:
        attrs = {"class": "standings of-season"}
        orderable = False

    def __init__(self, standings: SeasonStandings) -> None:
        columns = [column for column in standings_columns(standings) if column.key != "old"]
        super().__init__(standings.members, columns)
