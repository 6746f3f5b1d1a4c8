"""The mistakes of a sheet: a code, its place, and the values of its sentence."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from scoring.engine.declaring import declared
from scoring.engine.money import number_in_words
from scoring.engine.problems import Problem, TarockError
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


class Mistake(Problem):
    """A mistake: a key of MISTAKES, its place ("contracts.dreier.value"), and the values of its sentence."""

    __slots__ = ()

    def in_words(self, language: str) -> str:
        """Return a mistake in one sentence; `path_in_words` names its place.

        >>> Mistake("number_expected", "kontra.levels.re", {"least": 0, "most": 1000}).en
        'A whole number from 0 to 1000 is expected.'
        """
        named = {key: _named(value, language) for key, value in self.named.items()}
        return MISTAKES[self.code].in_language(language).format_map(named)


Mistakes = Iterator[Mistake]


class SheetError(TarockError):
    """Raised where a rule sheet cannot be used; every line of its text names the sheet."""

    problems: tuple[Mistake, ...]

    def __init__(self, name: str, mistakes: Iterable[Mistake]) -> None:
        super().__init__(mistakes)
        self.name = name

    def __str__(self) -> str:
        return "\n".join(f"{self.name}: {line}" for line in super().__str__().splitlines())


class UnknownSheet(SheetError):
    """There is no such sheet; these there are."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        self.known = tuple(known)
        named = {"key": name, "known": ", ".join(self.known)}
        super().__init__(name, [Mistake("no_such_file", "", named)])


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
