"""Who stands where, derived from what the tables came to; no hand is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from typing import Any, TypeVar

from scoring.engine.play_money import amount_from
from scoring.engine.result import Amount, exact
from tournaments.engine.criteria import LOT, Result, Score
from tournaments.engine.lots import LotOrders
from tournaments.engine.ranking import Place, Standings, standings
from tournaments.engine.terms import Overall, Scope, Showing, Terms
from tournaments.models import Entrant, Leaving, Lot, Round, Stage, State, Table, Tournament
from tournaments.standings.results import PlayerResult

WINS = "wins"  # the criterion that looks at the ranks of the rounds
BEGUN = (Stage.RUNNING, Stage.CLOSED)
AT_TABLE = ("pk", "round_id", "number", "paper", "results")  # what is looked at of a table


def is_shown(tournament: Tournament) -> bool:
    """Return whether others than those who run the tournament may see how it stands."""
    return tournament.terms.showing is Showing.LIVE or tournament.state == State.FINISHED


def may_see(tournament: Tournament) -> bool:
    """Return whether members may see it: whoever runs it always, others once it is shown."""
    return tournament.is_directed or tournament.is_arbitrated or is_shown(tournament)


@dataclass(frozen=True, slots=True)
class RankedPerson:
    """Somebody who plays in the tournament, registered or only seated at a table."""

    entrant: int | None
    house: bool
    member: int | None
    section: int = 0  # 0: in none


NOBODY = RankedPerson(None, house=False, member=None)


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A player's result of one round, and how it came about."""

    player: str
    tables: tuple[int, ...]  # more than one only for a house player who filled in here and there
    result: Result
    hands: int | None  # None: only the result was typed from paper
    busts: int
    on_paper: bool
    left: bool  # during the round
    last: bool  # because of that
    house: bool

    def and_(self, other: PlayedRound, capital: Amount) -> PlayedRound:
        """Add what was played at a second table: the capital was there once."""
        mine, others = self.result, other.result
        return replace(
            self,
            tables=self.tables + other.tables,
            result=Result(
                balance=exact(mine.balance + others.balance - capital),
                replacement=exact(mine.replacement + others.replacement),
                schrift=exact(mine.schrift + others.schrift),
            ),
            hands=None if self.hands is None or other.hands is None else self.hands + other.hands,
            busts=self.busts + other.busts,
            on_paper=self.on_paper or other.on_paper,
            left=self.left or other.left,
            last=self.last or other.last,
        )


@dataclass(frozen=True, slots=True)
class Ranking:
    """Those who are ranked among each other: everybody of a round, one table, or one section."""

    table: int | None
    standings: Standings
    section: int = 0  # 0: of no section alone


@dataclass(frozen=True)
class RankedRound:
    """A round that has begun."""

    round: Round
    terms: Terms
    lots: LotOrders
    at_tables: tuple[tuple[PlayedRound, ...], ...]
    sections: Mapping[str, int] = field(default_factory=dict)  # by player; empty: there are none

    @cached_property
    def players(self) -> dict[str, PlayedRound]:
        return _together((player for at_table in self.at_tables for player in at_table), self.terms.capital)

    @cached_property
    def rankings(self) -> tuple[Ranking, ...]:
        """Rank everybody together, or each table, or each section that plays apart."""
        if self.terms.scope is Scope.TABLE:
            tables = [
                (table[0].tables[0], _together(table, self.terms.capital))
                for table in self.at_tables
                if table
            ]
            return tuple(Ranking(table, self._standings(players.values())) for table, players in tables)
        if self.sections and not self.terms.together:
            return self.of_sections
        return (Ranking(None, self._standings(self.players.values())),) if self.players else ()

    @cached_property
    def of_sections(self) -> tuple[Ranking, ...]:
        """Rank each section; nothing where there are none or each table is ranked by itself."""
        if not self.sections or self.terms.scope is Scope.TABLE:
            return ()
        return tuple(
            Ranking(None, self._standings(players), number)
            for number, players in by_section(self.players, self.sections, self.terms).items()
        )

    def _standings(self, players: Iterable[PlayedRound]) -> Standings:
        return standings(map(_score, players), self.terms.round_criteria, self.lots)

    @property
    def places(self) -> list[Place]:
        """Return those of all rankings; the first of every table in front, the bust behind all others."""
        places = [place for ranking in self.rankings for place in ranking.standings.places]
        return sorted(places, key=lambda place: (place.last, place.rank))

    @property
    def is_interim(self) -> bool:
        return self.round.stage != Stage.CLOSED


@dataclass(frozen=True)
class RankedTournament:
    """A tournament with its people and the rounds that have begun, or only one of them."""

    terms: Terms
    people: Mapping[str, RankedPerson]
    lots: tuple[Lot, ...]  # all that hold
    rounds: tuple[RankedRound, ...]

    def round(self, number: int) -> RankedRound | None:
        return next((round_ for round_ in self.rounds if round_.round.number == number), None)

    def lots_of(self, about: Lot.About, round_: Round | None) -> LotOrders:
        """Return the lots in the order in which they were recorded."""
        of = round_ and round_.pk
        return [lot.order for lot in self.lots if lot.about == about and lot.round_id == of]

    @property
    def is_interim(self) -> bool:
        return any(round_.is_interim for round_ in self.rounds)

    @cached_property
    def sections(self) -> Mapping[str, int]:
        """Return the sections by player; house players are in none. Empty: the tournament has none."""
        return sections_among(self.people, self.terms)

    @property
    def overall(self) -> Standings | None:
        """Return the standings of everybody over all rounds; None where each ranks only by itself."""
        criteria = overall_criteria(self.terms)
        return self._standings(self._scores()) if criteria else None

    @property
    def rankings(self) -> tuple[Ranking, ...]:
        """Rank everybody over all rounds, or each section that plays apart."""
        if self.sections and not self.terms.together:
            return self.of_sections
        overall = self.overall
        return (Ranking(None, overall),) if overall is not None else ()

    @property
    def of_sections(self) -> tuple[Ranking, ...]:
        """Rank each section over all rounds; nothing where there are none or no overall standings."""
        if not self.sections or not overall_criteria(self.terms):
            return ()
        scores = {score.player: score for score in self._scores()}
        return tuple(
            Ranking(None, self._standings(players), number)
            for number, players in by_section(scores, self.sections, self.terms).items()
        )

    @property
    def places(self) -> list[Place]:
        """Return those of all rankings over all rounds; the first of every section in front."""
        places = [place for ranking in self.rankings for place in ranking.standings.places]
        return sorted(places, key=lambda place: (place.last, place.rank))

    def _standings(self, scores: Iterable[Score]) -> Standings:
        lots = self.lots_of(Lot.About.RANK, None)
        criteria = overall_criteria(self.terms)
        return standings(scores, criteria, lots, least_rounds=self.terms.overall_rounds)

    def _scores(self) -> Iterator[Score]:
        results: dict[str, list[Result]] = {}
        last: set[str] = set()
        for round_ in self.rounds:
            ranks = self._ranks(round_)
            last.update(player for player, played in round_.players.items() if played.last)
            for player, played in round_.players.items():
                result = played.result
                if player in ranks:
                    result = replace(result, rank=ranks[player])
                results.setdefault(player, []).append(result)
        for player, found in results.items():
            house = self.people.get(player, NOBODY).house
            yield Score(player, tuple(found), last=player in last, house=house, best=self.terms.overall_best)

    def _ranks(self, round_: RankedRound) -> dict[str, int]:
        """Return the ranks of the round, where overall standings ask for it."""
        asked = WINS in self.terms.overall_criteria
        return {place.player: place.rank for place in round_.places} if asked else {}


T = TypeVar("T")


def by_section(players: Mapping[str, T], sections: Mapping[str, int], terms: Terms) -> dict[int, list[T]]:
    """Return those of each section who played; whoever is in none comes after all of them."""
    found: dict[int, list[T]] = {}
    for player, t in players.items():
        found.setdefault(sections.get(player, 0), []).append(t)
    numbers = [*range(1, len(terms.sections) + 1), 0]
    return {number: found[number] for number in numbers if number in found}


def sections_among(people: Mapping[str, RankedPerson], terms: Terms) -> Mapping[str, int]:
    """Return the section of everybody who is ranked; of none where there are none."""
    if not terms.sections:
        return {}
    return {player: person.section for player, person in people.items() if not person.house}


def overall_criteria(terms: Terms) -> tuple[str, ...]:
    """Return what ranks over all rounds; nothing where every round ranks only by itself."""
    return () if terms.overall is Overall.OFF else terms.overall_criteria


def ranked(tournament: Tournament, *, only: Round | None = None) -> RankedTournament:
    """Rank everything that has begun, or one round: the same few queries however many tables there are."""
    begun = [only] if only is not None else list(tournament.rounds.filter(stage__in=BEGUN).order_by("number"))
    rounds = {round_.pk: round_ for round_ in begun if round_.stage in BEGUN}
    tables = Table.objects.filter(round__in=rounds).order_by("round_id", "number")
    return _ranked([tournament], rounds, tables.values_list(*AT_TABLE))[tournament.pk]


def ranked_each(tournaments: Sequence[Tournament]) -> dict[int, RankedTournament]:
    """Rank several, by id, in four queries however many there are; rounds are found by their tables."""
    begun = Table.objects.filter(round__tournament__in=tournaments, round__stage__in=BEGUN)
    tables = list(begun.select_related("round").order_by("round_id", "number"))
    rounds = {table.round_id: table.round for table in tables}
    return _ranked(
        tournaments, rounds, [tuple(getattr(table, name) for name in AT_TABLE) for table in tables]
    )


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
            tournament.terms, people[tournament.pk], tuple(lots[tournament.pk]), ()
        )
        for tournament in tournaments
    }
    played = _played(rounds, wholes, tables)
    found: dict[int, list[RankedRound]] = {tournament.pk: [] for tournament in tournaments}
    for pk, round_ in sorted(rounds.items(), key=lambda item: item[1].number):
        whole = wholes[round_.tournament_id]
        of_rank = whole.lots_of(Lot.About.RANK, round_)
        at_tables = tuple(map(tuple, played[pk]))
        found[round_.tournament_id].append(
            RankedRound(round_, whole.terms, of_rank, at_tables, whole.sections)
        )
    return {pk: replace(whole, rounds=tuple(found[pk])) for pk, whole in wholes.items()}


AtTables = list[list[PlayedRound]]


def _played(
    rounds: Mapping[int, Round], wholes: Mapping[int, RankedTournament], tables: Iterable[tuple[Any, ...]]
) -> dict[int, AtTables]:
    """Return the tables by round and number."""
    leaving = {
        (table, str(participant)): how
        for table, participant, how in Leaving.objects.filter(table__round__in=rounds, undone_at=None)
        .order_by()
        .values_list("table_id", "entrant__participant_id", "ranked")
    }
    found: dict[int, AtTables] = {pk: [] for pk in rounds}
    for pk, round_, number, on_paper, results in tables:
        whole = wholes[rounds[round_].tournament_id]
        at_table = []
        for player, line in results.get("players", {}).items():
            how = leaving.get((pk, player))
            at_table.append(
                PlayedRound(
                    player,
                    (number,),
                    _result(line),
                    hands=None if results["paper"] else line["hands"],
                    busts=_busts(line, whole.terms),
                    on_paper=on_paper or results["paper"],
                    left=how is not None,
                    last=how == Leaving.Ranked.LAST,
                    house=whole.people.get(player, NOBODY).house,
                )
            )
        found[round_].append(at_table)
    return found


def _result(line: PlayerResult) -> Result:
    balance, replacement, schrift = (
        _amount(line.get(name, 0)) for name in ("balance", "replacement", "schrift")
    )
    return Result(balance, replacement, schrift)


def _amount(kept: int | str) -> Amount:
    return kept if isinstance(kept, int) else amount_from(kept)


def _busts(line: PlayerResult, terms: Terms) -> int:
    """Return how often somebody went bust; paper says only how much was received."""
    if "busts" in line:
        return len(line["busts"])
    return int(_amount(line.get("replacement", 0)) / terms.replacement)


def _together(players: Iterable[PlayedRound], capital: Amount) -> dict[str, PlayedRound]:
    found: dict[str, PlayedRound] = {}
    for round_ in players:
        found[round_.player] = (
            found[round_.player].and_(round_, capital) if round_.player in found else round_
        )
    return found


def _score(played: PlayedRound) -> Score:
    return Score(played.player, (played.result,), last=played.last, house=played.house)


def ties(places: Sequence[Place], criteria: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the equals whose order a lot would decide; none in the last place, which is shared anyway."""
    if LOT not in criteria:
        return []
    ranked = [place for place in places if not place.last]
    groups = (
        tuple(place.player for place in group) for _, group in groupby(ranked, lambda place: place.rank)
    )
    return [players for players in groups if len(players) > 1]
