"""From what a page of a tournament shows to figures; nothing is counted or looked up here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from scoring.exports.figures import Column, Figures, Kind, Value
from tournaments.pages.money import DaySheet, Money
from tournaments.pages.played import Entry, PlayedHands
from tournaments.pages.prizes import Prizes
from tournaments.pages.standings import Row, Standing


def figures_of_standings(standing: Standing, title: str) -> Figures:
    """Everybody of a round, or of all of them; at the end those who are not ranked."""
    columns = _overall_columns(standing) if standing.overall else _round_columns(standing)
    cells = _overall_cells if standing.overall else _round_cells
    rows = tuple(tuple(cells(row, standing)) for row in (*standing.rows, *standing.apart))
    return Figures(title, tuple(columns), rows)


def _first() -> Iterator[Column]:
    yield from (Column(_("Rank"), Kind.NUMBER), Column(_("tied")), Column(_("Name")))


def _last() -> Iterator[Column]:
    yield from (Column(_("Hands"), Kind.NUMBER), Column(_("Note")), Column(_("Decided by")))


def _first_cells(row: Row) -> Iterator[Value]:
    yield from (row.rank, _("tied") if row.tied else None, row.name)


def _last_cells(row: Row) -> Iterator[Value]:
    yield from (row.hands, ", ".join(row.notes) or None, row.reason or None)


def _round_columns(standing: Standing) -> Iterator[Column]:
    yield from _first()
    if standing.money:
        yield Column(_("Balance"), Kind.POINTS)
        yield Column(_("Replacement"), Kind.POINTS)
        yield Column(_("Busts"), Kind.NUMBER)
    yield Column(_("Schrift"), Kind.POINTS)
    yield Column(_("Table"))
    yield from _last()


def _round_cells(row: Row, standing: Standing) -> Iterator[Value]:
    yield from _first_cells(row)
    if standing.money:
        yield from (row.result.balance, row.result.replacement, row.busts)
    yield from (row.result.schrift, row.tables)
    yield from _last_cells(row)


def _overall_columns(standing: Standing) -> Iterator[Column]:
    yield from _first()
    if standing.counts:
        yield Column(standing.counts, Kind.POINTS)
    elif not standing.money:
        yield Column(_("Schrift"), Kind.POINTS)
    for number in standing.rounds:
        yield Column(_("Round %(number)d") % {"number": number}, Kind.POINTS)
    yield Column(_("Rounds"), Kind.NUMBER)
    if standing.money:
        yield Column(_("Replacement"), Kind.POINTS)
        yield Column(_("Busts"), Kind.NUMBER)
    yield from _last()


def _overall_cells(row: Row, standing: Standing) -> Iterator[Value]:
    yield from _first_cells(row)
    if standing.counts:
        yield row.counts
    elif not standing.money:
        yield row.result.schrift
    for one in row.rounds:
        yield None if one is None else one.amount
    yield row.played
    if standing.money:
        yield from (row.result.replacement, row.busts)
    yield from _last_cells(row)


def figures_of_hands(played: PlayedHands, title: str) -> Figures:
    """A row for every hand, and beside it for everybody on the sheet the amount and what they then had."""
    columns = [
        Column(_("Round"), Kind.NUMBER),
        Column(_("Table"), Kind.NUMBER),
        Column(_("Hand"), Kind.NUMBER),
        Column(_("Dealer")),
        Column(_("doubled")),
        Column(_("What happened")),
    ]
    after = _("Play money %(number)d") if played.money else _("Schrift so far %(number)d")
    for number in range(1, played.widest + 1):
        columns += [
            Column(_("Player %(number)d") % {"number": number}),
            Column(_("Amount %(number)d") % {"number": number}, Kind.POINTS),
            Column(after % {"number": number}, Kind.POINTS),
        ]
        if played.money:
            columns.append(Column(_("Replacement %(number)d") % {"number": number}, Kind.POINTS))
    rows = tuple(tuple(_hand(one, played)) for one in played.entries)
    return Figures(title, tuple(columns), rows)


def _hand(entry: Entry, played: PlayedHands) -> Iterator[Value]:
    yield from (entry.round, entry.table, entry.hand, entry.dealer or None)
    yield from ("R" if entry.doubled else None, entry.told)
    for seat in entry.seats:
        yield from (seat.name, seat.amount, seat.after)
        if played.money:
            yield seat.replacement or None
    yield from (None,) * ((4 if played.money else 3) * (played.widest - len(entry.seats)))


def figures_of_prizes(prizes: Prizes, title: str, currency: str) -> Figures:
    """In the order of the list: who has it, and how that came about."""
    columns = (
        Column(_("Number"), Kind.NUMBER),
        Column(_("Prize")),
        Column(_("Amount (%(currency)s)") % {"currency": currency}, Kind.CENTS),
        Column(_("Name")),
        Column(_("How")),
    )
    rows = tuple(
        (number, row.name, row.cents, row.to or None, _how(chosen=row.chosen, to=row.to))
        for number, row in enumerate(prizes.rows, 1)
    )
    return Figures(title, columns, rows)


def _how(*, chosen: bool, to: str) -> str | None:
    if not to:
        return None
    return _("chosen") if chosen else _("given by hand")


def figures_of_fees(sheet: DaySheet, title: str) -> Figures:
    """What came in from whom, and what went out to whom: the sum of the amounts is what is left."""
    columns = (
        Column(_("Round")),
        Column(_("Name")),
        Column(_("What for")),
        Column(_("Amount (%(currency)s)") % {"currency": sheet.currency}, Kind.CENTS),
        Column(_("Still to pay (%(currency)s)") % {"currency": sheet.currency}, Kind.CENTS),
    )
    return Figures(title, columns, tuple(_money(sheet.rounds)))


def _money(rounds: Iterable[Money]) -> Iterator[tuple[Value, ...]]:
    for one in rounds:
        for fee in one.fees:
            unpaid = fee.owed if fee.cents is None else None
            yield (one.title, fee.name, _("Entry fee"), fee.cents, unpaid)
        for prize in one.given:
            yield (one.title, prize.to, prize.name, -prize.cents, None)
