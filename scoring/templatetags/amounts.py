"""How amounts look on a page."""

from __future__ import annotations

from django import template

from scoring.engine.result import Amount

register = template.Library()


@register.filter
def signed(amount: Amount | str | None) -> str:
    """An amount with its sign: a real minus, a plus for what comes in, nothing before zero.

    >>> signed(4), signed(-12), signed(0), signed("-2/3"), signed(None)
    ('+4', '−12', '0', '−2/3', '·')
    """
    if amount is None:
        return "·"
    words = str(amount)
    if words.startswith("-"):
        return f"−{words[1:]}"
    return words if words == "0" else f"+{words}"


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
