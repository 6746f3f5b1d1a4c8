"""What README.md prints for newcomers is typed in a copy of the checkout; `.ci/run` types it on a clone."""

import os
import re
import socket
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

from packaging.utils import canonicalize_name

from tests.first_start import RUN, RUN_FOR_THE_ROOM, surroundings
from tests.support.checkout import copied
from tests.support.races.processes import HOST


def go(checkout: Path, hiding: Path) -> subprocess.CompletedProcess[str]:
    """Go the newcomer's way there, on a German system on which something else has the port."""
    with socket.create_server((HOST, 0)) as taken:
        own = {"PORT": str(taken.getsockname()[1]), "PYTHONPATH": str(hiding), "LANGUAGE": "de"}
        return subprocess.run(
            [sys.executable, "-S", "-m", "tests.first_start"],
            cwd=checkout,
            env=surroundings() | own,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )


def hide_the_packages_of_the_tests(root: Path, folder: Path) -> None:
    """Let no Python that looks there find a package that `make run` does not install."""
    pinned = re.findall(r"^([\w-]+)==", (root / "requirements/run.txt").read_text(), re.MULTILINE)
    there = {*pinned, "pip", "setuptools"}  # which come with every Python
    found = packages_distributions().items()
    hidden = [module for module, names in found if there.isdisjoint(map(canonicalize_name, names))]
    assert {"hypothesis", "pytest"} <= {*hidden}
    (folder / "sitecustomize.py").write_text(f"import sys\nsys.modules.update(dict.fromkeys({hidden}))\n")


def test_from_make_run_to_the_first_hand_and_once_more_for_the_room(root: Path, tmp_path: Path) -> None:
    readme = (root / "README.md").read_text()
    assert f"\n    {RUN}\n" in readme
    assert f"`{RUN_FOR_THE_ROOM}`" in readme
    checkout = root
    hide_the_packages_of_the_tests(root, tmp_path)
    if os.environ.get("NEWCOMER") != "came":  # `.ci/run` has gone this way on the clone itself, a moment ago
        checkout = copied(tmp_path / "tarockclub")
        gone = go(checkout, tmp_path)
        assert gone.returncode == 0, gone.stdout
        assert "The first hand is saved" in gone.stdout
    # Where somebody has set up a club, nobody begins.
    again = go(checkout, tmp_path)
    assert (again.returncode, "var/ holds a database already" in again.stdout) == (1, True)
