"""From the entries to everything that follows from them: rows, postings, where the table stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple
from uuid import UUID

from scoring.editions.books import EVENT as OTHER_RULES
from scoring.editions.books import SheetRules, book_of, other_rules
from scoring.engine import facts
from scoring.engine.problems import Problem
from scoring.engine.record import entry_record, read_entry
from scoring.engine.result import Amount, exact
from scoring.engine.rules import Rules
from scoring.engine.sheet import SheetRow as EngineRow
from scoring.engine.sheet import Standing, advance, beginning, problems_with_entry
from scoring.models import Entry, Posting, Sheet

CALLED_RADL = "radl"
BELL, MORE_TIME = OF_THE_BELL = ("bell", "more_time")
CALLED = "called"  # what a Radl is owed to that nothing set off
BLANKED = "…"  # in place of grounds that were blanked


def in_twelfths(amount: Amount) -> int:
    """Shares are halves of halves, and thirds: every amount is a whole number of twelfths.

    >>> from fractions import Fraction
    >>> in_twelfths(-2), in_twelfths(Fraction(2, 3)), in_twelfths(Fraction(9, 4))
    (-24, 8, 27)
    """
    twelfths = amount * 12
    if twelfths.denominator != 1:
        raise AssertionError(f"{amount} is not a whole number of twelfths")
    return int(twelfths)


class Fact(NamedTuple):
    """An entry, read, with the rules that hold at its place."""

    id: UUID
    place: int
    entry: facts.Entry
    rules: Rules


def fact_of(entry: Entry, book: SheetRules) -> Fact:
    """Also of an entry that was superseded: under the rules that held when it was written."""
    rules = book.of(entry)
    return Fact(entry.id, entry.place, read(whole_record(entry), rules), rules)


def read(record: object, rules: Rules) -> facts.Entry:
    """Return what a record says; also of what no phone sends, because the house alone decides it."""
    if isinstance(record, dict) and (event := str(record.get("event"))) in _OF_THE_HOUSE:
        return _OF_THE_HOUSE[event](record)
    return read_entry(record, rules)


# Events that `read_entry` does not know, by their names.
_OF_THE_HOUSE: Mapping[str, Callable[[dict[str, Any]], facts.Entry]] = {
    OTHER_RULES: other_rules,
    CALLED_RADL: lambda record: facts.CalledRadl(),
    BELL: lambda record: facts.Bell(dealt=record.get("dealt") is True),
    MORE_TIME: lambda record: facts.MoreTime(),
}


def is_of_the_bell(record: object) -> bool:
    """An event that the clock of a tournament writes by itself."""
    return isinstance(record, dict) and record.get("event") in OF_THE_BELL


def whole_record(entry: Entry) -> dict[str, Any]:
    """Return the record as it was sent: the grounds of a void hand are kept elsewhere."""
    assert entry.record is not None
    if "void" not in entry.record:
        return dict(entry.record)
    return {**entry.record, "reason": entry.grounds.text if entry.grounds and entry.grounds.text else BLANKED}


def record_of(entry: facts.Entry, rules: Rules) -> dict[str, Any]:
    """What is stored: facts only, no free text."""
    record = entry_record(entry, rules)
    return {"void": record["void"]} if "void" in record else record


@dataclass(frozen=True, slots=True)
class Position:
    """Where a sheet stands: the engine's own, and what pages say beside it."""

    standing: Standing
    hands: int = 0  # counted so far
    because: tuple[int, str] | None = None  # the hand and its trigger; or the first hand, and `CALLED`
    schlussradl_from: int | None = None  # the number of its first hand
    played: Mapping[str, int] = field(default_factory=dict)  # hands of each player; who has none is missing
    rules: facts.OtherRules | None = None  # None: still those that the sheet began with

    def as_json(self) -> dict[str, Any]:
        standing = self.standing
        return {
            "players": list(standing.players),
            "dealer": standing.dealer,
            "owed": standing.owed,
            "schlussradl": standing.schlussradl,
            "totals": {player: in_twelfths(amount) for player, amount in standing.totals.items()},
            "schrift": {player: in_twelfths(amount) for player, amount in standing.schrift_totals.items()},
            "hands": self.hands,
            "because": list(self.because) if self.because else None,
            "schlussradl_from": self.schlussradl_from,
            "played": dict(self.played),
            "rules": None if self.rules is None else _as_json(self.rules),
        } | {name: True for name in ("rung", "dealt") if getattr(standing, name)}  # at most at a tournament


def _as_json(agreed: facts.OtherRules) -> dict[str, Any]:
    return {"version": agreed.version, "digest": agreed.digest, "options": dict(agreed.options)}


def position_of(sheet: Sheet) -> Position:
    """Where the sheet stands, as it was written down with its last entry."""
    kept = sheet.standing
    seats = {player: number for number, player in enumerate(kept["players"])}

    def amounts(twelfths: Mapping[str, int]) -> dict[str, Amount]:
        """As they sit, then who has left in order of registration: PostgreSQL sorts the keys of JSON."""
        in_order = sorted(twelfths, key=lambda one: (seats.get(one, len(seats)), len(one), one))
        return {player: exact(Fraction(twelfths[player], 12)) for player in in_order}

    return Position(
        Standing(
            tuple(kept["players"]),
            kept["dealer"],
            kept["owed"],
            kept["schlussradl"],
            amounts(kept["totals"]),
            amounts(kept["schrift"]),
            rung=kept.get("rung", False),
            dealt=kept.get("dealt", False),
        ),
        kept["hands"],
        tuple(kept["because"]) if kept["because"] else None,
        kept["schlussradl_from"],
        kept["played"],
        None if kept["rules"] is None else other_rules(kept["rules"]),
    )


def first_position(players: tuple[str, ...], dealer: str) -> Position:
    return Position(beginning(players, dealer))


class DerivedRow(NamedTuple):
    """A row of the sheet with its printed number; void hands have none."""

    fact: Fact
    number: int | None
    row: EngineRow
    version: int | None  # of the rules that hold; None: those that the sheet began with

    def as_stored(self) -> StoredRow:
        postings: dict[str, tuple[int, int]] = {}
        settlement = self.row.settlement
        if settlement is not None:
            for player, kassa, schrift in zip(
                settlement.players, settlement.amounts, settlement.schrift_amounts, strict=True
            ):
                postings[player] = (in_twelfths(kassa), in_twelfths(schrift))
        return StoredRow(
            id=self.fact.id,
            place=self.fact.place,
            number=self.number,
            dealer=self.row.dealer,
            players=self.row.players,
            radl=self.row.radl,
            owed=self.row.owed,
            triggers=self.row.triggers,
            postings=postings,
        )


@dataclass(frozen=True)
class StoredRow:
    """A row and its postings as the database keeps them."""

    id: UUID
    place: int
    number: int | None
    dealer: str
    players: tuple[str, ...]
    radl: bool
    owed: int
    triggers: tuple[str, ...]
    postings: Mapping[str, tuple[int, int]]  # participant to twelfths of Kassa and Schrift


def step(position: Position, fact: Fact) -> tuple[Position, DerivedRow | None]:
    """One entry further."""
    before = position.standing
    standing, row = advance(before, fact.entry, fact.rules)
    position = replace(position, standing=standing)
    if isinstance(fact.entry, facts.OtherRules):
        position = replace(position, rules=fact.entry)
    if isinstance(fact.entry, facts.Schlussradl) and position.schlussradl_from is None:
        position = replace(position, schlussradl_from=position.hands + 1)
    if isinstance(fact.entry, facts.CalledRadl) and standing.owed != before.owed:
        position = replace(position, because=(position.hands + 1, CALLED))
    if standing.rung and not standing.owed:
        position = replace(position, because=None)
    if row is None:
        return position, None
    version = None if position.rules is None else position.rules.version
    number = None
    if row.settlement is not None:
        number = position.hands + 1
        left = before.owed - (before.owed > 0 and not before.schlussradl)
        owing = row.triggers and standing.owed != left  # inside a Radl a trigger may count for nothing
        because = (number, row.triggers[0]) if owing else position.because
        played = {**position.played, **{one: position.played.get(one, 0) + 1 for one in row.players}}
        position = replace(position, hands=number, because=because if standing.owed else None, played=played)
    return position, DerivedRow(fact, number, row, version)


@dataclass(frozen=True)
class Replay:
    """What follows from a sheet's entries, as far as they can follow one another."""

    position: Position
    rows: tuple[DerivedRow, ...]
    problems: tuple[tuple[Fact, int, Problem], ...]  # with the number the hand would have


def replayed(start: Position, entries: Iterable[Fact]) -> Replay:
    """Everything from the beginning. It stops at the first entry that cannot stand where it stands."""
    position = start
    rows: list[DerivedRow] = []
    for fact in entries:
        problems = problems_with_entry(position.standing, fact.entry, fact.rules)
        if problems:
            number = position.hands + 1
            return Replay(position, tuple(rows), tuple((fact, number, problem) for problem in problems))
        position, row = step(position, fact)
        if row is not None:
            rows.append(row)
    return Replay(position, tuple(rows), ())


def start_of(sheet: Sheet) -> Position:
    return first_position(tuple(sheet.players), sheet.dealer)


def standing_facts(sheet: Sheet, book: SheetRules | None = None) -> list[Fact]:
    book = book or book_of(sheet)
    return [fact_of(entry, book) for entry in sheet.entries.standing().select_related("grounds")]


def stored_rows(sheet: Sheet) -> list[StoredRow]:
    """What the database keeps of the rows and postings; two queries, and no models made of them."""
    postings: dict[UUID, dict[str, tuple[int, int]]] = {}
    posted = Posting.objects.filter(row__sheet=sheet).order_by("pk")
    for entry, player, kassa, schrift in posted.values_list(
        "row_id", "participant_id", "twelfths", "schrift_twelfths"
    ):
        postings.setdefault(entry, {})[str(player)] = (kassa, schrift)
    rows = sheet.rows.order_by("place").values_list(
        "entry_id", "place", "number", "dealer", "players", "radl", "owed", "triggers"
    )
    return [
        StoredRow(entry, place, number, dealer, tuple(players), radl, owed, tuple(triggers), amounts)
        for entry, place, number, dealer, players, radl, owed, triggers in rows
        for amounts in (postings.get(entry, {}),)
    ]
