"""Search for the best seating of one or several rounds, by swapping players between tables.

People and tables are numbers here. A draw is judged by three things, the first that differs decides:

1. how often the pairs who meet again had met before, counted in every round in which they do: a pair that
   met t times adds 2 t + 1 to the sum of the squares of all meetings, and how many pairs there are is given;
2. who is glued together: where that sum is the same, two pairs who meet a second time go before one that
   meets a third time;
3. how often people sit at a five or six again (`Meetings.burden`).

They make up one number, `cost`: a unit of one outweighs all there can be of the next. It is kept for every
player and table what the player would cost there, so five numbers weigh a swap.
Somebody who costs something is picked by lot and swapped with the best other one, even if that makes it
worse; for a while neither may go back (a tabu search). When nothing better was found for long, everybody is
seated anew. It ends after so many swaps weighed, never by time: the same dice find the same seating
everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.engine.seeded_random import Dice
from tournaments.engine.sizes import SMALLEST

SeatLists = list[list[int]]


class Past(NamedTuple):
    """What was before, for players who are numbers."""

    times: list[list[int]]  # how often each met each other one
    burden: list[int]  # see Meetings.burden
    rounds: int  # how many


@dataclass(frozen=True, slots=True)
class Scale:
    """The cost of a repeated meeting and of glue, in units of the burden of large tables."""

    meeting: int
    glue: int

    @classmethod
    def of(cls, tables: Sequence[int], rounds: int, past: Past) -> Scale:
        longest = past.rounds + rounds
        glue = rounds * sum(size * (size - 1) // 2 for size in tables) * glued(longest)
        burden = rounds * (2 * longest + 1) * sum(size for size in tables if size > SMALLEST)
        return cls(meeting=(burden + 1) * (glue + 1), glue=burden + 1)

    def cost(self, meetings: int, glue: int, burden: int) -> int:
        return meetings * self.meeting + glue * self.glue + burden

    def price(self, times: int) -> int:
        """Return the cost of a pair at one table after this many meetings."""
        return self.cost(times, glued(times), 0)

    def meetings(self, cost: int) -> int:
        """Return how many earlier meetings there are at this cost."""
        return cost // self.meeting


def glued(times: int) -> int:
    """Return the extra cost of one more meeting after `times` earlier ones; 0 up to the first repeat.

    >>> [glued(times) for times in range(5)]
    [0, 0, 1, 3, 6]
    """
    return times * (times - 1) // 2


class BestPlan(NamedTuple):
    """The best plan so far."""

    plan: tuple[SeatLists, ...]
    cost: int
    steps: int  # swaps weighed


class Search:
    """A plan being improved; rounds drawn together each count as the others' past."""

    def __init__(self, tables: Sequence[int], rounds: int, past: Past, dice: Dice) -> None:
        self.sizes, self.rounds, self.past, self.dice = tuple(tables), rounds, past, dice
        self.count = sum(tables)
        self.large = [int(size > SMALLEST) for size in tables]
        self.scale = Scale.of(tables, rounds, past)
        self.price = [self.scale.price(times) for times in range(past.rounds + rounds + 1)]
        self.steps = 0
        self.seat(self._by_lot())

    def _by_lot(self) -> tuple[SeatLists, ...]:
        return tuple([dealt(self.dice.shuffled(range(self.count)), self.sizes) for _ in range(self.rounds)])

    def seat(self, plan: Sequence[SeatLists]) -> None:
        """Take this plan and work out all costs anew."""
        people, rounds = range(self.count), range(self.rounds)
        self.plan = [[list(table) for table in tables] for tables in plan]
        self.where = [[0] * self.count for _ in rounds]
        self.times = [list(row) for row in self.past.times]  # with all rounds of the plan
        for number, tables in enumerate(self.plan):
            for index, table in enumerate(tables):
                for player in table:
                    self.where[number][player] = index
                    for other in table:
                        self.times[player][other] += player != other
        self.worth = []  # per round: what each pair costs if it sits together in it
        self.at = []  # per round: what each player costs at each table
        for number in rounds:
            where, price = self.where[number], self.price
            worth = [
                [
                    price[times - (where[player] == where[other] and player != other)]
                    for other, times in enumerate(row)
                ]
                for player, row in enumerate(self.times)
            ]
            self.worth.append(worth)
            at = [[0] * len(self.sizes) for _ in people]
            for player in people:
                for other, value in enumerate(worth[player]):
                    if value:
                        at[player][where[other]] += value
            self.at.append(at)
        every = list(zip(self.where, self.at, self.worth, strict=True))
        self.elsewhere = [every[:number] + every[number + 1 :] for number in rounds]
        self.burden = [[self._burden(player, number) for player in people] for number in rounds]
        self.cost = self._whole_cost()

    def _burden(self, player: int, number: int) -> int:
        """Return the cost of a large table for a player in this round, given all others."""
        burden = self.past.burden[player] if number == 0 else self.past.burden[player] // 2 * 2
        for other in range(self.rounds):
            if other != number and self.large[self.where[other][player]]:
                burden += 3 if abs(other - number) == 1 else 2
        return burden

    def _whole_cost(self) -> int:
        """Add up the costs round by round, each against those before it."""
        times = [list(row) for row in self.past.times]
        burden, cost = list(self.past.burden), 0
        for tables in self.plan:
            for index, table in enumerate(tables):
                for player in table:
                    if self.large[index]:
                        cost += burden[player]
                    for other in table:
                        if player < other:
                            cost += self.price[times[player][other]]
                            times[player][other] += 1
            for index, table in enumerate(tables):
                for player in table:
                    burden[player] = burden[player] // 2 * 2 + 3 * self.large[index]
        return cost

    def run(self, steps: int, enough: int = 0) -> BestPlan:
        """Return the best plan found until the cost is `enough` or `steps` swaps were tried."""
        best = BestPlan(self._copy(), self.cost, self.steps)
        until = self.steps + (steps if len(self.sizes) > 1 else 0)
        while best.cost > enough and self.steps < until:
            best = self._descend(best, until, enough)
            if best.cost > enough and self.steps < until:
                self.seat(self._by_lot())
        return BestPlan(best.plan, best.cost, self.steps)

    def _copy(self) -> tuple[SeatLists, ...]:
        return tuple([[list(table) for table in tables] for tables in self.plan])

    def _descend(self, best: BestPlan, until: int, enough: int) -> BestPlan:
        """Swap and swap again until nothing better was found for long."""
        forbidden: dict[tuple[int, int, int], int] = {}  # round, player, table: until which turn
        patience = 40 + 6 * self.count * self.rounds
        lowest, turn, idle = self.cost, 0, 0
        if self.cost < best.cost:
            best = BestPlan(self._copy(), self.cost, self.steps)
        while idle < patience and self.steps < until and best.cost > enough:
            turn, idle = turn + 1, idle + 1
            number, player = self.dice.one_of(self._costly())
            swaps = self._best_swaps(number, player, forbidden, turn, lowest)
            if not swaps:
                continue
            other, more = self.dice.one_of(swaps)
            where = self.where[number]
            stay = turn + 4 + self.dice.below(6)
            forbidden[number, player, where[player]] = stay
            forbidden[number, other, where[other]] = stay
            self._swap(number, player, other)
            self.cost += more
            if self.cost < lowest:
                lowest, idle = self.cost, 0
                if lowest < best.cost:
                    best = BestPlan(self._copy(), lowest, self.steps)
        return best

    def _costly(self) -> list[tuple[int, int]]:
        """Return the players whose seats cost something, with the round; empty only if the cost is 0."""
        large = self.large
        return [
            (number, player)
            for number, (where, at, burden) in enumerate(zip(self.where, self.at, self.burden, strict=True))
            for player, table in enumerate(where)
            if at[player][table] or (large[table] and burden[player])
        ]

    def _best_swaps(
        self, number: int, player: int, forbidden: dict[tuple[int, int, int], int], turn: int, lowest: int
    ) -> list[tuple[int, int]]:
        """Return the other players whose swap with this one costs least, and how much more it costs."""
        at, burden, large = self.at[number], self.burden[number], self.large
        own_table = self.where[number][player]
        costs, worth, better = at[player], self.worth[number][player], lowest - self.cost
        swaps: list[tuple[int, int]] = []
        least = None
        for other_table, table in enumerate(self.plan[number]):
            if other_table == own_table:
                continue
            move_cost = costs[other_table] - costs[own_table]
            sign = large[own_table] - large[other_table]
            stays = forbidden.get((number, player, other_table), 0) > turn
            for other in table:
                others = at[other]
                more = move_cost + others[own_table] - others[other_table] - 2 * worth[other]
                if sign:
                    more += sign * (burden[other] - burden[player])
                if least is not None and more > least:
                    continue
                if (stays or forbidden.get((number, other, own_table), 0) > turn) and more >= better:
                    continue
                if more != least:
                    swaps, least = [], more
                swaps.append((other, more))
        self.steps += self.count - self.sizes[own_table]
        return sorted(swaps)

    def _swap(self, number: int, player: int, other: int) -> None:
        """Swap two players between tables, and update all costs."""
        where, at, worth = self.where[number], self.at[number], self.worth[number]
        own_table, other_table = where[player], where[other]
        for costs, with_one, with_other in zip(at, worth[player], worth[other], strict=True):
            if with_one != with_other:
                costs[own_table] += with_other - with_one
                costs[other_table] += with_one - with_other
        mine, theirs = self.plan[number][own_table], self.plan[number][other_table]
        mine.remove(player)
        theirs.remove(other)
        if self.rounds > 1:
            self._meet(number, player, mine, -1)
            self._meet(number, other, mine, 1)
            self._meet(number, other, theirs, -1)
            self._meet(number, player, theirs, 1)
        mine.append(other)
        theirs.append(player)
        where[player], where[other] = other_table, own_table
        if self.rounds > 1 and self.large[own_table] != self.large[other_table]:
            for elsewhere in range(self.rounds):
                if elsewhere != number:
                    unit = 3 if abs(elsewhere - number) == 1 else 2
                    sign = 1 if self.large[other_table] else -1
                    self.burden[elsewhere][player] += sign * unit
                    self.burden[elsewhere][other] -= sign * unit

    def _meet(self, number: int, player: int, others: Sequence[int], more: int) -> None:
        """Add or remove a player's meetings in this round, which is the past of all others."""
        met, price = self.times[player], self.price
        for other in others:
            met[other] = self.times[other][player] = met[other] + more
        for where, at, worth in self.elsewhere[number]:
            own_table, costs, with_one = where[player], at[player], worth[player]
            for other in others:
                other_table = where[other]
                value = price[met[other] - (own_table == other_table)]
                change = value - with_one[other]
                with_one[other] = worth[other][player] = value
                costs[other_table] += change
                at[other][own_table] += change


def dealt(players: Sequence[int], tables: Sequence[int]) -> SeatLists:
    """Return people in this order at tables of these sizes."""
    taken, seated = 0, []
    for size in tables:
        seated.append(list(players[taken : taken + size]))
        taken += size
    return seated


# Plans in which nobody meets twice, built instead of searched for: four players for each element of a field.
#
# A player is a pair (g, x), g from 0 to 3 and x from 0 to q − 1. In round m, table c takes (g, c + m·g) for
# every g: nobody meets a player of the same g. (g, x) and (h, y) share a table in round m if x − y = m·(g −
# h), and where g − h has an inverse that is one m only. So q rounds repeat no pair. Numbers modulo q will do
# if neither 2 nor 3 divides q. For q = 4 it takes the field of four elements, and in a fifth round those of
# the same g sit together.

TIMES_IN_FOUR = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))  # a + b there is a ^ b


def constructed(count: int, rounds: int) -> tuple[SeatLists, ...] | None:
    """Return this number of rounds at tables of four without a repeated pair; None if none is known."""
    q, remainder = divmod(count, 4)
    if remainder:
        return None
    if q == 4:
        plan = [[[4 * g + (c ^ TIMES_IN_FOUR[m][g]) for g in range(4)] for c in range(4)] for m in range(4)]
        plan.append([[4 * g + x for x in range(4)] for g in range(4)])
    elif q > 4 and q % 2 and q % 3:
        plan = [
            [[q * g + (c + m * g) % q for g in range(4)] for c in range(q)] for m in range(min(q, rounds))
        ]
    else:
        return None
    return tuple(plan[:rounds]) if rounds <= len(plan) else None
