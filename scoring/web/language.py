"""In which language a page speaks."""

from __future__ import annotations

from django.utils.translation import get_language


def current_language() -> str:
    """The language of whoever reads."""
    return "en" if get_language() == "en" else "de"
