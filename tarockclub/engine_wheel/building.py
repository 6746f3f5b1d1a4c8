"""Build the wheel of the engine: the program's own modules in a package `tarock_engine`.

Which modules it takes follows from their imports. Inside the package they import one another relatively, so
nothing of the program has to be installed, and nothing of it is in the way.
"""

import ast
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tarockclub import folders
from tarockclub.engine_wheel.reference import records_schema, reference
from tarockclub.release import release_of

FOLDER = Path(__file__).parent
PACKAGE = "tarock_engine"
OWN = {"tarockclub.engine_wheel.interface": PACKAGE, "tarockclub.engine_wheel.command": f"{PACKAGE}.__main__"}
WHOLE = ("scoring.engine", "tournaments.engine")  # whoever has the wheel has all of these
MOVED = (("scoring", PACKAGE), ("tournaments", f"{PACKAGE}.tournaments"))
IMPORT = re.compile(r"^( *)from ((?:scoring|tournaments)[\w.]*) import ", re.MULTILINE)
NAMED = re.compile(r"(?<=\")(?:scoring|tournaments)(?:\.\w+)+(?=\")")  # a module in a text
PROJECT = """[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "tarock-engine"
version = "{version}"
description = "Settle hands of Tarock, check and generate files of results. Standard library only."
readme = "README.md"
requires-python = "{python}"
classifiers = ["Typing :: Typed"]

[tool.hatch.build.targets.wheel]
packages = ["{package}"]
"""


def path_of(module: str) -> Path | None:
    """Return the file of a module of the program; None where there is none."""
    folder = folders.ROOT.joinpath(*module.split("."))
    candidates = (folder / "__init__.py", folder.with_suffix(".py"))
    return next((path for path in candidates if path.exists()), None)


@cache
def modules() -> Mapping[str, Path]:
    """Return the modules of the package by name, with their files."""
    files: dict[str, Path] = {}
    waiting = list(OWN)
    for package in WHOLE:
        for inside in folders.ROOT.joinpath(*package.split(".")).rglob("*.py"):
            parts = inside.relative_to(folders.ROOT).with_suffix("").parts
            waiting.append(".".join(parts).removesuffix(".__init__"))
    while waiting:
        name = waiting.pop()
        path = path_of(name)
        if path is None or name in files:
            continue
        files[name] = path
        waiting += imports_of(path)
        waiting += [] if name in OWN else [name.rpartition(".")[0]]
    return files


def imports_of(path: Path) -> Iterator[str]:
    """Yield the program's modules that a module may import, including possible names of some."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def name_in_package(module: str) -> str:
    """Return the name that a module has in the package.

    >>> name_in_package("scoring.engine.words"), name_in_package("tournaments.engine")
    ('tarock_engine.engine.words', 'tarock_engine.tournaments.engine')
    """
    if module in OWN:
        return OWN[module]
    old_prefix, new_prefix = next(pair for pair in MOVED if f"{module}.".startswith(f"{pair[0]}."))
    return new_prefix + module.removeprefix(old_prefix)


def as_in_package(source: str, module: str, *, is_package: bool) -> str:
    """Return the source of a module with relative imports.

    >>> as_in_package("from scoring.rules import read\\n", "scoring.engine.words", is_package=False)
    'from ..rules import read\\n'
    """
    name = name_in_package(module)
    package = name if is_package else name.rpartition(".")[0]

    def relative(match: re.Match[str]) -> str:
        return f"{match[1]}from {_relative(package, name_in_package(match[2]))} import "

    return NAMED.sub(lambda match: name_in_package(match[0]), IMPORT.sub(relative, source))


def _relative(package: str, target: str) -> str:
    """Return how a module of a package calls another one."""
    inside, target_parts = package.split("."), target.split(".")
    same = 0
    while same < min(len(inside), len(target_parts)) and inside[same] == target_parts[same]:
        same += 1
    return "." * (len(inside) - same + 1) + ".".join(target_parts[same:])


def write_sources(into: Path, version: str, python: str) -> None:
    """Write everything that the wheel is built of."""
    for module, path in modules().items():
        name = name_in_package(module)
        is_package = path.name == "__init__.py" or name == PACKAGE
        target = into.joinpath(*name.split("."))
        target = target / "__init__.py" if is_package else target.with_suffix(".py")
        target.parent.mkdir(parents=True, exist_ok=True)
        source = as_in_package(path.read_text(encoding="utf-8"), module, is_package=is_package)
        if name == PACKAGE:
            source += f'\n__version__ = "{version}"\n'
        if module != "scoring":  # its place is the interface's
            target.write_text(source, encoding="utf-8")
    package = into / PACKAGE
    for data in declarations():
        parts = data.relative_to(folders.ROOT).parent.parts
        shutil.copy(data, into.joinpath(*name_in_package(".".join(parts)).split(".")))
    shutil.copytree(folders.ROOT / "tests" / "rulebook", package / "rulebook", ignore=_only_examples)
    (package / "py.typed").touch()
    for document in ("README.md", "EXAMPLES.md"):
        shutil.copy(FOLDER / document, into)
    shutil.copy(FOLDER / "EXAMPLES.md", package)
    (package / "REFERENCE.md").write_text(reference(), encoding="utf-8")
    (package / "record.schema.json").write_text(json.dumps(records_schema(), indent=1), encoding="utf-8")
    described = PROJECT.format(version=version, python=python, package=PACKAGE)
    (into / "pyproject.toml").write_text(described, encoding="utf-8")


def declarations() -> Iterator[Path]:
    """Yield the data files beside the modules."""
    for folder in {path.parent for path in modules().values()} - {FOLDER}:
        for path in folder.iterdir():
            if path.suffix in (".toml", ".json") and path.is_file():
                yield path


def _only_examples(_folder: str, names: list[str]) -> list[str]:
    return [name for name in names if not name.endswith(".toml")]


def build(target: Path) -> Path:
    """Build the wheel into a folder, and return its file."""
    version = release_of(folders.ROOT).version
    with TemporaryDirectory() as name:
        write_sources(Path(name), version, ">=3.11")
        command = [
            sys.executable,
            "-m",
            "hatchling",
            "build",
            "--target",
            "wheel",
            "--directory",
            str(target),
        ]
        subprocess.run(command, cwd=name, check=True)
    return max(target.glob(f"{PACKAGE}-*.whl"), key=lambda path: path.stat().st_mtime)


if __name__ == "__main__":
    build(Path(sys.argv[1]) if sys.argv[1:] else folders.ROOT / "dist")
