"""A player's own page as a book: everything that it shows, a worksheet for every table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from scoring.export.figures import Along, Book, Column, ColumnKind, Control, Course, Down, Figures, Per
from scoring.season.export.tallies import contracts, kontras, points_of, premiums, trischaken
from scoring.season.pages.career import Career
from scoring.season.pages.season import SeasonScore
from scoring.season.pages.statistics.tallies import Beside


def book_of_career(career: Career, title: str, *, chosen: str = "", linked: bool = True) -> Book:
    """`chosen` says to which hands it is held back.

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
        yield from (_people(beside, name, title) for name, beside in people if beside)
    if career.score is not None:
        yield _streaks(career, title)


PER_HAND = Per("average", of="points", by="hands")


def _money(currencies: Sequence[str]) -> dict[str, Column]:
    keys = {currency: f"money_{currency.lower()}" for currency in currencies}
    return {
        currency: Column(_("Money (%(currency)s)") % {"currency": currency}, ColumnKind.CENTS, key)
        for currency, key in keys.items()
    }


def _score(score: SeasonScore, title: str, chosen: str, currencies: Sequence[str]) -> Figures:
    """Return the whole time in one line."""
    money = _money(currencies)
    differs = score.points != score.schrift
    columns = (
        Column(_("Evenings"), ColumnKind.NUMBER, "evenings"),
        Column(_("Hands"), ColumnKind.NUMBER, "hands"),
        Column(_("Points"), ColumnKind.POINTS, "points"),
        *([Column(_("Schrift"), ColumnKind.POINTS, "schrift")] if differs else []),
        *money.values(),
        Column(_("Points per hand"), ColumnKind.AVERAGE, "average"),
    )
    schrift = (score.schrift,) if differs else ()
    cents = (score.money[currency] for currency in money)
    row = (score.evenings, score.hands, score.points, *schrift, *cents, score.average)
    figures = Figures.under(title, _("Season"), columns, [row], PER_HAND)
    return figures.beside(Column(_("Which hands"), key="chosen"), chosen) if chosen else figures


def _evenings(career: Career, title: str, linked: bool) -> Figures:
    """Return the evenings, the oldest first.

    They add up to what has come of them so far, and to the whole.
    """
    money = _money(career.currencies if linked else ())
    columns = (
        Column(_("Number"), ColumnKind.NUMBER, "number"),
        Column(_("Date"), ColumnKind.DATE, "date"),
        *([Column(_("Place"), key="place")] if linked else []),
        Column(_("Points"), ColumnKind.POINTS, "points"),
        *money.values(),
        Column(_("Season so far"), ColumnKind.POINTS, "total"),
        Column(_("Points per hand"), ColumnKind.AVERAGE, "average"),
        Column(_("Hands"), ColumnKind.NUMBER, "hands"),
    )
    rows = tuple(
        (
            evening.number,
            evening.date,
            *([evening.place or None] if linked else []),
            evening.score.points,
            *(evening.score.money.get(currency) for currency in money),
            evening.total,
            evening.score.average,
            evening.score.hands,
        )
        for evening in career.evenings
    )
    score = career.score
    controls: list[Control] = [PER_HAND, Along("total", ("points",)), Down("points", last="total")]
    if score is not None:
        controls += [Down(column.key, to=score.money[currency]) for currency, column in money.items()]
        controls.append(Down("hands", to=score.hands))
    course = Course("date", ("total",), _("How it went"), _("Points"))
    return Figures.under(title, _("Evenings"), columns, rows, *controls, course=course)


def _years(career: Career, title: str) -> Figures:
    columns = (
        Column(_("Year"), key="year"),
        Column(_("Points"), ColumnKind.POINTS, "points"),
        Column(_("Evenings"), ColumnKind.NUMBER, "evenings"),
        Column(_("Hands"), ColumnKind.NUMBER, "hands"),
    )
    rows = (
        (str(year.year), year.score.points, year.score.evenings, year.score.hands) for year in career.years
    )
    whole = career.score
    sums = () if whole is None else (whole.points, whole.evenings, whole.hands)
    controls = (Down(key, to=to) for key, to in zip(("points", "evenings", "hands"), sums, strict=False))
    return Figures.under(title, _("Points by season"), columns, rows, *controls)


def _people(people: Sequence[Beside], name: str, title: str) -> Figures:
    columns = (
        Column(_("Name"), key="name"),
        Column(_("Points per hand"), ColumnKind.AVERAGE, "average"),
        Column(_("Hands"), ColumnKind.NUMBER, "hands"),
        Column(_("Won"), ColumnKind.NUMBER, "won"),
        Column(_("Points"), ColumnKind.POINTS, "points"),
    )
    rows = ((beside.name, beside.average, beside.played, beside.won, beside.points) for beside in people)
    won = Down("won", to=sum(beside.won for beside in people))
    points = points_of(beside.tally for beside in people)
    return Figures.under(title, name, columns, rows, PER_HAND, won, points)


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
