"""A whole tournament on paper: who won, every round with its tables, and the prizes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.engine.amounts import noted
from scoring.engine.naming import Names
from scoring.engine.result import Amount
from tournaments.engine.terms import Format
from tournaments.models import Round, Tournament
from tournaments.standings.derived import BEGUN, RankedTournament, ranked
from tournaments.standings.pages.prizes import PrizeList, prize_lists
from tournaments.standings.pages.standings import ShownStandings, StandingRow, overall_shown, round_shown
from tournaments.standings.results import amount_from, lines_of
from tournaments.wording import play_money


@dataclass(frozen=True, slots=True)
class WallRow:
    """Somebody's line on paper."""

    rank: str  # empty: stands apart
    name: str
    notes: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WallStandings:
    """Standings on paper: those who are ranked, then the others."""

    title: str  # where several tables are ranked by themselves; else empty
    columns: tuple[str, ...]  # after rank and name
    rows: tuple[WallRow, ...]


def whole_day_of(tournament: Tournament) -> dict[str, Any]:
    """Return all rounds that have begun; some queries for each round."""
    whole, names = ranked(tournament), tournament.evening.names()
    rounds = list(tournament.rounds.filter(stage__in=BEGUN).order_by("number"))
    prizes = {list_.round: list_ for list_ in prize_lists(tournament, rounds, names)}
    overall = overall_shown(whole, names)
    return {
        "overall": [] if overall is None else list(_on_paper(overall)),
        "ranked_by": [] if overall is None else [sentence.text for sentence in overall.sentences],
        "prizes": prizes.get(None),  # for all rounds together
        "rounds": [_round(whole, round_, names, prizes.get(round_.number)) for round_ in rounds],
    }


def _round(whole: RankedTournament, round_: Round, names: Names, prizes: PrizeList | None) -> dict[str, Any]:
    standings = round_shown(whole, round_, names)
    return {
        "number": round_.number,
        "interim": standings.interim,
        "standings": list(_on_paper(standings)),
        "tables": list(_tables(whole, round_, names)),
        "prizes": prizes,
    }


def _tables(whole: RankedTournament, round_: Round, names: Names) -> Iterator[dict[str, Any]]:
    """Yield the tables of a round: who sat there, and with what they got up."""
    money = whole.terms.format is Format.MONEY
    for table in round_.tables.order_by("number"):
        lines = lines_of(table)
        people: Sequence[tuple[str, str]] = [
            (
                names[other],
                play_money(amount_from(line["balance"])) if money else noted(amount_from(line["schrift"])),
            )
            for other, line in lines.items()
        ]
        yield {"number": table.number, "people": people or [(names[seat], "") for seat in table.seats]}


def _on_paper(standings: ShownStandings) -> Iterator[WallStandings]:
    columns = tuple(_columns(standings))
    for part in (*standings.parts, *standings.beside):
        rows = tuple(_row(standings, row) for row in part.rows)
        yield WallStandings(part.title, columns, rows)
    if standings.apart:
        yield WallStandings(_("Not ranked"), columns, tuple(_row(standings, row) for row in standings.apart))


def _columns(standings: ShownStandings) -> Iterator[str]:
    if standings.beside:
        yield _("Section")
    if standings.overall:
        yield standings.counts or _("Schrift")
        for number in standings.rounds:
            yield _("Round %(number)s") % {"number": number}
    elif standings.money:
        yield from (_("Balance"), _("Replacement"), _("Table"))
    else:
        yield from (_("Schrift"), _("Table"))
    yield _("Hands")


def _row(standings: ShownStandings, row: StandingRow) -> WallRow:
    rank = "" if row.rank is None else f"{row.rank}."
    return WallRow(rank, row.name, ", ".join(row.notes), tuple(_cells(standings, row)))


def _cells(standings: ShownStandings, row: StandingRow) -> Iterator[str]:
    if standings.beside:
        yield row.section_name
    if standings.overall:
        if standings.counts:
            yield play_money(row.counts) if standings.money else _noted(row.counts)
        else:
            yield _noted(row.schrift)
        yield from ("–" if round_ is None else round_.words for round_ in row.rounds)
    elif standings.money:
        yield play_money(row.result.balance)
        yield play_money(row.result.replacement) if row.result.replacement else ""
        yield row.tables
    else:
        yield _noted(row.schrift)
        yield row.tables
    yield "–" if row.hands is None else str(row.hands)


def _noted(amount: Amount | None) -> str:
    return "–" if amount is None else noted(amount)


# To be quoted


@dataclass(frozen=True, slots=True)
class FinalResult:
    """What a newspaper or the club's own page says of a tournament that is over."""

    players: int
    rounds: int
    tables: int  # at most, in a round
    hands: int  # that were recorded, without those on paper
    first: tuple[WallRow, ...]  # with what ranks
    of_round: int  # whose standings these are; 0: of all rounds


MOST_QUOTED = 10
FIRST_OF_A_SECTION = 3


def final_result_of(tournament: Tournament) -> FinalResult | None:
    """Return the first places over all rounds, or of the last; None where nothing was played."""
    whole, names = ranked(tournament), tournament.evening.names()
    rounds = list(tournament.rounds.filter(stage__in=BEGUN).order_by("number"))
    if not rounds:
        return None
    overall = overall_shown(whole, names)
    last = round_shown(whole, rounds[-1], names)
    house = {str(pk) for pk in tournament.entrants.filter(house=True).values_list("participant", flat=True)}
    people: set[str] = set()
    tables = hands = 0
    for round_ in rounds:
        found = list(round_.tables.select_related("sheet").order_by("number"))
        tables = max(tables, len(found))
        for table in found:
            people.update(lines_of(table) or table.seats)
            hands += 0 if table.sheet is None else table.sheet.standing["hands"]
    shown = overall or last
    alone, apart = len(shown.parts) == 1, all(part.section for part in shown.parts)
    most = MOST_QUOTED if alone else FIRST_OF_A_SECTION
    ranked_rows = [row for row in shown.rows if row.rank is not None and row.rank <= most]
    return FinalResult(
        players=len(people - house),
        rounds=len(rounds),
        tables=tables,
        hands=hands,
        first=tuple(_quoted(shown, row) for row in ranked_rows[: 2 * MOST_QUOTED]) if alone or apart else (),
        of_round=0 if overall else rounds[-1].number,
    )


def _quoted(standings: ShownStandings, row: StandingRow) -> WallRow:
    """Return a row with only what ranks."""
    line = _row(standings, row)
    first = 1 if standings.beside else 0
    name = f"{line.name} ({row.section_name})" if row.section_name and not standings.beside else line.name
    return WallRow(line.rank, name, "", line.cells[first : first + 1])


def quoted(result: FinalResult) -> str:
    """Return the first places in one line.

    >>> quoted(FinalResult(8, 3, 2, 40, (WallRow("1.", "Anna", "", ("+12",)),), 0))
    '1. Anna (+12)'
    """
    return ", ".join(f"{row.rank} {row.name} ({row.cells[0]})" for row in result.first)
