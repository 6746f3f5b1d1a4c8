"""Names of people and clubs: how they are kept, and when two of them are the same."""

from __future__ import annotations

import re
import unicodedata

from django.utils.text import slugify

_JOINERS = re.compile("[\u200c\u200d]")
_SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def tidy(name: str) -> str:
    """The name as it is kept: nothing around it, one space between words, accents on their letters.

    >>> tidy("  Anna   Maria ")
    'Anna Maria'
    """
    return " ".join(unicodedata.normalize("NFC", name).split())


def folded(name: str) -> str:
    """What two spellings of one name have in common; SQLite's own LOWER would stop at the letter Z.

    >>> folded("ÄNNE Groß") == folded("änne  gross")
    True
    """
    return tidy(unicodedata.normalize("NFKC", _JOINERS.sub("", name)).casefold())


def address_of(name: str) -> str:
    """A club's name as part of an address.

    >>> address_of("Tarockrunde Mühlviertel"), address_of("♠♥")
    ('tarockrunde-muehlviertel', 'club')
    """
    return slugify(tidy(name).lower().translate(_SPELT_OUT))[:50].strip("-") or "club"
