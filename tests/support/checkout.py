"""A checkout as a fresh clone has it: the files that belong to it, and nothing that was made beside them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def copied(into: Path) -> Path:
    """Copy every file that belongs to the checkout, and lend the environment that is installed here."""
    # The folder may belong to another user, as in a container.
    git = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(git, cwd=ROOT, capture_output=True, check=True)
    for name in filter(None, listed.stdout.decode().split("\0")):
        source, target = ROOT / name, into / name
        if source.is_file() and not source.is_symlink():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target, follow_symlinks=False)
            shutil.copymode(source, target)
    (into / ".venv").symlink_to((ROOT / ".venv").resolve())
    return into
