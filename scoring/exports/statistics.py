"""What a club has played as worksheets: the records, and how often what was played and what it brought."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.exports.figures import Across, Book, Column, Down, Figures, Kind, Per, Row
from scoring.paper.numbers import in_hundredths
from scoring.paper.statistics.club import ClubStatistics
from scoring.paper.statistics.tallies import points


def book_of_statistics(statistics: ClubStatistics, title: str, *, chosen: str = "") -> Book:
    """What the page shows; `chosen` says in every row to which hands it is held back."""
    tables = (worksheet(statistics, title) for worksheet in STATISTICS)
    found = [_whole(statistics, title), *(one for one in tables if one.rows)]
    if chosen:
        column = Column(_("Which hands"), key="chosen")
        found = [one.beside(column, chosen) for one in found]
    return Book(title, tuple(found))


def _whole(statistics: ClubStatistics, title: str) -> Figures:
    """In one line."""
    columns = (Column(_("Evenings"), Kind.NUMBER, "evenings"), Column(_("Hands"), Kind.NUMBER, "hands"))
    rows = ((statistics.evenings, statistics.hands),)
    controls = (Down("hands", to=sum(one.hands for one in statistics.sheets)),)
    return Figures(title, columns, rows, name=_("Season"), controls=controls)


def figures_of_rule_sheets(statistics: ClubStatistics, title: str) -> Figures:
    """How much was played under each."""
    columns = (Column(_("Rules"), key="rules"), Column(_("Hands"), Kind.NUMBER, "hands"))
    rows = tuple((one.label, one.hands) for one in statistics.sheets)
    name, controls = _("Rule sheets"), (Down("hands", to=statistics.hands),)
    return Figures(f"{title}: {name}", columns, rows, name=name, controls=controls)


def figures_of_contracts(statistics: ClubStatistics, title: str) -> Figures:
    """What was played how often under each rule sheet, and what it brought whoever played it."""
    columns = (
        Column(_("Rules"), key="rules"),
        Column(_("Contract"), key="contract"),
        Column(_("played"), Kind.NUMBER, "played"),
        Column(_("won"), Kind.NUMBER, "won"),
        Column(_("lost"), Kind.NUMBER, "lost"),
        Column(_("Renonce"), Kind.NUMBER, "revoked"),
        Column(pgettext("games", "Of 100"), Kind.NUMBER, "often"),
        Column(pgettext("games", "Won of 100"), Kind.NUMBER, "share"),
        Column(_("Points of the declarer"), Kind.POINTS, "points"),
        Column(_("Points per hand"), Kind.AVERAGE, "average"),
    )
    rows = tuple(
        (
            sheet.label,
            one.label,
            one.played,
            one.won,
            one.lost,
            one.revoked,
            int(in_hundredths(sheet.in_hundred(one))),
            None if one.share is None else int(in_hundredths(one.share)),
            one.points,
            one.average,
        )
        for sheet in statistics.sheets
        for one in sheet.games
    )
    controls = (
        Across(("won", "lost", "revoked"), minus=("played",)),
        Per("average", of="points", by="played"),
        Down("played", to=statistics.games),
    )
    return Figures(f"{title}: {_('Contracts')}", columns, rows, name=_("Contracts"), controls=controls)


def figures_of_premiums(statistics: ClubStatistics, title: str) -> Figures:
    """How often each came about, and how; what is silent and missed is no premium, but costs points."""
    columns = (
        Column(_("Premium"), key="premium"),
        Column(_("Silent"), Kind.NUMBER, "silent"),
        Column(_("Announced and made"), Kind.NUMBER, "made"),
        Column(_("Announced and missed"), Kind.NUMBER, "missed"),
        Column(_("Sum"), Kind.NUMBER, "sum"),
        Column(_("Points"), Kind.POINTS, "points"),
    )
    rows = tuple(
        (one.label, one.silent, one.made, one.missed, one.came, one.points) for one in statistics.premiums
    )
    controls = (
        Across(("silent", "made", "missed"), minus=("sum",)),
        Down("sum", to=sum(one.came for one in statistics.premiums)),
        Down("points", to=points(sum(one.sixths for one in statistics.premiums))),
    )
    return Figures(f"{title}: {_('Premiums')}", columns, rows, name=_("Premiums"), controls=controls)


def figures_of_kontras(statistics: ClubStatistics, title: str) -> Figures:
    """Every step of the ladder; some neither gain nor cost anything."""
    columns = (
        Column(_("Kontra"), key="kontra"),
        Column(_("Given"), Kind.NUMBER, "given"),
        Column(_("Gained"), Kind.NUMBER, "good"),
        Column(_("Cost"), Kind.NUMBER, "bad"),
        Column(pgettext("kontra", "Neither"), Kind.NUMBER, "neither"),
        Column(_("Points"), Kind.POINTS, "points"),
    )
    rows = tuple(
        (one.label, one.given, one.good, one.bad, one.given - one.good - one.bad, one.points)
        for one in statistics.kontras
    )
    controls = (
        Across(("good", "bad", "neither"), minus=("given",)),
        Down("given", to=sum(one.given for one in statistics.kontras)),
        Down("points", to=points(sum(one.sixths for one in statistics.kontras))),
    )
    return Figures(f"{title}: {_('Kontras')}", columns, rows, name=_("Kontras"), controls=controls)


def figures_of_trischaken(statistics: ClubStatistics, title: str) -> Figures:
    """Everybody for themselves, so there are no points of it."""
    name, one = _("Trischaken"), statistics.trischaken
    columns = (
        Column(_("Contract"), key="contract"),
        Column(_("played"), Kind.NUMBER, "played"),
        Column(_("Jungfrau"), Kind.NUMBER, "jungfrau"),
        Column(_("Bürgermeister"), Kind.NUMBER, "buergermeister"),
    )
    rows = ((name, one.played, one.jungfrau, one.buergermeister),) if one.played else ()
    return Figures(f"{title}: {name}", columns, rows, name=name)


def figures_of_records(statistics: ClubStatistics, title: str) -> Figures:
    """The best list: hands, evenings and years, and the rarest games.

    Every row is a fact by itself, so nothing here adds up and nothing is controlled.
    """
    columns = (
        Column(_("Record"), key="record"),
        Column(_("Name"), key="name"),
        Column(_("Points"), Kind.POINTS, "points"),
        Column(_("What was played"), key="contract"),
        Column(_("Date"), Kind.DATE, "date"),
        Column(_("Hand"), Kind.NUMBER, "hand"),
        Column(_("Place"), key="place"),
        Column(_("played"), Kind.NUMBER, "played"),
    )
    name = _("Best list")
    return Figures(f"{title}: {name}", columns, tuple(_records(statistics)), name=name)


def _records(statistics: ClubStatistics) -> Iterator[Row]:
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
Worksheet = Callable[[ClubStatistics, str], Figures]
STATISTICS: tuple[Worksheet, ...] = (
    figures_of_rule_sheets,
    figures_of_records,
    figures_of_contracts,
    figures_of_premiums,
    figures_of_kontras,
    figures_of_trischaken,
)
