"""The report on a seating before it is published: who meets again, and what was unavoidable."""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.engine.bound import Proof, proven
from tournaments.engine.meetings import Meetings, Pair, RoundSeating, pairs_at


class Again(NamedTuple):
    """Two who sit together although they have before."""

    pair: Pair
    times: int  # how often before
    table: int  # counted from 0


class LargeAgain(NamedTuple):
    """A player at a table of five or six who has sat at one before."""

    player: str
    times: int  # how often before
    last_time: bool  # the last time he played was one of them


class Quality(NamedTuple):
    """One seating beside everything before it."""

    again: tuple[Again, ...]  # who met most often comes first
    large_again: tuple[LargeAgain, ...]
    squares: int  # the sum of the squares of all meetings, this seating with everything before it
    at_least: int  # with the earlier rounds as they were, it cannot be smaller
    proof: Proof  # why


def quality_of(seating: RoundSeating, past: Sequence[RoundSeating]) -> Quality:
    """Return the report on any seating, drawn or swapped by hand."""
    so_far, bound = Meetings.of(past), proven(seating, past)
    earlier_squares = sum(times * times for times in so_far.times.values())
    again = [
        Again(pair, so_far.times[pair], number)
        for number, table in enumerate(seating.tables)
        for pair in pairs_at(table)
        if so_far.times[pair]
    ]
    large_again = [
        LargeAgain(player, so_far.large[player], player in so_far.large_last)
        for player in seating.at_large_tables
        if so_far.large[player]
    ]
    return Quality(
        again=tuple(sorted(again, key=lambda repeat: (-repeat.times, repeat.table, repeat.pair))),
        large_again=tuple(sorted(large_again, key=lambda repeat: (-repeat.times, repeat.player))),
        squares=earlier_squares + sum(2 * so_far.times[pair] + 1 for pair in seating.pairs),
        at_least=earlier_squares + 2 * bound.meetings + len(seating.pairs),
        proof=bound.proof,
    )
