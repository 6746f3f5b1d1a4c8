"""Is this a release? `make release` looks at everything and builds the wheel of a tag; it sends nothing.

Each step says what it found or what is missing, and the first that is missing ends it. At the end stands what
is left to do by hand.
"""

import json
import os
import re
import subprocess
import sys
import tarfile
import venv
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from tarockclub.release import Release, release

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "tests" / "scoring" / "archive" / "kept"  # a folder for each release: tests/support/kept.py
CLUB_FILE = "club.tarock.zip"
NIGHTS = KEPT.parent / "nights.tar.xz"
# From 21 to 26 November 2026, each with other tables than the one before.
COMMITS = (
    *("57e443a4", "cd48306f", "427c8a82", "baa61ace", "9a94ea76"),
    *("0a7ba738", "8a80c927", "541cc172", "15d08cfc", "24d90190"),
)
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
ASKED_FOR = "### What an upgrade asks for"
UNRELEASED = "Unreleased"


def night(commit: str, into: Path) -> tuple[Path, Path]:
    """Return the database and the club file of the night that was played with a commit."""
    found = into / "database.sqlite3", into / CLUB_FILE
    with tarfile.open(NIGHTS) as nights:
        names = nights.getnames()
        for file in found:
            if (name := f"{commit}/{file.name}") in names and (kept := nights.extractfile(name)):
                file.write_bytes(kept.read())
    return found


class Missing(Exception):
    """This is no release yet; says why, and what to do."""


def sections(changes: str) -> dict[str, str]:
    """Return what CHANGELOG.md says under each of its headings, from the top."""
    parts = HEADING.split(changes)[1:]
    return {heading: text.strip() for heading, text in zip(parts[::2], parts[1::2], strict=True)}


def changes_of(version: str, changes: str) -> str:
    """Return what is told of this version, which has to be the newest; nothing may be left unreleased."""
    told = sections(changes)
    if told.pop(UNRELEASED, ""):
        raise Missing(f"CHANGELOG.md: what stands under {UNRELEASED} belongs to a version.")
    newest = next(iter(told), "")
    if not re.fullmatch(rf"{re.escape(version)} – \d{{4}}-\d\d-\d\d", newest):
        raise Missing(f"CHANGELOG.md: its newest heading is {newest!r}, and should be '{version} – <day>'.")
    if ASKED_FOR not in told[newest]:
        raise Missing(f"CHANGELOG.md: {version} has no part {ASKED_FOR!r}.")
    return told[newest]


def asked(*command: object, **how: object) -> str:
    """Return what a command says; where it fails, that is what is missing."""
    done = subprocess.run([*map(str, command)], cwd=ROOT, capture_output=True, text=True, **how)  # type: ignore[call-overload]
    if done.returncode:
        raise Missing(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return str(done.stdout).strip()


def nothing_is_uncommitted(of: Release) -> str:
    if changed := asked("git", "status", "--porcelain"):
        raise Missing(f"Not everything is committed:\n{changed}")
    return f"everything is committed, as {of.commit}"


def it_is_tagged(of: Release) -> str:
    if "dev" in of.version:
        raise Missing(
            f"No tag is at this commit, which is {of.version}. The tag names the version, and nobody sees it "
            "before it is pushed: git tag --annotate vX.Y.Z --message 'Tarockclub X.Y.Z'"
        )
    return f"the tag v{of.version} is here"


def the_changes_are_told(of: Release) -> str:
    changes_of(of.version, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    return f"CHANGELOG.md tells of {of.version}, and what an upgrade asks for"


def migrations_of(club_file: Path) -> dict[str, str]:
    """Return the newest migrations of the program that wrote a club file."""
    with ZipFile(club_file) as file:
        found: dict[str, str] = json.loads(file.read("manifest.json"))["migrations"]
    return found


def newest_migrations() -> dict[str, str]:
    """Return those of this checkout."""
    folders = [ROOT / app / "migrations" for app in ("scoring", "tournaments")]
    return {folder.parent.name: max(file.stem for file in folder.glob("0*.py")) for folder in folders}


def its_files_are_kept(of: Release) -> str:
    folder = KEPT / of.version
    if not folder.is_dir() or migrations_of(folder / CLUB_FILE) != newest_migrations():
        asked(sys.executable, "-m", "tests.support.kept")
        raise Missing(f"{folder.relative_to(ROOT)} has just been made: commit it, move the tag, begin again.")
    return f"a database and a club of {of.version} are kept"


def every_check_passes(_of: Release) -> str:
    if subprocess.run([".ci/check"], cwd=ROOT).returncode:
        raise Missing("make check fails.")
    return "make check passes; `make test`, which takes longer, has to pass as well"


ENGINE_FOR_PHONES = "tarockclub/carried/static/phone_engine/parts.json"


def wheel_of(of: Release) -> Path:
    """Return where .ci/wheel puts it."""
    return ROOT / "dist" / f"tarockclub-{of.version}-py3-none-any.whl"


def the_wheel_is_built(of: Release) -> str:
    asked(".ci/wheel")
    if ENGINE_FOR_PHONES not in ZipFile(wheel_of(of)).namelist():
        raise Missing("The wheel has no engine for phones, as .ci/setup has said with the reason.")
    return f"{wheel_of(of).relative_to(ROOT)}, sha256 {sha256(wheel_of(of).read_bytes()).hexdigest()}"


def the_wheel_is_installed(of: Release) -> str:
    """In an environment of its own, with exactly what is pinned."""
    with TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        pip = (Path(folder, "bin", "python"), "-m", "pip", "install", "--quiet")
        asked(*pip, "--require-hashes", "--requirement", "requirements/run.txt")
        asked(*pip, "--no-deps", wheel_of(of))
        here = {"PATH": os.environ["PATH"], "HOME": folder}
        says = asked(Path(folder, "bin", "tarockclub"), "--version", env=here)
    if says != f"Tarockclub {of}":
        raise Missing(f"The installed wheel says {says!r}, and should say 'Tarockclub {of}'.")
    return f"installed, it says {says!r}"


STEPS: tuple[Callable[[Release], str], ...] = (
    nothing_is_uncommitted,
    it_is_tagged,
    the_changes_are_told,
    its_files_are_kept,
    every_check_passes,
    the_wheel_is_built,
    the_wheel_is_installed,
)


def left_to_do(of: Release) -> Iterator[str]:
    """Yield what nobody does by itself."""
    yield "Nothing was sent. What is left, step by step:"
    yield "    make test"
    yield f"    git push origin v{of.version}"
    yield "Then put what lies in dist/ beside the tag, with the checksum of the wheel and what CHANGELOG.md"
    yield "says of this version. From the next commit on builds are of the version after it."


def main() -> None:
    """Go through all steps."""
    of = release()
    print(f"Tarockclub {of}")
    for step in STEPS:
        try:
            print(f"✓ {step(of)}", flush=True)
        except Missing as missing:
            sys.exit(f"✗ {missing}")
    print(*left_to_do(of), sep="\n")


if __name__ == "__main__":
    main()
