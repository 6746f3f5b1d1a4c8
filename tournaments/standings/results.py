"""The results of a table: capital, busts, Schrift. Written with every hand, verified."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from uuid import UUID

from scoring.deeds import store
from scoring.engine.play_money import TableMoney
from scoring.engine.result import Amount, exact, from_twelfths
from scoring.engine.sheet import SheetRow
from scoring.models import Sheet
from scoring.models.entries import amounts_by_player
from tournaments.engine import adjusting
from tournaments.engine.capital import Payouts
from tournaments.engine.played import (
    MissingTable,
    PlayerResult,
    TableResults,
    is_missing,
    lines_after,
    lines_of_hands,
    purse_of,
    results_from,
)
from tournaments.engine.terms import Format
from tournaments.models import PaperResult, Round, Stage, Table
from tournaments.standings.moved_ranks import note_rank_moves, ranks_now, was_final


def derived(table: Table) -> TableResults:
    """Derive a table's result from the hands on its sheet, or from the typed one.

    With what was ruled on it.
    """
    return replace(_of_hands_or_paper(table), ruled=adjustments_at(table))


def adjustments_at(table: Table) -> adjusting.Adjustments:
    """Return the current rulings on the results of a table; one query."""
    rows = table.adjustments.select_related("entrant").order_by("seq")
    return adjusting.in_force((row.player, row.adjustment) for row in rows)


def _of_hands_or_paper(table: Table) -> TableResults:
    paper_result = current_result(table)
    if paper_result is not None:
        return TableResults(is_typed=True, players=results_from(paper_result.lines))
    assert table.sheet is not None
    hands, schrift = hands_of(table.sheet)
    seats = in_seat_order(table, table.sheet.totals)
    terms = table.round.tournament.terms
    lines = lines_of_hands(terms, seats, hands, schrift)
    return TableResults(len(hands), players=lines)


def lines_of(table: Table) -> dict[str, PlayerResult]:
    """Return everybody's line in the order of the seats; empty before there is a result."""
    lines = table.result.players
    return {player: lines[player] for player in in_seat_order(table, lines)}


def money_of(table: Table) -> TableMoney:
    """Return everybody's money, for a phone to continue with."""
    terms = table.round.tournament.terms
    if terms.format is not Format.MONEY:
        return TableMoney(None, {})
    accounts = {player: line.account(player) for player, line in lines_of(table).items()}
    return TableMoney(purse_of(terms), accounts, "bust_last" in terms.round_criteria)


def is_entered(table: Table) -> bool:
    """Return whether a hand or a result of a table has been entered."""
    result = table.result
    return not is_missing(result.players, totals_only=result.is_typed, on_paper=table.paper, running=False)


def lacks_result(table: Table) -> bool:
    """Return whether a table has no entered result, so that its people are not ranked in the end.

    A table where a ruling sets the scores of all its people does not lack a result.
    """
    if is_entered(table):
        return False
    result = table.result
    return not result.players or any(
        adjusting.score_ruled(adjusting.about_player(player, result.ruled)) is None
        for player in result.players
    )


def missing_before(round_: Round) -> list[MissingTable]:
    """Return the tables of closed earlier rounds without a result; at most one query."""
    if round_.number == 1:
        return []
    closed = {"round__number__lt": round_.number, "round__stage": Stage.CLOSED, "sheet__isnull": False}
    tables = Table.objects.filter(round__tournament=round_.tournament_id, **closed).select_related("round")
    return [
        MissingTable(table.round.number, table.number)
        for table in tables.order_by("round__number", "number")
        if lacks_result(table)
    ]


def in_seat_order(table: Table, people: Iterable[str]) -> list[str]:
    """Return people as seated, then latecomers by registration, as PostgreSQL reorders keys of JSON."""
    seat_numbers = {seat: number for number, seat in enumerate(table.seats)}
    return sorted(people, key=lambda player: (seat_numbers.get(player, len(seat_numbers)), int(player)))


def current_result(table: Table) -> PaperResult | None:
    """Return the last result typed from paper, unless it was taken back."""
    last = PaperResult.objects.filter(table=table).order_by("-seq").first()
    return None if last is None or last.lines is None else last


def hands_of(sheet: Sheet) -> tuple[list[Payouts], dict[str, Amount]]:
    """Return the hands of a sheet in order, and everybody's Schrift; one query."""
    rows: Any = sheet.rows.filter(number__isnull=False).order_by("number")
    hands: list[Payouts] = []
    schrift: dict[str, Amount] = defaultdict(int)
    for number, *stored in rows.values_list("number", "players", "twelfths", "schrift_twelfths"):
        of_hand = amounts_by_player(*stored)
        hands.append(
            Payouts(number, {player: from_twelfths(kassa) for player, (kassa, _) in of_hand.items()})
        )
        for player, (_, of_schrift) in of_hand.items():
            schrift[player] = exact(schrift[player] + from_twelfths(of_schrift))
    return hands, schrift


def joined_at(table: Table) -> dict[UUID, str]:
    """Return the current entries by which people joined a table while it played, by person."""
    return {UUID(entry): player for entry, player in table.joined}


def derive(table: Table) -> None:
    """Derive and store a table's result; note changed ranks where standings had been shown.

    A result that comes in late corrects nothing. What was ruled on the result stays as it is: only a ruling
    changes that.
    """
    is_correction = was_final(table) and (is_entered(table) or table.paper_results.count() > 1)
    result = replace(_of_hands_or_paper(table), ruled=table.result.ruled)
    _store(table, result, is_correction=is_correction)


def count_on(table: Table, hand: SheetRow) -> None:
    """Add one more hand, the last one, to a table's stored result."""
    result, number, settlement = table.result, hand.number, hand.settlement
    if (
        settlement is None
        or number is None
        or number == 1  # until somebody has played the terms may change
        or result.hands != number - 1
        or result.is_typed
        or was_final(table)
    ):
        derive(table)
        return
    kassa, schrift = (
        dict(zip(settlement.players, amounts, strict=True))
        for amounts in (settlement.amounts, settlement.schrift_amounts)
    )
    lines = lines_after(table.round.tournament.terms, result.players, Payouts(number, kassa), schrift)
    store(table, stored_results=replace(result, hands=number, players=lines).as_json())


def derive_ruled(table: Table) -> None:
    """Store a table's result after a ruling on it."""
    _store(table, derived(table), is_correction=was_final(table))


def _store(table: Table, result: TableResults, *, is_correction: bool) -> None:
    ranks_before = ranks_now(table) if is_correction else None
    store(table, stored_results=result.as_json())
    if ranks_before is not None:
        note_rank_moves(table, ranks_before)
