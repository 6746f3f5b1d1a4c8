"""How amounts look on a page."""

from __future__ import annotations

from fractions import Fraction

from django import template

from scoring.engine.result import Amount, exact
from scoring.templatetags.paper import noted

register = template.Library()


@register.filter
def signed(amount: Amount | str | None) -> str:
    """As it is noted on a sheet of hands; whoever was not in the hand has a dot.

    >>> signed(4), signed(0), signed("-2/3"), signed("3/2"), signed(None)
    ('+4', '0', '−⅔', '+1½', '·')
    """
    return "·" if amount is None else noted(exact(Fraction(amount)))


@register.filter
def direction(amount: Amount | str | None) -> str:
    """The colour class of an amount; the sign says the same without colour.

    >>> direction(4), direction("-2/3"), direction(0)
    ('gets', 'pays', 'even')
    """
    words = "0" if amount is None else str(amount)
    if words == "0":
        return "even"
    return "pays" if words.startswith("-") else "gets"
