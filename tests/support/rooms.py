"""Which tests `make check` leaves out: those of rooms in which nothing changed.

`python -m tests.support.rooms` prints the options that tell pytest. What changed is what differs from the
last commit or, if nothing does, what that commit brought. What stands in no room (rule books, the engine,
every address for everybody, how the code is built) is always played; a change to what all rooms use plays
all of them, one to a helper of the tests those whose tests import it.
"""

import sys
from collections.abc import Iterable
from functools import cache
from pathlib import PurePath

import grimp

from tests.everything.__main__ import ROOT, git

PROGRAM = ("scoring", "tournaments", "tarockclub")
OF_ALL_ROOMS = (
    *(f"{app}/{room}/" for app in ("scoring", "tournaments") for room in ("engine", "models")),
    *("requirements/", "pyproject.toml"),
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
    differing = git("diff", *names, "HEAD"), git("ls-files", "--others", "--exclude-standard")
    found = [file for said in differing for file in said.splitlines()]
    return found or git("show", "--format=", *names, "HEAD").splitlines()


def room_of(file: str) -> str:
    """Return the room in which a file of the program, its templates or its tests stands, or nothing."""
    parts = PurePath(file).parts
    app, name, *_ = (*(parts[1:] if parts[0] in ("templates", "tests") else parts), "", "")
    room = f"tests/{app}/{PurePath(name).stem}"
    return room if room in rooms() else ""


def importing(helper: str) -> frozenset[str]:
    """Return the rooms whose tests import a helper, also by way of another one."""
    tests, module = grimp.build_graph("tests", cache_dir=None), helper.removesuffix(".py").replace("/", ".")
    modules = tests.find_downstream_modules(module) if module in tests.modules else ()
    return rooms() & {"/".join(name.split(".")[:3]) for name in modules}


def played_for(changed: Iterable[str]) -> frozenset[str]:
    """Return the rooms whose tests these changes may fail."""
    found = set[str]()
    for file in changed:
        if file.startswith(OF_ALL_ROOMS) or file.endswith("conftest.py"):
            return rooms()
        if file.startswith("tests/support/"):
            found |= importing(file)
        elif room := room_of(file):
            found.add(room)
        elif file.startswith(PROGRAM) and file.endswith(".py"):
            return rooms()
    return frozenset(found)


if __name__ == "__main__":
    played = played_for(changed_files())
    names = ", ".join(sorted(room.removeprefix("tests/") for room in played)) or "none"
    print(f"Rooms that changed, whose tests are played: {names}", file=sys.stderr)
    for room in sorted(rooms() - played):
        print(f"--ignore={room}")
