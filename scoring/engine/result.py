"""What comes out: lines that add up to zero, and their totals."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import prod
from typing import NamedTuple

Amount = int | Fraction


def from_twelfths(twelfths: int) -> Amount:
    """Return the amount that is stored in twelfths.

    >>> from_twelfths(-24), from_twelfths(8)
    (-2, Fraction(2, 3))
    """
    return exact(Fraction(twelfths, 12))


def in_twelfths(amount: Amount) -> int:
    """Return an amount in twelfths, as it is stored; shares are halves of halves, and thirds.

    >>> in_twelfths(-2), in_twelfths(Fraction(2, 3)), in_twelfths(Fraction(9, 4))
    (-24, 8, 27)
    """
    twelfths = amount * 12
    if twelfths.denominator != 1:
        raise AssertionError(f"{amount} is not a whole number of twelfths")
    return int(twelfths)


def exact(amount: Amount) -> Amount:
    """Return a whole amount as int, any other as a Fraction in lowest terms.

    >>> exact(Fraction(4, 2)), exact(Fraction(-2, 3))
    (2, Fraction(-2, 3))
    """
    if type(amount) is int or amount.denominator != 1:
        return amount
    return amount.numerator


def amount_in_words(amount: Amount) -> int | str:
    """Return an amount for a record: a whole number, or a fraction in lowest terms.

    >>> amount_in_words(Fraction(-2, 3)), amount_in_words(4)
    ('-2/3', 4)
    """
    return amount if type(amount) is int else str(amount)


class Outcome(StrEnum):
    """What became of the game or premium that a line pays for."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    CONCEDED = "conceded"
    BLANK = "blank"
    VALAT_MISSED = "valat_missed"  # the announced Valat took the game line with it
    SILENT = "silent"
    SILENT_MISSED = "silent_missed"
    MADE = "made"
    MISSED = "missed"
    SWEPT = "swept"  # lost with an announced Valat of the same side
    PAYS = "pays"  # Trischaken: those named pay
    BUERGERMEISTER = "buergermeister"
    ALL_TRICKS = "all_tricks"
    ALONE = "alone"  # Trischaken: the Vorhand pays for all, at a price of her own
    JUNGFRAU = "jungfrau"  # Trischaken: those without a trick get a price from each
    REVOKED = "revoked"
    CLAIM = "claim"


class Factor(NamedTuple):
    """Why a value is multiplied. In the Schrift a kontra may count less than in the Kassa."""

    name: str  # a kontra level, "solo", "radl", "vorhand", "buergermeister" or a premium's key
    times: int
    schrift: int
    void: bool = False  # said, but worth nothing: a kontra between partners ...
    why: str = ""  # ... or one that something else makes void


SOLO = Factor("solo", 2, 2)
VORHAND = Factor("vorhand", 2, 2)
TRISCHAKER = Factor("trischaker", 2, 2)  # the declarer of a Trischaken who is not the Vorhand
BUERGERMEISTER = Factor("buergermeister", 2, 2)
BESIDE_VALAT = Factor("beside_valat", 0, 0)
SILENT_MISS = Factor("silent_miss", 0, 0)


@dataclass(frozen=True, slots=True)
class Line:
    """One reason to pay: value times factors, shared out so that it adds up to zero.

    The amounts are not stored. They are the unit (value × factors, the number the explanation ends
    with) times each player's share, so the words and the amounts cannot part.
    """

    subject: str  # key of the contract or premium
    outcome: Outcome
    value: Amount
    factors: tuple[Factor, ...]
    shares: tuple[Amount, ...]  # in order of play: +1 gets the unit, -3 pays it three times
    by: tuple[str, ...] = ()  # whose game, where several are played; who pays, in a Trischaken
    against: tuple[str, ...] = ()  # a negative game: those who gave this kontra
    to: tuple[str, ...] = ()  # who collects, where that is not everybody else
    offenders: tuple[str, ...] = ()  # who revoked
    doubly: Factor | None = None  # why one of those who pay pays twice as much as each of the others
    raised_from: Amount | None = None  # the value, before it was raised to go into whole points
    more: Amount = 0  # what of the value comes from steps of card points
    points: int | None = None  # with how many card points it was won, where they matter
    enough: int | None = None  # so few were enough, for a kontra

    def __post_init__(self) -> None:
        if sum(self.shares) != 0:
            raise AssertionError(f"{self.subject} is not zero-sum: {self.shares}")

    @property
    def unit(self) -> Amount:
        """Return the value of one share in the Kassa."""
        return exact(self.value * prod(factor.times for factor in self.factors))

    @property
    def amounts(self) -> tuple[Amount, ...]:
        return _shared_out(self.unit, self.shares)

    @property
    def schrift(self) -> tuple[Amount, ...]:
        return _shared_out(exact(self.value * prod(factor.schrift for factor in self.factors)), self.shares)


def _shared_out(unit: Amount, shares: tuple[Amount, ...]) -> tuple[Amount, ...]:
    return tuple([exact(unit * share) for share in shares])


@dataclass(frozen=True, slots=True)
class Settlement:
    """Who gets what for one hand, and why."""

    players: tuple[str, ...]
    lines: tuple[Line, ...]
    triggers: tuple[str, ...] = ()

    @property
    def amounts(self) -> tuple[Amount, ...]:
        """Return the amounts of the Kassa, in order of play."""
        return added_up([line.amounts for line in self.lines])

    @property
    def schrift_amounts(self) -> tuple[Amount, ...]:
        """Return the amounts of the Schrift, in order of play."""
        return added_up([line.schrift for line in self.lines])

    @property
    def payouts(self) -> dict[str, Amount]:
        return dict(zip(self.players, self.amounts, strict=True))

    @property
    def schrift(self) -> dict[str, Amount]:
        return dict(zip(self.players, self.schrift_amounts, strict=True))


def added_up(rows: list[tuple[Amount, ...]]) -> tuple[Amount, ...]:
    """Return the sums of the columns, exact."""
    if len(rows) == 1:
        return rows[0]
    return tuple([exact(sum(column)) for column in zip(*rows, strict=True)])
