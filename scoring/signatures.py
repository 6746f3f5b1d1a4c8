"""Signatures by the server's secret: they make a link out of a row, so that nothing stored opens anything.

One is made of the row's number and of a random value of its own, its `salt`. The number alone may come
again, after a copy was put back or a database begun anew; the value does not, and a link means one thing for
ever. Rows from before there were such values have none, and keep what was handed out for them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Model, Q, QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac

LETTERS = 20


@dataclass(frozen=True, kw_only=True, eq=False)
class LinkKind:
    """A kind of links, which are renewed when a copy is restored, with its words for the operator."""

    model: type[Model]
    renew: Callable[[QuerySet[Any]], object]  # lets what was handed out for these rows open nothing
    club: str  # the way to it
    singular: str
    plural: str = ""
    open: Callable[[], Q] = Q  # rows whose link opens something now
    title: str = ""  # the column by which each row is listed, before all others; else they are counted


def signature_of(purpose: str, *words: object) -> str:
    """Return the signature that proves this server issued these words."""
    return _made(purpose, words, settings.SECRET_KEY)


def is_signature_of(given: str, purpose: str, *words: object) -> bool:
    """Return whether a signature was made with the server's secret or with an earlier one."""
    return any(constant_time_compare(given, signature) for signature in signatures_of(purpose, *words))


def row_behind(code: str, rows: QuerySet[Any], purpose: str) -> Any:
    """Return the row whose number and signature are in a code; None if the code is not valid."""
    number, _dash, signature = code.partition("-")
    if not (number.isascii() and number.isdecimal() and len(number) < 19):
        return None
    row = rows.filter(Q(pk=int(number))).first()
    return row if row is not None and is_signature_of(signature, purpose, row.pk, row.salt) else None


def signatures_of(purpose: str, *words: object) -> list[str]:
    """Return the signature by the server's secret, then those by earlier secrets."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return [_made(purpose, words, key) for key in keys]


def _made(purpose: str, words: tuple[object, ...], key: str) -> str:
    message = " ".join(map(str, words)).rstrip()
    return salted_hmac(purpose, message, secret=key, algorithm="sha256").hexdigest()[:LETTERS]
