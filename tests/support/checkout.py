"""A checkout as a fresh clone has it: the files that belong to it, and nothing that was made beside them.

But for what Python has compiled of them: compiling the program anew takes longer than what is tried there.
"""

import shutil
import subprocess
from importlib.util import cache_from_source
from pathlib import Path

ROOT = Path(__file__).parents[2]
LATER = "999.0.1.dev14+g1a2b3c4d5"  # the version of a wheel of it that is built as a newer one


def names_of_files() -> list[str]:
    """Return the names of the files that belong to the checkout."""
    # The folder may belong to another user, as in a container.
    git = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return [name for name in listed if name and (ROOT / name).is_file()]


def copied(into: Path) -> Path:
    """Copy every file that belongs to the checkout, and lend the environment that is installed here."""
    for name in names_of_files():
        source, target = ROOT / name, into / name
        if not source.is_symlink():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
            lend_compiled(name, into)
    (into / ".venv").symlink_to((ROOT / ".venv").resolve())
    return into


def lend_compiled(name: str, into: Path) -> None:
    """Let a file that was copied of the checkout be as old as there, with what Python has compiled of it."""
    compiled = Path(cache_from_source(name))
    if name.endswith(".py") and not compiled.is_absolute() and (ROOT / compiled).exists():
        shutil.copystat(ROOT / name, into / name)
        (into / compiled).parent.mkdir(exist_ok=True)
        shutil.copyfile(ROOT / compiled, into / compiled)
