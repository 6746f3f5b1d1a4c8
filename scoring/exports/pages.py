"""From what a page shows to figures; nothing is counted or looked up here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date

from django.utils.translation import gettext as _

from scoring.engine.result import Amount
from scoring.exports.figures import Column, Figures, Kind, Value
from scoring.paper.page import EventLine, HandLine, Line, Paper, SumLine, VoidLine
from scoring.paper.season import Standing, Standings
from scoring.paper.settling import Settling, Share


def as_demonstration(figures: Figures) -> Figures:
    """The file and every line of it say that it is invented, also where lines are sorted or copied."""
    columns = (Column(_("Demonstration")), *figures.columns)
    rows = tuple((_("invented"), *row) for row in figures.rows)
    return Figures(f"{_('Demonstration')} {figures.title}", columns, rows)


def under_rules(figures: Figures, rules: str) -> Figures:
    """Every line says under which rules it was played, also where it is copied elsewhere."""
    columns = (*figures.columns, Column(_("Rules")))
    return Figures(figures.title, columns, tuple((*row, rules) for row in figures.rows))


def figures_of_sheet(paper: Paper, name: str, day: date) -> Figures:
    """A row for every line of the sheet; for every player the amount of the hand and the total after it."""
    columns = [
        Column(_("Date"), Kind.DATE),
        Column(_("Hand"), Kind.NUMBER),
        Column(_("Dealer")),
        Column(_("doubled")),
        Column(_("What happened")),
    ]
    if paper.confirmation:
        columns += [Column(_("Confirmation")), Column(_("Objection"))]
    for player in paper.columns:
        columns += [
            Column(player.name, Kind.POINTS),
            Column(_("Total of %(name)s") % {"name": player.name}, Kind.POINTS),
        ]
    return Figures(f"{name} {day}", tuple(columns), tuple(_lines(paper, day)))


def _lines(paper: Paper, day: date) -> Iterator[tuple[Value, ...]]:
    for line in paper.lines:
        if isinstance(line, SumLine):
            said: tuple[Value, ...] = (None, None) if paper.confirmation else ()
            yield (day, None, None, None, line.title, *said, *_totals(line.totals))
            if line.schrift is not None:
                words = f"{line.title}: {_('Schrift')}"
                yield (day, None, None, None, words, *said, *_totals(line.schrift))
        else:
            said = _said(line) if paper.confirmation else ()
            yield (day, *_facts(line), *said, *_cells(line, len(paper.columns)))


def _facts(line: HandLine | VoidLine | EventLine) -> tuple[Value, ...]:
    """Number, dealer, whether doubled, and what happened."""
    if isinstance(line, HandLine):
        return line.number, line.dealer.name, "R" if line.radl else None, line.told
    return None, line.dealer.name if isinstance(line, VoidLine) else None, None, line.told


def _said(line: HandLine | VoidLine | EventLine) -> tuple[Value, ...]:
    """Whether it is confirmed, and whether somebody objects."""
    if isinstance(line, EventLine):
        return None, None
    confirmed = line.confirmed if isinstance(line, HandLine) else None
    return confirmed, _("open") if line.objected else None


def _cells(line: Line, players: int) -> Iterator[Value]:
    cells = line.cells if isinstance(line, HandLine) else (None,) * players
    for cell in cells:
        yield from (None, None) if cell is None else (cell.amount, cell.total)


def _totals(totals: Iterable[Amount | None]) -> Iterator[Value]:
    for total in totals:
        yield from (None, total)


def figures_of_settling(settling: Settling, day: date) -> Figures:
    """Everybody of the evening: what they have, what that is in money, rounded, and whom they pay."""
    columns = [
        Column(_("Date"), Kind.DATE),
        Column(_("Name")),
        Column(_("Guest")),
        Column(_("Hands"), Kind.NUMBER),
        Column(_("Points"), Kind.POINTS),
    ]
    if settling.keeps_schrift:
        columns.append(Column(_("Schrift"), Kind.POINTS))
    if settling.pays:
        columns.append(Column(_("Money (%(currency)s)") % {"currency": settling.currency}, Kind.CENTS))
        columns.append(Column(_("pays to")))
    rows = tuple((day, *_share(share, settling)) for share in settling.people)
    return Figures(f"{_('Settling up')} {day}", tuple(columns), rows)


def _share(share: Share, settling: Settling) -> Iterator[Value]:
    yield from (share.name, _("Guest") if share.guest else None, share.hands, share.points)
    if settling.keeps_schrift:
        yield share.schrift
    if settling.pays:
        yield share.cents
        pays = [f"{one.payee} {one.money}" for one in settling.payments if one.payer == share.name]
        yield ", ".join(pays) or None


def figures_of_season(standings: Standings, title: str, *, guests: bool) -> Figures:
    """The members, and after them the guests, who have ranks of their own."""
    shown = standings.everybody if guests else standings.members
    columns = [
        Column(_("Rank"), Kind.NUMBER),
        Column(_("Name")),
        Column(_("Points"), Kind.POINTS),
        *([Column(_("Schrift"), Kind.POINTS)] if standings.differs else []),
        *(
            Column(_("Money (%(currency)s)") % {"currency": currency}, Kind.CENTS)
            for currency in standings.currencies
        ),
        Column(_("Points per hand"), Kind.AVERAGE),
        Column(_("Evenings"), Kind.NUMBER),
        Column(_("Hands"), Kind.NUMBER),
        *([Column(_("Guest"))] if guests else []),
    ]
    rows = [
        (*_standing(one, standings), *([None if one.member else _("Guest")] if guests else []))
        for one in shown
    ]
    return Figures(title, tuple(columns), tuple(rows))


def _standing(one: Standing, standings: Standings) -> Iterator[Value]:
    yield from (one.rank, one.name, one.score.points)
    if standings.differs:
        yield one.score.schrift
    yield from (one.score.money.get(currency) for currency in standings.currencies)
    yield from (one.score.average, one.score.evenings, one.score.hands)
