"""How play money looks on a page."""

from __future__ import annotations

from functools import lru_cache

from django import template

from scoring.engine.money import number_in_words
from scoring.engine.result import Amount
from tournaments.pages.money import Money

register = template.Library()


@register.filter
@lru_cache(maxsize=4000)  # a page shows the same few hundred amounts again and again
def play_money(amount: Amount | None) -> str:
    """A balance: without a plus, and with a real minus.

    >>> from fractions import Fraction
    >>> play_money(41), play_money(-9), play_money(Fraction(101, 2)), play_money(None)
    ('41', '−9', '50½', '')
    """
    return "" if amount is None else number_in_words(amount)


@register.filter
def told(money: Money, cents: int) -> str:
    """Real money, in the currency of the evening."""
    return money.in_words(cents)
