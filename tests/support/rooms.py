"""Which tests `make check` leaves out: those of rooms in which nothing changed.

`python -m tests.support.rooms` prints the options that tell pytest. What changed is what differs from the
last commit or, if nothing does, what that commit brought. What stands in no room (rule books, the engine,
every address for everybody, how the code is built) is always played. A change to what all rooms use plays
all of them, and one within the tests every room whose tests import it.
"""

import sys
from collections.abc import Iterable
from functools import cache
from pathlib import PurePath

import grimp

from tests.everything.__main__ import ROOT, git

PROGRAM = ("scoring/", "tournaments/", "tarockclub/")
CONFTESTS = ("tests/conftest.py", "tests/scoring/conftest.py", "tests/tournaments/conftest.py")
OF_ALL_ROOMS = (
    *(f"{app}/{room}/" for app in ("scoring", "tournaments") for room in ("engine", "models")),
    *("requirements/", "pyproject.toml", *CONFTESTS),
)


@cache
def rooms() -> frozenset[str]:
    """Return every folder of tests that is named like a room."""
    return frozenset(
        "/".join(file.relative_to(ROOT).parts[:3])
        for app in ("scoring", "tournaments")
        for file in (ROOT / "tests" / app).glob("*/__init__.py")
    )


def changed_files() -> list[str]:
    """Return what differs from the last commit or, if nothing does, what that commit changed."""
    names = "--name-only", "--no-renames"
    differing = git("diff", *names, "HEAD").splitlines()
    differing += git("ls-files", "--others", "--exclude-standard").splitlines()
    return differing or git("show", "--format=", *names, "HEAD").splitlines()


def room_of(file: str) -> str:
    """Return the room in which a file of the program, its templates or its tests stands, or nothing."""
    parts = PurePath(file).parts
    app, name, *_ = (*(parts[1:] if parts[0] in ("templates", "tests") else parts), "", "")
    room = f"tests/{app}/{PurePath(name).stem}"
    return room if room in rooms() else ""


@cache
def imports_of_tests() -> grimp.ImportGraph:
    return grimp.build_graph("tests", cache_dir=None)


def module_of(file: str) -> str:
    return file.removesuffix(".py").replace("/", ".")


def importing(file: str) -> frozenset[str]:
    """Return the rooms whose tests import a file of the tests, also by way of others: all by a conftest."""
    if module_of(file) not in imports_of_tests().modules:
        return frozenset()
    modules = imports_of_tests().find_downstream_modules(module_of(file))
    if modules & {module_of(conftest) for conftest in CONFTESTS}:
        return rooms()
    return rooms() & {"/".join(module.split(".")[:3]) for module in modules}


def is_used_by_all(file: str) -> bool:
    """Return whether all rooms use a file: those that are listed, and code and data that stand in no room."""
    is_data = file.startswith("tests/support/") and not file.endswith(".py")  # nothing says who reads it
    is_code = file.startswith((*PROGRAM, "templates/")) and file.endswith((".py", ".html"))
    return file.startswith(OF_ALL_ROOMS) or is_data or (is_code and not room_of(file))


def played_for(changed: Iterable[str]) -> frozenset[str]:
    """Return the rooms whose tests these changes may fail."""
    found = set[str]()
    for file in changed:
        if is_used_by_all(file):
            return rooms()
        found |= importing(file) | ({room_of(file)} & rooms())
    return frozenset(found)


if __name__ == "__main__":
    played = played_for(changed_files())
    names = ", ".join(sorted(room.removeprefix("tests/") for room in played)) or "none"
    print(f"Rooms that changed, whose tests are played: {names}", file=sys.stderr)
    for room in sorted(rooms() - played):
        print(f"--ignore={room}")
