"""Ratings: a player's strength, estimated from whom they beat at a table, with its uncertainty.

Weng and Lin's approximation of Bayes for the model of Plackett and Luce (Journal of Machine Learning Research
12, 2011): a player's performance in a game varies around an unknown strength, and every game moves the
estimate, the more the less certain it was. The numbers are those of OpenSkill, which made it popular.

An estimate is no amount: it is rounded. It is counted in decimals of a fixed length, because these are the
same on every machine; the logarithms and powers of binary fractions are not.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from decimal import Context, Decimal, localcontext
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple, TypeVar

from scoring.engine.result import Amount

Person = TypeVar("Person", bound=Hashable)

DIGITS = Context(prec=16)
UNIT = Decimal(1)
STEPS = Decimal(256)  # between two whole powers of e, which are known; in between a few terms are enough
HALF, SIXTH, TWENTY_FOURTH, HUNDRED_TWENTIETH = (
    DIGITS.divide(Decimal(1), Decimal(of)) for of in (2, 6, 24, 120)
)


class Strength(NamedTuple):
    """An estimated strength: a bell curve around `mu`."""

    mu: Decimal
    variance: Decimal

    @property
    def sigma(self) -> Decimal:
        return self.variance.sqrt(DIGITS)


class Model(NamedTuple):
    """What is believed before the first game, and how games change it."""

    mu: Decimal = Decimal(25)
    sigma: Decimal = DIGITS.divide(Decimal(25), Decimal(3))
    beta: Decimal = DIGITS.divide(Decimal(25), Decimal(6))  # how far a game lies from what somebody can do
    tau: Decimal = DIGITS.divide(Decimal(25), Decimal(300))  # how far strengths drift from game to game
    kappa: Decimal = Decimal("0.0001")  # so much of a variance is left after every game

    @property
    def unknown(self) -> Strength:
        return Strength(self.mu, DIGITS.power(self.sigma, 2))


OPENSKILL = Model()


class Rated(NamedTuple):
    """A player's strength and the number of games it was estimated from."""

    strength: Strength
    games: int


def rated(
    games: Iterable[Mapping[Person, Amount]], *, previous: Mapping[Person, Rated] | None = None
) -> dict[Person, Rated]:
    """Return everybody's strength after these games, each given as everybody's final total."""
    by_person: dict[Person, Rated] = dict(previous or {})
    unknown = Rated(OPENSKILL.unknown, 0)
    for game in games:
        known_so_far = [by_person.get(person, unknown) for person in game]
        strengths = after_game([rated.strength for rated in known_so_far], list(game.values()))
        for person, known, strength in zip(game, known_so_far, strengths, strict=True):
            by_person[person] = Rated(strength, known.games + 1)
    return by_person


def after_game(
    strengths: Sequence[Strength], results: Sequence[Amount], model: Model = OPENSKILL
) -> list[Strength]:
    """Return the strengths after a game of any number of players, where a higher result is better.

    Of players with the same result each was better and worse than the others by one share of them, as the
    paper has it: a draw with somebody weaker costs the stronger one. The package openskill means to let all
    of them gain or lose alike; that its 6.2 counts as here is a slip, and mending it changes old strengths.

    >>> anna, bert = after_game([OPENSKILL.unknown] * 2, [10, -10])
    >>> round(anna.mu, 2), round(bert.mu, 2), round(anna.sigma, 2)
    (Decimal('27.64'), Decimal('22.36'), Decimal('8.07'))
    """
    # In one order, whatever the order of the seats: the last digits of a sum depend on it.
    order = sorted(range(len(strengths)), key=lambda player: (-results[player], strengths[player]))
    with localcontext(DIGITS):
        drift, noise = model.tau * model.tau, model.beta * model.beta
        variances = [strengths[player].variance + drift for player in order]
        spread = sum(variances, noise * len(order))
        wide = spread.sqrt()
        cubed = spread * wide
        weights = [_exp(strengths[player].mu / wide) for player in order]
        # Of all who are at a place or behind it: summed from the last one, so that little is not lost.
        left = list(accumulate(reversed(weights)))[::-1]
        updated = list(strengths)
        first = 0
        chance_sum = square_sum = Decimal(0)  # 1/left and its square, over all places up to here
        while first < len(order):
            shared = results.count(results[order[first]])
            share, chance = UNIT / shared, UNIT / left[first]
            chance_sum += chance
            square_sum += chance * chance
            for rank in range(first, first + shared):
                known, variance, weight = strengths[order[rank]], variances[rank], weights[rank]
                chance = weight * chance_sum
                certain = (chance - weight * weight * square_sum) * variance * variance.sqrt() / cubed
                updated[order[rank]] = Strength(
                    known.mu + variance / wide * (share - chance),
                    variance * max(UNIT - certain, model.kappa),
                )
            first += shared
        return updated


def _exp(power: Decimal) -> Decimal:
    """Return e to this power, several times faster than `Decimal.exp`; the last digit may differ.

    >>> _exp(Decimal("1.7513")).quantize(Decimal("0.0000000000001")) - Decimal("5.7620885242316")
    Decimal('0E-13')
    """
    steps = int(power * STEPS)
    near, at = _at_step(steps)
    remainder = power - at
    series = HALF + remainder * (SIXTH + remainder * (TWENTY_FOURTH + remainder * HUNDRED_TWENTIETH))
    return near * (UNIT + remainder * (UNIT + remainder * series))


@lru_cache(maxsize=8192)
def _at_step(steps: int) -> tuple[Decimal, Decimal]:
    at = DIGITS.divide(Decimal(steps), STEPS)
    return at.exp(DIGITS), at
