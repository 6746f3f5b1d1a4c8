"""The oldest browsers that the program is for: whether they can read every script and every style.

`python -m tests.floor` reads those of the program, as `make check` does. What some browsers lack and what
happens there stands in features.mjs.
"""

import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from tarockclub import folders
from tarockclub.phone_engine.building import node_packages

HERE = Path(__file__).parent
INSTALLED = folders.ROOT / ".venv" / "floor"
OLDEST_NODE = (20, 19)  # that the linter runs in, and that takes scripts for modules as browsers do
STATIC = tuple(folders.ROOT / app / "static" for app in ("scoring", "tournaments"))


def node_and_packages() -> tuple[list[str], Path]:
    """Return the command `node` and the folder of what reads scripts."""
    return node_packages(HERE, INSTALLED, OLDEST_NODE)


def complaints(*paths: Path) -> str:
    """Return what a browser of the floor could not read or does not have; empty: nothing."""
    node, packages = node_and_packages()
    with TemporaryDirectory() as name:
        for file in HERE.glob("*.mjs"):
            shutil.copy(file, name)
        Path(name, "node_modules").symlink_to(packages)
        linter = [*node, str(packages / "eslint" / "bin" / "eslint.js"), "--max-warnings=0"]
        config = ["--no-warn-ignored", "--config", str(Path(name, "eslint.config.mjs"))]
        done = subprocess.run([*linter, *config, *paths], cwd="/", capture_output=True, text=True)
    if done.returncode and not done.stdout:
        raise AssertionError(done.stderr)
    return done.stdout
