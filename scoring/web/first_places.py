"""Show the top ranks of standings on one page, for a newsletter: print, and text to paste or hand on."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest

from scoring.engine.amounts import noted
from scoring.engine.result import Amount
from scoring.models import Club
from scoring.web.link_previews import names_to_share

MOST_DIGITS = 4  # of how many places are shown

PlaceLine = tuple[int | None, str, Amount | str]


def first_asked(request: HttpRequest) -> int:
    """Return how many places the address asks for; 0: all of them."""
    number = request.GET.get("first", "")
    return int(number) if number.isascii() and number.isdecimal() and len(number) <= MOST_DIGITS else 0


def first_places(
    first: int, rows: Iterable[PlaceLine], club: Club, title: str, *captions: str
) -> dict[str, Any]:
    """Return the first places for a page: as rows, and as texts to paste and to share.

    `captions` are the latter's second line: whose standings they are, and of which day. Members who want no
    name in it have initials there.
    """
    if not first:
        return {"first": 0}
    places = [(rank, name, _without_plus(amount)) for rank, name, amount in rows]
    named = zip(places, names_to_share(club, (name for _rank, name, _amount in places)), strict=True)
    handed_on = [(rank, name, amount) for (rank, _name, amount), name in named]
    below = " · ".join(filter(None, captions))
    return {
        "first": first,
        "to_paste": _as_text(places),
        "result": f"{title}\n{below}\n{_as_text(handed_on)}",
    }


def _as_text(rows: Iterable[tuple[int | None, str, str]]) -> str:
    return "\n".join(f"{rank}. {name} {amount}" for rank, name, amount in rows)


def _without_plus(amount: Amount | str) -> str:
    """Return an amount as a newsletter prints it.

    >>> _without_plus(12), _without_plus(-3), _without_plus("+4,5")
    ('12', '−3', '4,5')
    """
    return (amount if isinstance(amount, str) else noted(amount)).removeprefix("+")
