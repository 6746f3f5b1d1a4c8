"""Settling up: points into cents, rounded once for each person, and who pays whom.

People are keys that last, such as ids: between equals the keys decide, and a change of name moves no cent.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from math import floor
from types import MappingProxyType

from scoring.engine.declaring import declared
from scoring.engine.numbers import as_written
from scoring.engine.result import Amount
from scoring.engine.texts import either, sentences

FEWEST_UP_TO = 12  # people, two full tables; among more, the fewest payments are looked for no longer


class Decided(StrEnum):
    """What decided whether a person's cents were rounded up or down."""

    NOTHING = "nothing"  # they were whole
    REMAINDER = "remainder"  # the bigger one is rounded up
    POINTS = "points"  # equal remainders: whoever has fewer points is rounded up
    LOT = "lot"  # equal remainders and equal points


@dataclass(frozen=True, slots=True)
class Balance:
    """What a person gets (+) or pays (−), and how it was rounded."""

    person: str
    points: Amount
    exact: Fraction  # in cents
    cents: int
    decided: Decided = Decided.NOTHING

    def __post_init__(self) -> None:
        if abs(self.difference) >= 1:
            raise AssertionError(f"{self.person} is moved by a cent: {self.exact} to {self.cents}")

    @property
    def difference(self) -> Fraction:
        """Return the gain (+) or loss (−) by rounding, in cents."""
        return self.cents - self.exact


@dataclass(frozen=True, slots=True)
class Payment:
    """One payment of a settling up."""

    payer: str
    payee: str
    cents: int

    def __post_init__(self) -> None:
        if self.cents <= 0 or self.payer == self.payee:
            raise AssertionError(f"{self.payer} cannot pay {self.payee} {self.cents}")


@dataclass(frozen=True, slots=True)
class SettlingUp:
    """Everybody's points in money."""

    cents_per_point: int
    seed: str  # what the lot is drawn from
    balances: tuple[Balance, ...]

    def __post_init__(self) -> None:
        if sum(balance.cents for balance in self.balances) != 0:
            raise AssertionError(f"The cents do not add up to zero: {self.cents}")

    @property
    def cents(self) -> dict[str, int]:
        return {balance.person: balance.cents for balance in self.balances}

    @property
    def lots(self) -> tuple[str, ...]:
        """Return the people between whom lots were drawn; the first of them were rounded up."""
        drawn = [balance.person for balance in self.balances if balance.decided is Decided.LOT]
        return tuple(sorted(drawn, key=lambda person: _lot(self.seed, person)))

    @property
    def payments(self) -> tuple[Payment, ...]:
        return payments(self.cents)


def settle_up(points: Mapping[str, Amount], cents_per_point: int, *, seed: str) -> SettlingUp:
    """Return everybody's points in cents, adding up to zero like the points.

    All are rounded down, and the cents that are left over go, one each, to the biggest remainders; of equal
    ones to whoever has fewer points; between equal points too, the seed draws lots, the same ones every time.

    >>> thirds = {"Anna": Fraction(10, 3), "Bert": Fraction(-5, 3), "Cilli": Fraction(-5, 3)}
    >>> settle_up(thirds, 10, seed="").cents
    {'Anna': 33, 'Bert': -17, 'Cilli': -16}
    """
    if sum(points.values()) != 0:
        raise AssertionError(f"The points do not add up to zero: {dict(points)}")
    exact = {person: Fraction(amount) * cents_per_point for person, amount in points.items()}
    down = {person: floor(cents) for person, cents in exact.items()}

    def remainder(person: str) -> Fraction:
        return exact[person] - down[person]

    in_turn = sorted(
        [person for person in exact if remainder(person)],
        key=lambda person: (-remainder(person), exact[person], _lot(seed, person)),
    )
    left_over = -sum(down.values())  # the sum of the remainders: fewer than there are people with one
    rounded_up = frozenset(in_turn[:left_over])

    def decided(person: str) -> Decided:
        if not remainder(person):
            return Decided.NOTHING
        last, first_without = in_turn[left_over - 1], in_turn[left_over]
        if not remainder(person) == remainder(last) == remainder(first_without):
            return Decided.REMAINDER
        if not exact[person] == exact[last] == exact[first_without]:
            return Decided.POINTS
        return Decided.LOT

    def balance(person: str) -> Balance:
        cents = down[person] + (person in rounded_up)
        return Balance(person, points[person], exact[person], cents, decided(person))

    return SettlingUp(cents_per_point, seed, tuple(map(balance, points)))


def _lot(seed: str, person: str) -> tuple[str, str]:
    """Return the sort key of a person's lot, which can be checked with any SHA-256."""
    written = as_written(person)
    return sha256(f"{seed}\n{written}".encode()).hexdigest(), written


# Who pays whom

Cents = tuple[tuple[str, int], ...]  # people and what is still open, never nothing


def payments(cents: Mapping[str, int]) -> tuple[Payment, ...]:
    """Return the payments that settle all balances.

    Among twelve people or fewer there are as few payments as possible, among n more than that at most n − 1.

    >>> for payment in payments({"Anna": 30, "Bert": -10, "Cilli": -20}):
    ...     print(payment.payer, payment.payee, payment.cents)
    Cilli Anna 20
    Bert Anna 10
    """
    if sum(cents.values()) != 0:
        raise AssertionError(f"The cents do not add up to zero: {dict(cents)}")
    open_ = tuple(sorted([item for item in cents.items() if item[1]], key=lambda item: (item[1], item[0])))
    transfers = [payment for group in _groups(open_) for payment in _within(group)]
    return tuple(
        sorted(
            transfers,
            key=lambda payment: (cents[payment.payer], payment.payer, -payment.cents, payment.payee),
        )
    )


def _groups(open_: Cents) -> Iterator[Cents]:
    """Return groups that can settle among themselves.

    Up to twelve people, as many groups as there can be.

    A group of g people takes g − 1 payments, so the most groups are the fewest payments. Two who owe and get
    the same may always be a group: if others were between them, those are even without them too.
    """
    unpaired = dict(open_)
    for person, owed in open_:
        other = next((candidate for candidate, amount in unpaired.items() if amount == -owed), None)
        if owed < 0 and other is not None:
            yield (person, unpaired.pop(person)), (other, unpaired.pop(other))
    if 0 < len(unpaired) <= FEWEST_UP_TO:
        yield from _most_groups(tuple(unpaired.items()))
    elif unpaired:
        yield tuple(unpaired.items())


def _most_groups(open_: Cents) -> Iterator[Cents]:
    """Return people in an order with as many groups that balance to zero as possible.

    A set of people is a bit mask, and `even[mask]` how often the best row of them is even.
    """
    bits = [1 << index for index in range(len(open_))]
    everybody = (1 << len(open_)) - 1
    sums = [0] * (everybody + 1)
    even = [0] * (everybody + 1)
    for mask in range(1, everybody + 1):
        lowest = mask & -mask
        sums[mask] = sums[mask ^ lowest] + open_[lowest.bit_length() - 1][1]
        even[mask] = max(even[mask ^ bit] for bit in bits if mask & bit) + (sums[mask] == 0)
    mask = everybody
    while mask:
        group: list[tuple[str, int]] = []
        while not group or sums[mask]:
            even_without = even[mask] - (sums[mask] == 0)
            index = next(p for p, bit in enumerate(bits) if mask & bit and even[mask ^ bit] == even_without)
            group.append(open_[index])
            mask ^= bits[index]
        yield tuple(group)


def still_owed(
    cents: Mapping[str, int], made: Iterable[Payment], among: Container[str] | None = None
) -> tuple[Payment, ...]:
    """Return the payments still to be made after these, by those `among` whom they can be made.

    It is the rest of the same payments. Where something else was paid, as before a correction, it is whatever
    makes everybody even.

    >>> evening = {"Anna": 30, "Bert": -10, "Cilli": -20}
    >>> [payment.payer for payment in still_owed(evening, [Payment("Bert", "Anna", 10)])]
    ['Cilli']
    >>> still_owed(evening, [Payment("Bert", "Anna", 10), Payment("Cilli", "Anna", 15)])
    (Payment(payer='Cilli', payee='Anna', cents=5),)
    """
    made = list(made)
    left = {(payment.payer, payment.payee): payment.cents for payment in payments(payable(cents, among))}
    for payment in made:
        pair = payment.payer, payment.payee
        if left.get(pair, 0) < payment.cents:
            return payments(payable(after_payments(cents, made), among))
        left[pair] -= payment.cents
    return tuple(Payment(*pair, open_) for pair, open_ in left.items() if open_)


def after_payments(cents: Mapping[str, int], made: Iterable[Payment]) -> dict[str, int]:
    """Return what everybody still gets (+) or owes (−) after these payments."""
    left = dict(cents)
    for payment in made:
        left[payment.payer] = left.get(payment.payer, 0) + payment.cents
        left[payment.payee] = left.get(payment.payee, 0) - payment.cents
    return left


def payable(cents: Mapping[str, int], among: Container[str] | None) -> dict[str, int]:
    """Return the part of the balances that these people can pay each other, the biggest first.

    >>> payable({"Anna": 12, "Bert": -20, "Cilli": 8}, {"Anna", "Bert"})
    {'Anna': 12, 'Bert': -12, 'Cilli': 0}
    """
    own = {person: amount if among is None or person in among else 0 for person, amount in cents.items()}
    got, owed = (sum(max(0, sign * amount) for amount in own.values()) for sign in (1, -1))
    left = {1: min(got, owed), -1: min(got, owed)}
    for person in sorted(own, key=lambda person: (-abs(own[person]), person)):
        sign = 1 if own[person] > 0 else -1
        own[person] = sign * min(abs(own[person]), left[sign])
        left[sign] -= abs(own[person])
    return own


def _within(group: Cents) -> Iterator[Payment]:
    """Yield payments from the largest debtor to the largest creditor; each settles at least one of them."""
    open_ = dict(group)
    while open_:
        payer = min(open_, key=lambda person: (open_[person], person))
        payee = min(open_, key=lambda person: (-open_[person], person))
        amount = min(-open_[payer], open_[payee])
        yield Payment(payer, payee, amount)
        open_[payer] += amount
        open_[payee] -= amount
        open_ = {person: owed for person, owed in open_.items() if owed}


# In words

PersonNames = Mapping[str, str]
NO_NAMES: PersonNames = MappingProxyType({})  # who is not in it is called by the key

_SIGNS: Mapping[str, str] = {"EUR": "€"}
PARTS = {  # of a whole, as they are written by hand
    Fraction(1, 6): "⅙",
    Fraction(1, 4): "¼",
    Fraction(1, 3): "⅓",
    Fraction(1, 2): "½",
    Fraction(2, 3): "⅔",
    Fraction(3, 4): "¾",
    Fraction(5, 6): "⅚",
}
_DECLARED = declared(__name__)
_WHY = sentences(_DECLARED.pop("why"))
_WORDS = sentences(_DECLARED)


def money_in_words(cents: int, currency: str, language: str) -> str:
    """Return an amount of money as people of this language write it.

    >>> money_in_words(123456, "EUR", "en"), money_in_words(-5, "CHF", "en")
    ('€1,234.56', '−CHF\\xa00.05')
    >>> money_in_words(123456, "EUR", "de"), money_in_words(-5, "CHF", "de")
    ('1.234,56\\xa0€', '−0,05\\xa0CHF')
    """
    whole, part = divmod(abs(cents), 100)
    minus = "−" if cents < 0 else ""
    if language == "en":
        sign = _SIGNS.get(currency, f"{currency}\N{NO-BREAK SPACE}")
        return f"{minus}{sign}{whole:,}.{part:02}"
    thousands = f"{whole:,}".replace(",", ".")
    return f"{minus}{thousands},{part:02}\N{NO-BREAK SPACE}{_SIGNS.get(currency, currency)}"


def number_in_words(amount: Amount) -> str:
    """Return a number as it is noted on paper.

    >>> number_in_words(Fraction(-152, 3)), number_in_words(Fraction(1, 2)), number_in_words(Fraction(9, 7))
    ('−50⅔', '½', '1 2/7')
    """
    whole, remainder = divmod(abs(Fraction(amount)), 1)
    part = PARTS.get(remainder, f" {remainder}") if remainder else ""
    return f"{'−' if amount < 0 else ''}{whole if whole or not remainder else ''}{part}".strip()


def payment_in_words(payment: Payment, currency: str, language: str, names: PersonNames = NO_NAMES) -> str:
    """Return a payment as a sentence.

    >>> payment_in_words(Payment("7", "9", 1230), "EUR", "en", {"7": "Anna", "9": "Bert"})
    'Anna pays Bert €12.30.'
    """
    return (
        _WORDS["pays"]
        .in_language(language)
        .format(
            payer=names.get(payment.payer, payment.payer),
            payee=names.get(payment.payee, payment.payee),
            money=money_in_words(payment.cents, currency, language),
        )
    )


def balance_in_words(balance: Balance, cents_per_point: int, language: str) -> str:
    """Return points times cents, the result, and how it was rounded.

    >>> third = Balance("Anna", Fraction(1, 3), Fraction(10, 3), 3, Decided.REMAINDER)
    >>> balance_in_words(third, 10, "en")
    '⅓ × 10 = 3⅓ cents, rounded 3'
    """
    unit = either("Cent", "cents", language)
    chain = f"{number_in_words(balance.points)} × {cents_per_point} = {number_in_words(balance.exact)} {unit}"
    if balance.decided is Decided.NOTHING:
        return chain
    return (
        _WORDS["rounded"]
        .in_language(language)
        .format(
            chain=chain, cents=number_in_words(balance.cents), why=_WHY[balance.decided].in_language(language)
        )
    )


def lots_in_words(settling_up: SettlingUp, language: str, names: PersonNames = NO_NAMES) -> str:
    """Return the order of the lots that rounded up; empty where none decided."""
    drawn = ", ".join([names.get(person, person) for person in settling_up.lots])
    return _WORDS["lots"].in_language(language).format(names=drawn) if drawn else ""
