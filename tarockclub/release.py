"""The version and commit of the program: from git in a checkout, or stored in a wheel."""

import re
import subprocess
import tomllib
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import metadata
from pathlib import Path

from tarockclub import folders

COMMIT = folders.CARRIED / "commit"
DESCRIBED = re.compile(r"(?:v?(\d+(?:\.\d+)*)-(\d+)-g)?([0-9a-f]{40})(-dirty)?")
DIGITS_OF_A_COMMIT = 12


@dataclass(frozen=True, slots=True)
class Release:
    """A version, the commit it was made of, and the address of its source; "" where unknown."""

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
    """Return the release that is running."""
    if folders.IS_INSTALLED:
        info = metadata("tarockclub")
        named = (link.partition(", ") for link in info.get_all("Project-URL") or ())
        source = next((address for name, _, address in named if name.lower() == "source"), "")
        return Release(info["Version"], COMMIT.read_text().strip() if COMMIT.exists() else "", source)
    return release_of(folders.ROOT)


def release_of(checkout: Path) -> Release:
    """Return the version of a wheel built from a checkout, by the rules of hatch-vcs.

    After a tag the next version begins, and counts commits. Where there is no tag, pyproject.toml says which
    version is being prepared.
    """
    project = tomllib.loads((checkout / "pyproject.toml").read_text(encoding="utf-8"))
    source = project["project"].get("urls", {}).get("Source", "")
    prepared: str = project["tool"]["hatch"]["version"]["fallback-version"]
    described = _git(
        checkout, "describe", "--tags", "--long", "--always", "--abbrev=40", "--dirty", "--match=*[0-9]*"
    )
    if (match := DESCRIBED.fullmatch(described)) is None:
        return Release(prepared, "", source)
    tag, count, commit, dirty = match.groups()
    commit_with_mark = f"{commit[:DIGITS_OF_A_COMMIT]}{'+' if dirty else ''}"
    if tag and count == "0" and not dirty:
        return Release(tag, commit_with_mark, source)
    next_one = prepared.removesuffix(".dev0")
    if tag:
        *first, patch = tag.split(".")
        next_one = ".".join((*first, str(int(patch) + 1)))
    count = count or _git(checkout, "rev-list", "--count", "HEAD")
    day = f".d{datetime.now(UTC):%Y%m%d}" if dirty else ""
    return Release(f"{next_one}.dev{count}+g{commit[:9]}{day}", commit_with_mark, source)


def _git(checkout: Path, *words: str) -> str:
    """Return the output of git; "" without it."""
    if not (checkout / ".git").exists():
        return ""
    try:
        process = subprocess.run(
            ["git", *words], cwd=checkout, capture_output=True, text=True, check=True, timeout=20
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return process.stdout.strip()
