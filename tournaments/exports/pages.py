"""From what a page of a tournament shows to figures; nothing is counted or looked up here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.engine.result import Amount
from scoring.exports.figures import Across, Column, Course, Down, Figures, Kind, Value
from scoring.exports.pages import game_cells, game_columns
from tournaments.models import Round
from tournaments.pages.disputes import Disputes
from tournaments.pages.money import DaySheet, Money
from tournaments.pages.played import Entry, PlayedHands
from tournaments.pages.prizes import PrizeRow, Prizes
from tournaments.pages.standings import Row, Standing

MOST_LINES = 8  # of a chart: more are a tangle


def figures_of_standings(standing: Standing, title: str, *, capital: int) -> Figures:
    """Everybody of a round, or of all of them; at the end those who are not ranked.

    All together have what was dealt out: so much capital each, and what was given in replacement of it. In a
    cup it is nothing.
    """
    columns = _overall_columns(standing) if standing.overall else _round_columns(standing)
    cells = _overall_cells if standing.overall else _round_cells
    everybody = (*standing.rows, *standing.apart)
    rows = tuple(tuple(cells(row, standing)) for row in everybody)
    controls = _controls_overall if standing.overall else _controls_of_round
    return Figures(
        title,
        tuple(columns),
        rows,
        name=standing.title,
        controls=tuple(controls(standing, everybody, capital)),
    )


def _controls_of_round(standing: Standing, everybody: Sequence[Row], capital: int) -> Iterator[Down]:
    if standing.money:
        replaced = sum(Fraction(row.result.replacement) for row in everybody)
        yield Down("balance", to=capital * len(everybody) + replaced)
    yield Down("schrift")


def _controls_overall(standing: Standing, everybody: Sequence[Row], capital: int) -> Iterator[Down]:
    for place, number in enumerate(standing.rounds):
        there = sum(row.rounds[place] is not None for row in everybody)
        yield Down(f"round_{number}", to=capital * there if standing.money else 0)


def _first() -> Iterator[Column]:
    yield from (
        Column(_("Rank"), Kind.NUMBER, "rank"),
        Column(_("tied"), key="tied"),
        Column(_("Name"), key="name"),
    )


def _last() -> Iterator[Column]:
    yield from (
        Column(_("Hands"), Kind.NUMBER, "hands"),
        Column(_("Note"), key="note"),
        Column(_("Decided by"), key="decided_by"),
    )


def _first_cells(row: Row) -> Iterator[Value]:
    yield from (row.rank, _("tied") if row.tied else None, row.name)


def _last_cells(row: Row) -> Iterator[Value]:
    yield from (row.hands, ", ".join(row.notes) or None, row.reason or None)


def _round_columns(standing: Standing) -> Iterator[Column]:
    yield from _first()
    if standing.money:
        yield Column(_("Balance"), Kind.POINTS, "balance")
        yield Column(_("Replacement"), Kind.POINTS, "replacement")
        yield Column(_("Busts"), Kind.NUMBER, "busts")
    yield Column(_("Schrift"), Kind.POINTS, "schrift")
    yield Column(_("Table"), key="table")
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
        yield Column(standing.counts, Kind.AVERAGE, "counts")
    elif not standing.money:
        yield Column(_("Schrift"), Kind.POINTS, "schrift")
    for number in standing.rounds:
        yield Column(_("Round %(number)d") % {"number": number}, Kind.POINTS, f"round_{number}")
    yield Column(_("Rounds"), Kind.NUMBER, "rounds")
    if standing.money:
        yield Column(_("Replacement"), Kind.POINTS, "replacement")
        yield Column(_("Busts"), Kind.NUMBER, "busts")
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
        Column(_("Round"), Kind.NUMBER, "round"),
        Column(_("Table"), Kind.NUMBER, "table"),
        Column(_("Hand"), Kind.NUMBER, "hand"),
        Column(_("Dealer"), key="dealer"),
        Column(_("doubled"), key="doubled"),
        *game_columns(),
        Column(_("What happened"), key="told"),
    ]
    after = _("Play money %(number)d") if played.money else _("Schrift so far %(number)d")
    numbers = range(1, played.widest + 1)
    for number in numbers:
        columns += [
            Column(_("Player %(number)d") % {"number": number}, key=f"player_{number}"),
            Column(_("Amount %(number)d") % {"number": number}, Kind.POINTS, f"amount_{number}"),
            Column(after % {"number": number}, Kind.POINTS, f"total_{number}"),
        ]
        if played.money:
            columns.append(
                Column(_("Replacement %(number)d") % {"number": number}, Kind.POINTS, f"replacement_{number}")
            )
    rows = tuple(tuple(_hand(one, played)) for one in played.entries)
    controls = (Across(tuple(f"amount_{number}" for number in numbers)),) if numbers else ()
    return Figures(title, tuple(columns), rows, name=_("Hands"), controls=controls)


def _hand(entry: Entry, played: PlayedHands) -> Iterator[Value]:
    yield from (entry.round, entry.table, entry.hand, entry.dealer or None)
    yield "R" if entry.doubled else None
    yield from game_cells(entry.games, entry.premiums)
    yield entry.told
    for seat in entry.seats:
        yield from (seat.name, seat.amount, seat.after)
        if played.money:
            yield seat.replacement or None
    yield from (None,) * ((4 if played.money else 3) * (played.widest - len(entry.seats)))


def figures_of_course(played: PlayedHands, standing: Standing, number: int, *, begin: int) -> Figures:
    """Hand by hand what the first of a round had, and the chart of it."""
    names = [row.name for row in standing.rows[:MOST_LINES]]
    courses: dict[str, dict[int, Amount]] = {name: {0: begin} for name in names}
    for entry in played.entries:
        if entry.round == number and entry.hand is not None:
            for seat in entry.seats:
                if seat.name in courses:
                    courses[seat.name][entry.hand] = seat.after
    last = max((hand for course in courses.values() for hand in course), default=0)
    lines = tuple(f"after_{place}" for place, _name in enumerate(names, 1))
    columns = (
        Column(_("Hand"), Kind.NUMBER, "hand"),
        *(Column(name, Kind.POINTS, key) for name, key in zip(names, lines, strict=True)),
    )
    rows = tuple((hand, *(courses[name].get(hand) for name in names)) for hand in range(last + 1))
    title = _("Course of round %(number)d") % {"number": number}
    return Figures(title, columns, rows, name=title, course=Course("hand", lines, title) if lines else None)


def figures_of_prizes(lists: Iterable[tuple[Round | None, Prizes]], title: str, currency: str) -> Figures:
    """List by list in its order: who has it, and how that came about."""
    columns = (
        Column(_("Round"), key="round"),
        Column(_("Number"), Kind.NUMBER, "number"),
        Column(_("Prize"), key="prize"),
        Column(_("Amount (%(currency)s)") % {"currency": currency}, Kind.CENTS, "amount"),
        Column(_("Name"), key="name"),
        Column(_("How"), key="how"),
    )
    rows = tuple(
        (_of_round(round_), number, row.name, row.cents, row.to or None, _how(row))
        for round_, prizes in lists
        for number, row in enumerate(prizes.rows, 1)
    )
    return Figures(title, columns, rows, name=_("Prizes"))


def _of_round(round_: Round | None) -> str:
    return _("Overall") if round_ is None else _("Round %(number)d") % {"number": round_.number}


def _how(row: PrizeRow) -> str | None:
    if not row.to:
        return None
    return _("chosen") if row.chosen else _("given by hand")


def figures_of_fees(sheet: DaySheet, title: str) -> Figures:
    """What came in from whom, and what went out to whom: the sum of the amounts is what is left."""
    columns = (
        Column(_("Round"), key="round"),
        Column(_("Name"), key="name"),
        Column(_("What for"), key="what_for"),
        Column(_("Amount (%(currency)s)") % {"currency": sheet.currency}, Kind.CENTS, "amount"),
        Column(_("Still to pay (%(currency)s)") % {"currency": sheet.currency}, Kind.CENTS, "open"),
    )
    left = sum(one.fees_in - one.out for one in sheet.rounds)
    controls = (Down("amount", to=left), Down("open", to=sum(one.open for one in sheet.rounds)))
    return Figures(title, columns, tuple(_money(sheet.rounds)), name=_("Money"), controls=controls)


def _money(rounds: Iterable[Money]) -> Iterator[tuple[Value, ...]]:
    for one in rounds:
        for fee in one.fees:
            unpaid = fee.owed if fee.cents is None else None
            yield (one.title, fee.name, _("Entry fee"), fee.cents, unpaid)
        for prize in one.given:
            yield (one.title, prize.to, prize.name, -prize.cents, None)
        for name, to in one.in_kind:
            yield (one.title, to, name, None, None)


def figures_of_disputes(disputes: Disputes, title: str) -> Figures:
    """Every call, and every ruling on it."""
    columns = (
        Column(_("Round"), Kind.NUMBER, "round"),
        Column(_("Table"), Kind.NUMBER, "table"),
        Column(_("Called"), Kind.MOMENT, "called_at"),
        Column(_("Called by"), key="called_by"),
        Column(_("What it was about"), key="words"),
        Column(_("Withdrawn"), Kind.MOMENT, "withdrawn_at"),
        Column(_("Ruled"), Kind.MOMENT, "ruled_at"),
        Column(_("Ruling"), key="finding"),
        Column(_("Hand"), key="hand"),
        Column(_("Text of the ruling"), key="text"),
        Column(_("Ruled by"), key="ruled_by"),
        Column(_("Before"), key="before"),
        Column(_("Afterwards"), key="now"),
        Column(_("Still holds"), key="holds"),
    )
    return Figures(title, columns, tuple(_cases(disputes)), name=_("Rulings"))


def _cases(disputes: Disputes) -> Iterator[tuple[Value, ...]]:
    for case in disputes.cases:
        call = (case.round, case.table, case.at, case.caller, case.words or None, case.withdrawn_at)
        if not case.rulings:
            yield (*call, *(None,) * 8)
        for one in case.rulings:
            holds = _("replaced") if one.replaced else _("yes")
            said = (one.hand or None, one.text, one.by, one.before or None, one.now or None, holds)
            yield (*call, one.at, one.finding, *said)
