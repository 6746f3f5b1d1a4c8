"""A whole tournament on paper: who won, every round with its tables, and the prizes."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.engine.amounts import noted
from scoring.engine.naming import Names
from tournaments.engine.played import RankedTournament
from tournaments.engine.terms import Format
from tournaments.models import Round, Table, Tournament
from tournaments.public.tables import WallTable
from tournaments.standings.derived import BEGUN, ranked
from tournaments.standings.pages.prizes import PrizeList, prize_lists
from tournaments.standings.pages.standings import ShownStandings, StandingRow, overall_shown, round_shown
from tournaments.standings.results import is_entered, lines_of
from tournaments.standings.ruled import ruled_in_words
from tournaments.wording import play_money

WallLine = tuple[str, str, str, list[str]]  # rank (empty: stands apart), name, notes, and what stands behind


def whole_day_of(tournament: Tournament) -> dict[str, Any]:
    """Return all rounds that have begun; some queries for each round."""
    whole, names = ranked(tournament), tournament.evening.names()
    rounds = list(tournament.rounds.filter(stage__in=BEGUN).order_by("number"))
    prizes = {list_.round: list_ for list_ in prize_lists(tournament, rounds, names)}
    overall = overall_shown(whole, names)
    return {
        "overall": [] if overall is None else [WallTable(part, _("Overall")) for part in _on_paper(overall)],
        "provisional": "" if overall is None else overall.provisional,
        "ranked_by": [] if overall is None else [sentence.text for sentence in overall.sentences],
        "prizes": prizes.get(None),  # for all rounds together
        "rounds": [_round(whole, round_, names, prizes.get(round_.number)) for round_ in rounds],
    }


def _round(whole: RankedTournament, round_: Round, names: Names, prizes: PrizeList | None) -> dict[str, Any]:
    standings = round_shown(whole, round_, names)
    title = _("Round %(number)s") % {"number": round_.number}
    return {
        "number": round_.number,
        "interim": standings.interim,
        "provisional": standings.provisional,
        "ruled": ruled_in_words(whole, names, round_.number),
        "standings": [WallTable(part, title) for part in _on_paper(standings)],
        "tables": list(_tables(whole, round_, names)),
        "prizes": prizes,
    }


def _tables(whole: RankedTournament, round_: Round, names: Names) -> Iterator[dict[str, Any]]:
    """Yield the tables of a round with their players and results."""
    money = whole.terms.format is Format.MONEY
    missing = whole.missing_in(round_).get(round_.number, ())
    for table in round_.tables.order_by("number"):
        lines = {} if table.number in missing or _has_no_result(table) else lines_of(table)
        people: Sequence[tuple[str, str]] = [
            (
                names[other],
                play_money(line.balance) if money else noted(line.schrift),
            )
            for other, line in lines.items()
        ]
        yield {"number": table.number, "people": people or [(names[seat], "") for seat in table.seats]}


def _has_no_result(table: Table) -> bool:
    """Return whether a table that was ruled on has no entries."""
    return bool(table.result.ruled) and not is_entered(table)


def _on_paper(standings: ShownStandings) -> Iterator[dict[str, Any]]:
    """Yield the ranked players, by table where tables rank on their own, then the others."""
    columns = [title for title, _of in _columns(standings)]
    for part in (*standings.parts, *standings.by_section):
        yield {"title": part.title, "columns": columns, "rows": [_row(standings, row) for row in part.rows]}
    if standings.unranked:
        rows = [_row(standings, row) for row in standings.unranked]
        yield {"title": _("Not ranked"), "columns": columns, "rows": rows}


def _columns(standings: ShownStandings) -> Iterator[tuple[str, Callable[[StandingRow], str]]]:
    """Yield the columns behind the names, each with what stands in it."""
    if standings.by_section:
        yield _("Section"), lambda row: row.section_name
    if standings.counts:
        yield standings.counts, lambda row: "–" if row.counts is None else standings.amount_of(row)
    elif standings.money and not standings.overall:
        yield _("Balance"), lambda row: "–" if row.balance is None else play_money(row.balance)
        yield _("Replacement"), lambda row: play_money(row.result.replacement or None)
    else:
        yield _("Schrift"), lambda row: "–" if row.schrift is None else noted(row.schrift)
    for index, number in enumerate(standings.rounds):
        yield _("Round %(number)s") % {"number": number}, partial(_of_round, index)
    if not standings.overall:
        yield _("Table"), lambda row: row.tables
    yield _("Hands"), lambda row: "–" if row.hands is None else str(row.hands)


def _of_round(index: int, row: StandingRow) -> str:
    in_round = row.rounds[index]
    return "–" if in_round is None else in_round.words


def _row(standings: ShownStandings, row: StandingRow) -> WallLine:
    rank = "" if row.rank is None else f"{row.rank}."
    return rank, row.name, ", ".join(row.notes), [of(row) for _title, of in _columns(standings)]


# To be quoted


MOST_QUOTED = 10
FIRST_OF_A_SECTION = 3


def final_result_of(tournament: Tournament) -> dict[str, Any] | None:
    """Return the winners in a sentence, overall or of the last round; None: nothing was played."""
    whole, names = ranked(tournament), tournament.evening.names()
    rounds = list(tournament.rounds.filter(stage__in=BEGUN).order_by("number"))
    if not rounds:
        return None
    overall = overall_shown(whole, names)
    house = {str(pk) for pk in tournament.entrants.filter(house=True).values_list("participant", flat=True)}
    people: set[str] = set()
    tables = hands = 0
    for round_ in rounds:
        round_tables = list(round_.tables.select_related("sheet").order_by("number"))
        tables = max(tables, len(round_tables))
        for table in round_tables:
            people.update(lines_of(table) or table.seats)
            hands += 0 if table.sheet is None else table.sheet.state.hands
    shown = overall or round_shown(whole, rounds[-1], names)
    first = _first_places(shown)
    players, evening = len(people - house), tournament.evening
    when = date_format(evening.date, pgettext("date format", "j F Y"))
    counts = [
        ngettext("%(count)d player", "%(count)d players", players) % {"count": players},
        ngettext("%(count)d round", "%(count)d rounds", len(rounds)) % {"count": len(rounds)},
        ngettext("%(count)d table", "%(count)d tables", tables) % {"count": tables},
    ]
    if hands:
        message = ngettext("%(count)d recorded hand", "%(count)d recorded hands", hands)
        counts.append(message % {"count": hands})
    where = [tournament.title, when, evening.venue, tournament.club.name]
    lines = [", ".join(filter(None, where)), ", ".join(counts)]
    if first:
        label = _("Result") if overall else _("Round %(number)d") % {"number": rounds[-1].number}
        lines.append(f"{label}: {', '.join(f'{rank} {name} ({amount})' for rank, name, amount in first)}")
    if shown.missing:
        lines.append(shown.provisional_briefly)
    return {"first": first, "lines": lines}


def _first_places(shown: ShownStandings) -> list[tuple[str, str, str]]:
    """Return rank, name and ranked amount of the first places; empty if every table ranks by itself."""
    alone = len(shown.parts) == 1
    if not alone and not all(part.section for part in shown.parts):
        return []
    most = MOST_QUOTED if alone else FIRST_OF_A_SECTION
    rows = [row for row in shown.rows if row.rank is not None and row.rank <= most][: 2 * MOST_QUOTED]
    places = []
    for row in rows:
        rank, name, _notes, cells = _row(shown, row)
        if row.section_name and not shown.by_section:
            name = f"{name} ({row.section_name})"
        places.append((rank, name, cells[1 if shown.by_section else 0]))
    return places
