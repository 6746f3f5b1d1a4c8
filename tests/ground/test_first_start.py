"""What README.md prints for newcomers is typed in a copy of the checkout; `.ci/run` types it on a clone."""

import os
import subprocess
import sys
from pathlib import Path

from tests.first_start import RUN, RUN_FOR_THE_ROOM, surroundings
from tests.support.checkout import copied
from tests.support.races.processes import free_port


def go(checkout: Path) -> subprocess.CompletedProcess[str]:
    """Go the newcomer's way there; without the packages of the tests, as on a fresh clone."""
    return subprocess.run(
        [sys.executable, "-S", "-m", "tests.first_start"],
        cwd=checkout,
        env=surroundings() | {"PORT": str(free_port())},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_from_make_run_to_the_first_hand_and_once_more_for_the_room(root: Path, tmp_path: Path) -> None:
    readme = (root / "README.md").read_text()
    assert f"\n    {RUN}\n" in readme
    assert f"`{RUN_FOR_THE_ROOM}`" in readme
    checkout = root
    if os.environ.get("NEWCOMER") != "came":  # `.ci/run` has gone this way on the clone itself, a moment ago
        checkout = copied(tmp_path)
        gone = go(checkout)
        assert gone.returncode == 0, gone.stdout
        assert "The first hand is saved" in gone.stdout
    # Where somebody has set up a club, nobody begins.
    again = go(checkout)
    assert (again.returncode, "var/ holds a database already" in again.stdout) == (1, True)
