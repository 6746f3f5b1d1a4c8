"""What is refused today and was recorded before keeps its amounts, wherever the sheet goes."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from scoring.engine.problems import of_stored_hands
from scoring.engine.sheet import problems_with_entry
from scoring.models import Club, Sheet
from scoring.table.writing import derive
from tests.support.scoring.archives import brought, emptied, exported
from tests.support.scoring.corrections import correct, redo, undo
from tests.support.scoring.house import HOUSE, House, now
from tests.support.scoring.tables import Record, dreier, hand, rufer
from tests.support.scoring.verify import verified
from tests.support.stages import stage

BOTH: Record = {
    **rufer("Anna", "Cilli"),
    "premiums": [
        {"premium": "uhu", "by": "Anna", "announced": True, "made": False},
        {"premium": "uhu", "by": "Bert", "announced": True, "made": True},
    ],
}
VOID = hand("dreier", "Bert", won=True, kontra="kontra", kontra_void=True)
TRULL = {
    **hand("dreier", "Bert", points="14/0"),
    "premiums": [{"premium": "trull", "by": "Bert", "announced": False, "made": True}],
}
PAID = (
    [-84, 84, -84, 84],
    [-60, 180, -60, -60],
    [48, -144, 48, 48],
)  # in twelfths: 1 - 4 - 4 = -7, 5, and 1 - 5 = -4, three times
LISTED = [
    (
        "Hand 1 would be refused today; its amounts stay. Uhu (Anna) and Uhu (Bert): only one side holds a "
        "bird, so only one side announces it."
    ),
    (
        "Hand 2 would be refused today; its amounts stay. Dreier: Bert plays alone; a kontra is void only "
        "between partners."
    ),
    (
        "Hand 3 would be refused today; its amounts stay. Trull (Bert) and 14/0: with Trull it is at least "
        "14/1."
    ),
]


@contextmanager
def before_it_was_refused() -> Iterator[None]:
    def judged(*entry: Any) -> Any:
        return of_stored_hands(problems_with_entry(*entry))

    with patch("scoring.table.verbs.problems_with_entry", judged):
        yield


@stage(on=HOUSE)
def sheet(house: House) -> Sheet:
    sheet = house.sheet(name="3")
    with before_it_was_refused():
        house.play(sheet, BOTH)
        house.play(sheet, VOID)
        house.play(sheet, TRULL)
    house.play(sheet, dreier("Cilli"))
    return now(sheet)


def paid(sheet: Sheet) -> list[list[int]]:
    """The amounts of the three hands, by seat."""
    by_seat = []
    for row in sheet.rows.filter(number__lte=3).order_by("number"):
        amounts = dict(zip(row.players, row.twelfths, strict=True))
        by_seat.append([amounts[player] for player in sheet.players])
    return by_seat


def listed() -> tuple[int, list[str]]:
    """How `verify` ends, and what it lists of the table."""
    status, (*lines, last) = verified()
    assert last.endswith(": no difference.")
    return status, [line.partition("): ")[2] for line in lines]


def test_it_keeps_its_amounts_while_the_sheet_is_worked_out_anew(house: House, sheet: Sheet) -> None:
    assert listed() == (0, LISTED)
    assert paid(sheet) == [*PAID]
    derive(sheet)
    fourth = list(sheet.entries.current())[3]
    correct(house, sheet, fourth, dreier("Dora"))
    undo(house, sheet)
    undo(house, sheet)
    redo(house, sheet)
    assert paid(now(sheet)) == [*PAID]
    content = exported(house.club)
    emptied()
    brought(content)
    found = Sheet.objects.get(evening__club=Club.objects.get(slug=house.club.slug), name="3")
    assert (paid(found), listed()) == ([*PAID], (0, LISTED))
