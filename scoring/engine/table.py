"""A table of hands: entries are pushed one after the other, and the last one can be popped."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Self

from scoring.engine.facts import Entry, SheetFacts
from scoring.engine.problems import IllegalHand, Problem
from scoring.engine.record import EntryRecord, TableRecord, entry_from_dict, read_sheet
from scoring.engine.rules import Rules
from scoring.engine.sheet import (
    Fact,
    Position,
    SheetRow,
    first_position,
    problems_with_entry,
    problems_with_sheet,
    seating_problems,
    step,
)


class Table:
    """A table that people play at: entries are pushed, and the last one can be popped.

    A hand needs no players and no Radl: they follow from what was pushed before.
    """

    sheet: Rules  # what holds for the next entry
    position: Position
    facts: list[Fact]
    rows: list[SheetRow]  # one for every hand and every void hand

    def __init__(self, sheet: Rules, seats: Sequence[str], dealer: str) -> None:
        if problems := seating_problems(tuple(seats), dealer):
            raise IllegalHand(problems)
        self.sheet, self.facts, self.rows = sheet, [], []
        self.position = first_position(tuple(seats), dealer)
        self._positions = [self.position]

    @classmethod
    def of(cls, facts: SheetFacts, sheet: Rules) -> Self:
        """Return the table after legal entries. `problems_with_sheet` says whether they are."""
        table = cls(sheet.under(facts.options), facts.players, facts.dealer)
        for entry in facts.entries:
            table.add(entry)
        return table

    @classmethod
    def from_dict(cls, record: TableRecord, sheet: Rules) -> Self:
        """Return the table that a record says; raise IllegalHand with all that is wrong with it."""
        read = read_sheet(record, sheet)
        if problems := problems_with_sheet(read.sheet, sheet, wrong=read.problems, misread=read.misread):
            raise IllegalHand(problems)
        return cls.of(read.sheet, sheet)

    def push(self, entry: Entry | EntryRecord) -> SheetRow | None:
        """Add an entry, and return its row if it has one; raise IllegalHand where it cannot stand."""
        fact = entry_from_dict(entry, self.sheet) if isinstance(entry, dict) else entry
        if problems := self.problems_with(fact):
            raise IllegalHand(problems)
        return self.add(fact)

    def problems_with(self, entry: Entry) -> tuple[Problem, ...]:
        """Return everything that keeps an entry from being the next one."""
        return problems_with_entry(self.position, entry, self.sheet)

    def add(self, entry: Entry) -> SheetRow | None:
        """Add an entry that is known to be legal."""
        fact = Fact(None, len(self.facts), entry, self.sheet)
        self.position, row = step(self.position, fact)
        self._positions.append(self.position)
        self.facts.append(fact)
        self.rows += [] if row is None else [row]
        return row

    def pop(self) -> Entry:
        """Take back the last entry, and return it; raise IndexError where there is none."""
        fact = self.facts.pop()
        if self.rows and self.rows[-1].fact is fact:
            self.rows.pop()
        self._positions.pop()
        self.position = self._positions[-1]
        return fact.entry

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Return what was pushed, in order."""
        return tuple(fact.entry for fact in self.facts)

    @property
    def totals(self) -> dict[str, Fraction]:
        """Return what everybody has who ever sat here."""
        return {player: Fraction(total) for player, total in self.position.totals.items()}

    @property
    def playing(self) -> tuple[str, ...]:
        """Return the four who play the next hand, Vorhand first."""
        return self.position.playing

    @property
    def next_dealer(self) -> str:
        """Return who deals the next hand."""
        return self.position.dealer

    @property
    def radl_left(self) -> int:
        """Return how many doubled hands are still to come."""
        return self.position.owed
