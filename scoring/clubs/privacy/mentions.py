"""Names inside free text: found as whole words, in any case, and never inside the names of others."""

from __future__ import annotations

import re
from collections.abc import Iterable

from scoring.names import folded, tidy

FEWEST_LETTERS = 3  # of a part of a name that says who it is
_OF_MANY = {
    *("von", "van", "der", "den", "dem", "zum", "zur", "vom"),
    *("mag", "ing", "dipl", "prof", "jun", "sen"),
}
_GENITIVE = "(?:['’]?s|['’])?"


def parts_of(name: str) -> list[str]:
    """Return the parts of a name by which somebody can be meant.

    >>> parts_of("Dr. Anna von Huber-Maier")
    ['Anna', 'Huber', 'Maier', 'Huber-Maier']
    """
    words = name.replace(".", " ").split()
    found = dict.fromkeys(part for word in words for part in [*word.split("-"), word])
    return [part for part in found if len(part) >= FEWEST_LETTERS and folded(part) not in _OF_MANY]


class Mentions:
    """Whether a text names somebody.

    >>> anna = Mentions(["Anna"], others=["Anna B.", "Bert"])
    >>> [text in anna for text in ("hat ANNA gesagt", "Annas Tisch", "Susanna", "Anna B. war es")]
    [True, True, False, False]
    """

    def __init__(self, names: Iterable[str], *, others: Iterable[str] = ()) -> None:
        spelt = {spelling(name) for name in names for spelling in (folded, tidy)} - {""}
        keys = {folded(name) for name in others} - spelt
        longer = [key for key in keys if any(name in key for name in spelt)]
        self._pattern = _pattern(_longest_first(spelt), _longest_first(longer))

    def __contains__(self, text: str) -> bool:
        """Return whether the text names them."""
        if self._pattern is None:
            return False
        return any(found["mine"] for found in self._pattern.finditer(folded(text)))


def _longest_first(names: Iterable[str]) -> list[str]:
    return sorted(names, key=lambda name: (-len(name), name))


def _pattern(names: list[str], longer: list[str]) -> re.Pattern[str] | None:
    if not names:
        return None
    mine, others = ("|".join(map(_words, found)) for found in (names, longer))
    either = f"(?P<other>{others})|" if others else ""
    return re.compile(rf"(?<!\w)(?:{either}(?P<mine>(?:{mine}){_GENITIVE}))(?!\w)", re.IGNORECASE)


def _words(name: str) -> str:
    return r"\s+".join(map(re.escape, name.split()))
