"""What a club has played as worksheets: the records, and how often what was played and what it brought."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.export.figures import Book, Down, FigureRow, Figures
from scoring.season.columns import contract_columns
from scoring.season.export.tallies import contract_controls, kontras, premiums, trischaken
from scoring.season.pages.statistics.club import ClubStatistics
from scoring.web.columns import Column, ColumnKind
from scoring.web.numbers import in_hundredths


def book_of_statistics(statistics: ClubStatistics, title: str, *, chosen: str = "") -> Book:
    """Return what the page shows; `chosen` says in every row to which hands it is held back."""
    tables = (worksheet(statistics, title) for worksheet in STATISTICS)
    found = [_whole(statistics, title), *(figures for figures in tables if figures.rows)]
    if chosen:
        column = Column(_("Which hands"), key="chosen")
        found = [figures.beside(column, chosen) for figures in found]
    return Book(title, tuple(found))


def _whole(statistics: ClubStatistics, title: str) -> Figures:
    """Return evenings and hands in one line."""
    hands = sum(under.hands for under in statistics.sheets)
    columns = (
        Column(_("Evenings"), ColumnKind.NUMBER, "evenings"),
        Column(_("Hands"), ColumnKind.NUMBER, "hands", total=hands),
    )
    return Figures.of(title, columns, [statistics], name=_("Season"))


def figures_of_rule_sheets(statistics: ClubStatistics, title: str) -> Figures:
    """Return how much was played under each rule sheet."""
    columns = (
        Column(_("Rules"), key="rules", of="label"),
        Column(_("Hands"), ColumnKind.NUMBER, "hands", total=statistics.hands),
    )
    return Figures.under(title, _("Rule sheets"), columns, statistics.sheets)


def figures_of_contracts(statistics: ClubStatistics, title: str) -> Figures:
    """Return what was played how often under each rule sheet, and what it brought whoever played it."""
    of_games = contract_columns(_("Points of the declarer"), total=None)
    columns = (
        Column(_("Rules"), key="rules"),
        *of_games,
        Column(pgettext("games", "Of 100"), ColumnKind.NUMBER, "often"),
    )
    rows = (
        (
            sheet.label,
            *(column.value(tally) for column in of_games),
            int(in_hundredths(sheet.in_hundred(tally))),
        )
        for sheet in statistics.sheets
        for tally in sheet.games
    )
    played = Down("played", to=statistics.games)
    return Figures.under(title, _("Contracts"), columns, rows, *contract_controls(), played)


def figures_of_records(statistics: ClubStatistics, title: str) -> Figures:
    """Return the best list: hands, evenings and years, and the rarest games.

    Every row is a fact by itself, so nothing here adds up and nothing is controlled.
    """
    columns = (
        Column(pgettext("best list", "Record"), key="record"),
        Column(_("Name"), key="name"),
        Column(_("Points"), ColumnKind.POINTS, "points"),
        Column(_("What was played"), key="contract"),
        Column(_("Date"), ColumnKind.DATE, "date"),
        Column(_("Hand"), ColumnKind.NUMBER, "hand"),
        Column(_("Place"), key="place"),
        Column(_("Played"), ColumnKind.NUMBER, "played"),
    )
    return Figures.under(title, _("Best list"), columns, _records(statistics))


def _records(statistics: ClubStatistics) -> Iterator[FigureRow]:
    for hand in statistics.best_hands:
        yield _("Hand"), hand.person.name, hand.points, hand.contract, hand.date, hand.number, None, None
    for evening in statistics.best_evenings:
        place = evening.place or None
        yield _("Evening"), evening.person.name, evening.points, None, evening.date, None, place, None
    for year in statistics.best_years:
        yield _("Season"), year.person.name, year.points, str(year.year), None, None, None, None
    for game in statistics.rarest:
        yield _("Rarest games"), game.person.name, None, game.label, game.date, None, None, game.played


# A further worksheet of the page's book and of a season's: a function of the club's statistics and the title,
# and a row here.
StatisticsWorksheet = Callable[[ClubStatistics, str], Figures]
STATISTICS: tuple[StatisticsWorksheet, ...] = (
    figures_of_rule_sheets,
    figures_of_records,
    figures_of_contracts,
    lambda statistics, title: premiums(title, _("Premiums"), statistics.premiums),
    lambda statistics, title: kontras(title, _("Kontras"), statistics.kontras),
    lambda statistics, title: trischaken(title, statistics.trischaken, of_one=False),
)
