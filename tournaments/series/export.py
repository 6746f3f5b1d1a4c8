"""The columns of a series' standings, for tables on pages and for files."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from scoring.clock import day_in_words
from scoring.engine.amounts import noted
from scoring.engine.result import Amount, exact
from scoring.export.figures import Figures, Workbook
from scoring.web.columns import Column, ColumnKind
from scoring.web.tables import Count, Line, ListTable, NameColumn, PageTable, PointsColumn
from tournaments.engine.ladders import LADDERS
from tournaments.engine.series import SeriesPlace
from tournaments.engine.teams import TeamPlace
from tournaments.models import Counted
from tournaments.series.standing import SeriesRow, SeriesStanding, TeamRow

FIRST = 3  # of them the ranks are in bold


def columns() -> Iterator[Column]:
    """Yield the columns that every series has."""
    yield Column(_("Rank"), ColumnKind.NUMBER, "rank", "place.rank")
    yield Column(_("tied"), key="tied", of=lambda row: _("tied") if row.place.tied else None)
    yield Column(_("Name"), key="name")
    yield Column(_("Guest"), key="guest", of=lambda row: _("Guest") if row.guest else None)
    yield Column(_("Points"), ColumnKind.POINTS, "points", summed=True)
    yield Column(_("Counted"), ColumnKind.NUMBER, "counted", summed=True)
    yield Column(_("Starts"), ColumnKind.NUMBER, "starts", summed=True)


class SeriesTable(ListTable):
    """Who stands where; or, without ranks, who has too few starts."""

    is_dense = True
    rank = Count(initial_sort_descending=False, look="rank")
    overall = Count(initial_sort_descending=False, verbose_name=gettext_lazy("Overall"))
    name = NameColumn(order_by="sorting")
    best = PointsColumn(verbose_name=gettext_lazy("Best result"), accessor="place__best", default="–")

    class Meta:
        attrs = {"class": "standings figures"}
        order_by = "rank"
        per_page = 50
        sequence = ("rank", "overall", "name", "points", "counted", "starts", "best")

    def __init__(
        self,
        rows: Iterable[SeriesRow],
        label: str,
        *,
        prefix: str = "",
        in_group: bool = False,
        linked: bool = True,
    ) -> None:
        self.linked = linked
        without = [*(["rank"] if prefix else []), *([] if in_group else ["overall"])]
        super().__init__(rows, columns(), prefix=prefix, exclude=without, label=label)

    def render_rank(self, record: SeriesRow) -> str:
        return written_rank(record.place)

    def render_name(self, value: str, record: SeriesRow) -> SafeString:
        name = format_html('<a href="{}">{}</a>' if self.linked else "{1}", record.address, value)
        word = _("you") if record.mine else _("Guest") if record.guest else ""
        return format_html("{} <small>({})</small>", name, word) if word else name

    def row_class(self, record: SeriesRow) -> str:
        classes = {"first": 0 < (record.rank or 0) <= FIRST, "mine": record.mine}
        return " ".join(name for name, is_so in classes.items() if is_so)

    def line(self, record: SeriesRow) -> Line:
        """Return the row on a phone: the points, and below the name the number of starts."""
        starts = ngettext("%(number)d start", "%(number)d starts", record.starts) % {"number": record.starts}
        word = _("you") if record.mine else _("Guest") if record.guest else ""
        return Line(
            record.name,
            " · ".join(filter(None, (word, starts))),
            noted(record.points),
            written_rank(record.place),
            address=record.address if self.linked else "",
            css=self.row_class(record),
        )


def written_rank(place: SeriesPlace | TeamPlace) -> str:
    """Return a rank, with a mark where others share it."""
    if place.rank is None:
        return ""
    return f"{place.rank}=" if place.tied else str(place.rank)


class Listing(PageTable):
    """A table that cannot be sorted by its readers."""

    looks = {"name": NameColumn}

    class Meta:
        attrs = {"class": "standings figures"}
        orderable = False


class RankedTable(ListTable):
    """A table in the order of its ranks."""

    is_dense = True
    looks = {"name": NameColumn}

    class Meta(Listing.Meta):
        pass


def teams_table(teams: Iterable[TeamRow]) -> RankedTable:
    """Return how the teams stand, and how it came about."""
    rows = (
        {
            "rank": written_rank(team.place),
            "name": team.name,
            "points": noted(team.place.points),
            "told": format_html_join(SafeString("<br>"), "{}", ((line,) for line in team.lines)),
        }
        for team in teams
    )
    heads = (_("Rank"), _("Team"), _("Points"), _("How it came about"))
    keys = ("rank", "name", "points", "told")
    return RankedTable(
        rows,
        [Column(*pair) for pair in zip(heads, 4 * [ColumnKind.TEXT], keys, strict=True)],
        label=_("Teams"),
    )


def person_table(row: SeriesRow, stands: SeriesStanding, language: str) -> Listing:
    """Return a table of a person's events and which counted; the footer has the total."""
    shown = (
        ("event", NameColumn(_("Event"), footer=_("Together"))),
        ("points", tables.Column(verbose_name=_("Points"), default="", footer=noted(row.points))),
        ("counts", tables.Column(_("Counts"), default="")),
    )
    return Listing(_lines_of(row, stands, language), extra_columns=shown, label=_("Events"))


def _lines_of(row: SeriesRow, stands: SeriesStanding, language: str) -> Iterator[Mapping[str, Any]]:
    yes, no = pgettext("series", "yes"), pgettext("series", "no")
    person, terms = row.place.person, stands.series.terms
    for line in stands.seeds.get(person, ()):
        what = format_html("{} <small>{}</small>", line.list.title, line.words)
        yield {"event": what, "points": noted(line.points or 0), "counts": yes}
    for event in stands.held:
        points, outcome = row.place.given.get(event.pk), stands.outcomes[event.pk].get(person)
        words = _("not there") if outcome is None else _("result missing") if outcome.missing else ""
        if points is not None and outcome is not None:
            words = LADDERS[terms.ladder].tells(outcome, terms.choice, points).in_language(language)
        small = " · ".join(filter(None, (day_in_words(event.date), words)))
        what = format_html('<a href="{}">{}</a> <small>{}</small>', event.address, event.title, small)
        counts = yes if event.pk in row.place.counting else "" if points is None else no
        yield {"event": what, "points": None if points is None else noted(points), "counts": counts}


# Files


def workbook_of(stands: SeriesStanding) -> Workbook:
    """Return a workbook of the standings, of groups with their own ranking, and of teams."""
    everybody, title = figures_of(stands), _title(stands)
    among = [
        Column(_("Rank"), ColumnKind.NUMBER, "rank", "place.rank"),
        Column(_("tied"), key="tied", of=lambda row: _("tied") if row.place.tied else None),
        Column(_("Overall"), ColumnKind.NUMBER, "overall"),
        Column(_("Name"), key="name"),
        Column(_("Points"), ColumnKind.POINTS, "points", summed=True),
    ]
    sheets = [Figures.under(title, str(group), among, stands.among(group)) for group in stands.groups]
    if stands.used(Counted.Use.TEAM):
        teams = (
            *among[:2],
            Column(_("Team"), key="team", of="name"),
            Column(_("Points"), ColumnKind.POINTS, "points", "place.points", summed=True),
            Column(_("How it came about"), key="told", of=lambda row: "; ".join(row.lines)),
        )
        sheets.append(Figures.under(title, _("Teams"), teams, stands.team_rows))
    return Workbook(everybody.title, (everybody, *sheets))


def figures_of(stands: SeriesStanding, *, with_groups: bool = False) -> Figures:
    """Return everybody's points by event, ranked or not; for CSV with further columns."""
    seeds = {who: exact(sum(line.points or 0 for line in lines)) for who, lines in stands.seeds.items()}
    off = Column(_("Taken off"), ColumnKind.POINTS, "off", lambda row: row.place.off or None, signed=False)
    shown = [*columns(), off]
    for group in stands.groups if with_groups else ():
        ranks = {row.place.person: row.rank for row in stands.among(group)}
        title = _("Rank: %(group)s") % {"group": group}
        shown.append(Column(title, ColumnKind.NUMBER, f"group_{group.list.pk}", partial(_of_person, ranks)))
    if with_groups and (teams := stands.used(Counted.Use.TEAM)):
        names = {person: str(team) for team in teams for person in team.lines}
        shown.append(Column(_("Team"), key="team", of=partial(_of_person, names)))
    if seeds:
        shown.append(Column(_("Brought along"), ColumnKind.POINTS, "brought", partial(_of_person, seeds)))
    keys = [f"event_{index}" for index, _event in enumerate(stands.held, 1)]
    shown += (
        Column(f"{event.date} {event.title}", ColumnKind.POINTS, key, partial(_given, event.pk))
        for event, key in zip(stands.held, keys, strict=True)
    )
    if stands.provisional:
        shown.append(Column(_("Provisional"), key="provisional", of=lambda row: stands.provisional))
    return Figures.of(_title(stands), shown, (*stands.rows, *stands.below), name=_("Series"))


def _title(stands: SeriesStanding) -> str:
    return f"{stands.series.title} {stands.series.club.name}"


def _of_person(values: Mapping[str, Any], player: SeriesRow) -> Any:
    return values.get(player.place.person)


def _given(event: int, player: SeriesRow) -> Amount | None:
    return player.place.given.get(event)
