"""Show play money, real money and states of tournaments on a page."""

from django import template

from tournaments.cash.pages import Money
from tournaments.models import State
from tournaments.wording import STATES, play_money

register = template.Library()
register.filter("play_money", play_money)


@register.filter
def state_in_words(state: str) -> str:
    """Return the state of a tournament in words."""
    return str(STATES[State(state)])


@register.filter
def in_currency(money: Money, cents: int) -> str:
    """Return real money in words, in the currency of the evening."""
    return money.in_words(cents)
