"""Plans in which nobody meets twice, built instead of searched for: four players for each element of a field.

A player is a pair (g, x), g from 0 to 3 and x from 0 to q − 1. In round m, table c takes (g, c + m·g) for
every g: nobody meets a player of the same g. (g, x) and (h, y) share a table in round m if x − y = m·(g −
h), and where g − h has an inverse that is one m only. So q rounds repeat no pair. Numbers modulo q will do
if neither 2 nor 3 divides q. For q = 4 it takes the field of four elements, and in a fifth round those of
the same g sit together.
"""

from __future__ import annotations

from tournaments.engine.search import SeatLists

TIMES_IN_FOUR = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))  # a + b there is a ^ b


def constructed(count: int, rounds: int) -> tuple[SeatLists, ...] | None:
    """Return so many rounds at tables of four without a repeated pair; None if there is no such plan."""
    q, rest = divmod(count, 4)
    if rest:
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
