"""How many pairs must meet again, whoever draws: counted, and for few players tried to the end.

**Spread.** A past table of g people is spread over t new tables. Moving one of them from a table with more
of them to a table with at least two fewer never adds a pair, so the even spread leaves the fewest. Tables
of one round share no pair, so these add up over the past tables. Seen from the new tables it is the
pigeonhole: s people out of k past tables. 12 players at three tables: 4 = 2 + 1 + 1 leaves one pair, three
past tables leave three. Where the tables differ by one seat at most, and `sizes` makes no others, all past
tables can be spread evenly at once, so against a single round this bound is exact.

**Rounds.** The spreads of all past rounds add up to earlier meetings: a pair that met k times counts for k of
them. The fewest pairs with so many meetings are those who met most often; at least so many meet again.

**Opponents.** Somebody at a table of s needs s − 1 opponents. If fewer are here whom he never met, the
others are repeats, and a repeat serves the want of two people at most. The large tables go to those who
want least there. This contains the count of all pairs: n(n−1)/2 less those used up.

**Tried.** For few players it is tried whether the counted bound can be kept, then one more, and so on:
every seating is gone through, table by table; a branch is left only when what it repeats already and what
those still standing must repeat (by spread and opponents) are too many. If this ends within its steps
without a seating, at least one more pair meets again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from tournaments.engine.meetings import Meetings, Pair, Seating

TRIED_UP_TO = 24  # players
TRIED_STEPS = 40_000


class Proof(StrEnum):
    """Why it cannot be fewer."""

    NONE = "none"  # the bound is 0
    SPREAD = "spread"  # a past table has to be spread over too few tables
    ROUNDS = "rounds"  # so in several rounds, and few pairs met often enough to serve them all
    OPPONENTS = "opponents"  # too few are left whom somebody never met
    TRIED = "tried"  # every seating was tried


@dataclass(frozen=True, slots=True)
class Bound:
    """At least so many pairs meet again, and why."""

    pairs: int
    proof: Proof
    meetings: int = 0  # at least so many earlier meetings of the pairs who meet again


def even(people: int, tables: int) -> int:
    """The fewest pairs among people spread over so many tables.

    >>> even(4, 3), even(5, 3), even(4, 4)
    (1, 2, 0)
    """
    each, more = divmod(people, tables)
    return tables * (each * (each - 1) // 2) + more * each


def spread(groups: Sequence[int], tables: Sequence[int]) -> int:
    """The fewest pairs of one group at one table, for people who come in groups of these sizes."""
    return max(
        sum(even(group, len(tables)) for group in groups),
        sum(even(table, len(groups)) for table in tables),
    )


def counted(players: Sequence[str], tables: Sequence[int], past: Sequence[Seating]) -> Bound:
    """What counting alone proves for these players at tables of these sizes."""
    here = frozenset(players)
    times = _times(players, past)
    spreads = [spread(_groups(seating, here), tables) for seating in past] if here else []
    meetings = sum(spreads)
    bounds = (
        Bound(0, Proof.NONE, meetings),
        Bound(max(spreads, default=0), Proof.SPREAD, meetings),
        Bound(_fewest_with(meetings, times), Proof.ROUNDS, meetings),
        Bound(_wanting(players, tables, times), Proof.OPPONENTS, meetings),
    )
    best = max(bounds, key=lambda bound: bound.pairs)
    return Bound(best.pairs, best.proof, max(meetings, best.pairs))


def counted_over(
    rounds: int, players: Sequence[str], tables: Sequence[int], past: Sequence[Seating]
) -> Bound:
    """The same for several rounds of the same players together, before any of them is drawn.

    Each round has its spread against the one before it, whatever that is. A pair that meets for the third
    time is counted in both rounds in which it meets again.
    """
    before, between = counted(players, tables, past), spread(tables, tables)
    met = Counter([player for pair in _times(players, past) for player in pair])
    seats = rounds * sum(size * (size - 1) for size in tables)
    fresh = sum(len(players) - 1 - met[player] for player in players)
    wanting = max(0, seats - fresh + 1) // 2
    spreads = before.pairs + (rounds - 1) * max(before.pairs, between)
    meetings = rounds * before.meetings + rounds * (rounds - 1) // 2 * between
    pairs, proof = (wanting, Proof.OPPONENTS) if wanting > spreads else (spreads, before.proof)
    if proof is Proof.NONE and pairs:
        proof = Proof.SPREAD
    return Bound(pairs, proof, max(pairs, meetings))


def _times(players: Sequence[str], past: Sequence[Seating]) -> Counter[Pair]:
    """How often any two of them have met."""
    here = frozenset(players)
    return Counter({pair: n for pair, n in Meetings.of(past).times.items() if here.issuperset(pair)})


def _groups(seating: Seating, here: frozenset[str]) -> list[int]:
    """How many of each past table are here; who is new came alone."""
    seated = [len(here.intersection(table)) for table in seating.tables]
    return [group for group in seated if group] + [1] * (len(here) - sum(seated))


def _fewest_with(meetings: int, times: Counter[Pair]) -> int:
    pairs = 0
    for often in sorted(times.values(), reverse=True):
        if meetings <= 0:
            break
        meetings -= often
        pairs += 1
    return pairs


def _wanting(players: Sequence[str], tables: Sequence[int], times: Counter[Pair]) -> int:
    met = Counter([player for pair in times for player in pair])
    fresh = sorted([len(players) - 1 - met[player] for player in players], reverse=True)
    needed = sorted([size - 1 for size in tables for _ in range(size)], reverse=True)
    return (sum(max(0, need - have) for need, have in zip(needed, fresh, strict=True)) + 1) // 2


def proven(seating: Seating, past: Sequence[Seating], steps: int = TRIED_STEPS) -> Bound:
    """The best bound for the players and tables of this seating, which is known to be possible."""
    players = sorted(seating.players)
    bound = counted(players, seating.sizes, past)
    met = Meetings.of(past).times
    known = sum(pair in met for pair in seating.pairs)
    if len(players) > TRIED_UP_TO:
        return bound
    opponents = Counter([player for pair in met for player in pair])
    hardest_first = sorted(players, key=lambda player: -opponents[player])
    least = bound.pairs
    while least < known:
        trial = _Trial(hardest_first, past, least, steps)
        trial.seat_all(seating.sizes)
        if trial.found or not trial.ended:
            break
        least, steps = least + 1, trial.steps
    return bound if least == bound.pairs else Bound(least, Proof.TRIED, max(bound.meetings, least))


class _Trial:
    """Is there a seating with so many repeats at most? Table by table, each with the first one standing."""

    def __init__(self, players: Sequence[str], past: Sequence[Seating], most: int, steps: int) -> None:
        place = {player: number for number, player in enumerate(players)}
        self.past = [
            [sum(1 << place[player] for player in table if player in place) for table in seating.tables]
            for seating in past
        ]
        self.met = [0] * len(players)
        for seating in past:
            for table in seating.tables:
                for one, other in combinations([place[p] for p in table if p in place], 2):
                    self.met[one] |= 1 << other
                    self.met[other] |= 1 << one
        self.most, self.steps, self.found = most, steps, False
        largest = max((len(table) for seating in past for table in seating.tables), default=0)
        self.even = [[even(group, t) for group in range(largest + 1)] for t in range(1, len(players))]

    @property
    def ended(self) -> bool:
        return self.steps >= 0

    def seat_all(self, tables: Sequence[int]) -> None:
        self._fill((1 << len(self.met)) - 1, tuple(sorted(tables)), 0)

    def _fill(self, standing: int, tables: tuple[int, ...], pairs: int) -> None:
        if not tables:
            self.found = True
            return
        if pairs + self._still(standing, tables) > self.most:
            return
        first = standing & -standing
        for number, size in enumerate(tables):
            if number == 0 or size != tables[number - 1]:
                rest = tables[:number] + tables[number + 1 :]
                self._seat(standing ^ first, first, size - 1, standing ^ first, rest, pairs)

    def _seat(
        self, standing: int, table: int, seats: int, candidates: int, tables: tuple[int, ...], pairs: int
    ) -> None:
        """Fill up one table with those after the last one seated, then go on to the next."""
        if pairs > self.most or self.found or not self.ended:
            return
        if not seats:
            self._fill(standing, tables, pairs)
            return
        while candidates.bit_count() >= seats:
            self.steps -= 1
            one = candidates & -candidates
            candidates ^= one
            more = (self.met[one.bit_length() - 1] & table).bit_count()
            self._seat(standing ^ one, table | one, seats - 1, candidates, tables, pairs + more)

    def _still(self, standing: int, tables: tuple[int, ...]) -> int:
        """How many pairs those still standing must repeat at least."""
        least, evenly = 0, self.even[len(tables) - 1]
        for groups in self.past:
            pairs = 0
            for group in groups:
                pairs += evenly[(group & standing).bit_count()]
            least = max(least, pairs)
        wanting, count, fewest = 0, standing.bit_count(), tables[0] - 1
        people = standing
        while people:
            one = people & -people
            people ^= one
            fresh = count - 1 - (self.met[one.bit_length() - 1] & standing).bit_count()
            wanting += max(0, fewest - fresh)
        return max(least, (wanting + 1) // 2)
