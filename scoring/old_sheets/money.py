"""Amounts of money on old sheets: recognised by their sign, and made points of exactly."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.old_papers import mixed
from scoring.old_sheets.values import EURO, Odd, amount_of
from scoring.uploads.spreadsheets import CellRow

POINTS, EUROS, CENTS = "points", "euros", "cents"
UNSAID = ""  # of what looks like money: it is read to the cent until somebody says what it is
_IN_A_HEADING = re.compile(rf"[\s(\[/,]*(?:\bin )?(?:{EURO.pattern})[\s)\]]*$", re.IGNORECASE)


def without_euro(heading: str) -> str:
    """Return whose column it is, without what its amounts are counted in.

    >>> without_euro("Anna (€)"), without_euro("Bert in Euro"), without_euro("€"), without_euro("Neuro")
    ('Anna', 'Bert', '€', 'Neuro')
    """
    return _IN_A_HEADING.sub("", heading) or heading


def looks_like_money(rows: Sequence[CellRow], heading: int, places: Iterable[int]) -> bool:
    """Return whether a sign of the euro stands over the amounts, in their headings or beside them."""
    columns = list(places)
    head = rows[heading] if heading < len(rows) else ()
    over = [cell for row in rows[:heading] for cell in row]
    over += [head[place] for place in columns if place < len(head)]
    beside = (row[place] for row in rows[heading + 1 :] for place in columns if place < len(row))
    return any(map(EURO.search, over)) or any(map(EURO.search, beside))


@dataclass(frozen=True, slots=True)
class CountedIn:
    """What the amounts of a file are counted in, and of money what a point was worth."""

    said: str = POINTS
    cents: int = 1

    def points(self, text: str) -> Fraction | None:
        """Return the points of a cell, exactly; None: nothing stands there.

        >>> str(CountedIn(EUROS, 20).points("−4,50 €")), str(CountedIn(CENTS, 20).points("450"))
        ('-45/2', '45/2')
        """
        if self.said == POINTS:
            return amount_of(text)
        money = amount_of(text, is_money=True)
        if money is None:
            return None
        if self.said == UNSAID or not self.cents:
            return money * 100
        points = money * (100 if self.said == EUROS else 1) / self.cents
        if (points * 12).denominator != 1:
            told = _(
                "“%(text)s” is %(points)s points at %(cents)d cents a point: not a whole number, half or "
                "third. Please check it, or what a point was worth."
            )
            raise Odd(told % {"text": text[:40], "points": mixed(points), "cents": self.cents})
        return points
