"""What somebody with paper and pencil has beside the program: amounts hand by hand, added up at the end.

Nothing of the program is asked for it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

Amounts = Mapping[str, int]  # by name


class Account(NamedTuple):
    """Play money of somebody in a round."""

    balance: int
    replacement: int

    @property
    def own(self) -> int:
        return self.balance - self.replacement

    @property
    def bust(self) -> bool:
        return self.replacement > 0


@dataclass
class Count:
    """The lists of all tables: every hand, and what tables on paper say."""

    capital: int = 0
    stake: int = 1
    replacement: int = 0
    hands: dict[tuple[int, int], list[Amounts]] = field(default_factory=dict)
    sat: dict[tuple[int, int], list[str]] = field(default_factory=dict)
    paper: dict[tuple[int, int], dict[str, Account]] = field(default_factory=dict)
    left_last: set[tuple[int, str]] = field(default_factory=set)

    def sit(self, round_: int, table: int, names: Iterable[str]) -> None:
        """Whoever ever sits there; the hands of the table begin."""
        there = self.sat.setdefault((round_, table), [])
        there += [name for name in names if name not in there]
        self.hands.setdefault((round_, table), [])

    def write(self, round_: int, table: int, amounts: Amounts) -> None:
        assert sum(amounts.values()) == 0
        self.hands[round_, table].append(dict(amounts))

    def accounts(self, round_: int) -> dict[str, Account]:
        """Everybody's play money at the end of a round; in a cup the Schrift, from nothing."""
        found: dict[str, Account] = {}
        for (number, table), names in self.sat.items():
            if number == round_:
                found |= self.paper.get((number, table)) or self._played(names, self.hands[number, table])
        return found

    def _played(self, names: Sequence[str], hands: Sequence[Amounts]) -> dict[str, Account]:
        found = {}
        for name in names:
            balance, received = self.capital, 0
            for amounts in hands:
                balance += self.stake * amounts.get(name, 0)
                while name in amounts and self.replacement and balance <= 0:
                    balance, received = balance + self.replacement, received + self.replacement
            found[name] = Account(balance, received)
        return found

    def ranks(self, round_: int) -> dict[str, int]:
        """Who has more stands in front; all who went bust, or are ranked last, share the last place."""
        there = self.accounts(round_)
        last = {name for name, one in there.items() if one.bust or (round_, name) in self.left_last}
        return {
            name: len(there)
            if name in last
            else 1 + sum(other.own > one.own for who, other in there.items() if who not in last)
            for name, one in there.items()
        }

    def results(self, rounds: Iterable[int]) -> dict[str, list[Account]]:
        """Round by round, of everybody who played any."""
        found: dict[str, list[Account]] = {}
        for number in rounds:
            for name, account in self.accounts(number).items():
                found.setdefault(name, []).append(account)
        return found
