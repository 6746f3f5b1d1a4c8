"""An evening on paper, added up."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.engine.result import Amount
from tests.evenings import Change, Hand, Redo, Row, Step, Undo, Void


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


def added_up(rows: tuple[Row, ...]) -> dict[str, Amount]:
    totals: dict[str, Amount] = {}
    for row in rows:
        for name, pay in row.pays.items():
            totals[name] = totals.get(name, 0) + pay
    return totals
