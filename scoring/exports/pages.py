"""From what a page shows to figures; nothing is counted or looked up here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.engine.result import Amount, exact
from scoring.exports.figures import (
    Across,
    Along,
    Book,
    Column,
    ColumnKind,
    Control,
    Course,
    Down,
    Figures,
    Per,
    Value,
)
from scoring.paper.marks import GameMarks
from scoring.paper.old_sheets import OldTableTotals, OldTotal
from scoring.paper.page import EventLine, HandLine, Line, Paper, SumLine, VoidLine
from scoring.paper.rating import PlayingStrength, PlayingStrengths
from scoring.paper.season import SeasonStanding, SeasonStandings
from scoring.paper.settling import Settling, Share

AT_A_HAND = 4  # players, however many sit at the table


def as_demonstration(book: Book) -> Book:
    """The file and every line of it say that it is invented, also where lines are sorted or copied."""
    column = Column(_("Demonstration"), key="invented")
    tables = (table.beside(column, _("invented"), first=True) for table in book.tables)
    demonstration = _("Demonstration")
    return Book(
        f"{demonstration} {book.title}",
        tuple(replace(table, title=f"{demonstration} {table.title}") for table in tables),
    )


def under_rules(figures: Figures, rules: str) -> Figures:
    """Every line says under which rules it was played, also where it is copied elsewhere."""
    return figures.beside(Column(_("Rules"), key="rules"), rules)


# What was played in a hand, as it is noted on paper


def game_columns() -> tuple[Column, ...]:
    return (
        Column(_("Contract"), key="contract"),
        Column(_("Declarer"), key="declarer"),
        Column(_("Partner"), key="partner"),
        Column(_("Result"), key="result"),
        Column(_("Premiums"), key="premiums"),
        Column(_("Kontra"), key="kontra"),
    )


def game_cells(games: Sequence[GameMarks], premiums: Iterable[str]) -> Iterator[Value]:
    """Several games of one hand stand side by side, each at its place."""
    ways: tuple[Callable[[GameMarks], str], ...] = (
        lambda game: game.label,
        lambda game: game.declarer,
        lambda game: game.partner or game.alone,
        lambda game: game.result,
    )
    for said in ways:
        yield _side_by_side([said(game) for game in games])
    yield ", ".join(premiums) or None
    yield _side_by_side([game.kontra for game in games])


def _side_by_side(said: list[str]) -> str | None:
    return " / ".join(one or "–" for one in said) if any(said) else None


# A sheet


def figures_of_sheet(paper: Paper, name: str, day: date) -> Figures:
    """A row for every line of the sheet; for every player the amount of the hand and the total after it.

    Where the Schrift is not the Kassa, a row under every sum has the sum of the Schrift, and says so.
    """
    columns = [
        Column(_("Date"), ColumnKind.DATE, "date"),
        Column(_("Hand"), ColumnKind.NUMBER, "hand"),
        Column(_("Dealer"), key="dealer"),
        Column(_("doubled"), key="doubled"),
        *game_columns(),
        Column(_("What happened"), key="told"),
    ]
    of_schrift: tuple[str, ...] = ()
    if paper.schrift is not None:
        of_schrift = ("sum_of",)
        columns.append(Column(_("Sum"), key="sum_of"))
    if paper.confirmation:
        columns += [Column(_("Confirmation"), key="confirmation"), Column(_("Objection"), key="objection")]
    for number, player in enumerate(paper.columns, 1):
        total = _("Total of %(name)s") % {"name": player.name}
        columns += [
            Column(player.name, ColumnKind.POINTS, f"amount_{number}"),
            Column(total, ColumnKind.POINTS, f"total_{number}"),
        ]
    amounts, totals = (
        tuple(f"{what}_{number}" for number in range(1, len(paper.columns) + 1))
        for what in ("amount", "total")
    )
    pairs = list(zip(amounts, totals, strict=True))
    return Figures(
        f"{name} {day}",
        tuple(columns),
        tuple(_lines(paper, day)),
        name=name,
        controls=(
            Across(amounts),
            Across(totals, unless=amounts),  # under a Radl and at the end: between them hands are not for all
            *(Along(total, (amount,), unless=of_schrift) for amount, total in pairs),
            *(Down(amount, last=total) for amount, total in pairs),
        ),
    )


def _lines(paper: Paper, day: date) -> Iterator[tuple[Value, ...]]:
    not_schrift = () if paper.schrift is None else (None,)
    for line in paper.lines:
        if isinstance(line, SumLine):
            said: tuple[Value, ...] = (None, None) if paper.confirmation else ()
            nothing = (day, *(None,) * 9)
            yield (*nothing, line.title, *not_schrift, *said, *_totals(line.totals))
            if line.schrift is not None:
                schrift = _("Schrift")
                yield (*nothing, f"{line.title}: {schrift}", schrift, *said, *_totals(line.schrift))
        else:
            said = _said(line) if paper.confirmation else ()
            yield (day, *_facts(line), *not_schrift, *said, *_cells(line, len(paper.columns)))


def _facts(line: HandLine | VoidLine | EventLine) -> Iterator[Value]:
    """Number, dealer, whether doubled, and what happened."""
    if isinstance(line, HandLine):
        yield from (line.number, line.dealer.name, "R" if line.radl else None)
        yield from game_cells(line.games, line.premiums)
    else:
        yield from (None, line.dealer.name if isinstance(line, VoidLine) else None, None)
        yield from (None,) * 6
    yield line.told


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


def figures_of_course(paper: Paper, name: str, day: date) -> Figures:
    """Everybody's balance at the beginning and after each hand, and the chart of it."""
    title = _("Course of %(table)s") % {"table": name}
    lines = tuple(f"total_{number}" for number in range(1, len(paper.columns) + 1))
    columns = (
        Column(_("Hand"), ColumnKind.NUMBER, "hand"),
        *(
            Column(player.name, ColumnKind.POINTS, key)
            for player, key in zip(paper.columns, lines, strict=True)
        ),
    )
    rows = tuple((number, *totals) for number, totals in enumerate(zip(*paper.courses, strict=True)))
    return Figures(
        f"{title} {day}",
        columns,
        rows,
        name=title,
        controls=(Across(lines),),
        course=Course("hand", lines, title),
    )


# The end of an evening


def figures_of_settling(settling: Settling, day: date) -> Figures:
    """Everybody of the evening: what they have, what that is in money, rounded, and whom they pay."""
    columns = [
        Column(_("Date"), ColumnKind.DATE, "date"),
        Column(_("Name"), key="name"),
        Column(_("Guest"), key="guest"),
        Column(_("Hands"), ColumnKind.NUMBER, "hands"),
        Column(_("Points"), ColumnKind.POINTS, "points"),
    ]
    controls: list[Control] = [Down("hands", to=AT_A_HAND * settling.hands), Down("points")]
    if settling.keeps_schrift:
        columns.append(Column(_("Schrift"), ColumnKind.POINTS, "schrift"))
        controls.append(Down("schrift"))
    if settling.pays:
        columns += [
            Column(_("Money (%(currency)s)") % {"currency": settling.currency}, ColumnKind.CENTS, "money"),
            Column(_("Rounding"), key="rounding"),
            Column(_("pays (%(currency)s)") % {"currency": settling.currency}, ColumnKind.CENTS, "pays"),
            Column(_("gets (%(currency)s)") % {"currency": settling.currency}, ColumnKind.CENTS, "gets"),
            Column(_("pays to"), key="pays_to"),
        ]
        controls += [Across(("money", "pays"), minus=("gets",)), Down("money")]
    rows = tuple((day, *_share(share, settling)) for share in settling.people)
    title = _("Settling up")
    return Figures(f"{title} {day}", tuple(columns), rows, name=title, controls=tuple(controls))


def _share(share: Share, settling: Settling) -> Iterator[Value]:
    yield from (share.name, _("Guest") if share.guest else None, share.hands, share.points)
    if settling.keeps_schrift:
        yield share.schrift
    if settling.pays:
        paid = [one for one in settling.payments if one.payer == share.name]
        got = [one for one in settling.payments if one.payee == share.name]
        yield from (share.cents, share.rounding)
        yield from (sum(one.cents for one in some) or None for some in (paid, got))
        yield ", ".join(f"{one.payee} {one.money}" for one in paid) or None


def figures_of_payments(settling: Settling, day: date) -> Figures:
    """Who pays whom, a row for every payment."""
    title = _("Who pays whom")
    columns = (
        Column(_("Date"), ColumnKind.DATE, "date"),
        Column(_("Name"), key="payer"),
        Column(_("pays to"), key="payee"),
        Column(_("Money (%(currency)s)") % {"currency": settling.currency}, ColumnKind.CENTS, "money"),
    )
    rows = tuple((day, one.payer, one.payee, one.cents) for one in settling.payments)
    moved = sum(max(share.cents, 0) for share in settling.people)
    return Figures(f"{title} {day}", columns, rows, name=title, controls=(Down("money", to=moved),))


def figures_of_pots(settling: Settling, day: date) -> Iterator[Figures]:
    """The Pagatkassa of every table: each movement, and what was in it then."""
    for pot in settling.pots:
        title = f"Pagatkassa {pot.table}"
        columns = (
            Column(_("Date"), ColumnKind.DATE, "date"),
            Column(_("Hand"), ColumnKind.NUMBER, "hand"),
            Column(_("Name"), key="name"),
            Column(
                _("Into the pot (%(currency)s)") % {"currency": settling.currency},
                ColumnKind.CENTS,
                "paid_in",
            ),
            Column(_("In the pot (%(currency)s)") % {"currency": settling.currency}, ColumnKind.CENTS, "pot"),
            Column(_("What happened"), key="told"),
        )
        rows = tuple(
            (day, hand.number, one.who, -one.cents, one.pot, one.told)
            for hand in pot.hands
            for one in hand.movements
        )
        controls = (Along("pot", ("paid_in",)), Down("paid_in", last="pot"))
        yield Figures(f"{title} {day}", columns, rows, name=title, controls=controls)


# The season


def figures_of_old_totals(totals: Sequence[OldTotal], title: str) -> Figures:
    """Everybody on old sheets of which only amounts are known."""
    columns = (
        Column(_("Name"), key="name"),
        Column(_("Points"), ColumnKind.POINTS, "points"),
        Column(_("Evenings"), ColumnKind.NUMBER, "evenings"),
        Column(_("Guest"), key="guest"),
    )
    rows = tuple((one.name, one.points, one.evenings, None if one.member else _("Guest")) for one in totals)
    evenings = sum(one.evenings for one in totals)
    controls = (Down("points"), Down("evenings", to=evenings))
    return Figures(title, columns, rows, name=_("Old sheets"), controls=controls)


def book_of_old_batch(totals: Sequence[OldTotal], tables: Sequence[OldTableTotals], title: str) -> Book:
    """What came in with one file of amounts."""
    return Book(title, (figures_of_old_totals(totals, title), figures_of_old_tables(totals, tables, title)))


def figures_of_old_tables(
    totals: Sequence[OldTotal], tables: Sequence[OldTableTotals], title: str
) -> Figures:
    """A row for every table, a column for everybody; what everybody has there comes to their total."""
    have: dict[str, Amount] = {}
    for one in totals:
        have[one.name] = exact(Fraction(have.get(one.name, 0) + one.points))
    keys = tuple(f"player_{number}" for number in range(1, len(have) + 1))
    columns = (
        Column(_("Date"), ColumnKind.DATE, "date"),
        Column(_("Place"), key="place"),
        Column(_("Table"), key="table"),
        Column(_("Rows"), ColumnKind.NUMBER, "rows"),
        *(Column(name, ColumnKind.POINTS, key) for name, key in zip(have, keys, strict=True)),
    )
    rows = tuple(
        (one.date, one.place or None, one.name or None, one.rows, *map(_on_table(one).get, have))
        for one in tables
    )
    downs = (Down(key, to=Fraction(amount)) for key, amount in zip(keys, have.values(), strict=True))
    controls: tuple[Control, ...] = (Across(keys), *downs) if keys else ()
    return Figures.under(title, _("Tables"), columns, rows, *controls)


def _on_table(table: OldTableTotals) -> dict[str, Amount]:
    found: dict[str, Amount] = {}
    for name, points in table.totals:
        found[name] = exact(Fraction(found.get(name, 0) + points))
    return found


def figures_of_season(
    standings: SeasonStandings,
    title: str,
    *,
    guests: bool,
    whole: bool = False,
    hands: int | None = None,
    evenings: int | None = None,
) -> Figures:
    """The members, and after them the guests, who have ranks of their own.

    Where they are the whole season, nothing is won or lost by all together; some of them have what they have.
    `hands`: as many were played in the whole season, where that is known from elsewhere; `evenings`: as often
    somebody was at one.
    """
    shown = standings.everybody if guests else standings.members
    money = tuple(f"money_{currency.lower()}" for currency in standings.currencies)
    columns = [
        Column(_("Rank"), ColumnKind.NUMBER, "rank"),
        Column(_("Name"), key="name"),
        Column(_("Points"), ColumnKind.POINTS, "points"),
        *([Column(_("Schrift"), ColumnKind.POINTS, "schrift")] if standings.differs else []),
        *(
            Column(_("Money (%(currency)s)") % {"currency": currency}, ColumnKind.CENTS, key)
            for currency, key in zip(standings.currencies, money, strict=True)
        ),
        Column(_("Points per hand"), ColumnKind.AVERAGE, "average"),
        Column(_("Evenings"), ColumnKind.NUMBER, "evenings"),
        Column(_("Hands"), ColumnKind.NUMBER, "hands"),
        *([Column(_("Guest"), key="guest")] if guests else []),
    ]
    rows = [
        (*_standing(one, standings), *([None if one.member else _("Guest")] if guests else []))
        for one in shown
    ]

    def control(column: str, amounts: Iterable[Amount | Fraction]) -> Down:
        return Down(column, to=0 if whole else Fraction(sum(amounts)))

    played = sum(one.score.hands for one in shown) if hands is None else AT_A_HAND * hands
    there = sum(one.score.evenings for one in shown) if evenings is None else evenings
    controls: list[Control] = [
        Per("average", of="points", by="hands"),
        control("points", (one.score.points for one in shown)),
        Down("evenings", to=there),
        Down("hands", to=played),
    ]
    if standings.differs:
        controls.append(control("schrift", (one.score.schrift for one in shown)))
    for currency, key in zip(standings.currencies, money, strict=True):
        controls.append(control(key, (one.score.money.get(currency, 0) for one in shown)))
    name = _("Standings")
    return Figures(title, tuple(columns), tuple(rows), name=name, controls=tuple(controls))


def _standing(one: SeasonStanding, standings: SeasonStandings) -> Iterator[Value]:
    yield from (one.rank, one.name, one.score.points)
    if standings.differs:
        yield one.score.schrift
    yield from (one.score.money.get(currency) for currency in standings.currencies)
    yield from (one.score.average, one.score.evenings, one.score.hands)


def figures_of_strengths(strengths: PlayingStrengths, title: str, *, guests: bool) -> Figures:
    """Those with a rank, members without one, and guests.

    A strength comes of all tables one after the other: nothing in its row adds up to it.
    """
    shown = strengths.everybody if guests else strengths.ranked + strengths.unsure
    columns = (
        Column(_("Rank"), ColumnKind.NUMBER, "rank"),
        Column(_("Name"), key="name"),
        Column(_("Strength"), ColumnKind.NUMBER, "strength"),
        Column(_("Uncertainty"), ColumnKind.NUMBER, "uncertainty"),
        Column(_("Tables"), ColumnKind.NUMBER, "tables"),
        Column(_("Note"), key="note"),
    )
    rows = tuple(
        (one.rank, one.name, one.strength, one.within, one.tables, _without_a_rank(one)) for one in shown
    )
    controls = (Down("tables", to=sum(one.tables for one in shown)),)
    return Figures(title, columns, rows, name=_("Playing strength"), controls=controls)


def _without_a_rank(one: PlayingStrength) -> str | None:
    if one.member is None:
        return _("Guest")
    return _("not sure yet") if one.rank is None else None
