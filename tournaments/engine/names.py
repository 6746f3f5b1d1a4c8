"""Find names that may be one person's: in another order, spelt with other letters, or mistyped."""

import re
import unicodedata
from collections.abc import Hashable, Iterable
from enum import StrEnum
from functools import lru_cache
from typing import Generic, TypeVar

from scoring.engine.naming import visible

SHORTEST = 4  # of shorter names every other one would be a letter off
_SPELT_OUT = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "œ": "oe", "ø": "oe", "ł": "l", "đ": "d"}
)
# Cyrillic and Greek letters, and the Latin ones that look the same.
_LOOKALIKES = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеѕіјорсухΑΒΕΖΗΙΚΜΝΟΡΤΥΧοραικνυ",
    "ABESIJKMHOPCTYXaesijopcyxABEZHIKMNOPTYXopaikvu",
)
_WORD = re.compile(r"[^\W_]+")

Whose = TypeVar("Whose", bound=Hashable)


class Likeness(StrEnum):
    """Why two names could be one person's."""

    SAME = "same"  # but for case and blanks
    ORDER = "order"  # Huber Franz, Franz Huber
    SPELLING = "spelling"  # Müller, Mueller, Muller
    LETTER = "letter"  # one letter more, less, other, or two that changed places
    INITIAL = "initial"  # F. Huber, Franz Huber


@lru_cache(maxsize=4096)
def words_of(name: str) -> tuple[str, ...]:
    """Return the words of a name in small letters, with umlauts spelt out.

    >>> words_of("Müller-Groß,  Änne")
    ('mueller', 'gross', 'aenne')
    """
    spelt = unicodedata.normalize("NFC", _compatible(name).translate(_LOOKALIKES).casefold())
    return tuple(_WORD.findall(_bare(spelt.translate(_SPELT_OUT))))


def _bare(text: str) -> str:
    """Return a name without accents."""
    signs = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in signs if not unicodedata.combining(sign))


def likeness(name: str, other: str) -> Likeness | None:
    """Return why two names could mean the same person; None if they could not.

    >>> likeness("Huber Franz", "Franz Huber"), likeness("Müller", "Mueller"), likeness("Anna", "Dora")
    (<Likeness.ORDER: 'order'>, <Likeness.SPELLING: 'spelling'>, None)
    >>> likeness("Maier Hans", "Hans Mayer"), likeness("F. Huber", "Franz Huber")
    (<Likeness.LETTER: 'letter'>, <Likeness.INITIAL: 'initial'>)
    >>> likeness("\\u0415mil", "Emil"), likeness("\\u0421\\u043e\\u0440\\u0430", "Copa")
    (<Likeness.SPELLING: 'spelling'>, <Likeness.SPELLING: 'spelling'>)
    >>> likeness("Gast 1", "Gast 2")
    """
    if _folded(name) == _folded(other):
        return Likeness.SAME
    mine, yours = words_of(name), words_of(other)
    if not mine or not yours:
        return None
    if mine == yours or _spelling(mine) == _spelling(yours):
        return Likeness.SPELLING
    if sorted(_spelling(mine)) == sorted(_spelling(yours)):
        return Likeness.ORDER
    if _numbers(mine) != _numbers(yours):
        return None
    if any(_is_a_letter_off(left, right) for left in _keys(mine) for right in _keys(yours)):
        return Likeness.LETTER
    return Likeness.INITIAL if _is_initial(mine, yours) or _is_initial(yours, mine) else None


@lru_cache(maxsize=4096)
def _folded(name: str) -> str:
    return " ".join(_compatible(name).casefold().split())


def _compatible(name: str) -> str:
    return unicodedata.normalize("NFKC", visible(name))


@lru_cache(maxsize=4096)
def _spelling(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return words without the e that stands for an umlaut: Mueller, Muller.

    >>> _spelling(("mueller",)) == _spelling(("muller",))
    True
    """
    return tuple(re.sub("(?<=[aou])e", "", word) for word in words)


@lru_cache(maxsize=4096)
def _numbers(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(word for word in words if _is_number(word)))


def _is_number(word: str) -> bool:
    return any(sign.isdigit() for sign in word)


@lru_cache(maxsize=4096)
def _keys(words: tuple[str, ...]) -> frozenset[str]:
    """Return the spellings to compare letter by letter: several word orders, without numbers."""
    words = tuple(word for word in words if not _is_number(word))
    return frozenset((" ".join(words), " ".join(sorted(words)), " ".join((*words[1:], *words[:1]))))


def _is_a_letter_off(word: str, other: str) -> bool:
    """Return whether a letter is missing, too many, another one, or turned with its neighbour.

    >>> _is_a_letter_off("huber", "hubre"), _is_a_letter_off("eva", "ewa"), _is_a_letter_off("huber", "uber")
    (True, False, True)
    """
    if min(len(word), len(other)) < SHORTEST or abs(len(word) - len(other)) > 1:
        return False
    if len(word) > len(other):
        word, other = other, word
    first = next((i for i, (a, b) in enumerate(zip(word, other, strict=False)) if a != b), len(word))
    if len(word) < len(other):
        return word[first:] == other[first + 1 :]
    if word[first + 1 :] == other[first + 1 :]:
        return True
    turned = other[first + 1 : first + 2] + other[first : first + 1] + other[first + 2 :]
    return word[first:] == turned


def _is_initial(short: tuple[str, ...], full: tuple[str, ...]) -> bool:
    """Return whether the names are equal but for a word shortened to its beginning."""
    if len(short) != len(full) or len(full) < 2:
        return False
    for whole in (full, (*full[1:], full[0])):
        pairs = list(zip(short, whole, strict=True))
        if all(a == b or (len(a) == 1 and b.startswith(a)) for a, b in pairs):
            return any(a == b for a, b in pairs)
    return False


class NameRegister(Generic[Whose]):
    """Known names that can be searched for similar ones, at a cost independent of their number.

    >>> register = NameRegister([("Franz Huber", 1), ("Dora", 2)])
    >>> register.like("Huber Franz"), register.like("Emil")
    ([(1, <Likeness.ORDER: 'order'>)], [])
    """

    def __init__(self, known: Iterable[tuple[str, Whose]] = ()) -> None:
        self._names: dict[Whose, str] = {}
        self._places: dict[Whose, int] = {}
        self._under: dict[str, list[Whose]] = {}
        for name, whose in known:
            self.add(name, whose)

    def add(self, name: str, whose: Whose) -> None:
        self._names[whose] = name
        self._places[whose] = len(self._places)
        for mark in _marks(name):
            self._under.setdefault(mark, []).append(whose)

    def like(self, name: str) -> list[tuple[Whose, Likeness]]:
        """Return the entries with a similar name and the likeness, in the order in which they were added."""
        candidates = {whose for mark in _marks(name) for whose in self._under.get(mark, ())}
        likely = {whose: likeness(name, self._names[whose]) for whose in candidates}
        alike = [(whose, why) for whose, why in likely.items() if why is not None]
        return sorted(alike, key=lambda entry: self._places[entry[0]])


def _marks(name: str) -> set[str]:
    """Return marks of a name, of which similar names share at least one."""
    words = words_of(name)
    marks = {f"={_folded(name)}", " ".join(sorted(_spelling(words)))}
    numbers = " ".join(_numbers(words))
    for key in _keys(words):
        marks.update(f"{numbers}~{key[:i]}{key[i + 1 :]}" for i in range(len(key)))
        marks.add(f"{numbers}~{key}")
    if len(words) > 1:
        marks.update(f"{word[0]}.{' '.join(sorted({*words} - {word}))}" for word in words)
    return marks
