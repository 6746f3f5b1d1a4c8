"""The draw: who sits where, computed from a seed so that everyone can repeat it.

People are ids as text and are sorted first, so the order in which they are named does not matter. The draw
has the smallest sum of the squares of all meetings; among equal draws it takes one in which repeats are
spread over many pairs. Fives come after that: a second five is never avoided by an additional repeat. Among
draws that are equal so far, those sit at a five who sat at one least, above all not at their last table.
The same seed gives the same seating as long as players, past rounds and these modules are the same.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import comb

from scoring.engine.numbers import as_written
from tournaments.engine.bound import Bound, counted, even
from tournaments.engine.meetings import Meetings, RoundSeating
from tournaments.engine.quality import Quality, quality_of
from tournaments.engine.search import BestPlan, Past, Search, SeatLists, constructed, dealt
from tournaments.engine.seeded_random import Dice
from tournaments.engine.sizes import SMALLEST, sizes
from tournaments.engine.wishes import SeatWish, wished

PROCEDURE = 2  # the same seed draws the same people to the same seats; counts on when that changes
EFFORT = 60_000  # swaps weighed for one round, if the bound is not reached before
LOOK_AHEAD_UP_TO = 40  # players; with more there is always room for a next round


class Method(StrEnum):
    """How people are drawn."""

    RANDOM = "random"  # by lot alone; at a five sit those who sat there least
    AVOID_REPEATS = "avoid_repeats"
    BY_STANDING = "by_standing"  # the best at the first table, and so on


@dataclass(frozen=True, slots=True)
class Drawn:
    """A seating, what it was drawn from, and how good it is."""

    seating: RoundSeating
    seed: str
    method: Method
    quality: Quality
    searched: int = 0  # swaps weighed to find it
    seconds: float | None = field(default=None, compare=False)  # as the caller's clock has it


def draw(
    players: Sequence[str],
    *,
    seed: str,
    method: Method = Method.AVOID_REPEATS,
    past: Sequence[RoundSeating] = (),
    ranking: Sequence[str] | Mapping[str, int] = (),
    wishes: Sequence[SeatWish] = (),
    effort: int = EFFORT,
    clock: Callable[[], float] | None = None,
) -> Drawn:
    """Seat these players for one round; `past` has all earlier rounds, the oldest first.

    The standing is for its method only: the players from the best one on, or everybody's rank, where equal
    ranks are parted by lot. Who is not in it comes after all others. What the draw finds is changed where
    that keeps wishes.
    """
    table = _Register(players, past)
    started = clock() if clock else 0
    dice = Dice(seed)
    searched = 0
    if method is Method.BY_STANDING:
        seats = dealt(table.ranked(ranking, dice), table.tables)
    elif method is Method.RANDOM:
        seats = dealt(table.rested(dice), table.tables)
    else:
        best = table.search(dice, effort)
        seats, searched = best.plan[0], best.steps
    spread, by_rank = method is Method.AVOID_REPEATS, method is Method.BY_STANDING
    seating = wished(table.seated(seats, dice), wishes, past, dice, spread=spread, ranked=by_rank)
    seconds = clock() - started if clock else None
    return Drawn(seating, seed, method, quality_of(seating, past), searched, seconds)


def draw_all(
    players: Sequence[str],
    rounds: int,
    *,
    seed: str,
    past: Sequence[RoundSeating] = (),
    wishes: Sequence[SeatWish] = (),
    effort: int = EFFORT,
    clock: Callable[[], float] | None = None,
) -> tuple[Drawn, ...]:
    """Seat the same players for several rounds at once, with the smallest sum of squares overall."""
    table = _Register(players, past)
    started = clock() if clock else 0
    dice = Dice(seed)
    best = table.search_all(dice, rounds, effort)
    seatings: list[RoundSeating] = []
    for seats in best.plan:
        seatings.append(wished(table.seated(seats, dice), wishes, [*past, *seatings], dice))
    seconds = clock() - started if clock else None
    return tuple(
        [
            Drawn(
                seating,
                seed,
                Method.AVOID_REPEATS,
                quality_of(seating, [*past, *seatings[:number]]),
                best.steps,
                seconds,
            )
            for number, seating in enumerate(seatings)
        ]
    )


class _Register:
    """The players as numbers, in the order of their ids, with their past meetings."""

    def __init__(self, players: Sequence[str], past: Sequence[RoundSeating]) -> None:
        self.players = sorted(players, key=as_written)
        self.tables = sizes(len(self.players))
        self.past_seatings = past
        so_far = Meetings.of(past)
        indices = {player: number for number, player in enumerate(self.players)}
        if len(indices) < len(self.players):
            raise AssertionError("nobody can be drawn twice")
        times = [[0] * len(indices) for _ in indices]
        for (time, other), often in so_far.times.items():
            if time in indices and other in indices:
                times[indices[time]][indices[other]] = times[indices[other]][indices[time]] = often
        self.past = Past(times, [so_far.burden(player) for player in self.players], len(past))

    def ranked(self, ranking: Sequence[str] | Mapping[str, int], dice: Dice) -> list[int]:
        """Return the draw by rank, from the best on; the dice order equal ranks."""
        if not isinstance(ranking, Mapping):
            ranking = {player: rank for rank, player in enumerate(ranking)}
        last = max(ranking.values(), default=0) + 1
        return sorted(
            dice.shuffled(range(len(self.players))),
            key=lambda player: ranking.get(self.players[player], last),
        )

    def rested(self, dice: Dice) -> list[int]:
        """Return the draw by lot in which those with fewest large tables are drawn for these first."""
        lots = dice.shuffled(range(len(self.players)))
        seats = sum(size for size in self.tables if size > SMALLEST)
        large = set(sorted(lots, key=lambda player: self.past.burden[player])[:seats])
        return [lot for lot in lots if lot not in large] + [lot for lot in lots if lot in large]

    def seated(self, seats: SeatLists, dice: Dice) -> RoundSeating:
        """Draw the seats at each table too."""
        return RoundSeating(
            tuple([tuple([self.players[p] for p in dice.shuffled(sorted(t))]) for t in seats])
        )

    def least_burden(self, rounds: int) -> int:
        """Return the least repetition of large tables that any plan has."""
        seats = sum(size for size in self.tables if size > SMALLEST)
        if rounds == 1:
            return sum(sorted(self.past.burden)[:seats])
        times = [burden // 2 for burden in self.past.burden]
        least = 0
        for _ in range(rounds * seats):
            least_burdened = min(range(len(times)), key=lambda player: times[player])
            least += 2 * times[least_burdened]
            times[least_burdened] += 1
        return least

    def search(self, dice: Dice, effort: int) -> BestPlan:
        search = Search(self.tables, 1, self.past, dice)
        bound = counted(self.players, self.tables, self.past_seatings)
        best = search.run(effort, self._enough(search, bound))
        if not self.past_seatings or len(self.players) > LOOK_AHEAD_UP_TO:
            return best
        return self._looking_ahead(best, dice, effort)

    def _looking_ahead(self, best: BestPlan, dice: Dice, effort: int) -> BestPlan:
        """Return, among equally good seatings, one that leaves the best later rounds possible.

        Without this a fourth round of 16 players would have to repeat pairs after three of four third rounds.
        """
        steps = best.steps
        alone = Search(self.tables, 1, self.past, dice)
        for rounds in (3, 2):
            search = Search(self.tables, rounds, self.past, dice)
            bound = counted(self.players, self.tables, self.past_seatings, rounds)
            ahead = search.run(effort, self._enough(search, bound))
            steps += ahead.steps
            alone.seat(ahead.plan[:1])
            if search.scale.meetings(ahead.cost) == bound.meetings and alone.cost <= best.cost:
                return BestPlan(ahead.plan[:1], alone.cost, steps)
        return BestPlan(best.plan, best.cost, steps)

    def _enough(self, search: Search, bound: Bound) -> int:
        """Return a lower bound of the cost of any plan."""
        glue = self.least_glue(search.rounds, bound)
        return search.scale.cost(bound.meetings, glue, self.least_burden(search.rounds))

    def least_glue(self, rounds: int, bound: Bound) -> int:
        """Return the least possible glue of a plan, by its pairs and by the end."""
        pairs = rounds * sum(size * (size - 1) // 2 for size in self.tables)
        times = [often for time, row in enumerate(self.past.times) for often in row[:time]]
        each, more = divmod(sum(times) + pairs, len(times))
        final_glue = len(times) * comb(each, 3) + more * comb(each, 2)
        return max(even(bound.meetings, pairs), final_glue - sum(comb(often, 3) for often in times))

    def search_all(self, dice: Dice, rounds: int, effort: int) -> BestPlan:
        """Return the best plan from random starts, from round-by-round draws and from a known design."""
        search = Search(self.tables, rounds, self.past, dice)
        bound = counted(self.players, self.tables, self.past_seatings, rounds)
        enough = self._enough(search, bound)
        best = search.run(effort * rounds, enough)
        if best.cost > enough:
            search.seat(self._round_by_round(dice, rounds, effort))
            best = min(best, search.run(effort, enough), key=lambda plan: plan.cost)
        built = constructed(len(self.players), rounds)
        if best.cost > enough and built and not self.past_seatings:
            names = dice.shuffled(range(len(self.players)))
            best = BestPlan(
                tuple([[[names[p] for p in t] for t in seats] for seats in built]), 0, search.steps
            )
        return BestPlan(best.plan, best.cost, search.steps)

    def _round_by_round(self, dice: Dice, rounds: int, effort: int) -> list[SeatLists]:
        plan: list[SeatLists] = []
        seatings = list(self.past_seatings)
        for _ in range(rounds):
            so_far = _Register(self.players, seatings)
            plan.append(so_far.search(dice, effort).plan[0])
            seatings.append(RoundSeating(tuple([tuple([self.players[p] for p in t]) for t in plan[-1]])))
        return plan
