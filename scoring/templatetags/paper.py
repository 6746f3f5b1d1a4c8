"""Show names and amounts on a sheet of hands, and coordinates in a drawing."""

from fractions import Fraction
from uuid import uuid4

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.engine.amounts import noted
from scoring.web.language import current_language, on_average

LONG_IN_A_COLUMN = 6  # letters

register = template.Library()
register.filter("noted", noted)


@register.filter
def breakable(name: str) -> str:
    """Return a name that can be broken in a narrow column: after its dots, or with a hyphen.

    >>> [breakable(name).replace("\N{SOFT HYPHEN}", "|") for name in ("Bert", "Konrad", "Elisabeth")]
    ['Bert', 'Ko|n|r|ad', 'El|i|s|a|b|e|th']
    >>> breakable("Maxi…er").split("\N{ZERO WIDTH SPACE}")
    ['Maxi…', 'er']
    """
    if " " in name or len(name) < LONG_IN_A_COLUMN:
        return name
    if "…" in name[:-1]:
        return name.replace("…", "…\N{ZERO WIDTH SPACE}")
    return "\N{SOFT HYPHEN}".join((name[:2], *name[2:-2], name[-2:]))


@register.filter
def unlocalized(number: float) -> str:
    """Return a coordinate: with a point in every language.

    >>> unlocalized(12.5), unlocalized(1200)
    ('12.5', '1200')
    """
    return f"{number}"


@register.filter
def averaged(points: Fraction) -> str:
    """Return an average in words."""
    return on_average(points, current_language())


@register.simple_tag
def entry_id() -> SafeString:
    """Return a new id for a form's entry, which is written once even if the form is sent twice."""
    return format_html('<input type="hidden" name="id" value="{}" autocomplete="off">', uuid4())
