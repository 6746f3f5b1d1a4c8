"""All tables of a tournament with their hands: what happened, everybody's amounts and totals."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

from scoring.engine.naming import Names
from scoring.engine.play_money import CapitalAccount
from scoring.engine.result import Amount, exact, from_twelfths
from scoring.models import Row
from scoring.models.entries import amounts_by_player
from scoring.table.pages.marks import GameMarks
from scoring.table.pages.page import EventLine, HandLine, Line, Paper, SumLine, VoidLine, paper_of
from scoring.web.language import current_language
from tournaments.engine.capital import CapitalAccounts, Payouts, course
from tournaments.engine.played import purse_of
from tournaments.engine.terms import Format
from tournaments.models import Table, Tournament
from tournaments.standings.results import lines_of


class PlayerInHand(NamedTuple):
    """What a hand meant to one player."""

    name: str
    amount: Amount | None  # None: sat out
    total: Amount  # the play money, or the Schrift so far
    replacement: Amount = 0  # received after this hand


class PlayedLine(NamedTuple):
    """A line of a table's sheet, or its result from paper."""

    round: int
    table: int
    sentence: str
    seats: tuple[PlayerInHand, ...]
    hand: int | None = None
    dealer: str = ""
    doubled: bool = False
    games: tuple[GameMarks, ...] = ()  # as they are noted on paper; nothing of what is no hand
    premiums: tuple[str, ...] = ()


class PlayedHands(NamedTuple):
    """In order of rounds, tables and hands."""

    entries: tuple[PlayedLine, ...]
    money: bool

    @property
    def widest(self) -> int:
        """Return the most people on one sheet, those who left included."""
        return max((len(line.seats) for line in self.entries), default=0)


def played_in(tournament: Tournament) -> PlayedHands:
    """Return the hands of all tables, in three queries for each."""
    names, money = tournament.evening.names(), tournament.terms.format is Format.MONEY
    tables = Table.objects.filter(round__tournament=tournament, sheet__isnull=False)
    with_sheets = tables.select_related("round", "sheet__evening__club", "sheet__ruleset")
    posted = _schrift(tournament)
    entries: list[PlayedLine] = []
    for table in with_sheets.order_by("round__number", "number"):
        table.round.tournament = tournament
        entries += _TableLines(table, names, posted, money=money).entries()
    return PlayedHands(tuple(entries), money)


Schrift = Mapping[UUID, Mapping[str, Amount]]  # by hand and player


def _schrift(tournament: Tournament) -> Schrift:
    rows = Row.objects.filter(sheet__evening=tournament.evening_id)
    return {
        entry: {player: from_twelfths(schrift) for player, (_, schrift) in amounts_by_player(*stored).items()}
        for entry, *stored in rows.values_list("pk", "players", "twelfths", "schrift_twelfths")
    }


class _TableLines:
    """One table, whose sheet is put into lines."""

    def __init__(self, table: Table, names: Names, schrift: Schrift, *, money: bool) -> None:
        assert table.sheet is not None
        self.table, self.names, self.schrift, self.money = table, names, schrift, money
        self.paper: Paper = paper_of(table.sheet, names, current_language())
        self.players = [column.id for column in self.paper.columns]

    def entries(self) -> Iterator[PlayedLine]:
        accounts = self._accounts_after_hands()
        now = accounts[0]
        for line in self.paper.lines:
            if isinstance(line, SumLine):
                continue
            previous, amounts = now, dict[str, Amount]()
            if isinstance(line, HandLine):
                now, amounts = accounts[line.number], self._amounts(line)
            seats = tuple(
                PlayerInHand(
                    self.names[player],
                    amounts.get(player),
                    now[player].balance,
                    exact(now[player].replacement - previous[player].replacement),
                )
                for player in self.players
            )
            yield self._entry(line, seats)
        if self.table.result.is_typed:
            yield self._from_paper()

    def _entry(self, line: Line, seats: tuple[PlayerInHand, ...]) -> PlayedLine:
        assert not isinstance(line, SumLine)
        return PlayedLine(
            round=self.table.round.number,
            table=self.table.number,
            hand=line.number if isinstance(line, HandLine) else None,
            dealer="" if isinstance(line, EventLine) else line.dealer.name,
            doubled=isinstance(line, HandLine) and line.radl,
            sentence=line.told,
            seats=seats if isinstance(line, HandLine | VoidLine) else (),
            games=tuple(line.games) if isinstance(line, HandLine) else (),
            premiums=tuple(line.premiums) if isinstance(line, HandLine) else (),
        )

    def _amounts(self, line: HandLine) -> dict[str, Amount]:
        """Return the amounts in play money, or in the Schrift."""
        if not self.money:
            return dict(self.schrift.get(line.id, {}))
        stake = purse_of(self.table.round.tournament.terms).stake
        return {player: exact(stake * amount) for player, amount in self._paid(line).items()}

    def _paid(self, line: HandLine) -> dict[str, Amount]:
        cells = zip(self.players, line.cells, strict=True)
        return {player: cell.amount for player, cell in cells if cell is not None}

    def _accounts_after_hands(self) -> Sequence[CapitalAccounts]:
        """Return everybody's account at the start and after each hand; in the Schrift from 0 on."""
        if self.money:
            hands = [Payouts(line.number, self._paid(line)) for line in self.paper.hands]
            return course(purse_of(self.table.round.tournament.terms), self.players, hands)
        rows = [{player: CapitalAccount(player, 0) for player in self.players}]
        for line in self.paper.hands:
            posted = self.schrift.get(line.id, {})
            rows.append(
                {
                    player: CapitalAccount(player, exact(account.balance + posted.get(player, 0)))
                    for player, account in rows[-1].items()
                }
            )
        return rows

    def _from_paper(self) -> PlayedLine:
        """Return the result of the printed sheet, which replaces the hands above it."""
        seats = tuple(
            PlayerInHand(
                self.names[player],
                None,
                line.balance if self.money else line.schrift,
                line.replacement,
            )
            for player, line in lines_of(self.table).items()
        )
        return PlayedLine(self.table.round.number, self.table.number, _("Result from paper"), seats)
