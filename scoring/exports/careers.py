"""A player's own page as a book: everything that it shows, a worksheet for every table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.exports.figures import (
    Across,
    Along,
    Book,
    Column,
    Control,
    Course,
    Down,
    Figures,
    Kind,
    Per,
    Row,
)
from scoring.paper.career import Career
from scoring.paper.numbers import in_hundredths
from scoring.paper.season import Score
from scoring.paper.statistics.tallies import Beside, KontraTally, PremiumTally, Tally, TrischakenRecord


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
    yield from (_contracts(tallies, name, title) for name, tallies in games if tallies)
    if career.premiums:
        yield _premiums(career.premiums, title)
    if career.kontras:
        yield _kontras(career.kontras, title)
    if career.trischaken.played:
        yield _trischaken(career.trischaken, title)
    if linked:
        people = (
            (_("With whom it goes best"), career.best_partners),
            (_("Against whom it goes best"), career.best_opponents),
        )
        yield from (_people(beside, name, title) for name, beside in people if beside)
    if career.score is not None:
        yield _streaks(career, title)


PER_HAND = Per("average", of="points", by="hands")


def _under(
    name: str, title: str, columns: Iterable[Column], rows: Iterable[Row], *controls: Control
) -> Figures:
    return Figures(f"{title}: {name}", tuple(columns), tuple(rows), name=name, controls=controls)


def _money(currencies: Sequence[str]) -> dict[str, Column]:
    keys = {currency: f"money_{currency.lower()}" for currency in currencies}
    return {
        currency: Column(_("Money (%(currency)s)") % {"currency": currency}, Kind.CENTS, key)
        for currency, key in keys.items()
    }


def _points_of(tallies: Iterable[Tally | PremiumTally | KontraTally | Beside]) -> Down:
    """What they have: some games of many add up to nothing else."""
    return Down("points", to=Fraction(sum(one.points for one in tallies)))


def _sums_of(tallies: Iterable[PremiumTally | KontraTally | Beside], *keys: str) -> Iterator[Down]:
    """Of what is counted; the keys are what the tallies call it."""
    tallies = list(tallies)
    return (Down(key, to=sum(getattr(one, key) for one in tallies)) for key in keys)


def _score(score: Score, title: str, chosen: str, currencies: Sequence[str]) -> Figures:
    """The whole time in one line."""
    money = _money(currencies)
    differs = score.points != score.schrift
    columns = (
        Column(_("Evenings"), Kind.NUMBER, "evenings"),
        Column(_("Hands"), Kind.NUMBER, "hands"),
        Column(_("Points"), Kind.POINTS, "points"),
        *([Column(_("Schrift"), Kind.POINTS, "schrift")] if differs else []),
        *money.values(),
        Column(_("Points per hand"), Kind.AVERAGE, "average"),
    )
    schrift = (score.schrift,) if differs else ()
    cents = (score.money[currency] for currency in money)
    row = (score.evenings, score.hands, score.points, *schrift, *cents, score.average)
    figures = _under(_("Season"), title, columns, [row], PER_HAND)
    return figures.beside(Column(_("Which hands"), key="chosen"), chosen) if chosen else figures


def _evenings(career: Career, title: str, linked: bool) -> Figures:
    """The oldest first; they add up to what has come of them so far, and to the whole."""
    money = _money(career.currencies if linked else ())
    columns = (
        Column(_("Number"), Kind.NUMBER, "number"),
        Column(_("Date"), Kind.DATE, "date"),
        *([Column(_("Place"), key="place")] if linked else []),
        Column(_("Points"), Kind.POINTS, "points"),
        *money.values(),
        Column(_("Season so far"), Kind.POINTS, "total"),
        Column(_("Points per hand"), Kind.AVERAGE, "average"),
        Column(_("Hands"), Kind.NUMBER, "hands"),
    )
    rows = tuple(
        (
            one.number,
            one.date,
            *([one.place or None] if linked else []),
            one.score.points,
            *(one.score.money.get(currency) for currency in money),
            one.total,
            one.score.average,
            one.score.hands,
        )
        for one in career.evenings
    )
    score, name = career.score, _("Evenings")
    controls: list[Control] = [PER_HAND, Along("total", ("points",)), Down("points", last="total")]
    if score is not None:
        controls += [Down(column.key, to=score.money[currency]) for currency, column in money.items()]
        controls.append(Down("hands", to=score.hands))
    return Figures(
        f"{title}: {name}",
        columns,
        rows,
        name=name,
        controls=tuple(controls),
        course=Course("number", ("total",), _("How it went")),
    )


def _years(career: Career, title: str) -> Figures:
    columns = (
        Column(_("Year"), key="year"),
        Column(_("Points"), Kind.POINTS, "points"),
        Column(_("Evenings"), Kind.NUMBER, "evenings"),
        Column(_("Hands"), Kind.NUMBER, "hands"),
    )
    rows = ((str(one.year), one.score.points, one.score.evenings, one.score.hands) for one in career.years)
    whole = career.score
    sums = () if whole is None else (whole.points, whole.evenings, whole.hands)
    controls = (Down(key, to=to) for key, to in zip(("points", "evenings", "hands"), sums, strict=False))
    return _under(_("Points by season"), title, columns, rows, *controls)


def _contracts(tallies: Sequence[Tally], name: str, title: str) -> Figures:
    columns = (
        Column(_("Contract"), key="contract"),
        Column(_("Played"), Kind.NUMBER, "played"),
        Column(_("Won"), Kind.NUMBER, "won"),
        Column(_("Lost"), Kind.NUMBER, "lost"),
        Column(_("Renonce"), Kind.NUMBER, "revoked"),
        Column(pgettext("games", "Won of 100"), Kind.NUMBER, "share"),
        Column(_("Points per hand"), Kind.AVERAGE, "average"),
        Column(_("Points"), Kind.POINTS, "points"),
    )
    rows = tuple(
        (
            one.label,
            one.played,
            one.won,
            one.lost,
            one.revoked,
            None if one.share is None else int(in_hundredths(one.share)),
            one.average,
            one.points,
        )
        for one in tallies
    )
    controls = (
        Across(("won", "lost", "revoked"), minus=("played",)),
        Per("average", of="points", by="played"),
        _points_of(tallies),
    )
    return _under(name, title, columns, rows, *controls)


def _premiums(tallies: Sequence[PremiumTally], title: str) -> Figures:
    columns = (
        Column(_("Premium"), key="premium"),
        Column(_("Silent"), Kind.NUMBER, "silent"),
        Column(_("Announced and made"), Kind.NUMBER, "made"),
        Column(_("Announced and missed"), Kind.NUMBER, "missed"),
        Column(_("Points"), Kind.POINTS, "points"),
    )
    rows = ((one.label, one.silent, one.made, one.missed, one.points) for one in tallies)
    controls = (*_sums_of(tallies, "silent", "made", "missed"), _points_of(tallies))
    return _under(_("Birds and other premiums"), title, columns, rows, *controls)


def _kontras(tallies: Sequence[KontraTally], title: str) -> Figures:
    columns = (
        Column(_("Kontra"), key="kontra"),
        Column(_("Given"), Kind.NUMBER, "given"),
        Column(_("Gained"), Kind.NUMBER, "good"),
        Column(_("Cost"), Kind.NUMBER, "bad"),
        Column(_("Points"), Kind.POINTS, "points"),
    )
    rows = ((one.label, one.given, one.good, one.bad, one.points) for one in tallies)
    controls = (*_sums_of(tallies, "given", "good", "bad"), _points_of(tallies))
    return _under(_("Kontras given"), title, columns, rows, *controls)


def _trischaken(record: TrischakenRecord, title: str) -> Figures:
    name = _("Trischaken")
    columns = (
        Column(_("Contract"), key="contract"),
        Column(_("Played"), Kind.NUMBER, "played"),
        Column(_("Won"), Kind.NUMBER, "won"),
        Column(_("Lost"), Kind.NUMBER, "lost"),
        Column(_("Jungfrau"), Kind.NUMBER, "jungfrau"),
        Column(_("Bürgermeister"), Kind.NUMBER, "buergermeister"),
        Column(_("Points"), Kind.POINTS, "points"),
    )
    counted = (record.played, record.won, record.lost, record.jungfrau, record.buergermeister)
    return _under(name, title, columns, [(name, *counted, record.points)])


def _people(people: Sequence[Beside], name: str, title: str) -> Figures:
    columns = (
        Column(_("Name"), key="name"),
        Column(_("Points per hand"), Kind.AVERAGE, "average"),
        Column(_("Hands"), Kind.NUMBER, "hands"),
        Column(_("Won"), Kind.NUMBER, "won"),
        Column(_("Points"), Kind.POINTS, "points"),
    )
    rows = ((one.name, one.average, one.played, one.won, one.points) for one in people)
    return _under(name, title, columns, rows, PER_HAND, *_sums_of(people, "won"), _points_of(people))


def _streaks(career: Career, title: str) -> Figures:
    columns = (
        Column(_("Streak"), key="streak"),
        Column(_("Length"), Kind.NUMBER, "length"),
        Column(_("From"), Kind.DATE, "since"),
        Column(_("To"), Kind.DATE, "until"),
    )
    streaks = {
        _("Games won as declarer, one after the other"): career.declared_in_a_row,
        _("Evenings with more than 0 points, one after the other"): career.evenings_in_a_row,
    }
    rows = ((words, *(streak or (0, None, None))) for words, streak in streaks.items())
    return _under(_("Longest streaks"), title, columns, rows)
