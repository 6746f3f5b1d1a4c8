"""Show the top ranks of standings on one page, for a newsletter: print, picture, and text to paste."""

import json
from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from scoring.engine.amounts import noted
from scoring.engine.result import Amount
from scoring.models import Club
from scoring.names import initials

MOST_DIGITS = 4  # of how many places are shown
MOST_IN_A_PICTURE = 100  # people: more could not be read on a phone

PlaceLine = tuple[int | None, str, Amount | str]


def first_asked(request: HttpRequest) -> int:
    """Return how many places the address asks for; 0: all of them."""
    number = request.GET.get("first", "")
    return int(number) if number.isascii() and number.isdecimal() and len(number) <= MOST_DIGITS else 0


def first_places(
    first: int, rows: Iterable[PlaceLine], club: Club, title: str, *captions: str
) -> dict[str, Any]:
    """Return the first places as a page shows them: as text to paste, and what a picture is drawn from.

    `about` stands below the title of the picture: whose standings they are, and of which day. Whoever wants
    no name in pictures has initials there, and in the text that goes with it.
    """
    if not first:
        return {"first": 0}
    unnamed = set(club.members.filter(in_pictures=False).values_list("name", flat=True))
    places = [(rank, name, _without_plus(amount)) for rank, name, amount in rows]
    drawn = [(rank, initials(name) if name in unnamed else name, amount) for rank, name, amount in places]
    below = " · ".join(filter(None, captions))
    text = f"{title}\n{below}\n{_as_text(drawn)}"
    picture = {
        "name": title,
        "title": title,
        "below": below,
        "about": _("In front"),
        "winner": drawn[0][1] if drawn else "",
        "figure": drawn[0][2] if drawn else "",
        "heading": _("Ranking"),
        "lines": [(name, amount, f"{rank}.") for rank, name, amount in drawn],
        "text": text,
    }
    return {
        "first": first,
        "to_paste": _as_text(places),
        "result": {"as_json": json.dumps(picture, ensure_ascii=False), "text": text}
        if 0 < len(places) <= MOST_IN_A_PICTURE
        else None,
        "most_in_a_picture": MOST_IN_A_PICTURE,
    }


def _as_text(rows: Iterable[tuple[int | None, str, str]]) -> str:
    return "\n".join(f"{rank}. {name} {amount}" for rank, name, amount in rows)


def _without_plus(amount: Amount | str) -> str:
    """Return an amount as a newsletter prints it.

    >>> _without_plus(12), _without_plus(-3), _without_plus("+4,5")
    ('12', '−3', '4,5')
    """
    return (amount if isinstance(amount, str) else noted(amount)).removeprefix("+")
