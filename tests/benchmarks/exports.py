"""All hands of a season as a workbook, beside openpyxl that writes the very same cells and nothing else.

Ours reads the hands from the database, puts them into words, and controls them; the other one is handed cells
that are ready, in the same styles, and writes them as its documentation says. Every run is a process of its
own, so that its memory can be told.
"""

import subprocess
import sys
from datetime import date, datetime
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from tests.benchmarks import memory
from tests.support.races.processes import ROOT

HANDS = (10_000, 50_000)


def measure() -> None:
    """Out of the database of the season."""

    def told(*asked: object) -> list[float]:
        command = [sys.executable, "-m", "tests.support.run", __name__, *map(str, asked)]
        answer = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
        return [float(word) for word in answer.stdout.split()]

    print("\nAll hands of a season as xlsx   (aim: at most 1.5 times openpyxl, memory flat)")
    for hands in HANDS:
        ours, bare = told("ours", hands), told("bare", hands)
        print(
            f"  {hands:>7,} hands, {ours[2]:,.0f} cells   ours {ours[0]:6.1f} s   "
            f"openpyxl {bare[0]:6.1f} s   {ours[0] / bare[0]:.2f} times   "
            f"memory {ours[1]:.1f} MiB, openpyxl {bare[1]:.1f} MiB"
        )
    for form in ("csv", "json"):
        seconds, most, _cells = told(form, HANDS[-1])
        print(f"  {HANDS[-1]:>7,} hands as {form:<4}   {seconds:6.1f} s   memory {most:.1f} MiB")


def _figures(hands: int) -> Any:
    from datetime import timedelta

    from scoring.models import Club
    from scoring.season.export import figures_of_hands
    from scoring.season.pages.season import Period, Season
    from tests.benchmarks.season import FIRST, TABLES
    from tests.benchmarks.season import HANDS as AT_A_TABLE

    weeks = hands // (TABLES * AT_A_TABLE)
    period = Period(FIRST, FIRST + timedelta(weeks=weeks - 1))
    return figures_of_hands(Season(Club.objects.get(), period), "Alle Blätter", "de")


def _ours(form: str, hands: int) -> None:
    from scoring.export.workbook import drain
    from scoring.export.writing import file_in

    figures = _figures(hands)
    with TemporaryDirectory(prefix="tarock-") as name, (Path(name) / "file").open("wb") as file:
        begun = process_time()
        drain(file_in(form, figures).write(file))
        _tell(process_time() - begun, hands * (len(figures.columns) + 2))


def _bare(hands: int) -> None:
    """The cells of ours, read back a thousand rows at a time; only what openpyxl does is timed."""
    from itertools import chain, islice

    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Alignment

    from scoring.export.cells import DATE, FORMATS, MOMENT, number_of
    from scoring.export.controls import RowFormulas

    figures = _figures(hands)
    workbook = Workbook(write_only=True)
    sheet, behind = workbook.create_sheet("Hands"), workbook.create_sheet("Control")
    across = RowFormulas(figures, sheet.title)

    def styled(shown: str, *, wrap: bool = False) -> Any:
        cell = WriteOnlyCell(sheet)
        cell.number_format = shown
        cell.alignment = Alignment(vertical="top", wrap_text=wrap)
        return cell

    def plain(value: Any, kind: Any) -> tuple[Any, str]:
        """What openpyxl is given, and how it is shown."""
        if isinstance(value, str) or value is None:
            return value, "General"
        if isinstance(value, datetime):
            return value.replace(tzinfo=None), MOMENT
        if isinstance(value, date):
            return value, DATE
        number = Fraction(number_of(value, kind))
        whole = number.denominator == 1
        return (int(number) if whole else float(number)), FORMATS[kind, whole]

    cells: dict[tuple[int, str], Any] = {}
    spent, number, rows = 0.0, 1, iter(figures.rows)
    while some := list(islice(rows, 1000)):
        ready = []
        for row in some:
            number += 1
            line = [plain(value, column.kind) for value, column in zip(row, figures.columns, strict=True)]
            ready.append((line, [(number, "0"), (across.of(number, row), "General")]))
        for line, control in ready:
            for place, (_value, shown) in chain(enumerate(line), enumerate(control)):
                if (place, shown) not in cells:
                    cells[place, shown] = styled(shown, wrap=shown == "General")
        begun = process_time()
        for pair in ready:
            for to, line in zip((sheet, behind), pair, strict=True):
                written = []
                for place, (value, shown) in enumerate(line):
                    if value is None:
                        written.append(None)
                    else:
                        cell = cells[place, shown]
                        cell.value = value
                        written.append(cell)
                to.append(written)
        spent += process_time() - begun
    with TemporaryDirectory(prefix="tarock-") as name:
        begun = process_time()
        workbook.save(Path(name) / "file.xlsx")
        spent += process_time() - begun
    _tell(spent, hands * (len(figures.columns) + 2))


def _tell(seconds: float, cells: int) -> None:
    """And the most memory there ever was."""
    print(seconds, memory.most(), cells)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["bare", hands]:
            _bare(int(hands))
        case ["ours", hands]:
            _ours("xlsx", int(hands))
        case [form, hands]:
            _ours(form, int(hands))
