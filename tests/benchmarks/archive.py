"""A big club out as one file and in again: seconds, and memory at its highest."""

import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

from django.db import transaction

from scoring import chain
from scoring.archive import exporting, importing, reading
from scoring.models import Club, Row
from tests.benchmarks import memory, season
from tests.support.races import keeper
from tests.support.races.processes import ROOT

EVENINGS = 25  # of 400 hands


def measure() -> None:
    """Every step in a process of its own, on databases of their own."""
    with TemporaryDirectory(prefix="tarock-") as name:
        for step, database in (("fill", "one"), ("out", "one"), ("in", "two")):
            here = {**os.environ, "DATABASE_URL": f"sqlite:///{name}/{database}.sqlite3"}
            command = [sys.executable, "-m", "tests.support.run", __name__, step, name]
            subprocess.run(command, cwd=ROOT, env=here, check=True)


class Watch:
    """Seconds since it was started, by the clock and of the processor; and how much memory was needed."""

    def __init__(self) -> None:
        self.begun, self.worked, self.memory = time.perf_counter(), time.process_time(), memory.now()

    def seconds(self) -> str:
        by_clock = time.perf_counter() - self.begun
        return f"{by_clock:.1f} s ({time.process_time() - self.worked:.1f} s of a core)"

    def peak(self) -> str:
        return f"memory {self.memory:.0f} MiB before, {memory.most():.0f} MiB at its highest"


def fill(file: Path) -> None:
    """The hands of a season, and everything that follows from them."""
    season.fill(season.found(), range(EVENINGS))
    with transaction.atomic():
        chain.begin_evenings(Club.objects.get())


def out(file: Path) -> None:
    watch = Watch()
    with file.open("wb") as whole:
        written = exporting.write_club(Club.objects.get(), whole)
    rows, size = sum(part.rows for part in written), file.stat().st_size / 1_000_000
    print(
        f"a club of {Row.objects.count():,} hands as one file, {rows:,} rows, {size:.1f} MB: "
        f"{watch.seconds()}, {watch.peak()}"
    )


def bring_in(file: Path) -> None:
    keeper.migrate()
    watch = Watch()
    with file.open("rb") as whole, reading.look_into(whole) as found:
        assert found.contents
        looked = watch.seconds()
        importing.bring_in(found, deed=uuid4())
    print(f"and into an empty installation, verified: {watch.seconds()}, {watch.peak()}")
    print(f"    of that, looked at after {looked}")


if __name__ == "__main__":
    step, folder = sys.argv[1:]
    {"fill": fill, "out": out, "in": bring_in}[step](Path(folder) / "club.zip")
