"""The mistakes of a sheet: a code, its place, and the values of its sentence."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from scoring.engine.declaring import declared
from scoring.engine.money import number_in_words
from scoring.engine.record import is_readable
from scoring.engine.texts import Text, nearest, sentences, with_nearest

_DECLARED = declared(__name__)
MISTAKES = with_nearest(
    sentences(_DECLARED["mistakes"]),
    *("unknown_key", "unknown_custom", "unknown_sheet", "unknown_premium", "unknown_contract"),
    *("unknown_kontra", "unknown_trigger", "unknown_cards", "unknown_chapter", "unknown_option"),
    "unknown_path",
)

LONGEST_SHOWN = 60
MOST_SHOWN = 12
BIGGEST_SHOWN = 10**18


class Mistake(NamedTuple):
    """A mistake: a key of MISTAKES, its place ("contracts.dreier.value"), and the values of its sentence."""

    code: str
    path: str
    named: Mapping[str, Any] = {}


Mistakes = Iterator[Mistake]


class SheetError(ValueError):
    """A rule sheet that cannot be used; the message names every mistake, in English."""

    def __init__(self, name: str, mistakes: Iterable[Mistake]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("\n".join(f"{name}: {_line(mistake)}" for mistake in self.mistakes))


class UnknownSheet(SheetError):
    """There is no such sheet; these there are."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        self.known = tuple(known)
        named = {"key": name, "known": ", ".join(self.known)}
        super().__init__(name, [Mistake("no_such_file", "", named)])


def _line(mistake: Mistake) -> str:
    words = mistake_in_words(mistake, "en")
    return f"{mistake.path}: {words}" if mistake.path else words


def mistake_in_words(mistake: Mistake, language: str) -> str:
    """Return a mistake in one sentence; `path_in_words` names its place.

    >>> mistake_in_words(Mistake("number_expected", "kontra.levels.re", {"least": 0, "most": 1000}), "en")
    'A whole number from 0 to 1000 is expected.'
    """
    named = {key: _named(value, language) for key, value in mistake.named.items()}
    return MISTAKES[mistake.code].in_language(language).format_map(named)


def _named(value: object, language: str) -> object:
    if isinstance(value, Text):
        return shown(value.in_language(language))
    if isinstance(value, tuple):
        return ", ".join([str(_named(item, language)) for item in value])
    if isinstance(value, Fraction):
        return number_in_words(value)
    return value


def shown(value: object) -> str:
    """Return anything that stood in a file, short enough and safe to show.

    >>> shown("uhuu"), shown("a\\x00b"), shown(7), shown(-(10**30)), shown([1, 2])
    ('uhuu', 'a\\\\x00b', '7', '…', '[…]')
    """
    if isinstance(value, str):
        short = value if len(value) <= LONGEST_SHOWN else f"{value[:LONGEST_SHOWN]}…"
        return short if is_readable(short) else ascii(short)[1:-1]
    if isinstance(value, dict | list):
        return "[…]" if isinstance(value, list) else "{…}"
    if type(value) is int and abs(value) > BIGGEST_SHOWN:
        return "…"
    return str(value)


def unknown(code: str, path: str, key: object, known: Iterable[str]) -> Mistake:
    """Return the mistake for something that does not exist, with the nearest right word if there is any."""
    known = list(known)
    near = nearest(key, known, loosely=True)
    if near is None:
        return Mistake(code, path, {"key": shown(key), "known": ", ".join(map(shown, known[:MOST_SHOWN]))})
    return Mistake(f"{code}_near", path, {"key": shown(key), "near": shown(near)})
