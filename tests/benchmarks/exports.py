"""All hands of a season as a file: seconds and memory, each in a process of its own."""

import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from scoring.export.workbook import drain
from scoring.export.writing import file_in
from scoring.models import Club
from scoring.season.export import figures_of_hands
from scoring.season.pages.season import Period, Season
from tests.benchmarks import memory
from tests.support.races.processes import ROOT

HANDS_A_WEEK = 400
FILES = (("xlsx", 10_000), ("xlsx", 50_000), ("csv", 50_000), ("json", 50_000))


def measure() -> None:
    """Out of the database of the season."""
    print("\nAll hands of a season as a file   (aim: memory flat)")
    for form, hands in FILES:
        command = [sys.executable, "-m", "tests.support.run", __name__, form, str(hands)]
        subprocess.run(command, cwd=ROOT, check=True)


def write(form: str, hands: int) -> None:
    """Write one of them, and print what it took."""
    from tests.benchmarks.season import FIRST

    period = Period(FIRST, FIRST + timedelta(weeks=hands // HANDS_A_WEEK - 1))
    figures = figures_of_hands(Season(Club.objects.get(), period), "Alle Blätter", "de")
    with TemporaryDirectory(prefix="tarock-") as name, (Path(name) / "file").open("wb") as file:
        begun = process_time()
        drain(file_in(form, figures).write(file))
        seconds = process_time() - begun
    print(f"  {hands:>7,} hands as {form:<4}   {seconds:6.1f} s   memory {memory.most():.1f} MiB")


if __name__ == "__main__":
    write(sys.argv[1], int(sys.argv[2]))
