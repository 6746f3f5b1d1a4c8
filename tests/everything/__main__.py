"""`make everything`: play the suites that `make test` leaves out.

python -m tests.everything                 all of them
python -m tests.everything browsers nights these
python -m tests.everything --due           short ones whose paths changed since they were last green
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from argparse import ArgumentParser
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
LIST = ROOT / "tests/everything/suites.toml"
# Where Debian keeps servers.
PATH = ":".join([os.environ["PATH"], "/usr/sbin", *map(str, Path("/usr/lib/postgresql").glob("*/bin"))])


@dataclass(frozen=True, slots=True)
class Suite:
    """Tests that need other programs, or long, and the files they are about."""

    name: str
    about: str
    paths: tuple[str, ...]
    green: str
    tests: tuple[str, ...]
    programs: Mapping[str, str]  # and the packages of Debian that bring each
    is_long: bool  # hours: played by its name, and before a release
    is_on_postgresql: bool  # or on SQLite

    @property
    def is_due(self) -> bool:
        """Return whether it is short and one of its paths changed since it was green, or nobody knows."""
        if self.is_long:
            return False
        if not self.green:
            return True
        changed = ["git", "diff", "--quiet", self.green, "HEAD", "--", *self.paths]
        return subprocess.run(changed, cwd=ROOT, stderr=subprocess.DEVNULL).returncode != 0

    def play(self) -> bool:
        """Install what it needs, run its tests, and return whether all passed."""
        missing = [
            package for name, package in self.programs.items() if shutil.which(name, path=PATH) is None
        ]
        if missing:
            subprocess.run([".ci/system", *" ".join(missing).split()], cwd=ROOT, check=True)
        workers = str(os.cpu_count())
        pytest = [sys.executable, "-m", "pytest", "-n", workers, "--dist", "worksteal", *self.tests]
        server = [sys.executable, "-m", "tests.support.postgresql", "--"] if self.is_on_postgresql else []
        return subprocess.run([*server, *pytest], cwd=ROOT).returncode == 0


def suites() -> dict[str, Suite]:
    """Return the listed suites by their names."""
    listed = tomllib.loads(LIST.read_text(encoding="utf-8"))
    return {
        name: Suite(
            name,
            row["about"],
            paths=tuple(row["paths"]),
            green=row["green"],
            tests=tuple(row.get("tests", (f"tests/everything/{name}",))),
            programs=row.get("programs", {}),
            is_long=row.get("is_long", False),
            is_on_postgresql=row.get("is_on_postgresql", False),
        )
        for name, row in listed.items()
    }


def git(*words: str) -> str:
    """Return what git says."""
    return subprocess.run(
        ["git", *words], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()


def note_green(name: str, commit: str) -> None:
    """Write down at which commit a suite was last green."""
    row = re.compile(rf'(^\[{name}\]\n(?:.+\n)*?green = ")[^"]*', re.MULTILINE)
    LIST.write_text(row.sub(rf"\g<1>{commit}", LIST.read_text(encoding="utf-8")), encoding="utf-8")


def main() -> int:
    """Play suites one after the other; say of each how it ended."""
    parser = ArgumentParser(
        prog="python -m tests.everything", description="Play what `make test` leaves out."
    )
    parser.add_argument("names", nargs="*", choices=[[], *suites()], metavar="NAME", help="a suite")
    parser.add_argument("--due", action="store_true", help="only those whose paths changed since they passed")
    asked = parser.parse_args()
    commit = (
        git("rev-parse", "HEAD")
        if not git("status", "--porcelain", "--", ":!tests/everything/suites.toml")
        else ""
    )
    ended: dict[str, bool] = {}
    for suite in suites().values():
        if (asked.names and suite.name not in asked.names) or (asked.due and not suite.is_due):
            continue
        print(f"\n== {suite.name}: {suite.about}", flush=True)
        begun = time.monotonic()
        ended[suite.name] = suite.play()
        print(
            f"== {suite.name}: {'green' if ended[suite.name] else 'RED'} in {time.monotonic() - begun:.0f} s",
            flush=True,
        )
        if ended[suite.name] and commit:
            note_green(suite.name, commit)
    print(
        "\n" + "\n".join(f"{'✓' if is_green else '✗'} {name}" for name, is_green in ended.items()), flush=True
    )
    return 0 if all(ended.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
