"""`make bench`: measures and prints, below each figure what an earlier program took. Nothing fails.

Only figures of one machine can be compared. `python -m tests.benchmarks pages season` measures these alone.
"""

from __future__ import annotations

import os
import platform
import re
import secrets
import subprocess
import sys
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

import django

ROOT = Path(__file__).parents[2]
EARLIER = Path(__file__).with_name("earlier.txt")  # printed by the bench of that program
PARTS = ("pages", "clicks", "recording", "season")
MEASURE = "import django; django.setup(); from tests.benchmarks import {part}; {part}.measure()"


def surroundings(folder: str) -> dict[str, str]:
    """Return the environment of a part: a database of its own, in a folder of its own."""
    own = {
        "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
        "SECRET_KEY": secrets.token_hex(32),
        "PYTHONUNBUFFERED": "1",
    }
    return {"DJANGO_SETTINGS_MODULE": "tarockclub.settings", **os.environ, **own}


def measured(part: str) -> Iterator[str]:
    """Yield what a part prints; what it logs is shown only if it fails."""
    command = [sys.executable, "-c", MEASURE.format(part=part)]
    with (
        TemporaryFile("w+") as log,
        TemporaryDirectory(prefix="tarock-") as folder,
        subprocess.Popen(
            command, cwd=ROOT, env=surroundings(folder), stdout=subprocess.PIPE, stderr=log, text=True
        ) as process,
    ):
        assert process.stdout is not None
        yield from (line.rstrip("\n") for line in process.stdout)
        if process.wait():
            log.seek(0)
            sys.exit(log.read())


def without_figures(line: str) -> str:
    """Return what a line says beside its figures.

    >>> without_figures("  hand 10   p50    8.4   -6%") == without_figures("  hand 200   p50  12.0   +12%")
    True
    """
    return re.sub(r"[-+−]?[\d.,]+", "#", re.sub(r"\s+", " ", line))


def earlier_lines(lines: Iterable[str]) -> dict[str, deque[str]]:
    """Return the lines with figures that were printed earlier, by what they say beside them."""
    found = defaultdict[str, deque[str]](deque)
    for line in lines:
        found[without_figures(line)].append(line)
    return found


def main(parts: Iterable[str]) -> None:
    """Measure these parts."""
    print(f"Python {platform.python_version()}, Django {django.get_version()}, {os.cpu_count()} cores")
    program, *lines = EARLIER.read_text(encoding="utf-8").splitlines()
    print(f"Below each figure, after a dot, {program}")
    earlier = earlier_lines(lines)
    for part in parts:
        for line in measured(part):
            print(line, flush=True)
            known = earlier[without_figures(line)]
            if known and (same := known.popleft()) != line:
                print(f"·{same[1:]}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or PARTS)
