"""Money and averages as pages show them."""

import re
from fractions import Fraction

from scoring.engine.money import PARTS, money_in_words

_LAST_DIGIT = re.compile(r"(?<=\d)(?=\D*$)")


def in_money(cents: Fraction, currency: str, language: str) -> str:
    """Return an amount of money with its sign, and exact: a part of a cent stands behind the cents.

    >>> in_money(Fraction(-3700, 3), "EUR", "de"), in_money(Fraction(1, 2), "EUR", "en")
    ('−12,33⅓\\xa0€', '+€0.00½')
    >>> in_money(Fraction(0), "CHF", "de")
    '0,00\\xa0CHF'
    """
    whole, part = divmod(abs(cents), 1)
    sign = "−" if cents < 0 else "+" if cents else ""
    return sign + _LAST_DIGIT.sub(PARTS.get(part, ""), money_in_words(whole, currency, language), count=1)


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
