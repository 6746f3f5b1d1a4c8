"""A season as a book: the standings, every evening, and what is known of the hands; and all its hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.utils.translation import gettext as _

from scoring.exports.figures import Across, Book, Column, Down, Figures, Kind, Row, Streamed
from scoring.exports.pages import figures_of_season, game_cells, game_columns
from scoring.exports.rules import figures_of_rules
from scoring.models import Sheet
from scoring.paper.hands_played import PlayedHand, count_hands, hands_of
from scoring.paper.matrix import Matrix, matrix_of
from scoring.paper.season import Season, standings_of
from scoring.paper.statistics.club import ClubStatistics, statistics_of

SEATS = (1, 2, 3, 4)


def book_of_season(season: Season, title: str, language: str) -> Book:
    """With guests, so that everything adds up."""
    sheets = Sheet.objects.filter(season.counts("evening__")).prefetch_related("ruleset").order_by("pk")
    sheets = sheets.only("name", "ruleset", "options", "standing")
    statistics = statistics_of(season, language)
    return Book(
        title,
        (
            figures_of_season(standings_of(season), title, guests=True, whole=True),
            figures_of_evenings(matrix_of(season), title),
            *(worksheet(statistics, title) for worksheet in STATISTICS),
            figures_of_rules(sheets, language),
        ),
    )


def figures_of_evenings(matrix: Matrix, title: str) -> Figures:
    """A row for everybody, a column for every evening, and the sum of it."""
    keys = tuple(f"evening_{number}" for number in range(1, len(matrix.evenings) + 1))
    columns = (
        Column(_("Name"), key="name"),
        Column(_("Guest"), key="guest"),
        *(
            Column(f"{evening.date} {evening.place}".strip(), Kind.POINTS, key)
            for evening, key in zip(matrix.evenings, keys, strict=True)
        ),
        Column(_("Sum"), Kind.POINTS, "sum"),
    )
    rows = tuple(
        (one.name, _("Guest") if one.guest else None, *one.points, one.total) for one in matrix.players
    )
    downs = (Down(key) for key in (*keys, "sum"))
    controls: tuple[Across | Down, ...] = (Across(keys, minus=("sum",)), *downs)
    return Figures(f"{title}: {_('Evenings')}", columns, rows, name=_("Evenings"), controls=controls)


def figures_of_contracts(statistics: ClubStatistics, title: str) -> Figures:
    """What was played how often under each rule sheet, and what it brought whoever played it."""
    columns = (
        Column(_("Rules"), key="rules"),
        Column(_("Contract"), key="contract"),
        Column(_("played"), Kind.NUMBER, "played"),
        Column(_("won"), Kind.NUMBER, "won"),
        Column(_("lost"), Kind.NUMBER, "lost"),
        Column(_("Renonce"), Kind.NUMBER, "revoked"),
        Column(_("Points of the declarer"), Kind.POINTS, "points"),
        Column(_("Points per hand"), Kind.AVERAGE, "average"),
    )
    rows = tuple(
        (sheet.label, one.label, one.played, one.won, one.lost, one.revoked, one.points, one.average)
        for sheet in statistics.sheets
        for one in sheet.games
    )
    controls = (Across(("won", "lost", "revoked"), minus=("played",)),)
    return Figures(f"{title}: {_('Contracts')}", columns, rows, name=_("Contracts"), controls=controls)


def figures_of_premiums(statistics: ClubStatistics, title: str) -> Figures:
    columns = (
        Column(_("Premium"), key="premium"),
        Column(_("Silent"), Kind.NUMBER, "silent"),
        Column(_("Announced and made"), Kind.NUMBER, "made"),
        Column(_("Announced and missed"), Kind.NUMBER, "missed"),
        Column(_("Points"), Kind.POINTS, "points"),
    )
    rows = tuple((one.label, one.silent, one.made, one.missed, one.points) for one in statistics.premiums)
    return Figures(f"{title}: {_('Premiums')}", columns, rows, name=_("Premiums"))


def figures_of_kontras(statistics: ClubStatistics, title: str) -> Figures:
    columns = (
        Column(_("Kontra"), key="kontra"),
        Column(_("Given"), Kind.NUMBER, "given"),
        Column(_("Gained"), Kind.NUMBER, "good"),
        Column(_("Cost"), Kind.NUMBER, "bad"),
        Column(_("Points"), Kind.POINTS, "points"),
    )
    rows = tuple((one.label, one.given, one.good, one.bad, one.points) for one in statistics.kontras)
    return Figures(f"{title}: {_('Kontras')}", columns, rows, name=_("Kontras"))


def figures_of_records(statistics: ClubStatistics, title: str) -> Figures:
    """The best list: hands, evenings and years, and the rarest games."""
    columns = (
        Column(_("Record"), key="record"),
        Column(_("Name"), key="name"),
        Column(_("Points"), Kind.POINTS, "points"),
        Column(_("What was played"), key="contract"),
        Column(_("Date"), Kind.DATE, "date"),
        Column(_("Place"), key="place"),
        Column(_("played"), Kind.NUMBER, "played"),
    )
    name = _("Best list")
    return Figures(f"{title}: {name}", columns, tuple(_records(statistics)), name=name)


def _records(statistics: ClubStatistics) -> Iterator[Row]:
    for hand in statistics.best_hands:
        yield _("Hand"), hand.person.name, hand.points, hand.contract, hand.date, None, None
    for evening in statistics.best_evenings:
        place = evening.place or None
        yield _("Evening"), evening.person.name, evening.points, None, evening.date, place, None
    for year in statistics.best_years:
        yield _("Season"), year.person.name, year.points, str(year.year), None, None, None
    for game in statistics.rarest:
        yield _("Rarest games"), game.person.name, None, game.label, game.date, None, game.played


# A further worksheet of a season's book: a function of the club's statistics and the title, and a row here.
Worksheet = Callable[[ClubStatistics, str], Figures]
STATISTICS: tuple[Worksheet, ...] = (
    figures_of_records,
    figures_of_contracts,
    figures_of_premiums,
    figures_of_kontras,
)


# All hands of a season


def figures_of_hands(season: Season, title: str, language: str) -> Figures:
    """A row for every hand, read while it is written."""
    columns = (
        Column(_("Date"), Kind.DATE, "date"),
        Column(_("Place"), key="place"),
        Column(_("Table"), key="table"),
        Column(_("Hand"), Kind.NUMBER, "hand"),
        Column(_("Dealer"), key="dealer"),
        Column(_("doubled"), key="doubled"),
        *game_columns(),
        Column(_("What happened"), key="told"),
        *(column for seat in SEATS for column in _seat(seat)),
        Column(_("Recorded"), Kind.MOMENT, "recorded"),
        Column(_("Rules"), key="rules"),
    )
    return Figures(
        title,
        columns,
        Streamed(count_hands(season), lambda: map(_row, hands_of(season, language))),
        name=_("Hands"),
        controls=(Across(tuple(f"amount_{seat}" for seat in SEATS)),),
    )


def _seat(seat: int) -> Iterator[Column]:
    yield Column(_("Player %(number)d") % {"number": seat}, key=f"player_{seat}")
    yield Column(_("Amount %(number)d") % {"number": seat}, Kind.POINTS, f"amount_{seat}")


def _row(hand: PlayedHand) -> Row:
    seats = (cell for seat in zip(hand.players, hand.amounts, strict=True) for cell in seat)
    return (
        hand.date,
        hand.place or None,
        hand.table,
        hand.number,
        hand.dealer,
        "R" if hand.radl else None,
        *game_cells(hand.games, hand.premiums),
        hand.told,
        *seats,
        hand.at,
        hand.rules,
    )
