"""Random numbers from a seed: the same text gives the same numbers on every machine, for ever."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import chain, count
from struct import Struct
from typing import TypeVar

T = TypeVar("T")
BITS = 64  # of each number before it is scaled
FOUR = Struct(">4Q")  # of these in a hash


class Dice:
    """Numbers from SHA-256 of the seed, a line end and a count; four numbers of 64 bits from each.

    The first four come from the count 0. Python's own `random` promises the same numbers for one of its
    methods only.
    """

    def __init__(self, seed: str) -> None:
        self._numbers = _numbers(seed)

    def below(self, count: int) -> int:
        """Return a whole number from 0 to count - 1."""
        return next(self._numbers) * count >> BITS

    def one_of(self, choices: Sequence[T]) -> T:
        return choices[self.below(len(choices))]

    def shuffled(self, elements: Sequence[T]) -> list[T]:
        """Return the elements in a random order, each order as likely as any other."""
        pile = list(elements)
        for last in range(len(pile) - 1, 0, -1):
            drawn = self.below(last + 1)
            pile[last], pile[drawn] = pile[drawn], pile[last]
        return pile


def _numbers(seed: str) -> Iterator[int]:
    def four(number: int) -> tuple[int, ...]:
        return FOUR.unpack(sha256(f"{seed}\n{number}".encode("utf-8", "surrogatepass")).digest())

    return chain.from_iterable(map(four, count()))
