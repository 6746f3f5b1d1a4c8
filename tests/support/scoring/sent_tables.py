"""Tables that are sent: what is read of them, and what everybody has then."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date
from fractions import Fraction

from django.utils import translation

from scoring.names import folded
from scoring.old_sheets.crossings import read
from scoring.old_sheets.files import SentWorksheets
from scoring.old_sheets.grid import Answers, Grid

TODAY = date(2026, 11, 30)


def grid_of(workbook: SentWorksheets, said: Mapping[str, str]) -> Grid:
    """Return what is read by these answers, with the example confirmed."""
    with translation.override("en"):
        digest = read(workbook, Answers.of(said), TODAY).digest
        return read(workbook, Answers.of({**said, "confirmed": digest}), TODAY)


def totals_of(grids: Iterable[Grid]) -> dict[str, Fraction]:
    """Return what everybody has, by folded name."""
    totals: defaultdict[str, Fraction] = defaultdict(Fraction)
    for evening in (evening for grid in grids for evening in grid.evenings):
        for name, points in evening.amounts.items():
            totals[folded(name)] += points
    return dict(totals)
