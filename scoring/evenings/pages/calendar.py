"""A year of evenings as one picture: a column for each month, a bar for each day that was played on."""

from calendar import monthrange
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from django.utils.formats import date_format

COLUMN, BAR = 24, 20  # from one month to the next, and how wide a day is
DAY, THICK = 5, 4  # from one day to the next, and how high one is
TOP, BOTTOM = 24, 28  # room for letters above and numbers below
MONTHS, LONGEST = 12, 31


class Month(NamedTuple):
    """A column of the picture."""

    letter: str
    left: int
    middle: int
    height: int
    path: str  # its days on which there was an evening
    evenings: int


class YearPicture(NamedTuple):
    """Everything the picture prints."""

    year: int
    evenings: int
    months: tuple[Month, ...]
    width: int = MONTHS * COLUMN
    height: int = TOP + LONGEST * DAY + BOTTOM
    top: int = TOP
    bar: int = BAR
    letters_at: int = TOP - 7
    numbers_at: int = TOP + LONGEST * DAY + BOTTOM - 6


def year_picture(days: Iterable[date], year: int) -> YearPicture:
    """Return the picture of the evenings of a year.

    >>> picture = year_picture([date(2026, 1, 2), date(2026, 1, 16), date(2025, 1, 1)], 2026)
    >>> picture.evenings, picture.months[0].evenings, picture.months[0].path
    (2, 2, 'M2 29h20v4h-20zM2 99h20v4h-20z')
    >>> [(month.left, month.middle) for month in picture.months[:2]]
    [(2, 12), (26, 36)]
    """
    played = [day for day in days if day.year == year]
    months = []
    for number in range(1, MONTHS + 1):
        left = (number - 1) * COLUMN + (COLUMN - BAR) // 2
        played_days = sorted(day.day for day in played if day.month == number)
        path = "".join(
            f"M{left} {TOP + (day - 1) * DAY}h{BAR}v{THICK}h-{BAR}z" for day in dict.fromkeys(played_days)
        )
        letter = date_format(date(year, number, 1), "F")[:1]
        height = monthrange(year, number)[1] * DAY - DAY + THICK
        months.append(Month(letter, left, left + BAR // 2, height, path, len(played_days)))
    return YearPicture(year, len(played), tuple(months))
