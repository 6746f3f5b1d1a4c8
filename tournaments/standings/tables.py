"""The standings of a tournament as tables: of a round, and over all rounds."""

import re
import sys
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import django_tables2 as tables
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django_tables2 import RequestConfig
from django_tables2.rows import BoundRow

from scoring.engine.result import Amount
from scoring.season.tables import DrawingColumn, drawn_bar
from scoring.web.columns import Column, ColumnKind, Value
from scoring.web.tables import Count, Line, ListTable, NameColumn, PointsColumn
from tournaments.standings.pages.standings import InRound, ShownStandings, StandingRow, StandingsPart
from tournaments.wording import play_money

UNKNOWN = "–"


def standings_columns(standings: ShownStandings) -> Iterator[Column]:
    """Yield the columns that these standings have."""
    yield Column(_("Rank"), ColumnKind.NUMBER, "rank")
    yield Column(_("tied"), key="tied", of=lambda row: _("tied") if row.tied else None)
    yield Column(_("Name"), key="name")
    if standings.has_sections:
        yield Column(_("Section"), key="section", of=lambda row: row.section_name)
    if standings.by_section:
        of_section = _("Rank in the section")
        yield Column(of_section, ColumnKind.NUMBER, "section_rank", lambda row: row.other_rank)
    yield from _overall(standings) if standings.overall else _of_round(standings)
    yield Column(_("Hands"), ColumnKind.NUMBER, "hands", summed=True, empty=UNKNOWN)
    yield Column(_("Note"), key="note", of=lambda row: ", ".join(row.notes))
    yield Column(_("Decided by"), key="decided_by", of=lambda row: row.reason)


def _of_round(standings: ShownStandings) -> Iterator[Column]:
    if standings.money:
        yield _amount(_("Balance"), "balance", "balance")
        yield from _replaced()
    yield _schrift()
    yield Column(_("Table"), ColumnKind.NUMBER, "table", _table)


def _overall(standings: ShownStandings) -> Iterator[Column]:
    if standings.counts:
        yield Column(standings.counts, ColumnKind.AVERAGE, "counts", empty="")
    elif not standings.money:
        yield _schrift()
    for index, number in enumerate(standings.rounds):
        title, key = _("Round %(number)d") % {"number": number}, f"round_{number}"
        amount = f"rounds.{index}.amount"
        yield Column(title, ColumnKind.POINTS, key, amount, summed=True, empty=UNKNOWN)
    yield Column(_("Rounds"), ColumnKind.NUMBER, "rounds", lambda row: row.played)
    if standings.money:
        yield from _replaced()


def _replaced() -> Iterator[Column]:
    yield _amount(_("Replacement"), "replacement", "result.replacement")
    yield Column(_("Busts"), ColumnKind.NUMBER, "busts", summed=True)


def _amount(title: str, key: str, of: str) -> Column:
    return Column(title, ColumnKind.POINTS, key, of, signed=False, summed=True, empty=UNKNOWN)


def _schrift() -> Column:
    return Column(_("Schrift"), ColumnKind.POINTS, "schrift", summed=True, empty=UNKNOWN)


def _table(row: StandingRow) -> Value:
    return row.seated[0] if len(row.seated) == 1 else row.tables


FEW_ROUNDS = 4  # so many have room in one line below a name on a phone
FIRST = 3  # of them the ranks are in bold
HALF = 110  # of a bar: its longest side
MOST_WITH_BARS = 3  # rounds beside each other
UPRIGHT_ROUNDS = 7  # so many have room on an upright sheet
ON_ONE_PAGE = 2000  # on the wall they hang on one sheet


def _in_round(amount: InRound | None) -> SafeString | str:
    """Return a player's amount in a round, with a mark for replacement capital."""
    if amount is None or not amount.busted:
        return UNKNOWN if amount is None else amount.words
    return format_html('{}<abbr title="{}">*</abbr>', play_money(amount.amount), amount.words)


class WhatRanks(Count):
    """The play money that is looked for first."""

    def render(self, value: Amount) -> SafeString:
        return format_html("<b>{}</b>", play_money(value))


class SchriftThatRanks(PointsColumn):
    """The column of the Schrift where it decides the ranks: in bold."""

    def render(self, value: Amount) -> SafeString:
        return format_html("<b>{}</b>", super().render(value))


class RareColumn(Count):
    """A number that is usually 0, which is not shown."""

    def render(self, value: Amount) -> str:
        return play_money(value) if value else ""


class RoundColumn(Count):
    """The column of the players' amounts in one round, sortable by amount."""

    def __init__(self, accessor: str, **options: Any) -> None:
        super().__init__(accessor=accessor.removesuffix("__amount"), order_by=accessor, **options)

    def render(self, value: InRound) -> SafeString | str:
        return _in_round(value)


class SectionColumn(tables.Column):
    """The column of a player's section and rank there; in the standings of a section, the rank among all."""

    of_section = False

    def render(self, record: StandingRow) -> str:
        rank = "" if record.other_rank is None else f"{record.other_rank}."
        if self.of_section:
            return rank
        return f"{record.section_name}, {rank}" if rank else record.section_name


class TournamentTable(ListTable):
    """A table of standings, with ranked people or with those without a rank."""

    of_section = False
    most_on_paper = sys.maxsize  # it hangs on the wall
    is_dense = True
    rank = Count(verbose_name=gettext_lazy("Rank"), initial_sort_descending=False, look="rank")
    name = NameColumn(gettext_lazy("Name"), order_by="in_list")
    drawn = DrawingColumn(gettext_lazy("Plus or minus"), "schrift")
    section = SectionColumn(accessor="section_order", empty_values=())
    why = tables.Column(
        verbose_name=gettext_lazy("Decided by"),
        accessor="reason",
        default="",
        orderable=False,
        attrs={"td": {"class": "why"}},
    )

    class Meta:
        attrs = {"class": "standings figures"}
        order_by = "rank"
        per_page = ON_ONE_PAGE
        exclude: tuple[str, ...] = ()

    def __init__(
        self, part: StandingsPart, of: ShownStandings, *, prefix: str = "", ranked: bool = True, at: str = ""
    ) -> None:
        """Make the table; it can be sorted only where everybody is ranked together."""
        self.of_section, self.of = bool(part.section), of
        hidden = (*self.Meta.exclude, *(() if of.by_section else ("section",)))
        hidden += () if any(row.reason for row in part.rows) else ("why",)
        hidden += ("schrift",) if of.money else ()
        has_bars = len(of.rounds) <= MOST_WITH_BARS and any(row.schrift for row in of.rows)
        hidden += () if has_bars else ("drawn",)
        hidden += () if any(row.result.replacement for row in part.rows) else ("replacement",)
        super().__init__(
            part.rows,
            standings_columns(of),
            prefix=prefix,
            exclude=hidden if ranked else (*hidden, "rank", "drawn", "why"),
            orderable=not prefix,
            label=part.title or of.title,
            at=at,
        )
        if self.of_section and "section" in self.columns.names():
            column = self.columns["section"].column
            column.of_section, column.verbose_name = True, _("Overall")
        self.title, self.anchor = part.title, part.anchor

    @cached_property
    def written_by(self) -> tuple[str, ...]:
        """Return what all rows depend on: language, kind of table, columns, bars."""
        kind = type(self).__name__, str(self.of_section), str(self.longest)
        return get_language() or "", *kind, *self.columns.names()

    @cached_property
    def longest(self) -> float:
        """Return how much the longest bar stands for."""
        return max((abs(float(row.schrift or 0)) for row in self.of.rows), default=0.0) or 1.0

    def row_class(self, record: StandingRow) -> str:
        classes = {"first": 0 < (record.rank or 0) <= FIRST, "mine": record.mine}
        return " ".join(name for name, is_so in classes.items() if is_so)

    def written(self, row: BoundRow) -> SafeString:
        """Return the row as HTML, cached by its contents, on which alone it depends."""
        place = _place_for(row.record, *self.written_by)
        if not place:
            place.append(super().written(row))
        return place[0]

    def line(self, record: StandingRow) -> Line:
        """Return the row on a phone: the deciding amount, and below the name its remarks."""
        section = self.columns["section"].column if "section" in self.columns.names() else None
        amounts = record.rounds if len(record.rounds) <= FEW_ROUNDS else ()
        remarks = (
            format_html_join(" · ", "{}", ((_in_round(amount),) for amount in amounts)),
            section.render(record) if section else "",
            *_marks(record),
            record.reason,
        )
        small = format_html_join(" · ", "{}", ((words,) for words in remarks if words))
        table = _("Table %(number)s") % {"number": record.tables} if record.tables else ""
        picture = format_html('<small class="quiet">{}</small>', table) if table else ""
        is_known = not record.missing and not (self.of.counts and record.counts is None)
        figure = self.of.amount_of(record) if is_known else UNKNOWN
        name = format_html("{}{}", record.name, _you(record))
        return Line(name, small, figure, _written_rank(record), picture, css=self.row_class(record))

    def render_rank(self, record: StandingRow) -> str:
        return _written_rank(record)

    def render_drawn(self, value: Amount) -> SafeString:
        return drawn_bar(value, self.longest, HALF)

    def render_name(self, value: str, record: StandingRow) -> SafeString:
        marks = ", ".join(_marks(record))
        small = format_html(" <small>{}</small>", marks) if marks else ""
        return format_html("{}{}{}", value, _you(record), small)


def _written_rank(row: StandingRow) -> str:
    if row.rank is None:
        return ""
    return f"{row.rank}=" if row.tied else str(row.rank)


def _you(row: StandingRow) -> SafeString | str:
    return format_html(" <small>{}</small>", _("you")) if row.mine else ""


def _marks(row: StandingRow) -> list[str]:
    """Return the remarks on a player's result, and the number of busts in a round."""
    if row.rounds or not row.busts:
        return list(row.notes)
    return [*row.notes, _("bust") if row.busts == 1 else _("%(number)s times bust") % {"number": row.busts}]


@lru_cache(maxsize=4000)  # of a big tournament the rows of all rounds, and for a while those before
def _place_for(row: StandingRow, *looks: str) -> list[SafeString]:
    return []


class RoundTable(TournamentTable):
    """A round: with play money what everybody has left, else the Schrift."""

    looks = {"balance": WhatRanks, "replacement": RareColumn, "schrift": SchriftThatRanks}
    table = Count(accessor="tables", order_by="seated", initial_sort_descending=False)

    class Meta(TournamentTable.Meta):
        sequence = (
            "rank",
            "name",
            "drawn",
            "balance",
            "replacement",
            "schrift",
            "section",
            "table",
            "hands",
            "why",
        )
        exclude = ("busts",)  # marks beside the names


class OverallTable(TournamentTable):
    """All rounds, one beside the other."""

    class Meta(TournamentTable.Meta):
        sequence = ("rank", "name", "drawn", "...", "section", "hands", "why")
        exclude = ("replacement", "busts")

    def __init__(self, part: StandingsPart, of: ShownStandings, **options: Any) -> None:
        self.looks = {
            "counts": WhatRanks if of.money else SchriftThatRanks,
            "schrift": SchriftThatRanks,
            **dict.fromkeys((f"round_{number}" for number in of.rounds), RoundColumn),
        }
        super().__init__(part, of, **options)
        if len(of.rounds) > UPRIGHT_ROUNDS:
            table: Any = self
            table.attrs = {**table.attrs, "class": f"{table.attrs['class']} across"}


class StandingsTables(NamedTuple):
    """All that stands on a page, one table below the other."""

    parts: tuple[TournamentTable, ...]
    unranked: TournamentTable | None  # those who are not ranked
    by_section: tuple[TournamentTable, ...] = ()  # each section by itself, where all are ranked together


def tables_of(
    standings: ShownStandings, request: HttpRequest, *, at: str = "", whole: bool = False
) -> StandingsTables:
    """Return the tables of these standings; `at` is the address that can sort them, if another one."""
    kind = OverallTable if standings.overall else RoundTable
    looked = RequestConfig(request, paginate=not whole)
    parts = tuple(
        looked.configure(kind(part, standings, prefix=f"t{number}-" if part.title else "", at=at))
        for number, part in enumerate(standings.parts, 1)
    )
    by_section = tuple(
        looked.configure(kind(part, standings, prefix=f"s{part.section}-", at=at))
        for part in standings.by_section
    )
    if not standings.unranked:
        return StandingsTables(parts, None, by_section)
    unranked_part = StandingsPart(_("Not ranked"), standings.unranked)
    unranked = kind(unranked_part, standings, prefix="n-", ranked=False)
    return StandingsTables(parts, RequestConfig(request).configure(unranked), by_section)


ORDER = re.compile(f"-?({'|'.join([*RoundTable.Meta.sequence, 'counts'])}|round_[1-9][0-9]?)")


def known_order(requested: str) -> str:
    """Return the requested order, if such standings can have it.

    >>> known_order("-balance"), known_order("round_2"), known_order("name,rank"), known_order("wealth")
    ('-balance', 'round_2', '', '')
    """
    return requested if ORDER.fullmatch(requested) else ""
