"""How play money, real money and states of tournaments look on a page."""

from django import template

from tournaments.cash.pages import Money
from tournaments.wording import play_money, state_in_words

register = template.Library()
register.filter("play_money", play_money)
register.filter("state_in_words", state_in_words)


@register.filter
def in_currency(money: Money, cents: int) -> str:
    """Return real money in words, in the currency of the evening."""
    return money.in_words(cents)
