"""Numbers as people type them and spreadsheets show them."""

import re
from fractions import Fraction
from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.old_sheets.days import WRITTEN, is_day
from scoring.old_sheets.words import WORDS, pattern

MOST = 1_000_000
NEAR = Fraction(1, 200)  # 12.33 is twelve and a third
_FRACTIONS = {"½": " 1/2", "⅓": " 1/3", "⅔": " 2/3", "¼": " 1/4", "¾": " 3/4", "⅙": " 1/6", "⅚": " 5/6"}
_SIGNS = str.maketrans({**dict.fromkeys("−–—‐‑‒﹣－", "-"), **_FRACTIONS})
ABSENT = {*WORDS["cells"]["absent"].split("|")}
_UNITS, _MISTAKE = pattern(WORDS["cells"]["units"]), pattern(WORDS["cells"]["mistake"])


class UnreadableNumber(ValueError):
    """Raised for a cell that holds no number, with a sentence that says why."""


def number_of(text: str) -> Fraction | None:
    """Return the number of a cell exactly as it is written; None: empty, or a word for an absence.

    >>> [str(number_of(text)) for text in ("", "12,5", "(3)", "12-", "−1.234", "12 1/3", "4,50 €", "abw.")]
    ['None', '25/2', '-3', '-12', '-1234', '37/3', '9/2', 'None']
    """
    number, problem = _number_or_problem(text)
    if problem:
        raise UnreadableNumber(_(problem) % {"text": text[:40]})
    return number


def number_in(text: str) -> Fraction | None:
    """Return the number of a cell; None: it holds none, or something that cannot be read."""
    return _number_or_problem(text)[0]


def is_number(text: str) -> bool:
    """Return whether a cell holds a number."""
    return number_in(text) is not None


@lru_cache(maxsize=10_000)
def _number_or_problem(text: str) -> tuple[Fraction | None, str]:
    plain = _spelt(_UNITS.sub("", text))
    if plain.lower() in ABSENT:
        return None, ""
    if is_day(text):
        return None, gettext_noop("“%(text)s” is a day. Of a fraction please write 0.5 instead of 1/2.")
    if text.startswith(("=", "＝")):
        return None, gettext_noop("a formula without its result: save the file once in a spreadsheet.")
    if _MISTAKE.fullmatch(text):
        return None, gettext_noop("“%(text)s” is an error of the spreadsheet. Please correct it there.")
    written = re.sub(r"(?<=\d)[.,]-{1,2}$", "", plain)
    if written == plain and re.fullmatch(r"\d.*-", written):
        written = f"-{written[:-1].strip()}"
    sign = -1 if written.startswith("-") else 1
    if written.startswith("(") and written.endswith(")"):
        written, sign = written[1:-1].strip(), -1
    elif written[:1] in ("+", "-"):
        written = written[1:].strip()
    readings = _readings(written)
    if len(readings) > 1:
        return None, gettext_noop(
            "“%(text)s” can be two numbers. Please write it without a thousands separator."
        )
    if not readings:
        return None, gettext_noop("“%(text)s” is not a number.")
    number = readings.pop()
    return (None, gettext_noop("“%(text)s” is far too much.")) if number > MOST else (sign * number, "")


def in_points(number: Fraction, cents_per_unit: int, cents_per_point: int) -> Fraction:
    """Return points to the twelfth, out of points (of 0 cents) or money.

    >>> in_points(Fraction(1233, 100), 0, 0), in_points(Fraction(9, 2), 100, 10)
    (Fraction(37, 3), Fraction(45, 1))
    """
    points = number * cents_per_unit / cents_per_point if cents_per_unit else number
    nearest = Fraction(round(points * 12), 12)
    if abs(nearest - points) > (0 if cents_per_unit else NEAR):
        raise UnreadableNumber(_("this is not a whole number of points, nor a half or a third."))
    return nearest


def _spelt(text: str) -> str:
    """Return a number with plain signs, and fractions written out: ⅓ is 1/3."""
    return " ".join(text.translate(_SIGNS).split())


def _readings(text: str) -> set[Fraction]:
    """Return every possible value of a written number, to the cent or the twelfth."""
    if fraction := WRITTEN["mixed"].fullmatch(text):
        whole, above, below = (int(part or 0) for part in fraction.groups())
        number = whole + Fraction(above, below) if below else Fraction(1, 7)
        return {number} if (number * 12).denominator == 1 else set()
    decimals, readings = [], set[Fraction]()
    if thousands := WRITTEN["thousands"].fullmatch(text):
        readings.add(Fraction(int(text.replace(thousands[1], ""))))
        decimals += [text] if thousands[1] == "," else []  # 1.500 is fifteen hundred, 1,500 could be less
    elif thousands := WRITTEN["thousands_and_more"].fullmatch(text):
        decimals.append(text.replace(thousands[1], ""))
    elif WRITTEN["decimal"].fullmatch(text) and len(text) <= 30:
        decimals.append(text)
    for number in (Fraction(decimal.replace(",", ".")) for decimal in decimals):
        is_near = abs(Fraction(round(number * 12), 12) - number) <= NEAR
        if is_near or (number * 100).denominator == 1:
            readings.add(number)
    return readings
