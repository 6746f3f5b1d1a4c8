"""The figures of statistics, each a value: what was played how often, how it ended, what it brought."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from scoring.engine.result import Amount, exact


def points(twelfths: int) -> Amount:
    return exact(Fraction(twelfths, 12))


@dataclass
class Tally:
    """Games of one kind. Neither won nor lost: somebody revoked."""

    label: str
    order: int = 0  # where it stands on its rule sheet, or in a list of names
    played: int = 0
    won: int = 0
    lost: int = 0
    twelfths: int = 0

    def add(self, won: bool | None, twelfths: int) -> None:
        self.played += 1
        self.won += won is True
        self.lost += won is False
        self.twelfths += twelfths

    def include(self, other: Tally) -> None:
        self.played += other.played
        self.won += other.won
        self.lost += other.lost
        self.twelfths += other.twelfths

    @property
    def revoked(self) -> int:
        return self.played - self.won - self.lost

    @property
    def points(self) -> Amount:
        return points(self.twelfths)

    @property
    def average(self) -> Fraction:
        """Points a game."""
        return Fraction(self.twelfths, 12 * self.played)

    @property
    def share(self) -> Fraction | None:
        """Of those that were won or lost, so many were won."""
        decided = self.won + self.lost
        return Fraction(self.won, decided) if decided else None


@dataclass
class PremiumTally:
    """A premium, by how it came about."""

    label: str
    order: int = 0
    silent: int = 0
    made: int = 0  # announced
    missed: int = 0  # announced
    twelfths: int = 0

    def include(self, other: PremiumTally) -> None:
        self.silent += other.silent
        self.made += other.made
        self.missed += other.missed
        self.twelfths += other.twelfths

    @property
    def points(self) -> Amount:
        return points(self.twelfths)

    @property
    def came(self) -> int:
        return self.silent + self.made + self.missed


@dataclass
class KontraTally:
    """One step of the ladder; what it brought is the difference to the step before."""

    label: str
    step: int
    given: int = 0
    good: int = 0  # that brought something
    bad: int = 0
    twelfths: int = 0

    def include(self, other: KontraTally) -> None:
        self.given += other.given
        self.good += other.good
        self.bad += other.bad
        self.twelfths += other.twelfths

    @property
    def neither(self) -> int:
        return self.given - self.good - self.bad

    @property
    def points(self) -> Amount:
        return points(self.twelfths)


@dataclass
class TrischakenRecord:
    """Everybody for themselves: also those that somebody else declared."""

    played: int = 0
    won: int = 0
    lost: int = 0
    jungfrau: int = 0
    buergermeister: int = 0
    twelfths: int = 0

    @property
    def revoked(self) -> int:
        return self.played - self.won - self.lost

    @property
    def points(self) -> Amount:
        return points(self.twelfths)


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

    def goes_on(self, on: date) -> None:
        self._length += 1
        if self._since is None:
            self._since = on
        if self.longest is None or self._length > self.longest.length:
            self.longest = Streak(self._length, self._since, on)

    def ends(self) -> None:
        self._length, self._since = 0, None
