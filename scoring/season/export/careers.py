"""A player's own page as a book: everything that it shows, a worksheet for every table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from scoring.export.figures import Along, Book, Course, Down, Figures
from scoring.season.columns import PER_HAND, average_column, beside_columns, evening_columns, money_columns
from scoring.season.export.tallies import contracts, kontras, premiums, trischaken
from scoring.season.pages.career import Career
from scoring.season.pages.season import SeasonScore
from scoring.web.columns import Column, ColumnKind


def book_of_career(career: Career, title: str, *, chosen: str = "", linked: bool = True) -> Book:
    """Return a career as a book; `chosen` says to which hands it is held back.

    Not linked: for people of no club, without money and places, and naming nobody else.
    """
    return Book(title, tuple(_tables(career, title, chosen, linked)))


def _tables(career: Career, title: str, chosen: str, linked: bool) -> Iterator[Figures]:
    if career.score is not None:
        yield _score(career.score, title, chosen, career.currencies if linked else ())
    yield _evenings(career, title, linked)
    if len(career.years) > 1:
        yield _years(career, title)
    games = (
        (_("Contracts played as declarer"), career.contracts),
        (_("As partner"), career.partnered),
        (_("As opponent"), career.opposed),
    )
    yield from (contracts(title, name, tallies) for name, tallies in games if tallies)
    if career.premiums:
        yield premiums(title, _("Birds and other premiums"), career.premiums)
    if career.kontras:
        yield kontras(title, _("Kontras given"), career.kontras)
    if career.trischaken.played:
        yield trischaken(title, career.trischaken, of_one=True)
    if linked:
        people = (
            (_("Best results with"), career.best_partners),
            (_("Best results against"), career.best_opponents),
        )
        columns = beside_columns()
        yield from (Figures.under(title, name, columns, some, PER_HAND) for name, some in people if some)
    if career.score is not None:
        yield _streaks(career, title)


def _score(score: SeasonScore, title: str, chosen: str, currencies: Sequence[str]) -> Figures:
    """Return the whole time in one line."""
    differs = score.points != score.schrift
    columns = [
        Column(_("Evenings"), ColumnKind.NUMBER, "evenings"),
        Column(_("Hands"), ColumnKind.NUMBER, "hands"),
        Column(_("Points"), ColumnKind.POINTS, "points"),
        *([Column(_("Schrift"), ColumnKind.POINTS, "schrift")] if differs else []),
        *money_columns(currencies, "money"),
        average_column(),
    ]
    figures = Figures.under(title, _("Season"), columns, [score], PER_HAND)
    return figures.beside(Column(_("Which hands"), key="chosen"), chosen) if chosen else figures


def _evenings(career: Career, title: str, linked: bool) -> Figures:
    """Return the evenings, the oldest first.

    They add up to what has come of them so far, and to the whole.
    """
    controls = (PER_HAND, Along("total", ("points",)), Down("points", last="total"))
    course = Course("date", ("total",), _("How it went"), _("Points"))
    columns = evening_columns(career, linked=linked)
    return Figures.under(title, _("Evenings"), columns, career.evenings, *controls, course=course)


def _years(career: Career, title: str) -> Figures:
    whole = career.score
    columns = (
        Column(_("Year"), key="year", of=lambda year: str(year.year)),
        Column(
            _("Points"), ColumnKind.POINTS, "points", "score.points", total=whole.points if whole else None
        ),
        Column(
            _("Evenings"),
            ColumnKind.NUMBER,
            "evenings",
            "score.evenings",
            total=whole.evenings if whole else None,
        ),
        Column(_("Hands"), ColumnKind.NUMBER, "hands", "score.hands", total=whole.hands if whole else None),
    )
    return Figures.under(title, _("Points by season"), columns, career.years)


def _streaks(career: Career, title: str) -> Figures:
    columns = (
        Column(_("Streak"), key="streak"),
        Column(_("Length"), ColumnKind.NUMBER, "length"),
        Column(_("From"), ColumnKind.DATE, "since"),
        Column(_("To"), ColumnKind.DATE, "until"),
    )
    streaks = {
        _("Games won in a row as declarer"): career.declared_in_a_row,
        _("Evenings in a row with more than 0 points"): career.evenings_in_a_row,
    }
    rows = ((words, *(streak or (0, None, None))) for words, streak in streaks.items())
    return Figures.under(title, _("Longest streaks"), columns, rows)
