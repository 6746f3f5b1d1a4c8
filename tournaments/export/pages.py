"""From what a page of a tournament shows to figures; nothing is counted or looked up here."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.engine.result import Amount
from scoring.export.figures import (
    AT_A_HAND,
    Across,
    Along,
    Control,
    CountOrAverage,
    Course,
    Down,
    Figures,
    How,
)
from scoring.table.export import game_cells, game_columns
from scoring.web.columns import SUM_OF_ROWS, Column, ColumnKind, ColumnTotal, Value
from tournaments.cash.pages import DaySheet, Money, tills_of
from tournaments.corrections.disputes.pages import Case
from tournaments.models import Round
from tournaments.standings.pages.played import PlayedHands, PlayedLine
from tournaments.standings.pages.prizes import PrizeRow, PrizesOfRound
from tournaments.standings.pages.standings import ShownStandings, StandingRow
from tournaments.standings.tables import standings_columns
from tournaments.wording import round_title

MOST_LINES = 8  # of a chart: more are a tangle


def figures_of_standings(
    standings: ShownStandings, title: str, *, capital: int, counted: HandTotals | None = None
) -> Figures:
    """Return everybody of a round, or of all of them; at the end those who are not ranked.

    All together have what was dealt out: so much capital each, and what was given in replacement of it. In a
    cup it is nothing. `counted`: what the hands say of everybody together, where they are read anyway.
    """
    everybody = (*standings.rows, *standings.unranked)
    totals = _totals(standings, everybody, capital, counted)
    controls = _controls_overall(standings) if standings.overall else ()
    figures = Figures.of(
        title, standings_columns(standings, totals), everybody, *controls, name=standings.title
    )
    return _provisional(figures, standings.provisional)


def _provisional(figures: Figures, words: str) -> Figures:
    """Return the table with what is missing in every line, which may be copied elsewhere."""
    return figures.with_column(Column(_("Provisional"), key="provisional"), words) if words else figures


def _totals(
    standings: ShownStandings, everybody: Sequence[StandingRow], capital: int, counted: HandTotals | None
) -> dict[str, ColumnTotal]:
    """Return what is known of the columns from elsewhere."""
    totals: dict[str, ColumnTotal] = {"replacement": SUM_OF_ROWS, "busts": SUM_OF_ROWS, "hands": SUM_OF_ROWS}
    if counted is not None:
        totals |= counted._asdict()
    is_ruled = any(row.is_ruled for row in everybody)  # what rulings add is known from nowhere else
    for index, number in enumerate(standings.rounds):
        players = sum(row.rounds[index] is not None for row in everybody)
        totals[f"round_{number}"] = SUM_OF_ROWS if is_ruled else capital * players if standings.money else 0
    if standings.overall:
        if standings.criterion and not _is_shown(standings):
            totals["counts"] = SUM_OF_ROWS
        return totals
    known = [row for row in everybody if not row.missing]
    if is_ruled:
        return totals | dict.fromkeys(("balance", "schrift"), SUM_OF_ROWS)
    if standings.money:
        totals["balance"] = capital * len(known) + sum(Fraction(row.result.replacement) for row in known)
    if all(row.schrift is not None for row in known):
        totals["schrift"] = 0
    return totals


AVERAGES = ("average", "average_schrift")


def _is_shown(standings: ShownStandings) -> bool:
    """Return whether what ranks comes of the columns of the rounds."""
    return standings.criterion in AVERAGES or (
        standings.criterion == "sum_balance" and not standings.unranked
    )


def _controls_overall(standings: ShownStandings) -> Iterator[Control]:
    rounds = tuple(f"round_{number}" for number in standings.rounds)
    if standings.criterion in AVERAGES:
        yield CountOrAverage("counts", How.AVERAGE, rounds)
    elif _is_shown(standings):
        yield Across(rounds, minus=("counts",))
    elif not standings.criterion and not standings.money:
        yield Across(rounds, minus=("schrift",))
    yield CountOrAverage("rounds", How.COUNT, rounds)


class HandTotals(NamedTuple):
    """The replacement capital, busts and hands of some rounds, of everybody together."""

    replacement: Amount
    busts: int
    hands: int

    @classmethod
    def of(cls, played: PlayedHands, rounds: Collection[int]) -> HandTotals | None:
        """Return None where something was typed from paper: it does not say how often and how long."""
        entries = [line for line in played.entries if line.round in rounds]
        if any(map(_is_from_paper, entries)):
            return None
        received = [seat.replacement for line in entries for seat in line.seats if seat.replacement]
        hands = sum(line.hand is not None for line in entries)
        return cls(sum(received), len(received), AT_A_HAND * hands)


def _is_from_paper(entry: PlayedLine) -> bool:
    return entry.hand is None and not entry.dealer and bool(entry.seats)


def figures_of_hands(played: PlayedHands, title: str, *, capital: int) -> Figures:
    """Return a row for every hand, with everybody's amount and what they then had.

    Everybody at a table begins the round with the capital, also who comes later; in a cup it is nothing. A
    result from paper has no hands before it, but all at the table together have what was dealt out there.
    """
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
    controls = _controls_of_tables(numbers, capital, money=played.money) if numbers else ()
    return Figures.of(title, columns, map(_hand, played.entries), *controls, name=_("Hands"))


def _controls_of_tables(numbers: Sequence[int], capital: int, *, money: bool) -> Iterator[Control]:
    """Return a control for each table; a line with a dealer was played there, one without is from paper."""
    amounts, totals, replaced = (
        tuple(f"{what}_{number}" for number in numbers) for what in ("amount", "total", "replacement")
    )
    yield Across(amounts)
    for number, total in enumerate(totals):
        plus = (amounts[number], replaced[number]) if money else (amounts[number],)
        yield Along(total, plus, group=("round", "table"), start=capital, only=("dealer",))
    yield Across(totals, minus=replaced if money else (), unless=("dealer",), each=capital)


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
        """Return the amount, also when the table has ended, or nothing is known of the hand."""
        return self.totals[max(number for number in self.totals if number <= hand)]


def figures_of_course(played: PlayedHands, standings: ShownStandings, number: int, *, begin: int) -> Figures:
    """Return hand by hand what the first of a round had, and the chart of it.

    Beside them stands what all others had, and what had been received in replacement by then: together they
    have what everybody began with, and that. Whose table has ended is one of the others. In the end everybody
    has what the standings say.
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
    control = Across((*lines, "others"), minus=("replaced",) if played.money else (), to=begin * len(courses))
    ends = _ends(courses, shown, lines, last, standings) if lines else {}
    title = drawn = _("Course of round %(number)d") % {"number": number}
    everybody = {course.name for course in courses}
    if len(shown) < len(everybody):
        drawn = _("%(title)s: the first %(shown)d of %(all)d") % {
            "title": title,
            "shown": len(shown),
            "all": len(everybody),
        }
    unit = _("Play money") if played.money else _("Points")
    controls = (control, *_ending(ends, rows)) if lines else ()
    course = Course("hand", lines, drawn, unit) if lines else None
    return Figures.of(title, columns, rows, *controls, course=course)


def _ends(
    courses: Sequence[_Course],
    shown: Sequence[_Course],
    lines: Sequence[str],
    last: int,
    standings: ShownStandings,
) -> Mapping[str, Amount]:
    """Return the final amount of each column; empty if a player sat at several tables or was ruled on."""
    everybody = (*standings.rows, *standings.unranked)
    if len(courses) != len(everybody) or any(row.is_ruled for row in everybody):
        return {}
    have = {row.name: (row.result.balance if standings.money else row.result.schrift) for row in everybody}
    ends = {key: have[course.name] for course, key in zip(shown, lines, strict=True)}
    finishing = {course.name for course in shown if last in course.totals}
    ends["others"] = sum(amount for name, amount in have.items() if name not in finishing)
    if standings.money:
        ends["replaced"] = sum(row.result.replacement for row in everybody)
    return ends


def _ending(ends: Mapping[str, Amount], rows: Sequence[Mapping[str, Value]]) -> Iterator[Control]:
    """Yield a control for each column: its sum is that of all rows but the last, plus the final amount."""
    for key, end in ends.items():
        numbers = [value if isinstance(value := row[key], int | Fraction) else None for row in rows]
        while numbers[-1] is None and key != "others":
            numbers.pop()
        yield Down(key, to=sum(number or 0 for number in numbers[:-1]) + end)


def _courses(played: PlayedHands, number: int, begin: int, names: Iterable[str]) -> list[_Course]:
    """Return the courses of everybody who played, and of those with these names of whom no hand is known.

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
    """List by list in its order: who has it, and how that came about."""
    columns: tuple[Column, ...] = (
        Column(_("Round"), key="round", of=lambda given: round_title(given[0] and given[0].number)),
        Column(_("Number"), ColumnKind.NUMBER, "number", "1"),
        Column(_("Prize"), key="prize", of="2.prize.name"),
        Column(
            _("Amount (%(currency)s)") % {"currency": currency},
            ColumnKind.CENTS,
            "amount",
            "2.prize.amount",
            total=SUM_OF_ROWS,
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
    """Return what came in from whom, and what went out to whom: the sum of the amounts is what is left."""
    values = {"currency": sheet.currency}
    left, owed = (sum(money.result for money in sheet.rounds), sum(money.open for money in sheet.rounds))
    columns = (
        Column(_("Round"), key="round"),
        Column(_("Name"), key="name"),
        Column(_("What for"), key="what_for"),
        Column(_("Amount (%(currency)s)") % values, ColumnKind.CENTS, "amount", total=left),
        Column(_("Still to pay (%(currency)s)") % values, ColumnKind.CENTS, "open", total=owed),
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
