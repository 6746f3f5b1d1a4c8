"""How lines and amounts stand on a sheet of hands."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from uuid import uuid4

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.web.amounts import breakable, noted, unlocalized
from scoring.web.language import current_language
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


@register.simple_tag
def written(line: object, columns: int) -> SafeString:
    """Return a line of the sheet.

    Nothing but what is in it makes it look as it does, so it is written once.
    """
    return _written(line, columns, current_language())


@lru_cache(maxsize=2000)
def _written(line: object, columns: int, language: str) -> SafeString:
    return render_to_string("scoring/web/_line.html", {"line": line, "columns": range(columns)})
