"""The sheet of hands: dealer, Vorhand, Radl and running totals, derived from the facts alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from types import MappingProxyType

from scoring.engine.facts import Dealer, Entry, Hand, Schlussradl, Seating, Sheet, Void
from scoring.engine.problems import Problem, option_problems, problems_with
from scoring.engine.result import Amount, Settlement, exact
from scoring.engine.rules import Rules
from scoring.engine.settling import settle
from scoring.engine.triggers import TOTALS_ZERO, TRIGGERS

SMALLEST_TABLE, BIGGEST_TABLE = 4, 6
MOST_PEOPLE = 100  # at one table, in one evening; every row carries all their totals


@dataclass(frozen=True, slots=True)
class Row:
    """One hand or void hand of the sheet, with the totals after it."""

    entry: int  # which entry of the sheet, counted from 0
    dealer: str
    players: tuple[str, ...]  # the four who play, Vorhand first
    sitting_out: tuple[str, ...]
    radl: bool  # a void hand: whether the next one played is doubled
    settlement: Settlement | None  # None: the hand does not count
    triggers: tuple[str, ...]
    totals: dict[str, Amount]
    schrift_totals: dict[str, Amount]
    owed: int  # doubled hands still to come after this one


@dataclass
class _Table:
    """Where the table stands between two hands."""

    players: tuple[str, ...]
    dealer: str
    owed: int = 0
    schlussradl: bool = False

    def playing(self) -> tuple[str, ...]:
        """The four after the dealer; with four at the table the dealer is the last of them."""
        place = self.players.index(self.dealer)
        return (self.players[place + 1 :] + self.players[: place + 1])[:4]

    def pass_the_deal(self) -> None:
        self.dealer = self.players[(self.players.index(self.dealer) + 1) % len(self.players)]

    @property
    def doubled(self) -> bool:
        return self.schlussradl or self.owed > 0


def rows_of(sheet: Sheet, rules: Rules) -> tuple[Row, ...]:
    """Every row of a legal sheet. `problems_with_sheet` says whether it is legal."""
    rules = rules.under(sheet.options)
    table = _Table(sheet.players, sheet.dealer)
    totals: dict[str, Amount] = dict.fromkeys(sheet.players, 0)
    schrift: dict[str, Amount] = dict.fromkeys(sheet.players, 0)
    rows: list[Row] = []
    for number, entry in enumerate(sheet.entries):
        if isinstance(entry, Hand | Void):
            rows.append(_row(number, entry, rules, table, totals, schrift))
            continue
        _apply(entry, table)
        if isinstance(entry, Seating):
            for player in entry.players:
                totals.setdefault(player, 0)
                schrift.setdefault(player, 0)
    return tuple(rows)


def _row(
    number: int,
    entry: Hand | Void,
    rules: Rules,
    table: _Table,
    totals: dict[str, Amount],
    schrift: dict[str, Amount],
) -> Row:
    playing, dealer, doubled = table.playing(), table.dealer, table.doubled
    settlement: Settlement | None = None
    triggers: tuple[str, ...] = ()
    if isinstance(entry, Hand):
        inside = table.owed > 0 and not table.schlussradl
        table.owed -= inside
        settlement = settle(replace(entry, players=playing, radl=doubled), rules)
        _add(totals, settlement.players, settlement.amounts)
        _add(schrift, settlement.players, settlement.schrift_amounts)
        triggers = _triggers(settlement, rules, table, totals)
        if triggers:
            nesting = rules.under(entry.options).options.radl_nesting
            table.owed = _NESTING[nesting](table.owed, len(table.players), inside)
    if not (isinstance(entry, Void) and entry.kind == "redeal"):
        table.pass_the_deal()
    return Row(
        entry=number,
        dealer=dealer,
        players=playing,
        sitting_out=tuple(player for player in table.players if player not in playing),
        radl=doubled,
        settlement=settlement,
        triggers=triggers,
        totals=dict(totals),
        schrift_totals=dict(schrift),
        owed=table.owed,
    )


def _add(totals: dict[str, Amount], players: tuple[str, ...], amounts: tuple[Amount, ...]) -> None:
    for player, amount in zip(players, amounts, strict=True):
        totals[player] = exact(totals[player] + amount)


def _triggers(
    settlement: Settlement, rules: Rules, table: _Table, totals: dict[str, Amount]
) -> tuple[str, ...]:
    """What the hand itself set off, and whether the totals of all now seated are zero."""
    found = set(settlement.triggers)
    if TOTALS_ZERO in rules.radl.triggers and not any(totals[player] for player in table.players):
        found.add(TOTALS_ZERO)
    return tuple(name for name in TRIGGERS if name in found)


# Doubled hands owed after a trigger: what is owed already, hands to a round, inside a Radl?
_NESTING: dict[str, Callable[[int, int, bool], int]] = {
    "append": lambda owed, round_, inside: owed + round_,
    "restart": lambda owed, round_, inside: round_ if inside else owed + round_,
    "ignore": lambda owed, round_, inside: owed if inside else owed + round_,
}


def _apply(event: Entry, table: _Table) -> None:
    if isinstance(event, Schlussradl):
        table.schlussradl = True
    elif isinstance(event, Seating):
        table.players, table.dealer = event.players, event.dealer
    elif isinstance(event, Dealer):
        table.dealer = event.dealer


SheetProblem = tuple[int | None, Problem]  # the number of its entry, from 0, or None: the table itself


def problems_with_sheet(
    sheet: Sheet,
    rules: Rules,
    *,
    wrong: Mapping[int | None, tuple[Problem, ...]] = MappingProxyType({}),
    misread: Set[int | None] = frozenset(),
) -> tuple[SheetProblem, ...]:
    """All problems of a sheet, in order.

    `wrong` is what reading it has found already; where it was `misread` there are no facts to ask.
    """
    return tuple(_sheet_problems(sheet, rules, wrong, misread))


def _sheet_problems(
    sheet: Sheet, rules: Rules, wrong: Mapping[int | None, tuple[Problem, ...]], misread: Set[int | None]
) -> Iterator[SheetProblem]:
    options = () if None in misread else option_problems(sheet.options, rules)
    seating = () if None in misread else seating_problems(sheet.players, sheet.dealer)
    for problem in (*wrong.get(None, ()), *options, *seating):
        yield None, problem
    if len(_everybody(sheet)) > MOST_PEOPLE:
        yield None, Problem("too_many_items", "players", {"where": "players", "most": MOST_PEOPLE})
    can_deal = None not in misread and not seating
    table = _Table(sheet.players, sheet.dealer)
    if not options and None not in misread:
        rules = rules.under(sheet.options)
    for number, entry in enumerate(sheet.entries):
        problems = wrong.get(number, ())
        if can_deal and number not in misread:
            problems += _entry_problems(entry, rules, table)
        yield from ((number, problem) for problem in problems)
        if not can_deal:
            continue
        if isinstance(entry, Hand) or (isinstance(entry, Void) and entry.kind != "redeal"):
            table.pass_the_deal()
        elif not problems:
            _apply(entry, table)


def _everybody(sheet: Sheet) -> set[str]:
    """Everybody who ever sat at this table."""
    seatings = [entry.players for entry in sheet.entries if isinstance(entry, Seating)]
    return set(sheet.players).union(*seatings)


def _entry_problems(entry: Entry, rules: Rules, table: _Table) -> tuple[Problem, ...]:
    if isinstance(entry, Hand):
        return problems_with(replace(entry, players=table.playing()), rules)
    if isinstance(entry, Schlussradl) and not rules.radl.schlussradl:
        return (Problem("radl_not_here", "event"),)
    if isinstance(entry, Seating):
        return seating_problems(entry.players, entry.dealer)
    if isinstance(entry, Dealer) and entry.dealer not in table.players:
        return (Problem("dealer_not_seated", "dealer", {"name": entry.dealer}),)
    return ()


def seating_problems(players: tuple[str, ...], dealer: str) -> tuple[Problem, ...]:
    """Four to six different people, one of whom deals."""
    twice = [player for player, times in Counter(players).items() if times > 1]
    found = [Problem("player_twice", "players", {"name": player}) for player in twice]
    if not SMALLEST_TABLE <= len(players) <= BIGGEST_TABLE:
        found.append(Problem("table_size", "players", {"count": len(players)}))
    if dealer not in players:
        found.append(Problem("dealer_not_seated", "dealer", {"name": dealer}))
    return tuple(found)
