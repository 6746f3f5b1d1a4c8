"""Evenings that were worked out on paper come out the same: every deal, every amount, every total."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pytest

from scoring.engine.result import Amount
from scoring.models import Act, Entry, Sheet
from scoring.table import verbs as recording
from tests import evenings
from tests.evenings import (
    SLUGS,
    Change,
    Correct,
    Dealer,
    Evening,
    Hand,
    Insert,
    Redo,
    Row,
    Schlussradl,
    Seating,
    Step,
    TakeOut,
    Undo,
    Void,
)
from tests.support.scoring.corrections import changed, redo, undo
from tests.support.scoring.house import House, in_ids, now
from tests.support.scoring.tables import SCHLUSSRADL, dealer

each_evening = pytest.mark.parametrize("slug", SLUGS)

ACTS: dict[type[Change], Act] = {Correct: Act.CORRECT, Insert: Act.INSERT, TakeOut: Act.TAKE_OUT}


@dataclass
class Paper:
    """The sheet as the file says it has to look, kept without the program."""

    rows: tuple[Row, ...] = ()
    totals: Mapping[str, Amount] = field(default_factory=dict)
    before: list[tuple[tuple[Row, ...], Mapping[str, Amount]]] = field(default_factory=list)
    undone: list[tuple[tuple[Row, ...], Mapping[str, Amount]]] = field(default_factory=list)

    def write(self, step: Step) -> None:
        if isinstance(step, Undo):
            self.undone.append((self.rows, self.totals))
            self.rows, self.totals = self.before.pop()
        elif isinstance(step, Redo):
            self.before.append((self.rows, self.totals))
            self.rows, self.totals = self.undone.pop()
        else:
            self.before.append((self.rows, self.totals))
            self.undone.clear()
            self.rows = self._rows_after(step)
        if step.totals is not None:
            self.totals = step.totals

    def _rows_after(self, step: Step) -> tuple[Row, ...]:
        if isinstance(step, Hand):
            return (*self.rows, Row(step.number, step.dealer, step.doubled, step.pays))
        if isinstance(step, Void):
            return (*self.rows, Row(None, step.dealer, step.doubled, {}))
        if isinstance(step, Change):
            place = [row.number for row in self.rows].index(step.first)
            return self.rows[:place] + step.rows
        return self.rows


@dataclass
class Played:
    """The same sheet as the program keeps it."""

    house: House
    sheet: Sheet
    names: Mapping[str, str]

    @property
    def fresh(self) -> Sheet:
        return now(self.sheet)

    def rows(self) -> list[Any]:
        return list(self.fresh.rows.order_by("sort_key"))

    def amounts(self, row: Any, account: str = "twelfths") -> dict[str, Amount]:
        amounts = getattr(row, account) or row.twelfths or [0] * len(row.players)
        return {
            self.names[player]: Fraction(each, 12) for player, each in zip(row.players, amounts, strict=True)
        }

    def totals(self, account: str) -> dict[str, Amount]:
        scores = self.fresh.scores
        return {self.names[score]: Fraction(getattr(points, account), 12) for score, points in scores.items()}

    def entry(self, number: int) -> Entry:
        return Entry.objects.get(row__sheet=self.sheet, row__number=number)

    def do(self, step: Step) -> None:
        """The step, by the verb a page would call."""
        house, sheet = self.house, self.sheet
        if isinstance(step, Hand | Void):
            house.play(sheet, step.record, by="Cilli")
        elif isinstance(step, Schlussradl):
            house.play(sheet, SCHLUSSRADL)
        elif isinstance(step, Dealer):
            house.play(sheet, dealer(step.dealer))
        elif isinstance(step, Seating):
            house.seat(sheet, step.players, step.players.index(step.dealer))
            self.names = sheet.evening.names()
        elif isinstance(step, Undo):
            undo(house, sheet)
        elif isinstance(step, Redo):
            redo(house, sheet)
        elif isinstance(step, Change):
            record = in_ids(sheet, step.record) if isinstance(step, Correct | Insert) else None
            wanted = recording.Change(ACTS[type(step)], self.entry(step.first), record)
            changed(house, sheet, wanted, reason=step.reason, keep_deal=step.keep_deal)


def differences(step: Step, paper: Paper, played: Played) -> list[str]:
    """What the program says otherwise than the paper; nothing when they agree."""
    rows = played.rows()
    pairs: list[tuple[str, Any, Any]] = [("rows", len(paper.rows), len(rows))]
    for written, row in zip(paper.rows, rows, strict=False):
        where = f"hand {written.number}" if written.number else "void hand"
        pays = written.pays or dict.fromkeys(played.amounts(row), 0)
        pairs += [
            (f"{where}, number", written.number, row.number),
            (f"{where}, dealer", written.dealer, played.names[row.dealer]),
            (f"{where}, doubled", written.doubled, row.radl),
            (f"{where}, pays", dict(pays), played.amounts(row)),
        ]
    pairs.append(("totals", dict(paper.totals), played.totals("kassa")))
    if step.schrift_totals is not None:
        pairs.append(("totals of the Schrift", dict(step.schrift_totals), played.totals("schrift")))
    if step.owed is not None:
        pairs.append(("doubled hands owed", step.owed, played.fresh.state.owed))
    if isinstance(step, Hand | Void):
        pairs.append(("vorhand", step.vorhand, played.names[rows[-1].players[0]]))
    if isinstance(step, Hand):
        pairs.append(("triggers", list(step.triggers), rows[-1].triggers))
        schrift = step.schrift or step.pays
        pairs.append(("schrift", dict(schrift), played.amounts(rows[-1], "schrift_twelfths")))
    return [f"{what}: the program has {got}, the paper {want}" for what, want, got in pairs if want != got]


def played_through(house: House, evening: Evening) -> tuple[Played, list[str]]:
    sheet = house.sheet(
        evening.players, rules=evening.rules, high_card=evening.players.index(evening.high_card)
    )
    played, paper = Played(house, sheet, sheet.evening.names()), Paper()
    found = []
    for count, step in enumerate(evening.steps, 1):
        played.do(step)
        paper.write(step)
        found += [f"step {count}, {difference}" for difference in differences(step, paper, played)]
    return played, found


@each_evening
def test_an_evening_comes_out_as_worked_out_by_hand(house: House, slug: str) -> None:
    evening = evenings.evening(slug)
    played, found = played_through(house, evening)
    assert found == []
    assert played.fresh.state.hands == evening.final.hands
    assert played.totals("kassa") == evening.final.totals
    assert played.totals("schrift") == evening.final.schrift
