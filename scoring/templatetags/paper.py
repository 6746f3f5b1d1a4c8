"""How amounts stand on a sheet of hands."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from uuid import uuid4

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from scoring.chronicle import current_language
from scoring.engine.money import number_in_words
from scoring.engine.result import Amount
from scoring.paper.numbers import on_average

register = template.Library()

LONG_IN_A_COLUMN = 6  # letters


@register.filter
@lru_cache(maxsize=4000)  # a page shows the same few hundred amounts again and again
def noted(amount: Amount | None) -> str:
    """With its sign, as it is written by hand: whole points, then their part.

    >>> from fractions import Fraction
    >>> noted(4), noted(-12), noted(0), noted(Fraction(-152, 3)), noted(Fraction(1, 2)), noted(None)
    ('+4', '−12', '0', '−50⅔', '+½', '')
    """
    if amount is None:
        return ""
    if amount == 0:
        return "0"
    if isinstance(amount, int):
        return f"{'−' if amount < 0 else '+'}{abs(amount)}"
    return f"{'−' if amount < 0 else '+'}{number_in_words(abs(amount))}"


@register.filter
def averaged(points: Fraction) -> str:
    return on_average(points, current_language())


@register.filter
def breakable(name: str) -> str:
    """A name that may go on in the next line of a narrow column: after its dots, or in its middle.

    >>> [breakable(name).split("\N{SOFT HYPHEN}") for name in ("Bert", "Elisabeth")]
    [['Bert'], ['Elisa', 'beth']]
    >>> breakable("Maxi…er").split("\N{ZERO WIDTH SPACE}")
    ['Maxi…', 'er']
    """
    if " " in name or len(name) < LONG_IN_A_COLUMN:
        return name
    if "…" in name[:-1]:
        return name.replace("…", "…\N{ZERO WIDTH SPACE}")
    middle = (len(name) + 1) // 2
    return f"{name[:middle]}\N{SOFT HYPHEN}{name[middle:]}"


@register.filter
def unlocalized(number: float) -> str:
    """A coordinate: with a point in every language.

    >>> unlocalized(12.5), unlocalized(1200)
    ('12.5', '1200')
    """
    return f"{number}"


@register.simple_tag
def entry_id() -> SafeString:
    """The id of the entry that a form is about to make: sent twice, it is written once."""
    return format_html('<input type="hidden" name="id" value="{}" autocomplete="off">', uuid4())


@register.simple_tag
def written(line: object, columns: int) -> SafeString:
    """A line of the sheet. Nothing but what is in it makes it look as it does, so it is written once."""
    return _written(line, columns, get_language() or "")


@lru_cache(maxsize=2000)
def _written(line: object, columns: int, language: str) -> SafeString:
    return render_to_string("scoring/_line.html", {"line": line, "columns": range(columns)})
