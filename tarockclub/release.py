"""Which version and commit of the program this is: by `pyproject.toml` and git, or brought by a wheel."""

import subprocess
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.metadata import metadata
from pathlib import Path

from tarockclub import folders

COMMIT = folders.CARRIED / "commit"


@dataclass(frozen=True, slots=True)
class Release:
    """A version, the commit it was made of, and where its source is kept; "" where nobody knows."""

    version: str
    commit: str
    source: str

    def __str__(self) -> str:
        """Return the version, with the commit where that is known.

        >>> str(Release("1.0.0", "", "")), str(Release("1.0.0", "0123456789ab", ""))
        ('1.0.0', '1.0.0 (0123456789ab)')
        """
        return f"{self.version} ({self.commit})" if self.commit else self.version


@cache
def release() -> Release:
    """Return what runs here."""
    if folders.IS_INSTALLED:
        told = metadata("tarockclub")
        named = (link.partition(", ") for link in told.get_all("Project-URL") or ())
        source = next((address for name, _, address in named if name.lower() == "source"), "")
        return Release(told["Version"], COMMIT.read_text().strip() if COMMIT.exists() else "", source)
    project = tomllib.loads((folders.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return Release(project["version"], commit_of(folders.ROOT), project.get("urls", {}).get("Source", ""))


def commit_of(checkout: Path) -> str:
    """Return the commit that is checked out, with a mark where files were changed since; "" without git."""
    if not (checkout / ".git").exists():
        return ""
    described = ["git", "describe", "--always", "--exclude=*", "--abbrev=12", "--dirty=+"]
    try:
        asked = subprocess.run(
            described, cwd=checkout, capture_output=True, text=True, check=True, timeout=20
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return asked.stdout.strip()
