"""Wishes for a draw: a table or a seat, or to sit apart; kept where possible, with few meetings.

What the draw found is changed as little as it takes: first tables change their numbers, which costs nothing,
then people change places. A draw by standing keeps its numbers, and whoever moves goes a few tables on.
The lower bound of the quality report knows no wishes. It holds all the same, as no seating at all goes below
it; but with wishes it may be out of reach.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.engine.meetings import Meetings, RoundSeating
from tournaments.engine.seeded_random import Dice
from tournaments.engine.sizes import SMALLEST

SWEEPS = 6  # so often everybody is weighed against everybody, to win back meetings


class SeatWish(NamedTuple):
    """A player's wish: one of some tables, counted from 1, perhaps a seat there; or to avoid a player."""

    player: str
    tables: tuple[int, ...] = ()
    seat: int = 0  # counted from 1; 0: any
    apart_from: str = ""

    def is_kept(self, seating: RoundSeating) -> bool:
        """Return whether a seating grants the wish; True if the player is not seated."""
        for number, table in enumerate(seating.tables, 1):
            if self.player in table:
                if self.apart_from:
                    return self.apart_from not in table
                if self.tables and number not in self.tables:
                    return False
                return not self.seat or table.index(self.player) + 1 == self.seat
        return True


def not_kept(seating: RoundSeating, wishes: Sequence[SeatWish]) -> list[int]:
    """Return the indices of the wishes that a seating does not keep."""
    return [index for index, wish in enumerate(wishes) if not wish.is_kept(seating)]


def wished(
    seating: RoundSeating,
    wishes: Sequence[SeatWish],
    past: Sequence[RoundSeating],
    dice: Dice,
    *,
    spread: bool = True,
    ranked: bool = False,
) -> RoundSeating:
    """Return a seating of the same sizes that keeps as many wishes as could be found together.

    `spread`: others change places too where that saves meetings; `ranked`: the tables stand in an order.
    """
    present = set(seating.players)
    at_tables = [
        wish for wish in wishes if wish.player in present and (wish.tables or wish.apart_from in present)
    ]
    if not wishes or all(wish.is_kept(seating) for wish in wishes):
        return seating
    if at_tables:
        hall = _Hall(seating, at_tables, past, dice, ranked=ranked)
        if not ranked:
            hall.renumber()
        hall.keep()
        if spread:
            hall.win_back()
        seating = RoundSeating(tuple([tuple(table) for table in hall.tables]))
    return _at_their_seats(seating, wishes)


def _at_their_seats(seating: RoundSeating, wishes: Sequence[SeatWish]) -> RoundSeating:
    """Return the seating with wished seats, by swaps at a table; the first wish for a seat wins."""
    tables = [list(table) for table in seating.tables]
    for wish in wishes:
        for table in tables:
            if wish.player in table and 0 < wish.seat <= len(table):
                seat, wished_seat = table.index(wish.player), wish.seat - 1
                kept_wishes = sum(wish.is_kept(_of(tables)) for wish in wishes)
                table[seat], table[wished_seat] = table[wished_seat], table[seat]
                if sum(wish.is_kept(_of(tables)) for wish in wishes) <= kept_wishes:
                    table[seat], table[wished_seat] = table[wished_seat], table[seat]
    return _of(tables)


def _of(tables: Sequence[Sequence[str]]) -> RoundSeating:
    return RoundSeating(tuple([tuple(table) for table in tables]))


class _Hall:
    """Who sits where, and what it costs to let two change places."""

    def __init__(
        self,
        seating: RoundSeating,
        wishes: Sequence[SeatWish],
        past: Sequence[RoundSeating],
        dice: Dice,
        *,
        ranked: bool,
    ) -> None:
        self.ranked = ranked
        self.tables = [list(table) for table in seating.tables]
        self.at = {player: number for number, table in enumerate(self.tables) for player in table}
        self.so_far = Meetings.of(past)
        self.pins: dict[str, list[frozenset[int]]] = {}
        self.apart: dict[str, list[str]] = {}
        for wish in wishes:
            if wish.tables:
                self.pins.setdefault(wish.player, []).append(frozenset(table - 1 for table in wish.tables))
            if wish.apart_from:
                self.apart.setdefault(wish.player, []).append(wish.apart_from)
                self.apart.setdefault(wish.apart_from, []).append(wish.player)
        self.order = dice.shuffled(sorted(self.at))

    def renumber(self) -> None:
        """Renumber tables of one size as long as that keeps more wishes."""
        again = True
        while again:
            again = False
            for number in range(len(self.tables)):
                for other in range(number):
                    if len(self.tables[number]) == len(self.tables[other]) and self._better_turned(
                        number, other
                    ):
                        self._turn(number, other)
                        again = True

    def _better_turned(self, table: int, other: int) -> bool:
        own_players, other_players = self.tables[table], self.tables[other]
        now = sum(self._pinned(p, table) for p in own_players) + sum(
            self._pinned(p, other) for p in other_players
        )
        then = sum(self._pinned(p, other) for p in own_players) + sum(
            self._pinned(p, table) for p in other_players
        )
        return then < now

    def _turn(self, table: int, other: int) -> None:
        self.tables[table], self.tables[other] = self.tables[other], self.tables[table]
        for number in (table, other):
            for player in self.tables[number]:
                self.at[player] = number

    def _pinned(self, player: str, table: int) -> int:
        """Return how many wishes for a table are not kept there."""
        return sum(table not in tables for tables in self.pins.get(player, ()))

    def _broken(self, player: str, table: int, without: str = "") -> int:
        """Return how many of this player's wishes are not kept at a table."""
        together = sum(
            self.at.get(other) == table and other != without for other in self.apart.get(player, ())
        )
        return self._pinned(player, table) + together

    def _met(self, player: str, table: int, without: str) -> int:
        """Return how often they met those at a table before."""
        times = self.so_far.times
        return sum(
            times[(player, other) if player < other else (other, player)]
            for other in self.tables[table]
            if other not in (player, without)
        )

    def _cost(self, player: str, other: str) -> tuple[int, int, int]:
        """Return the added cost of a swap: broken wishes, meetings, large tables again."""
        own_table, other_table = self.at[player], self.at[other]
        broken = self._broken(player, other_table, other) + self._broken(other, own_table, player)
        broken -= self._broken(player, own_table) + self._broken(other, other_table)
        if self.ranked:
            return broken, abs(own_table - other_table), 0
        met = self._met(player, other_table, other) + self._met(other, own_table, player)
        met -= self._met(player, own_table, other) + self._met(other, other_table, player)
        sizes = len(self.tables[own_table]), len(self.tables[other_table])
        burden = 0
        if (sizes[0] > SMALLEST) != (sizes[1] > SMALLEST):
            into, out = (player, other) if sizes[1] > SMALLEST else (other, player)
            burden = self.so_far.burden(into) - self.so_far.burden(out)
        return broken, met, burden

    def _change(self, player: str, other: str) -> None:
        own_table, other_table = self.at[player], self.at[other]
        self.tables[own_table][self.tables[own_table].index(player)] = other
        self.tables[other_table][self.tables[other_table].index(other)] = player
        self.at[player], self.at[other] = other_table, own_table

    def keep(self) -> None:
        """Swap people whose wishes are not kept, each time where it costs least."""
        while True:
            unhappy = [player for player in self.order if self._broken(player, self.at[player])]
            swaps = (
                (self._cost(player, other), index, player, other)
                for player in unhappy
                for index, other in enumerate(self.order)
                if self.at[player] != self.at[other]
            )
            best = min(swaps, default=None)
            if best is None or best[0][0] >= 0:
                return
            self._change(best[2], best[3])

    def win_back(self) -> None:
        """Let others change places where that saves meetings and breaks no wish."""
        for _sweep in range(SWEEPS):
            changed = False
            for index, player in enumerate(self.order):
                for other in self.order[:index]:
                    if self.at[player] != self.at[other]:
                        broken, met, burden = self._cost(player, other)
                        if broken <= 0 and (broken, met, burden) < (0, 0, 0):
                            self._change(player, other)
                            changed = True
            if not changed:
                return
