"""In which language a page speaks."""

from collections.abc import Callable

from django.conf import settings
from django.utils.functional import lazy
from django.utils.translation import get_language, override

from scoring.engine.texts import Text


def current_language() -> str:
    """Return the language of whoever reads."""
    return (get_language() or "de").partition("-")[0]


def in_every_language(words: Callable[[], str]) -> set[str]:
    """Return what these words are in each of the languages that are offered."""
    found = set()
    for code, _label in settings.LANGUAGES:
        with override(code):
            found.add(words())
    return found


def _spoken(text: Text) -> str:
    return text.in_language(current_language())


spoken = lazy(_spoken, str)  # words of a declaration, in the language of whoever reads them
