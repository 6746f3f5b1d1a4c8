"""What is nearest to the changed files runs first, what is thorough and far not before a commit."""

import subprocess
import sys
import tomllib
from collections.abc import Iterable
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from django.conf import settings

TESTS = settings.BASE_DIR / "tests"
LISTED = tomllib.loads(Path(__file__).with_name("thorough.toml").read_text(encoding="utf-8"))
THOROUGH = {
    test: [pattern for name in near for pattern in LISTED["several"].get(name, [name])]
    for test, near in LISTED["near"].items()
}


@cache
def changed_files() -> frozenset[Path]:
    """What git does not find as it was committed."""
    command = ["git", "status", "--porcelain", "--untracked-files=all", "--no-renames"]
    said = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False).stdout
    return frozenset(settings.BASE_DIR / line[3:].strip('"') for line in said.splitlines())


@cache
def used_by(module: ModuleType) -> frozenset[Path]:
    """The files from which a module of tests takes something."""
    names = {getattr(value, "__module__", None) or "" for value in vars(module).values()}
    modules = {sys.modules.get(name) for name in names} | {
        value for value in vars(module).values() if isinstance(value, ModuleType)
    }
    return frozenset(Path(file) for found in modules if (file := getattr(found, "__file__", None)))


@cache
def is_beside(test: Path, changed: frozenset[Path]) -> bool:
    """Return whether the folder that the test is named after was changed, or what else it is near to."""
    if TESTS not in test.parents:
        return False
    folder = test.parent.relative_to(TESTS)
    near = (f"{folder}/*", f"templates/{folder}/*", *(THOROUGH.get(thorough_part(test) or "", ())))
    files = [str(path.relative_to(settings.BASE_DIR)) for path in changed]
    return any(fnmatch(file, pattern) for file in files for pattern in near)


def thorough_part(test: Path) -> str | None:
    """Return the file or folder under which it is listed as thorough."""
    parts = (str(path.relative_to(TESTS)) for path in (test, *test.parents) if TESTS in path.parents)
    return next((part for part in parts if part in THOROUGH), None)


def distance(item: pytest.Item) -> int:
    """0: the test itself was changed; 1: what it takes something from, or stands beside; 2: neither."""
    if item.path in changed_files():
        return 0
    module = getattr(item, "module", None)
    takes = module is not None and used_by(module) & changed_files()
    return 1 if takes or is_beside(item.path, changed_files()) else 2


def left_out_before_a_commit(items: Iterable[pytest.Item], failed: Iterable[str]) -> list[pytest.Item]:
    """What is thorough, far from the change, and did not fail last."""
    again = set(failed)
    return [
        item
        for item in items
        if item.nodeid not in again and thorough_part(item.path) and distance(item) == 2
    ]
