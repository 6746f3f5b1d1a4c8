"""Can a capability be taken away? `make removal`, or `python -m tests.removal scoring.old_sheets`.

In a copy of the checkout its folder goes, its line in `capabilities.py`, its place in the drawn directions of
imports, its templates, and the tests that import it. Then style, types, imports and system checks have to
pass, every other test has to be found, and some that read its neighbours' pages have to pass.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.imports import imported

ROOT = Path(__file__).parents[1]
TAKEN_AWAY = (
    *("scoring.old_sheets", "scoring.calculator", "scoring.what_if", "scoring.coming"),
    *("tournaments.prizes", "tournaments.export", "tournaments.finals", "tournaments.registration"),
    "tournaments.wishes",
)
# They read pages that led to what is gone, and the log that had its words.
ASKED = {
    "scoring": (
        "tests/scoring/web/test_verb.py",
        "tests/scoring/club/test_club_pages.py",
        "tests/scoring/evenings/test_evenings.py",
        "tests/scoring/rules/test_rules_pages.py",
        "tests/scoring/season/test_season.py",
        "tests/scoring/guests",
    ),
    "tournaments": (
        "tests/tournaments/web/test_log.py",
        "tests/tournaments/rounds/test_board.py",
        "tests/tournaments/planning/test_desk.py",
        "tests/tournaments/standings/test_results.py",
    ),
}


def copied(into: Path) -> None:
    """Everything that belongs to the checkout, with the environment that is there."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        source, target = ROOT / name, into / name
        if source.is_file() and not source.is_symlink():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target, follow_symlinks=False)
            shutil.copymode(source, target)
    (into / ".venv").symlink_to((ROOT / ".venv").resolve())
    (into / "var").mkdir(exist_ok=True)
    if (ROOT / ".mypy_cache").is_dir():  # what has not changed is not looked at again
        shutil.copytree(ROOT / ".mypy_cache", into / ".mypy_cache")
    if (ROOT / "var" / "secret-key").is_file():
        shutil.copyfile(ROOT / "var" / "secret-key", into / "var" / "secret-key")


def take_away(root: Path, capability: str) -> list[str]:
    """Returns the tests that went with it."""
    app, name = capability.split(".")
    shutil.rmtree(root / app / name)
    for folder in ("templates", "tests"):
        shutil.rmtree(root / folder / app / name, ignore_errors=True)
    listed = root / app / "capabilities.py"
    without = re.sub(rf"(?m)^.*\b{name}\b.*\n", "", listed.read_text())
    assert without != listed.read_text(), f"{capability} has no line in {listed.name}"
    listed.write_text(without)
    drawn = root / "pyproject.toml"
    lines = drawn.read_text().replace(f'"{capability}", ', "").replace(f'"{capability}",', "")
    drawn.write_text(re.sub(rf" : {name}\b|\b{name} : ", "", lines))
    return sorted(_tests_gone(root, capability))


def _tests_gone(root: Path, capability: str) -> set[str]:
    """Tests that cannot be imported without it, and what imports them in turn."""
    gone, going = set(), {capability}
    while going:
        found = {
            path
            for path in (root / "tests").rglob("*.py")
            if any(
                name == one or name.startswith(f"{one}.")
                for _, name in imported(path.read_text(), path.relative_to(root).parent.parts)
                for one in going
            )
        }
        going = {".".join(path.relative_to(root).with_suffix("").parts) for path in found}
        for path in found:
            gone.add(str(path.relative_to(root)))
            path.unlink()
    return gone


def checked(root: Path, capability: str) -> bool:
    """Say what fails."""
    python, app = ".venv/bin/python", capability.partition(".")[0]
    there = [one for one in ASKED[app] if (root / one).exists()]
    subprocess.run([python, "-m", "tarockclub.translations", "compile"], cwd=root, check=True)
    quiet = ["-q", "-n", "0", "-p", "no:cacheprovider", "-m", "not browser and not office"]
    passed = True
    for what, command in (
        ("style, types, imports, system checks", ["bash", ".ci/style"]),
        ("every test is found", [python, "-m", "pytest", *quiet, "--collect-only", "tests"]),
        (f"{len(there)} of its neighbours' tests", [python, "-m", "pytest", *quiet, *there]),
    ):
        done = subprocess.run(command, cwd=root, capture_output=True, text=True)
        print(f"{'✓' if done.returncode == 0 else '✗'} without {capability}: {what}", flush=True)
        if done.returncode:
            passed = False
            print(done.stdout[-6000:], done.stderr[-3000:])
    return passed


def main(capabilities: list[str]) -> int:
    passed = True
    for capability in capabilities or TAKEN_AWAY:
        with TemporaryDirectory() as folder:
            root = Path(folder) / "checkout"
            copied(root)
            gone = take_away(root, capability)
            print(
                f"{capability} is taken away, and with it {len(gone)} files that import it: {', '.join(gone)}"
            )
            passed &= checked(root, capability)
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
