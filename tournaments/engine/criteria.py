"""The criteria of standings, and their registry, from which terms list the ones they use."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from scoring.engine.result import Amount, exact
from scoring.engine.texts import Text

CriterionAmounts = tuple[Amount, ...]


class Result(NamedTuple):
    """A player's result in one round; without play money balance and replacement stay 0."""

    balance: Amount = 0
    replacement: Amount = 0
    schrift: Amount = 0
    rank: int | None = None  # in that round, once it is ranked
    adjusted: Amount = 0  # ruled beside the balance: a penalty, or up to an average
    adjusted_schrift: Amount = 0  # likewise beside the Schrift

    @property
    def busted(self) -> bool:
        return self.replacement > 0

    @property
    def own(self) -> Amount:
        """Return the balance less replacement capital, with what was ruled: what ranks."""
        return exact(self.balance - self.replacement + self.adjusted)

    @property
    def ranked_balance(self) -> Amount:
        """Return the balance with what was ruled."""
        return exact(self.balance + self.adjusted)

    @property
    def ranked_schrift(self) -> Amount:
        """Return the Schrift with what was ruled."""
        return exact(self.schrift + self.adjusted_schrift)


class Score(NamedTuple):
    """A player's results: of one round for its standings, of all rounds played for the overall ones."""

    player: str
    rounds: tuple[Result, ...]
    last: bool = False  # left during a round, and the director ranks whoever leaves last
    house: bool = False  # an Aushilfe, never ranked
    best: int = 1  # so many of the best rounds count, where a criterion looks at them
    missing: bool = False  # the result of one of the rounds has not been entered
    absent: str = ""  # ruled to have no result of the round; says why


class Need(StrEnum):
    """What a tournament must have for a criterion to say anything."""

    MONEY = "money"
    SCHRIFT = "schrift"  # ranked instead of play money
    ROUNDS = "rounds"  # more than one of them: overall standings


class Criterion(NamedTuple):
    """One question that may put a player in front of another."""

    label: Text
    sentence: Text  # under the table
    reason: Text  # why one stands behind another; {ahead} and {behind} are their amounts
    key: Callable[[Score], CriterionAmounts]  # the greater stands in front
    shown: Callable[[CriterionAmounts], CriterionAmounts] = lambda key: key  # what a person wants to see
    needs: frozenset[Need] = frozenset()


def _total(amount: Callable[[Result], Amount]) -> Callable[[Score], CriterionAmounts]:
    return lambda score: (exact(sum([amount(result) for result in score.rounds])),)


def _best_first(score: Score) -> CriterionAmounts:
    return tuple(sorted([result.ranked_schrift for result in score.rounds], reverse=True))


def _best_balance(score: Score) -> CriterionAmounts:
    """Return the best balance of a round without a bust, if there is one."""
    return max((not result.busted, result.own) for result in score.rounds)[1:]


def _best_balances(score: Score) -> CriterionAmounts:
    """Return the sum of the best balances, those without a bust first."""
    best = sorted([(not result.busted, result.own) for result in score.rounds], reverse=True)[: score.best]
    return (exact(sum([own for _without_bust, own in best])),)


def _best_schrift(score: Score) -> CriterionAmounts:
    return (exact(sum(_best_first(score)[: score.best])),)


def _average(amount: Callable[[Result], Amount]) -> Callable[[Score], CriterionAmounts]:
    return lambda score: (
        exact(Fraction(sum([amount(result) for result in score.rounds])) / len(score.rounds)),
    )


_MONEY, _SCHRIFT = frozenset({Need.MONEY}), frozenset({Need.SCHRIFT})
_ROUNDS = frozenset({Need.ROUNDS})

LEFT_LAST, BUST_LAST, LOT = "left_last", "bust_last", "lot"
# Where a bust ranks last, too, they share that place.
LEFT_SHARES_LAST = Text(
    "Wer während einer Runde gegangen ist und auf Entscheidung der Turnierleitung Letzter wird, "
    "teilt sich den letzten Platz mit allen, die Ersatzkapital erhalten haben.",
    "Whoever left during a round and is ranked last by the director's decision shares the last place with "
    "all who received replacement capital.",
)

CRITERIA: dict[str, Criterion] = {
    LEFT_LAST: Criterion(
        Text("Gegangen", "Left early"),
        Text(
            "Wer während einer Runde gegangen ist und auf Entscheidung der Turnierleitung Letzter wird, "
            "steht hinter allen anderen.",
            "Whoever left during a round and is ranked last by the director's decision stands behind "
            "everybody else.",
        ),
        Text("gegangen, wird Letzter gereiht", "left, is ranked last"),
        key=lambda score: (not score.last,),
        shown=lambda key: (),
    ),
    BUST_LAST: Criterion(
        Text("Ersatzkapital", "Replacement capital"),
        Text(
            "Alle, die Ersatzkapital erhalten haben, teilen sich den letzten Platz.",
            "All who received replacement capital share the last place.",
        ),
        Text("Ersatzkapital erhalten", "received replacement capital"),
        key=lambda score: (not any(result.busted for result in score.rounds),),
        shown=lambda key: (),
        needs=_MONEY,
    ),
    "balance": Criterion(
        Text("Endstand", "Final balance"),
        Text(
            "Der höhere Endstand steht vorne; Ersatzkapital wird davon abgezogen.",
            "The higher final balance stands in front; replacement capital is taken off.",
        ),
        Text("Endstand {ahead} vor {behind}", "final balance {ahead} before {behind}"),
        key=_total(lambda result: result.own),
        needs=_MONEY,
    ),
    "schrift": Criterion(
        Text("Schrift", "Schrift"),
        Text("Die höhere Summe der Schrift steht vorne.", "The higher sum of the Schrift stands in front."),
        Text("Schrift {ahead} vor {behind}", "Schrift {ahead} before {behind}"),
        key=_total(lambda result: result.ranked_schrift),
        needs=_SCHRIFT,
    ),
    "best_round": Criterion(
        Text("Beste Runde", "Best round"),
        Text(
            "Wer in seiner besten Runde mehr geschrieben hat, steht vorne.",
            "Whoever wrote more in the best round of his own stands in front.",
        ),
        Text("beste Runde {ahead} vor {behind}", "best round {ahead} before {behind}"),
        key=lambda score: _best_first(score)[:1],
        needs=_SCHRIFT | _ROUNDS,
    ),
    "next_best": Criterion(
        Text("Nächstbeste Runde", "Next best round"),
        Text(
            "Dann zählt die nächstbeste Runde, dann die danach und so weiter; "
            "eine nicht gespielte Runde steht hinter jeder gespielten.",
            "Then the next best round counts, then the one after it and so on; "
            "a round not played stands behind every round played.",
        ),
        Text("nächstbeste Runde {ahead} vor {behind}", "next best round {ahead} before {behind}"),
        key=_best_first,
        needs=_SCHRIFT | _ROUNDS,
    ),
    "round_without_bust": Criterion(
        Text("Runde ohne Ersatzkapital", "Round without replacement"),
        Text(
            "Wer in jeder Runde Ersatzkapital erhalten hat, steht hinter allen anderen.",
            "Whoever received replacement capital in every round stands behind all others.",
        ),
        Text("in jeder Runde Ersatzkapital erhalten", "received replacement capital in every round"),
        key=lambda score: (not all(result.busted for result in score.rounds),),
        shown=lambda key: (),
        needs=_MONEY | _ROUNDS,
    ),
    "best_balance": Criterion(
        Text("Beste Runde", "Best round"),
        Text(
            "Es zählt die beste Runde: der höchste Endstand. Eine Runde mit Ersatzkapital zählt nur, "
            "wenn es keine andere gibt, und Ersatzkapital wird abgezogen.",
            "The best round counts: the highest final balance. A round with replacement capital counts "
            "only where there is no other, and replacement is taken off.",
        ),
        Text("beste Runde {ahead} vor {behind}", "best round {ahead} before {behind}"),
        key=_best_balance,
        needs=_MONEY | _ROUNDS,
    ),
    "average": Criterion(
        Text("Schnitt", "Average"),
        Text(
            "Der höhere Schnitt steht vorne: die Endstände ohne Ersatzkapital, "
            "geteilt durch die Zahl der gespielten Runden.",
            "The higher average stands in front: final balances less replacement capital, "
            "divided by the number of rounds played.",
        ),
        Text("Schnitt {ahead} vor {behind}", "average {ahead} before {behind}"),
        key=_average(lambda result: result.own),
        needs=_MONEY | _ROUNDS,
    ),
    "average_schrift": Criterion(
        Text("Schnitt", "Average"),
        Text(
            "Der höhere Schnitt steht vorne: die Summe der Schrift, "
            "geteilt durch die Zahl der gespielten Runden.",
            "The higher average stands in front: the sum of the Schrift, "
            "divided by the number of rounds played.",
        ),
        Text("Schnitt {ahead} vor {behind}", "average {ahead} before {behind}"),
        key=_average(lambda result: result.ranked_schrift),
        needs=_SCHRIFT | _ROUNDS,
    ),
    "sum_balance": Criterion(
        Text("Summe", "Sum"),
        Text(
            "Die höhere Summe der Endstände aller gespielten Runden steht vorne; "
            "Ersatzkapital wird davon abgezogen.",
            "The higher sum of the final balances of all rounds played stands in front; "
            "replacement capital is taken off.",
        ),
        Text("Summe {ahead} vor {behind}", "sum {ahead} before {behind}"),
        key=_total(lambda result: result.own),
        needs=_MONEY | _ROUNDS,
    ),
    "best_balances": Criterion(
        Text("Beste Runden", "Best rounds"),
        Text(
            "Die höhere Summe der Endstände in den besten Runden steht vorne. Eine Runde mit Ersatzkapital "
            "zählt nur, wenn es zu wenige andere gibt, und Ersatzkapital wird abgezogen.",
            "The higher sum of the final balances in the best rounds stands in front. A round with "
            "replacement capital counts only where there are too few others, and replacement is taken off.",
        ),
        Text("beste Runden {ahead} vor {behind}", "best rounds {ahead} before {behind}"),
        key=_best_balances,
        needs=_MONEY | _ROUNDS,
    ),
    "best_schrift": Criterion(
        Text("Beste Runden", "Best rounds"),
        Text(
            "Die höhere Summe der Schrift in den besten Runden steht vorne.",
            "The higher sum of the Schrift in the best rounds stands in front.",
        ),
        Text("beste Runden {ahead} vor {behind}", "best rounds {ahead} before {behind}"),
        key=_best_schrift,
        needs=_SCHRIFT | _ROUNDS,
    ),
    "wins": Criterion(
        Text("Rundensiege", "Rounds won"),
        Text(
            "Mehr gewonnene Runden stehen vorne; ein geteilter erster Platz ist auch gewonnen.",
            "More rounds won stand in front; a shared first place is won too.",
        ),
        Text("Rundensiege {ahead} vor {behind}", "rounds won {ahead} before {behind}"),
        key=_total(lambda result: int(result.rank == 1)),
        needs=_ROUNDS,
    ),
    "fewest_busts": Criterion(
        Text("Runden mit Ersatzkapital", "Rounds with replacement"),
        Text(
            "Weniger Runden mit Ersatzkapital stehen vorne.",
            "Fewer rounds with replacement capital stand in front.",
        ),
        Text(
            "Runden mit Ersatzkapital: {ahead} vor {behind}",
            "rounds with replacement: {ahead} before {behind}",
        ),
        key=_total(lambda result: -int(result.busted)),
        shown=lambda key: (-key[0],),
        needs=_MONEY | _ROUNDS,
    ),
    LOT: Criterion(
        Text("Los", "Lot"),
        Text(
            "Zuletzt entscheidet das festgehaltene Los; ohne Los teilen sich die Gleichen den Platz.",
            "Last, the recorded lot decides; without a lot equals share the place.",
        ),
        Text("durch das Los", "by lot"),
        key=lambda score: (),
        shown=lambda key: (),
    ),
}

# In a round equals share the rank, and a lot says who of them chooses first.
MONEY_ROUND = (BUST_LAST, "balance")
MONEY_BEST_ROUND = ("round_without_bust", "best_balance", LOT)
MONEY_BEST_ROUNDS = ("best_balances", LOT)
MONEY_AVERAGE = ("average", LOT)
MONEY_SUM = ("sum_balance", LOT)
CUP_ROUND = ("schrift",)
CUP_OVERALL = ("schrift", "best_round", "next_best", LOT)
CUP_BEST_ROUND = ("best_round", "next_best", LOT)
CUP_BEST_ROUNDS = ("best_schrift", "best_round", "next_best", LOT)
CUP_AVERAGE = ("average_schrift", "best_round", "next_best", LOT)
# Their amount is shown as what counts: it has no column of its own anyway.
COUNTED = ("average", "best_balance", "best_balances", "sum_balance", "average_schrift", "best_schrift")


class ListFault(StrEnum):
    """Why a list of criteria cannot rank."""

    EMPTY = "empty"
    UNKNOWN = "unknown"
    TWICE = "twice"
    HOLDS_ANYWAY = "holds_anyway"  # who is ranked last is never a matter of the list
    UNSUITED = "unsuited"  # asks for play money, for the Schrift or for several rounds
    AFTER_LOT = "after_lot"  # where nothing is left to decide
    NOT_FIRST = "not_first"  # nobody shares the last place who is parted from the others already


class ListProblem(NamedTuple):
    """What is wrong with a list of criteria, and with which of them."""

    fault: ListFault
    name: str = ""


def suited(*, money: bool, overall: bool) -> tuple[str, ...]:
    """Return the criteria for standings of tournaments with play money, or by Schrift."""
    available = {Need.MONEY if money else Need.SCHRIFT} | ({Need.ROUNDS} if overall else set())
    return tuple(
        [name for name, criterion in CRITERIA.items() if name != LEFT_LAST and criterion.needs <= available]
    )


def list_problems(names: Sequence[str], *, money: bool, overall: bool) -> tuple[ListProblem, ...]:
    """Return all reasons why a list of criteria cannot rank."""
    if not names:
        return (ListProblem(ListFault.EMPTY),)
    choice = suited(money=money, overall=overall)
    problems = []
    for index, name in enumerate(names):
        faults = {
            ListFault.UNKNOWN: name not in CRITERIA,
            ListFault.TWICE: name in names[:index],
            ListFault.HOLDS_ANYWAY: name == LEFT_LAST,
            ListFault.UNSUITED: name not in choice,
            ListFault.AFTER_LOT: LOT in names[:index],
            ListFault.NOT_FIRST: name == BUST_LAST and index > 0,
        }
        problems += [ListProblem(fault, name) for fault, applies in faults.items() if applies][:1]
    return tuple(problems)
