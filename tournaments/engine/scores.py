"""What is ranked: what somebody came to in each round played."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.engine.result import Amount, exact


@dataclass(frozen=True, slots=True)
class Result:
    """What somebody came to in one round; without play money balance and replacement stay 0."""

    balance: Amount = 0
    replacement: Amount = 0
    schrift: Amount = 0
    rank: int | None = None  # in that round, once it is ranked

    @property
    def busted(self) -> bool:
        return self.replacement > 0

    @property
    def own(self) -> Amount:
        """Return the balance less replacement capital: without a bust, the balance."""
        return exact(self.balance - self.replacement)


@dataclass(frozen=True, slots=True)
class Score:
    """Somebody's results: of one round for its standings, of all rounds played for the overall ones."""

    player: str
    rounds: tuple[Result, ...]
    last: bool = False  # left during a round, and the director ranks whoever leaves last
    house: bool = False  # an Aushilfe, never ranked
    best: int = 1  # so many of the best rounds count, where a criterion looks at them
