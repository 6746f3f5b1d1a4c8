"""Play money of a round, derived from its hands or typed from paper."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from scoring.engine.play_money import CapitalAccount, Purse
from scoring.engine.result import Amount, exact


class Payouts(NamedTuple):
    """What one hand paid (+) or took (−) in the Kassa, without people who sat out."""

    hand: int
    amounts: Mapping[str, Amount]


CapitalAccounts = Mapping[str, CapitalAccount]


def course(purse: Purse, players: Iterable[str], hands: Iterable[Payouts]) -> tuple[CapitalAccounts, ...]:
    """Return all accounts at the start and after every hand; latecomers from their first hand on."""
    accounts = {player: CapitalAccount(player, purse.capital) for player in players}
    rows = [accounts]
    previous = None
    for number, amounts in sorted(hands, key=lambda payouts: payouts.hand):
        if number == previous:
            raise AssertionError(f"Hand {number} is there twice")
        if sum(amounts.values()) != 0:
            raise AssertionError(f"Hand {number} is not zero-sum: {amounts}")
        previous = number
        accounts = dict(accounts)
        for player, payout in amounts.items():
            account = accounts.get(player) or CapitalAccount(player, purse.capital)
            accounts[player] = account.after_hand(number, payout, purse)
        rows.append(accounts)
    return tuple(rows)


def accounts(purse: Purse, players: Iterable[str], hands: Iterable[Payouts]) -> CapitalAccounts:
    """Return where everybody stands after all these hands."""
    return course(purse, players, hands)[-1]


class PaperLine(NamedTuple):
    """One player's line on the printed sheet; in a cup only the Schrift."""

    balance: Amount = 0
    replacement: Amount = 0
    schrift: Amount = 0


class PaperFault(StrEnum):
    """Why a result cannot have come about."""

    DIFFERENCE = "difference"  # too much (+) or too little (−) is on the table
    NOT_ABOVE_ZERO = "not_above_zero"  # a balance: there would have been more replacement
    NO_MULTIPLE = "no_multiple"  # replacement comes whole or not at all
    NO_STEP = "no_step"  # no hands pay such an amount


class PaperProblem(NamedTuple):
    """What is wrong with a result on paper, for one player or for the table."""

    fault: PaperFault
    amount: Amount
    player: str = ""


def paper_problems(purse: Purse, lines: Mapping[str, PaperLine], step: Amount) -> tuple[PaperProblem, ...]:
    """Return why a table's play money does not balance: capital × players + replacements.

    Every hand pays multiples of `step`, in points.
    """
    problems = []
    for player, (balance, replacement, _schrift) in lines.items():
        if balance <= 0:
            problems.append(PaperProblem(PaperFault.NOT_ABOVE_ZERO, balance, player))
        if replacement < 0 or replacement % purse.replacement:
            problems.append(PaperProblem(PaperFault.NO_MULTIPLE, replacement, player))
        elif (balance - purse.capital - replacement) % (purse.stake * step):
            problems.append(PaperProblem(PaperFault.NO_STEP, balance, player))
    added = sum([line.balance - line.replacement for line in lines.values()])
    return (*problems, *_difference(added - purse.capital * len(lines)))


def schrift_problems(lines: Mapping[str, PaperLine], step: Amount) -> tuple[PaperProblem, ...]:
    """Return why the Schrift of a table on paper does not add up to 0 in whole steps."""
    problems = [
        PaperProblem(PaperFault.NO_STEP, line.schrift, player)
        for player, line in lines.items()
        if line.schrift % step
    ]
    return (*problems, *_difference(sum([line.schrift for line in lines.values()])))


def _difference(amount: Amount) -> tuple[PaperProblem, ...]:
    return (PaperProblem(PaperFault.DIFFERENCE, exact(amount)),) if amount else ()
