"""Seals: what makes a link out of a row, with the server's secret, so that nothing stored opens anything.

A seal is made of the row's number and of a random value of its own, its `salt`. The number alone may come
again, after a copy was put back or a database begun anew; the value does not, and a link means one thing for
ever. Rows from before there were such values have none, and keep the seals that were handed out for them.
"""

from __future__ import annotations

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

LETTERS = 20


def seal_of(purpose: str, *words: object) -> str:
    """Return what proves that this server handed something out; an empty word at the end is not said."""
    return _made(purpose, words, settings.SECRET_KEY)


def is_seal_of(given: str, purpose: str, *words: object) -> bool:
    """Return whether it fits, made with the server's secret or with an earlier one?"""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(constant_time_compare(given, _made(purpose, words, key)) for key in keys)


def _made(purpose: str, words: tuple[object, ...], key: str) -> str:
    said = " ".join(map(str, words)).rstrip()
    return salted_hmac(purpose, said, secret=key, algorithm="sha256").hexdigest()[:LETTERS]
