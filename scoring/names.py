"""Names of people and clubs: how they are kept, and when two of them are the same."""

import json
import re
import unicodedata
from collections.abc import Mapping
from typing import TypedDict
from zlib import crc32

from scoring.engine.naming import visible

_JOINERS = re.compile("[\u200c\u200d]")
_NUMBER = re.compile("[0-9]+")
_NEIGHBOURS = str.maketrans({"æ": "ae", "đ": "d", "ł": "l", "œ": "oe", "ø": "o"})
_SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def tidy(name: str) -> str:
    """Return the name as it is stored: trimmed, visible letters, single spaces, accents composed.

    >>> tidy("  Anna   Maria\\ufe0f ")
    'Anna Maria'
    """
    return " ".join(unicodedata.normalize("NFC", visible(name)).split())


def initials(name: str) -> str:
    """Return a name's initials, for pictures that do not show it.

    >>> initials("Anna Maria Huber-Maier"), initials("Sepp")
    ('A. M. H.', 'S.')
    """
    return " ".join(f"{word[0].upper()}." for word in name.split())


def folded(name: str) -> str:
    """Return the name for comparing, without case; SQLite's own LOWER would stop at the letter Z.

    >>> folded("ÄNNE Groß") == folded("änne  gross")
    True
    """
    return tidy(unicodedata.normalize("NFKC", _JOINERS.sub("", name)).casefold())


COLOURS = 12  # in which people are drawn; then they start again


def colour_of(member: int | None, name: str) -> int:
    """Return the number of a person's colour: a member's follows the id, a guest's the name.

    Ids are given one after the other, so that twelve who join a club together differ from each other.

    >>> [colour_of(member, "Anna") for member in (5, 6, 17)]
    [5, 6, 5]
    >>> colour_of(None, "Otti") == colour_of(None, "OTTI ")
    True
    """
    return (crc32(folded(name).encode()) if member is None else member) % COLOURS


_KITTIES = frozenset(
    (
        *("bank", "haus", "kassa", "kasse", "kitty", "klubkassa", "klubkasse", "pagatkassa", "pot", "strafe"),
        *("strafen", "strafkassa", "strafkasse", "topf", "vereinskassa", "vereinskasse"),
    )
)


def is_kitty(name: str) -> bool:
    """Return whether a name is that of a kitty and of no person.

    >>> is_kitty("KASSA"), is_kitty("Anna Kassa")
    (True, False)
    """
    return folded(name) in _KITTIES


def sorting(name: str) -> str:
    """Return the sort key of a name: accents do not count, numbers count as numbers.

    >>> sorted(["Tisch 10", "Paul", "Österreicher", "Berta", "Änne", "Anna", "Tisch 2", "Otto"], key=sorting)
    ['Anna', 'Änne', 'Berta', 'Österreicher', 'Otto', 'Paul', 'Tisch 2', 'Tisch 10']
    """
    plain = folded(name).translate(_NEIGHBOURS)
    letters = [sign for sign in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(sign)]
    return _NUMBER.sub(_by_length, "".join(letters))


_PARTICLES = frozenset(
    (
        *("af", "av", "da", "das", "de", "del", "della", "dem", "den", "der", "des", "di", "do", "dos", "du"),
        *("el", "la", "le", "te", "ten", "ter", "van", "vom", "von", "zu", "zum", "zur"),
    )
)
_AFTER_NAMES = frozenset(
    ("bsc", "dr", "ii", "iii", "jr", "jun", "junior", "ma", "mag", "msc", "sen", "senior")
)
_ADDRESSED = frozenset(("frau", "herr", "tante", "onkel", "mr", "mrs", "ms"))
_TITLE = re.compile(r"\w{2,}\.$|dipl\.?-?\w*\.?$", re.IGNORECASE)


def surname_in(name: str, *, surname_first: bool = False) -> slice:
    """Return which words of a name are the surname, with its particles; a single word is the surname.

    >>> [
    ...     " ".join(name.split()[surname_in(name)])
    ...     for name in ("Anna Maria Huber", "Ludwig van Beethoven", "Rosa Eder jun.", "Gast 12", "Sepp")
    ... ]
    ['Huber', 'van Beethoven', 'Eder', 'Gast', 'Sepp']
    >>> [
    ...     " ".join(name.split()[surname_in(name, surname_first=True)])
    ...     for name in ("Huber Anna Maria", "von der Leyen Ursula", "Dr. Eder Rosa")
    ... ]
    ['Huber', 'von der Leyen', 'Eder']
    """
    words = name.split()
    end = len(words)
    while end > 1 and _stands_after(words[end - 1]):
        end -= 1
    if surname_first:
        first = 0
        while first < end - 1 and _TITLE.match(words[first]):
            first += 1
        last = first
        while last < end - 1 and words[last].casefold() in _PARTICLES:
            last += 1
        return slice(first, last + 1)
    first = max(0, end - 1)
    while first > 0 and words[first - 1].casefold() in _PARTICLES:
        first -= 1
    return slice(first, end)


def surname_before(name: str, *, surname_first: bool = False) -> str:
    """Return a name with the surname first, unchanged where it has none to move.

    >>> [surname_before(name) for name in ("Anna Maria Huber", "Ludwig van Beethoven", "Rosa Eder jun.")]
    ['Huber Anna Maria', 'van Beethoven Ludwig', 'Eder Rosa jun.']
    >>> [surname_before(name) for name in ("Rudi aus Graz", "Tante Mizzi", "Sepp H.", "Sepp")]
    ['Rudi aus Graz', 'Tante Mizzi', 'Sepp H.', 'Sepp']
    >>> surname_before("Huber Anna", surname_first=True)
    'Huber Anna'
    """
    words = name.split()
    surname = surname_in(name)
    first_names, last = words[: surname.start], " ".join(words[surname])
    is_nickname = any(word.islower() for word in first_names) or (
        first_names[:1] and _bare(first_names[0]) in _ADDRESSED
    )
    if surname_first or "," in name or is_nickname or len(_bare(last)) < 2:
        return name
    return " ".join([*words[surname], *first_names, *words[surname.stop :]])


def _bare(word: str) -> str:
    return word.casefold().strip(".")


def _stands_after(word: str) -> bool:
    """Return whether a word of a name is a number, a title, "jun." or "(guest)"."""
    return word.isdecimal() or word.startswith("(") or _bare(word) in _AFTER_NAMES or bool(_TITLE.match(word))


def by_surname(name: str, *, surname_first: bool = False) -> tuple[str, str, str]:
    """Return the sort key of a name: surname, then first names, then titles and numbers.

    Small particles do not count (Ludwig van Beethoven stands under B), capital ones do (Anton Van Dyk under
    V). Letters as in `sorting`: ä as a, ß as ss.

    >>> people = ["Zita Huber", "Änne Zöchling", "Sepp", "Ludwig van Beethoven", "Anton Van Dyk"]
    >>> sorted(people, key=by_surname)
    ['Ludwig van Beethoven', 'Zita Huber', 'Sepp', 'Anton Van Dyk', 'Änne Zöchling']
    """
    last, comma, first = name.partition(",")
    if comma and last.strip() and first.strip():
        return sorting(last), sorting(first), ""
    words = name.split()
    where = surname_in(name, surname_first=surname_first)
    surname = words[where]
    while len(surname) > 1 and surname[0] in _PARTICLES:
        surname = surname[1:]
    others = [*words[: where.start], *words[where.stop :]]
    first_names = [word for word in others if not _stands_after(word)]
    additions = [word for word in others if _stands_after(word)]
    return sorting(" ".join(surname)), sorting(" ".join(first_names)), sorting(" ".join(additions))


def in_one_order(name: str, *, surname_first: bool = False) -> str:
    """Return a name in the usual order of its parts, also if it was written with a comma.

    >>> in_one_order("Huber,  Franz"), in_one_order("Huber, Franz", surname_first=True), in_one_order("Anna")
    ('Franz Huber', 'Huber Franz', 'Anna')
    """
    name = tidy(name)
    last, comma, first = map(str.strip, name.partition(","))
    if not comma or "," in first or not last or not first or _stands_after(first.split()[0]):
        return name
    return f"{last} {first}" if surname_first else f"{first} {last}"


def _by_length(number: re.Match[str]) -> str:
    """Return a number so that of two the longer one is greater."""
    digits = number[0].lstrip("0")
    return f"{len(digits):02}{digits}"


class Spellings(TypedDict):
    """A member's name, with the keys to find and to sort it."""

    name: str
    key: str
    sorting: str


def spellings(name: str) -> Spellings:
    """Return a name as it is kept, found and sorted.

    >>> spellings("Änne 2")
    {'name': 'Änne 2', 'key': 'änne 2', 'sorting': 'anne 012'}
    """
    return {"name": name, "key": folded(name), "sorting": sorting(name)}


def address_of(name: str) -> str:
    """Return a club's name as part of an address.

    >>> address_of("Tarockrunde Mühlviertel"), address_of("♠♥")
    ('tarockrunde-muehlviertel', 'club')
    """
    return in_an_address(name)[:50].strip("-") or "club"


def in_an_address(name: str) -> str:
    """Return a name as a part of an address; empty if no letters are left.

    >>> in_an_address("Ötzi Groß"), in_an_address("♠♥")
    ('oetzi-gross', '')
    """
    from django.utils.text import slugify

    return slugify(_spelt_out(name))


def in_a_file_name(name: str) -> str:
    """Return a name as part of a file's name, with letters that an address would lose.

    >>> in_a_file_name("Ötzi Groß"), in_a_file_name("Škoda Đorđe"), in_a_file_name("Ніна & Otto/2")
    ('oetzi-gross', 'škoda-đorđe', 'ніна-otto-2')
    """
    from django.utils.text import slugify

    spelt = _spelt_out(name.replace("/", "-"))
    return slugify(spelt, allow_unicode=not spelt.isascii())


def _spelt_out(name: str) -> str:
    return tidy(name).lower().translate(_SPELT_OUT)


def called_now(names: Mapping[str, str]) -> str:
    """Return a short checksum of names by id, which changes with any name.

    >>> called_now({"1": "Anna"}) == called_now({"1": "Anna B."})
    False
    """
    return f"{crc32(json.dumps(list(names.values())).encode()):x}"
