"""Small parts that many pages are made of."""

from __future__ import annotations

from uuid import uuid4

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def deed() -> SafeString:
    """The id of what a form is about to do: sent twice, it is done once."""
    return format_html('<input type="hidden" name="deed" value="{}" autocomplete="off">', uuid4())
