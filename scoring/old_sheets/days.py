"""Days as people type them and spreadsheets show them, and finding the years of days without one."""

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from scoring import clock
from scoring.old_sheets.words import WORDS, pattern

FIRST_SERIAL, LAST_SERIAL = 15_000, 80_000  # days since 1899, as Excel counts: 1941 to 2119
_BEGINNING = date(1899, 12, 30)
_MONTHS = [(name, number) for number, names in enumerate(WORDS["months"], 1) for name in names.split("|")]
_ROMAN = {name: number for number, name in enumerate(WORDS["roman"].split("|"), 1)}
_WEEKDAYS = {name: number for number, names in enumerate(WORDS["weekdays"]) for name in names.split("|")}
_WEEKDAY = re.compile(r"^([^\W\d_]{2,10})[.,]*\s+(?=\d)")
WRITTEN = {name: pattern(written) for name, written in WORDS["written"].items()}


class WrittenDay(NamedTuple):
    """A day as it is written, even if no calendar has it."""

    day: int
    month: int
    year: int | None
    is_slashed: bool = False  # 3/4/2016: the day or the month first
    weekday: int | None = None

    @property
    def in_month(self) -> tuple[int, int]:
        """Return where it stands in a year."""
        return self.month, self.day

    def in_year(self, year: int) -> date | None:
        """Return the day in a year, or in its own; None: there is no such day."""
        try:
            return date(self.year or year, self.month, self.day)
        except ValueError:
            return None


@lru_cache(maxsize=10_000)
def written_day(text: str, *, is_loose: bool = False) -> WrittenDay | None:
    """Return the day that a cell says; `is_loose`: it stands below a heading of days.

    >>> written_day("Fr, 4. März 16"), written_day("4.3."), written_day("4.3"), written_day("Anna")
    (WrittenDay(day=4, month=3, year=2016, is_slashed=False, weekday=4), \
WrittenDay(day=4, month=3, year=None, is_slashed=False, weekday=None), None, None)
    """
    weekday = _WEEKDAY.match(text)
    words = text[weekday.end() :].strip() if weekday else text.strip()
    ways = ["day_iso", "day_of_numbers", "day_of_words", "short_of_numbers", "short_of_words"]
    for way in [*ways, "loose"] if is_loose else ways:
        match = WRITTEN[way].fullmatch(words)
        month = _month(match["month"]) if match else 0
        if match and month:
            parts = match.groupdict()
            year = _full_year(int(parts["year"])) if parts.get("year") else None
            named = _WEEKDAYS.get(weekday[1].lower()) if weekday else None
            return WrittenDay(int(parts["day"]), month, year, parts.get("between") == "/", named)
    if is_loose and words.isascii() and words.isdigit() and FIRST_SERIAL <= int(words) <= LAST_SERIAL:
        day = _BEGINNING + timedelta(days=int(words))
        return WrittenDay(day.day, day.month, day.year)
    return None


def day_of_month(text: str, title: str) -> WrittenDay | None:
    """Return a day whose month is in the name of its worksheet.

    >>> day_of_month("4.", "März 2016"), day_of_month("4.", "Tisch 1")
    (WrittenDay(day=4, month=3, year=None, is_slashed=False, weekday=None), None)
    """
    number = text.rstrip(".")
    months = [_month(word) for word in re.findall(r"[^\W\d_]{3,}", title)]
    if not number.isascii() or not number.isdigit() or len(number) > 2 or not any(months):
        return None
    return WrittenDay(int(number), next(filter(None, months)), None)


def is_day(text: str) -> bool:
    """Return whether a cell says a day, with its year or without."""
    return written_day(text) is not None


def _month(text: str) -> int:
    """Return the month that a number or a word means; 0: none."""
    if text.isdigit():
        return int(text)
    word = text.lower()
    named = (number for name, number in _MONTHS if len(word) > 2 and name.startswith(word))
    return _ROMAN.get(word) or next(named, 0)


def _full_year(year: int) -> int:
    """Return the full year of one with two digits, never one in the future."""
    return year if year >= 100 else 2000 + year if 2000 + year <= clock.today().year else 1900 + year


def day_within(text: str) -> str:
    """Return the day that a title names among other words; empty: none.

    >>> day_within("Runde vom 4.3.2016 im Lamm"), day_within("Jahr 2016")
    ('4.3.2016', '')
    """
    days = (match[0] for match in WRITTEN["day_within"].finditer(text))
    return next((day for day in days if (read := written_day(day)) and read.in_year(0)), "")


def year_within(text: str) -> int | None:
    """Return the year in a text, of a season its first; None: none.

    >>> year_within("Saison 2015/16"), year_within("Tisch 3")
    (2015, None)
    """
    year = WRITTEN["year_within"].search(text)
    return int(year[1]) if year else None


def orders_within_a_year(days: Mapping[int, WrittenDay]) -> list[list[int]]:
    """Return the orders, downwards or upwards, in which days without a year fit into one year.

    Several rows that never go back are read from the first one alone.

    >>> read = lambda *texts: orders_within_a_year(dict(enumerate(map(written_day, texts))))
    >>> read("4.3.", "11.3."), read("18.12.", "8.1."), read("11.3.", "8.3.", "4.3.")
    ([[0, 1]], [[0, 1], [1, 0]], [[2, 1, 0]])
    >>> read("4.12.", "18.12.", "8.1."), read("4.3.", "11.3.", "4.3.", "11.3.")
    ([[0, 1, 2]], [])
    """
    fitting: list[list[int]] = []
    for order in ([*days], [*days][::-1]):
        dates = [days[row].in_month for row in order]
        breaks = sum(later < earlier for earlier, later in pairwise(dates))
        if not breaks and not fitting:
            return [order]
        if not breaks or (breaks == 1 and dates[-1] < dates[0]):
            fitting.append(order)
    return fitting


def with_years(days: Mapping[int, WrittenDay], order: Sequence[int], year: int) -> dict[int, date | None]:
    """Return days by their rows; those without a year are counted from `year` in this order.

    A day that the calendar does not have is None.

    >>> rows = dict(enumerate(map(written_day, ("4.12.", "18.12.", "8.1.", "30.2."))))
    >>> [str(day) for day in with_years(rows, [*rows], 2015).values()]
    ['2015-12-04', '2015-12-18', '2016-01-08', 'None']
    """
    whole, last = dict.fromkeys(days), (0, 0)
    for row in order:
        year, last = year + (days[row].in_month < last), days[row].in_month
        whole[row] = days[row].in_year(year)
    return whole
