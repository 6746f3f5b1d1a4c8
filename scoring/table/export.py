"""A sheet as figures: each hand with its amounts, and the course of totals."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date

from django.utils.translation import gettext as _

from scoring.engine.result import Amount
from scoring.engine.sheet import SMALLEST_TABLE
from scoring.export.figures import Course, Figures
from scoring.table.pages.marks import GameMarks
from scoring.table.pages.page import HandLine, Line, Paper, SumLine, VoidLine
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
    """Yield the cells of a hand; several games are side by side, each in its place."""
    ways: tuple[Callable[[GameMarks], str], ...] = (
        lambda game: game.label,
        lambda game: game.declarer,
        lambda game: game.partner or game.alone,
        lambda game: game.in_full or game.result,
    )
    for text_of in ways:
        yield _side_by_side([text_of(game) for game in games])
    yield ", ".join(premiums) or None
    yield _side_by_side([game.kontra for game in games])


def _side_by_side(texts: list[str]) -> str | None:
    return " / ".join(text or "–" for text in texts) if any(texts) else None


def figures_of_sheet(paper: Paper, name: str, day: date) -> Figures:
    """Return a row for each line of the sheet, with everybody's amount and total.

    Where the Schrift is not the Kassa, a row under every sum has the sum of the Schrift, and says so.
    Where people changed seats or sat out, every hand says who sat there; where something was agreed for a
    hand alone, that stands beside it: so it can be read again.
    """
    seats = {line.seats for line in paper.hands}
    in_columns = tuple(player.name for player in paper.columns)
    columns = [
        Column(_("Date"), ColumnKind.DATE, "date"),
        Column(_("Hand"), ColumnKind.NUMBER, "hand"),
        Column(_("Dealer"), key="dealer"),
        Column(_("doubled"), key="doubled"),
        *game_columns(),
        Column(_("What happened"), key="told"),
    ]
    if any(seat != in_columns or len(seat) > SMALLEST_TABLE for seat in seats):
        columns.append(Column(_("Order of play"), key="seats"))
    if any(line.agreed for line in paper.hands):
        columns.append(Column(_("Agreed for this hand"), key="agreed"))
    if paper.schrift is not None:
        columns.append(Column(_("Sum"), key="sum_of"))
    if paper.confirmation:
        columns += [Column(_("Confirmation"), key="confirmation"), Column(_("Objection"), key="objection")]
    amounts, totals = _keys("amount", len(paper.columns)), _keys("total", len(paper.columns))
    for player, amount, total in zip(paper.columns, amounts, totals, strict=True):
        of_player = _("Total of %(name)s") % {"name": player.name}
        columns += [
            Column(player.name, ColumnKind.POINTS, amount, summed=True),
            Column(of_player, ColumnKind.POINTS, total),
        ]
    return Figures.of(
        f"{name} {day}",
        columns,
        ({"date": day, **row} for line in paper.lines for row in _rows(line)),
        name=name,
    )


def _keys(what: str, players: int) -> tuple[str, ...]:
    return tuple(f"{what}_{number}" for number in range(1, players + 1))


def _rows(line: Line) -> Iterator[dict[str, Value]]:
    """Yield the row of a line by column keys; a sum with Schrift makes two rows."""
    match line:
        case SumLine():
            yield {"told": line.title, **_in_columns("total", line.totals)}
            if line.schrift is not None:
                schrift = _("Schrift")
                sum_title = f"{line.title}: {schrift}"
                yield {"told": sum_title, "sum_of": schrift, **_in_columns("total", line.schrift)}
        case HandLine():
            keys = (column.key for column in game_columns())
            yield {
                "hand": line.number,
                "dealer": line.dealer.name,
                "doubled": line.doubled,
                **dict(zip(keys, game_cells(line.games, line.in_full), strict=True)),
                "told": line.told,
                "seats": ", ".join(line.seats),
                "agreed": "; ".join(line.agreed),
                "confirmation": line.confirmed,
                "objection": _("open") if line.objected else None,
                **_in_columns("amount", (cell and cell.amount for cell in line.cells)),
                **_in_columns("total", (cell and cell.total for cell in line.cells)),
            }
        case VoidLine():
            objection = _("open") if line.objected else None
            yield {"dealer": line.dealer.name, "told": line.told, "objection": objection}
        case _:
            yield {"told": line.told}


def _in_columns(what: str, amounts: Iterable[Amount | None]) -> dict[str, Value]:
    return {f"{what}_{number}": amount for number, amount in enumerate(amounts, 1)}


def figures_of_course(paper: Paper, name: str, day: date) -> Figures:
    """Return everybody's totals at the start and after each hand, with a chart."""
    title = _("Course of %(table)s") % {"table": name}
    lines = _keys("total", len(paper.columns))
    columns = (
        Column(_("Hand"), ColumnKind.NUMBER, "hand"),
        *(
            Column(player.name, ColumnKind.POINTS, key)
            for player, key in zip(paper.columns, lines, strict=True)
        ),
    )
    rows = ((number, *totals) for number, totals in enumerate(zip(*paper.courses, strict=True)))
    course = Course("hand", lines, title, _("Points"))
    return Figures.of(f"{title} {day}", columns, rows, name=title, course=course)
