"""What counts at a tournament's table: play money, busts, replacement capital; or the Schrift."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from fractions import Fraction
from typing import Any

from scoring.engine.amounts import noted
from scoring.engine.money import number_in_words
from scoring.engine.naming import Names
from scoring.engine.result import Amount, amount_in_words, exact
from scoring.engine.texts import Text

_BUST = Text(
    "{name}: {before} {sign} {amount} = {paid}, Ersatzkapital {replacement}, jetzt {now}",
    "{name}: {before} {sign} {amount} = {paid}, replacement capital {replacement}, now {now}",
)
_RANKED_LAST = Text(", wird Letzter gereiht", ", is ranked last")


@dataclass(frozen=True, slots=True)
class Purse:
    """What everybody starts a round with, what a point costs, and what a bust player receives."""

    capital: Amount = 50
    stake: Amount = 1
    replacement: Amount = 50

    def __post_init__(self) -> None:
        for name in ("capital", "stake", "replacement"):
            if getattr(self, name) <= 0:
                raise ValueError(f"{name} has to be more than 0, not {getattr(self, name)}")

    def replacing(self, balance: Amount) -> Amount:
        """Return as many replacements as it takes until this balance is above 0.

        >>> Purse().replacing(-9), Purse().replacing(-60), Purse().replacing(0), Purse().replacing(1)
        (50, 100, 50, 0)
        """
        return 0 if balance > 0 else exact((-balance // self.replacement + 1) * self.replacement)


@dataclass(frozen=True, slots=True)
class Bust:
    """A balance of 0 or less after a hand, and the replacement received for it."""

    player: str
    hand: int
    balance_before: Amount
    amount: Amount  # of the hand, in play money
    replacement: Amount

    def as_json(self) -> list[Any]:
        """Return the hand with the amounts, for `account_of`."""
        return [self.hand, *map(amount_in_words, (self.balance_before, self.amount, self.replacement))]

    @property
    def after_paying(self) -> Amount:
        return exact(self.balance_before + self.amount)

    @property
    def balance_after(self) -> Amount:
        return exact(self.after_paying + self.replacement)


@dataclass(frozen=True, slots=True)
class CapitalAccount:
    """A player's play money in a round, with the hands and busts that led to it."""

    player: str
    balance: Amount
    kassa: Amount = 0
    hands: int = 0
    busts: tuple[Bust, ...] = ()

    @property
    def replacement(self) -> Amount:
        """Return all the replacement capital received."""
        return exact(sum([bust.replacement for bust in self.busts]))

    def after_hand(self, hand: int, payout: Amount, purse: Purse) -> CapitalAccount:
        """Return this account after one more hand."""
        amount = exact(purse.stake * payout)
        received = purse.replacing(self.balance + amount)
        bust = (Bust(self.player, hand, self.balance, amount, received),) if received else ()
        return CapitalAccount(
            self.player,
            balance=exact(self.balance + amount + received),
            kassa=exact(self.kassa + payout),
            hands=self.hands + 1,
            busts=self.busts + bust,
        )


def bust_in_words(bust: Bust, names: Names, language: str, *, ranked_last: bool) -> str:
    """Return "Bert: 3 − 12 = −9, replacement capital 50, now 41, is ranked last"."""
    words = _BUST.in_language(language).format(
        name=names[bust.player],
        before=number_in_words(bust.balance_before),
        sign="−" if bust.amount < 0 else "+",
        amount=number_in_words(abs(Fraction(bust.amount))),
        paid=number_in_words(bust.after_paying),
        replacement=number_in_words(bust.replacement),
        now=number_in_words(bust.balance_after),
    )
    return words + (_RANKED_LAST.in_language(language) if ranked_last else "")


@dataclass(frozen=True)
class TableMoney:
    """Everybody's account at a table; without a purse the Schrift counts."""

    purse: Purse | None
    accounts: Mapping[str, CapitalAccount]
    ranked_last: bool = False  # whoever goes bust

    @property
    def is_schrift(self) -> bool:
        return self.purse is None

    def account(self, player: str) -> CapitalAccount:
        """Return a player's account; a new one holds the capital."""
        capital = 0 if self.purse is None else self.purse.capital
        return self.accounts.get(player) or CapitalAccount(player, capital)

    def after_hand(self, hand: int, paid: Mapping[str, Amount]) -> TableMoney:
        """Return the accounts after one more hand."""
        if self.purse is None:
            return self
        changed = {
            player: self.account(player).after_hand(hand, amount, self.purse)
            for player, amount in paid.items()
        }
        return replace(self, accounts={**self.accounts, **changed})

    def in_words(self, schrift: Mapping[str, Amount], paid: Mapping[str, Amount]) -> list[dict[str, Any]]:
        """Return everybody's balance with the last hand's change; `paid` is that change in the Schrift."""
        stake = 1 if self.purse is None else self.purse.stake
        rows = []
        for player, total in schrift.items():
            account = self.account(player)
            rows.append(
                {
                    "id": player,
                    "amount": noted(total) if self.purse is None else number_in_words(account.balance),
                    "change": noted(exact(stake * paid[player])) if player in paid else "",
                    "bust": len(account.busts),
                }
            )
        return rows

    def busts(self, hand: int, names: Names, language: str) -> Iterator[str]:
        """Yield the players who went bust in this hand."""
        for account in self.accounts.values():
            for bust in account.busts:
                if bust.hand == hand:
                    yield bust_in_words(bust, names, language, ranked_last=self.ranked_last)

    def as_json(self) -> dict[str, Any]:
        """Return the accounts as JSON, for a page to send back."""
        return {
            "purse": None if self.purse is None else [*map(amount_in_words, astuple(self.purse))],
            "accounts": {
                player: [
                    amount_in_words(account.balance),
                    [bust.as_json() for bust in account.busts],
                ]
                for player, account in self.accounts.items()
            },
            "ranked_last": self.ranked_last,
        }

    @classmethod
    def read(cls, document: dict[str, Any]) -> TableMoney:
        """Return a table's money from a page's JSON; raise ValueError where it is no such money."""
        accounts = {player: account_of(player, *fields) for player, fields in document["accounts"].items()}
        purse = None if document["purse"] is None else Purse(*map(amount_from, document["purse"]))
        return cls(purse, accounts, document["ranked_last"] is True)


def account_of(player: str, balance: int | str, busts: Iterable[Sequence[Any]]) -> CapitalAccount:
    """Return an account from its JSON: the balance, and the busts by hand with their amounts."""
    read_busts = (Bust(player, hand, *map(amount_from, amounts)) for hand, *amounts in busts)
    return CapitalAccount(player, amount_from(balance), busts=tuple(read_busts))


def amount_from(written: int | str) -> Amount:
    """Return the amount that was written so."""
    return exact(Fraction(written))
