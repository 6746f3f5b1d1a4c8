"""A sheet as figures: what every hand was and brought, and how the table went."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date

from django.utils.translation import gettext as _

from scoring.engine.result import Amount
from scoring.engine.sheet import SMALLEST_TABLE
from scoring.export.figures import Across, Along, Course, Down, Figures
from scoring.table.pages.marks import GameMarks
from scoring.table.pages.page import EventLine, HandLine, Line, Paper, SumLine, VoidLine
from scoring.web.columns import Column, ColumnKind, Value


def game_columns() -> tuple[Column, ...]:
    """Return the columns that tell what was played in a hand."""
    return (
        Column(_("Contract"), key="contract"),
        Column(_("Declarer"), key="declarer"),
        Column(_("Partner"), key="partner"),
        Column(_("Result"), key="result"),
        Column(_("Premiums"), key="premiums"),
        Column(_("Kontra"), key="kontra"),
    )


def game_cells(games: Sequence[GameMarks], premiums: Iterable[str]) -> Iterator[Value]:
    """Yield the cells of a hand; several games of it stand side by side, each at its place."""
    ways: tuple[Callable[[GameMarks], str], ...] = (
        lambda game: game.label,
        lambda game: game.declarer,
        lambda game: game.partner or game.alone,
        lambda game: game.in_full or game.result,
    )
    for said in ways:
        yield _side_by_side([said(game) for game in games])
    yield ", ".join(premiums) or None
    yield _side_by_side([game.kontra for game in games])


def _side_by_side(said: list[str]) -> str | None:
    return " / ".join(text or "–" for text in said) if any(said) else None


def figures_of_sheet(paper: Paper, name: str, day: date) -> Figures:
    """Return a row for each line of the sheet, with everybody's amount of it and total after it.

    Where the Schrift is not the Kassa, a row under every sum has the sum of the Schrift, and says so.
    Where people changed seats or sat out, every hand says who sat there; where something was agreed for a
    hand alone, that stands beside it: so it can be read again.
    """
    seats = {line.seats for line in paper.lines if isinstance(line, HandLine)}
    in_columns = tuple(player.name for player in paper.columns)
    seats_told = any(seat != in_columns or len(seat) > SMALLEST_TABLE for seat in seats)
    agreed_told = any(line.agreed for line in paper.hands)
    columns = [
        Column(_("Date"), ColumnKind.DATE, "date"),
        Column(_("Hand"), ColumnKind.NUMBER, "hand"),
        Column(_("Dealer"), key="dealer"),
        Column(_("doubled"), key="doubled"),
        *game_columns(),
        Column(_("What happened"), key="told"),
        *([Column(_("Order of play"), key="seats")] if seats_told else []),
        *([Column(_("Agreed for this hand"), key="agreed")] if agreed_told else []),
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
        tuple(_lines(paper, day, seats_told=seats_told, agreed_told=agreed_told)),
        name=name,
        controls=(
            Across(amounts),
            Across(totals, unless=amounts),  # under a Radl and at the end: between them hands are not for all
            *(Along(total, (amount,), unless=of_schrift) for amount, total in pairs),
            *(Down(amount, last=total) for amount, total in pairs),
        ),
    )


def _lines(paper: Paper, day: date, *, seats_told: bool, agreed_told: bool) -> Iterator[tuple[Value, ...]]:
    not_schrift = () if paper.schrift is None else (None,)
    no_seats = (None,) * (seats_told + agreed_told)
    for line in paper.lines:
        if isinstance(line, SumLine):
            said: tuple[Value, ...] = (None, None) if paper.confirmation else ()
            nothing = (day, *(None,) * 9)
            yield (*nothing, line.title, *no_seats, *not_schrift, *said, *_totals(line.totals))
            if line.schrift is not None:
                schrift = _("Schrift")
                yield (
                    *nothing,
                    f"{line.title}: {schrift}",
                    *no_seats,
                    schrift,
                    *said,
                    *_totals(line.schrift),
                )
        else:
            said = _confirmation(line) if paper.confirmation else ()
            seats: tuple[Value, ...] = (_seats(line),) if seats_told else ()
            seats += (_agreed(line),) if agreed_told else ()
            yield (day, *_facts(line), *seats, *not_schrift, *said, *_cells(line, len(paper.columns)))


def _facts(line: HandLine | VoidLine | EventLine) -> Iterator[Value]:
    """Yield number, dealer, whether doubled, what was played, and what happened, cell by cell."""
    if isinstance(line, HandLine):
        yield from (line.number, line.dealer.name, line.doubled or None)
        yield from game_cells(line.games, line.in_full)
    else:
        yield from (None, line.dealer.name if isinstance(line, VoidLine) else None, None)
        yield from (None,) * 6
    yield line.told


def _seats(line: HandLine | VoidLine | EventLine) -> str | None:
    """Return who sat at the table when a hand was played, in order of play."""
    return ", ".join(line.seats) if isinstance(line, HandLine) else None


def _agreed(line: HandLine | VoidLine | EventLine) -> str | None:
    """Return what was agreed for a hand alone."""
    return "; ".join(line.agreed) or None if isinstance(line, HandLine) else None


def _confirmation(line: HandLine | VoidLine | EventLine) -> tuple[Value, ...]:
    """Return whether a line is confirmed, and whether somebody objects."""
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
    """Return everybody's balance at the beginning and after each hand, and the chart of it."""
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
        course=Course("hand", lines, title, _("Points")),
    )
