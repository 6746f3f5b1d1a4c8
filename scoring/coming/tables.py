"""How many tables so many people make: of four and of five, since three are too few and six too many."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import TypeVar

FEWEST, MOST = 4, 5  # at a table

Somebody = TypeVar("Somebody")


def tables_of(people: int) -> tuple[int, ...]:
    """Return how many sit at each table, as many tables as there can be; nothing: it does not come out.

    >>> tables_of(4), tables_of(9), tables_of(13), tables_of(15)
    ((4,), (4, 5), (4, 4, 5), (5, 5, 5))
    >>> tables_of(3), tables_of(7), tables_of(11)
    ((), (), ())
    """
    tables = people // FEWEST
    if people > tables * MOST:
        return ()
    larger = people - tables * FEWEST
    return (FEWEST,) * (tables - larger) + (MOST,) * larger


def missing(people: int) -> int:
    """Return how many more it takes for everybody to sit at a table.

    >>> [missing(people) for people in range(13)]
    [4, 3, 2, 1, 0, 0, 2, 1, 0, 0, 0, 1, 0]
    """
    return next(more for more in count() if tables_of(people + more))


def seated(people: Sequence[Somebody]) -> tuple[list[list[Somebody]], list[Somebody]]:
    """Return who can sit together, the first ones first, and who is left over.

    >>> seated("ABCDEFG")
    ([['A', 'B', 'C', 'D', 'E']], ['F', 'G'])
    """
    places = next((number for number in range(len(people), 0, -1) if tables_of(number)), 0)
    left = iter(people)
    found = [[next(left) for _seat in range(size)] for size in tables_of(places)]
    return found, list(left)
