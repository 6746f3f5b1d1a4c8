"""How everybody stood after the games that are long past: worked out once, and kept where no name stands."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path

from scoring.engine import rating
from scoring.engine.rating import Rated, Strength, rated
from scoring.figures.kept import kept

AT_ONCE = 500  # games after which it is kept how everybody stands: fewer than that are worked out anew
MOST_KEPT = 200  # of all clubs and periods that somebody asked for

RatedPerson = int | str  # a member's number, a guest's name
RatedGame = Mapping[RatedPerson, int]  # what everybody had at its end
Games = tuple[tuple[tuple[int, int], ...], ...]  # the same with everybody as a number: the order they came in


def rated_after(games: Sequence[RatedGame]) -> dict[RatedPerson, Rated]:
    """Return how everybody stands after these games, the oldest first."""
    whole = len(games) - len(games) % AT_ONCE
    numbers: dict[RatedPerson, int] = {}
    past = tuple(
        tuple((numbers.setdefault(person, len(numbers)), twelfths) for person, twelfths in game.items())
        for game in games[:whole]
    )
    before = dict(zip(numbers, _rated_before(past), strict=True))
    return rated(games[whole:], before=before)


@lru_cache(maxsize=64)
def _rated_before(past: Games) -> tuple[Rated, ...]:
    """Return how everybody stands by their numbers."""
    if not past:
        return ()
    name = f"{sha256(f'{_program()} {past}'.encode()).hexdigest()}.json"
    return _read(kept("rated", name, lambda: _written(_work_out(past)), _oldest))


def _work_out(past: Games) -> Iterable[Rated]:
    before = dict(enumerate(_rated_before(past[:-AT_ONCE])))
    found = rated(map(dict, past[-AT_ONCE:]), before=before)
    return (found[number] for number in range(len(found)))


@cache
def _program() -> str:
    """Return what changes when strengths are worked out in another way."""
    return sha256(Path(rating.__file__).read_bytes()).hexdigest()


def _written(everybody: Iterable[Rated]) -> str:
    return json.dumps([(str(mu), str(variance), games) for (mu, variance), games in everybody])


def _read(text: str) -> tuple[Rated, ...]:
    return tuple(
        Rated(Strength(Decimal(mu), Decimal(variance)), games) for mu, variance, games in json.loads(text)
    )


def _oldest(file: Path) -> list[Path]:
    """Return those that nobody has asked for first since the others were made."""
    return sorted(file.parent.iterdir(), key=lambda one: one.stat().st_mtime)[:-MOST_KEPT]
