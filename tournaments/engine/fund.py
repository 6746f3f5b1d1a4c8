"""Share out the money received in percents, rounded down, with a rest."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

WHOLE = 10_000  # hundredths of a percent


class FundShare(NamedTuple):
    """One share of what came in."""

    share: int  # in hundredths of a percent
    exact: Fraction  # in cents
    cents: int  # rounded down


class Fund(NamedTuple):
    """What came in, shared out. It never comes to more than that."""

    came_in: Fraction  # in cents
    shares: tuple[FundShare, ...]

    @property
    def cents(self) -> int:
        return sum(share.cents for share in self.shares)

    @property
    def left(self) -> Fraction:
        """Return the rest in the till, with the amounts rounded off."""
        return self.came_in - self.cents


def shared_out(came_in: Fraction, shares: Sequence[int], step: int) -> Fund:
    """Return each share rounded down to a multiple of `step` cents.

    >>> fund = shared_out(Fraction(7250), [5000, 3000, 2000], 50)
    >>> [str(one.exact) for one in fund.shares], [one.cents for one in fund.shares], str(fund.left)
    (['3625', '2175', '1450'], [3600, 2150, 1450], '50')
    """
    if sum(shares) > WHOLE or min(shares, default=1) <= 0:
        raise ValueError(f"{shares} are no shares of a whole")
    exact = [came_in * share / WHOLE for share in shares]
    return Fund(
        came_in,
        tuple(
            FundShare(share, amount, int(amount // step) * step)
            for share, amount in zip(shares, exact, strict=True)
        ),
    )


class PrizePayment(NamedTuple):
    """A prize paid to one player."""

    player: str
    cents: int
    prize: int | None  # which of the amounts stands for it; None: a share without one of its own
    shared: int = 0  # so many equals share; 0: nobody does


def paid_in_order(equals: Sequence[Sequence[str]], amounts: Sequence[int]) -> list[PrizePayment]:
    """Return everybody's prize in order of rank; equals share the prizes of their places.

    What cannot be divided goes, a cent each, to the first of them in the list.

    >>> paid = paid_in_order([["Anna"], ["Bert", "Cilli"]], [5000, 3000, 1001])
    >>> [(one.player, one.cents, one.prize) for one in paid]
    [('Anna', 5000, 0), ('Bert', 2001, 1), ('Cilli', 2000, 2)]
    >>> [one.cents for one in paid_in_order([["Anna", "Bert", "Cilli"]], [1000])]
    [334, 333, 333]
    """
    payments: list[PrizePayment] = []
    first = 0
    for players in equals:
        mine = amounts[first : first + len(players)]
        if not mine:
            break
        each, over = divmod(sum(mine), len(players))
        for index, player in enumerate(players):
            prize = first + index if index < len(mine) else None
            cents, shared = each + (index < over), len(players) if len(players) > 1 else 0
            payments.append(PrizePayment(player, cents, prize, shared))
        first += len(mine)
    return payments
