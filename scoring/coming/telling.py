"""How many are coming, in a sentence: "We are seven; one more makes two tables of four." """

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from scoring.coming.tables import FEWEST, missing, tables_of


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


def tables_told(sizes: tuple[int, ...]) -> str:
    """Return tables in words: "one table of four and two tables of five"."""
    fours, fives = sizes.count(FEWEST), len(sizes) - sizes.count(FEWEST)
    told = []
    if fours:
        said = ngettext("one table of four", "%(tables)s tables of four", fours)
        told.append(said % {"tables": in_words(fours)})
    if fives:
        said = ngettext("one table of five", "%(tables)s tables of five", fives)
        told.append(said % {"tables": in_words(fives)})
    return _(" and ").join(told)


def told(yes: int, perhaps: int = 0) -> str:
    """Return how many are coming and what that makes, and what it would make with those who say perhaps."""
    sentences = [_coming(yes)]
    if perhaps:
        said = ngettext("One more says perhaps.", "%(people)s more say perhaps.", perhaps)
        if sizes := tables_of(yes + perhaps):
            said = ngettext(
                "One more says perhaps; that would make %(tables)s.",
                "%(people)s more say perhaps; that would make %(tables)s.",
                perhaps,
            ) % {"people": "%(people)s", "tables": tables_told(sizes)}
        said %= {"people": in_words(perhaps)}
        sentences.append(said[:1].upper() + said[1:])
    return " ".join(sentences)


def _coming(people: int) -> str:
    if not people:
        return _("Nobody has said yes yet.")
    if sizes := tables_of(people):
        return _("We are %(people)s: %(tables)s.") % {
            "people": in_words(people),
            "tables": tables_told(sizes),
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
