"""How many tables of four and five so many people make, and how that is said."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

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


def in_words(number: int) -> str:
    """Return a number of people as it is said; above twelve in digits."""
    words = (
        *("", pgettext("so many people", "one"), pgettext("so many people", "two")),
        *(pgettext("so many people", "three"), pgettext("so many people", "four")),
        *(pgettext("so many people", "five"), pgettext("so many people", "six")),
        *(pgettext("so many people", "seven"), pgettext("so many people", "eight")),
        *(pgettext("so many people", "nine"), pgettext("so many people", "ten")),
        *(pgettext("so many people", "eleven"), pgettext("so many people", "twelve")),
    )
    return words[number] if 0 < number < len(words) else str(number)


def tables_in_words(sizes: tuple[int, ...]) -> str:
    """Return tables in words: "one table of four and two tables of five"."""
    fours, fives = sizes.count(FEWEST), len(sizes) - sizes.count(FEWEST)
    parts = []
    if fours:
        said = ngettext("one table of four", "%(tables)s tables of four", fours)
        parts.append(said % {"tables": in_words(fours)})
    if fives:
        said = ngettext("one table of five", "%(tables)s tables of five", fives)
        parts.append(said % {"tables": in_words(fives)})
    return _(" and ").join(parts)


def coming_in_words(yes: int, perhaps: int = 0) -> str:
    """Return how many are coming and what that makes, and what it would make with those who say perhaps."""
    sentences = [_coming(yes)]
    if perhaps:
        said = ngettext("One more says perhaps.", "%(people)s more say perhaps.", perhaps)
        if sizes := tables_of(yes + perhaps):
            said = ngettext(
                "One more says perhaps; that would make %(tables)s.",
                "%(people)s more say perhaps; that would make %(tables)s.",
                perhaps,
            ) % {"people": "%(people)s", "tables": tables_in_words(sizes)}
        said %= {"people": in_words(perhaps)}
        sentences.append(said[:1].upper() + said[1:])
    return " ".join(sentences)


def _coming(people: int) -> str:
    if not people:
        return _("Nobody has said yes yet.")
    if sizes := tables_of(people):
        return _("We are %(people)s: %(tables)s.") % {
            "people": in_words(people),
            "tables": tables_in_words(sizes),
        }
    if people == 1:
        return _("So far there is one; three more make one table.")
    more = missing(people)
    tables = len(tables_of(people + more))
    makes = npgettext("that so many more make", "one table", "%(tables)s tables", tables)
    said = ngettext(
        "We are %(people)s; one more makes %(tables)s.",
        "We are %(people)s; %(more)s more make %(tables)s.",
        more,
    )
    makes %= {"tables": in_words(tables)}
    return said % {"people": in_words(people), "more": in_words(more), "tables": makes}
