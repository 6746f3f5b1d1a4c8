"""Turn pages of a tournament into figures, without counting or looking up anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from scoring.engine.result import Amount
from scoring.export.figures import Course, Figures
from scoring.table.export import game_cells, game_columns
from scoring.web.columns import Column, ColumnKind, Value
from tournaments.cash.pages import DaySheet, Money, tills_of
from tournaments.corrections.disputes.pages import Case
from tournaments.models import Round
from tournaments.standings.pages.played import PlayedHands, PlayedLine
from tournaments.standings.pages.prizes import PrizeRow, PrizesOfRound
from tournaments.standings.pages.standings import ShownStandings
from tournaments.standings.tables import standings_columns
from tournaments.wording import round_title

MOST_LINES = 8  # of a chart: more are a tangle


def figures_of_standings(standings: ShownStandings, title: str) -> Figures:
    """Return the standings of a round, or of all; at the end people who are not ranked."""
    everybody = (*standings.rows, *standings.unranked)
    figures = Figures.of(title, standings_columns(standings), everybody, name=standings.title)
    return _provisional(figures, standings.provisional)


def _provisional(figures: Figures, words: str) -> Figures:
    """Return the table with the missing results noted in every line, as lines may be copied."""
    return figures.with_column(Column(_("Provisional"), key="provisional"), words) if words else figures


def _is_from_paper(entry: PlayedLine) -> bool:
    return entry.hand is None and not entry.dealer and bool(entry.seats)


def figures_of_hands(played: PlayedHands, title: str) -> Figures:
    """Return a row for every hand, with everybody's amount and total."""
    columns = [
        Column(_("Round"), ColumnKind.NUMBER, "round"),
        Column(_("Table"), ColumnKind.NUMBER, "table"),
        Column(_("Hand"), ColumnKind.NUMBER, "hand"),
        Column(_("Dealer"), key="dealer"),
        Column(_("doubled"), key="doubled"),
        *game_columns(),
        Column(_("What happened"), key="told"),
    ]
    total_label = _("Play money %(number)d") if played.money else _("Schrift so far %(number)d")
    numbers = range(1, played.widest + 1)
    for number in numbers:
        columns += [
            Column(_("Player %(number)d") % {"number": number}, key=f"player_{number}"),
            Column(_("Amount %(number)d") % {"number": number}, ColumnKind.POINTS, f"amount_{number}"),
            Column(
                total_label % {"number": number},
                ColumnKind.POINTS,
                f"total_{number}",
                signed=not played.money,
            ),
        ]
        if played.money:
            replacement = _("Replacement %(number)d") % {"number": number}
            columns.append(Column(replacement, ColumnKind.POINTS, f"replacement_{number}", signed=False))
    return Figures.of(title, columns, map(_hand, played.entries), name=_("Hands"))


def _hand(entry: PlayedLine) -> dict[str, Value]:
    keys = (column.key for column in game_columns())
    row: dict[str, Value] = {
        "round": entry.round,
        "table": entry.table,
        "hand": entry.hand,
        "dealer": entry.dealer,
        "doubled": "R" if entry.doubled else None,
        **dict(zip(keys, game_cells(entry.games, entry.premiums), strict=True)),
        "told": entry.sentence,
    }
    for number, seat in enumerate(entry.seats, 1):
        row |= {
            f"player_{number}": seat.name,
            f"amount_{number}": seat.amount,
            f"total_{number}": seat.total,
            f"replacement_{number}": seat.replacement or None,
        }
    return row


@dataclass(eq=False)
class _Course:
    """A player's amounts at one table of a round, at the start and after each hand, and capital received."""

    name: str
    totals: dict[int, Amount]
    received: dict[int, Amount] = field(default_factory=dict)

    def at(self, hand: int) -> Amount:
        """Return the amount after a hand, also after the last one; None if nothing is known of it."""
        return self.totals[max(number for number in self.totals if number <= hand)]


def figures_of_course(played: PlayedHands, standings: ShownStandings, number: int, *, begin: int) -> Figures:
    """Return the course of a round's leaders hand by hand, with a chart.

    Beside them stands what all others had, and what had been received in replacement by then: together they
    have what everybody began with, and that. Whose table has ended is one of the others.
    """
    names = [row.name for row in standings.rows[:MOST_LINES]]
    courses = _courses(played, number, begin, names)
    shown = list({course.name: course for course in courses if course.name in names}.values())
    shown.sort(key=lambda course: names.index(course.name))
    last = max((hand for course in shown for hand in course.totals), default=0)
    lines = tuple(f"after_{index}" for index, _course in enumerate(shown, 1))
    signed = not played.money
    columns = [
        Column(_("Hand"), ColumnKind.NUMBER, "hand"),
        *(
            Column(course.name, ColumnKind.POINTS, key, signed=signed)
            for course, key in zip(shown, lines, strict=True)
        ),
        Column(_("All others"), ColumnKind.POINTS, "others", signed=signed),
    ]
    if played.money:
        columns.append(Column(_("Replacement"), ColumnKind.POINTS, "replaced", signed=False))
    rows: list[dict[str, Value]] = []
    replaced: Amount = 0
    for hand in range(last + 1):
        ongoing = [course for course in shown if hand in course.totals]
        others = [course.at(hand) for course in courses if course not in ongoing]
        replaced += sum(course.received.get(hand, 0) for course in courses)
        rows.append(
            {
                "hand": hand,
                **{key: course.totals.get(hand) for key, course in zip(lines, shown, strict=True)},
                "others": sum(others) if others else None,
                "replaced": replaced,
            }
        )
    title = drawn = _("Course of round %(number)d") % {"number": number}
    everybody = {course.name for course in courses}
    if len(shown) < len(everybody):
        drawn = _("%(title)s: the first %(shown)d of %(all)d") % {
            "title": title,
            "shown": len(shown),
            "all": len(everybody),
        }
    unit = _("Play money") if played.money else _("Points")
    course = Course("hand", lines, drawn, unit) if lines else None
    return Figures.of(title, columns, rows, course=course)


def _courses(played: PlayedHands, number: int, begin: int, names: Iterable[str]) -> list[_Course]:
    """Return everybody's course, and the players in `names` without known hands.

    Where a result was typed from paper, the hands of its table count no more: all lead straight to it.
    """
    courses: dict[tuple[int, int], _Course] = {}
    of_round = [entry for entry in played.entries if entry.round == number]
    from_paper = [entry for entry in of_round if _is_from_paper(entry)]
    on_paper = {entry.table for entry in from_paper}
    recorded = [entry for entry in of_round if entry.hand is not None and entry.table not in on_paper]
    end = max((entry.hand or 0 for entry in recorded), default=1)
    for entry in (*recorded, *from_paper):
        for index, seat in enumerate(entry.seats):
            own_course = courses.setdefault((entry.table, index), _Course(seat.name, {0: begin}))
            hand = entry.hand or end
            own_course.totals[hand] = seat.total
            own_course.received[hand] = seat.replacement
    players = {course.name for course in courses.values()}
    return [*courses.values(), *(_Course(name, {0: begin}) for name in names if name not in players)]


def figures_of_prizes(
    lists: Sequence[tuple[Round | None, PrizesOfRound]], title: str, currency: str
) -> Figures:
    """Return the prizes list by list in order, with their owners and how they got them."""
    columns: tuple[Column, ...] = (
        Column(_("Round"), key="round", of=lambda given: round_title(given[0] and given[0].number)),
        Column(_("Number"), ColumnKind.NUMBER, "number", "1"),
        Column(_("Prize"), key="prize", of="2.prize.name"),
        Column(
            _("Amount (%(currency)s)") % {"currency": currency},
            ColumnKind.CENTS,
            "amount",
            "2.prize.amount",
            summed=True,
        ),
        Column(_("Name"), key="name", of="2.to"),
        Column(_("How"), key="how", of=lambda given: _how(given[2])),
        Column(_("Given by"), key="sponsor", of="2.prize.sponsor"),
        Column(_("Share of what came in"), key="share", of="2.share"),
    )
    if any(prizes.provisional for _round, prizes in lists):
        columns += (Column(_("Provisional"), key="provisional", of="3"),)
    rows = (
        [round_, number, row, prizes.provisional or None]
        for round_, prizes in lists
        for number, row in enumerate(prizes.rows, 1)
    )
    return Figures.of(title, columns, rows, name=_("Prizes"))


def _how(row: PrizeRow) -> str | None:
    if not row.to:
        return None
    return _("chosen") if row.prize.chosen else _("given by hand")


def figures_of_fees(sheet: DaySheet, title: str) -> Figures:
    """Return all money in and out with the people; the sum of amounts is the rest."""
    values = {"currency": sheet.currency}
    columns = (
        Column(_("Round"), key="round"),
        Column(_("Name"), key="name"),
        Column(_("What for"), key="what_for"),
        Column(_("Amount (%(currency)s)") % values, ColumnKind.CENTS, "amount", summed=True),
        Column(_("Still to pay (%(currency)s)") % values, ColumnKind.CENTS, "open", summed=True),
        Column(_("Taken or paid by"), key="by"),
        Column(_("When"), ColumnKind.MOMENT, key="at"),
    )
    return Figures.of(title, columns, [*_money(sheet.rounds), *_tills(sheet)], name=_("Money"))


def _money(rounds: Iterable[Money]) -> Iterator[tuple[Value, ...]]:
    for money in rounds:
        for what, fees in ((_("Entry fee"), money.fees), (_("Day ticket"), money.tickets)):
            for fee in fees:
                unpaid = fee.owed if fee.cents is None else None
                yield (money.title, fee.name, what, fee.cents, unpaid, fee.by or None, fee.at)
        for prize in money.given:
            yield (money.title, prize.to, prize.name, -prize.cents, None, prize.by or None, prize.at)
        for name, to in money.in_kind:
            yield (money.title, to, name, None, None, None, None)
        for entry in money.others:
            yield (money.title, None, entry.what, entry.change, None, entry.by.name, entry.at)


def _tills(sheet: DaySheet) -> Iterator[tuple[Value, ...]]:
    for shown in reversed(tills_of(sheet)):
        words = _("Till counted: %(counted)s, should have been %(expected)s, difference %(difference)s")
        what = words % shown._asdict()
        yield (round_title(None), None, what, None, None, shown.till.by.name, shown.till.at)


def figures_of_disputes(disputes: list[Case], title: str) -> Figures:
    """Return every call, and every ruling on it."""
    columns = (
        Column(_("Round"), ColumnKind.NUMBER, "round", "0.call.table.round.number"),
        Column(_("Table"), ColumnKind.NUMBER, "table", "0.call.table.number"),
        Column(_("Called"), ColumnKind.MOMENT, "called_at", "0.call.at"),
        Column(_("Called by"), key="called_by", of="0.caller"),
        Column(_("What it was about"), key="words", of="0.words"),
        Column(_("Withdrawn"), ColumnKind.MOMENT, "withdrawn_at", "0.call.withdrawn_at"),
        Column(_("Ruled"), ColumnKind.MOMENT, "ruled_at", "1.ruling.at"),
        Column(_("Ruling"), key="finding", of="1.finding"),
        Column(_("Hand"), key="hand", of="1.hand"),
        Column(_("Text of the ruling"), key="text", of="1.text"),
        Column(_("Ruled by"), key="ruled_by", of="1.by"),
        Column(_("Before"), key="before", of="1.before"),
        Column(_("Afterwards"), key="now", of="1.now"),
        Column(_("Still applies"), key="holds", of=lambda pair: _holds(pair[1])),
    )
    rows = ([case, ruling] for case in disputes for ruling in case["rulings"] or (None,))
    return Figures.of(title, columns, rows, name=_("Rulings"))


def _holds(ruling: Mapping[str, Any] | None) -> str | None:
    return None if ruling is None else _("replaced") if ruling["replaced"] else _("yes")
