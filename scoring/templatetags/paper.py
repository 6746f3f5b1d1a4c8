"""How amounts stand on a sheet of hands."""

from __future__ import annotations

from fractions import Fraction
from uuid import uuid4

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.engine.amounts import noted
from scoring.web.language import current_language
from scoring.web.narrow import breakable, unlocalized
from scoring.web.numbers import on_average

register = template.Library()
register.filter("noted", noted)
register.filter("breakable", breakable)
register.filter("unlocalized", unlocalized)


@register.filter
def averaged(points: Fraction) -> str:
    """Return an average in words."""
    return on_average(points, current_language())


@register.simple_tag
def entry_id() -> SafeString:
    """Return the id of the entry that a form is about to make: sent twice, it is written once."""
    return format_html('<input type="hidden" name="id" value="{}" autocomplete="off">', uuid4())
