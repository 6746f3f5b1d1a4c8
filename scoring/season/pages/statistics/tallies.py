"""The figures of statistics, each a value: what was played how often, how it ended, what it brought."""

from __future__ import annotations

from dataclasses import astuple, dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from scoring.engine.result import Amount, from_twelfths


class Summed:
    """Counts that are added up, behind a label and a place in a list; and the points that they brought."""

    twelfths: int
    add: Any  # each kind adds its own counts

    def include(self, other: Any) -> None:
        """Add what another one of the same kind has counted."""
        self.add(*astuple(other)[2:])

    @property
    def points(self) -> Amount:
        return from_twelfths(self.twelfths)


@dataclass
class Tally(Summed):
    """Games of one kind. Neither won nor lost: somebody revoked."""

    label: str
    order: int = 0  # where it stands on its rule sheet, or in a list of names
    played: int = 0
    won: int = 0
    lost: int = 0
    twelfths: int = 0

    def add(self, played: int, won: int, lost: int, twelfths: int) -> None:
        self.played += played
        self.won += won
        self.lost += lost
        self.twelfths += twelfths

    @property
    def revoked(self) -> int:
        return self.played - self.won - self.lost

    @property
    def average(self) -> Fraction:
        """Return the points a game."""
        return Fraction(self.twelfths, 12 * self.played)

    @property
    def share(self) -> Fraction | None:
        """Return how many of those that were won or lost were won."""
        decided = self.won + self.lost
        return Fraction(self.won, decided) if decided else None


@dataclass
class PremiumTally(Summed):
    """A premium, by how it came about."""

    label: str
    order: int = 0
    silent: int = 0
    made: int = 0  # announced
    missed: int = 0  # announced
    twelfths: int = 0

    def add(self, silent: int, made: int, missed: int, twelfths: int) -> None:
        self.silent += silent
        self.made += made
        self.missed += missed
        self.twelfths += twelfths

    @property
    def came(self) -> int:
        return self.silent + self.made + self.missed


@dataclass
class KontraTally(Summed):
    """One step of the ladder; what it brought is the difference to the step before."""

    label: str
    step: int
    given: int = 0
    good: int = 0  # that brought something
    bad: int = 0
    twelfths: int = 0

    def add(self, given: int, good: int, bad: int, twelfths: int) -> None:
        self.given += given
        self.good += good
        self.bad += bad
        self.twelfths += twelfths

    @property
    def neither(self) -> int:
        return self.given - self.good - self.bad


@dataclass
class TrischakenRecord(Summed):
    """Everybody for themselves: also those that somebody else declared."""

    played: int = 0
    won: int = 0
    lost: int = 0
    jungfrau: int = 0
    buergermeister: int = 0
    twelfths: int = 0

    def add(
        self,
        played: int = 0,
        won: int = 0,
        lost: int = 0,
        jungfrau: int = 0,
        buergermeister: int = 0,
        twelfths: int = 0,
    ) -> None:
        self.played += played
        self.won += won
        self.lost += lost
        self.jungfrau += jungfrau
        self.buergermeister += buergermeister
        self.twelfths += twelfths

    @property
    def revoked(self) -> int:
        return self.played - self.won - self.lost


@dataclass
class Beside:
    """Somebody else at the table, and how it went together or against each other."""

    key: str
    name: str
    sorting: str
    tally: Tally = field(default_factory=lambda: Tally(""))

    @property
    def played(self) -> int:
        return self.tally.played

    @property
    def won(self) -> int:
        return self.tally.won

    @property
    def average(self) -> Fraction:
        return self.tally.average

    @property
    def points(self) -> Amount:
        return self.tally.points


class Streak(NamedTuple):
    """The longest run; of two as long, the first."""

    length: int
    since: date
    until: date


class Run:
    """Counts a run as it goes on."""

    def __init__(self) -> None:
        self.longest: Streak | None = None
        self._length = 0
        self._since: date | None = None

    def goes_on(self, on: date, times: int = 1) -> None:
        self._length += times
        if self._since is None:
            self._since = on
        if self.longest is None or self._length > self.longest.length:
            self.longest = Streak(self._length, self._since, on)

    def ends(self) -> None:
        self._length, self._since = 0, None

    def goes_on_as(self, on: date, played: int = 0, first: int = 0, last: int = 0, most: int = 0) -> None:
        """Add what was played on one day: how much of it before the first end, since the last, in a row."""
        parts = (first,) if first == played else (first, most, last)
        for number, times in enumerate(parts):
            if number:
                self.ends()
            if times:
                self.goes_on(on, times)
