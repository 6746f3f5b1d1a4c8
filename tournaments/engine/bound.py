"""Prove how small the sum of squares of all meetings can be, by counting, and for few players by search.

A pair that met t times and meets again adds 2 t + 1 to that sum, and how many pairs sit together is given by
the tables. So what is counted here are earlier meetings: the sum of t over all pairs who sit together.

**Spread.** A past table of g people is spread over t new tables. Moving one of them from a table with more
of them to a table with at least two fewer never adds a pair, so the even spread leaves the fewest. Tables
of one round share no pair, so these add up over the past tables. Seen from the new tables it is the
pigeonhole: s people out of k past tables. 12 players at three tables: 4 = 2 + 1 + 1 leaves one pair, three
past tables leave three. Where the tables differ by one seat at most, and `sizes` makes no others, all past
tables can be spread evenly at once, so against a single round this bound is exact.

**Rounds.** Every past round has its spread, and a pair that met k times counts in k of them: they add up.

**Opponents.** Somebody at a table of s meets s − 1 opponents, at best those he met least often. The large
tables go to those to whom one more opponent costs least. All opponents added up count each pair twice.

**Tried.** For few players it is tried whether the counted bound can be kept, then one more, and so on:
every seating is gone through, table by table; a branch is left only when what it repeats already and what
those still standing must repeat (by spread and opponents) are too many. If this ends within its steps
without a seating, there is at least one more earlier meeting.
"""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from tournaments.engine.meetings import Meetings, Pair, RoundSeating

TRIED_UP_TO = 24  # players
TRIED_STEPS = 40_000


class Proof(StrEnum):
    """Why it cannot be fewer."""

    NONE = "none"  # the bound is 0
    SPREAD = "spread"  # a past table has to be spread over too few tables
    ROUNDS = "rounds"  # so in several rounds
    OPPONENTS = "opponents"  # too few are left whom somebody never met, or met less often
    TRIED = "tried"  # every seating was tried


class Bound(NamedTuple):
    """A lower bound on the earlier meetings of the pairs in a seating, and how it was proven."""

    meetings: int
    proof: Proof


def even(people: int, tables: int) -> int:
    """Return the fewest pairs at one table when people are spread over this number of tables.

    >>> even(4, 3), even(5, 3), even(4, 4)
    (1, 2, 0)
    """
    each, more = divmod(people, tables)
    return tables * (each * (each - 1) // 2) + more * each


def spread(groups: Sequence[int], tables: Sequence[int]) -> int:
    """Return the fewest pairs of one group at one table, for groups of these sizes."""
    return max(
        sum(even(group, len(tables)) for group in groups),
        sum(even(table, len(groups)) for table in tables),
    )


def counted(
    players: Sequence[str], tables: Sequence[int], past: Sequence[RoundSeating], rounds: int = 1
) -> Bound:
    """Return the bound that counting proves for these players and tables over some rounds."""
    present = frozenset(players)
    spreads = [spread(_groups(seating, present), tables) for seating in past] if present else []
    between = [number * spread(tables, tables) for number in range(1, rounds)]
    everything = [spread for spread in (*spreads * rounds, *between) if spread]
    bounds = (
        Bound(0, Proof.NONE),
        Bound(sum(everything), Proof.ROUNDS if len(everything) > 1 else Proof.SPREAD),
        Bound(_of_opponents(rounds, players, tables, _times(players, past)), Proof.OPPONENTS),
    )
    return max(bounds, key=lambda bound: bound.meetings)


def _times(players: Sequence[str], past: Sequence[RoundSeating]) -> Counter[Pair]:
    """Return how often any two of them have met."""
    present = frozenset(players)
    return Counter({pair: n for pair, n in Meetings.of(past).times.items() if present.issuperset(pair)})


def _groups(seating: RoundSeating, present: frozenset[str]) -> list[int]:
    """Return how many people of each past table are present; newcomers count as groups of one."""
    seated = [len(present.intersection(table)) for table in seating.tables]
    return [group for group in seated if group] + [1] * (len(present) - sum(seated))


def _of_opponents(rounds: int, players: Sequence[str], tables: Sequence[int], times: Counter[Pair]) -> int:
    """Return the fewest meetings if everybody sits with the people they have met least."""
    met: dict[str, Counter[int]] = {player: Counter() for player in players}
    for pair, often in times.items():
        for player in pair:
            met[player][often] += 1
    fewest = min(tables, default=1) - 1
    extra_costs: list[int] = []  # what each opponent more costs at larger tables
    meetings = 0
    for others in met.values():
        others[0] = len(players) - 1 - sum(others.values())
        costs = _cheapest(others, rounds, rounds * (max(tables) - 1))
        meetings += sum(costs[: rounds * fewest])
        extra_costs += costs[rounds * fewest :]
    more = rounds * sum(size * (size - 1 - fewest) for size in tables)
    return (meetings + sum(sorted(extra_costs)[:more]) + 1) // 2


def _cheapest(often: Counter[int], rounds: int, opponents: int) -> list[int]:
    """Return the lowest costs of this number of opponents; `often` counts players by earlier meetings.

    >>> _cheapest(Counter({0: 2, 1: 1}), 1, 3), _cheapest(Counter({0: 2, 1: 1}), 2, 6)
    ([0, 0, 1], [0, 0, 1, 1, 1, 2])
    """
    costs = [
        times
        for times in range(max(often, default=0) + rounds)
        for earlier in range(max(times - rounds + 1, 0), times + 1)
        for _ in range(often[earlier])
    ]
    return costs[:opponents]


def proven(seating: RoundSeating, past: Sequence[RoundSeating], steps: int = TRIED_STEPS) -> Bound:
    """Return the best bound for the players and tables of this seating, which is known to be possible."""
    players = sorted(seating.players)
    bound = counted(players, seating.sizes, past)
    met = Meetings.of(past).times
    known = sum(met[pair] for pair in seating.pairs)
    if len(players) > TRIED_UP_TO:
        return bound
    opponents: Counter[str] = Counter()
    for pair, often in met.items():
        for player in pair:
            opponents[player] += often
    hardest_first = sorted(players, key=lambda player: -opponents[player])
    least = bound.meetings
    while least < known:
        trial = _Trial(hardest_first, past, least, steps)
        trial.seat_all(seating.sizes)
        if trial.found or not trial.ended:
            break
        least, steps = least + 1, trial.steps
    return bound if least == bound.meetings else Bound(least, Proof.TRIED)


class _Trial:
    """Search for a seating with at most `most` earlier meetings, table by table.

    Each table begins with the first player who is not seated yet.
    """

    def __init__(self, players: Sequence[str], past: Sequence[RoundSeating], most: int, steps: int) -> None:
        indices = {player: number for number, player in enumerate(players)}
        self.past = [
            [sum(1 << indices[player] for player in table if player in indices) for table in seating.tables]
            for seating in past
        ]
        self.met: list[list[int]] = [[] for _ in players]  # of each, who was met once, who twice, and so on
        for element, other in _times(players, past).elements():
            for index, bit in (
                (indices[element], 1 << indices[other]),
                (indices[other], 1 << indices[element]),
            ):
                level = next((n for n, met in enumerate(self.met[index]) if not met & bit), None)
                if level is None:
                    self.met[index].append(bit)
                else:
                    self.met[index][level] |= bit
        self.most, self.steps, self.found = most, steps, False
        largest = max((len(table) for seating in past for table in seating.tables), default=0)
        self.even = [[even(group, t) for group in range(largest + 1)] for t in range(1, len(players))]

    @property
    def ended(self) -> bool:
        return self.steps >= 0

    def seat_all(self, tables: Sequence[int]) -> None:
        self._fill((1 << len(self.met)) - 1, tuple(sorted(tables)), 0)

    def _fill(self, unseated: int, tables: tuple[int, ...], meetings: int) -> None:
        if not tables:
            self.found = True
            return
        if meetings + self._still(unseated, tables) > self.most:
            return
        first = unseated & -unseated
        for number, size in enumerate(tables):
            if number == 0 or size != tables[number - 1]:
                remaining = tables[:number] + tables[number + 1 :]
                self._seat(unseated ^ first, first, size - 1, unseated ^ first, remaining, meetings)

    def _seat(
        self, unseated: int, table: int, seats: int, candidates: int, tables: tuple[int, ...], meetings: int
    ) -> None:
        """Fill up one table with those after the last one seated, then go on to the next."""
        if meetings > self.most or self.found or not self.ended:
            return
        if not seats:
            self._fill(unseated, tables, meetings)
            return
        while candidates.bit_count() >= seats:
            self.steps -= 1
            bit = candidates & -candidates
            candidates ^= bit
            more = sum([(met & table).bit_count() for met in self.met[bit.bit_length() - 1]])
            self._seat(unseated ^ bit, table | bit, seats - 1, candidates, tables, meetings + more)

    def _still(self, unseated: int, tables: tuple[int, ...]) -> int:
        """Return how many earlier meetings those still standing must have at least."""
        evenly = self.even[len(tables) - 1]
        spreads = sum([evenly[(group & unseated).bit_count()] for groups in self.past for group in groups])
        costs, count, fewest = 0, unseated.bit_count(), tables[0] - 1
        people = unseated
        while people:
            bit = people & -people
            people ^= bit
            for met in self.met[bit.bit_length() - 1]:
                costs += max(0, fewest - (count - 1 - (met & unseated).bit_count()))
        return max(spreads, (costs + 1) // 2)
