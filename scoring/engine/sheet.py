"""The sheet of hands: dealer, Vorhand, Radl and running totals, derived from the facts alone."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from scoring.engine import facts
from scoring.engine.facts import Entry, Hand
from scoring.engine.numbers import WRITTEN_AS
from scoring.engine.options import TOTALS_ZERO
from scoring.engine.problems import Problem, of_stored_hands, option_problems, problems_with
from scoring.engine.result import Amount, Settlement, exact, from_twelfths
from scoring.engine.rules import DOUBLED, Rules
from scoring.engine.settling import settle
from scoring.engine.sides import is_doubled_in_radl
from scoring.engine.triggers import TRIGGERS

SMALLEST_TABLE, BIGGEST_TABLE = 4, 6
CALLED = "called"  # what a Radl is owed to that nothing set off
MOST_PEOPLE = 100  # at one table, in one evening; every row carries all their totals


class Fact(NamedTuple):
    """An entry with the rules in force at its place, and with corrected names."""

    id: Any  # of the entry, as its database names it
    sort_key: int  # without a database, its number on the sheet from 0
    entry: Entry
    rules: Rules


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One hand or void hand of the sheet, with the totals after it."""

    fact: Fact
    number: int | None  # as printed; void hands have none
    version: int | None  # of the rules that hold; None: those that the sheet began with
    dealer: str
    players: tuple[str, ...]  # the four who play, Vorhand first
    sitting_out: tuple[str, ...]
    radl: bool  # whether it is doubled; of a void hand, whether the next one played can be
    settlement: Settlement | None  # None: the hand does not count
    triggers: tuple[str, ...]
    totals: Mapping[str, Amount]
    schrift_totals: Mapping[str, Amount]
    owed: int  # doubled hands still to come after this one
    times: int = DOUBLED  # what a doubled one is multiplied by


@dataclass(frozen=True, slots=True)
class Position:
    """Where a table stands between two entries: what hands to come depend on, and what pages show beside."""

    players: tuple[str, ...]  # everybody seated, in order of play
    dealer: str  # of the next hand
    ahead: tuple[int, ...] = ()  # what each doubled hand still to come is multiplied by
    schlussradl: bool = False
    totals: Mapping[str, Amount] = field(default_factory=dict)  # of everybody who ever sat here
    schrift_totals: Mapping[str, Amount] = field(default_factory=dict)
    doubling_ended: bool = False  # nothing is doubled any more, and nothing sets a Radl off
    dealt: bool = False  # but for the next hand, whose cards were dealt already
    hands: int = 0  # counted so far
    because: tuple[int, str] | None = None  # the hand and its trigger; or the first hand, and `CALLED`
    schlussradl_from: int | None = None  # the number of its first hand
    played: Mapping[str, int] = field(default_factory=dict)  # hands of each player
    rules: facts.OtherRules | None = None  # None: still those that the sheet began with

    @property
    def playing(self) -> tuple[str, ...]:
        """Return the four after the dealer; with four at the table the dealer is the last of them."""
        index = self.players.index(self.dealer)
        return (self.players[index + 1 :] + self.players[: index + 1])[:4]

    @property
    def sitting_out(self) -> tuple[str, ...]:
        playing = self.playing
        return tuple([player for player in self.players if player not in playing])

    @property
    def next_dealer(self) -> str:
        """Return who deals after this hand, if it is played or struck."""
        return self.players[(self.players.index(self.dealer) + 1) % len(self.players)]

    def dealer_after(self, entry: Hand | facts.Void) -> str:
        """Return who deals after this hand: the next player, after a redeal the same one."""
        is_redeal = isinstance(entry, facts.Void) and entry.kind == "redeal"
        return self.dealer if is_redeal else self.next_dealer

    @property
    def owed(self) -> int:
        """Return how many doubled hands are still to come."""
        return len(self.ahead)

    @property
    def doubled(self) -> bool:
        return (self.schlussradl or self.owed > 0) and (self.dealt or not self.doubling_ended)

    def doubles(self, hand: Hand, rules: Rules) -> bool:
        """Return whether this hand is doubled if it is the next one played."""
        return self.doubled and is_doubled_in_radl(hand, rules)

    @property
    def times(self) -> int:
        """Return the factor of the next hand if it is doubled."""
        return self.ahead[0] if self.ahead and not self.schlussradl else DOUBLED

    def as_json(self) -> dict[str, Any]:
        rules: dict[str, Any] | None = None
        if (agreed := self.rules) is not None:
            rules = {"version": agreed.version, "digest": agreed.digest, "options": dict(agreed.options)}
            rules |= {"from_first": True} if agreed.from_first else {}
            rules |= {WRITTEN_AS: agreed.written_as} if agreed.written_as else {}
        rare: dict[str, Any] = {"rung": self.doubling_ended, "dealt": self.dealt}
        if any(times != DOUBLED for times in self.ahead):
            rare["ahead"] = list(self.ahead)
        return {
            "players": list(self.players),
            "dealer": self.dealer,
            "owed": self.owed,
            "schlussradl": self.schlussradl,
            "hands": self.hands,
            "because": list(self.because) if self.because else None,
            "schlussradl_from": self.schlussradl_from,
            "rules": rules,
        } | {name: value for name, value in rare.items() if value}


def first_position(players: tuple[str, ...], dealer: str) -> Position:
    """Return where a table stands before its first entry."""
    nothing: Mapping[str, Amount] = dict.fromkeys(players, 0)
    return Position(players, dealer, totals=nothing, schrift_totals=nothing)


def step(position: Position, fact: Fact) -> tuple[Position, SheetRow | None]:
    """Return the position after one more legal entry, and the row of that entry, if it has one."""
    entry, rules = fact.entry, fact.rules
    if not isinstance(entry, Hand | facts.Void):
        return _after_event(position, entry, rules), None
    settlement: Settlement | None = None
    triggers: tuple[str, ...] = ()
    number, hands, played = None, position.hands, position.played
    playing, ahead, doubled, because = position.playing, position.ahead, position.doubled, position.because
    totals, schrift_totals = position.totals, position.schrift_totals
    if isinstance(entry, Hand):
        number = hands = hands + 1
        doubled = position.doubles(entry, rules)
        settlement = settle(replace(entry, players=playing, radl=doubled, times=position.times), rules)
        totals = _added(totals, playing, settlement.amounts)
        schrift_totals = _added(schrift_totals, playing, settlement.schrift_amounts)
        played = {**played, **{player: played.get(player, 0) + 1 for player in playing}}
        under = rules.under(entry.options)
        if not position.doubling_ended:
            triggers = _triggers(settlement, under, position.players, schrift_totals)
        ahead = left = _left_after(position, entry, under)
        if triggers:
            ahead = _ahead_with_new_radl(left, position, under, triggers)
            if len(ahead) != len(left):  # inside a Radl a trigger may count for nothing
                because = (number, triggers[0])
    again = isinstance(entry, facts.Void) and entry.kind == "redeal"
    if position.doubling_ended and not again:
        ahead = ()
    row = SheetRow(
        fact=fact,
        number=number,
        version=None if position.rules is None else position.rules.version,
        dealer=position.dealer,
        players=playing,
        sitting_out=position.sitting_out,
        radl=doubled,
        settlement=settlement,
        triggers=triggers,
        totals=totals,
        schrift_totals=schrift_totals,
        owed=len(ahead),
        times=position.times,
    )
    return replace(
        position,
        dealer=position.dealer_after(entry),
        ahead=ahead,
        totals=totals,
        schrift_totals=schrift_totals,
        dealt=position.dealt and again,
        hands=hands,
        because=because if ahead else None,
        played=played,
    ), row


def _left_after(position: Position, hand: Hand, rules: Rules) -> tuple[int, ...]:
    """Return the rest of a Radl after this hand.

    It uses one up, doubled or not, unless the sheet has the Radl wait for a game that it doubles.
    """
    waits = rules.radl.waits and not is_doubled_in_radl(hand, rules)
    return position.ahead[_in_a_radl(position) and not waits :]


def doubled_ahead_when_called(position: Position, rules: Rules) -> tuple[int, ...]:
    """Return the doubled hands to come after a Radl was called between two hands.

    While any are owed it is called inside a Radl, and counts there as a trigger would. Where doubling
    has ended it doubles nothing.
    """
    ahead = position.ahead
    return ahead if position.doubling_ended else _ahead_with_new_radl(ahead, position, rules, ())


def _in_a_radl(position: Position) -> bool:
    return position.owed > 0 and not position.schlussradl


def _ahead_with_new_radl(
    ahead: tuple[int, ...], position: Position, rules: Rules, triggers: tuple[str, ...]
) -> tuple[int, ...]:
    """Return the doubled hands to come once a Radl is added to those `ahead`."""
    round_ = rules.radl.round_of(len(position.players), triggers)
    return _RADL_NESTING[rules.options["radl_nesting"]](ahead, round_, _in_a_radl(position))


def _added(
    totals: Mapping[str, Amount], players: tuple[str, ...], amounts: tuple[Amount, ...]
) -> Mapping[str, Amount]:
    paid = {player: exact(totals[player] + amount) for player, amount in zip(players, amounts, strict=True)}
    return {**totals, **paid}


def _triggers(
    settlement: Settlement, rules: Rules, seated: tuple[str, ...], totals: Mapping[str, Amount]
) -> tuple[str, ...]:
    """Return the triggers of a hand, also that all seated players are at zero in the Schrift."""
    triggers = set(settlement.triggers)
    if TOTALS_ZERO in rules.triggers and not any(totals[player] for player in seated):
        triggers.add(TOTALS_ZERO)
    return tuple(name for name in TRIGGERS if name in triggers)


_Ahead = tuple[int, ...]

# Doubled hands owed after a trigger: those owed already, those of a round, inside a Radl?
_RADL_NESTING: dict[str, Callable[[_Ahead, _Ahead, bool], _Ahead]] = {
    "append": lambda ahead, round_, inside: ahead + round_,
    "restart": lambda ahead, round_, inside: round_ if inside else ahead + round_,
    "ignore": lambda ahead, round_, inside: ahead if inside else ahead + round_,
}


def _after_event(position: Position, event: Entry, rules: Rules) -> Position:
    """Return the position after an event that is neither a hand nor a void hand."""
    if isinstance(event, facts.OtherRules):
        return replace(position, rules=event)
    if isinstance(event, facts.CalledRadl):
        ahead = doubled_ahead_when_called(position, rules)
        because = position.because if len(ahead) == position.owed else (position.hands + 1, CALLED)
        return replace(position, ahead=ahead, because=because)
    if isinstance(event, facts.Schlussradl):
        return replace(
            position, schlussradl=True, schlussradl_from=position.schlussradl_from or position.hands + 1
        )
    if isinstance(event, facts.DoublingEnds):
        ahead = position.ahead[: int(event.dealt)]
        because = position.because if ahead else None
        return replace(position, ahead=ahead, because=because, doubling_ended=True, dealt=event.dealt)
    if isinstance(event, facts.DoublingResumes):
        return replace(position, doubling_ended=False, dealt=False)
    if isinstance(event, facts.Totals):
        totals = {player: from_twelfths(twelfths) for player, twelfths in event.twelfths.items()}
        players = tuple(totals)
        return replace(position, players=players, dealer=players[0], totals=totals, schrift_totals=totals)
    return seats_after(position, event)


def seats_after(position: Position, entry: Entry) -> Position:
    """Return the position with the players and the dealer that follow this legal entry."""
    if isinstance(entry, Hand | facts.Void):
        return replace(position, dealer=position.dealer_after(entry))
    if isinstance(entry, facts.Seating):
        return _seated(position, entry.players, entry.dealer)
    if isinstance(entry, facts.RightNames) and entry.from_here:
        return _seated(position, *_with_others(position, entry.people))
    if isinstance(entry, facts.Dealer):
        return replace(position, dealer=entry.dealer)
    return position  # what other entries change is how they are read, or what is doubled


def _with_others(position: Position, people: Mapping[str, str]) -> tuple[tuple[str, ...], str]:
    """Return the players and the dealer, with other people on some of the seats."""
    players = tuple([people.get(player, player) for player in position.players])
    return players, people.get(position.dealer, position.dealer)


def _seated(position: Position, players: tuple[str, ...], dealer: str) -> Position:
    """Return the position with these players and this dealer; new players begin with zero."""
    new: Mapping[str, Amount] = {player: 0 for player in players if player not in position.totals}
    totals, schrift_totals = {**position.totals, **new}, {**position.schrift_totals, **new}
    return replace(position, players=players, dealer=dealer, totals=totals, schrift_totals=schrift_totals)


def problems_with_sheet(
    sheet: facts.SheetFacts,
    rules: Rules,
    *,
    wrong: Mapping[int | None, tuple[Problem, ...]] = MappingProxyType({}),
    misread: Set[int | None] = frozenset(),
) -> tuple[Problem, ...]:
    """Return all problems of a sheet, in order, those of an entry below `hands.` and its number from 0.

    `wrong` is what reading it has found already; where it was `misread` there are no facts to ask.
    """
    options = () if None in misread else option_problems(sheet.options, rules)
    seating = () if None in misread else seating_problems(sheet.players, sheet.dealer)
    sheet_problems = [*wrong.get(None, ()), *options, *seating]
    seatings = [entry.players for entry in sheet.entries if isinstance(entry, facts.Seating)]
    if len({*sheet.players}.union(*seatings)) > MOST_PEOPLE:
        too_many = {"where": "players", "most": MOST_PEOPLE}
        sheet_problems.append(Problem("too_many_items", "players", too_many))
    can_deal = None not in misread and not seating
    position = first_position(sheet.players, sheet.dealer)
    if not options and None not in misread:
        rules = rules.under(sheet.options)
    for number, entry in enumerate(sheet.entries):
        problems = wrong.get(number, ())
        if can_deal and number not in misread:
            problems += problems_with_entry(position, entry, rules)
        sheet_problems += [
            problem._replace(path=f"hands.{number}.{problem.path}".rstrip(".")) for problem in problems
        ]
        if can_deal and (isinstance(entry, Hand | facts.Void) or not problems):
            position = seats_after(position, entry)
    return tuple(sheet_problems)


def problems_with_entry(position: Position, entry: Entry, rules: Rules) -> tuple[Problem, ...]:
    """Return the problems of this entry as the next one after this position."""
    if isinstance(entry, Hand):
        return problems_with(replace(entry, players=position.playing), rules)
    if isinstance(entry, facts.CalledRadl) and not rules.radl.played:
        return (Problem("radl_not_here", "event"),)
    if isinstance(entry, facts.Schlussradl) and not rules.radl.schlussradl:
        return (Problem("radl_not_here", "event"),)
    if isinstance(entry, facts.Seating):
        return seating_problems(entry.players, entry.dealer)
    if isinstance(entry, facts.RightNames) and entry.from_here:
        return seating_problems(*_with_others(position, entry.people))
    if isinstance(entry, facts.Totals) and sum(entry.twelfths.values()) != 0:
        return (Problem("totals_not_zero", "twelfths"),)
    if isinstance(entry, facts.Dealer) and entry.dealer not in position.players:
        return (Problem("dealer_not_seated", "dealer", {"name": entry.dealer}),)
    return ()


def seating_problems(players: tuple[str, ...], dealer: str) -> tuple[Problem, ...]:
    """Yield what is wrong with a seating: it takes four to six different people, one of whom deals."""
    twice = [player for player, times in Counter(players).items() if times > 1]
    problems = [Problem("player_twice", "players", {"name": player}) for player in twice]
    if not SMALLEST_TABLE <= len(players) <= BIGGEST_TABLE:
        problems.append(Problem("table_size", "players", {"count": len(players)}))
    if dealer not in players:
        problems.append(Problem("dealer_not_seated", "dealer", {"name": dealer}))
    return tuple(problems)


def position_from(saved: Mapping[str, Any]) -> Position:
    """Return a sheet's position from its `as_json`, without points."""
    return Position(
        tuple(saved["players"]),
        saved["dealer"],
        tuple(saved.get("ahead", [DOUBLED] * saved["owed"])),
        saved["schlussradl"],
        doubling_ended=saved.get("rung", False),
        dealt=saved.get("dealt", False),
        hands=saved["hands"],
        because=tuple(saved["because"]) if saved["because"] else None,
        schlussradl_from=saved["schlussradl_from"],
        rules=None if saved["rules"] is None else other_rules(saved["rules"]),
    )


def with_points(position: Position, scores: Mapping[str, tuple[int, int, int]]) -> Position:
    """Return a position with each player's current twelfths and hands."""
    seats = {player: number for number, player in enumerate(position.players)}
    # As they sit, then who has left in order of registration.
    everybody = sorted(scores, key=lambda person: (seats.get(person, len(seats)), int(person)))
    totals = {player: from_twelfths(scores[player][0]) for player in everybody}
    schrift_totals = {player: from_twelfths(scores[player][1]) for player in everybody}
    played = {player: scores[player][2] for player in everybody if scores[player][2]}
    return replace(position, totals=totals, schrift_totals=schrift_totals, played=played)


def other_rules(record: Mapping[str, Any]) -> facts.OtherRules:
    """Return which rules such a record puts into force, and from where."""
    from_first = record.get("from_first") is True
    return facts.OtherRules(
        record["version"], record["digest"], record.get("options", {}), from_first, record.get(WRITTEN_AS)
    )


@dataclass(frozen=True)
class Replay:
    """What follows from a sheet's entries, as far as they can follow one another."""

    position: Position
    rows: tuple[SheetRow, ...]
    problems: tuple[tuple[Fact, int, Problem], ...]  # with the number the hand would have


def replayed(start: Position, entries: Iterable[Fact]) -> Replay:
    """Replay stored entries from the beginning, up to the first impossible one."""
    position = start
    rows: list[SheetRow] = []
    for fact in entries:
        problems = of_stored_hands(problems_with_entry(position, fact.entry, fact.rules))
        if problems:
            number = position.hands + 1
            return Replay(position, tuple(rows), tuple((fact, number, problem) for problem in problems))
        position, row = step(position, fact)
        if row is not None:
            rows.append(row)
    return Replay(position, tuple(rows), ())


def problems_today(row: SheetRow) -> tuple[Problem, ...]:
    """Return the problems that a stored hand would have if it were recorded today."""
    entry = row.fact.entry
    if not isinstance(entry, Hand):
        return ()
    return problems_with(replace(entry, players=row.players), row.fact.rules)
