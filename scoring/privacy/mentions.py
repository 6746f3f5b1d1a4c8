"""Names inside free text: found as whole words, in any case, and never inside the names of others."""

from __future__ import annotations

import re
from collections.abc import Iterable

from scoring.names import folded, tidy

_GENITIVE = "(?:['’]?s|['’])?"


class Mentions:
    """Where somebody is named.

    >>> anna = Mentions(["Anna"], others=["Anna B.", "Bert"])
    >>> [text in anna for text in ("hat ANNA gesagt", "Annas Tisch", "Susanna", "Anna B. war es")]
    [True, True, False, False]
    >>> anna.replaced("Anna B. bei Anna", by="Gast 7")
    'Anna B. bei Gast 7'
    """

    def __init__(self, names: Iterable[str], *, others: Iterable[str] = ()) -> None:
        spelt = {spelling(name) for name in names for spelling in (folded, tidy)}
        self._names = sorted(spelt - {""}, key=len, reverse=True)
        keys = {folded(name) for name in others} - set(self._names)
        longer = [one for one in keys if any(name in one for name in self._names)]
        self._pattern = _pattern(self._names, sorted(longer, key=len, reverse=True))

    def __contains__(self, text: str) -> bool:
        if self._pattern is None:
            return False
        return any(found["mine"] for found in self._pattern.finditer(folded(text)))

    def replaced(self, text: str, *, by: str) -> str:
        """The text with another name in it; where the spelling is too strange for that, nothing else."""
        if text not in self or self._pattern is None:
            return text
        said = self._pattern.sub(lambda found: by if found["mine"] else found[0], text)
        return by if said in self else said


def _pattern(names: list[str], longer: list[str]) -> re.Pattern[str] | None:
    if not names:
        return None
    mine, others = ("|".join(map(_words, found)) for found in (names, longer))
    either = f"(?P<other>{others})|" if others else ""
    return re.compile(rf"(?<!\w)(?:{either}(?P<mine>(?:{mine}){_GENITIVE}))(?!\w)", re.IGNORECASE)


def _words(name: str) -> str:
    return r"\s+".join(map(re.escape, name.split()))
