"""Generate passphrases to suggest as passwords: four words that are easy to read out and type."""

import secrets
from functools import cache
from pathlib import Path

from django.conf import settings

WORDS = 4


@cache
def words_of(language: str) -> tuple[str, ...]:
    """Return the words of a language, or else the German ones."""
    folder = Path(__file__).parent / "words"
    file = folder / f"{language}.txt"
    text = (file if file.exists() else folder / "de.txt").read_text(encoding="utf-8")
    return tuple(text.split())


def is_passphrase(text: str) -> bool:
    """Return whether these are words that the program suggests.

    >>> [is_passphrase(text) for text in (passphrase("de"), passphrase("en"), "four words of mine")]
    [True, True, False]
    """
    words = set(text.split(" "))
    return any(words <= set(words_of(language)) for language, _name in settings.LANGUAGES)


def passphrase(language: str) -> str:
    """Return four words by chance, which is one of two thousand million.

    >>> len(set(words_of("de"))), len(set(words_of("en"))), passphrase("xx").count(" ")
    (216, 216, 3)
    """
    return " ".join(secrets.choice(words_of(language)) for _ in range(WORDS))
