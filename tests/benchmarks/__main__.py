"""`make bench`: measures and prints. Nothing fails.

Only figures of one machine can be compared. `python -m tests.benchmarks pages season` measures these alone.
"""

from __future__ import annotations

import os
import platform
import secrets
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

import django

ROOT = Path(__file__).parents[2]
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


def main(parts: Iterable[str]) -> None:
    """Measure these parts."""
    print(f"Python {platform.python_version()}, Django {django.get_version()}, {os.cpu_count()} cores")
    for part in parts:
        for line in measured(part):
            print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or PARTS)
