"""The standings, computed from tables' results without reading any hand."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from tournaments.engine.criteria import LOT
from tournaments.engine.played import (
    PlayedRound,
    RankedPerson,
    RankedRound,
    RankedTournament,
    TableResults,
    at_table,
    with_averages,
)
from tournaments.engine.ranking import Place
from tournaments.engine.terms import Showing
from tournaments.models import Entrant, Leaving, Lot, Round, Stage, State, Table, Tournament

BEGUN = (Stage.RUNNING, Stage.CLOSED)
AT_TABLE = ("pk", "round_id", "number", "paper", "stored_results")  # what is looked at of a table
OF_ROUND = ("tournament_id", "number", "stage")  # and of its round


def is_shown(tournament: Tournament) -> bool:
    """Return whether the standings are visible to people who do not run the tournament."""
    return tournament.terms.showing is Showing.LIVE or tournament.state == State.FINISHED


def may_see(tournament: Tournament) -> bool:
    """Return whether a member may see the standings: directors and arbiters always, others once shown."""
    return tournament.is_directed or tournament.is_arbitrated or is_shown(tournament)


def ranked(tournament: Tournament, *, only: Round | None = None) -> RankedTournament:
    """Rank all rounds begun, or one; a fixed number of queries, however many tables there are."""
    begun = [only] if only is not None else list(tournament.rounds.filter(stage__in=BEGUN).order_by("number"))
    rounds = {round_.pk: round_ for round_ in begun if round_.stage in BEGUN}
    tables = Table.objects.filter(round__in=rounds).order_by("round_id", "number")
    whole = _ranked([tournament], rounds, tables.values_list(*AT_TABLE))[tournament.pk]
    if only is None or not any(round_.averaged for round_ in whole.rounds):
        return whole
    everything = ranked(tournament)
    return replace(
        everything, rounds=tuple(round_ for round_ in everything.rounds if round_.round.pk == only.pk)
    )


def ranked_each(tournaments: Sequence[Tournament]) -> dict[int, RankedTournament]:
    """Rank several tournaments, by id; four queries however many there are."""
    begun = Table.objects.filter(round__tournament__in=tournaments, round__stage__in=BEGUN)
    of_round = (f"round__{name}" for name in OF_ROUND)
    rows = list(begun.order_by("round_id", "number").values_list(*AT_TABLE, *of_round))
    rounds = {row[1]: row[len(AT_TABLE) :] for row in rows}
    made = {pk: Round(pk=pk, **dict(zip(OF_ROUND, values, strict=True))) for pk, values in rounds.items()}
    return _ranked(tournaments, made, [row[: len(AT_TABLE)] for row in rows])


def _ranked(
    tournaments: Sequence[Tournament], rounds: Mapping[int, Round], tables: Iterable[tuple[Any, ...]]
) -> dict[int, RankedTournament]:
    people: dict[int, dict[str, RankedPerson]] = {tournament.pk: {} for tournament in tournaments}
    entrants = Entrant.objects.filter(tournament__in=tournaments).order_by()
    columns = ("tournament_id", "participant_id", "pk", "house", "participant__member_id", "section")
    for tournament, participant, *person in entrants.values_list(*columns):
        people[tournament][str(participant)] = RankedPerson(*person)
    lots: dict[int, list[Lot]] = {tournament.pk: [] for tournament in tournaments}
    for lot in Lot.objects.filter(tournament__in=tournaments, withdrawn_at=None).order_by("at", "id"):
        lots[lot.tournament_id].append(lot)
    wholes = {
        tournament.pk: RankedTournament(
            tournament.terms,
            people[tournament.pk],
            tuple(lots[tournament.pk]),
            (),
            surname_first=bool(tournament.surname_first),
        )
        for tournament in tournaments
    }
    played = _played(rounds, wholes, tables)
    ranked_rounds: dict[int, list[RankedRound]] = {tournament.pk: [] for tournament in tournaments}
    for pk, round_ in sorted(rounds.items(), key=lambda item: item[1].number):
        whole = wholes[round_.tournament_id]
        of_rank = whole.lots_of(Lot.About.RANK, round_)
        at_tables = tuple(played[pk])
        ranked_rounds[round_.tournament_id].append(
            RankedRound(round_, round_.stage != Stage.CLOSED, whole.terms, of_rank, at_tables, whole.sections)
        )
    return {
        pk: replace(whole, rounds=with_averages(ranked_rounds[pk], whole.terms))
        for pk, whole in wholes.items()
    }


AtTables = list[tuple[PlayedRound, ...]]


def _played(
    rounds: Mapping[int, Round], wholes: Mapping[int, RankedTournament], tables: Iterable[tuple[Any, ...]]
) -> dict[int, AtTables]:
    """Return the tables by round and number."""
    leaving: dict[int, dict[str, str]] = {}
    left = Leaving.objects.filter(table__round__in=rounds, undone_at=None).order_by()
    for table, participant, how in left.values_list("table_id", "entrant__participant_id", "ranked"):
        leaving.setdefault(table, {})[str(participant)] = how
    at_tables: dict[int, AtTables] = {pk: [] for pk in rounds}
    for pk, round_, number, on_paper, results in tables:
        whole = wholes[rounds[round_].tournament_id]
        of_table = leaving.get(pk, {})
        result = TableResults.from_json(results)
        at_tables[round_].append(
            at_table(
                number,
                result.players,
                whole.terms,
                whole.people,
                of_table,
                result.ruled,
                totals_only=result.is_typed,
                on_paper=on_paper,
                running=rounds[round_].stage != Stage.CLOSED,
            )
        )
    return at_tables


def ties(places: Sequence[Place], criteria: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the ties that a lot would decide, except for the last place, which is shared."""
    if LOT not in criteria:
        return []
    ranked = [place for place in places if not place.last]
    groups = (
        tuple(place.player for place in group) for _, group in groupby(ranked, lambda place: place.rank)
    )
    return [players for players in groups if len(players) > 1]
