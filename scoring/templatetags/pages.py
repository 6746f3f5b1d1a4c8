"""Small parts that many pages are made of."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from uuid import uuid4

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

STATIC_FILES = Path(__file__).parent.parent / "static"


@register.simple_tag
def deed() -> SafeString:
    """The id of what a form is about to do: sent twice, it is done once."""
    return format_html('<input type="hidden" name="deed" value="{}" autocomplete="off">', uuid4())


@register.simple_tag
def preloads(folder: str) -> SafeString:
    """The scripts of a folder, all asked for at once: each would be found only in the one that imports it."""
    links = ((static(path),) for path in _scripts(folder))
    return format_html_join("\n  ", '<link rel="modulepreload" href="{}">', links)


@cache
def _scripts(folder: str) -> list[str]:
    return sorted(f"{folder}/{script.name}" for script in (STATIC_FILES / folder).glob("*.js"))
