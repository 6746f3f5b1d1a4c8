"""In which language a page speaks."""

from __future__ import annotations

from django.utils.functional import lazy
from django.utils.translation import get_language

from scoring.engine.texts import Text


def current_language() -> str:
    """Return the language of whoever reads."""
    return (get_language() or "de").partition("-")[0]


def _spoken(text: Text) -> str:
    return text.in_language(current_language())


spoken = lazy(_spoken, str)  # words of a declaration, in the language of whoever reads them
