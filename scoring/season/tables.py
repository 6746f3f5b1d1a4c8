"""The tables of a season."""

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from html import escape
from typing import Any

import django_tables2 as tables
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy
from django_tables2.utils import Accessor

from scoring.charts import strip_of
from scoring.clock import day_in_words
from scoring.engine.amounts import direction, noted
from scoring.engine.result import Amount, exact
from scoring.names import colour_of
from scoring.season.pages.career import Career, EveningPlayed, SeasonPlayed
from scoring.season.pages.champions import Champion
from scoring.season.pages.season import (
    PlayerRow,
    SeasonEvening,
    SeasonStanding,
    SeasonStandings,
    ranks_of,
    written_ranks,
)
from scoring.season.pages.statistics import KontraTally, PlayedUnder, Tally, TrischakenRecord
from scoring.web.columns import Column, ColumnKind
from scoring.web.language import in_hundredths
from scoring.web.tables import (
    Count,
    DayColumn,
    Line,
    ListTable,
    NameColumn,
    PageTable,
    PointsColumn,
    ShareColumn,
    coloured,
)


def money_columns(currencies: Iterable[str], of: str) -> list[Column]:
    """Return a column for each currency; only a club that changed it has several."""
    currencies = tuple(currencies)
    return [
        Column(
            _("Money (%(currency)s)") % {"currency": currency},
            ColumnKind.CENTS,
            f"money_{currency.lower()}",
            f"{of}.{currency}",
            summed=True,
            currency=currency,
            short=_("Money") if len(currencies) == 1 else "",
            empty="",
        )
        for currency in currencies
    ]


def average_column(of: str = "average") -> Column:
    """Return the column of points per hand."""
    return Column(_("Points per hand"), ColumnKind.AVERAGE, "average", of, short=_("Per hand"))


def old_column(of: str = "score.old") -> Column:
    """Return the column of points from old sheets of amounts."""
    return Column(_("Of old sheets"), ColumnKind.POINTS, "old", of, summed=True, empty="")


def standings_columns(standings: SeasonStandings) -> list[Column]:
    """Return the columns that all in these standings have."""
    points = Column(_("Points"), ColumnKind.POINTS, "points", "score.points", summed=True)
    schrift = Column(_("Schrift"), ColumnKind.POINTS, "schrift", "score.schrift", summed=True)
    return [
        Column(_("Rank"), ColumnKind.NUMBER, "rank"),
        Column(_("Name"), key="name"),
        points,
        *([schrift] if standings.differs else []),
        *money_columns(standings.currencies, "score.money"),
        average_column("score.average"),
        Column(_("Evenings"), ColumnKind.NUMBER, "evenings", "score.evenings", summed=True),
        Column(_("Hands"), ColumnKind.NUMBER, "hands", "score.hands", summed=True),
        *([old_column()] if standings.has_old else []),
        *(strength_columns() if standings.has_strengths else []),
    ]


def strength_columns() -> list[Column]:
    """Return the columns of playing strengths, and how sure they are."""
    return [
        Column(_("Strength"), ColumnKind.NUMBER, "strength", "strength.strength"),
        Column(_("Uncertainty"), ColumnKind.NUMBER, "within", "strength.within"),
        Column(_("Tables"), ColumnKind.NUMBER, "tables", "strength.tables"),
    ]


def evening_columns(career: Career, *, linked: bool) -> list[Column]:
    """Return the columns of one player's evenings; money and venues only for members."""
    whole = career.score
    return [
        Column(_("Number"), ColumnKind.NUMBER, "number", short=_("No.")),
        Column(_("Date"), ColumnKind.DATE, "date", short=_("Evening")),
        *([Column(_("Place"), key="place", of="venue", empty="")] if linked else []),
        Column(_("Points"), ColumnKind.POINTS, "points", "score.points", summed=True),
        *money_columns(career.currencies if linked else (), "score.money"),
        Column(_("Season so far"), ColumnKind.POINTS, "total"),
        average_column("score.average"),
        Column(_("Hands"), ColumnKind.NUMBER, "hands", "score.hands", summed=True),
        *([old_column()] if whole and whole.old is not None else []),
    ]


def contract_columns(points: str = "") -> list[Column]:
    """Return how games ended and what they brought; `points` says to whom."""
    return [
        Column(_("Contract"), key="contract", of=lambda tally: tally.label),
        Column(_("Played"), ColumnKind.NUMBER, "played", summed=True),
        Column(_("Won"), ColumnKind.NUMBER, "won", summed=True),
        Column(_("Lost"), ColumnKind.NUMBER, "lost", summed=True),
        Column(_("Renonce"), ColumnKind.NUMBER, "revoked", lambda tally: tally.revoked, summed=True),
        Column(pgettext("games", "Won per 100"), ColumnKind.NUMBER, "share", _won_of_hundred),
        Column(points or _("Points"), ColumnKind.POINTS, "points", summed=True),
        average_column(),
    ]


def _won_of_hundred(tally: Tally) -> int | None:
    return None if tally.share is None else int(in_hundredths(tally.share))


def premium_columns() -> list[Column]:
    """Return the columns of premiums: how often they were made, announced and missed."""
    return [
        Column(_("Premium"), key="premium", of=lambda tally: tally.label),
        Column(_("Silent"), ColumnKind.NUMBER, "silent"),
        Column(_("Announced and made"), ColumnKind.NUMBER, "made"),
        Column(_("Announced and missed"), ColumnKind.NUMBER, "missed"),
        Column(_("Sum"), ColumnKind.NUMBER, "sum", lambda tally: tally.times, summed=True),
        Column(_("Points"), ColumnKind.POINTS, "points", summed=True),
    ]


def person_columns() -> list[Column]:
    """Return the columns of people at the same table."""
    return [
        Column(_("Name"), key="name"),
        average_column(),
        Column(_("Hands"), ColumnKind.NUMBER, "hands", lambda tally: tally.played),
        Column(_("Won"), ColumnKind.NUMBER, "won"),
        Column(_("Points"), ColumnKind.POINTS, "points"),
    ]


FIRST = 3  # of them the ranks are in bold
HALF = 38  # of a bar: its longest side


class DrawingColumn(tables.Column):
    """A small picture beside the figures; a phone has it in its row."""

    def __init__(self, title: Promise, accessor: str = "score__points") -> None:
        cell = {"class": "drawn-beside"}
        super().__init__(title, accessor=accessor, orderable=False, attrs={"th": cell, "td": cell})


def drawn_bar(value: Amount, longest: float, half: int = HALF) -> SafeString:
    """Return a bar to the right, or to the left for a negative value; `longest` is half of the width."""
    wide = round(half * abs(float(value)) / longest, 1)
    return format_html(
        '<svg class="strip" aria-hidden="true" viewBox="0 0 {0} 20" width="{0}" height="20">'
        '<rect class="{1}" x="{2}" y="3" width="{3}" height="14"/>'
        '<path class="zero" d="M{4} 0V20"/></svg>',
        *(2 * half + 2, direction(value), half + 1 - (wide if value < 0 else 0), wide, half + 1),
    )


def drawn_strip(amounts: Sequence[Amount | None]) -> SafeString:
    """Return the amounts of the last evenings as a picture, with words to be read out."""
    points = ", ".join("–" if amount is None else noted(amount) for amount in amounts)
    words = _("The last evenings, the oldest first: %(points)s") % {"points": points}
    width, above, below = strip_of(amounts)
    return format_html(
        '<svg class="strip" role="img" aria-label="{}" viewBox="0 0 {} 24" '
        'width="{}" height="24"><path class="zero" d="M0 12H{}"/><path class="gets" d="{}"/>'
        '<path class="pays" d="{}"/></svg>',
        *(words, width, width, width, above, below),
    )


class PlayersTable(ListTable):
    """Players of a season; members have links, a bar, and the form of their last evenings."""

    looks = {
        "rank": partial(Count, initial_sort_descending=False, look="rank"),
        "points": partial(PointsColumn, look="main"),
        "strength": partial(Count, order_by=("strength__is_sure", "strength__strength")),
    }
    name = NameColumn(order_by="sorting")
    balance = DrawingColumn(gettext_lazy("Balance"))
    course = DrawingColumn(gettext_lazy("Form"))

    class Meta:
        attrs = {"class": "standings figures"}
        order_by = "-points"
        per_page = 25
        exclude = ("within", "tables")  # with the strength
        sequence = (
            *("rank", "name", "balance", "points", "...", "course"),
            *("evenings", "hands", "schrift", "old", "strength"),
        )

    def __init__(
        self,
        players: Iterable[SeasonStanding],
        columns: Iterable[Column],
        *,
        among: Sequence[SeasonStanding],
        address: Callable[[int], str],
        mine: int | None = None,
        form: Mapping[int, Sequence[Amount | None]] | None = None,
        **options: Any,
    ) -> None:
        """Prepare the table; `among` are all who are ranked together, `mine` is the reader."""
        self.among, self.pages, self.mine, self.form = among, address, mine, form or {}
        self.written_ranks = written_ranks(player.rank for player in among)
        self.longest = max((abs(float(player.score.points)) for player in among), default=0.0) or 1.0
        without = () if form else ("course",)
        super().__init__(players, columns, exclude=(*self._meta.exclude, *without), **options)
        self.figures = [
            name
            for name in self.columns.names()
            if name in ("points", "average", "strength") or name.startswith("money_")
        ]

    def address_of(self, record: SeasonStanding) -> str:
        return "" if record.member is None else self.pages(record.member)

    def render_rank(self, value: int) -> str:
        return self.written_ranks[value]

    def render_name(self, value: str, record: SeasonStanding) -> str:
        address = self.address_of(record)
        name = format_html('<a href="{}">{}</a>', address, value) if address else escape(value)
        return SafeString(f"{name}{self._me(record)}")

    def _me(self, record: SeasonStanding) -> str:
        return f" <small>{_('you')}</small>" if self._is_mine(record) else ""

    def _is_mine(self, record: SeasonStanding) -> bool:
        return record.member is not None and record.member == self.mine

    def render_balance(self, value: Amount) -> SafeString:
        return drawn_bar(value, self.longest)

    def render_course(self, record: SeasonStanding) -> SafeString | str:
        amounts = self.form.get(record.member) if record.member is not None else None
        return drawn_strip(amounts) if amounts else ""

    def render_strength(self, record: SeasonStanding) -> SafeString:
        strength = record.strength
        assert strength is not None
        sure = "{} <small>± {}</small>" if strength.is_sure else "<small>{} ± {}</small>"
        return format_html(sure, strength.strength, strength.within)

    def row_class(self, record: SeasonStanding) -> str:
        css = ["first"] * (record.rank <= FIRST) + ["mine"] * self._is_mine(record)
        return " ".join([*css, f"colour-{colour_of(record.member, record.name)}"])

    def line(self, record: SeasonStanding) -> Line:
        """Return the row on a phone, with the rank by the figure shown."""
        [column] = [column for column in self._written_columns if column.bound.name == self.figure]
        rank, small = self._ranks.get(record.name, ""), self._beside(record)
        figure = column.content(record)
        if self.figure == "strength" and record.strength:
            figure = str(record.strength.strength) if record.strength.is_sure else "–"
        title = SafeString(f"{escape(record.name)}{self._me(record)}")
        picture, css = self.render_course(record), ["first"] * (rank.rstrip("=") in ("1", "2", "3"))
        css += [*["mine"] * self._is_mine(record), f"colour-{colour_of(record.member, record.name)}"]
        return Line(title, small, figure, rank, picture, self.address_of(record), " ".join(css))

    @cached_property
    def _ranks(self) -> dict[str, str]:
        """Return everybody's rank by the figure shown, as text; empty without a value."""
        path = Accessor(self.columns[self.figure].accessor)
        values = {player.name: path.resolve(player, quiet=True) for player in self.among}
        if self.figure == "strength":
            values = {
                player.name: player.strength.strength
                for player in self.among
                if player.strength and player.strength.is_sure
            }
        known = sorted((value for value in values.values() if value is not None), reverse=True)
        ranks = ranks_of(known)
        written, by_value = written_ranks(ranks), dict(zip(known, ranks, strict=True))
        return {
            player.name: written[by_value[value]]
            for player in self.among
            if (value := values.get(player.name)) is not None
        }

    def _beside(self, record: SeasonStanding) -> str:
        """Return what the figure is based on: evenings, hands, or how sure it is."""
        strength = record.strength
        if self.figure == "strength":
            if strength is None:
                return ""
            if not strength.is_sure:
                return _("%(strength)s, not sure yet") % {"strength": strength.in_words}
            return f"± {strength.within}"
        if self.figure == "average":
            hands = record.score.hands
            return ngettext("%(number)d hand", "%(number)d hands", hands) % {"number": hands}
        evenings = record.score.evenings
        return ngettext("%(number)d evening", "%(number)d evenings", evenings) % {"number": evenings}


class EveningsTable(ListTable):
    """The evenings of one player, with the points so far."""

    figures = ("points", "total", "average")

    date = NameColumn(order_by=("date", "number"), initial_sort_descending=True)

    label = gettext_lazy("Evenings")
    most_on_paper = 20

    class Meta:
        attrs = {"class": "evenings figures"}
        order_by = "-date"
        prefix = "e-"
        sequence = ("number", "date", "points", "total", "average", "...", "hands", "place")
        per_page = 20

    def __init__(self, career: Career, *, linked: bool = True) -> None:
        super().__init__(career.evenings, evening_columns(career, linked=linked))
        self.linked = linked

    def address_of(self, record: EveningPlayed) -> str:
        return record.address if self.linked else ""

    def render_date(self, value: datetime.date, record: EveningPlayed) -> str:
        words = day_in_words(value)
        if record.is_old:
            words += f" ({pgettext('evening', 'old')})"
        if not self.linked:
            return words
        return SafeString(f'<a href="{escape(record.address)}">{escape(words)}</a>')


class ContractsTable(ListTable):
    """The contracts that were played: how often, how they ended, what they brought."""

    figures = ("played", "points", "average")

    label = NameColumn(verbose_name=gettext_lazy("Contract"), order_by="order")
    share = ShareColumn(default="")

    class Meta:
        attrs = {"class": "contracts figures"}
        order_by = "-played"
        sequence = ("label", "played", "won", "lost", "...", "share", "points", "average")

    def line(self, record: Tally) -> Line:
        """Return the row of a contract on a phone, with how often it was played and won in words."""
        return replace(super().line(record), small=self.how_often(record))

    def how_often(self, record: Tally) -> str:
        """Return how many of the hands under this contract were won; empty if none counts."""
        if record.share is None:
            return ""
        return _("%(share)s %% won") % {"share": in_hundredths(record.share)}


class GamesTable(ContractsTable):
    """The games under one rule sheet, with the declarers' points."""

    often = ShareColumn(verbose_name=pgettext_lazy("games", "Per 100 hands"), accessor="played")

    class Meta(ContractsTable.Meta):
        attrs = {"class": "games figures"}
        per_page = 40

    def __init__(self, played: PlayedUnder, prefix: str) -> None:
        super().__init__(played.games, contract_columns(), prefix=prefix, label=played.label)
        self.under = played

    def render_often(self, record: Tally) -> str:
        return in_hundredths(self.under.in_hundred(record))

    def how_often(self, record: Tally) -> str:
        often = _("%(often)s %% of all hands") % {"often": self.render_often(record)}
        return ", ".join(filter(None, [often, super().how_often(record)]))


class PremiumsTable(ListTable):
    """The premiums: how often made and missed, and what they brought."""

    label = NameColumn(verbose_name=gettext_lazy("Premium"), order_by="order")

    class Meta:
        attrs = {"class": "premiums figures"}
        order_by = "label"
        sequence = ("label", "points", "silent", "made", "missed")


class PersonTallyTable(ListTable):
    """People at the same table."""

    figures = ("average", "points", "played")

    name = NameColumn(order_by="sorting")
    played = Count(verbose_name=gettext_lazy("Hands"))
    most_on_paper = 20

    class Meta:
        attrs = {"class": "company figures"}
        order_by = "-average"
        sequence = ("name", "played", "won", "...", "points", "average")
        per_page = 20


def champion_columns() -> list[Column]:
    """Return the columns of the champions by season."""
    return [
        Column(_("Period"), key="period"),
        Column(_("Champion"), key="name"),
        Column(_("Points"), ColumnKind.POINTS, "points"),
        Column(_("Evenings"), ColumnKind.NUMBER, "evenings"),
        Column(_("Players"), ColumnKind.NUMBER, "players"),
    ]


class CrossTable(PageTable):
    """A row for every evening, the newest first, and a column for every member, the best first."""

    label = gettext_lazy("By evening")

    class Meta:
        attrs = {"class": "figures cross"}
        orderable = False
        per_page = 50

    def __init__(
        self,
        evenings: Sequence[SeasonEvening],
        players: Sequence[PlayerRow],
        address: Callable[[SeasonEvening], str],
    ) -> None:
        members = sorted((player for player in players if not player[1]), key=lambda player: -player[3])
        columns = [(name, amounts, total) for name, _is_guest, amounts, total in members]
        if guests := [player for player in players if player[1]]:
            together = [_together(player[2][at] for player in guests) for at in range(len(evenings))]
            columns.append((_("Guests"), together, _together(player[3] for player in guests) or 0))
        rows = (
            {
                "evening": _leading_to(address(evening), day_in_words(evening.date)),
                **{f"player_{number}": column[1][at] for number, column in enumerate(columns)},
            }
            for at, evening in reversed(list(enumerate(evenings)))
        )
        shown = (
            (
                f"player_{number}",
                PointsColumn(verbose_name=name, default="", footer=coloured(total, noted(total))),
            )
            for number, (name, _amounts, total) in enumerate(columns)
        )
        first = ("evening", NameColumn(_("Evening"), footer=_("Sum")))
        super().__init__(rows, extra_columns=(first, *shown))


def _together(amounts: Iterable[Amount | None]) -> Amount | None:
    """Return the sum of those who played; None: none of them did."""
    played = [amount for amount in amounts if amount is not None]
    return exact(sum(played)) if played else None


def _leading_to(address: str, words: str) -> str:
    return format_html('<a href="{}">{}</a>', address, words) if address else words


# Lists in an order of their own: records, and what is counted once


class ChampionsTable(ListTable):
    """The first of every season, each of which leads to its standings."""

    looks = {"period": NameColumn}

    class Meta:
        attrs = {"class": "champions figures"}
        orderable = False

    def __init__(self, champions: Iterable[Champion], address: Callable[[Champion], str], label: str) -> None:
        super().__init__(champions, champion_columns(), label=label)
        self.pages = address

    def address_of(self, record: Champion) -> str:
        return self.pages(record)

    def render_period(self, value: str, record: Champion) -> SafeString:
        return format_html('<a href="{}">{}</a>', self.address_of(record), value)

    def line(self, record: Champion) -> Line:
        """Return the row on a phone: the winners' names, and the season below them."""
        evenings = ngettext("%(number)d evening", "%(number)d evenings", record.evenings)
        small = f"{record.period} · {evenings % {'number': record.evenings}}"
        points = coloured(record.points, noted(record.points))
        return Line(record.name, small, points, address=self.address_of(record))


class RecordsTable(ListTable):
    """The best list: the highest results, with who won them."""

    figures = ("points",)

    name = NameColumn(gettext_lazy("Name"), accessor="person__name")
    points = PointsColumn(verbose_name=gettext_lazy("Points"))

    class Meta:
        attrs = {"class": "figures"}
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
    place = tables.Column(gettext_lazy("Place"), accessor="venue", default="")

    class Meta(RecordsTable.Meta):
        pass


class HighestSeasonsTable(RecordsTable):
    """The seasons that brought one player most."""

    label = gettext_lazy("The highest seasons")
    what = tables.Column(gettext_lazy("Season"))

    class Meta(RecordsTable.Meta):
        pass


class RarestTable(ListTable):
    """Games that are hardly ever played."""

    figures = ("played",)

    label = gettext_lazy("The rarest games")
    what = NameColumn(gettext_lazy("Contract"))
    played = Count(verbose_name=gettext_lazy("Played"))
    person = tables.Column(gettext_lazy("Last by"), accessor="person__name")
    date = DayColumn(gettext_lazy("Evening"))

    class Meta:
        attrs = {"class": "rarest figures"}
        orderable = False


def kontra_columns() -> list[Column]:
    """Return the columns of steps of the ladder; some neither gain nor cost anything."""
    return [
        Column(_("Kontra"), key="kontra", of="label"),
        Column(_("Given"), ColumnKind.NUMBER, "given", summed=True),
        Column(_("Gained"), ColumnKind.NUMBER, "good", summed=True),
        Column(_("Cost"), ColumnKind.NUMBER, "bad", summed=True),
        Column(pgettext("kontra", "Neither"), ColumnKind.NUMBER, "neither", summed=True),
        Column(_("Points"), ColumnKind.POINTS, "points", summed=True),
    ]


class KontrasTable(ListTable):
    """Each step of the ladder: how often, and whether it paid."""

    label = gettext_lazy("Kontras given")
    looks = {"kontra": NameColumn}

    class Meta:
        attrs = {"class": "kontras figures"}
        orderable = False
        exclude = ("neither",)
        sequence = ("kontra", "points", "...")

    def __init__(self, tallies: Iterable[KontraTally]) -> None:
        super().__init__(tallies, kontra_columns())


def trischaken_columns(*, of_one: bool) -> list[Column]:
    """Return the columns of Trischaken; of a club without how it went: what one loses others win."""
    name = _("Trischaken")
    went = {"won": _("Won"), "lost": _("Lost"), "revoked": _("Renonce")}
    counted = {
        "played": _("Played"),
        **(went if of_one else {}),
        "jungfrau": _("Jungfrau"),
        "buergermeister": _("Bürgermeister"),
    }
    return [
        Column(_("Contract"), key="contract", of=lambda _record: name),
        *(Column(words, ColumnKind.NUMBER, key) for key, words in counted.items()),
        *([Column(_("Points"), ColumnKind.POINTS, "points")] if of_one else []),
    ]


class TrischakenTable(ListTable):
    """Trischaken, in which all play alone: how often, and how it ended for one player."""

    label = gettext_lazy("Trischaken")
    contract = NameColumn(gettext_lazy("Contract"), default=gettext_lazy("Trischaken"))  # there is but one

    class Meta:
        attrs = {"class": "trischaken figures"}
        orderable = False
        exclude = ("revoked",)
        sequence = ("contract", "points", "won", "...")

    def __init__(self, record: TrischakenRecord, *, of_one: bool) -> None:
        super().__init__([record], trischaken_columns(of_one=of_one))


def streak_columns() -> list[Column]:
    """Return the columns of a player's longest runs."""
    return [
        Column(_("Streak"), key="streak"),
        Column(_("Length"), ColumnKind.NUMBER, "length"),
        Column(_("From"), ColumnKind.DATE, "since", empty=""),
        Column(_("To"), ColumnKind.DATE, "until", empty=""),
    ]


def streaks_of(career: Career) -> list[dict[str, Any]]:
    """Return a player's longest runs; of none the length is 0."""
    streaks = {
        _("Games won in a row as declarer"): career.declared_in_a_row,
        _("Evenings in a row with more than 0 points"): career.evenings_in_a_row,
    }
    return [
        {"streak": words, **(streak._asdict() if streak else {"length": 0})}
        for words, streak in streaks.items()
    ]


class StreaksTable(ListTable):
    """The longest runs of one player."""

    figures = ("length",)

    label = gettext_lazy("Longest streaks")
    looks = {"streak": NameColumn, "since": DayColumn, "until": DayColumn}

    class Meta:
        attrs = {"class": "streaks figures"}
        orderable = False

    def __init__(self, career: Career) -> None:
        super().__init__(streaks_of(career), streak_columns())


def year_columns() -> list[Column]:
    """Return the columns of one player's seasons."""
    return [
        Column(_("Season"), key="year", of="name"),
        Column(_("Points"), ColumnKind.POINTS, "points", "score.points", summed=True),
        Column(_("Evenings"), ColumnKind.NUMBER, "evenings", "score.evenings", summed=True),
        Column(_("Hands"), ColumnKind.NUMBER, "hands", "score.hands", summed=True),
    ]


class YearsTable(ListTable):
    """One player, season by season."""

    label = gettext_lazy("Points by season")
    looks = {"year": NameColumn}

    class Meta:
        attrs = {"class": "years figures"}
        orderable = False

    def __init__(self, years: Iterable[SeasonPlayed]) -> None:
        super().__init__(years, year_columns())


class SharedTable(PlayersTable):
    """Standings for people without an account: no money, no links to members."""

    label = gettext_lazy("Standings")

    class Meta(PlayersTable.Meta):
        orderable = False

    def __init__(self, standings: SeasonStandings) -> None:
        columns = [column for column in standings_columns(standings) if column.key != "old"]
        super().__init__(standings.members, columns, among=standings.members, address=lambda _member: "")
