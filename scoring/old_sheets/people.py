"""Who is who: the names of a file, and the members they may be."""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.accounts.names import problems_with_person
from scoring.models import Member
from scoring.names import folded, sorting
from scoring.old_sheets.verbs import Someone

GUEST, NEW = "guest", "new"
MOST_OFFERED = 4
_ALIKE = 0.72
_INITIALS = re.compile(r"(?:[^\W\d_]\.? ?){1,2}")
_SEVERAL = re.compile(r"[/&+]| und ")  # people of one name, who play as a pair
_LETTERS = re.compile(r"[^\W_]+")
_SPELT = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"}
_TITLES = frozenset(
    (
        *("di", "dipl", "dr", "fr", "frau", "herr", "hofrat", "hr", "ing", "jr", "jun", "mag", "med", "mr"),
        *("mrs", "prof", "sen", "sr"),
    )
)
SHORTEST_BEGINNING = 3  # letters that two names have in common


def field_of(name: str) -> str:
    """Return the field that asks who a name is, the same however the file changes."""
    return f"who-{hashlib.sha256(folded(name).encode()).hexdigest()[:12]}"


class Option(NamedTuple):
    """A value of a field, as the page offers it."""

    code: str
    label: str
    chosen: bool


class NameInFile(NamedTuple):
    """A name of the file, and who it can be."""

    name: str
    field: str
    choices: tuple[Option, ...]
    someone: Someone | None  # None: nobody has said yet
    problems: tuple[str, ...] = ()


def everybody(
    names: Iterable[str],
    members: Sequence[Member],
    answers: Mapping[str, str],
    others: Mapping[str, int | None],
) -> dict[str, NameInFile]:
    """Return everybody by folded name, in the order of the file; `others` are known other names."""
    current = {member.key: member for member in members if member.anonymised_at is None}
    known = {key: GUEST if member is None else f"m{member}" for key, member in others.items()}
    written_names: dict[str, str] = {}
    for name in names:
        written_names.setdefault(folded(name), name)
    strangers = {key: name_words(name) for key, name in written_names.items() if key not in current}
    return {
        key: _named(
            name,
            current.get(key),
            [*current.values()],
            answers.get(field_of(name), "") or known.get(key, ""),
            is_doubtful=any(
                could_be_one(strangers[key], words)
                for other, words in strangers.items()
                if key in strangers and other != key
            ),
        )
        for key, name in written_names.items()
    }


def in_order(name: str) -> str:
    """Return a name with the surname last, where a comma says that it comes first.

    >>> in_order("Gruber, Anna"), in_order("Anna Gruber")
    ('Anna Gruber', 'Anna Gruber')
    """
    parts = [part.strip() for part in name.split(",")]
    return f"{parts[1]} {parts[0]}" if len(parts) == 2 and all(parts) else name


def name_words(name: str) -> frozenset[str]:
    """Return the words of a name however they are spelt, without titles.

    >>> sorted(name_words("Dr. Müller, J.")), sorted(name_words("Strauß"))
    (['j', 'mueller', 'muller'], ['strauss'])
    """
    key = folded(name)
    spelt = "".join(_SPELT.get(letter, letter) for letter in key)
    words = {word for text in (spelt, sorting(name)) for word in _LETTERS.findall(text)}
    return frozenset(words - _TITLES)


def share_a_word(mine: frozenset[str], yours: frozenset[str]) -> bool:
    """Return whether two names have a word in common, or one begins with a word of the other.

    >>> pairs = ("Mueller", "Müller J."), ("Max", "Eva"), ("Sepp", "Sepperl"), ("Jo", "Josef")
    >>> [share_a_word(name_words(one), name_words(other)) for one, other in pairs]
    [True, False, True, False]
    """
    long, others = ([word for word in words if len(word) >= SHORTEST_BEGINNING] for words in (mine, yours))
    return any(
        mine_word.startswith(other) or other.startswith(mine_word) for mine_word in long for other in others
    )


def could_be_one(mine: frozenset[str], yours: frozenset[str]) -> bool:
    """Return whether all words of the shorter name are in the other one, whole or by their beginning.

    >>> pairs = ("Huber", "Huber K."), ("Huber A.", "Anna Huber"), ("Anna Huber", "Bert Huber")
    >>> [could_be_one(name_words(one), name_words(other)) for one, other in pairs]
    [True, True, False]
    """
    short, long = sorted((mine, yours), key=len)
    return bool(short) and all(
        any(word.startswith(other) or other.startswith(word) for other in long) for word in short
    )


def _named(
    name: str, exact: Member | None, members: Sequence[Member], chosen: str, *, is_doubtful: bool
) -> NameInFile:
    """Return a name with the people it may be; a choice or a clear match is preset.

    Nothing is preset for a doubtful name: another name of the file can mean the same person.
    """
    alike = [exact] if exact else _alike(name, members)
    codes = {f"m{member.pk}": member for member in [*alike, *members]}
    is_plain = not (alike or is_doubtful or _INITIALS.fullmatch(name) or _SEVERAL.search(name))
    others = [(GUEST, _("a guest")), (NEW, _("a new member of the club"))]
    if exact and chosen != GUEST:  # two of one name could not be told apart
        others = []
    labels = [(code, member.name) for code, member in codes.items()]
    labels[len(alike) : len(alike)] = others
    if chosen not in dict(labels):
        chosen = f"m{exact.pk}" if exact else GUEST if is_plain else ""
    choices = tuple(Option(code, label, chosen == code) for code, label in labels)
    proper, someone, problems = in_order(name), None, []
    if chosen in codes:
        called = "" if exact == codes[chosen] else name
        someone = Someone(codes[chosen].name, member=codes[chosen].pk, called=called)
    elif chosen and not (problems := problems_with_person(proper)):
        is_known = is_plain if chosen == GUEST else proper == name
        someone = Someone(proper, joins=chosen == NEW, called="" if is_known else name)
    return NameInFile(name, field_of(name), choices, someone, tuple(problems))


def _alike(name: str, members: Sequence[Member]) -> list[Member]:
    """Return the members who may be meant, the likeliest first; one word in common is enough."""
    key, words = sorting(name), name_words(name)
    if _INITIALS.fullmatch(name):
        letters = "".join(filter(str.isalpha, key))
        return [member for member in members if _begins(member.sorting, letters)][:MOST_OFFERED]
    ratios = {member: SequenceMatcher(None, key, member.sorting).ratio() for member in members}
    near = [
        member
        for member, ratio in ratios.items()
        if ratio >= _ALIKE or share_a_word(words, name_words(member.name))
    ]
    return sorted(near, key=lambda member: (-ratios[member], member.sorting))[:MOST_OFFERED]


def _begins(name: str, letters: str) -> bool:
    """Return whether a name begins with these letters, or its words do.

    >>> _begins("franz huber", "f"), _begins("franz huber", "fh"), _begins("franz huber", "fr")
    (True, True, True)
    """
    return name.startswith(letters) or "".join(word[0] for word in name.split()).startswith(letters)
