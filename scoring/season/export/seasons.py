"""A season as a book: the standings, every evening, and what is known of the hands; and all its hands."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.evenings.export import figures_of_rules
from scoring.export.figures import Across, Book, Down, FigureRow, Figures, Streamed
from scoring.models import Sheet
from scoring.season.export.standings import figures_of_season
from scoring.season.export.statistics import STATISTICS
from scoring.season.pages.hands_played import PlayedHand, count_hands, hands_of
from scoring.season.pages.matrix import Matrix, matrix_of
from scoring.season.pages.season import Season, standings_of
from scoring.season.pages.statistics.club import statistics_of
from scoring.table.export import game_cells, game_columns
from scoring.web.columns import Column, ColumnKind

SEATS = (1, 2, 3, 4)


def book_of_season(season: Season, title: str, language: str) -> Book:
    """Return the season as a book, with guests, so that everything adds up."""
    sheets = Sheet.objects.filter(season.counts("evening__")).prefetch_related("ruleset").order_by("pk")
    sheets = sheets.only("name", "ruleset", "options", "standing")
    statistics, matrix = statistics_of(season, language), matrix_of(season)
    return Book(
        title,
        (
            figures_of_season(
                standings_of(season),
                title,
                guests=True,
                whole=True,
                hands=statistics.hands,
                evenings=sum(point is not None for player in matrix.players for point in player.points),
            ),
            figures_of_evenings(matrix, title),
            *(worksheet(statistics, title) for worksheet in STATISTICS),
            figures_of_rules(sheets, language),
        ),
    )


def figures_of_evenings(matrix: Matrix, title: str) -> Figures:
    """Return a row for everybody, a column for every evening, and the sum of it."""
    day = pgettext("date format", "j M Y")
    keys = tuple(f"evening_{number}" for number in range(1, len(matrix.evenings) + 1))
    columns = (
        Column(_("Name"), key="name"),
        Column(_("Guest"), key="guest"),
        *(
            Column(f"{date_format(evening.date, day)} {evening.place}".strip(), ColumnKind.POINTS, key)
            for evening, key in zip(matrix.evenings, keys, strict=True)
        ),
        Column(_("Sum"), ColumnKind.POINTS, "sum"),
    )
    rows = (
        (player.name, _("Guest") if player.guest else None, *player.points, player.total)
        for player in matrix.players
    )
    downs = (Down(key) for key in (*keys, "sum"))
    return Figures.under(title, _("Evenings"), columns, rows, Across(keys, minus=("sum",)), *downs)


# All hands of a season


def figures_of_hands(season: Season, title: str, language: str) -> Figures:
    """Return a row for every hand, read while it is written."""
    columns = (
        Column(_("Date"), ColumnKind.DATE, "date"),
        Column(_("Place"), key="place"),
        Column(_("Table"), key="table"),
        Column(_("Hand"), ColumnKind.NUMBER, "hand"),
        Column(_("Dealer"), key="dealer"),
        Column(_("doubled"), key="doubled"),
        *game_columns(),
        Column(_("What happened"), key="told"),
        *(column for seat in SEATS for column in _seat(seat)),
        Column(_("Recorded"), ColumnKind.MOMENT, "recorded"),
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
    yield Column(_("Amount %(number)d") % {"number": seat}, ColumnKind.POINTS, f"amount_{seat}")


def _row(hand: PlayedHand) -> FigureRow:
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
