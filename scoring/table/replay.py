"""From the entries to everything that follows from them: rows, scores, where the table stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple
from uuid import UUID

from scoring.engine import facts
from scoring.engine.naming import renamed
from scoring.engine.problems import Problem
from scoring.engine.record import entry_record, read_entry
from scoring.engine.result import from_twelfths, in_twelfths
from scoring.engine.rules import DOUBLED, Rules
from scoring.engine.sheet import SheetRow as EngineRow
from scoring.engine.sheet import Standing, advance, beginning, left_after, problems_with_entry
from scoring.models import Entry, Points, Sheet
from scoring.models.entries import amounts_by_player
from scoring.rules.versions.books import EVENT as OTHER_RULES
from scoring.rules.versions.books import PEOPLE, SheetBook, book_of, other_rules, seated_first

CALLED_RADL = "radl"
ENDS, RESUMES = OF_DOUBLING = ("bell", "more_time")  # as they are stored
SYSTEM_EVENTS = (*OF_DOUBLING, PEOPLE)
CALLED = "called"  # what a Radl is owed to that nothing set off
BLANKED = "…"  # in place of grounds that were blanked


class Fact(NamedTuple):
    """An entry, read, with the rules that hold at its place; its people are those who were really there."""

    id: UUID
    place: int
    entry: facts.Entry
    rules: Rules


def fact_of(entry: Entry, book: SheetBook) -> Fact:
    """Return an entry, read by the rules that held when it was written; also one that was superseded."""
    rules = book.of(entry)
    said = read(whole_record(entry), rules)
    return Fact(entry.id, entry.place, with_corrected_names(said, book.names(entry.seq)), rules)


def with_corrected_names(entry: facts.Entry, names: Mapping[str, str]) -> facts.Entry:
    """Return the entry with those who were really there; who was confused with whom stays as it was said."""
    return entry if not names or isinstance(entry, facts.RightNames) else renamed(entry, names)


def read(record: object, rules: Rules) -> facts.Entry:
    """Return what a record says; also of events that no phone sends."""
    if isinstance(record, dict) and (event := str(record.get("event"))) in _SYSTEM_READERS:
        return _SYSTEM_READERS[event](record)
    return read_entry(record, rules)


# Events that `read_entry` does not know, by their names.
_SYSTEM_READERS: Mapping[str, Callable[[dict[str, Any]], facts.Entry]] = {
    OTHER_RULES: other_rules,
    CALLED_RADL: lambda record: facts.CalledRadl(),
    ENDS: lambda record: facts.DoublingEnds(dealt=record.get("dealt") is True),
    RESUMES: lambda record: facts.DoublingResumes(),
    PEOPLE: lambda record: facts.RightNames(record["people"]),
}


def is_of_doubling(record: object) -> bool:
    """Return whether doubled hands lapse with this event or are possible again; nobody enters it."""
    return isinstance(record, dict) and record.get("event") in OF_DOUBLING


def is_system_event(record: object) -> bool:
    """Return whether it is an event not entered at the table: undo and phones pass over it."""
    return isinstance(record, dict) and record.get("event") in SYSTEM_EVENTS


def record_now(entry: Entry, book: SheetBook) -> dict[str, Any]:
    """Return the record with who was really there, and with the grounds of a void hand."""
    if not book.names(entry.seq):
        return whole_record(entry)
    fact = fact_of(entry, book)
    return entry_record(fact.entry, fact.rules)


def whole_record(entry: Entry) -> dict[str, Any]:
    """Return the record as it was sent: the grounds of a void hand are kept elsewhere."""
    assert entry.record is not None
    if "void" not in entry.record:
        return dict(entry.record)
    return {**entry.record, "reason": entry.grounds.text if entry.grounds and entry.grounds.text else BLANKED}


def record_of(entry: facts.Entry, rules: Rules) -> dict[str, Any]:
    """Return the record of an entry that is stored: facts only, no free text."""
    record = entry_record(entry, rules)
    return {"void": record["void"]} if "void" in record else record


@dataclass(frozen=True, slots=True)
class Position:
    """Where a sheet stands: the engine's own, and what pages say beside it."""

    standing: Standing
    hands: int = 0  # counted so far
    because: tuple[int, str] | None = None  # the hand and its trigger; or the first hand, and `CALLED`
    schlussradl_from: int | None = None  # the number of its first hand
    played: Mapping[str, int] = field(default_factory=dict)  # hands of each player
    rules: facts.OtherRules | None = None  # None: still those that the sheet began with

    def scores(self) -> dict[str, Points]:
        """Return what everybody who ever sat here has by now."""
        kassa, schrift = self.standing.totals, self.standing.schrift_totals
        return {
            player: Points(
                in_twelfths(kassa[player]), in_twelfths(schrift[player]), self.played.get(player, 0)
            )
            for player in kassa
        }

    def as_json(self) -> dict[str, Any]:
        standing = self.standing
        rare: dict[str, Any] = {"rung": standing.undoubled, "dealt": standing.dealt}
        if any(times != DOUBLED for times in standing.ahead):
            rare["ahead"] = list(standing.ahead)
        return {
            "players": list(standing.players),
            "dealer": standing.dealer,
            "owed": standing.owed,
            "schlussradl": standing.schlussradl,
            "hands": self.hands,
            "because": list(self.because) if self.because else None,
            "schlussradl_from": self.schlussradl_from,
            "rules": None if self.rules is None else _as_json(self.rules),
        } | {name: said for name, said in rare.items() if said}


def _as_json(agreed: facts.OtherRules) -> dict[str, Any]:
    found = {"version": agreed.version, "digest": agreed.digest, "options": dict(agreed.options)}
    return found | ({"from_first": True} if agreed.from_first else {})


def position_of(sheet: Sheet) -> Position:
    """Return where the sheet stands, as it was written down with its last entry."""
    kept, scores = sheet.standing, sheet.scores
    seats = {player: number for number, player in enumerate(kept["players"])}
    # As they sit, then who has left in order of registration.
    everybody = sorted(scores, key=lambda one: (seats.get(one, len(seats)), int(one)))
    return Position(
        Standing(
            tuple(kept["players"]),
            kept["dealer"],
            tuple(kept.get("ahead", [DOUBLED] * kept["owed"])),
            kept["schlussradl"],
            {player: from_twelfths(scores[player].kassa) for player in everybody},
            {player: from_twelfths(scores[player].schrift) for player in everybody},
            undoubled=kept.get("rung", False),
            dealt=kept.get("dealt", False),
        ),
        kept["hands"],
        tuple(kept["because"]) if kept["because"] else None,
        kept["schlussradl_from"],
        {player: scores[player].hands for player in everybody if scores[player].hands},
        None if kept["rules"] is None else other_rules(kept["rules"]),
    )


def first_position(players: tuple[str, ...], dealer: str) -> Position:
    """Return where a sheet stands before its first entry."""
    return Position(beginning(players, dealer))


class DerivedRow(NamedTuple):
    """A row of the sheet with its printed number; void hands have none."""

    fact: Fact
    number: int | None
    row: EngineRow
    version: int | None  # of the rules that hold; None: those that the sheet began with

    def as_stored(self) -> StoredRow:
        kassa, schrift = None, None
        settlement = self.row.settlement
        if settlement is not None:
            kassa = tuple(map(in_twelfths, settlement.amounts))
            schrift = tuple(map(in_twelfths, settlement.schrift_amounts))
        return StoredRow(
            id=self.fact.id,
            place=self.fact.place,
            number=self.number,
            dealer=self.row.dealer,
            players=self.row.players,
            radl=self.row.radl,
            times=self.row.times,
            owed=self.row.owed,
            triggers=self.row.triggers,
            twelfths=kassa,
            schrift_twelfths=None if schrift == kassa else schrift,
        )


@dataclass(frozen=True)
class StoredRow:
    """A row as the database keeps it; whatever stands here is stored, read and verified."""

    id: UUID  # of its entry
    place: int
    number: int | None
    dealer: str
    players: tuple[str, ...]
    radl: bool
    times: int  # what it is multiplied by if so
    owed: int
    triggers: tuple[str, ...]
    twelfths: tuple[int, ...] | None  # by seat; None: a void hand
    schrift_twelfths: tuple[int, ...] | None  # None: the same

    @property
    def amounts(self) -> dict[str, tuple[int, int]]:
        """Return twelfths of Kassa and Schrift by participant."""
        return amounts_by_player(self.players, self.twelfths, self.schrift_twelfths)


ROW_COLUMNS = tuple(field.name for field in fields(StoredRow))[1:]


def step(position: Position, fact: Fact) -> tuple[Position, DerivedRow | None]:
    """Return the position one entry further, and the row of that entry, if it has one."""
    before = position.standing
    standing, row = advance(before, fact.entry, fact.rules)
    position = replace(position, standing=standing)
    if isinstance(fact.entry, facts.OtherRules):
        position = replace(position, rules=fact.entry)
    if isinstance(fact.entry, facts.Schlussradl) and position.schlussradl_from is None:
        position = replace(position, schlussradl_from=position.hands + 1)
    if isinstance(fact.entry, facts.CalledRadl) and standing.owed != before.owed:
        position = replace(position, because=(position.hands + 1, CALLED))
    if standing.undoubled and not standing.owed:
        position = replace(position, because=None)
    if row is None:
        return position, None
    version = None if position.rules is None else position.rules.version
    number = None
    if row.settlement is not None:
        number = position.hands + 1
        assert isinstance(fact.entry, facts.Hand)
        left = left_after(before, fact.entry, fact.rules)
        owing = row.triggers and standing.owed != len(left)  # inside a Radl a trigger may count for nothing
        because = (number, row.triggers[0]) if owing else position.because
        played = {**position.played, **{player: position.played.get(player, 0) + 1 for player in row.players}}
        position = replace(position, hands=number, because=because if standing.owed else None, played=played)
    return position, DerivedRow(fact, number, row, version)


@dataclass(frozen=True)
class Replay:
    """What follows from a sheet's entries, as far as they can follow one another."""

    position: Position
    rows: tuple[DerivedRow, ...]
    problems: tuple[tuple[Fact, int, Problem], ...]  # with the number the hand would have


def replayed(start: Position, entries: Iterable[Fact]) -> Replay:
    """Replay everything from the beginning, up to the first entry that cannot stand where it stands."""
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


def start_of(sheet: Sheet, book: SheetBook | None = None) -> Position:
    """Return where this sheet stands before its first entry."""
    return first_position(*seated_first(sheet, book))


def standing_facts(sheet: Sheet, book: SheetBook | None = None) -> list[Fact]:
    """Return the entries of a sheet that stand, read, in their order."""
    book = book or book_of(sheet)
    return [fact_of(entry, book) for entry in sheet.entries.standing().select_related("grounds")]


def stored_rows(sheet: Sheet) -> list[StoredRow]:
    """Return the rows that the database keeps, by one query and without models."""
    rows = sheet.rows.order_by("place").values_list("entry_id", *ROW_COLUMNS)
    return [StoredRow(*map(_as_derived, row)) for row in rows]


def _as_derived(value: Any) -> Any:
    """Return a value of a row as it is derived: what the database keeps as a list is a tuple."""
    return tuple(value) if isinstance(value, list) else value
