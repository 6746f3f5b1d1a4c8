"""Days, amounts and words as people type them and spreadsheets make them; and the messages about them."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any

from django.utils.functional import Promise, lazy

from scoring import clock
from scoring.engine.declaring import declared
from scoring.engine.texts import sentences
from scoring.names import folded
from scoring.old_papers import mixed
from scoring.uploads.spreadsheets import CellRow
from scoring.web.language import current_language

FIRST_SERIAL, LAST_SERIAL = 15_000, 80_000  # days since 1899, as Excel counts: 1941 to 2119
_BEGINNING = date(1899, 12, 30)
LAST_MONTH = 12
LONGEST_WAY_BACK = 180  # days, from one row to the next, within a year
MOST_POINTS = 1_000_000
_NEAR = Fraction(1, 200)  # 12.33 is twelve and a third
_MINUSES = "−–—‐‑‒﹣－"
_MINUS = str.maketrans(dict.fromkeys(_MINUSES, "-"))
WORDS: dict[str, Any] = declared("scoring.old_sheets.words")
_SENTENCES = {name: sentences(rows) for name, rows in declared("scoring.old_sheets.sentences").items()}


def words_of(room: str, *keys: str) -> set[str]:
    """Return the words of old sheets under these keys."""
    return {word for key in keys for word in WORDS[room][key].split("|")}


def _sentence(table: str, code: str, /, **fields: object) -> str:
    """Return a sentence in the current language."""
    return _SENTENCES[table][code].in_language(current_language()).format(**fields)


refusal, remark, label = (partial(_sentence, table) for table in ("refusals", "remarks", "labels"))


def choices(table: str) -> dict[str, Promise]:
    """Return all sentences of a table by their codes, translated only when they are read."""
    lazily: Callable[..., Any] = lazy(_sentence, str)
    return {code: lazily(table, code) for code in _SENTENCES[table]}


_MONTHS = {name: number for number, names in enumerate(WORDS["months"], 1) for name in names.split("|")}
_MONTH_WORDS = {*_MONTHS, *words_of("titles", "months")}
_ROMAN = {name: number for number, name in enumerate(WORDS["roman"].split("|"), 1)}


def _pattern(written: str) -> re.Pattern[str]:
    """Return a pattern of the words, with the others that stand in it."""
    for name, other in (*WORDS["written"].items(), *WORDS["titles"].items()):
        written = written.replace(name.upper(), other)
    return re.compile(written, re.IGNORECASE)


WRITTEN = {name: _pattern(written) for name, written in WORDS["written"].items()}
NOTHING = {"", "·", ".", "-", *_MINUSES, *words_of("amounts", "absent")}
MONEY_SIGNS = {
    unit: re.compile(rf"{sign}|(?<![^\W\d_])(?:{words})(?![^\W\d_])", re.IGNORECASE)
    for unit, (sign, words) in WORDS["money"].items()
}
MONEY = re.compile("|".join(sign.pattern for sign in MONEY_SIGNS.values()), re.IGNORECASE)

_UNITS = re.compile(rf"{MONEY.pattern}|(?<=\d)\s?(?:{WORDS['amounts']['points']})$", re.IGNORECASE)


class Odd(ValueError):
    """A value that cannot be read, with the message and the remedy."""

    def __init__(self, code: str, **fields: object) -> None:
        super().__init__(refusal(code, **fields))


def day_of(text: str) -> date:
    """Return the day that a cell says."""
    for written in _parts(text, "day_iso", "day_of_numbers", "day_of_words"):
        try:
            if month := _month(written["month"]):
                return date(_year(int(written["year"])), month, int(written["day"]))
        except ValueError:
            raise Odd("no_real_date", text=text) from None
    if text.isascii() and text.isdigit() and FIRST_SERIAL <= int(text) <= LAST_SERIAL:
        return _BEGINNING + timedelta(days=int(text))
    raise Odd("no_date" if day_without_year(text) is None else "no_year", text=text)


def day_in(text: str) -> date | None:
    """Return the day that a cell says; None: something else."""
    try:
        return day_of(text)
    except Odd:
        return None


def names_a_day(text: str) -> bool:
    """Return whether a cell says a day with its year, which may begin with the month.

    >>> [names_a_day(text) for text in ("18.4.2016", "04/18/2016", "18/18/2016", "4.3.")]
    [True, True, False, False]
    """
    return any(day_in(day_in_order(text, order)) is not None for order in (DAY_FIRST, MONTH_FIRST))


def day_without_year(text: str) -> tuple[int, int] | None:
    """Return day and month of a day without a year; None if it is something else."""
    for written in _parts(text, "short_of_numbers", "short_of_words"):
        day, month = int(written["day"]), _month(written["month"])
        return (day, month) if 1 <= month <= LAST_MONTH and 1 <= day <= 31 else None
    return None


def _parts(text: str, *ways: str) -> Iterator[re.Match[str]]:
    """Yield the parts of a day, in those of these ways in which it is written."""
    words = WRITTEN["weekday"].sub("", text.strip())
    return filter(None, (WRITTEN[way].fullmatch(words) for way in ways))


def day_completed(text: str, title: str) -> str:
    """Return a day with the month and the year that the name of its worksheet says, where it has none.

    >>> [day_completed("4.", name) for name in ("Jänner 2016", "Dez. 16", "Tisch 4", "Maier 2016")]
    ['4.1.2016', '4.12.', '4.', '4.']
    >>> day_completed("4.3.", "1. Quartal 2016"), day_completed("4.3.", "Saison 2015/16")
    ('4.3.2016', '4.3.')
    """
    day_and_month, years = day_without_year(text), years_in(title)
    if day_and_month is None and WRITTEN["day_alone"].fullmatch(text):
        named = (
            _MONTHS[word[:3]] for word in re.findall(r"[^\W\d_]+", title.lower()) if word in _MONTH_WORDS
        )
        day_and_month = next(((int(text.rstrip(".")), month) for month in named), None)
    if day_and_month is None:
        return text
    return f"{day_and_month[0]}.{day_and_month[1]}.{years[0] if len(years) == 1 else ''}"


def month_in(text: str) -> str:
    """Return a cell that says only a month, with its year or without; empty: it says something else.

    >>> month_in("Jänner"), month_in("Feber 2016"), month_in("März:"), month_in("4. März"), month_in("Maier")
    ('Jänner', 'Feber 2016', 'März:', '', '')
    """
    words = re.findall(r"[^\W\d_]+", text.lower())
    remainder = re.sub(r"[^\W\d_]+|[\s.:’'/–-]", "", text)
    is_year = not remainder or (remainder.isdigit() and len(remainder) in (2, 4, 8))
    return text if len(words) == 1 and words[0] in _MONTH_WORDS and is_year else ""


def days_with_years(texts: Sequence[str], years: Sequence[int]) -> list[str]:
    """Return the days of a column, with the year of those that have none; both years of a season are tried.

    They are read from the oldest, which may stand at the bottom. Where the days go back by half a year, New
    Year lies between: then it is the second year, and without one the day stays as it is, to be asked about.

    >>> days_with_years(("4.12.", "18.12.", "8.1."), (2015, 2016))
    ['4.12.2015', '18.12.2015', '8.1.2016']
    >>> days_with_years(("8.1.", "18.12."), (2015, 2016)), days_with_years(("4.12.", "8.1."), (2015,))
    (['8.1.2016', '18.12.2015'], ['4.12.2015', '8.1.'])
    >>> days_with_years(("18.12.", "29.2."), (2015, 2016))
    ['18.12.2015', '29.2.2016']
    """
    completed, last = [*texts], date.min
    days = {number: day for number, text in enumerate(texts) if (day := day_without_year(text))}
    for number in days if _runs_down(days.values()) else reversed(days):
        for index, year in enumerate(years):
            whole = "{}.{}.{}".format(*days[number], year)
            read = day_in(whole)
            if read and (last - read).days <= LONGEST_WAY_BACK:
                completed[number], last, years = whole, read, years[index:]
                break
    return completed


def _runs_down(days: Iterable[tuple[int, int]]) -> bool:
    """Return whether days without a year come later and later, over New Year too; most steps decide."""
    numbers = [31 * month + day for day, month in days]
    steps = [(later - earlier) % (31 * 12) for earlier, later in pairwise(numbers) if later != earlier]
    return sum(1 if step <= 31 * 6 else -1 for step in steps) >= 0


def years_in(text: str) -> tuple[int, ...]:
    """Return the year that a text names, or both years of a season over New Year; nothing: none."""
    year = WRITTEN["year_within"].search(text)
    if year is None:  # behind a month, as far as it can be no day: ’16, 98
        short = WRITTEN["short_year"].search(text)
        is_year = short is not None and short[1].lower() in _MONTH_WORDS
        return (_year(int(short[2] or short[3])),) if short and is_year else ()
    first = int(year[1])
    second = int(year[2]) if year[2] else 0
    return (first, first + 1) if second and second % 100 == (first + 1) % 100 else (first,)


def year_within(text: str) -> str:
    """Return the year or the season that a title names, as it stands there; empty: none."""
    year = WRITTEN["year_within"].search(text)
    return year[0] if year else "".join(map(str, years_in(text)))


def day_within(text: str) -> str:
    """Return the day that a title names among other words; empty: none."""
    for day in WRITTEN["day_within"].finditer(text):
        if day_in(day[0]):
            return day[0]
    return ""


def venue_within(text: str) -> str:
    """Return the place that a title names among other words; empty: none."""
    venue = WRITTEN["place_within"].search(text)
    return (venue[1] or venue[2]).strip(" -–:.") if venue else ""


def _month(text: str) -> int:
    """Return the number of a month: in digits, in Roman ones, or by its name; 0: it is none."""
    if text.isdigit():
        return int(text) or 13
    return _ROMAN.get(text.lower()) or _MONTHS.get(folded(text)[:3], 0)


ORDERS_OF_DAYS = DAY_FIRST, MONTH_FIRST, ALL_TURNED = "day", "month", "all"


def day_orders(texts: Iterable[str]) -> tuple[str, ...]:
    """Return how days like 3/4/2016 can be meant: with the day first, or the month, as one of them proves.

    Where the month is first, an Austrian spreadsheet has turned those round that can be days: 03.04.2016.
    """
    texts = [*texts]
    slashed, dotted = (
        {(int(day[1]), int(day[3])) for text in texts for day in _parts(text, way)}
        for way in ("day_slashed", "day_dotted")
    )
    if any(first > LAST_MONTH for first, _second in slashed) or all(left == right for left, right in slashed):
        return (DAY_FIRST,)
    if all(second <= LAST_MONTH for _first, second in slashed):
        return (DAY_FIRST, MONTH_FIRST)
    is_plain = all(left == right for left, right in dotted) or any(
        first > LAST_MONTH for first, _second in dotted
    )
    return (MONTH_FIRST,) if is_plain else (MONTH_FIRST, ALL_TURNED)


def day_in_order(text: str, order: str) -> str:
    """Return a day that begins with its month the other way round; anything else as it is."""
    turned = {DAY_FIRST: (), MONTH_FIRST: ("day_slashed",), ALL_TURNED: ("day_slashed", "day_dotted")}
    for day in _parts(text, *turned.get(order, ())):
        return f"{day[3]}{day[2]}{day[1]}{day[4]}"
    return text


def _year(year: int) -> int:
    """Return the full year of one with two digits, never one in the future."""
    if year >= 100:
        return year
    return 2000 + year if 2000 + year <= clock.today().year else 1900 + year


@lru_cache(maxsize=10_000)  # every cell is read several times, and most amounts stand in many
def amount_of(text: str, *, is_money: bool = False) -> Fraction | None:
    """Return points, to the twelfth, or money, to the cent; None if nothing stands there."""
    spelt = _spelt(_UNITS.sub("", text))
    written = WRITTEN["no_cents"].sub("", spelt)
    if written == spelt and WRITTEN["minus_behind"].fullmatch(written):
        written = f"-{written[:-1]}"
    if written.lower() in NOTHING:
        return None
    sign = 1
    if written.startswith("(") and written.endswith(")"):
        written, sign = written[1:-1].strip(), -1
    elif written[:1] in ("+", "-"):
        sign, written = (-sign if written[0] == "-" else sign), written[1:].strip()
    if WRITTEN["day_for_fraction"].fullmatch(written):
        raise Odd("fraction_is_a_date", text=text)
    readings = sorted(_readings(written, is_money=is_money))
    if not readings:
        raise Odd("no_money" if is_money else "no_amount", text=text[:40])
    if len(readings) > 1:
        raise Odd("two_amounts", text=text, one=mixed(readings[0]), other=mixed(readings[-1]))
    if readings[0] > MOST_POINTS:
        raise Odd("too_much", text=text[:40])
    return sign * readings[0]


def amount_in(text: str) -> Fraction | None:
    """Return the amount that a cell says, in points or in money; None: nothing, or something else."""
    for is_money in (False, True):
        try:
            return amount_of(text, is_money=is_money)
        except Odd:
            continue
    return None


def says_something(text: str) -> bool:
    """Return whether a cell of amounts is neither empty nor a dash, be it one of euros."""
    try:
        return amount_of(text) is not None
    except Odd:
        return True


def _spelt(text: str) -> str:
    """Return a number with plain signs, and fractions written out: ⅓ is 1/3."""
    spelt = []
    for letter in text.strip().translate(_MINUS):
        is_raised = unicodedata.decomposition(letter).startswith(("<super>", "<sub>"))  # a footnote, no digit
        whole = letter if is_raised else unicodedata.normalize("NFKC", letter).replace("\u2044", "/")
        spelt.append(f" {whole}" if "/" in whole and letter != "/" else whole)
    return " ".join("".join(spelt).split())


def _readings(text: str, *, is_money: bool) -> set[Fraction]:
    """Return every number that can be meant by it."""
    if fraction := WRITTEN["mixed"].fullmatch(text):
        if not int(fraction[3]):
            return set()
        twelfths = 12 * (int(fraction[1] or 0) + Fraction(int(fraction[2]), int(fraction[3])))
        return {twelfths / 12} if twelfths.denominator == 1 else set()
    decimals: list[str] = []
    readings: set[Fraction] = set()
    if thousands := WRITTEN["thousands"].fullmatch(text):
        readings.add(Fraction(int(text.replace(thousands[1], ""))))
    elif thousands := WRITTEN["thousands_and_more"].fullmatch(text):
        decimals.append(text.replace(thousands[1], ""))
    if WRITTEN["decimal"].fullmatch(text) and len(text) <= 30:
        decimals.append(text)
    for number in (Fraction(decimal.replace(",", ".")) for decimal in decimals):
        nearest = Fraction(round(number * 100), 100) if is_money else Fraction(round(number * 12), 12)
        if abs(nearest - number) <= (0 if is_money else _NEAR):
            readings.add(nearest)
    return readings


def in_points(twelfths: int) -> str:
    """Return an amount as sentences have it: a gain has a plus.

    >>> in_points(48), in_points(0), in_points(-6)
    ('+4', '0', '−1/2')
    """
    words = mixed(Fraction(twelfths, 12))
    return f"+{words}" if twelfths > 0 else words


POINTS, EUROS, CENTS, SCHILLINGS, GROSCHEN = "points", "euros", "cents", "schillings", "groschen"
COUNTED_IN = choices("counted_in")
OF_SCHILLINGS = {SCHILLINGS, GROSCHEN}
UNSAID = ""  # of what looks like money: it is read to the cent until somebody says what it is
_IN_A_HEADING = re.compile(rf"[\s(\[/,]*(?:\bin )?(?:{MONEY.pattern})[\s)\]]*$", re.IGNORECASE)


def without_money(heading: str) -> str:
    """Return whose column it is, without what its amounts are counted in."""
    return _IN_A_HEADING.sub("", heading) or heading


def money_in(rows: Sequence[CellRow], heading: int, columns: Iterable[int]) -> frozenset[str]:
    """Return the money of which a sign stands over the amounts, in their headings or beside them."""
    column_numbers = list(columns)
    head = rows[heading] if heading < len(rows) else ()
    over = [cell for row in rows[:heading] for cell in row]
    over += [head[column] for column in column_numbers if column < len(head)]
    cells = over + [
        row[column] for row in rows[heading + 1 :] for column in column_numbers if column < len(row)
    ]
    marked = {cell for cell in {*cells} if MONEY.search(cell)}
    return frozenset(unit for unit, sign in MONEY_SIGNS.items() if any(map(sign.search, marked)))


@dataclass(frozen=True, slots=True)
class CountedIn:
    """What the amounts of a file are counted in, and of money what a point was worth."""

    unit: str = POINTS
    cents: int = 1
    sign: int = 1  # -1: whoever pays has a plus
    zero_is_absent: bool = False

    def points(self, text: str) -> Fraction | None:
        """Return the points of a cell, exactly; None: nothing stands there."""
        if self.unit == POINTS:
            return amount_of(text)
        money = amount_of(text, is_money=True)
        if money is None:
            return None
        if self.unit == UNSAID or not self.cents:
            return money * 100
        points = money * (100 if self.unit in (EUROS, SCHILLINGS) else 1) / self.cents
        if (points * 12).denominator != 1:
            unit = label("groschen" if self.unit in OF_SCHILLINGS else "cents")
            raise Odd("uneven_money", text=text[:40], points=mixed(points), cents=self.cents, unit=unit)
        return points

    def twelfths(self, text: str) -> int | None:
        """Return the points of a cell in twelfths; None: nothing stands there."""
        points = self.points(text)
        return None if points is None else self.sign * int(points * 12)
