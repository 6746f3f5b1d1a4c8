"""Lay out certificates for a season or any other prize, one page each.

How large a name can be is worked out here, with letters that are rather too wide; a browser test holds it
against real pages.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import shorten
from typing import NamedTuple
from unicodedata import combining, east_asian_width

from django.utils.translation import gettext as _

from scoring.engine.amounts import noted
from scoring.season.pages.season import SeasonStanding
from scoring.web.language import current_language

# Ems in a line, largest letters first (classes of the style sheet), and for how many lines there is room.
WIDTHS = {9: 1, 11: 2, 13: 2, 16: 2, 20: 2, 24: 2, 30: 2, 40: 2}
LONG = 45  # letters that fit in a line of a title and the like; longer ones are written smaller
MOST_PRIZES = 150  # letters
TOO_MANY = 99
WIDEST, CAPITAL, SMALL = 0.95, 0.76, 0.52  # ems
PARTS = re.compile(r"[^\s-]*-+|[^\s-]+")  # a line ends between words, and after a hyphen


class TextLine(str):
    """A text that has one line to itself, or little more."""

    @property
    def is_long(self) -> bool:
        return len(self) > LONG


class CertificateTexts(NamedTuple):
    """What stands on all certificates of a page."""

    club: TextLine
    title: TextLine
    where: TextLine  # and when
    signatures: tuple[str, ...]


class Certificate(NamedTuple):
    """One person's rank and amount, as a certificate prints them."""

    person: str  # as the form knows them
    name: str
    rank: int
    tied: bool
    label: str  # of what ranks
    amount: str
    among: str = ""  # whom; empty: everybody
    prizes: tuple[str, ...] = ()

    @property
    def rank_in_words(self) -> str:
        """Return the rank in words."""
        rank = ordinal(self.rank, current_language())
        return (_("Shared %(rank)s place") if self.tied else _("%(rank)s place")) % {"rank": rank}

    @property
    def ems(self) -> int:
        """Return how many ems go into a line of the name."""
        return next((ems for ems, most in WIDTHS.items() if lines(self.name, ems) <= most), max(WIDTHS))

    @property
    def prize(self) -> TextLine:
        return TextLine(shorten(", ".join(self.prizes), MOST_PRIZES, placeholder=" …"))


def of_season(standings: Sequence[SeasonStanding], among: str = "") -> Iterator[Certificate]:
    """Yield certificates of members, or of guests, whose ranks are their own."""
    shared = Counter(row.rank for row in standings)
    for row in standings:
        yield Certificate(
            person=f"guest {row.name}" if row.member is None else str(row.member),
            name=row.name,
            rank=row.rank,
            tied=shared[row.rank] > 1,
            label=_("Points"),
            amount=noted(row.score.points),
            among=among,
        )


def ordinal(number: int, language: str) -> str:
    """Return a number as a rank in words.

    >>> [ordinal(number, "en") for number in (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '102nd', '111th']
    >>> ordinal(3, "de")
    '3.'
    """
    if language != "en":
        return f"{number}."
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ending}"


def lines(name: str, ems: float) -> int:
    """Return how many lines of `ems` width a name takes; TOO_MANY where a part is too wide for a line.

    >>> lines("Anna", 10), lines("Maximilian Obergschwandtner-Huber", 13)
    (1, 2)
    >>> lines("Maximilian Obergschwandtner-Huber", 11), lines("W" * 40, 40), lines("W" * 40, 30) > 2
    (3, 1, True)
    """
    count, filled = 1, 0.0
    for word in name.split():
        for index, part in enumerate(PARTS.findall(word)):
            size = sum(map(width, part))
            if size > ems:
                return TOO_MANY
            gap = SMALL / 2 if filled and not index else 0
            if filled + gap + size > ems:
                count, filled = count + 1, size
            else:
                filled += gap + size
    return count


def width(letter: str) -> float:
    """Return about how wide a letter is, in ems; rather too wide."""
    if combining(letter):
        return 0
    if letter in "MWmw@%&" or east_asian_width(letter) in "WF":
        return WIDEST if letter.isascii() else 1.1
    return CAPITAL if letter.isupper() else SMALL
