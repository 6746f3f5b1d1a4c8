"""In which language a page speaks."""

import re
from fractions import Fraction

from django.utils.functional import lazy
from django.utils.translation import get_language

from scoring.engine.money import PARTS, money_in_words
from scoring.engine.texts import Text


def current_language() -> str:
    """Return the reader's language."""
    return (get_language() or "de").partition("-")[0]


def _spoken(text: Text) -> str:
    return text.in_language(current_language())


spoken = lazy(_spoken, str)  # words of a declaration, in the language of whoever reads them


# Money and averages

_LAST_DIGIT = re.compile(r"(?<=\d)(?=\D*$)")


def in_money(cents: Fraction, currency: str, language: str) -> str:
    """Return an amount of money with its sign.

    A part of a cent for which there is a sign stands behind the cents, any other is rounded to cents.

    >>> in_money(Fraction(-3700, 3), "EUR", "de"), in_money(Fraction(1, 2), "EUR", "en")
    ('−12,33⅓\\xa0€', '+€0.00½')
    >>> in_money(Fraction(0), "CHF", "de"), in_money(Fraction(-1, 240), "EUR", "de")
    ('0,00\\xa0CHF', '0,00\\xa0€')
    """
    if cents % 1 and abs(cents) % 1 not in PARTS:
        cents = to_cents(cents)
    whole, part = divmod(abs(cents), 1)
    sign = "−" if cents < 0 else "+" if cents else ""
    return sign + _LAST_DIGIT.sub(PARTS.get(part, ""), money_in_words(whole, currency, language), count=1)


def to_cents(cents: Fraction) -> Fraction:
    """Return an amount rounded to whole cents, half a cent away from zero.

    >>> [str(to_cents(Fraction(cents, 8))) for cents in (-12, -3, 4, 13)]
    ['-2', '0', '1', '2']
    """
    whole = int(abs(cents) + Fraction(1, 2))
    return Fraction(-whole if cents < 0 else whole)


def on_average(points: Fraction, language: str) -> str:
    """Return an average with its sign and two decimals.

    >>> [on_average(points, "de") for points in (Fraction(-2, 3), Fraction(5, 4), Fraction(1, 900))]
    ['−0,67', '+1,25', '0,00']
    """
    hundredths = round(points * 100)
    whole, part = divmod(abs(hundredths), 100)
    sign = "−" if hundredths < 0 else "+" if hundredths else ""
    return f"{sign}{whole}{'.' if language == 'en' else ','}{part:02}"


def in_hundredths(share: Fraction) -> str:
    """Return a share of hundred, rounded.

    >>> in_hundredths(Fraction(2, 3)), in_hundredths(Fraction(1, 2)), in_hundredths(Fraction(0))
    ('67', '50', '0')
    """
    return str(int(share * 100 + Fraction(1, 2)))
