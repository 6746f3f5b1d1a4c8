"""From the hands of a table to everybody's place, for pages, `verify` and the checker of files.

Rounds and lots are rows of the database, or parts of a file that have the same keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple, Protocol, TypeVar

from scoring.engine.play_money import Bust, CapitalAccount, Purse, account_of, amount_from
from scoring.engine.result import Amount, amount_in_words, exact
from tournaments.engine.adjusting import (
    WITHOUT_RESULT,
    Adjustment,
    AdjustmentKind,
    Adjustments,
    about_player,
    as_json,
    from_json,
    mean,
    points_ruled,
    score_ruled,
)
from tournaments.engine.capital import (
    PaperLine,
    PaperProblem,
    Payouts,
    accounts,
    paper_problems,
    schrift_problems,
)
from tournaments.engine.criteria import Result, Score
from tournaments.engine.lots import LotOrders
from tournaments.engine.ranking import Place, Standings, standings
from tournaments.engine.terms import Format, Overall, Scope, Terms

WINS = "wins"  # the criterion that looks at the ranks of the rounds
OF_RANK, OF_CHOICE = "rank", "choice"  # what lots are about
RANKED_LAST = "last"  # how somebody is ranked who left


class PlayedIn(Protocol):
    """The attributes of a round that the ranking reads."""

    @property
    def pk(self) -> int: ...

    @property
    def number(self) -> int: ...


# What the hands of a table come to


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """What one player has after the hands of a table, or as typed from paper."""

    hands: int | None  # None: typed from paper, which tells only the balance, in a cup the Schrift
    kassa: Amount = 0
    schrift: Amount = 0
    balance: Amount = 0
    replacement: Amount = 0
    busts: tuple[Bust, ...] | None = None  # None: nobody noted them, or it is a cup
    is_money: bool = False

    @classmethod
    def of_account(cls, account: CapitalAccount, schrift: Amount) -> PlayerResult:
        """Return the result of a player of a tournament for play money."""
        amounts = (account.kassa, schrift, account.balance, account.replacement)
        return cls(account.hands, *amounts, account.busts, is_money=True)

    @classmethod
    def from_json(cls, player: str, stored: Mapping[str, Any]) -> PlayerResult:
        """Return a stored result, or that of a file."""
        names = [name for name in ("kassa", "schrift", "balance", "replacement") if name in stored]
        amounts = {name: amount_from(stored[name]) for name in names}
        busts = account_of(player, 0, stored["busts"]).busts if "busts" in stored else None
        return cls(stored.get("hands"), **amounts, busts=busts, is_money="balance" in stored)

    def as_json(self) -> dict[str, Any]:
        """Return the result as it is stored, and as it stands in a file."""
        names = ["kassa", "schrift"] if self.hands is not None else [] if self.is_money else ["schrift"]
        names += ["balance", "replacement"] if self.is_money else []
        stored: dict[str, Any] = {} if self.hands is None else {"hands": self.hands}
        stored |= {name: amount_in_words(getattr(self, name)) for name in names}
        return stored if self.busts is None else stored | {"busts": [bust.as_json() for bust in self.busts]}

    def account(self, player: str) -> CapitalAccount:
        """Return the play money that hands go on with."""
        return CapitalAccount(player, self.balance, self.kassa, self.hands or 0, self.busts or ())

    @property
    def paper(self) -> PaperLine:
        """Return only the values that hands and paper have in common."""
        return PaperLine(self.balance, self.replacement, self.schrift)


@dataclass(frozen=True, slots=True)
class TableResults:
    """The results at a table, by hand or as typed from paper, with the rulings on them."""

    hands: int = 0  # of which they are the sum; 0 where they were typed
    is_typed: bool = False
    players: Mapping[str, PlayerResult] = field(default_factory=dict)
    ruled: Adjustments = field(default_factory=dict)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> TableResults:
        """Return the stored results; before the round began there are none."""
        return cls(
            stored.get("hands", 0),
            bool(stored.get("paper")),
            results_from(stored.get("players", {})),
            from_json(stored.get("ruled", {})),
        )

    def as_json(self) -> dict[str, Any]:
        """Return the results as they are stored."""
        stored = {"hands": self.hands, "paper": self.is_typed, "players": lines_as_json(self.players)}
        return stored | ({"ruled": as_json(self.ruled)} if self.ruled else {})


def results_from(lines: Mapping[str, Mapping[str, Any]]) -> dict[str, PlayerResult]:
    """Return everybody's result from its stored form, or from a file."""
    return {player: PlayerResult.from_json(player, line) for player, line in lines.items()}


def lines_as_json(results: Mapping[str, PlayerResult]) -> dict[str, dict[str, Any]]:
    """Return everybody's result as it is stored, and as it stands in a file."""
    return {player: result.as_json() for player, result in results.items()}


def purse_of(terms: Terms) -> Purse:
    """Return the capital, stake and replacement capital that the terms agree on."""
    return Purse(terms.capital, exact(terms.stake), terms.replacement)


def lines_of_hands(
    terms: Terms, seats: Iterable[str], hands: Sequence[Payouts], schrift: Mapping[str, Amount]
) -> dict[str, PlayerResult]:
    """Return everybody's result at a table: capital and busts, or in a cup the Schrift."""
    if terms.format is Format.MONEY:
        money_accounts = accounts(purse_of(terms), seats, hands)
        return {player: PlayerResult.of_account(money_accounts[player], schrift[player]) for player in seats}
    kassa = {player: exact(sum(hand.amounts.get(player, 0) for hand in hands)) for player in seats}
    played = {player: sum(player in hand.amounts for hand in hands) for player in seats}
    return {player: PlayerResult(played[player], kassa[player], schrift[player]) for player in seats}


def lines_after(
    terms: Terms, lines: Mapping[str, PlayerResult], hand: Payouts, schrift: Mapping[str, Amount]
) -> dict[str, PlayerResult]:
    """Return the lines of a table after one more hand, as `lines_of_hands` would from all hands."""
    updated = dict(lines)
    for player, payout in hand.amounts.items():
        line = lines.get(player, PlayerResult(0, balance=terms.capital))
        in_schrift = exact(line.schrift + schrift[player])
        if terms.format is Format.MONEY:
            account = line.account(player).after_hand(hand.hand, payout, purse_of(terms))
            updated[player] = PlayerResult.of_account(account, in_schrift)
        else:
            updated[player] = PlayerResult((line.hands or 0) + 1, exact(line.kassa + payout), in_schrift)
    return updated


def problems_with_result(
    terms: Terms, lines: Mapping[str, PaperLine], step: Amount
) -> tuple[PaperProblem, ...]:
    """Return why a result from paper does not balance, or is not in steps that are paid."""
    if terms.format is Format.CUP:
        return schrift_problems(lines, step)
    return paper_problems(purse_of(terms), lines, step)


def is_missing(
    lines: Mapping[str, PlayerResult], *, totals_only: bool, on_paper: bool, running: bool
) -> bool:
    """Return whether a table has no result yet, so that its players are not ranked.

    In a running round recorded by phones nothing is missing: players have at least what they began with.
    """
    is_live = running and not on_paper
    return not totals_only and not is_live and not any(line.hands for line in lines.values())


# Who stands where


class RankedPerson(NamedTuple):
    """A player of the tournament, registered or only seated at a table."""

    entrant: int | None
    house: bool
    member: int | None
    section: int = 0  # 0: in none


NOBODY = RankedPerson(None, house=False, member=None)


class PlayedRound(NamedTuple):
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
    missing: bool = False  # nobody has entered a result: neither 0 nor the capital counts
    ruled: tuple[Adjustment, ...] = ()  # on the result: of the table, then of this person
    absent: str = ""  # ruled to have no result of this round: why

    def and_(self, other: PlayedRound, capital: Amount) -> PlayedRound:
        """Add the result at a second table; the starting capital counts once."""
        mine, others = self.result, other.result
        return self._replace(
            tables=self.tables + other.tables,
            result=Result(
                balance=exact(mine.balance + others.balance - capital),
                replacement=exact(mine.replacement + others.replacement),
                schrift=exact(mine.schrift + others.schrift),
                adjusted=exact(mine.adjusted + others.adjusted),
                adjusted_schrift=exact(mine.adjusted_schrift + others.adjusted_schrift),
            ),
            hands=None if self.hands is None or other.hands is None else self.hands + other.hands,
            busts=self.busts + other.busts,
            on_paper=self.on_paper or other.on_paper,
            left=self.left or other.left,
            last=self.last or other.last,
            missing=self.missing or other.missing,
            ruled=self.ruled + other.ruled,
        )


class Ranking(NamedTuple):
    """People ranked among each other: all of a round, one table, or one section."""

    table: int | None
    standings: Standings
    section: int = 0  # 0: of no section alone


@dataclass(frozen=True)
class RankedRound:
    """A round that has begun."""

    round: Any  # `PlayedIn`, as the caller has it
    is_interim: bool
    terms: Terms
    lots: LotOrders
    at_tables: tuple[tuple[PlayedRound, ...], ...]
    sections: Mapping[str, int] = field(default_factory=dict)  # by player; empty: there are none

    @cached_property
    def players(self) -> dict[str, PlayedRound]:
        return _together((player for at_table in self.at_tables for player in at_table), self.terms.capital)

    @property
    def missing(self) -> tuple[int, ...]:
        """Return the tables of which there is no result."""
        return tuple(
            table[0].tables[0] for table in self.at_tables if any(player.missing for player in table)
        )

    @property
    def averaged(self) -> tuple[str, ...]:
        """Return the players who by a ruling get the mean of their other rounds."""
        return tuple(
            player
            for player, played in self.players.items()
            if score_ruled(played.ruled) is AdjustmentKind.AVERAGE
        )

    @property
    def is_blank(self) -> bool:
        """Return whether no table has any result: no hand, no paper, no ruling."""
        return all(
            player.missing or player.absent or (player.hands == 0 and score_ruled(player.ruled) is None)
            for player in self.players.values()
        )

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
    def parts(self) -> tuple[Ranking, ...]:
        """Return all rankings, with those of sections where these are also ranked together."""
        return (*self.rankings, *(self.of_sections if self.terms.together else ()))

    @property
    def places(self) -> list[Place]:
        """Return the places of all rankings by rank; people who went bust come last."""
        places = [place for ranking in self.rankings for place in ranking.standings.places]
        return sorted(places, key=lambda place: (place.last, place.rank))


class MissingTable(NamedTuple):
    """A table of which there is no result."""

    round: int
    table: int


@dataclass(frozen=True)
class RankedTournament:
    """A tournament with its people and the rounds begun, or only one of them."""

    terms: Terms
    people: Mapping[str, RankedPerson]
    lots: Sequence[Any]  # all that hold: each is about something, of a round or of none, in an order
    rounds: tuple[RankedRound, ...]
    surname_first: bool = False  # how names are written

    def round(self, number: int) -> RankedRound | None:
        return next((round_ for round_ in self.rounds if round_.round.number == number), None)

    def lots_of(self, subject: str, round_: PlayedIn | None) -> LotOrders:
        """Return the lots in the order in which they were recorded."""
        of = round_ and round_.pk
        return [lot.order for lot in self.lots if lot.about == subject and lot.round_id == of]

    @property
    def is_interim(self) -> bool:
        return any(round_.is_interim for round_ in self.rounds)

    @property
    def counted(self) -> tuple[RankedRound, ...]:
        """Return the rounds that count overall, without a running one that has no results."""
        return tuple(round_ for round_ in self.rounds if not (round_.is_interim and round_.is_blank))

    def missing_in(self, round_: PlayedIn | None) -> dict[int, tuple[int, ...]]:
        """Return the tables without a result by round, for one round or (None) overall."""
        rounds = (
            self.counted
            if round_ is None
            else [ranked_round for ranked_round in self.rounds if ranked_round.round.pk == round_.pk]
        )
        return {
            ranked_round.round.number: ranked_round.missing for ranked_round in rounds if ranked_round.missing
        }

    @property
    def missing_tables(self) -> tuple[MissingTable, ...]:
        """Return the tables of all rounds that have no result."""
        return tuple(
            MissingTable(number, table) for number, of in self.missing_in(None).items() for table in of
        )

    @cached_property
    def sections(self) -> Mapping[str, int]:
        """Return the sections by player; house players are in none. Empty: the tournament has none."""
        return sections_among(self.people, self.terms)

    @property
    def overall(self) -> Standings | None:
        """Return the standings over all rounds; None where tables or rounds rank on their own."""
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
    def parts(self) -> tuple[Ranking, ...]:
        """Return all rankings, with those of sections where these are also ranked together."""
        return (*self.rankings, *(self.of_sections if self.terms.together else ()))

    @property
    def places(self) -> list[Place]:
        """Return the places of all rankings over all rounds, by rank."""
        places = [place for ranking in self.rankings for place in ranking.standings.places]
        return sorted(places, key=lambda place: (place.last, place.rank))

    def _standings(self, scores: Iterable[Score]) -> Standings:
        lots = self.lots_of(OF_RANK, None)
        criteria = overall_criteria(self.terms)
        return standings(scores, criteria, lots, least_rounds=self.terms.overall_rounds)

    def _scores(self) -> Iterator[Score]:
        results: dict[str, list[Result]] = {}
        last: set[str] = set()
        missing: set[str] = set()
        for round_ in self.counted:
            ranks = self._ranks(round_)
            last.update(player for player, played in round_.players.items() if played.last)
            missing.update(player for player, played in round_.players.items() if played.missing)
            for player, played in round_.players.items():
                results_of_player = results.setdefault(player, [])
                if played.absent:
                    continue
                result = played.result
                if player in ranks:
                    result = result._replace(rank=ranks[player])
                results_of_player.append(result)
        for player, own_results in results.items():
            house = self.people.get(player, NOBODY).house
            yield Score(
                player,
                tuple(own_results),
                last=player in last,
                house=house,
                best=self.terms.overall_best,
                missing=player in missing,
            )

    def _ranks(self, round_: RankedRound) -> dict[str, int]:
        """Return the ranks of the round, where overall standings ask for it."""
        counts_wins = WINS in self.terms.overall_criteria
        return {place.player: place.rank for place in round_.places} if counts_wins else {}


T = TypeVar("T")


def by_section(players: Mapping[str, T], sections: Mapping[str, int], terms: Terms) -> dict[int, list[T]]:
    """Return the players who played, grouped by section; those without a section come last."""
    grouped: dict[int, list[T]] = {}
    for player, t in players.items():
        grouped.setdefault(sections.get(player, 0), []).append(t)
    numbers = [*range(1, len(terms.sections) + 1), 0]
    return {number: grouped[number] for number in numbers if number in grouped}


def sections_among(people: Mapping[str, RankedPerson], terms: Terms) -> Mapping[str, int]:
    """Return the sections of all ranked people; empty without sections."""
    if not terms.sections:
        return {}
    return {player: person.section for player, person in people.items() if not person.house}


def overall_criteria(terms: Terms) -> tuple[str, ...]:
    """Return the criteria over all rounds; empty where every round ranks on its own."""
    return () if terms.overall is Overall.OFF else terms.overall_criteria


def at_table(
    number: int,
    lines: Mapping[str, PlayerResult],
    terms: Terms,
    people: Mapping[str, RankedPerson],
    leaving: Mapping[str, str],
    adjustments: Adjustments,
    *,
    totals_only: bool,
    on_paper: bool,
    running: bool,
) -> tuple[PlayedRound, ...]:
    """Return the results of a table; `totals_only`: as typed from paper, without hands."""
    missing = is_missing(lines, totals_only=totals_only, on_paper=on_paper, running=running)
    return tuple(
        _as_ruled(
            PlayedRound(
                player,
                (number,),
                Result(*line.paper),
                hands=None if totals_only else line.hands,
                busts=_busts(line, terms),
                on_paper=on_paper or totals_only,
                left=player in leaving,
                last=leaving.get(player) == RANKED_LAST,
                house=people.get(player, NOBODY).house,
                missing=missing,
                ruled=about_player(player, adjustments),
            ),
            terms,
        )
        for player, line in lines.items()
    )


def _as_ruled(played: PlayedRound, terms: Terms) -> PlayedRound:
    """Return a result with its own ruling; an average is filled in once all rounds are known."""
    if not played.ruled:
        return played
    kind, points = score_ruled(played.ruled), points_ruled(played.ruled)
    result = played.result
    if terms.format is Format.MONEY:
        result = result._replace(adjusted=points)
    else:
        result = result._replace(adjusted_schrift=points)
    return played._replace(
        result=result,
        missing=played.missing and kind is None,
        absent=kind.value if kind in WITHOUT_RESULT else "",
    )


def with_averages(rounds: Sequence[RankedRound], terms: Terms) -> tuple[RankedRound, ...]:
    """Return the rounds with the mean of a player's other rounds where a ruling says so.

    Those that are over and were played count, as they were played. Without any it is the capital, in a cup 0.
    """
    averaged = {(round_.round.number, player) for round_ in rounds for player in round_.averaged}
    if not averaged:
        return tuple(rounds)

    def others(player: str, number: int) -> list[Result]:
        return [
            played.result
            for round_ in rounds
            if round_.round.number != number and not round_.is_interim
            if (played := round_.players.get(player)) is not None
            if not (played.missing or played.absent or (round_.round.number, player) in averaged)
        ]

    def with_mean(played: PlayedRound, number: int) -> PlayedRound:
        if (number, played.player) not in averaged:
            return played
        table_mates, result = others(played.player, number), played.result
        is_money = terms.format is Format.MONEY
        own = (
            mean((mate.balance - mate.replacement for mate in table_mates), terms.capital) if is_money else 0
        )
        schrift = mean((mate.schrift for mate in table_mates), 0)
        if played.hands == 0:  # nothing was played that this could stand beside
            balance = exact(own + result.replacement)
            return played._replace(result=result._replace(balance=balance, schrift=schrift), hands=None)
        result = result._replace(adjusted_schrift=exact(result.adjusted_schrift + schrift - result.schrift))
        if is_money:
            difference = own - (result.balance - result.replacement)
            result = result._replace(adjusted=exact(result.adjusted + difference))
        return played._replace(result=result)

    return tuple(
        replace(
            round_,
            at_tables=tuple(
                tuple(with_mean(played, round_.round.number) for played in table)
                for table in round_.at_tables
            ),
        )
        for round_ in rounds
    )


def _busts(line: PlayerResult, terms: Terms) -> int:
    """Return how often a player went bust; on paper computed from the replacement capital."""
    return int(line.replacement / terms.replacement) if line.busts is None else len(line.busts)


def _together(players: Iterable[PlayedRound], capital: Amount) -> dict[str, PlayedRound]:
    totals: dict[str, PlayedRound] = {}
    for round_ in players:
        totals[round_.player] = (
            totals[round_.player].and_(round_, capital) if round_.player in totals else round_
        )
    return totals


def _score(played: PlayedRound) -> Score:
    return Score(
        played.player,
        (played.result,),
        last=played.last,
        house=played.house,
        missing=played.missing,
        absent=played.absent,
    )
