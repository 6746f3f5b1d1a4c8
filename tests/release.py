"""Is this a release? `make release` looks at everything and builds all files of a tag twice; sends nothing.

Each step says what it found or what is missing, and the first that is missing ends it. At the end stands what
is left to do by hand. `TRY=1 make release` only builds, also what has no tag.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from tarockclub.release import Release, release
from tests.support.kept import CLUB_FILE, KEPT

ROOT = Path(__file__).parents[1]
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
ASKED_FOR = "### What an upgrade asks for"


class Missing(Exception):
    """This is no release yet; says why, and what to do."""


def sections(changes: str) -> dict[str, str]:
    """Return what CHANGELOG.md says under each of its headings, from the top."""
    parts = HEADING.split(changes)[1:]
    return {heading: text.strip() for heading, text in zip(parts[::2], parts[1::2], strict=True)}


def changes_of(version: str, changes: str) -> str:
    """Return what is told of this version, which has to be the newest; its tag says the day."""
    told = sections(changes)
    newest = next(iter(told), "")
    if newest != version:
        raise Missing(f"CHANGELOG.md: its newest heading is {newest!r}, and should be {version!r}.")
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
    if subprocess.run([".ci/check"], cwd=ROOT, env=os.environ | {"ALL": "1"}).returncode:
        raise Missing("make check ALL=1 fails.")
    return "make check ALL=1 passes; `make everything`, which takes longer, has to pass as well"


ENGINE_FOR_PHONES = "tarockclub/carried/static/phone_engine/parts.json"
# Bytes that a file may have: whoever makes one bigger says why, here.
MOST_BYTES = {".whl": 22_000_000, ".deb": 60_000_000, ".tar.gz": 40_000_000}


def folder_of(of: Release) -> Path:
    """Return where the files of a release lie in the end."""
    return ROOT / "dist" / of.version


def wheel_of(of: Release) -> Path:
    """Return the wheel of a release."""
    return folder_of(of) / f"tarockclub-{of.version}-py3-none-any.whl"


def built_into(folder: Path, of: Release) -> None:
    """Build everything that somebody fetches, as of the time of the commit."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    epoch = asked("git", "log", "-1", "--format=%ct")
    surroundings = os.environ | {"SOURCE_DATE_EPOCH": epoch}
    asked(".ci/wheel", folder, env=surroundings)
    python = (sys.executable, "-m")
    asked(*python, "hatchling", "build", "--target", "sdist", "--directory", folder, env=surroundings)
    if shutil.which("dpkg-deb"):
        asked(".ci/deb", folder, env=surroundings)
    asked(".ci/engine", folder, env=surroundings)
    (folder / "sbom.cdx.json").write_text(bill_of_materials(of), encoding="utf-8")
    (folder / "LICENCES.txt").write_text(licence_texts(), encoding="utf-8")
    notes = sections((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    (folder / "NOTES.md").write_text(f"{next(iter(notes.values()))}\n", encoding="utf-8")
    files = sorted(file for file in folder.iterdir() if file.is_file())
    sums = "".join(f"{sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)
    (folder / "SHA256SUMS").write_text(sums, encoding="utf-8")


def everything_is_built_twice(of: Release) -> str:
    folder, again = folder_of(of), folder_of(of).with_name(f"{of.version}-again")
    built_into(folder, of)
    built_into(again, of)
    first, second = ((one / "SHA256SUMS").read_text().splitlines() for one in (folder, again))
    if other := [line.split()[1] for line in first if line not in second]:
        raise Missing(f"Built a second time, these are other bytes: {', '.join(other)}")
    shutil.rmtree(again)
    if ENGINE_FOR_PHONES not in ZipFile(wheel_of(of)).namelist():
        raise Missing("The wheel has no engine for phones, as .ci/setup has said with the reason.")
    lines = [f"    {file.stat().st_size:>12,}  {file.name}" for file in sorted(folder.iterdir())]
    for file in folder.iterdir():
        for ending, most in MOST_BYTES.items():
            if file.name.endswith(ending) and file.stat().st_size > most:
                raise Missing(f"{file.name} has {file.stat().st_size:,} bytes, more than {most:,}.")
    return "\n".join([f"built twice with the same bytes, in {folder.relative_to(ROOT)}:", *lines])


def pinned() -> list[tuple[str, str, list[str]]]:
    """Return the packages that the program brings along: name, version, checksums of their files."""
    text = (ROOT / "requirements" / "run.txt").read_text().replace("\\\n", " ")
    found = re.findall(r"^([a-z0-9-]+)==(\S+)(.*)$", text, re.MULTILINE)
    return [(name, version, re.findall(r"sha256:([0-9a-f]{64})", rest)) for name, version, rest in found]


def bill_of_materials(of: Release) -> str:
    """Return which packages are inside, in CycloneDX's format, which scanners for known holes read."""
    components = [
        {
            "type": "library",
            "name": name,
            "version": version,
            "purl": f"pkg:pypi/{name}@{version}",
            "hashes": [{"alg": "SHA-256", "content": digest} for digest in digests],
        }
        for name, version, digests in pinned()
    ]
    lock = json.loads((ROOT / "tarockclub/phone_engine/package-lock.json").read_text())["packages"]
    components += [
        {
            "type": "library",
            "name": name,
            "version": package["version"],
            "purl": f"pkg:npm/{name}@{package['version']}",
        }
        for name, package in (
            (path.rpartition("node_modules/")[2], package) for path, package in lock.items()
        )
        if name
    ]
    program = {"type": "application", "name": "tarockclub", "version": of.version}
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": program},
        "components": components,
    }
    return json.dumps(document, indent=1)


def licence_texts() -> str:
    """Return the licences of all that is inside: fonts, what phones load, and the packages of Python."""
    parts = {}
    for file in sorted((ROOT / "scoring/static/scoring/fonts").glob("OFL-*.txt")):
        parts[f"Font {file.stem.removeprefix('OFL-')}"] = [file]
    modules = ROOT / ".venv" / "phone_engine"
    for file in sorted(modules.glob("packages-*/node_modules/*/LICEN*")):
        parts[f"For phones: {file.parent.name}"] = [file]
    for name, version, _digests in pinned():
        try:
            package = distribution(name)
        except PackageNotFoundError:  # of another system
            parts[f"{name} {version}: not installed here, see its own page"] = []
            continue
        named = re.compile(r"(?i)(^|/)(licen[cs]e|copying|notice)[^/]*$")
        texts = [Path(str(file.locate())) for file in package.files or () if named.search(file.as_posix())]
        told = package.metadata.get("License-Expression") or package.metadata.get("License") or ""
        parts[f"{name} {version} {told.splitlines()[0] if told else ''}".strip()] = texts
    return "\n\n".join(
        "\n".join([f"{'=' * 78}\n{title}\n{'=' * 78}", *(_text(file) for file in files if file.is_file())])
        for title, files in parts.items()
    )


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace")


def the_wheel_is_installed(of: Release) -> str:
    """In an environment of its own, with exactly what is pinned."""
    with TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        pip = (Path(folder, "bin", "python"), "-m", "pip", "install", "--quiet")
        asked(*pip, "--require-hashes", "--requirement", "requirements/run.txt")
        asked(*pip, "--no-deps", wheel_of(of))
        here = {"PATH": os.environ["PATH"], "HOME": folder}
        demand_version(of, "The installed wheel", Path(folder, "bin", "tarockclub"), "--version", env=here)
    return "the wheel installs, and says its version"


def demand_version(of: Release, what: str, *command: object, **how: object) -> None:
    """Refuse what says that it is another version."""
    if (says := asked(*command, **how)) != f"Tarockclub {of}":
        raise Missing(f"{what} says {says!r}, and should say 'Tarockclub {of}'.")


def the_image_is_built(of: Release) -> str:
    """Of the wheel, where podman or docker runs; once, as apt makes other bytes each time."""
    installed = filter(None, map(shutil.which, ("podman", "docker")))
    running = (one for one in installed if not subprocess.run([one, "info"], capture_output=True).returncode)
    builder = next(running, None)
    if builder is None:
        return "no image for containers was built: neither podman nor docker runs here"
    image, folder = f"tarockclub:{of.version.replace('+', '-')}", folder_of(of)
    asked(builder, "build", "--tag", image, "--file", folder / "Containerfile", folder)
    demand_version(of, "The image", builder, "run", "--rm", image, "tarockclub", "--version")
    return f"the image {image} is built"


def it_has_a_licence(_of: Release) -> str:
    if not any(ROOT.glob("LICEN[CS]E*")):
        raise Missing("There is no LICENSE: RELEASING.md says what there is to choose and to change.")
    return "a licence is chosen"


Step = Callable[[Release], str]
BUILDING: tuple[Step, ...] = (everything_is_built_twice, the_wheel_is_installed, the_image_is_built)
STEPS: tuple[Step, ...] = (
    nothing_is_uncommitted,
    it_has_a_licence,
    it_is_tagged,
    the_changes_are_told,
    its_files_are_kept,
    every_check_passes,
    *BUILDING,
)


def left_to_do(of: Release) -> Iterator[str]:
    """Yield what nobody does by itself."""
    yield "Nothing was sent. What is left, step by step:"
    yield "    make everything"
    yield f"    git push origin v{of.version}"
    yield f"Then put the files in {folder_of(of).relative_to(ROOT)} beside the tag, with NOTES.md as text."
    yield "RELEASING.md has the rest."


def main() -> None:
    """Go through all steps."""
    of = release()
    print(f"Tarockclub {of}")
    for step in BUILDING if os.environ.get("TRY") else STEPS:
        try:
            print(f"✓ {step(of)}", flush=True)
        except Missing as missing:
            sys.exit(f"✗ {missing}")
    print(*left_to_do(of), sep="\n")


if __name__ == "__main__":
    main()
