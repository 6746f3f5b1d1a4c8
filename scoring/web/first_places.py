"""The first so many places of standings on one page, for a newsletter: to print, and as text to paste."""

from collections.abc import Iterable

from django.http import HttpRequest

from scoring.engine.amounts import noted
from scoring.engine.result import Amount

MOST_DIGITS = 4  # of how many places are shown


def first_asked(request: HttpRequest) -> int:
    """Return how many places the address asks for; 0: all of them."""
    asked = request.GET.get("first", "")
    return int(asked) if asked.isascii() and asked.isdecimal() and len(asked) <= MOST_DIGITS else 0


def lines_to_paste(rows: Iterable[tuple[int | None, str, Amount | str]]) -> str:
    """Return a line for each place, without plus signs.

    >>> print(lines_to_paste([(1, "Anna", 12), (2, "Bert", -3)]))
    1. Anna 12
    2. Bert −3
    """
    points = (
        (rank, name, amount if isinstance(amount, str) else noted(amount)) for rank, name, amount in rows
    )
    return "\n".join(f"{rank}. {name} {amount.removeprefix('+')}" for rank, name, amount in points)
